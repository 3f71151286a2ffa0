internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning

extension TokenResponseError: CustomStringConvertible {
  /// One sentence that names the member or the place, and what the server said of its error.
  public var description: String {
    switch self {
    case .httpStatus(let status, let fault):
      "The token server answered with the HTTP status \(status), not 200\(Self.words(of: fault))."
    case .notDecoded: "The decoder gave nothing for the answer of the token server."
    case .notJSON(let fault):
      "The answer of the token server is not JSON that can be read: \(fault.description)"
    case .notXML(.unexpectedRoot(_, let offset)):
      "The answer of STS has another root, at byte \(offset), than that of AssumeRole."
    case .notXML(let fault):
      "The answer of STS is not XML that can be read: \(fault.description)"
    case .notObject(nil): "The answer of the token server is JSON, and no object."
    case .notObject(let member?): "The member \(member) of the token response is no object."
    case .bodyStatus(let member, let value, let fault):
      "The token response says that it is a failure: \(member) is "
        + "\(value.map { String($0) } ?? "no success")\(Self.words(of: fault))."
    case .torn(let first, let second):
      "The token response holds \(first) and \(second), which do not belong together."
    case .missingMember(let name): "The token response has no member \(name)."
    case .nullMember(let name): "The member \(name) of the token response is null."
    case .nonTextMember(let name): "The member \(name) of the token response is not a text."
    case .emptyMember(let name): "The member \(name) of the token response is empty."
    case .invalidCredentials(let fault):
      "The token response cannot be signed with: \(fault.description)"
    case .invalidTime(let member, let fault):
      "The member \(member) of the token response is no time with a zone: \(fault.description)"
    case .expired(let moment, let now):
      "The token expired at \(moment), and it is \(now)."
    }
  }

  private static func words(of fault: TokenServerError?) -> String {
    guard let fault, fault.code != nil || fault.message != nil else { return "" }
    return "; it says \"\(fault.description)\""
  }
}

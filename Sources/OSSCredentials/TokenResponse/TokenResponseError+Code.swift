internal import OSSSigning

extension TokenResponseError {
  /// The error class of the adapter protocol for this fault, such as `token-missing-member`.
  public var code: String {
    switch self {
    case .httpStatus: "token-http-status"
    case .notDecoded: "token-not-decoded"
    case .notJSON: "token-not-json"
    case .notXML: "token-not-xml"
    case .notObject: "token-not-object"
    case .bodyStatus: "token-status"
    case .torn: "token-torn"
    case .missingMember: "token-missing-member"
    case .nullMember: "token-null-member"
    case .nonTextMember: "token-non-text-member"
    case .emptyMember: "token-empty-member"
    case .invalidCredentials(let fault): fault.code
    case .invalidTime: "token-invalid-time"
    case .expired: "token-expired"
    }
  }
}

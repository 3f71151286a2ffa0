public import OSSJSON
public import OSSPrimitives
public import OSSServices
public import OSSSigning

/// Why an answer holds no token that can be used.
///
/// Each case locates the fault: by the name of a member, an offset in bytes, or a status. None holds a
/// secret, a token, or a part of the body but what the server says of its own error. ``code`` is the
/// error class that the adapter protocol uses (clauses TOK-REF).
public indirect enum TokenResponseError: Error, Equatable, Sendable {
  /// The HTTP status is not 200 (TOK-REF-1).
  case httpStatus(Int, TokenServerError?)
  /// The decoder gave nothing (TOK-REF-2).
  case notDecoded
  /// The body is not JSON, or has more of it than is read (TOK-REF-3, TOK-REF-15, TOK-REF-16).
  case notJSON(JSONError)
  /// The body is not XML, or not that of an answer to AssumeRole (ROLE-RSP-9).
  case notXML(ErrorBodyError)
  /// The body, or the member of this name, is no object (TOK-REF-4, ROLE-RSP-11).
  case notObject(member: String?)
  /// The status in the body is not that of a success; its value where it is a whole number
  /// (TOK-REF-5).
  case bodyStatus(member: String, value: Int64?, TokenServerError?)
  /// These two members, which belong to two shapes, stand in one answer (TOK-REF-6).
  case torn(String, String)
  /// The member is not there (TOK-REF-7).
  case missingMember(String)
  /// The member is null (TOK-REF-8).
  case nullMember(String)
  /// The member is a number, a truth value, an array or an object (TOK-REF-9).
  case nonTextMember(String)
  /// The member is empty, or holds white space alone (TOK-REF-10).
  case emptyMember(String)
  /// A request cannot carry the ID or the token (TOK-REF-14).
  case invalidCredentials(SigningError)
  /// The expiration is no time; offsets are those of the text without outer white space
  /// (TOK-REF-11).
  case invalidTime(member: String, TimeError)
  /// The token has expired (TOK-REF-12).
  case expired(at: Moment, now: Moment)
}

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

extension TokenResponseError: PlainError, CustomStringConvertible {
  /// One sentence that names the member or the place, and what the server said of its error.
  public var description: String { sentence(of: .tokenServer) }

  /// Who answered, as a sentence names it.
  package enum Server {
    case tokenServer, sts, process

    fileprivate var name: String {
      switch self {
      case .tokenServer: "the token server"
      case .sts: "STS"
      case .process: "the process"
      }
    }

    fileprivate var response: String {
      switch self {
      case .tokenServer: "token response"
      case .sts: "answer of STS"
      case .process: "output of the process"
      }
    }
  }

  /// The sentence about the answer of a server.
  package func sentence(of server: Server) -> String {
    let (name, response) = (server.name, server.response)
    return switch self {
    case .httpStatus(let status, let fault):
      "% answered with the HTTP status %, not 200%.".filled(
        server == .sts ? "STS" : "The token server", String(status), Self.words(of: fault))
    case .notDecoded: "The decoder gave nothing for the answer of %.".filled(name)
    case .notJSON(let fault):
      "The answer of % is not JSON that can be read: %".filled(name, fault.description)
    case .notXML(.unexpectedRoot(_, let offset)):
      "The answer of STS has another root, at byte %, than that of AssumeRole.".filled(offset)
    case .notXML(let fault):
      "The answer of STS is not XML that can be read: %".filled(fault.description)
    case .notObject(nil): "The answer of % is JSON, and no object.".filled(name)
    case .notObject(let member?): "The member % of the % is no object.".filled(member, response)
    case .bodyStatus(let member, let value, let fault):
      "The % says that it is a failure: % is ".filled(response, member)
        + "%%.".filled(value.map { String($0) } ?? "no success", Self.words(of: fault))
    case .torn(let first, let second):
      "The % holds % and %, which do not belong together.".filled(response, first, second)
    case .missingMember(let name): "The % has no member %.".filled(response, name)
    case .nullMember(let name): "The member % of the % is null.".filled(name, response)
    case .nonTextMember(let name): "The member % of the % is not a text.".filled(name, response)
    case .emptyMember(let name): "The % of the token is empty.".filled(name)
    case .invalidCredentials(let fault):
      "The token cannot be used: %".filled(fault.description)
    case .invalidTime(let member, let fault):
      "The % of the token is no time with a zone: %".filled(member, fault.description)
    case .expired(let moment, let now):
      "The token expired at %, and it is %.".filled(
        moment.description, now.description)
    }
  }

  private static func words(of fault: TokenServerError?) -> String {
    guard let fault, fault.code != nil || fault.message != nil else { return "" }
    return "; it says \"\(fault.description)\""
  }
}

/// What a token server says of its own failure.
///
/// The texts are bounded, on one line, and left out where they hold the text of a secret or a token
/// of the same answer (TOK-STAT-8, TOK-SEC-1).
public struct TokenServerError: Hashable, Sendable {
  /// The server's code, such as `NoPermission`: at most 64 characters of `ErrorCode`, else `Code`.
  public let code: String?
  /// The server's message: at most 256 characters of `ErrorMessage`, else `Message`.
  public let message: String?
  /// The ID of the request, under which the server finds it again: at most 64 characters of
  /// `RequestId`.
  public let requestID: String?

  /// Makes what a server says.
  package init(code: String?, message: String?, requestID: String? = nil) {
    self.code = code
    self.message = message
    self.requestID = requestID
  }
}

extension TokenServerError: CustomStringConvertible {
  /// The code and the message, with a colon between them.
  public var description: String {
    switch (code, message) {
    case (let code?, let message?): "\(code): \(message)"
    case (let text?, nil), (nil, let text?): text
    case (nil, nil): "nothing"
    }
  }
}

extension TokenServerError {
  /// Reads what a server says in the body of a failure; nil where it says nothing.
  init?(_ object: JSONObject) {
    let secrets = object.heldSecrets
    code =
      (object.text("ErrorCode") ?? object.text("Code"))?.presentable(64, withoutAny: secrets)
    message =
      (object.text("ErrorMessage") ?? object.text("Message"))?
      .withoutStringToSign.presentable(256, withoutAny: secrets)
    requestID = object.text("RequestId")?.presentable(64, withoutAny: secrets)
    if code == nil, message == nil { return nil }
  }

  /// Reads what a server says in a body that may be anything.
  init?(body: Bytes) {
    guard let object = (try? TokenReader.json(in: body))?.objectValue else { return nil }
    self.init(object)
  }
}

extension JSONObject {
  fileprivate func text(_ name: String) -> String? { self[name]?.stringValue }

  /// Every secret and token that the answer holds, in whichever shape.
  fileprivate var heldSecrets: [String] {
    let names = TokenNames.all.flatMap { [$0.accessKeySecret, $0.securityToken] }
    let objects = [self] + ["Credentials"].compactMap { self[$0]?.objectValue }
    return objects.flatMap { object in names.compactMap { object.text($0) } }
      .map { OuterWhiteSpace.trimmed($0) }.filter { !$0.utf8.isEmpty }
  }
}

extension String {
  /// The text on one line and no longer than it may be; nil if it holds one of the secrets.
  fileprivate func presentable(_ limit: Int, withoutAny secrets: [String]) -> String? {
    let bytes = bytes
    let showsSecret = secrets.contains { !bytes.overlappingPlaces(of: $0.bytes).isEmpty }
    if bytes.isEmpty || showsSecret { return nil }
    return String(String.UnicodeScalarView(unicodeScalars.prefix(limit))).onOneLine
  }

  /// The text up to the string to sign that STS shows in it, which holds the call's own token
  /// (ROLE-RSP-13).
  fileprivate var withoutStringToSign: String {
    let mark = "string to sign is:"
    let bytes = bytes
    return bytes.index(of: mark).map { Bytes(bytes[..<($0 + mark.utf8.count)]).text } ?? self
  }
}

public import OSSPrimitives
public import OSSServices

/// What came back from a server, as far as the clock and the credentials depend on it.
///
///     let answer = ServerAnswer(status: status, body: body, date: headers["Date"])
///     print(answer.error?.code ?? "no error body")
public struct ServerAnswer: Sendable {
  /// The HTTP status.
  public var status: Int
  /// The body; nil without one, as after HEAD.
  public var body: Bytes?
  /// The value of the header `x-oss-err`, which replaces the body after HEAD (ERR-HEAD-1).
  public var errorHeader: String?
  /// The value of the header `x-oss-ec` (ERR-HEAD-2).
  public var ecHeader: String?
  /// The value of the header `Date`.
  public var date: String?
  /// The value of the header `Age`; with any, a cache has answered.
  public var age: String?
  /// The value of the header `x-oss-request-id`, by which Alibaba Cloud finds the request again.
  public var requestID: String?

  /// Makes an answer of its parts; what is left out is not there.
  public init(
    status: Int, body: Bytes? = nil, errorHeader: String? = nil, ecHeader: String? = nil,
    date: String? = nil, age: String? = nil, requestID: String? = nil
  ) {
    self.status = status
    self.body = body
    self.errorHeader = errorHeader
    self.ecHeader = ecHeader
    self.date = date
    self.age = age
    self.requestID = requestID
  }

  /// The error that the body holds, or `x-oss-err` where there is no byte of a body (CLK-SRC-4).
  ///
  /// - Returns: nil where neither can be read.
  /// - Complexity: O(*n*) in the number of bytes.
  public var error: ServerError? {
    if let body, !body.isEmpty { return try? ServerError(xml: body.span, ecHeader: ecHeader) }
    guard let errorHeader else { return nil }
    return try? ServerError(base64Header: errorHeader, ecHeader: ecHeader)
  }
}

extension ServerAnswer: Redacted {
  /// The status and how much there is of the rest; a body may hold a security token (ERR-SEC-1).
  public var description: String {
    var parts = "status: \(status)"
    if let body { parts += ", body: \(body.count) bytes" }
    if let errorHeader { parts += ", x-oss-err: \(errorHeader.utf8.count) bytes" }
    if let ecHeader { parts += ", x-oss-ec: \(ecHeader.shown)" }
    if let date { parts += ", date: \(date.shown)" }
    if let age { parts += ", age: \(age.shown)" }
    if let requestID { parts += ", request: \(requestID.shown)" }
    return "ServerAnswer(\(parts))"
  }
}

/// Whether an answer to the request of a presigned URL is a success.
///
///     if case .failure(let text) = ResponseVerdict(status: status, body: body) {
///       print(text ?? "no text")
///     }
public enum ResponseVerdict: Equatable, Sendable {
  /// The object was stored or sent.
  case success
  /// It was not; the text is that of the body, nil without one (UPL-TEXT-1).
  case failure(text: String?)

  /// Judges an answer: 203 and what is not of 2xx is a failure (UPL-STAT).
  ///
  /// Failures are 203 and 300 or more (UPL-STAT-1); the rest of 2xx (UPL-STAT-2) and any number
  /// below 200 (UPL-STAT-3) are successes. The text is the whole body (UPL-TEXT-1), in which what is
  /// not UTF-8 is replaced (UPL-TEXT-2); a body without bytes is an empty text (UPL-TEXT-3).
  ///
  /// - Parameters:
  ///   - status: the HTTP status.
  ///   - body: the body; nil without one.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(status: Int, body: Bytes?) {
    let isFailure = status == 203 || status >= 300
    self = isFailure ? .failure(text: body.map { String(decoding: $0, as: UTF8.self) }) : .success
  }

  /// Judges an answer, of which status and body count.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public init(_ answer: ServerAnswer) { self.init(status: answer.status, body: answer.body) }
}

extension ResponseVerdict: Redacted {
  /// The verdict and the size of its text, in which a security token may stand (ERR-SEC-1).
  public var description: String {
    switch self {
    case .success: "success"
    case .failure(let text?): "failure(text: % bytes)".filled(text.utf8.count)
    case .failure(nil): "failure"
    }
  }
}

/// What a client does about a request that OSS did not carry out.
///
/// The first three mean that the request is signed again and sent once more.
///
///     let action = ErrorAction.due(after: answer, credential: .temporary, tried: [.retry])
public enum ErrorAction: String, CaseIterable, Hashable, Sendable {
  /// Drop the credentials that the request was signed with and fetch others.
  case refreshCredentials = "refresh-credentials"
  /// Learn the clock's offset from the answer: see ``ClockOffset/learned(from:of:deviceTime:known:)``.
  case correctClock = "correct-clock"
  /// Wait a little and try the same again.
  case retry
  /// Hand the error to the caller.
  case giveUp = "give-up"

  /// The action that is due.
  ///
  /// - Parameters:
  ///   - answer: what came back; nil where nothing did.
  ///   - credential: what signed the request.
  ///   - tried: the actions that this request has cost so far, in any order.
  /// - Returns: the action; none is due forever, so a request ends whatever OSS says.
  /// - Complexity: O(*n*) in the size of the answer.
  public static func due(
    after answer: ServerAnswer?, credential: SigningCredential, tried: [ErrorAction]
  ) -> ErrorAction {
    // No answer is tried again (ACT-RETRY-1).
    let action = answer.map { Self.action(for: $0) } ?? .retry
    // Only credentials that came from a server can be fetched again (ACT-CRED-4).
    if action == .refreshCredentials, credential != .temporary { return .giveUp }
    return action.isLeft(after: tried) ? action : .giveUp
  }

  /// Whether a request that has cost these actions may cost this one too: each is taken once, and a
  /// retry three times (ACT-CRED-3, ACT-TIME-3, ACT-RETRY-2).
  package func isLeft(after tried: [ErrorAction]) -> Bool {
    tried.count { $0 == self } < (self == .retry ? 3 : 1)
  }

  /// The action for an answer, if nothing were tried yet.
  ///
  /// 5xx is tried again (ACT-RETRY-1), a wrong clock is corrected (ACT-TIME-1, ACT-TIME-2), and any
  /// other refusal is given up (ACT-STOP-1, ACT-STOP-2, ACT-STOP-3).
  private static func action(for answer: ServerAnswer) -> ErrorAction {
    if 500...599 ~= answer.status { return .retry }
    guard 400...499 ~= answer.status else { return .giveUp }
    let error = answer.error
    if let error, ClockFault(status: answer.status, error: error) != nil { return .correctClock }
    return rejectsCredentials(error?.code, error?.ec ?? answer.ecHeader)
      ? .refreshCredentials : .giveUp
  }

  /// Whether OSS rejects the credentials: by the code, or by the exact cause where there is no code
  /// (ACT-CRED-1, ACT-CRED-2, ACT-CODE-1, ACT-CODE-2).
  private static func rejectsCredentials(_ code: String?, _ ec: String?) -> Bool {
    if let code, !code.utf8.isEmpty { return codes.contains { $0.hasSameBytes(as: code) } }
    guard let cause = ec.map({ $0.trimmingBlanks }) else { return false }
    return exactCauses.contains { $0.hasSameBytes(as: cause) }
  }

  /// The codes by which OSS rejects credentials.
  private static let codes = [
    "SecurityTokenExpired", "InvalidSecurityToken", "AccessKeyIdAndSecurityTokenNotMatch",
    "InvalidAccessKeyId",
  ]
  /// The exact causes that stand for those codes.
  private static let exactCauses = [
    "0002-00000003", "0002-00000004", "0002-00000006", "0002-00000007", "0002-00000008",
  ]
}

/// What signed a request, as far as it decides what to do when OSS refuses it.
public enum SigningCredential: String, CaseIterable, Hashable, Sendable {
  /// A key pair, or a token that an application put in by hand.
  case fixed = "static"
  /// Credentials of STS that can be fetched again.
  case temporary
  /// A custom signer, which holds the credentials elsewhere.
  case signer
}

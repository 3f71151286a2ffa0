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

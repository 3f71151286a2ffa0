public import OSSPrimitives

/// Whether an answer to the request of a presigned URL is a success.
///
///     if case .failure(let text) = ResponseVerdict(status: status, body: body) {
///       print(text ?? "no text")
///     }
public enum ResponseVerdict: Equatable, Sendable {
  /// The object was stored or sent.
  case success
  /// It was not; the text is that of the body, nil where there is none (UPL-TEXT-1).
  case failure(text: String?)

  /// Judges an answer: 203 and what is not of 2xx is a failure (UPL-STAT).
  ///
  /// Failures are 203 and 300 or more (UPL-STAT-1); the rest of 2xx (UPL-STAT-2) and any number
  /// below 200 (UPL-STAT-3) are successes. What is not UTF-8 in the text is replaced (UPL-TEXT-2);
  /// a body without bytes is an empty text (UPL-TEXT-3).
  ///
  /// - Parameters:
  ///   - status: the HTTP status.
  ///   - body: the body; nil where there is none.
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
    case .failure(let text?): "failure(text: \(text.utf8.count) bytes)"
    case .failure(nil): "failure"
    }
  }
}

public import OSSPrimitives

/// Whether an answer to the request of a presigned URL is a success.
public enum ResponseVerdict: Hashable, Sendable {
  /// The object was stored or sent.
  case success
  /// It was not; the text is that of the body, nil where there is none (UPL-TEXT-1).
  case failure(text: String?)

  /// Judges an answer.
  ///
  /// - Parameters:
  ///   - status: the HTTP status.
  ///   - body: the body; nil where there is none.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(status: Int, body: Bytes?) {
    self.init(status: status, body: body, steps: .standard)
  }

  /// Judges an answer, of which status and body count.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public init(_ answer: ServerAnswer) { self.init(status: answer.status, body: answer.body) }

  package init(status: Int, body: Bytes?, steps: VerdictSteps) {
    self = steps.isFailure(status) ? .failure(text: body.map(steps.text)) : .success
  }
}

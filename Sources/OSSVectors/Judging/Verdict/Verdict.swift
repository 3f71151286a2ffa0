/// What the judge says of one reply.
public enum Verdict: Hashable, Sendable {
  /// The reply is right; notes tell what is odd about it all the same.
  case passed(notes: [String])
  /// The reply is wrong.
  case failed(Failure)
  /// The SDK cannot do what was asked, so nothing was tried.
  case unsupported(reason: String?)

  /// What is wrong, if anything is.
  public var failure: Failure? {
    if case .failed(let failure) = self { failure } else { nil }
  }

  /// Whether the reply is right.
  public var isPass: Bool {
    if case .passed = self { true } else { false }
  }

  /// What is worth telling beside the verdict itself.
  public var notes: [String] {
    switch self {
    case .passed(let notes): notes
    case .failed(let failure): failure.notes
    case .unsupported: []
    }
  }
}

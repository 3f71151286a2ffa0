public import OSSVectors

/// How a listed vector is expected to end: any way but a pass.
public enum ExpectedStatus: Hashable, Sendable {
  /// It fails, in this way.
  case failure(FailureKind)
  /// The SDK cannot do what it asks.
  case unsupported

  /// The status of a verdict, unless it is a pass.
  public init?(_ verdict: Verdict) {
    switch verdict {
    case .passed: return nil
    case .failed(let failure): self = .failure(failure.kind)
    case .unsupported: self = .unsupported
    }
  }

  /// The status of a word in a file.
  public init?(word: String) {
    if let kind = FailureKind(rawValue: word) {
      self = .failure(kind)
    } else if word == "unsupported" {
      self = .unsupported
    } else {
      return nil
    }
  }

  /// The word that a file holds.
  public var word: String {
    switch self {
    case .failure(let kind): kind.rawValue
    case .unsupported: "unsupported"
    }
  }

  /// All words, for a message that lists them.
  static let words = FailureKind.allCases.map(\.rawValue) + ["unsupported"]
}

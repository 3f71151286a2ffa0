package import OSSVectors

/// What a verdict means for the run, once the known failures are taken into account.
public enum Standing: Hashable, Sendable {
  /// It passed.
  case passed
  /// It failed and nobody expected that.
  case failed
  /// It failed, and an SDK is free to.
  case failedMay
  /// The SDK cannot do what it asks.
  case unsupported
  /// It failed as the list says.
  case expectedFailure(ExpectedFailure)
  /// It passed, and the list says that it does not.
  case unexpectedPass(ExpectedFailure)
  /// It did not pass, but in another way than the list says.
  case failsDifferently(ExpectedFailure)

  /// What a finding means.
  package init(_ finding: Finding, expectations: Expectations?) {
    let status = ExpectedStatus(finding.verdict)
    guard let entry = expectations?.entry(for: finding.vector.id) else {
      switch status {
      case nil: self = .passed
      case .unsupported: self = .unsupported
      case .failure: self = finding.vector.level == .may ? .failedMay : .failed
      }
      return
    }
    switch status {
    case nil: self = .unexpectedPass(entry)
    case .unsupported where entry.status == .unsupported: self = .unsupported
    case entry.status: self = .expectedFailure(entry)
    default: self = .failsDifferently(entry)
    }
  }

  /// Whether the vector turns the run red.
  public var isRed: Bool {
    switch self {
    case .failed, .unexpectedPass, .failsDifferently: true
    case .passed, .failedMay, .unsupported, .expectedFailure: false
    }
  }

  /// The word for it in reports.
  public var word: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    case .failedMay: "failed-may"
    case .unsupported: "unsupported"
    case .expectedFailure: "expected-failure"
    case .unexpectedPass: "unexpected-pass"
    case .failsDifferently: "fails-differently"
    }
  }
}

extension Standing {
  /// The entry of the list that is about the vector, where one is and it was looked at.
  var known: ExpectedFailure? {
    switch self {
    case .expectedFailure(let entry), .unexpectedPass(let entry), .failsDifferently(let entry):
      entry
    case .passed, .failed, .failedMay, .unsupported: nil
    }
  }
}

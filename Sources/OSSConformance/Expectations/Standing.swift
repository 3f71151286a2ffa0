package import OSSVectors

/// One entry of a list of known failures.
package struct ExpectedFailure: Hashable, Sendable {
  /// Which vectors an entry is about.
  package enum Target: Hashable, Sendable {
    /// The vector of this id.
    case id(String)
    /// The vectors whose ids match.
    case pattern(Glob)
    /// The failures that the report explains by the mistake of this id.
    case mistake(String)

    /// Whether the entry is about a vector of this id.
    func covers(_ id: String) -> Bool {
      switch self {
      case .id(let own): own == id
      case .pattern(let glob): glob.matches(id)
      case .mistake: false
      }
    }
  }

  /// Which vectors the entry is about.
  package var target: Target
  /// With a mistake, the most binding level of the failures that the entry is about; nil is `should`.
  package var level: Level?
  /// How they are expected to end; nil for a mistake, whose answers say it.
  package var status: ExpectedStatus?
  /// Why, for whoever reads the list later; never empty.
  package var reason: String
  /// Where the failure is discussed.
  package var link: String?

  /// Makes an entry.
  package init(
    target: Target, level: Level? = nil, status: ExpectedStatus?, reason: String,
    link: String? = nil
  ) {
    self.target = target
    self.level = level
    self.status = status
    self.reason = reason
    self.link = link
  }

  /// What the entry expects, in words.
  var expected: String {
    if case .mistake(let id) = target { "the mistake \(id)" } else { status?.word ?? "" }
  }
}

/// How a listed vector is expected to end: any way but a pass.
package enum ExpectedStatus: Hashable, Sendable {
  /// It fails, in this way.
  case failure(FailureKind)
  /// The SDK cannot do what it asks, or what it gives cannot be compared.
  case unsupported

  /// The status of a verdict, unless it is a pass.
  package init?(_ verdict: Verdict) {
    switch verdict {
    case .passed: return nil
    case .failed(let failure): self = .failure(failure.kind)
    case .unsupported, .notComparable: self = .unsupported
    }
  }

  /// The status of a word in a file.
  package init?(word: String) {
    if let kind = FailureKind(rawValue: word) {
      self = .failure(kind)
    } else if word == "unsupported" {
      self = .unsupported
    } else {
      return nil
    }
  }

  /// The word that a file holds.
  package var word: String {
    switch self {
    case .failure(let kind): kind.rawValue
    case .unsupported: "unsupported"
    }
  }

  /// All words, for a message that lists them.
  static let words = FailureKind.allCases.map(\.rawValue) + ["unsupported"]
}

/// What a verdict means for the run, once the known failures are taken into account.
package enum Standing: Hashable, Sendable {
  /// It passed.
  case passed
  /// It failed, and that fails the run: nobody expected it.
  case failed
  /// It failed at a level that fails no run.
  case failedBelow(Level)
  /// The SDK cannot do what it asks, or what it gives cannot be compared.
  case unsupported
  /// It failed as the list says.
  case expectedFailure(ExpectedFailure)
  /// It passed, and the list says that it does not.
  case unexpectedPass(ExpectedFailure)
  /// It did not pass, but in another way than the list says.
  case failsDifferently(ExpectedFailure)

  /// Whether the vector turns the run red.
  package var isRed: Bool {
    switch self {
    case .failed, .unexpectedPass, .failsDifferently: true
    case .passed, .failedBelow, .unsupported, .expectedFailure: false
    }
  }

  /// The word for it in reports.
  package var word: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    case .failedBelow(let level): "failed-\(level.rawValue)"
    case .unsupported: "unsupported"
    case .expectedFailure: "expected-failure"
    case .unexpectedPass: "unexpected-pass"
    case .failsDifferently: "fails-differently"
    }
  }
}

extension Level {
  /// Whether it binds an SDK more than another level.
  func isMoreBinding(than other: Level) -> Bool {
    Level.allCases.firstIndex(of: self) ?? 0 < Level.allCases.firstIndex(of: other) ?? 0
  }
}

extension Standing {
  /// The entry of the list that is about the vector, where one is and it was looked at.
  var known: ExpectedFailure? {
    switch self {
    case .expectedFailure(let entry), .unexpectedPass(let entry), .failsDifferently(let entry):
      entry
    case .passed, .failed, .failedBelow, .unsupported: nil
    }
  }
}

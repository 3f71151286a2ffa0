package import OSSVectors

/// The numbers of a run.
package struct Summary: Hashable, Sendable {
  /// How many vectors the corpus has.
  package var declared = 0
  /// How many of them were selected.
  package var selected = 0
  /// How many whoever runs it left out of the selection.
  package var leftOut = 0
  /// How many of the selected ones the SDK tried: all but the unsupported ones.
  package var executed = 0
  /// What became of the vectors, level by level.
  package var levels: [Level: LevelCount] = [:]
  /// How many are of profiles that the SDK does not claim; they were not run.
  package var unclaimed: [Profile: Int] = [:]
  /// How many failed so that the run fails.
  package var failed = 0
  /// How many failed at level should, without failing the run.
  package var failedShould = 0
  /// How many failed at level may, without failing the run.
  package var failedMay = 0
  /// How many failed as the list of known failures says.
  package var expectedFailures = 0
  /// How many passed although the list says that they do not.
  package var unexpectedPasses = 0
  /// How many did not pass, but in another way than the list says.
  package var failsDifferently = 0
  /// How many refusals passed whose reason is not in the closed list.
  package var unmappedRefusals = 0
  /// How many refusals passed that have another class than the clause names.
  package var otherClasses = 0
  /// How many answers were valid and could not be compared.
  package var notComparable = 0
  /// How many had no reply in time.
  package var timeouts = 0
  /// How many ended the adapter.
  package var crashes = 0

  /// Counts the results of a run.
  init(
    declared: Int, leftOut: Int = 0, unclaimed: [Profile: Int] = [:], results: [CheckResult]
  ) {
    self.declared = declared
    self.leftOut = leftOut
    self.unclaimed = unclaimed
    for place in results.indices { add(results[place]) }
  }

  private mutating func add(_ result: CheckResult) {
    let finding = result.finding
    selected += 1
    levels[finding.vector.level, default: LevelCount()].add(finding.verdict)
    if case .unsupported = finding.verdict {} else { executed += 1 }
    if case .notComparable = finding.verdict { notComparable += 1 }
    if finding.isUnmappedRefusal { unmappedRefusals += 1 }
    if finding.isOfAnotherClass { otherClasses += 1 }
    switch finding.verdict.failure?.kind {
    case .timeout: timeouts += 1
    case .crash: crashes += 1
    default: break
    }
    switch result.standing {
    case .passed, .unsupported: break
    case .failed: failed += 1
    case .failedBelow(let level):
      if level == .may { failedMay += 1 } else { failedShould += 1 }
    case .expectedFailure: expectedFailures += 1
    case .unexpectedPass: unexpectedPasses += 1
    case .failsDifferently: failsDifferently += 1
    }
  }

  /// How many vectors turn the run red.
  package var red: Int { failed + unexpectedPasses + failsDifferently }

  /// The exit status that the numbers call for.
  package var exitStatus: RunnerStatus {
    if executed == 0 { return .nothingRun }
    return red == 0 ? .asExpected : .failures
  }
}

/// What became of the vectors of one level.
package struct LevelCount: Hashable, Sendable {
  /// How many were selected.
  package var selected = 0
  /// How many passed.
  package var passed = 0
  /// How many failed, expected or not.
  package var failed = 0
  /// How many the SDK cannot do.
  package var unsupported = 0
  /// How many could not be compared.
  package var notComparable = 0

  mutating func add(_ verdict: Verdict) {
    selected += 1
    switch verdict {
    case .passed: passed += 1
    case .failed: failed += 1
    case .unsupported: unsupported += 1
    case .notComparable: notComparable += 1
    }
  }
}

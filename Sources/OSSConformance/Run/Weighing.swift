package import OSSVectors

/// By what the findings of a run are weighed: declared habits, the other findings, known mistakes, and a
/// list of known failures.
package struct Weighing: Sendable {
  /// The known failures to compare with, if there is a list.
  package var expectations: Expectations?
  /// Whether a should that fails, fails the run.
  package var isStrict = false
  /// The mistakes that are known, and what they answer to the vectors.
  package var known = KnownMistakes.none

  /// Makes the weighing of a run beside a list, or without one.
  package init(expectations: Expectations? = nil, isStrict: Bool = false) {
    self.expectations = expectations
    self.isStrict = isStrict
  }

  /// The findings of a run as an SDK with its habits has them (ADP-HABIT-1), without the passes that
  /// prove nothing (FMT-JUDGE-7).
  func findings(of run: Run) -> [Finding] {
    Plausibility.weighed(
      run.findings.map(run.identity.allowingForHabits),
      controls: run.controls.map(run.identity.allowingForHabits))
  }

  /// Which known mistakes explain the failures.
  func diagnosis(of findings: [Finding]) -> Diagnosis { Diagnosis(of: findings, by: known) }

  /// What each finding means for the run.
  ///
  /// - Parameter diagnosis: The mistakes behind the failures; needed beside a list that names some.
  func results(of findings: [Finding], _ diagnosis: Diagnosis?) -> [CheckResult] {
    let behind = diagnosis?.mistakeBehind ?? [:]
    let gone = expectations?.gone(from: findings, made: Set(behind.values), known) ?? [:]
    return findings.map { finding in
      let id = finding.vector.id
      let standing =
        gone[id].map(Standing.unexpectedPass)
        ?? Standing(
          finding, expectations: expectations, explainedBy: behind[id], isStrict: isStrict)
      return CheckResult(finding: finding, standing: standing)
    }
  }
}

/// A finding and what it means for the run.
package struct CheckResult: Hashable, Sendable {
  /// What was asked, what came back, and what the judge says.
  package var finding: Finding
  /// What that means, known failures considered.
  package var standing: Standing
}

extension CheckResult {
  /// Whether the adapter gave no answer that could be judged.
  var isError: Bool {
    switch finding.verdict.failure?.kind {
    case .timeout, .crash: true
    case .mismatch, .accepted, .rejected, .adapterFailed, .implausible, nil: false
    }
  }
}

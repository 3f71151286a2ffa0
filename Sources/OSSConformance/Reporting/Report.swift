public import OSSVectors

/// All that there is to tell about a run.
public struct Report: Sendable {
  /// Who answered.
  public let identity: AdapterIdentity
  /// The corpus from which the vectors are.
  public let corpus: Corpus
  /// The known failures that the run was compared with, if there is a list.
  public let expectations: Expectations?
  /// The vectors' results, in the order of the corpus.
  public let results: [CheckResult]
  /// The numbers.
  public let summary: Summary
  /// What is worth telling about the run as a whole.
  public let notes: [String]
  /// Which known mistakes explain the failures.
  package let diagnosis: Diagnosis

  /// Judges the replies of a run.
  ///
  /// - Parameters:
  ///   - identity: Who answered.
  ///   - corpus: The corpus from which the vectors are.
  ///   - vectors: What was asked.
  ///   - replies: What came back, one reply for each vector.
  ///   - controls: Findings that only serve to weigh the others; see ``Plausibility``.
  ///   - expectations: The known failures, if there is a list.
  ///   - notes: What is worth telling about the run as a whole.
  /// - Complexity: O(*n*) in the size of the replies, times the number of expectations.
  public init(
    identity: AdapterIdentity, corpus: Corpus, vectors: [Vector], replies: [Reply],
    controls: [Finding] = [], expectations: Expectations? = nil, notes: [String] = []
  ) {
    let findings = Plausibility.weighed(
      zip(vectors, replies).map { Finding(vector: $0, reply: $1) }, controls: controls)
    self.init(
      identity: identity, corpus: corpus, findings: findings, expectations: expectations,
      notes: notes)
  }

  /// Makes a report of findings that have been weighed.
  ///
  /// - Parameter diagnosis: That of the same findings, if somebody has made it.
  init(
    identity: AdapterIdentity, corpus: Corpus, findings: [Finding], expectations: Expectations?,
    notes: [String], diagnosis: Diagnosis? = nil
  ) {
    self.identity = identity
    self.corpus = corpus
    self.expectations = expectations
    results = findings.map {
      CheckResult(finding: $0, standing: Standing($0, expectations: expectations))
    }
    summary = Summary(declared: corpus.vectors.count, results: results)
    self.notes = notes
    self.diagnosis = diagnosis ?? Diagnosis(of: findings)
  }

  /// Asks an adapter and judges what it answers.
  ///
  /// - Parameters:
  ///   - vectors: What to ask.
  ///   - corpus: The corpus from which they are.
  ///   - adapter: Whom to ask.
  ///   - expectations: The known failures, if there is a list.
  ///   - progress: Called after each reply with how many there are.
  /// - Throws: An ``AdapterError`` if there is nobody to ask.
  public static func check<Answering: Adapter & ~Copyable>(
    _ vectors: [Vector], of corpus: Corpus, with adapter: inout Answering,
    expectations: Expectations? = nil, progress: (Int) -> Void = { _ in }
  ) throws(AdapterError) -> Report {
    let controls = Plausibility.controls(for: vectors, in: corpus.vectors)
    let asked = controls.isEmpty ? vectors : vectors + controls
    var verdicts = [Verdict?](repeating: nil, count: asked.count)
    var count = 0
    let replies = try adapter.replies(to: asked.map { AdapterRequest($0) }) { index, reply in
      // Judged at once, while the adapter works at the next requests.
      verdicts[index] = Judge.verdict(of: asked[index], reply: reply)
      count += 1
      progress(min(count, vectors.count))
    }
    func findings(at places: Range<Int>) -> [Finding] {
      places.compactMap { place in
        verdicts[place].map {
          Finding(vector: asked[place], reply: replies[place], verdict: $0)
        }
      }
    }
    return Report(
      identity: adapter.identity, corpus: corpus,
      findings: Plausibility.weighed(
        findings(at: vectors.indices), controls: findings(at: vectors.count..<asked.count)),
      expectations: expectations, notes: [])
  }
}

extension AdapterIdentity {
  /// The SDK and its version, as lists of known failures name them.
  public var sdk: String { "\(name) \(version)" }
}

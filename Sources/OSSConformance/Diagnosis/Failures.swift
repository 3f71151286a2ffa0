internal import OSSMistakes
internal import OSSPrimitives
internal import OSSVectors

/// The failures of a run that a mistake in signing can be behind.
struct Failures {
  /// What failed, in the order of the run.
  let findings: [Finding]
  /// What was asked; beside the findings, for these are looked at most often.
  let requests: [AdapterRequest]
  /// What the reference replies to each.
  let right: [Reply]
  /// The topics that a suspect of each must have to do with.
  ///
  /// A mistake about refusing is behind an answer where a refusal is due, and nothing else is; it is
  /// not behind an answer where one is due.
  let topics: [Set<String>]

  /// Collects failures.
  init(_ findings: [Finding]) {
    self.findings = findings
    requests = findings.map { AdapterRequest($0.vector) }
    topics = findings.map { finding in
      guard case .rejection = finding.vector.expectation.outcome else {
        return [Suspect.answering]
      }
      return Set(finding.vector.clauses.map(\.topic))
    }
    let model = Model()
    right = requests.map { request in
      model.reply(request.operation, request.input)
        ?? ReferenceAdapter().answer(request.operation, request.input)
    }
  }
}

extension String {
  /// What the clause of this id is about: `REF` for `V1-REF-4` and for `PRE-REF-2`.
  var topic: String {
    let parts = split(separator: "-")
    return parts.count > 1 ? String(parts[parts.count - 2]) : self
  }
}

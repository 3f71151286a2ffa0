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

  private let reasons: [String?]

  /// The operation and the class of a refusal that is wrong; nil for a failure that shows more.
  func reason(at place: Int) -> String? { reasons[place] }

  /// Collects failures.
  init(_ findings: [Finding]) {
    self.findings = findings
    requests = findings.map { AdapterRequest($0.vector) }
    reasons = findings.map { finding in
      guard case .rejected(let errorClass, _) = finding.reply else { return nil }
      return "\(finding.vector.operation) \(errorClass ?? "")"
    }
    let model = Model()
    right = requests.map { request in
      model.reply(request.operation, request.input)
        ?? ReferenceAdapter().answer(request.operation, request.input)
    }
  }
}

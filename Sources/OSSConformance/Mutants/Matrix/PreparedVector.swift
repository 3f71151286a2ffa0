internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// A vector with what the reference answers, so that a mutant is asked only where it can differ.
///
/// Most mutants change the string to sign of a few vectors. For those the string alone is made and
/// compared: where it is the reference's, so is the answer.
struct PreparedVector {
  /// What the reference answers.
  let answer: Reply
  /// The string to sign that other steps give; nil where there is none.
  private let string: ((StepsV1) -> Bytes)?
  private let referenceString: Bytes

  init(_ vector: Vector, reference: ReferenceAdapter) {
    answer = reference.answer(vector.operation, vector.input)
    let answers = ReferenceAnswers(InputReader(vector.input))
    string = try? answers.prepared(vector.operation)
    referenceString = string?(.standard) ?? []
  }

  /// Whether steps with these changes give the reference's answer for sure.
  func isAnswered(alikeBy steps: ReferenceSteps) -> Bool {
    switch steps.changes {
    case .refusals: if case .ok = answer { true } else { false }
    case .string: string.map { $0(steps.signing) == referenceString } ?? false
    default: false
    }
  }
}

extension ReferenceAnswers {
  /// A function that makes the string to sign by given steps; nil where nothing is signed.
  fileprivate func prepared(
    _ operation: OSSVectors.Operation
  ) throws(Refusal) -> ((StepsV1) -> Bytes)? {
    guard operation.signsRequest else { return nil }
    let credentials = try credentials()
    let request = try request()
    guard operation == .v1Presign else {
      let token = credentials.securityToken.map(\.trimmed)
      let time = try reader.time("time", orRefuseAs: .invalidTime)
      return { $0.headerStringToSign(request, at: time, token: token).bytes }
    }
    let token = credentials.securityToken
    let expires = try reader.time("expires", orRefuseAs: .invalidExpires)
    return { $0.urlStringToSign(request, expires: expires, token: token).bytes }
  }
}

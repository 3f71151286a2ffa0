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
  private let vector: Vector
  /// The string to sign that other steps give; nil where there is none.
  private let string: ((StepsV1) -> Bytes)?
  private let referenceString: Bytes

  init(_ vector: Vector, reference: ReferenceAdapter) {
    self.vector = vector
    answer = reference.answer(vector.operation, vector.input)
    let answers = ReferenceAnswers(InputReader(vector.input))
    string = try? answers.prepared(vector.operation)
    referenceString = string?(.standard) ?? []
  }

  /// What a mutant answers, made anew only as far as its steps can differ.
  ///
  /// - Parameters:
  ///   - adapter: the mutant.
  ///   - steps: its steps.
  func reply(of adapter: ReferenceAdapter, _ steps: ReferenceSteps) -> Reply {
    switch (steps.changes, answer) {
    case (.refusals, .ok): answer
    case (.output, .ok(let shown)): .ok(steps.output(vector.operation, vector.input, shown))
    case (.string, _) where string.map { $0(steps.signing) == referenceString } == true: answer
    default: adapter.answer(vector.operation, vector.input)
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
      let token = credentials.securityToken.map(\.blanksTrimmed)
      let time = try reader.time("time", orRefuseAs: .invalidTime)
      return { $0.headerStringToSign(request, at: time, token: token).bytes }
    }
    let token = credentials.securityToken
    let expires = try reader.time("expires", orRefuseAs: .invalidExpires)
    return { $0.urlStringToSign(request, expires: expires, token: token).bytes }
  }
}

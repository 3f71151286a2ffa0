internal import OSSMistakes
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
  private let string: ((ReferenceSteps) -> Bytes)?
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
    case (.string, _) where string.map { $0(steps) == referenceString } == true: answer
    default: adapter.answer(vector.operation, vector.input)
    }
  }
}

extension ReferenceAnswers {
  /// A function that makes the string to sign by given steps; nil where nothing is signed, or where
  /// the string is not worth making alone.
  fileprivate func prepared(
    _ operation: OSSVectors.Operation
  ) throws(Refusal) -> ((ReferenceSteps) -> Bytes)? {
    switch operation {
    case .v1Header:
      let token = try credentials().securityToken.map(\.blanksTrimmed)
      let request = try request()
      let time = try reader.time("time", orRefuseAs: .invalidTime)
      return { $0.signing.headerStringToSign(request, at: time, token: token).bytes }
    case .v1Presign:
      let token = try credentials().securityToken
      let request = try request()
      let expires = try reader.time("expires", orRefuseAs: .invalidExpires)
      return { $0.signing.urlStringToSign(request, expires: expires, token: token).bytes }
    case .v4Header, .v4Presign: return try preparedV4(isURL: operation == .v4Presign)
    default: return nil
    }
  }

  /// The same for V4, with the parameters that the reference adds to a URL: a mutant that adds
  /// others changes more than the string.
  private func preparedV4(isURL: Bool) throws(Refusal) -> (ReferenceSteps) -> Bytes {
    let credentials = try credentials()
    let (region, product) = try scopeNames()
    let identity = SigningIdentityV4(
      uncheckedAccessKeyID: credentials.accessKeyID, securityToken: credentials.securityToken,
      region: region, product: product)
    let request = try request()
    let time = SigningTimeV4(try reader.time("time", orRefuseAs: .invalidTime))
    guard isURL else {
      return { $0.signingV4.headerStringToSign(request, of: identity, at: time).bytes }
    }
    let standard = StepsV4.standard
    let added = standard.addedParameters(
      standard, request, identity, time, try reader.integer("expires") ?? 0)
    return {
      $0.signingV4.urlStringToSign(request, of: identity, at: time, adding: added).bytes
    }
  }
}

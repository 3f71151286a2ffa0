internal import OSSPrimitives
internal import OSSVectors

extension BuiltCase {
  /// A case of `v4.header`.
  static func headerV4(
    _ id: String, _ clauses: String..., comment: String,
    input change: (inout SigningInput) -> Void = { _ in }
  ) -> BuiltCase {
    var input = SigningInput()
    change(&input)
    return BuiltCase(
      id: id, operation: .v4Header, clauses: clauses, comment: comment,
      input: input.headerInputV4, signing: input)
  }

  /// A case of `v4.presign`.
  static func presignV4(
    _ id: String, _ clauses: String..., comment: String,
    input change: (inout SigningInput) -> Void = { _ in }
  ) -> BuiltCase {
    var input = SigningInput()
    change(&input)
    return BuiltCase(
      id: id, operation: .v4Presign, clauses: clauses, comment: comment,
      input: input.presignInputV4, signing: input)
  }

  /// The case with another answer that is right too: that of the reference to a changed input.
  func or(_ reason: String, input change: (inout SigningInput) -> Void) -> BuiltCase {
    var other = signing ?? SigningInput()
    change(&other)
    let input = operation == .v4Presign ? other.presignInputV4 : other.headerInputV4
    return or(Alternative(reason: reason, way: .answering(input)))
  }

  /// The case with another answer that is right too.
  func or(_ alternative: Alternative) -> BuiltCase {
    var result = self
    result.alternatives.append(alternative)
    return result
  }
}

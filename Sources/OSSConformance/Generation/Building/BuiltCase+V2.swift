internal import OSSPrimitives
internal import OSSVectors

extension BuiltCase {
  /// A case of `v2.header`.
  static func headerV2(
    _ id: String, _ clauses: String..., comment: String,
    input change: (inout SigningInput) -> Void = { _ in }
  ) -> BuiltCase {
    var input = SigningInput()
    change(&input)
    return BuiltCase(
      id: id, operation: .v2Header, clauses: clauses, comment: comment,
      input: completed(input.headerInput, input))
  }

  /// A case of `v2.presign`.
  static func presignV2(
    _ id: String, _ clauses: String..., comment: String,
    input change: (inout SigningInput) -> Void = { _ in }
  ) -> BuiltCase {
    var input = SigningInput()
    change(&input)
    return BuiltCase(
      id: id, operation: .v2Presign, clauses: clauses, comment: comment,
      input: completed(input.presignInput, input))
  }

  private static func completed(_ input: JSONObject, _ signing: SigningInput) -> JSONObject {
    if signing.additionalHeaders.isEmpty { return input }
    var input = input
    input["additionalHeaders"] = .array(signing.additionalHeaders)
    return input
  }

  /// The case as one of a `may` clause, with why.
  func open(_ reason: String) -> BuiltCase {
    var result = self
    result.level = .may
    result.reason = reason
    return result
  }

  /// The case with the signature of another string, which is right too.
  ///
  /// - Parameters:
  ///   - string: what is signed instead, as it is known of SDKs.
  ///   - reason: who signs it.
  func orSigning(_ string: String, because reason: String) -> BuiltCase {
    let secret = input["credentials"]?.objectValue?["accessKeySecret"]?.stringValue ?? ""
    let (key, message) = (Bytes(secret.utf8), Bytes(string.utf8))
    let code = HMACSHA256Key(key.span).authenticationCode(for: message.span).bytes
    return or(
      .answer(
        Answer(
          members: ["signature": .string(Base64.encode(code.span))],
          stages: ["stringToSign": .string(string)])), because: reason)
  }
}

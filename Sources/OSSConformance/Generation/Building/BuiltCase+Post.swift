internal import OSSPrimitives
internal import OSSVectors

extension BuiltCase {
  /// A case of `post.policy`.
  static func policy(
    _ id: String, _ clauses: String..., comment: String, isV4: Bool = false,
    input change: (inout PostInput) -> Void = { _ in }
  ) -> BuiltCase {
    var input = PostInput()
    change(&input)
    return BuiltCase(
      id: id, operation: .postPolicy, clauses: clauses, comment: comment,
      input: input.policyInput(isV4: isV4))
  }

  /// A case of `post.v1`.
  static func formV1(
    _ id: String, _ clauses: String..., comment: String,
    input change: (inout PostInput) -> Void = { _ in }
  ) -> BuiltCase {
    var input = PostInput()
    change(&input)
    return BuiltCase(
      id: id, operation: .postV1, clauses: clauses, comment: comment, input: input.inputV1)
  }

  /// A case of `post.v4`.
  static func formV4(
    _ id: String, _ clauses: String..., comment: String,
    input change: (inout PostInput) -> Void = { _ in }
  ) -> BuiltCase {
    var input = PostInput()
    change(&input)
    return BuiltCase(
      id: id, operation: .postV4, clauses: clauses, comment: comment, input: input.inputV4)
  }

  /// A case of `post.check` of a form that is signed with V1, and the faults that it has.
  static func check(
    _ id: String, _ clauses: String..., comment: String, faults: [JSONValue] = [],
    input change: (inout PostInput) -> Void = { _ in }
  ) -> BuiltCase {
    var input = PostInput()
    change(&input)
    let signature = [
      ("OSSAccessKeyId", "exampleAccessKeyID00"), ("Signature", "c2lnbmF0dXJlLW5vdC1jaGVja2Vk"),
    ]
    return checked(id, clauses, comment, faults, input.checkInput(signature: signature))
  }

  /// A case of `post.check` of a form that is signed with V4, and the faults that it has.
  static func checkV4(
    _ id: String, _ clauses: String..., comment: String, faults: [JSONValue] = [],
    input change: (inout PostInput) -> Void = { _ in }
  ) -> BuiltCase {
    var input = PostInput()
    input.conditions = covers
    change(&input)
    let signature = [
      ("x-oss-signature-version", "OSS4-HMAC-SHA256"), ("x-oss-credential", credential),
      ("x-oss-date", "20231216T162057Z"),
      ("x-oss-signature", "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"),
    ]
    return checked(id, clauses, comment, faults, input.checkInput(signature: signature))
  }

  /// The credential of the forms that are checked.
  static let credential = "exampleAccessKeyID00/20231216/cn-hangzhou/oss/aliyun_v4_request"

  /// The conditions that bind the fields of a V4 signature.
  static let covers: [JSONValue] = [
    ["x-oss-signature-version": "OSS4-HMAC-SHA256"], ["x-oss-credential": .string(credential)],
    ["x-oss-date": "20231216T162057Z"],
  ]

  private static func checked(
    _ id: String, _ clauses: [String], _ comment: String, _ faults: [JSONValue],
    _ input: JSONObject
  ) -> BuiltCase {
    BuiltCase(
      id: id, operation: .postCheck, clauses: clauses, comment: comment, input: input,
      stated: Answer(members: ["faults": .array(faults)]))
  }
}

import OSSJSON
import OSSPrimitives
import OSSServices
import OSSSigning
import OSSVectors
import Testing

/// The operations of upload forms, done with what an app imports.
enum PostReplay {
  static func answer(
    _ operation: OSSVectors.Operation, _ input: VectorInput, _ expected: GivenAnswer
  ) throws {
    switch operation {
    case .postPolicy: try policy(input, expected)
    case .postV1: try signatureV1(input, expected)
    case .postV4: try signatureV4(input, expected)
    default: try faults(input, expected)
    }
  }

  private static func policy(_ input: VectorInput, _ expected: GivenAnswer) throws {
    var conditions = try conditions(input.object["conditions"] ?? .null)
    if input.object["credentials"] != nil {
      conditions += try signer(input).conditions(at: input.time("time", "invalid-time"))
    }
    let policy = try PostPolicy(
      expiration: input.time("expiration", "invalid-time"), conditions: conditions)
    expected.member("policy", .string(String(decoding: policy.bytes, as: UTF8.self)))
  }

  /// The conditions, read from a policy that holds them.
  private static func conditions(_ list: JSONValue) throws -> [PostCondition] {
    if list == .array([]) { return [] }
    let text = "{\"expiration\":\"2000-01-01T00:00:00Z\",\"conditions\":\(list.compact())}"
    return try PostPolicy(bytes: Bytes(text.utf8)).conditions
  }

  private static func signatureV1(_ input: VectorInput, _ expected: GivenAnswer) throws {
    let policy = try input.bytes("policy")
    compare(try PostSigner(input.credentials(), .v1).sign(policy.span, at: .epoch), expected)
  }

  private static func signatureV4(_ input: VectorInput, _ expected: GivenAnswer) throws {
    let policy = try input.bytes("policy")
    let time = try input.time("time", "invalid-time")
    compare(try signer(input).sign(policy.span, at: time), expected)
    // The key of a form is the one that requests of its day are signed with.
    let signer = try Signer(input.credentials(), input.scope())
    expected.stage("scope", signer.identity.scope(at: time) ?? "")
    expected.stage("signingKey", signer.signingKey(at: time) ?? "")
  }

  private static func signer(_ input: VectorInput) throws -> PostSigner {
    do {
      return try PostSigner(input.credentials(), input.scope())
    } catch PostSignerError.invalidScope(let error) {
      throw error
    }
  }

  private static func compare(_ form: SignedPostForm, _ expected: GivenAnswer) {
    expected.member("policy", .string(form.policy))
    expected.member("signature", .string(form.signature))
    expected.member(
      "fields", .array(form.fields.map { .array([.string($0.name), .string($0.value)]) }))
  }

  private static func faults(_ input: VectorInput, _ expected: GivenAnswer) throws {
    let fields = try (input.object["fields"]?.arrayValue ?? []).map { field in
      let pair = try #require(field.arrayValue)
      return FormField(
        try #require(pair.first?.stringValue), try #require(pair.last?.stringValue))
    }
    let form = PostForm(
      bucket: try input.string("bucket"), fields: fields,
      fileByteCount: try #require(input.object["fileSize"]?.integerValue))
    let policy = try PostPolicy(bytes: input.bytes("policy"))
    let faults = policy.faults(of: form, at: try input.time("now", "invalid-time"))
    expected.member("faults", .array(faults.map { .object(members(of: $0)) }))
  }

  private static func members(of fault: PostFormFault) -> JSONObject {
    var members: JSONObject = ["class": .string(fault.code)]
    switch fault {
    case .policyExpired: break
    case .conditionFailed(let index, _):
      members["condition"] = .number(JSONNumber(Int64(index)))
    case .missingField(let name), .repeatedField(let name), .invalidField(let name),
      .uncoveredField(let name):
      members["field"] = .string(name)
    case .otherPolicy: members["field"] = "policy"
    case .signatureNotYetValid, .signatureExpired: members["field"] = "x-oss-date"
    }
    return members
  }
}

package import OSSJSON
package import OSSPrimitives
internal import OSSVectors

/// Upload forms and their policies (post-policy.md).
package struct FormModel: Sendable {
  /// The faults that a mistake accepts; none.
  package var accepts: Set<ServiceFault> = []

  /// A time in seconds, as it is read (POST-REF-4).
  package var seconds: @Sendable (Int64) -> Int64 = { $0 }

  /// A region, as it is read (POST-REF-3).
  package var region: @Sendable (String) -> String = { $0 }

  // MARK: Policy

  /// The field `policy`: the base64 text of the bytes, as they are given (POST-POL-1, POST-POL-2).
  package var text: @Sendable (Bytes) -> String = { $0.base64 }
  /// The policy as a text (POST-POL-4).
  package var written: @Sendable (JSONObject) -> String = { JSONValue.object($0).compact() }
  /// The expiration as it is written (POST-POL-4, POST-POL-5).
  package var expiration: @Sendable (Int64) -> JSONValue = {
    .string(CivilTime.text($0, "yyyy-MM-ddTHH:mm:ss.000Z"))
  }
  /// The bytes of a policy as JSON; nil if they are not JSON (POST-POL-3, POST-COND-8).
  package var json: @Sendable (Bytes) -> JSONValue? = { FormPolicy.json($0) }
  /// The expiration as it is read; nil for no time in UTC (POST-POL-5).
  package var readExpiration: @Sendable (String) -> Int64? = { FormPolicy.expiration($0) }

  // MARK: Conditions

  /// The caller's conditions as a policy holds them: all, in their order (POST-POL-4).
  package var given: @Sendable ([FormCondition]) -> [FormCondition] = { $0 }
  /// The faults of policies that are passed over, together with the condition; none.
  package var passesOver: Set<FormPolicy.Fault> = []
  /// The word for a way to match (POST-COND-3 to POST-COND-6).
  package var word: @Sendable (FormCondition.Match) -> String = { $0.rawValue }
  /// A name as an object has it (POST-COND-2, POST-COND-7).
  package var objectName: @Sendable (String) -> String = { $0 }
  /// A name as an array has it (POST-COND-7).
  package var arrayName: @Sendable (String) -> String = { "$" + $0 }
  /// The number of bytes of a range (POST-COND-5).
  package var size: @Sendable (Int64) -> JSONValue = { .number(JSONNumber($0)) }
  /// A list of values (POST-COND-6).
  package var list: @Sendable ([JSONValue]) -> JSONValue = { .array($0) }
  /// A value as it is written, with a backslash before each dollar sign (POST-COND-8).
  package var escaped: @Sendable (String, FormCondition.Match) -> String = { text, _ in
    text.replaced("$", by: "\\$")
  }
  /// The value that a text means (POST-COND-8, POST-COND-9).
  package var unescaped: @Sendable (String) -> String = { $0.replaced("\\$", by: "$") }

  /// The name that an array has, without its dollar sign; nil for none (POST-COND-7).
  package var bareName: @Sendable (String) -> String? = {
    $0.utf8.first == UInt8(ascii: "$") ? Bytes($0.utf8.dropFirst()).text : nil
  }
  /// The greatest size of a range (POST-COND-5, POST-REF-1).
  package var greatestSize = Int64.max
  /// The field that a condition names (POST-COND-7).
  package var field: @Sendable (String, FormCondition.Match) -> String = { name, _ in name }

  // MARK: Signatures

  /// Whether an empty token is one (POST-REF-2, V1-TOK-2).
  package var keepsEmptyToken = false
  /// The names of the fields of V1; one without a name is not sent (POST-V1-2, POST-V1-3).
  package var namesV1: [FormPart: String] = [
    .id: "OSSAccessKeyId", .policy: "policy", .signature: "Signature",
    .token: "x-oss-security-token",
  ]
  /// The names of the fields of V4 (POST-V4-1, POST-V4-7).
  package var namesV4: [FormPart: String] = [
    .policy: "policy", .version: "x-oss-signature-version", .credential: "x-oss-credential",
    .date: "x-oss-date", .signature: "x-oss-signature", .token: "x-oss-security-token",
  ]
  /// The signature of V1, from the secret and the text (POST-V1-1).
  package var signatureV1: @Sendable (Bytes, Bytes) -> String = {
    SigningModel.hmacSHA1($0, $1).base64
  }
  /// The field `x-oss-signature-version` (POST-V4-1).
  package var version = "OSS4-HMAC-SHA256"
  /// The field `x-oss-date` (POST-V4-1).
  package var date: @Sendable (Int64) -> String = { CivilTime.text($0, "yyyyMMddTHHmmssZ") }
  /// The scope: day, region, product and `aliyun_v4_request` (POST-V4-2, V4-SCO-1).
  package var scope: @Sendable (Int64, String, String) -> [String] = {
    [CivilTime.text($0, "yyyyMMdd"), $1, $2, "aliyun_v4_request"]
  }
  /// The field `x-oss-credential` (POST-V4-2).
  package var credential: @Sendable (String, [String]) -> String = {
    ([$0] + $1).joined(separator: "/")
  }
  /// The key, from the secret and the scope (POST-V4-4, V4-KEY-1, V4-KEY-2).
  package var signingKey: @Sendable (Bytes, [String]) -> Bytes = {
    FormSigner.chain("aliyun_v4".raw + $0, $1)
  }
  /// What is signed with V4: the text, without the date and the scope (POST-V4-3).
  package var stringV4: @Sendable (Bytes, _ date: String, _ scope: String) -> Bytes = {
    text, _, _ in text
  }
  /// The signature of V4, from the key and what is signed (POST-V4-3).
  package var signatureV4: @Sendable (Bytes, Bytes) -> String = {
    SigningModel.hmacSHA256($0, $1).hexadecimal
  }
  /// The parts of a V4 signature that a policy asks for, in their order (POST-V4-5, POST-V4-8).
  package var covered: [FormPart] = [.version, .credential, .token, .date]

  // MARK: Checking

  /// Whether two names of fields are one (POST-FORM-3).
  package var sameName: @Sendable (String, String) -> Bool = {
    $0.raw.lowerCase == $1.raw.lowerCase
  }
  /// The value of a field that is given several times (POST-FORM-4).
  package var chosen: @Sendable ([String]) -> String? = { $0.first }
  /// A value as it is compared (POST-FORM-3, POST-CHK-3).
  package var compared: @Sendable (String) -> Bytes = { $0.raw }
  /// Whether a policy has expired, from its expiration and the clock (POST-CHK-1).
  package var hasExpired: @Sendable (Int64, Int64) -> Bool = { $1 >= $0 }
  /// The fields that a form must have: of V4, or of V1 (POST-FORM-1, POST-V1-2, POST-V4-1, POST-CHK-6).
  package var required: @Sendable (_ isV4: Bool) -> [String] = {
    $0
      ? [
        "key", "policy", "x-oss-signature-version", "x-oss-credential", "x-oss-date",
        "x-oss-signature",
      ] : ["key", "policy", "OSSAccessKeyId", "Signature"]
  }
  /// Whether a form is one of V4 (POST-CHK-6).
  package var isV4: @Sendable (FormUpload) -> Bool = { $0.field("x-oss-signature-version") != nil }
  /// Whether a field counts as missing (POST-CHK-6).
  package var isMissing: @Sendable (String?) -> Bool = { $0.map(\.utf8.isEmpty) ?? true }
  /// The names of the fields that are given again (POST-FORM-4).
  package var repeated: @Sendable (FormUpload) -> [String] = { form in
    form.fields.indices.filter { index in
      form.fields[..<index].contains { form.sameName($0.name, form.fields[index].name) }
    }.map { form.fields[$0].name }
  }
  /// The fields that no condition names and that are refused for it: none (POST-FORM-2).
  package var foreign: @Sendable (FormUpload, [FormCondition]) -> [String] = { _, _ in [] }
  /// Whether a field `policy` is the text of the policy (POST-CHK-7).
  package var isPolicy: @Sendable (String, Bytes) -> Bool = { $0.hasSameBytes(as: $1.base64) }
  /// Whether the version, the date and the credential are looked at (POST-CHK-7).
  package var readsValuesOfV4 = true
  /// Whether a condition asks that a field has this value (POST-CHK-8, POST-V4-5).
  package var covers: @Sendable (FormCondition, String, String, FormModel) -> Bool = {
    condition, name, value, model in
    [.object, .equal].contains(condition.match) && model.sameName(condition.name, name)
      && condition.values[0].hasSameBytes(as: value)
  }
  /// How many seconds a signature may be early, and how many it works (POST-V4-6, POST-CHK-9).
  package var signatureSpan: (early: Int64, late: Int64) = (900, 604_800)
  /// The value that a condition sees for a name (POST-CHK-4, POST-CHK-5).
  package var value: @Sendable (FormUpload, String) -> String? = {
    $0.sameName($1, "bucket") ? $0.bucket : $0.field($1) ?? ""
  }
  /// Whether a condition on a field is passed over (POST-CHK-5).
  package var skips: @Sendable (FormUpload, _ field: String) -> Bool = { _, _ in false }
  /// Whether a value fulfils a condition (POST-COND-2 to POST-COND-6).
  package var fulfils: @Sendable (Bytes, FormCondition.Match, [Bytes]) -> Bool = {
    FormCondition.fulfils($0, $1, $2)
  }
  /// Whether a size is in a range (POST-COND-5).
  package var isInside: @Sendable (Int64, ClosedRange<Int64>) -> Bool = { $1.contains($0) }
  /// The faults as they are reported, each with its index or its field (POST-CHK-2).
  package var reported: @Sendable ([FormFault]) -> [FormFault] = { $0 }

  func answer(_ operation: OSSVectors.Operation, _ input: InputReader, _ model: Model)
    throws(Refusal) -> Answer?
  {
    switch operation {
    case .postPolicy: try policy(input)
    case .postV1: try signedV1(input)
    case .postV4: try signedV4(input)
    case .postCheck: try checked(input)
    default: nil
    }
  }
}

internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in the signatures and fields of upload forms (post-policy.md).
enum FormSigningMistakes {
  static let all: [Mistake] = signatures + fields + scopes + keys + conditions + refusals

  private static let row = PartMistakes(
    \.forms, in: [.postV1, .postV4], oss: .refusesSignature)

  private static func decoded(_ text: Bytes) -> Bytes { (try? Base64.decode(text.text)) ?? text }
  private static let signatures: [Mistake] = [
    row(
      "post-bytes-signed", ["POST-V1-1", "POST-V4-3"], "The bytes of the policy are signed.",
      fix: "Sign the base64 text of the policy."
    ) {
      $0.signatureV1 = { SigningModel.hmacSHA1($0, decoded($1)).base64 }
      $0.signatureV4 = { SigningModel.hmacSHA256($0, decoded($1)).hexadecimal }
    },
    row(
      "post-other-hash", ["POST-V1-1", "POST-V4-3"], "V1 uses SHA-256, or V4 SHA-1.",
      fix: "Use HMAC-SHA1 for V1 and HMAC-SHA256 for V4."
    ) {
      $0.signatureV1 = { SigningModel.hmacSHA256($0, $1).base64 }
      $0.signatureV4 = { SigningModel.hmacSHA1($0, $1).hexadecimal }
    },
    row(
      "post-other-encoding", ["POST-V1-1", "POST-V4-3"],
      "The signature is hexadecimal in V1, or base64 in V4.",
      fix: "Write the signature of V1 in base64 and that of V4 in hexadecimal digits."
    ) {
      $0.signatureV1 = { SigningModel.hmacSHA1($0, $1).hexadecimal }
      $0.signatureV4 = { SigningModel.hmacSHA256($0, $1).base64 }
    },
    row(
      "post-secret-as-latin-1", ["POST-V1-1"], "The secret is encoded as Latin-1.",
      fix: "Use the UTF-8 bytes of the secret.", in: [.postV1]
    ) {
      $0.signatureV1 = { secret, text in
        let key = Bytes(secret.text.unicodeScalars.map { UInt8(exactly: $0.value) ?? 0x3F })
        return SigningModel.hmacSHA1(key, text).base64
      }
    },
    row(
      "post-v4-four-lines-signed", ["POST-V4-3"], "Four lines are signed, as for a request.",
      fix: "Sign the text of the policy.", in: [.postV4]
    ) {
      $0.signatureV4 = { key, text in
        let lines =
          "OSS4-HMAC-SHA256\n20231216T162057Z\n20231216/cn-hangzhou/oss/aliyun_v4_request\n"
        return SigningModel.hmacSHA256(
          key, Bytes((lines + SHA256.hash(text.span).hexadecimal).utf8)
        ).hexadecimal
      }
    },
    row(
      "post-v4-signature-upper-case", ["POST-V4-3"], "The digits of a signature are in upper case.",
      fix: "Write the digits a to f of a signature in lower case.", in: [.postV4]
    ) { $0.signatureV4 = { SigningModel.hmacSHA256($0, $1).hexadecimal.uppercased() } },
    row(
      "post-v4-signature-without-zeros", ["POST-V4-3"], "A byte below 16 has one digit (`%x`).",
      fix: "Write each byte of a signature with two digits.", in: [.postV4]
    ) {
      $0.signatureV4 = { SigningModel.hmacSHA256($0, $1).map { String($0, radix: 16) }.joined() }
    },
  ]

  // MARK: Fields

  private static func sending(
    _ id: String, _ clauses: [String], _ sentence: String,
    in operations: Set<OSSVectors.Operation> = [.postV1, .postV4],
    _ change: @escaping @Sendable (inout FormModel) -> Void
  ) -> Mistake {
    row(
      id, clauses, sentence,
      fix: "Send the fields of POST-V1-2 or POST-V4-1 and the token by exactly their names.",
      in: operations,
      oss: .refuses(evidence: "A form without one of these fields is refused: InvalidArgument."),
      change)
  }

  /// A part that is sent under other names, or not at all.
  private static func naming(
    _ part: FormPart, _ nameV1: String?, _ nameV4: String?
  ) -> @Sendable (inout FormModel) -> Void {
    {
      $0.namesV1[part] = nameV1
      $0.namesV4[part] = nameV4
    }
  }

  private static func dating(
    _ id: String, _ sentence: String, _ date: @escaping @Sendable (Int64) -> String
  ) -> Mistake {
    row(
      id, ["POST-V4-1"], sentence, fix: "Write `x-oss-date` like `20231203T121212Z`, in UTC.",
      in: [.postV4], oss: .unknown
    ) { $0.date = date }
  }

  private static let fields: [Mistake] = [
    sending(
      "post-v1-id-under-name-of-s3", ["POST-V1-2"], "The key ID is sent as `AWSAccessKeyId`.",
      in: [.postV1], naming(.id, "AWSAccessKeyId", nil)),
    sending(
      "post-policy-not-sent", ["POST-V1-2", "POST-V4-1"], "The form has no field `policy`.",
      naming(.policy, nil, nil)),
    sending(
      "post-signature-under-other-name", ["POST-V1-2", "POST-V4-1"],
      "The field of the signature has the name of the other version.",
      naming(.signature, "x-oss-signature", "Signature")),
    sending(
      "post-token-not-sent", ["POST-V1-3", "POST-V4-7"], "The form has no security token.",
      naming(.token, nil, nil)),
    sending(
      "post-token-under-other-name", ["POST-V1-3", "POST-V4-7"],
      "The token is sent as `security-token`.", naming(.token, "security-token", "security-token")),
    sending(
      "post-v4-version-not-sent", ["POST-V4-1"], "The form does not name the version.",
      in: [.postV4], naming(.version, nil, nil)),
    dating("post-v4-date-without-time", "The field `x-oss-date` has no time of day.") {
      CivilTime.text($0, "yyyyMMdd")
    },
    dating("post-v4-date-in-12-hours", "The hours of `x-oss-date` end at 12 (`hh`).") {
      CivilTime.text($0 - ($0 % 86_400 >= 46_800 ? 43_200 : 0), "yyyyMMddTHHmmssZ")
    },
  ]

  // MARK: Scope and key

  private static func scope(
    _ id: String, _ sentence: String,
    _ scope: @escaping @Sendable (_ time: Int64, _ region: String, _ product: String) -> [String]
  ) -> Mistake {
    row(
      id, ["POST-V4-2", "POST-V4-4"], sentence,
      fix: "Use the day in UTC, the region without `oss-` and the product in the scope.",
      in: [.postV4]
    ) { $0.scope = scope }
  }

  private static let right = FormModel().scope

  private static let scopes: [Mistake] = [
    row(
      "post-v4-credential-is-id", ["POST-V4-2"], "The credential is the access key ID alone.",
      fix: "Write the scope behind the access key ID in `x-oss-credential`.", in: [.postV4]
    ) { $0.credential = { id, _ in id } },
    scope("post-v4-product-fixed", "The product is always `oss`.") { time, region, _ in
      right(time, region, "oss")
    },
    scope("post-v4-region-of-endpoint", "The region has the `oss-` of host names.") {
      right($0, "oss-" + $1, $2)
    },
    scope("post-v4-day-local", "The day is that of China.") { right($0 + 28_800, $1, $2) },
  ]

  private static func key(
    _ id: String, _ sentence: String, _ key: @escaping @Sendable (Bytes, [String]) -> Bytes
  ) -> Mistake {
    row(
      id, ["POST-V4-4"], sentence,
      fix: "Begin with `aliyun_v4` and the secret; add day, region, product, `aliyun_v4_request`.",
      in: [.postV4]
    ) { $0.signingKey = key }
  }

  private static func chain(_ prefix: String, _ secret: Bytes, _ parts: [String]) -> Bytes {
    FormSigner.chain(prefix.raw + secret, parts)
  }

  private static let keys: [Mistake] = [
    key("post-v4-secret-is-key", "The secret itself is the key.") { secret, _ in secret },
    key("post-v4-key-without-prefix", "The key begins as the secret.") { chain("", $0, $1) },
    key("post-v4-key-of-aws", "The key begins as `AWS4` and the secret.") { chain("AWS4", $0, $1) },
    key("post-v4-key-order", "The key takes the region before the day.") {
      chain("aliyun_v4", $0, [$1[1], $1[0], $1[2], $1[3]])
    },
    key("post-v4-key-unfinished", "The last step of the key is missing.") {
      chain("aliyun_v4", $0, $1.dropLast())
    },
    key("post-v4-key-without-product", "The key does not depend on the product.") {
      chain("aliyun_v4", $0, [$1[0], $1[1], $1[3]])
    },
    key("post-v4-key-secret-cut", "The key begins with 64 bytes at most.") {
      FormSigner.chain(Bytes(("aliyun_v4".raw + $0).prefix(64)), $1)
    },
    key("post-v4-key-in-hexadecimal", "Each step of the key is written in hexadecimal digits.") {
      $1.reduce("aliyun_v4".raw + $0) { Bytes(chain("", $0, [$1]).hexadecimal.utf8) }
    },
  ]

  // MARK: Conditions and refusals

  private static func covering(
    _ id: String, _ sentence: String, clause: String = "POST-V4-5", _ parts: [FormPart]
  ) -> Mistake {
    row(
      id, [clause], sentence,
      fix: "Add conditions for version, credential, token and date, in this order.",
      in: [.postPolicy], oss: .unknown
    ) { $0.covered = parts }
  }

  private static let conditions: [Mistake] = [
    covering("post-covers-left-out", "The fields of V4 have no conditions.", []),
    covering(
      "post-cover-of-version-left-out", "The version has no condition.",
      [.credential, .token, .date]),
    covering(
      "post-cover-of-date-left-out", "The date has no condition.", [.version, .credential, .token]),
    covering(
      "post-cover-of-token-left-out", "The token has no condition.", [.version, .credential, .date]),
    covering(
      "post-covers-in-other-order", "The conditions for V4 have another order.",
      clause: "POST-V4-8", [.date, .token, .credential, .version]),
  ]

  /// A fault that forms and calls of STS accept.
  private static func accepting(
    _ id: String, _ clauses: [String], _ sentence: String, _ faults: Set<ServiceFault>,
    seen: [SeenIn] = []
  ) -> Mistake {
    Mistake(
      id, clauses, sentence, fix: "Refuse such credentials, regions and products before signing.",
      in: [.postPolicy, .postV1, .postV4, .stsRPC], seen: seen
    ) {
      $0.forms.accepts = faults
      $0.sts.accepts = faults
    }
  }

  private static let refusals: [Mistake] = [
    accepting(
      "post-empty-secret-signs", ["POST-REF-2", "RPC-REF-6"], "An empty secret signs.",
      [.emptySecret]),
    accepting(
      "post-empty-id-signs", ["POST-REF-2", "RPC-REF-6"], "An empty access key ID signs.",
      [.emptyID]),
    accepting(
      "rpc-line-ends-signed", ["POST-REF-2", "RPC-REF-6"],
      "An access key ID and a token may hold line ends.", [.foreignID, .brokenToken],
      seen: [.credentialsPython("The credentials must not be empty; nothing else is asked.")]),
    accepting("post-any-region", ["POST-REF-3"], "Any text is a region.", [.region]),
    accepting("post-any-product", ["POST-REF-3"], "Any text is a product.", [.product]),
    row(
      "post-times-divided", ["POST-REF-4"], "Times in milliseconds are divided by 1000.",
      fix: "Refuse times outside the years 1 to 9999.", in: [.postPolicy, .postV4, .postCheck],
      oss: .unknown
    ) { $0.seconds = { $0 > CivilTime.range.upperBound ? $0 / 1000 : $0 } },
  ]
}

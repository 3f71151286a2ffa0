internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in the signature of an upload form and in its fields.
enum PostSignatureMutants {
  static let all: [Mutant] = signaturesV1 + fieldsV1 + fieldsV4 + signaturesV4 + keys + covers

  private static let signaturesV1: [Mutant] = [
    v1(
      "post-v1-bytes-signed", "POST-V1-1", "The bytes of the policy are signed.",
      "Sign their base64 text."
    ) { steps in
      let former = steps.post.signatureV1
      steps.post.signatureV1 = { former($0, (try? Base64.decode($1.text)) ?? $1) }
    },
    v1(
      "post-v1-signed-with-sha256", "POST-V1-1", "The signature is one of HMAC-SHA256.",
      "Use HMAC-SHA1."
    ) {
      $0.post.signatureV1 = { secret, text in
        Base64.encode(
          HMACSHA256Key(secret.span).authenticationCode(for: text.span).bytes.span)
      }
    },
    v1(
      "post-v1-signature-hexadecimal", "POST-V1-1", "The signature is written in hexadecimal.",
      "Write it in base64."
    ) {
      $0.post.signatureV1 = { secret, text in
        HMACSHA1Key(secret.span).authenticationCode(for: text.span).hexadecimal
      }
    },
    v1(
      "post-v1-secret-as-latin-1", "POST-V1-1", "The secret is taken as Latin-1.",
      "Take its UTF-8 bytes."
    ) { steps in
      let former = steps.post.signatureV1
      steps.post.signatureV1 = { former($0.text.latin1, $1) }
    },
  ]

  private static let fieldsV1: [Mutant] = [
    v1(
      "post-v1-id-under-name-of-s3", "POST-V1-2", "The key ID is sent as AWSAccessKeyId.",
      "Name the field OSSAccessKeyId."
    ) {
      $0.rewriteFormFields { $0.renaming("OSSAccessKeyId", to: "AWSAccessKeyId") }
    },
    v1(
      "post-v1-policy-left-out", "POST-V1-2", "The form has no policy.", "Add the field policy."
    ) { $0.rewriteFormFields { $0.without("policy") } },
    v1(
      "post-v1-signature-of-v4", "POST-V1-2", "The signature is sent as x-oss-signature.",
      "Name the field Signature."
    ) { $0.rewriteFormFields { $0.renaming("Signature", to: "x-oss-signature") } },
    v1(
      "post-v1-token-left-out", "POST-V1-3", "The form has no token.",
      "Add the field x-oss-security-token."
    ) { $0.rewriteFormFields { $0.without("x-oss-security-token") } },
    v1(
      "post-v1-token-of-urls", "POST-V1-3", "The token is sent as security-token.",
      "Name the field x-oss-security-token."
    ) { $0.rewriteFormFields { $0.renaming("x-oss-security-token", to: "security-token") } },
  ]

  private static let fieldsV4: [Mutant] = [
    v4(
      "post-v4-version-left-out", "POST-V4-1", "The form does not tell the version.",
      "Add the field x-oss-signature-version."
    ) { $0.rewriteFormFields { $0.without("x-oss-signature-version") } },
    v4(
      "post-v4-version-of-v2", "POST-V4-1", "The version is OSS2.", "Write OSS4-HMAC-SHA256."
    ) { $0.rewriteFormFields { $0.changing("x-oss-signature-version") { _ in "OSS2" } } },
    v4(
      "post-v4-date-alone", "POST-V4-1", "x-oss-date has no time of day.",
      "Write the date and the time of day."
    ) { $0.rewriteFormFields { $0.changing("x-oss-date") { String($0.prefix(8)) } } },
    v4(
      "post-v4-signature-of-v1", "POST-V4-1", "The signature is sent as Signature.",
      "Name the field x-oss-signature."
    ) { $0.rewriteFormFields { $0.renaming("x-oss-signature", to: "Signature") } },
    v4(
      "post-v4-credential-is-id", "POST-V4-2", "The credential is the access key ID alone.",
      "Add the scope."
    ) {
      $0.rewriteFormFields {
        $0.changing("x-oss-credential") { String($0.prefix { $0 != "/" }) }
      }
    },
    v4(
      "post-v4-product-fixed", "POST-V4-2", "The product of the credential is oss, always.",
      "Write the product that is asked for."
    ) {
      $0.rewriteFormFields {
        $0.changing("x-oss-credential") {
          Bytes($0.utf8).replacing("/oss-cloudbox/", with: "/oss/").text
        }
      }
    },
    v4(
      "post-v4-region-of-endpoint", "POST-V4-2", "The region of the credential begins with oss-.",
      "Leave oss- out."
    ) {
      $0.rewriteFormFields {
        $0.changing("x-oss-credential") { Bytes($0.utf8).replacing("/cn-", with: "/oss-cn-").text }
      }
    },
    v4(
      "post-v4-day-local", "POST-V4-2", "The credential has the date of China.",
      "Write the date in UTC."
    ) { steps in
      let former = steps.post.fieldsV4
      steps.post.fieldsV4 = { identity, time, text, signature in
        let local = (try? time.adding(seconds: 28_800)) ?? time
        let other = former(identity, local, text, signature)
        return former(identity, time, text, signature).map { field in
          field.name == "x-oss-credential" ? other.first { $0.name == field.name } ?? field : field
        }
      }
    },
    v4(
      "post-v4-token-left-out", "POST-V4-7", "The form has no token.",
      "Add the field x-oss-security-token."
    ) { $0.rewriteFormFields { $0.without("x-oss-security-token") } },
    v4(
      "post-v4-token-of-v1", "POST-V4-7", "The token is sent as security-token.",
      "Name the field x-oss-security-token."
    ) { $0.rewriteFormFields { $0.renaming("x-oss-security-token", to: "security-token") } },
  ]

  private static let signaturesV4: [Mutant] = [
    v4(
      "post-v4-four-lines-signed", "POST-V4-3",
      "A string of four lines is signed, as of a request.",
      "Sign the text of the policy."
    ) { steps in
      let former = steps.post.signatureV4
      steps.post.signatureV4 = { key, text in
        let hash = SHA256.hash(text.span).hexadecimal
        return former(
          key, Bytes("OSS4-HMAC-SHA256\n20231216T162057Z\n20231216/cn-hangzhou\n\(hash)".utf8))
      }
    },
    v4(
      "post-v4-signature-base64", "POST-V4-3", "The signature is written in base64.",
      "Write it in hexadecimal."
    ) {
      $0.post.signatureV4 = { key, text in
        Base64.encode(HMACSHA256Key(key.span).authenticationCode(for: text.span).bytes.span)
      }
    },
    v4(
      "post-v4-signature-upper-case", "POST-V4-3", "The digits of the signature are in upper case.",
      "Write a to f in lower case."
    ) { steps in
      let former = steps.post.signatureV4
      steps.post.signatureV4 = { former($0, $1).uppercased() }
    },
  ]

  private static let keys: [Mutant] = [
    key("post-v4-secret-is-key", "The secret signs by itself.", "Derive the key.") {
      secret, _ in secret
    },
    key("post-v4-key-without-prefix", "The key begins as the secret.", "Put aliyun_v4 before it.") {
      chain($0, [$1.date, $1.region, $1.product, end])
    },
    key("post-v4-key-of-aws", "The key begins as AWS4 and the secret.", "Begin with aliyun_v4.") {
      chain(Bytes("AWS4".utf8) + $0, [$1.date, $1.region, $1.product, end])
    },
    key("post-v4-key-order", "The region comes before the date.", "Begin with the date.") {
      chain(prefixed($0), [$1.region, $1.date, $1.product, end])
    },
    key("post-v4-key-unfinished", "The last step of the key is missing.", "Add aliyun_v4_request.")
    { chain(prefixed($0), [$1.date, $1.region, $1.product]) },
    key("post-v4-key-product-fixed", "The product of the key is oss, always.", "Take the product.")
    { chain(prefixed($0), [$1.date, $1.region, "oss", end]) },
    key("post-v4-key-secret-cut", "The key begins with 64 bytes at most.", "Hash a longer one.") {
      chain(Bytes(prefixed($0).prefix(64)), [$1.date, $1.region, $1.product, end])
    },
    key("post-v4-key-short-year", "The date of the key has a year of two digits.", "Use four.") {
      chain(prefixed($0), [String($1.date.dropFirst(2)), $1.region, $1.product, end])
    },
  ]

  private static let covers: [Mutant] = [
    cover("post-covers-left-out", "POST-V4-5", "No condition is added.", "Add them.") { _ in [] },
    cover(
      "post-cover-of-version-left-out", "POST-V4-5", "The version has no condition.", "Add it."
    ) { Array($0.dropFirst()) },
    cover(
      "post-cover-of-date-left-out", "POST-V4-5", "The date has no condition.", "Add it."
    ) { Array($0.dropLast()) },
    cover(
      "post-cover-of-token-left-out", "POST-V4-5", "The token has no condition.", "Add it."
    ) { $0.count == 4 ? [$0[0], $0[1], $0[3]] : $0 },
    cover(
      "post-covers-in-other-order", "POST-V4-8", "The conditions stand in another order.",
      "Write the version first."
    ) { $0.reversed() },
  ]

  private static let end = "aliyun_v4_request"

  private static func prefixed(_ secret: Bytes) -> Bytes { Bytes("aliyun_v4".utf8) + secret }

  private static func chain(_ start: Bytes, _ parts: [String]) -> Bytes {
    parts.reduce(start) { key, part in
      let message = Bytes(part.utf8)
      return HMACSHA256Key(key.span).authenticationCode(for: message.span).bytes
    }
  }

  private static func v1(
    _ id: String, _ clause: String, _ mistake: String, _ mend: String,
    change: @escaping @Sendable (inout ReferenceSteps) -> Void
  ) -> Mutant {
    PostMutants.form(id, clause, mistake, mend: mend, on: [.postV1], change: change)
  }

  private static func v4(
    _ id: String, _ clause: String, _ mistake: String, _ mend: String,
    change: @escaping @Sendable (inout ReferenceSteps) -> Void
  ) -> Mutant {
    PostMutants.form(id, clause, mistake, mend: mend, on: [.postV4], change: change)
  }

  private static func key(
    _ id: String, _ mistake: String, _ mend: String,
    _ key: @escaping @Sendable (Bytes, CredentialScopeV4) -> Bytes
  ) -> Mutant {
    v4(id, "POST-V4-4", mistake, mend) { $0.post.signingKeyV4 = key }
  }

  private static func cover(
    _ id: String, _ clause: String, _ mistake: String, _ mend: String,
    _ change: @escaping @Sendable ([PostCondition]) -> [PostCondition]
  ) -> Mutant {
    PostMutants.form(id, clause, mistake, mend: mend, on: [.postPolicy]) { steps in
      let former = steps.post.conditionsV4
      steps.post.conditionsV4 = { change(former($0, $1)) }
    }
  }
}

internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in the signatures and fields of upload forms (post-policy.md).
enum FormSigningMistakes {
  private static let rows = MistakeRows(\.forms, in: [.postV1, .postV4])
  private static let v4 = rows.in([.postV4])
  private static func decoded(_ text: Bytes) -> Bytes { (try? Base64.decode(text.text)) ?? text }

  /// Rows about a part that is sent under other names in V1 and V4, or not at all.
  private static func sending(_ part: FormPart) -> MistakeRows<(v1: String?, v4: String?)> {
    rows.fix("Send the fields of POST-V1-2 or POST-V4-1 and the token by exactly their names.")
      .by { names in { ($0.namesV1[part], $0.namesV4[part]) = names } }
  }
  /// Rows about values that a form has, and the policy that is made for it.
  private static let valued = rows.in([.postV4, .postPolicy])
  private static let dating = valued.breaking("POST-V4-1", "POST-V4-5")
    .fix("Write `x-oss-date` like `20231203T121212Z`, in UTC.").setting(\.date)
  private static let scope = valued.breaking("POST-V4-2", "POST-V4-4", "POST-V4-5")
    .fix("Use the day in UTC, the region without `oss-` and the product in the scope.")
    .setting(\.scope)
  private static let right = FormModel().scope
  private static let key = v4.breaking("POST-V4-4")
    .fix("Begin with `aliyun_v4` and the secret; add day, region, product, `aliyun_v4_request`.")
    .setting(\.signingKey)
  private static func chain(_ prefix: String, _ secret: Bytes, _ parts: [String]) -> Bytes {
    FormSigner.chain(prefix.raw + secret, parts)
  }
  private static let covering = rows.in([.postPolicy]).breaking("POST-V4-5")
    .fix("Add conditions for version, credential, token and date, in this order.")
    .setting(\.covered)
  /// Rows about faults that forms and calls of STS accept.
  private static let accepting: MistakeRows<Set<ServiceFault>> =
    MistakeRows(\.self, in: [.postPolicy, .postV1, .postV4, .stsRPC])
    .fix("Refuse such credentials, regions and products before signing.")
    .breaking("POST-REF-2", "RPC-REF-6").by { faults in
      {
        $0.forms.accepts = faults
        $0.sts.accepts = faults
      }
    }

  static let all: [Mistake] = [
    rows("post-region-prefix-dropped", "The oss- of host names is taken off a region.")
      .breaking("POST-REF-3").fix("Refuse a region that begins with oss-.").in([
        .postV4, .postPolicy,
      ])
      .change { $0.region = { $0.hasPrefix("oss-") ? String($0.dropFirst(4)) : $0 } },
    // The signature.
    rows("post-bytes-signed", "The bytes of the policy are signed.")
      .breaking("POST-V1-1", "POST-V4-3").fix("Sign the base64 text of the policy.").change {
        $0.signatureV1 = { SigningModel.hmacSHA1($0, decoded($1)).base64 }
        $0.signatureV4 = { SigningModel.hmacSHA256($0, decoded($1)).hexadecimal }
      },
    rows("post-other-hash", "V1 uses SHA-256, or V4 SHA-1.")
      .breaking("POST-V1-1", "POST-V4-3").fix("Use HMAC-SHA1 for V1 and HMAC-SHA256 for V4.")
      .change {
        $0.signatureV1 = { SigningModel.hmacSHA256($0, $1).base64 }
        $0.signatureV4 = { SigningModel.hmacSHA1($0, $1).hexadecimal }
      },
    rows("post-other-encoding", "The signature is hexadecimal in V1, or base64 in V4.")
      .breaking("POST-V1-1", "POST-V4-3")
      .fix("Write the signature of V1 in base64 and that of V4 in hexadecimal digits.").change {
        $0.signatureV1 = { SigningModel.hmacSHA1($0, $1).hexadecimal }
        $0.signatureV4 = { SigningModel.hmacSHA256($0, $1).base64 }
      },
    v4("post-v4-four-lines-signed", "Four lines are signed, as for a request.")
      .breaking("POST-V4-3").fix("Sign the policy's text alone.").change {
        $0.stringV4 = {
          "OSS4-HMAC-SHA256\n\($1)\n\($2)\n\(SHA256.hash($0.span).hexadecimal)".raw
        }
      },
    // The fields.
    sending(.id)("post-v1-id-under-name-of-s3", "The key ID is sent as `AWSAccessKeyId`.")
      .breaking("POST-V1-2").in([.postV1]).change(("AWSAccessKeyId", nil)),
    sending(.policy)("post-policy-not-sent", "The form has no field `policy`.")
      .breaking("POST-V1-2", "POST-V4-1").change((nil, nil)),
    sending(.signature)("post-signature-under-other-name")
      .sentence("The field of the signature has the name of the other version.")
      .breaking("POST-V1-2", "POST-V4-1").change(("x-oss-signature", "Signature")),
    sending(.token)("post-token-not-sent", "The form has no security token.")
      .breaking("POST-V1-3", "POST-V4-7").change((nil, nil)),
    sending(.token)("post-token-under-other-name", "The token is sent as `security-token`.")
      .breaking("POST-V1-3", "POST-V4-7").change(("security-token", "security-token")),
    rows("post-empty-token-sent", "A security token that is empty is sent.")
      .breaking("POST-V1-3", "POST-V4-7", "POST-V4-5").fix("Treat an empty token as none.")
      .in([.postV1, .postV4, .postPolicy]).change { $0.keepsEmptyToken = true },
    sending(.version)("post-v4-version-not-sent", "The form does not name the version.")
      .breaking("POST-V4-1").in([.postV4]).change((nil, nil)),
    dating("post-v4-date-without-time", "The field `x-oss-date` has no time of day.")
      .change { CivilTime.text($0, "yyyyMMdd") },
    dating("post-v4-date-in-12-hours", "The hours of `x-oss-date` end at 12 (`hh`).")
      .change { CivilTime.text($0 - ($0 % 86_400 >= 46_800 ? 43_200 : 0), "yyyyMMddTHHmmssZ") },
    dating("post-v4-date-local", "The field `x-oss-date` is a time of China with a `Z`.")
      .change { CivilTime.text($0 + 28_800, "yyyyMMddTHHmmssZ") },
    valued("post-v4-times-local", "The field `x-oss-date` and the day are a time of China.")
      .breaking("POST-V4-1", "POST-V4-2", "POST-V4-4", "POST-V4-5")
      .fix("Write the date and the day of the scope in UTC.").change {
        $0.date = { CivilTime.text($0 + 28_800, "yyyyMMddTHHmmssZ") }
        $0.scope = { right($0 + 28_800, $1, $2) }
      },
    valued("post-v4-year-of-week")
      .sentence("The year of `x-oss-date` and of the day is that of the week (`YYYY`).")
      .breaking("POST-V4-1", "POST-V4-2", "POST-V4-4")
      .fix("Write the calendar year: the pattern is yyyy, not YYYY.").change {
        let text = { @Sendable (seconds: Int64, pattern: String) in
          "\(CivilMoment(seconds).yearOfWeek)\(CivilTime.text(seconds, pattern).dropFirst(4))"
        }
        $0.date = { text($0, "yyyyMMddTHHmmssZ") }
        $0.scope = { [text($0, "yyyyMMdd")] + right($0, $1, $2).dropFirst() }
      },
    // The credential and the scope.
    valued("post-v4-credential-is-id", "The credential is the access key ID alone.")
      .breaking("POST-V4-2", "POST-V4-5").fix(
        "Write the scope behind the access key ID in `x-oss-credential`."
      )
      .change { $0.credential = { id, _ in id } },
    scope("post-v4-product-fixed", "The product is always `oss`.") { time, region, _ in
      right(time, region, "oss")
    },
    scope("post-v4-region-of-endpoint", "The region has the `oss-` of host names.")
      .change { right($0, "oss-" + $1, $2) },
    scope("post-v4-day-local", "The day is that of China.") { right($0 + 28_800, $1, $2) },
    // The signing key.
    // The conditions of V4.
    covering("post-covers-left-out", "The fields of V4 have no conditions.").change([]),
    covering("post-cover-of-version-left-out", "The version has no condition.")
      .change([.credential, .token, .date]),
    covering("post-cover-of-date-left-out", "The date has no condition.")
      .change([.version, .credential, .token]),
    covering("post-cover-of-token-left-out", "The token has no condition.")
      .change([.version, .credential, .date]),
    covering("post-covers-in-other-order", "The conditions for V4 have another order.")
      .breaking("POST-V4-8").change([.date, .token, .credential, .version]),
    // What is accepted.
    accepting("rpc-line-ends-signed", "An access key ID and a token may hold line ends.")
      .seen("The credentials must not be empty; nothing else is asked.", .credentialsPython)
      .change([.foreignID, .brokenToken]),
    accepting("post-any-region", "Any text is a region.").breaking("POST-REF-3").change([.region]),
    accepting("post-any-product", "Any text is a product.").breaking("POST-REF-3")
      .change([.product]),
    rows("post-times-divided", "Times in milliseconds are divided by 1000.").breaking("POST-REF-4")
      .fix("Refuse times outside the years 1 to 9999.").in([.postPolicy, .postV4, .postCheck])
      .change { $0.seconds = { $0 > CivilTime.range.upperBound ? $0 / 1000 : $0 } },
  ]
}

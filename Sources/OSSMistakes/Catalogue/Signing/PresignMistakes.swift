internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in what a presigned URL signs and adds.
enum PresignMistakes {
  private static let rows = SigningMistakes.rows
  private static let expiry = rows.breaking("PRE-STS-1", "V2-PRE-1").in(.urlsV1V2)
    .fix("Sign and send the whole seconds that the caller asks for.").setting(\.expiry)
  private static let line = rows.breaking("PRE-STS-1", "V2-PRE-1").in(.urlsV1V2)
    .fix("Write the expiry of the URL on the Date line, in seconds since 1970.").setting(\.dateLine)
  private static let unsigned: MistakeRows<@Sendable (QueryPart) -> Bool> =
    rows.breaking("V4-PRE-2").in(.urlsV2V4)
    .fix("Sign all parameters, the caller's and the added ones, but the signature itself.")
    .by { isLeftOut in { $0.leavesOutParameter(isLeftOut) } }
  private static let parameters = rows.in(.urlsV2V4).setting(\.addedParameters)
  /// Rows about the value of a parameter that presigning adds.
  private static func parameter(_ name: String) -> MistakeRows<@Sendable (SigningInput) -> Bytes> {
    parameters.in(.urlsV4).by { value in
      { input, added in
        added.map { $0.name.isText(name) ? SigningField($0.name, value(input)) : $0 }
      }
    }
  }
  private static let number = rows.setting(\.number)
  private static let validity = rows.setting(\.accepts).breaking("V4-REF-5")
    .fix("Sign for 1 to 604800 seconds, and refuse other numbers.").in(.urlsV4)
  private static let seconds: MistakeRows<@Sendable (Int64) -> Int64> = number.breaking("V4-REF-5")
    .fix("Sign for 1 to 604800 seconds, and refuse other numbers.").in(.urlsV4).by { change in
      { which, given, _ in which == .expires ? change(given) : given }
    }
  private static let unsignedNames: [Mistake] =
    [
      ("version", "x-oss-signature-version"), ("expires", "x-oss-expires"), ("date", "x-oss-date"),
      ("credential", "x-oss-credential"), ("list", "x-oss-additional-headers"),
    ].map { word, name in unsignedName("v4-url-\(word)-unsigned", name).in(.urlsV4).change(name) }
    + [
      ("version", "x-oss-signature-version"), ("expires", "x-oss-expires"),
      ("id", "x-oss-access-key-id"), ("list", "x-oss-additional-headers"),
    ].map { word, name in
      unsignedName("v2-url-\(word)-unsigned", name).breaking("V2-PRE-2").in(.urlsV2).change(name)
    }
  private static func unsignedName(_ id: String, _ name: String) -> MistakeRows<String> {
    unsigned.by { name in { $0.isAdded && $0.given.name.isText(name) } }(
      id, "The parameter \(name) is sent and not signed.")
  }
  private static let sent = SigningMistakes.urls.breaking("PRE-QRY-1").in(.urlsV1)
    .fix("Name the parameters OSSAccessKeyId, Expires and Signature, and send all three.")
  private static let lost: MistakeRows<String> = sent.by { name in
    { $0.query.removeAll { $0.isAdded && $0.name.isText(name) } }
  }
  private static let renamed: MistakeRows<[String: String]> = sent.by { names in
    { pieces in
      for index in pieces.query.indices where pieces.query[index].isAdded {
        let name = pieces.query[index].name
        pieces.query[index].name = names.reduce(name) { $0.replaced($1.key, by: $1.value) }
      }
    }
  }
  private static let signature: MistakeRows<SigningMistakes.Rewriting> =
    rows.breaking("PRE-QRY-2", "V2-PRE-3").in(.urlsV1V2)
    .fix("Percent-encode the signature once, in the builder of the URL or in the signer.")
    .by { change in
      {
        $0.rewriteSent({ $0.name.isText("Signature") || $0.name.isText("x-oss-signature") }, change)
      }
    }

  static let all: [Mistake] =
    unsignedNames + [
      rows(
        "v4-credential-encoded-twice", "The parameter x-oss-credential is percent-encoded twice."
      ).breaking("V4-PRE-1").fix("Percent-encode x-oss-credential once: a slash becomes %2F.")
        .in(.urlsV4).change {
          $0.addedParameters = { _, added in
            added.map { field in
              field.name.isText("x-oss-credential")
                ? SigningField("x-oss-credential", field.text.encoded()) : field
            }
          }
        },
      // The expiry.
      expiry("expires-relative-in-url", "The URL carries and signs a number of seconds from now.")
        .change { String($0.expires - $0.time).raw },
      expiry("expires-taken-as-relative", "The expiry is added to the time of signing.")
        .change { String($0.expires + $0.time).raw },
      expiry("expires-in-milliseconds", "The expiry is written in milliseconds.")
        .breaking("PRE-STS-1", "V2-PRE-1", "V4-PRE-3").in(.presigning)
        .change { "\($0.expires)000".raw },
      expiry("expires-overflows-in-2038", "The expiry overflows in 2038.")
        .change { String(Int32(truncatingIfNeeded: $0.expires)).raw },
      expiry("expires-as-floating-point", "The expiry has a fraction, such as 1702743657.0.")
        .change { "\($0.expires).0".raw },
      line("presign-date-on-line", "The date of signing is on the Date line.") { input, _ in
        CivilMoment(input.time).httpDate.raw
      },
      line("presign-expiry-as-date", "The expiry is on the Date line as a date.") { input, _ in
        CivilMoment(input.expires).httpDate.raw
      },
      line("presign-date-header-on-line", "A Date header takes the place of the expiry.")
        .breaking("PRE-STS-3").change { $0.header("date") ?? $1 },
      line("presign-x-oss-date-on-line", "x-oss-date takes the place of the expiry.")
        .breaking("PRE-STS-3").change { $0.header("x-oss-date") ?? $1 },
      rows("presign-expired-refused", "A URL whose expiry has passed is refused.")
        .breaking("PRE-EXP-1").in(.urlsV1)
        .fix("Make the URL; ask in another place whether it has expired.")
        .seen("The expiry is a count of seconds from now, which has no sign.", .openDAL)
        .change { $0.refuses = { $0.expires < $0.time ? .invalidExpires : nil } },
      parameter("x-oss-expires")("v4-url-expires-as-date", "x-oss-expires is a time since 1970.")
        .breaking("V4-PRE-3").fix("Write how many seconds the URL works.")
        .change { String($0.time + $0.expires).raw },
      // Headers of a URL.
      rows("presign-headers-unsigned", "No header is signed in a URL.")
        .breaking("PRE-STS-2", "V2-PRE-4", "V4-PRE-6").in(.presigning)
        .fix("Sign the caller's headers, and send them with the URL.")
        .seen("The string of a URL is made without the headers.", .reqsignRead)
        .change { $0.signsHeader = { _, _, _ in false } },
      rows("presign-oss-headers-unsigned", "The x-oss- headers of a URL are not signed.")
        .breaking("PRE-STS-2", "V2-PRE-4", "V4-PRE-6").in(.presigning)
        .fix("Sign the caller's headers, and send them with the URL.")
        .change { $0.leavesOut(\.isOSS) },
      rows("v4-url-host-signed", "The header host is signed in a URL, as S3 has it.")
        .breaking("V4-PRE-6").fix("Sign no header that the caller does not give.").in(.urlsV4)
        .change {
          $0.addedHeaders = { $1 + [SigningField("host", $0.hostOfURL)] }
          $0.alsoSigns { $1.name.isText("host") }
        },
      rows("v4-url-host-listed", "The header host of a URL is signed and listed, as S3 has it.")
        .breaking("V4-PRE-6", "V4-PRE-5").in(.urlsV4)
        .fix("Sign and list no header that the caller does not ask for.").change {
          $0.addedHeaders = { $1 + [SigningField("host", $0.hostOfURL)] }
          $0.listedNames = { ($1 + ["host".raw]).sorted { $0.precedes($1) } }
        },
      // The parameters that signing adds.
      unsigned("v2-presign-own-unsigned", "The parameters of the signature are not signed.")
        .breaking("V2-PRE-2", "V4-PRE-2").change { $0.isAdded },
      unsigned("v4-parameters-like-signature-unsigned")
        .sentence("Every parameter whose name begins with x-oss-signature is sent and not signed.")
        .breaking("V4-PRE-2", "V2-PRE-2", "V4-QRY-1").in(.signingV2V4)
        .fix("Leave out x-oss-signature alone, and in a URL alone: compare the whole name.")
        .change { $0.given.name.begins(with: "x-oss-signature") },
      unsigned("v4-url-callers-unsigned", "The caller's parameters are not signed.") {
        !$0.isAdded
      },
      parameters("presign-version-left-out", "The URL does not say the version.")
        .breaking("V2-PRE-2", "V4-PRE-1").fix("Add the parameter x-oss-signature-version.")
        .change { $1.filter { !$0.name.isText("x-oss-signature-version") } },
      parameters("presign-list-left-out", "The URL does not list the additional headers.")
        .breaking("V2-PRE-2", "V4-PRE-5").fix("Add the parameter x-oss-additional-headers.")
        .change { $1.filter { !$0.name.isText("x-oss-additional-headers") } },
      parameters("presign-empty-list", "The URL has an empty list of additional headers.")
        .breaking("V2-PRE-2", "V4-PRE-5").fix("Leave the parameter out if the list is empty.")
        .change { _, parameters in
          let list = SigningField("x-oss-additional-headers", [])
          return parameters + (parameters.contains { $0.name == list.name } ? [] : [list])
        },
      parameters("presign-list-with-commas", "Commas stand between the names in the URL.")
        .breaking("V2-PRE-2", "V4-PRE-5").fix("Write semicolons between the names.")
        .change { _, added in
          added.map {
            $0.name.isText("x-oss-additional-headers")
              ? SigningField($0.name, $0.text.replaced(";", by: ",")) : $0
          }
        },
      parameter("x-oss-expires")("v4-url-expires-grouped")
        .sentence("x-oss-expires has a comma between thousands, as in 3,600.").breaking("V4-PRE-3")
        .fix("Write digits alone, without the rules of a locale.").change {
          let digits = String($0.expires)
          return (digits.count > 3 ? "\(digits.dropLast(3)),\(digits.suffix(3))" : digits).raw
        },
      SigningMistakes.inputs("presign-headers-hoisted")
        .sentence("The caller's x-oss- headers become parameters of the URL, as in S3.")
        .breaking("PRE-STS-2", "V2-PRE-4", "V4-PRE-6").in(.presigning)
        .fix("Sign the caller's headers as headers, and send them with the URL.").change { input in
          let moved = input.headers.filter { $0.name.lowerCase.begins(with: "x-oss-") }
          input.headers.removeAll { $0.name.lowerCase.begins(with: "x-oss-") }
          input.query += moved.map { SigningField($0.name.lowerCase, $0.value) }
        },
      parameter("x-oss-signature-version")(
        "v4-url-version-short", "The version of the URL is OSS4."
      ).breaking("V4-PRE-1").fix("Write OSS4-HMAC-SHA256.").change { _ in "OSS4".raw },
      parameter("x-oss-date")("v4-url-date-rfc-1123", "x-oss-date is a date as HTTP writes it.")
        .breaking("V4-PRE-1").fix("Write the basic format, such as 20231216T162057Z.")
        .change { CivilMoment($0.time).httpDate.raw },
      parameter("x-oss-date")("v4-url-date-in-seconds", "x-oss-date is a count of seconds.")
        .breaking("V4-PRE-1").fix("Write the basic format, such as 20231216T162057Z.")
        .change { String($0.time).raw },
      parameter("x-oss-credential")("v4-url-credential-without-scope")
        .sentence("x-oss-credential is the ID alone.").breaking("V4-PRE-1")
        .fix("Write a slash and the scope after the ID.").change { $0.accessKeyID },
      rows(
        "v4-url-credential-with-slashes", "The slashes of x-oss-credential are sent as they are."
      )
      .breaking("V4-PRE-9").fix("Percent-encode each slash of x-oss-credential as %2F.").in(.urlsV4)
      .seen("The characters that stay in a query hold the slash.", .iOS)
      .equivalent("It decodes to the same, and a URL is compared by its decoded parts.")
      .accepted("It decodes to the same.")
      .change { $0.rewriteSent({ $0.name.isText("x-oss-credential") }) { $0.keeping("/") } },
      // The names of parameters.
      lost("query-without-id", "OSSAccessKeyId is missing.").change("OSSAccessKeyId"),
      lost("query-without-expires", "Expires is missing.").change("Expires"),
      lost("query-without-signature", "Signature is missing.").change("Signature"),
      sent("query-without-any", "A URL that nothing signs is given out as presigned.")
        .fix("Fail if nothing can be added to the query, or if there is nothing to sign with.")
        .seen("Since 2.11.0 a copy of no parameters is nil, and nothing is added to it.", .iOS)
        .seen("Without a provider of credentials the URL is returned as it is.", .swiftV2)
        .change { $0.query.removeAll { $0.isAdded && !$0.name.isText("security-token") } },
      renamed("query-id-of-aws", "The key ID is the parameter AWSAccessKeyId.")
        .change(["OSSAccessKeyId": "AWSAccessKeyId"]),
      renamed("query-expires-in-lower-case", "The expiry is the parameter expires.")
        .change(["Expires": "expires"]),
      renamed("query-signature-in-lower-case", "The signature is the parameter signature.")
        .change(["Signature": "signature"]),
      renamed("v2-presign-names-of-v1", "V2 names the key ID and the expiry as V1 does.")
        .breaking("V2-PRE-2").fix("Name the parameters x-oss-access-key-id and x-oss-expires.")
        .in(.urlsV2).change(["x-oss-access-key-id": "OSSAccessKeyId", "x-oss-expires": "Expires"]),
      renamed("presign-signature-under-v1-name", "V2 and V4 carry the signature as Signature.")
        .breaking("V2-PRE-3", "V4-PRE-1").fix("Name the parameter x-oss-signature.").in(.urlsV2V4)
        .change(["x-oss-signature": "Signature"]),
      renamed("v4-url-names-of-s3", "The names of the parameters begin with X-Amz-.")
        .breaking("V4-PRE-1").fix("Begin the names of the parameters with x-oss-.").in(.urlsV4)
        .change(["x-oss-": "X-Amz-"]),
      // The signature in the URL.
      signature("query-signature-encoded-twice", "The signature is encoded twice.")
        .seen("The signer encodes the signature, and URLComponents does again.", .swiftV2)
        .change { $0.encoded() },
      signature("query-signature-not-encoded", "A plus sign of the signature is sent bare.")
        .change { $0.percentDecoded },
      // How long a URL works.
      validity("accepts-any-validity", "Any number of seconds is signed.") { $0.kind == .validity },
      validity("accepts-long-validity", "A URL may work for more than seven days.")
        .change { $0.kind == .validity && $0.number > 0 },
      validity("accepts-no-validity", "A URL may work for no time at all.")
        .seen("The upper bound alone is checked.", .goV2, .swiftV2)
        .change { $0.kind == .validity && $0.number < 1 },
      seconds("shortens-validity", "More than seven days are cut to seven days.")
        .change { min($0, 604_800) },
      number("refuses-12-hours-with-token")
        .sentence("With a security token a URL for more than twelve hours is refused.")
        .breaking("V4-PRE-3").fix("Sign for 1 to 604800 seconds, whoever signs.").in(.urlsV4)
        .change { _, given, input in
          input.token != nil && 43_201...604_800 ~= given ? 0 : given
        },
      seconds("refuses-seven-days", "A URL for exactly seven days is refused.")
        .breaking("V4-REF-5", "V4-PRE-3").change { $0 == 604_800 ? 604_801 : $0 },
      rows("refuses-seven-days-with-v1")
        .sentence(
          "An expiry more than seven days after the time of signing is refused, as with V4."
        )
        .breaking("PRE-STS-1", "V2-PRE-1").in(.urlsV1V2)
        .fix("Sign for any time with V1 and V2; the limit of seven days is that of V4.")
        .change { $0.refuses = { $0.expires > $0.time + 604_800 ? .invalidExpires : nil } },
      number("refuses-expiry-after-2038", "An expiry that 32 bits do not hold is refused.")
        .breaking("PRE-STS-1").fix("Keep seconds in 64 bits.").in(.urlsV1V2)
        .change { which, given, _ in
          which == .expires && given > Int32.max ? .max : given
        },
    ]
}

extension SigningInput {
  /// The host of the URL, with the bucket where that is before it.
  fileprivate var hostOfURL: Bytes {
    guard let endpoint else { return [] }
    guard endpoint.addressing == .virtualHost, let bucket else { return endpoint.host }
    return bucket + ".".raw + endpoint.host
  }
}

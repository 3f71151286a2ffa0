internal import OSSPrimitives
internal import OSSVectors

/// Mistakes of V4 alone: the canonical request, the scope, the signing key, and a server that signs.
enum ScopeMistakes {
  private static let rows = SigningMistakes.rows
    .in(.signingV4)
  private static let payload = SigningMistakes.part(.payload)
    .fix("Write UNSIGNED-PAYLOAD, and nothing after it.").in(.signingV4)
  private static func without(
    _ id: String, _ sentence: String, _ kind: StringPart.Kind
  ) -> Mistake {
    rows(
      id, [kind == .payload ? "V4-REQ-1" : "V4-STS-1"], sentence,
      fix: "Write every line of the canonical request and of the string to sign."
    ) { $0.parts = { $1.filter { $0.kind != kind } } }
  }
  private static let hash = rows.breaking("V4-STS-3")
    .fix("Write the SHA-256 of the canonical request in hexadecimal digits of lower case.")
    .setting(\.hash)
  private static let content = rows.breaking("V4-REQ-3")
    .fix("Send and sign x-oss-content-sha256: UNSIGNED-PAYLOAD, whatever the caller gives.")
    .in(.headersV4)
  private static let inURL: MistakeRows<@Sendable (SigningInput) -> SigningField?> =
    rows.breaking("V4-PRE-6").fix("Sign no header of a URL that the caller does not give.")
    .in(.urlsV4).by { header in
      { $0.addedHeaders = { input, headers in headers + [header(input)].compactMap(\.self) } }
    }
  private static let scope = rows.breaking("V4-SCO-1")
    .fix("Write the date in UTC, the region, the product and aliyun_v4_request.")
    .setting(\.scopeParts)
  /// Rows about the scope, from which the signing key is derived.
  private static let both: MistakeRows<@Sendable (SigningInput, [Bytes]) -> [Bytes]> =
    rows.breaking("V4-SCO-1", "V4-KEY-1")
    .fix("Write the date in UTC, the region, the product and aliyun_v4_request.").by { parts in
      {
        $0.scopeParts = parts
        $0.keyParts = parts
      }
    }
  private static let given = rows.breaking("V4-SCO-4")
    .fix("Use the ID of the CloudBox as the region, and the product oss-cloudbox.")
    .in(.authenticatingV4)
  /// Rows about the signing key, which forms derive as requests do.
  private static let key = MistakeRows(
    \.signing, in: Set.authenticatingV4.union([.postV4]),
    everywhere: { model in
      model.forms.signingKey = { [signing = model.signing] secret, parts in
        let parts = signing.keyParts(SigningInput(version: .v4, isURL: false), parts.map(\.raw))
        return parts.reduce(signing.firstKey(secret)) { signing.keyHMAC($0, $1) }
      }
    }
  ).breaking("V4-KEY-1", "POST-V4-4")
    .fix("Begin with aliyun_v4 and the secret; add date, region, product and aliyun_v4_request.")

  /// Rows about the day of a key, by the seconds that midnight is early or late.
  private static let day: MistakeRows<Int64> = rows.breaking("V4-KEY-3", "V4-KEY-1")
    .fix("Derive a new key when the date changes in UTC.").by { seconds in
      { $0.keyParts = { [CivilMoment($0.time + seconds).basicDate.raw] + $1.dropFirst() } }
    }
  /// Rows about a store of keys that forgets what its keys depend on.
  private static let store: MistakeRows<@Sendable (inout KeyNeeds) -> Void> =
    rows.breaking("V4-KEY-3", "V4-KEY-1")
    .fix("Keep a key under its secret, date, region and product, with a mark between them.").by {
      forget in
      {
        $0.keyName = { needs in
          var needs = needs
          // Beside another mistake a key may have fewer parts.
          if needs.parts.count == 4 { forget(&needs) }
          return needs.name
        }
      }
    }
  private static let server: MistakeRows<Set<SigningFault.Kind>> = rows.breaking("V4-REM-1")
    .fix("Look at all four lines first: else the server signs requests of every kind.")
    .in([.v4String]).accepted("The signature is right, and too much is signed.").by { accepted in
      { $0.accepts = { accepted.contains($0.kind) } }
    }
  private static let name = "x-oss-content-sha256"
  private static func hexadecimal(_ text: Bytes) -> Bytes { SHA256.hash(text.span).hexadecimal.raw }

  static let all: [Mistake] = [
    // The lines of V4.
    payload("v4-request-line-feed-at-end", "The canonical request ends with an LF.")
      .breaking("V4-REQ-1").change { $0.end = "\n".raw },
    payload("v4-payload-line-empty", "The payload line is empty.")
      .breaking("V4-REQ-1", "V4-PRE-7").change { $0.text = [] },
    payload("v4-payload-hash-of-nothing")
      .sentence("The payload line is the hash of an empty content, as S3 has it.")
      .breaking("V4-REQ-3", "V4-PRE-7").change { $0.text = hexadecimal([]) },
    without("v4-payload-line-left-out", "The canonical request has no payload line.", .payload),
    without("v4-string-without-time", "The string to sign has no line of the time.", .timestamp),
    without("v4-string-without-scope", "The string to sign has no line of the scope.", .scope),
    SigningMistakes.part(.algorithm)("v4-string-algorithm-of-s3")
      .sentence("The first line is AWS4-HMAC-SHA256.")
      .breaking("V4-STS-1").fix("Write OSS4-HMAC-SHA256 on the first line.").in(.signingV4)
      .change { $0.text = "AWS4-HMAC-SHA256".raw },
    // The hash of the canonical request.
    hash("v4-hash-upper-case", "The hash is in upper case.") { hexadecimal($0).upperCase },
    hash("v4-hash-sha1", "The canonical request is hashed with SHA-1.")
      .change { SHA1.hash($0.span).hexadecimal.raw },
    hash("v4-request-not-hashed", "The canonical request is in the place of its hash.") { $0 },
    hash("v4-hash-without-leading-zeros", "A byte of the hash below 16 is written as one digit.")
      .change { SHA256.hash($0.span).bytes.digitsWithoutZeros },
    // x-oss-content-sha256.
    content("v4-content-sha256-unsigned", "x-oss-content-sha256 is sent and not signed.")
      .breaking("V4-REQ-3", "V4-PRE-8").in(.signingV4)
      .change { $0.leavesOut { $0.name.isText(name) } },
    content("v4-content-sha256-not-sent", "x-oss-content-sha256 is signed and not sent.")
      .change { $0.sentHeaders = { $1.filter { !$0.name.isText(name) } } },
    content("v4-callers-content-sha256-kept")
      .sentence("The caller's x-oss-content-sha256 is sent, signed, and the payload line.")
      .breaking("V4-REQ-4").seen(
        "The header is set only if there is none, and the line is its value.", .goV1, .phpV1,
        .phpV2,
        .cpp
      ).change {
        $0.replaces = { !$0.isText(name) }
        $0.payload = { $0.header(name) ?? "UNSIGNED-PAYLOAD".raw }
      },
    content("v4-callers-content-sha256-signed")
      .sentence("The caller's x-oss-content-sha256 is sent and signed beside the payload line.")
      .breaking("V4-REQ-4").change { $0.replaces = { !$0.isText(name) } },
    content("v4-content-sha256-left-out")
      .sentence("No x-oss-content-sha256 is sent and signed beside the payload line.")
      .change { $0.addedHeaders = { $1.filter { !$0.name.isText(name) } } },
    content("v4-content-sha256-of-nothing")
      .sentence("x-oss-content-sha256 and the payload line are the hash of an empty content.")
      .change {
        $0.payload = { _ in hexadecimal([]) }
        $0.addedHeaders = {
          $1.map { $0.name.isText(name) ? SigningField($0.name, hexadecimal([])) : $0 }
        }
      },
    inURL("v4-url-content-sha256-added")
      .sentence("x-oss-content-sha256 is signed in a URL though the caller gives no such header.")
      .breaking("V4-PRE-7", "V4-PRE-6")
      .change { $0.header(name) == nil ? SigningField(name, "UNSIGNED-PAYLOAD".raw) : nil },
    inURL("v4-url-date-as-header", "x-oss-date is signed as a header of a URL too.")
      .change { SigningField("x-oss-date", CivilMoment($0.time).basicTime.raw) },
    // The scope.
    scope("v4-scope-end-of-s3", "The scope ends with aws4_request.")
      .change { $1.dropLast() + ["aws4_request".raw] },
    scope("v4-scope-product-first", "The product is in the scope before the region.")
      .change { [$1[0], $1[2], $1[1]] + $1.dropFirst(3) },
    scope("v4-scope-without-end", "The scope ends with the product.").change { $1.dropLast() },
    scope("v4-scope-with-time", "The scope begins with the date and the time of day.")
      .change { [CivilMoment($0.time).basicTime.raw] + $1.dropFirst() },
    both("v4-scope-and-key-end-of-s3", "The scope and the chain end with aws4_request.")
      .change { $1.dropLast() + ["aws4_request".raw] },
    both("v4-scope-and-key-product-first")
      .sentence("The product is before the region, in the scope and in the chain.")
      .change { [$1[0], $1[2], $1[1]] + $1.dropFirst(3) },
    rows("v4-day-local").sentence(
      "The date of the scope and of the signing key is in local time, here that of UTC+8."
    ).breaking("V4-SCO-1", "V4-KEY-1")
      .fix("Take the date of the scope from the time of signing in UTC.").change {
        $0.scopeParts = { [CivilMoment($0.time + 28_800).basicDate.raw] + $1.dropFirst() }
        $0.keyParts = $0.scopeParts
      },
    both("v4-scope-day-of-expiry", "The date of a URL's scope is the day on which it expires.")
      .in(.urlsV4).fix("Take the date of the scope from the time of signing in UTC.")
      .change { [CivilMoment($0.time + $0.expires).basicDate.raw] + $1.dropFirst() },
    rows("v4-scope-year-of-week")
      .sentence("The year of the scope and of the key is that of the week, around 1 January.")
      .breaking("V4-SCO-1", "V4-KEY-1").fix("Format the year with yyyy, not with YYYY.").change {
        $0.basicDate = { date in
          var date = date
          date.year = date.yearOfWeek
          return date.basicDate.raw
        }
      },
    given("v4-product-of-s3", "The product is s3 if nothing else is asked for.")
      .breaking("V4-SCO-2").fix("Use the product oss unless the caller gives another one.").change {
        $0.defaultProduct = "s3".raw
      },
    given(
      "v4-region-cn-hangzhou-by-default", "A region that is left out is taken to be cn-hangzhou."
    )
    .breaking("V4-REF-1").fix("Refuse to sign without a region; there is none to guess.").change {
      $0.defaultRegion = "cn-hangzhou".raw
    },
    given("v4-region-with-prefix", "The region is signed with the oss- of the host.")
      .breaking("V4-SCO-3").fix("Sign the region without the oss- of host names.").change { model in
        let prefixed: @Sendable (SigningInput, [Bytes]) -> [Bytes] = {
          [$1[0], "oss-".raw + $1[1]] + $1.dropFirst(2)
        }
        model.scopeParts = prefixed
        model.keyParts = prefixed
      },
    given("v4-cloudbox-product-oss", "The product is always oss, for a CloudBox too.")
      .breaking("V4-SCO-4", "V4-SCO-1")
      .seen("The product of the scope is a constant.", .androidRead)
      .change { $0.taken = { $0 == .product ? "oss".raw : $1 } },
    rows("v4-region-of-endpoint")
      .sentence("The region is cut out of the endpoint's host, and the given one is ignored.")
      .breaking("V4-SCO-3").fix("Sign the region that the caller gives.").change { model in
        model.scopeParts = { input, due in
          let label = input.endpoint?.host.pieces(at: ".").first { $0.begins(with: "oss-") }
          return [due[0], label.map { Bytes($0.dropFirst(4)) } ?? due[1]] + due.dropFirst(2)
        }
        model.keyParts = model.scopeParts
      },
    given("v4-cloudbox-region-kept", "For a CloudBox the region is in the place of its ID.")
      .change { $0.taken = { $0 == .region && $1.begins(with: "cb-") ? "cn-hangzhou".raw : $1 } },
    // The signing key.
    key("v4-key-is-secret", "The secret itself signs.")
      .fix("Derive the signing key from the secret, the date, the region and the product.").change {
        $0.firstKey = { $0 }
        $0.keyParts = { _, _ in [] }
      },
    key("v4-key-without-prefix", "The chain begins with the secret alone.")
      .change { $0.firstKey = { $0 } },
    key("v4-key-prefix-of-s3", "The chain begins with AWS4 and the secret.")
      .change { $0.firstKey = { "AWS4".raw + $0 } },
    key("v4-key-without-product", "The product is not in the chain.")
      .change { $0.keyParts = { [$1[0], $1[1], $1[3]] } },
    key("v4-key-product-always-oss", "The chain has the product oss, whatever the scope names.")
      .change { $0.keyParts = { [$1[0], $1[1], "oss".raw, $1[3]] } },
    key("v4-key-without-end", "The chain ends with the product.")
      .change { $0.keyParts = { $1.dropLast() } },
    key("v4-key-order", "The region is in the chain before the date.")
      .change { $0.keyParts = { [$1[1], $1[0]] + $1.dropFirst(2) } },
    key("v4-key-date-with-time", "The chain begins with the date and the time of day.")
      .breaking("V4-KEY-1").in(.authenticatingV4)
      .change { $0.keyParts = { [CivilMoment($0.time).basicTime.raw] + $1.dropFirst() } },
    key("v4-key-as-text", "Each link passes its result on as hexadecimal text.")
      .fix("Pass the 32 bytes of each HMAC on as the next key.")
      .change { $0.keyHMAC = { SigningModel.hmacSHA256($0, $1).hexadecimal.raw } },
    key("v4-key-chain-of-hexadecimal")
      .sentence("Each link but the last passes its result on as hexadecimal text.")
      .fix("Use the 32 bytes of each HMAC as the key of the next.").change {
        $0.keyHMAC = { key, message in
          // The first key begins with the prefix; each further one is a link of 32 bytes.
          let isLink = key.count == 32 && !key.begins(with: "aliyun_v4")
          return SigningModel.hmacSHA256(isLink ? key.hexadecimal.raw : key, message)
        }
      },
    key("v4-key-prefix-of-algorithm", "The chain begins with OSS4 and the secret.")
      .breaking("V4-KEY-2", "POST-V4-4").fix("Put aliyun_v4 before the secret.")
      .change { $0.firstKey = { "OSS4".raw + $0 } },
    // Kept signing keys.
    day("v4-key-day-begins-late")
      .sentence("A kept key is used until midnight in a zone west of UTC, here UTC-8.")
      .change(-28_800),
    day("v4-key-day-begins-early")
      .sentence("A new key is derived at midnight in a zone east of UTC, here UTC+8.")
      .change(28_800),
    store("v4-key-kept-for-every-day", "The key of one day is used for all.") { $0.parts[0] = [] },
    store("v4-key-kept-for-every-region", "The key of one region is used for all.")
      .change { $0.parts[1] = [] },
    store("v4-key-kept-for-every-product", "The key of one product is used for all.")
      .change { $0.parts[2] = [] },
    store("v4-key-kept-by-day", "The key of one region and product is used for all of a day.")
      .change { $0.parts[1...2] = [[], []] },
    rows("v4-digits-without-zeros")
      .sentence("The hash and the signature are written as numbers, without their leading zeros.")
      .breaking("V4-STS-3", "V4-STS-4").in(.authenticatingV4)
      .fix("Write 64 digits: a number drops the zeros at its beginning.").change { model in
        model.hash = { [hash = model.hash] in Bytes(hash($0).drop { $0 == 0x30 }) }
        model.signatureText = { Bytes($1.hexadecimal.raw.drop { $0 == 0x30 }) }
      },
    rows("v4-hash-without-zeros", "The hash of the request is written without its leading zeros.")
      .breaking("V4-STS-3").fix("Write 64 digits: a number drops the zeros at its beginning.")
      .change { $0.hash = { [hash = $0.hash] in Bytes(hash($0).drop { $0 == 0x30 }) } },
    rows("v4-day-kept", "The date of the scope and of the key is that of the first request.")
      .breaking("V4-SCO-1", "V4-KEY-3").fix("Take the date from the time of each request.").change {
        $0.scopeParts = { [before = $0.keysBefore] input, due in
          let first = before(KeyNeeds(secret: input.secret, parts: due)).first?.parts.first
          return [first ?? due[0]] + due.dropFirst()
        }
        $0.keyParts = $0.scopeParts
      },
    store("v4-key-kept-for-every-secret", "The key of one secret is used for all.")
      .change { $0.secret = [] },
    store("v4-key-kept-under-joined-names", "Keys are kept under names with nothing between them.")
      .breaking("V4-KEY-3").change { $0.parts = [$0.parts.joined(with: "")] },
    // A server that signs strings.
    server("v4-server-signs-anything", "The server signs whatever string it gets.")
      .change([.stringLines, .stringScope, .stringDate, .stringHash]),
    server("v4-server-takes-any-scope", "The server signs for any region and product.")
      .change([.stringScope]),
    server("v4-server-takes-any-date", "The date of the scope may differ from the second line.")
      .change([.stringDate]),
    server("v4-server-takes-any-hash", "The server does not look at the fourth line.")
      .change([.stringHash]),
  ]
}

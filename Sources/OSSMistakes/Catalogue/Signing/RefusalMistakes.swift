internal import OSSPrimitives
internal import OSSVectors

/// Faults that are accepted or repaired, and inputs that are refused without a fault.
enum RefusalMistakes {
  static let all: [Mistake] =
    credentials + headers + keys + buckets + times + urls + endpoints + scopes + names + validities

  private static let credentials: [Mistake] = [
    accepts(
      "accepts-empty-id", ["V1-REF-1"], "An empty access key ID is signed with.", .emptyID, go1),
    accepts(
      "accepts-empty-secret", ["V1-REF-2"], "An empty secret signs.", .emptySecret,
      go1 + [.libcloud("Nothing of a request is checked.")]),
    accepts(
      "accepts-invalid-id", ["V1-REF-3"], "Any access key ID is signed with.", .foreignID,
      go1 + [.openDAL("The ID must fit into a header, no more.")]),
    changes(
      "trims-id", ["V1-REF-3"], "Outer blanks of the access key ID are trimmed.", .accessKeyID
    ) {
      $0.withoutOuterBlanks
    },
    accepts(
      "accepts-broken-token", ["V1-REF-6"], "A token with a line end or NUL is signed.",
      .brokenToken,
      go1),
    accepts(
      "accepts-broken-token-in-urls", ["V1-REF-6"],
      "A URL is signed with a token that has a line end or NUL.", in: .presigning, .brokenToken,
      [.openDAL("The token is percent-encoded into the query, whatever it holds.")]),
    changes(
      "trims-token", ["V1-REF-6"], "Line ends around the token are trimmed.", .token,
      [.go1("The option that takes the token trims white space, of all of Unicode.")]
    ) { $0.withoutOuterBlanks },
  ]

  private static let headers: [Mistake] = [
    accepts(
      "accepts-invalid-header-name", ["V1-REF-4"],
      "Any header name is signed.", .headerName, go1),
    accepts("accepts-empty-header-name", ["V1-REF-4"], "An empty header name is sent.") {
      $0.kind == .headerName && $0.text.isEmpty
    },
    accepts(
      "accepts-invalid-header-value", ["V1-REF-5"], "Any header value is signed.", .headerValue,
      go1 + [.libcloud("Nothing of a request is checked.")]),
    accepts(
      "accepts-values-of-other-headers", ["V1-REF-5"],
      "Only the values of x-oss- headers are checked."
    ) { $0.kind == .headerValue && !$0.text.lowerCase.begins(with: "x-oss-") },
    accepts(
      "accepts-second-header", ["V1-REF-11"], "A second header of a kind is signed.",
      .repeatedHeader),
    accepts("accepts-invalid-method", ["V1-REF-10"], "Any method is signed.", .method, go1),
    changes(
      "raises-method", ["V1-REF-10"], "A method in lower case is brought to upper case.", .method,
      [.go1("The generic call puts the method into upper case.")]
    ) { $0.upperCase },
  ]

  private static let keys: [Mistake] = [
    accepts("accepts-invalid-key", ["V1-REF-7"], "Any key is signed.", go1) {
      [.emptyKey, .longKey, .leadingSlash].contains($0.kind)
    },
    accepts("accepts-empty-key", ["V1-REF-7"], "An empty key is signed as the bucket.", .emptyKey),
    accepts(
      "accepts-leading-slash-in-key", ["V1-REF-7"], "A key may begin with a slash or a backslash.",
      .leadingSlash,
      [
        .phpV2("The check of a key looks at its length alone."),
        .openDAL("A backslash has no meaning of its own."),
      ]),
    accepts(
      "accepts-long-key", ["V1-REF-7"], "A key of any length is signed.", .longKey,
      go1 + [.openDAL("The length of a path is not looked at.")]),
    accepts(
      "key-counted-in-characters", ["V1-REF-7"], "The length of a key is counted in characters.",
      [.pythonV2("The length of the text is compared, with 1024.")]
    ) { $0.kind == .longKey && $0.text.text.unicodeScalars.count <= 1023 },
    accepts(
      "accepts-key-without-bucket", ["V1-REF-9"], "A key without a bucket is signed.",
      .keyWithoutBucket,
      go1),
    .signing(
      "repairs-utf-8", ["V1-REF-7", "V1-REF-12", "V4-REF-1"],
      "Bytes that are not UTF-8 are replaced before signing.",
      fix: "Refuse bytes that are not UTF-8.", in: .anyRequest, oss: .unknown
    ) {
      $0.undecodable = { $0.text.raw }
      $0.accepts = { $0.kind == .region && $0.text.replaced("\u{FFFD}", by: "") != $0.text }
    },
    .signing(
      "bytes-signed-as-given", ["V1-REF-12"], "Bytes that are not UTF-8 are signed as they are.",
      fix: "Refuse bytes that are not UTF-8.", in: .headersV1, oss: .unknown,
      seen: [.go1("A string of Go holds any bytes, and none is looked at.")]
    ) { $0.undecodable = { $0 } },
  ]

  private static let buckets: [Mistake] = [
    accepts("accepts-invalid-bucket", ["V1-REF-8"], "Any bucket name is signed.", .bucket, go1),
    changes(
      "lowers-bucket", ["V1-REF-8"], "A bucket in upper case is brought to lower case.", .bucket
    ) {
      $0.lowerCase
    },
    accepts(
      "accepts-bucket-of-a-url", ["V1-REF-8"],
      "A bucket name is accepted if the URL with it can be read: capitals, dots and slashes too.",
      [.openDAL("The URL is parsed, the name of the bucket is not looked at.")]
    ) {
      $0.kind == .bucket && !$0.text.isEmpty
        && $0.text.lowerCase.allSatisfy { $0.isLowerLetter || 0x2D...0x39 ~= $0 || $0 == 0x5F }
    },
    accepts(
      "accepts-line-feed-after-bucket", ["V1-REF-8"], "A bucket name may end in an LF.",
      [.oss2("The pattern for bucket names ends in $ and is not matched as a whole.")]
    ) { $0.kind == .bucket && $0.text.last == 0x0A && canBeMade(Bytes($0.text.dropLast())) },
    refusesBucket(
      "old-bucket-names-refused", "A bucket that could not be made today cannot be signed for.",
      [
        .oss2("The client checks the name of a bucket by the rule for new buckets."),
        .pythonV2("The check of the arguments has the rule for new buckets."),
      ]
    ) { !canBeMade($0) },
    refusesBucket(
      "refuses-underscore", "A bucket with an underscore cannot be signed for.",
      [
        .oss2("Bucket names are checked by the rule for new buckets."),
        .pythonV2("Bucket names are checked by the rule for new buckets."),
      ]
    ) { $0.contains(UInt8(ascii: "_")) },
    refusesBucket("refuses-short-bucket", "A bucket of one or two bytes cannot be signed for.") {
      $0.count < 3
    },
    refusesBucket("refuses-long-bucket", "A bucket of more than 63 bytes cannot be signed for.") {
      $0.count > 63
    },
    refusesBucket(
      "refuses-hyphen-at-end", "A bucket that begins or ends with a hyphen cannot be signed for."
    ) { $0.first == UInt8(ascii: "-") || $0.last == UInt8(ascii: "-") },
  ]

  private static let times: [Mistake] = [
    .signing(
      "divides-milliseconds", ["V1-REF-13"], "A time in milliseconds is divided.",
      fix: "Refuse a time after the year 9999; do not change it.", in: .headers, oss: .unknown
    ) { $0.number = { which, given, _ in which == .time && given > last ? given / 1000 : given } },
    accepts(
      "year-of-five-digits", ["V1-REF-13"],
      "The date of a time in milliseconds is written with a year of five digits.", in: .headersV1,
      .time,
      [.go1("The date is formatted whatever its year.")]),
    accepts(
      "accepts-early-expiry", ["PRE-REF-3", "V2-REF-4"], "An expiry before 1970 is signed.",
      in: .urlsV1V2, .earlyExpiry, [.libcloud("Nothing of a request is checked.")]),
    accepts(
      "accepts-expiry-in-milliseconds", ["PRE-REF-3", "V2-REF-4"],
      "An expiry in milliseconds is signed as it is.", in: .urlsV1V2, .expiryYear,
      [
        .oss2("The expiry is sent undivided."), .libcloud("The expiry is sent undivided."),
      ]),
    .signing(
      "divides-expiry", ["PRE-REF-3", "V2-REF-4"], "An expiry in milliseconds is divided.",
      fix: "Refuse an expiry after the year 9999; do not change it.", in: .urlsV1V2, oss: .unknown
    ) {
      $0.number = { which, given, _ in which == .expires && given > last ? given / 1000 : given }
    },
  ]

  private static let urls: [Mistake] = [
    accepts(
      "accepts-reserved-parameter", ["PRE-REF-1", "V2-REF-2", "V4-REF-6"],
      "A caller's parameter of a name that signing adds is sent.", in: .presigning,
      .reservedParameter),
    accepts(
      "accepts-second-token", ["PRE-REF-1", "V2-REF-2", "V4-REF-6"],
      "A caller's token is sent beside that of the credentials.", in: .presigning
    ) { $0.kind == .reservedParameter && $0.text.text.hasSuffix("security-token") },
    accepts(
      "accepts-reserved-header", ["PRE-REF-2", "V2-REF-3", "V4-REF-7"],
      "A URL is signed with the header of a token.", in: .presigning, .reservedHeader,
      [.libcloud("Nothing of a request is checked.")]),
  ]

  private static let endpoints: [Mistake] = [
    accepts("accepts-invalid-endpoint", ["PRE-REF-4"], "Any endpoint is accepted.", in: .urls) {
      [.scheme, .host, .port, .endpointPath].contains($0.kind)
    },
    accepts("accepts-invalid-host", ["PRE-REF-4"], "Any host is accepted.", in: .urls, .host),
    accepts(
      "accepts-invalid-port", ["PRE-REF-4"], "Any port is accepted.", in: .urls, .port,
      [.openDAL("A port that is not a number is dropped.")]),
    .signing(
      "accepts-endpoint-query", ["PRE-REF-4"], "An endpoint may have a query, which is dropped.",
      fix: "Refuse an endpoint with a query or a fragment.", in: .urls, oss: .unknown,
      seen: [.openDAL("Only the host and the port of the parsed endpoint are kept.")]
    ) {
      $0.taken = { $0 == .endpoint ? $1.cut(at: "?").cut(at: "#") : $1 }
    },
    accepts(
      "accepts-bucket-before-address", ["PRE-REF-5"],
      "Virtual-host addressing is accepted for an IP address.", in: .urls, .bucketBeforeAddress,
      [.openDAL("The bucket is put before any host.")]),
    changes(
      "endpoint-gets-https", ["PRE-REF-6"], "An endpoint without a scheme gets https.", .endpoint,
      [
        .iOS("An endpoint without a scheme gets https."),
        .pythonV2("An endpoint without a scheme gets https."),
        .openDAL("An endpoint without a scheme gets https."),
      ]
    ) { $0.text.contains("://") ? $0 : "https://".raw + $0 },
    changes(
      "endpoint-gets-http", ["PRE-REF-6"], "An endpoint without a scheme gets http.", .endpoint,
      [.oss2("An endpoint without a scheme gets http.")]
    ) { $0.text.contains("://") ? $0 : "http://".raw + $0 },
    accepts(
      "accepts-other-scheme", ["PRE-REF-4"], "Any scheme of an endpoint is put into the URL.",
      in: .urls, [.pythonV2("The scheme is used as the URL's parser found it.")]
    ) { $0.kind == .scheme && $0.text.text.contains("://") },
    changes(
      "other-scheme-taken-for-host", ["PRE-REF-4"],
      "An unknown scheme gets http:// before it, and is taken for the host.", .endpoint,
      [.oss2("http:// is put before what begins with neither http:// nor https://.")]
    ) { text in
      let scheme = text.cut(at: ":")
      return scheme.lowerCase.begins(with: "http") ? text : "http://".raw + scheme
    },
    changes(
      "endpoint-user-dropped", ["PRE-REF-4"], "User information in an endpoint is left out.",
      .endpoint,
      [
        .oss2("Only the host and the port of the parsed endpoint are kept."),
        .openDAL("Only the host and the port of the parsed endpoint are kept."),
      ]
    ) { text in
      let parts = text.pieces(at: "@")
      let scheme = text.begins(with: "http:") ? "http://".raw : "https://".raw
      return parts.count == 2 ? scheme + parts[1] : text
    },
    accepts(
      "accepts-empty-label", ["PRE-REF-4"], "An endpoint may have an empty label.", in: .urls,
      [
        .oss2("The pattern for endpoints allows any run of letters, digits, dots and hyphens."),
        .openDAL("The parser of URLs takes any host."),
      ]
    ) { $0.kind == .host && $0.text.text.contains("..") },
    accepts(
      "accepts-port-zero", ["PRE-REF-4"], "An endpoint may have the port 0.", in: .urls,
      [
        .oss2("The parser of URLs takes ports from 0 to 65535."),
        .openDAL("The parser of URLs takes ports from 0 to 65535."),
      ]
    ) { $0.kind == .port && $0.text.isText("0") },
    accepts(
      "public-url-not-checked", ["PUB-3"], "A public URL accepts what a presigned URL refuses.",
      in: [.publicURL]
    ) { _ in true },
  ]

  private static let scopes: [Mistake] = [
    accepts("accepts-invalid-region", ["V4-REF-1"], "Any region is signed.", in: v4, .region),
    .signing(
      "v4-any-region-but-none", ["V4-REF-1"],
      "Any text is signed as a region, the empty one too; only an absent region is refused.",
      fix:
        "Refuse an empty region, and one with other bytes than lower-case letters, digits and -.",
      in: v4, oss: .unknown,
      seen: [.oss2("The region is compared with None, and with nothing else.")]
    ) {
      $0.taken = { $0 == .region && $1.isEmpty ? " ".raw : $1 }
      $0.accepts = { $0.kind == .region && !$0.text.isEmpty }
      $0.scopeParts = { _, parts in parts.map { $0.isText(" ") ? [] : $0 } }
      $0.keyParts = { _, parts in parts.map { $0.isText(" ") ? [] : $0 } }
    },
    changes(
      "lowers-region", ["V4-REF-1"], "A region in upper case is brought to lower case.", .region
    ) {
      $0.lowerCase
    },
    accepts("accepts-invalid-product", ["V4-REF-3"], "Any product is signed.", in: v4, .product),
    changes("empty-product-is-oss", ["V4-REF-3"], "An empty product is treated as oss.", .product) {
      $0.isEmpty ? "oss".raw : $0
    },
  ]

  private static let names: [Mistake] = [
    accepts(
      "accepts-invalid-additional-name", ["V2-REF-1", "V4-REF-4"],
      "Any name is accepted for an additional header.", in: .signingV2V4, .additionalName),
    accepts(
      "accepts-underscore-in-additional-name", ["V2-REF-1", "V4-REF-4"],
      "The name of an additional header may hold underscores.", in: .signingV2V4
    ) { $0.kind == .additionalName && $0.text.contains(UInt8(ascii: "_")) },
    accepts(
      "accepts-authorization-as-additional", ["V2-REF-1", "V4-REF-4"],
      "Authorization may be an additional header.", in: .signingV2V4
    ) { $0.kind == .additionalName && $0.text.lowerCase.isText("authorization") },
    .signing(
      "refuses-signed-name-with-underscore", ["V4-REF-4"],
      "A name with an underscore that is signed anyway is refused too.",
      fix: "Allow an underscore in a name that is signed anyway.", in: .signingV4, oss: .unknown
    ) {
      $0.refuses = { input in
        input.additionalHeaders.contains { $0.contains(UInt8(ascii: "_")) }
          ? .invalidAdditionalHeader : nil
      }
    },
  ]

  private static let validities: [Mistake] = [
    accepts(
      "accepts-any-validity", ["V4-REF-5"], "Any number of seconds is signed.", in: .urlsV4,
      .validity),
    accepts(
      "accepts-long-validity", ["V4-REF-5"], "A URL may work for more than seven days.", in: .urlsV4
    ) { $0.kind == .validity && $0.number > 0 },
    accepts(
      "accepts-no-validity", ["V4-REF-5"], "A URL may work for no time at all.", in: .urlsV4,
      [.goV2("The upper bound alone is checked."), .swiftV2("The upper bound alone is checked.")]
    ) { $0.kind == .validity && $0.number < 1 },
    validity("shortens-validity", "More than seven days are cut to seven days.") {
      min($0, 604_800)
    },
    validity("refuses-seven-days", "A URL for exactly seven days is refused.") {
      $0 == 604_800 ? 604_801 : $0
    },
  ]
}

extension RefusalMistakes {
  private static let v4: Set<OSSVectors.Operation> = .authenticatingV4
  private static let go1 = [SeenIn.go1("Nothing of a request is checked.")]
  /// The last second of the year 9999.
  private static let last: Int64 = 253_402_300_799

  /// A fault that is passed over.
  private static func accepts(
    _ id: String, _ clauses: [String], _ sentence: String,
    in operations: Set<OSSVectors.Operation> = .anyRequest, _ seen: [SeenIn] = [],
    _ isAccepted: @escaping @Sendable (SigningFault) -> Bool
  ) -> Mistake {
    .signing(
      id, clauses, sentence, fix: "Refuse such an input before anything is signed.", in: operations,
      oss: .unknown, seen: seen
    ) { $0.accepts = isAccepted }
  }

  private static func accepts(
    _ id: String, _ clauses: [String], _ sentence: String,
    in operations: Set<OSSVectors.Operation> = .anyRequest, _ kind: SigningFault.Kind,
    _ seen: [SeenIn] = []
  ) -> Mistake { accepts(id, clauses, sentence, in: operations, seen) { $0.kind == kind } }

  /// A text that is changed, so that another input is signed than was given.
  private static func changes(
    _ id: String, _ clauses: [String], _ sentence: String, _ text: SigningText,
    _ seen: [SeenIn] = [],
    _ change: @escaping @Sendable (Bytes) -> Bytes
  ) -> Mistake {
    .signing(
      id, clauses, sentence, fix: "Sign the text that is given, or refuse it; do not change it.",
      in: .anyRequest, oss: .unknown, seen: seen
    ) { $0.taken = { $0 == text ? change($1) : $1 } }
  }

  private static func refusesBucket(
    _ id: String, _ sentence: String, _ seen: [SeenIn] = [],
    _ isRefused: @escaping @Sendable (Bytes) -> Bool
  ) -> Mistake {
    .signing(
      id, ["V1-NAME-2"], sentence,
      fix: "Sign for every name of lower-case letters, digits, hyphens and underscores.",
      in: .anyRequest, oss: .unknown, seen: seen
    ) { $0.taken = { $0 == .bucket && isRefused($1) ? [] : $1 } }
  }

  private static func validity(
    _ id: String, _ sentence: String, _ change: @escaping @Sendable (Int64) -> Int64
  ) -> Mistake {
    .signing(
      id, ["V4-REF-5"], sentence, fix: "Sign for 1 to 604800 seconds, and refuse other numbers.",
      in: .urlsV4, oss: .unknown
    ) { $0.number = { which, given, _ in which == .expires ? change(given) : given } }
  }

  /// Whether OSS would give the name to a new bucket (V1-NAME-1).
  private static func canBeMade(_ name: Bytes) -> Bool {
    (3...63).contains(name.count)
      && name.allSatisfy { $0.isLowerLetter || $0.isDigit || $0 == 0x2D } && name.first != 0x2D
      && name.last != 0x2D
  }
}

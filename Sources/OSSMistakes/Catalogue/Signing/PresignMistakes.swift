internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in what a presigned URL signs and adds.
enum PresignMistakes {
  static let all: [Mistake] = expiries + headers + added + names + signatures

  private static let expiries: [Mistake] = [
    expiry("expires-relative-in-url", "The URL carries and signs a number of seconds from now.") {
      String($0.expires - $0.time).raw
    },
    expiry("expires-taken-as-relative", "The expiry is added to the time of signing.") {
      String($0.expires + $0.time).raw
    },
    expiry(
      "expires-in-milliseconds", breaking: ["PRE-STS-1", "V2-PRE-1", "V4-PRE-3"],
      "The expiry is written in milliseconds.", in: .presigning
    ) { String($0.expires).raw + "000".raw },
    expiry("expires-overflows-in-2038", "The expiry overflows in 2038.") {
      String(Int32(truncatingIfNeeded: $0.expires)).raw
    },
    expiry(
      "expires-as-floating-point", "The expiry is written with a fraction, such as 1702743657.0."
    ) {
      "\($0.expires).0".raw
    },
    expiry("expires-as-32-bit-float", "The expiry passes through a number of 24 bits.") {
      String(Int64(Float($0.expires))).raw
    },
    line("presign-date-on-line", "The date of signing stands on the Date line.") { input, _ in
      CivilMoment(input.time).httpDate.raw
    },
    line("presign-expiry-as-date", "The expiry stands on the Date line as a date.") { input, _ in
      CivilMoment(input.expires).httpDate.raw
    },
    line(
      "presign-date-header-on-line", breaking: ["PRE-STS-3"],
      "A Date header takes the place of the expiry."
    ) { $0.header("date") ?? $1 },
    line(
      "presign-x-oss-date-on-line", breaking: ["PRE-STS-3"],
      "x-oss-date takes the place of the expiry."
    ) { $0.header("x-oss-date") ?? $1 },
    .signing(
      "presign-expired-refused", ["PRE-EXP-1"], "A URL whose expiry has passed is refused.",
      fix: "Make the URL; ask in another place whether it has expired.", in: .urlsV1, oss: .unknown,
      seen: [.openDAL("The expiry is a count of seconds from now, which has no sign.")]
    ) { $0.refuses = { $0.expires < $0.time ? .invalidExpires : nil } },
    parameter(
      "v4-url-expires-as-date", ["V4-PRE-3"], "x-oss-expires is a time since 1970.",
      fix: "Write how many seconds the URL works.", "x-oss-expires"
    ) { String($0.time + $0.expires).raw },
  ]

  private static let headers: [Mistake] = [
    .signing(
      "presign-headers-unsigned", ["PRE-STS-2", "V2-PRE-4", "V4-PRE-6"],
      "No header is signed in a URL.",
      fix: "Sign the caller's headers, and send them with the URL.",
      in: .presigning, seen: [.reqsignRead("The string of a URL is made without the headers.")]
    ) { $0.signsHeader = { _, _, _ in false } },
    .signing(
      "v4-url-host-signed", ["V4-PRE-6"], "The header host is signed in a URL, as S3 has it.",
      fix: "Sign no header that the caller does not give.", in: .urlsV4
    ) {
      $0.addedHeaders = { $1 + [SigningField("host", $0.endpoint?.host ?? [])] }
      $0.alsoSigns { $1.name.isText("host") }
    },
  ]

  private static let added: [Mistake] = [
    unsigned("v4-url-version-unsigned", "x-oss-signature-version"),
    unsigned("v4-url-expires-unsigned", "x-oss-expires"),
    unsigned("v4-url-date-unsigned", "x-oss-date"),
    unsigned("v4-url-credential-unsigned", "x-oss-credential"),
    .signing(
      "v2-presign-own-unsigned", ["V2-PRE-2", "V4-PRE-2"],
      "The parameters of the signature are not signed.", fix: "Sign all but the signature itself.",
      in: [.v2Presign, .v4Presign]
    ) { $0.leavesOutParameter(\.isAdded) },
    .signing(
      "v4-url-callers-unsigned", ["V4-PRE-2"],
      "The caller's parameters are not signed.",
      fix: "Sign the caller's parameters with the others.", in: [.v2Presign, .v4Presign]
    ) { $0.leavesOutParameter { !$0.isAdded } },
    without(
      "presign-version-left-out", ["V2-PRE-2", "V4-PRE-1"], "The URL does not say the version.",
      "x-oss-signature-version"),
    without(
      "presign-list-left-out", ["V2-PRE-2", "V4-PRE-5"],
      "The URL does not list the additional headers.", "x-oss-additional-headers"),
    .signing(
      "presign-empty-list", ["V2-PRE-2", "V4-PRE-5"],
      "The URL has an empty list of additional headers.",
      fix: "Leave the parameter out if the list is empty.", in: [.v2Presign, .v4Presign],
      oss: .refuses(evidence: "The pages of 0002-00000110 and 0002-00000209 say so.")
    ) {
      $0.addedParameters = { _, parameters in
        let list = SigningField("x-oss-additional-headers", [])
        return parameters + (parameters.contains { $0.name == list.name } ? [] : [list])
      }
    },
    parameter(
      "v4-url-credential-without-scope", ["V4-PRE-1"], "x-oss-credential is the ID alone.",
      fix: "Write a slash and the scope after the ID.", "x-oss-credential"
    ) { $0.accessKeyID },
    .signing(
      "v4-url-credential-with-slashes", ["V4-PRE-9"],
      "The slashes of x-oss-credential are sent as they are.", fix: "Send %2F.", in: .urlsV4,
      seen: [.iOS("The characters that stay in a query hold the slash.")],
      equivalent: "It decodes to the same, and a URL is compared by its decoded parts."
    ) { $0.rewriteSent({ $0.name.isText("x-oss-credential") }) { $0.keeping("/") } },
  ]

  private static let names: [Mistake] = [
    sent(
      "query-without-any", ["PRE-QRY-1"], "A URL that nothing signs is given out as presigned.",
      fix: "Fail if nothing can be added to the query, or if there is nothing to sign with.",
      seen: [
        .iOS("Since 2.11.0 a copy of no parameters is nil, and nothing is added to it."),
        .swiftV2("Without a provider of credentials the URL is returned as it is."),
      ]
    ) { $0.removeAll { $0.isAdded && !$0.name.isText("security-token") } },
    missing("query-without-id", "OSSAccessKeyId"), missing("query-without-expires", "Expires"),
    missing("query-without-signature", "Signature"),
    renamed(
      "query-id-of-aws", ["PRE-QRY-1"], "The key ID is the parameter AWSAccessKeyId.",
      ["OSSAccessKeyId": "AWSAccessKeyId"]),
    renamed(
      "v2-presign-names-of-v1", ["V2-PRE-2"], "V2 names the key ID and the expiry as V1 does.",
      ["x-oss-access-key-id": "OSSAccessKeyId", "x-oss-expires": "Expires"], in: .urlsV2),
    renamed(
      "presign-signature-under-v1-name", ["V2-PRE-3", "V4-PRE-1"],
      "V2 and V4 carry the signature as Signature.", ["x-oss-signature": "Signature"],
      in: [.v2Presign, .v4Presign]),
    sent(
      "v4-url-names-of-s3", ["V4-PRE-1"], "The names of the parameters begin with X-Amz-.",
      fix: "Begin the names of the parameters with x-oss-.", in: .urlsV4
    ) { query in
      for index in query.indices where query[index].isAdded {
        query[index].name = query[index].name.replaced("x-oss-", by: "X-Amz-")
      }
    },
  ]

  private static let signatures: [Mistake] = [
    signature(
      "query-signature-encoded-twice", "The signature is encoded twice.",
      seen: [.swiftV2("The signer encodes the signature, and URLComponents does again.")]
    ) { $0.encoded() },
    signature(
      "query-signature-not-encoded",
      "The signature is not encoded, and a plus sign is read as a space."
    ) { $0.percentDecoded },
  ]

  private static func expiry(
    _ id: String, breaking clauses: [String] = ["PRE-STS-1", "V2-PRE-1"], _ sentence: String,
    in operations: Set<OSSVectors.Operation> = .urlsV1V2,
    _ text: @escaping @Sendable (SigningInput) -> Bytes
  ) -> Mistake {
    .signing(
      id, clauses, sentence, fix: "Sign and send the whole seconds that the caller asks for.",
      in: operations
    ) { $0.expiry = text }
  }

  private static func line(
    _ id: String, breaking clauses: [String] = ["PRE-STS-1", "V2-PRE-1"], _ sentence: String,
    _ text: @escaping @Sendable (SigningInput, Bytes) -> Bytes
  ) -> Mistake {
    .signing(
      id, clauses, sentence,
      fix: "Write the expiry of the URL on the Date line, in seconds since 1970.",
      in: .urlsV1V2
    ) { $0.dateLine = text }
  }

  private static func unsigned(_ id: String, _ name: String) -> Mistake {
    .signing(
      id, ["V4-PRE-2"], "The parameter \(name) is sent and not signed.",
      fix: "Sign the parameter with the others.", in: .urlsV4
    ) { $0.leavesOutParameter { $0.isAdded && $0.given.name.isText(name) } }
  }

  private static func without(
    _ id: String, _ clauses: [String], _ sentence: String, _ name: String
  ) -> Mistake {
    .signing(
      id, clauses, sentence, fix: "Add the parameter \(name).", in: [.v2Presign, .v4Presign]
    ) { $0.addedParameters = { $1.filter { !$0.name.isText(name) } } }
  }

  private static func parameter(
    _ id: String, _ clauses: [String], _ sentence: String, fix: String, _ name: String,
    _ value: @escaping @Sendable (SigningInput) -> Bytes
  ) -> Mistake {
    .signing(id, clauses, sentence, fix: fix, in: .urlsV4) {
      $0.addedParameters = { input, parameters in
        parameters.map { $0.name.isText(name) ? SigningField($0.name, value(input)) : $0 }
      }
    }
  }

  private static func sent(
    _ id: String, _ clauses: [String], _ sentence: String, fix: String,
    in operations: Set<OSSVectors.Operation> = .urlsV1, seen: [SeenIn] = [],
    _ change: @escaping @Sendable (inout [QueryPart]) -> Void
  ) -> Mistake {
    .signing(
      id, clauses, sentence, fix: fix, in: operations,
      oss: .refuses(evidence: "OSS finds no signature of this version in the URL."), seen: seen
    ) { $0.pieces = { change(&$1.query) } }
  }

  private static func missing(_ id: String, _ name: String) -> Mistake {
    sent(id, ["PRE-QRY-1"], "The parameter \(name) is missing.", fix: "Add the parameter \(name).")
    {
      $0.removeAll { $0.isAdded && $0.name.isText(name) }
    }
  }

  private static func renamed(
    _ id: String, _ clauses: [String], _ sentence: String, _ names: [String: String],
    in operations: Set<OSSVectors.Operation> = .urlsV1
  ) -> Mistake {
    sent(
      id, clauses, sentence,
      fix: "Name the parameters \(names.keys.sorted().joined(separator: " and ")).", in: operations
    ) { query in
      for index in query.indices where query[index].isAdded {
        query[index].name = names[query[index].name.text]?.raw ?? query[index].name
      }
    }
  }

  private static func signature(
    _ id: String, _ sentence: String, seen: [SeenIn] = [],
    _ change: @escaping @Sendable (Bytes) -> Bytes
  ) -> Mistake {
    .signing(
      id, ["PRE-QRY-2", "V2-PRE-3"], sentence,
      fix: "Percent-encode the signature once, in the builder of the URL or in the signer.",
      in: .urlsV1V2, seen: seen
    ) {
      $0.rewriteSent({ $0.name.isText("Signature") || $0.name.isText("x-oss-signature") }, change)
    }
  }
}

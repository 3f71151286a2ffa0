internal import OSSPrimitives
internal import OSSVectors

/// Mistakes of V4 alone: the canonical request, the scope, the signing key, and a server that signs.
enum ScopeMistakes {
  static let all: [Mistake] = strings + hashes + payloads + scopes + keys + kept + servers

  private static let strings: [Mistake] = [
    part(
      "v4-request-line-feed-at-end", ["V4-REQ-1"], "The canonical request ends with an LF.",
      fix: "Write nothing after the payload line.", .payload
    ) { $0.end = "\n".raw },
    part(
      "v4-string-algorithm-of-s3", ["V4-STS-1"], "The first line is AWS4-HMAC-SHA256.",
      fix: "Write OSS4-HMAC-SHA256 on the first line.", .algorithm
    ) { $0.text = "AWS4-HMAC-SHA256".raw },
  ]

  private static let hashes: [Mistake] = [
    hash("v4-hash-upper-case", "The hash is in upper case.") { hexadecimal($0).upperCase },
    hash("v4-hash-sha1", "The canonical request is hashed with SHA-1.") {
      SHA1.hash($0.span).hexadecimal.raw
    },
    hash("v4-request-not-hashed", "The canonical request stands in the place of its hash.") { $0 },
    hash("v4-hash-without-leading-zeros", "A byte of the hash below 16 is written as one digit.") {
      Bytes(SHA256.hash($0.span).bytes.flatMap { Array(String($0, radix: 16).utf8) })
    },
  ]

  private static let payloads: [Mistake] = [
    part(
      "v4-payload-line-empty", ["V4-REQ-1", "V4-PRE-7"], "The payload line is empty.",
      fix: "Write UNSIGNED-PAYLOAD.", .payload
    ) { $0.text = [] },
    part(
      "v4-payload-hash-of-nothing", ["V4-REQ-3", "V4-PRE-7"],
      "The payload line is the hash of an empty content, as S3 has it.",
      fix: "Write UNSIGNED-PAYLOAD.", .payload
    ) { $0.text = hexadecimal([]) },
    v4(
      "v4-content-sha256-unsigned", ["V4-REQ-3", "V4-PRE-8"],
      "x-oss-content-sha256 is sent and not signed.", fix: "Sign it as any x-oss- header."
    ) { $0.leavesOut { $0.name.isText(contentName) } },
    v4(
      "v4-content-sha256-not-sent", ["V4-REQ-3"], "x-oss-content-sha256 is signed and not sent.",
      fix: "Send the header that was signed.", in: .headersV4
    ) { $0.sentHeaders = { $1.filter { !$0.name.isText(contentName) } } },
    v4(
      "v4-callers-content-sha256-kept", ["V4-REQ-4"],
      "The caller's x-oss-content-sha256 is sent, signed, and the payload line.",
      fix: "Send and sign UNSIGNED-PAYLOAD, whatever the caller gives.", in: .headersV4,
      oss: .refuses(evidence: "The document: no other value is supported."),
      seen: [
        .goV1("The header is set only if there is none, and the line is its value."),
        .phpV1("The header is set only if there is none, and the line is its value."),
        .phpV2("The header is set only if there is none, and the line is its value."),
        .cpp("The header is set only if there is none, and the line is its value."),
      ]
    ) {
      $0.replaces = { !$0.isText(contentName) }
      $0.payload = { $0.header(contentName) ?? "UNSIGNED-PAYLOAD".raw }
    },
    v4(
      "v4-callers-content-sha256-signed", ["V4-REQ-4"],
      "The caller's x-oss-content-sha256 is sent and signed beside the payload line.",
      fix: "Send and sign UNSIGNED-PAYLOAD, whatever the caller gives.", in: .headersV4
    ) { $0.replaces = { !$0.isText(contentName) } },
    v4(
      "v4-content-sha256-of-nothing", ["V4-REQ-3"],
      "x-oss-content-sha256 and the payload line are the hash of an empty content.",
      fix: "Send and sign UNSIGNED-PAYLOAD.", in: .headersV4,
      oss: .refuses(evidence: "The document: no other value is supported.")
    ) {
      $0.payload = { _ in hexadecimal([]) }
      $0.addedHeaders = { _, headers in
        headers.map { $0.name.isText(contentName) ? SigningField($0.name, hexadecimal([])) : $0 }
      }
    },
    addedToURL(
      "v4-url-content-sha256-added", ["V4-PRE-7", "V4-PRE-6"],
      "x-oss-content-sha256 is signed in a URL though the caller gives no such header."
    ) { $0.header(contentName) == nil ? SigningField(contentName, "UNSIGNED-PAYLOAD".raw) : nil },
    addedToURL(
      "v4-url-date-as-header", ["V4-PRE-6"], "x-oss-date is signed as a header of a URL too."
    ) { SigningField("x-oss-date", CivilMoment($0.time).basicTime.raw) },
  ]

  private static let scopes: [Mistake] = [
    scope(
      "v4-scope-date-local", "The date of the scope is in local time, here that of UTC+8.",
      fix: "Take the date of the time of signing in UTC."
    ) { [CivilMoment($0.time + 28_800).basicDate.raw] + $1.dropFirst() },
    scope(
      "v4-scope-end-of-s3", "The scope ends with aws4_request.", fix: "Write aliyun_v4_request."
    ) { $1.dropLast() + ["aws4_request".raw] },
    v4(
      "v4-product-of-s3", ["V4-SCO-2"], "The product is s3 if nothing else is asked for.",
      fix: "Use the product oss.", in: .authenticatingV4
    ) { $0.defaultProduct = "s3".raw },
    v4(
      "v4-region-with-prefix", ["V4-SCO-3"], "The region is signed with the oss- of the host.",
      fix: "Leave the oss- out.", in: .authenticatingV4
    ) { model in
      let prefixed: @Sendable (SigningInput, [Bytes]) -> [Bytes] = {
        [$1[0], "oss-".raw + $1[1]] + $1.dropFirst(2)
      }
      model.scopeParts = prefixed
      model.keyParts = prefixed
    },
    v4(
      "v4-cloudbox-product-oss", ["V4-SCO-4"], "For a CloudBox the product stays oss.",
      fix: "Use the product oss-cloudbox.", in: .authenticatingV4,
      seen: [.androidRead("The product of the scope is a constant.")]
    ) { $0.taken = { $0 == .product ? "oss".raw : $1 } },
    v4(
      "v4-cloudbox-region-kept", ["V4-SCO-4"],
      "For a CloudBox the region stands in the place of its ID.",
      fix: "Put the ID of the CloudBox in the place of the region.", in: .authenticatingV4
    ) { $0.taken = { $0 == .region && $1.begins(with: "cb-") ? "cn-hangzhou".raw : $1 } },
  ]

  private static let keys: [Mistake] = [
    key("v4-key-is-secret", "The secret itself signs.", fix: "Derive the signing key.") {
      $0.firstKey = { $0 }
      $0.keyParts = { _, _ in [] }
    },
    key(
      "v4-key-without-prefix", "The chain begins with the secret alone.",
      fix: "Put aliyun_v4 before the secret."
    ) { $0.firstKey = { $0 } },
    key(
      "v4-key-prefix-of-s3", "The chain begins with AWS4 and the secret.",
      fix: "Put aliyun_v4 before the secret."
    ) { $0.firstKey = { "AWS4".raw + $0 } },
    key(
      "v4-key-without-product", "The product is not in the chain.",
      fix: "Take date, region, product."
    ) {
      $0.keyParts = { [$1[0], $1[1], $1[3]] }
    },
    key(
      "v4-key-without-end", "The chain ends with the product.", fix: "Let aliyun_v4_request follow."
    ) {
      $0.keyParts = { $1.dropLast() }
    },
    key(
      "v4-key-as-text", "Each link passes its result on as hexadecimal text.",
      fix: "Pass the 32 bytes on."
    ) { $0.keyHMAC = { Hexadecimal.encode(SigningModel.hmacSHA256($0, $1).span).raw } },
  ]

  private static let kept: [Mistake] = [
    dayShift(
      "v4-key-day-begins-late",
      "A kept key is used until midnight in a zone west of UTC, here UTC-8.", by: -8 * 3_600),
    dayShift(
      "v4-key-day-begins-early",
      "A new key is derived at midnight in a zone east of UTC, here UTC+8.", by: 8 * 3_600),
    store("v4-key-kept-for-every-day", "The key of one day is used for all.") {
      $0.parts[0] = []
    },
    store("v4-key-kept-for-every-region", "The key of one region is used for all.") {
      $0.parts[1] = []
    },
    store("v4-key-kept-for-every-product", "The key of one product is used for all.") {
      $0.parts[2] = []
    },
    store("v4-key-kept-for-every-secret", "The key of one secret is used for all.") {
      $0.secret = []
    },
    store("v4-key-kept-under-joined-names", "Keys are kept under names with nothing between them.")
    {
      $0.parts = [$0.parts.joined(with: "")]
    },
  ]

  private static let servers: [Mistake] = [
    server(
      "v4-server-signs-anything", "The server signs whatever string it gets.",
      [.stringLines, .stringScope, .stringDate, .stringHash]),
    server(
      "v4-server-takes-any-scope", "The server signs for any region and product.", [.stringScope]),
    server(
      "v4-server-takes-any-date", "The date of the scope need not be that of the second line.",
      [.stringDate]),
    server(
      "v4-server-takes-any-hash", "The server does not look at the fourth line.", [.stringHash]),
  ]

  private static let contentName = "x-oss-content-sha256"

  private static func hexadecimal(_ text: Bytes) -> Bytes { SHA256.hash(text.span).hexadecimal.raw }
}

extension ScopeMistakes {
  private static func v4(
    _ id: String, _ clauses: [String], _ sentence: String, fix: String,
    in operations: Set<OSSVectors.Operation> = .signingV4, oss effect: Effect = .refusesSignature,
    seen: [SeenIn] = [], _ change: @escaping @Sendable (inout SigningModel) -> Void
  ) -> Mistake {
    .signing(id, clauses, sentence, fix: fix, in: operations, oss: effect, seen: seen, change)
  }

  private static func part(
    _ id: String, _ clauses: [String], _ sentence: String, fix: String, _ kind: StringPart.Kind,
    _ change: @escaping @Sendable (inout StringPart) -> Void
  ) -> Mistake {
    v4(id, clauses, sentence, fix: fix) { $0.parts = { $1.changing(kind, change) } }
  }

  private static func hash(
    _ id: String, _ sentence: String, _ hash: @escaping @Sendable (Bytes) -> Bytes
  ) -> Mistake {
    v4(
      id, ["V4-STS-3"], sentence,
      fix: "Write the SHA-256 of the canonical request in hexadecimal digits of lower case."
    ) { $0.hash = hash }
  }

  private static func addedToURL(
    _ id: String, _ clauses: [String], _ sentence: String,
    _ header: @escaping @Sendable (SigningInput) -> SigningField?
  ) -> Mistake {
    v4(
      id, clauses, sentence, fix: "Sign no header of a URL that the caller does not give.",
      in: .urlsV4
    ) { $0.addedHeaders = { input, headers in headers + [header(input)].compactMap(\.self) } }
  }

  private static func scope(
    _ id: String, _ sentence: String, fix: String,
    _ parts: @escaping @Sendable (SigningInput, [Bytes]) -> [Bytes]
  ) -> Mistake {
    v4(id, ["V4-SCO-1"], sentence, fix: fix) { $0.scopeParts = parts }
  }

  private static func key(
    _ id: String, _ sentence: String, fix: String,
    _ change: @escaping @Sendable (inout SigningModel) -> Void
  ) -> Mistake { v4(id, ["V4-KEY-1"], sentence, fix: fix, in: .authenticatingV4, change) }

  private static func dayShift(_ id: String, _ sentence: String, by seconds: Int64) -> Mistake {
    v4(id, ["V4-KEY-3"], sentence, fix: "Derive a new key when the date changes in UTC.") {
      $0.keyParts = { [CivilMoment($0.time + seconds).basicDate.raw] + $1.dropFirst() }
    }
  }

  /// A store of keys that forgets what its keys depend on.
  private static func store(
    _ id: String, _ sentence: String, _ forget: @escaping @Sendable (inout KeyNeeds) -> Void
  ) -> Mistake {
    v4(
      id, ["V4-KEY-3"], sentence,
      fix: "Keep a key under its secret, date, region and product, with a mark between them."
    ) {
      $0.keyName = { needs in
        var needs = needs
        forget(&needs)
        return needs.name
      }
    }
  }

  private static func server(
    _ id: String, _ sentence: String, _ accepted: Set<SigningFault.Kind>
  ) -> Mistake {
    v4(
      id, ["V4-REM-1"], sentence,
      fix: "Look at all four lines first: else the server signs requests of every kind.",
      in: [.v4String], oss: .accepts(evidence: "The signature is right, and too much is signed.")
    ) { $0.accepts = { accepted.contains($0.kind) } }
  }
}

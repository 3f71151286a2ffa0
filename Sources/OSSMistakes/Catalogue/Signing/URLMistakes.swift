internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in how a URL writes the caller's parameters, the key and the host.
enum URLMistakes {
  static let all: [Mistake] = values + kept + equal + publicURLs + hosts + endpoints + paths

  private static let values: [Mistake] = [
    value("query-values-not-encoded", "The caller's values are not encoded.") { $0.percentDecoded },
    value(
      "query-values-encoded-twice", breaking: ["PRE-QRY-3", "V4-PRE-10"],
      "The caller's values are encoded twice."
    ) { $0.encoded() },
    value(
      "query-plus-left-bare", breaking: ["PRE-QRY-3", "V2-PRE-5"],
      "A plus sign in a value is not encoded, and is read as a space.",
      seen: [.swiftV2("URLComponents leaves a plus sign bare, and makes %2B one.")]
    ) { $0.keeping("+") },
    value("query-values-as-latin-1", "Values are encoded as Latin-1.") {
      $0.percentDecoded.latin1.encoded()
    },
    sent("query-names-not-encoded", ["PRE-QRY-3"], "The caller's names are not encoded.") { query in
      for index in query.indices { query[index].name = query[index].given.name }
    },
    sent(
      "query-names-mangled", ["PRE-QRY-3", "V4-PRE-10"],
      "Dots, spaces and brackets in a name are changed, as PHP's parser does.",
      seen: [.phpV1("The query passes through parse_str.")]
    ) { query in
      for index in query.indices {
        query[index].name = query[index].name.replaced("%20", by: "_").replaced(".", by: "_")
          .replaced("%5B%5D", by: "")
      }
    },
    sent(
      "query-numbers-lost", ["V4-PRE-10"], "Parameters whose names are numbers are not sent.",
      seen: [.phpV1("The query of the URL is read with parse_str, and is written again.")]
    ) { $0.removeAll { Int($0.given.name.text) != nil } },
    .signing(
      "query-values-trimmed", ["PRE-QRY-3"], "Values are trimmed before they are signed and sent.",
      fix: "Keep blanks at the ends of a value.", in: .anyRequest, oss: .unknown,
      seen: [.iOS("Names and values are trimmed, in the string and in the URL.")]
    ) {
      $0.request = { input in
        var input = input
        input.query = input.query.map { SigningField($0.name, $0.value?.withoutOuterBlanks) }
        return input
      }
    },
  ]

  private static let kept: [Mistake] = [
    sent("query-bare-name-lost", ["PRE-QRY-5"], "A bare name is signed and not sent.") {
      $0.removeAll { $0.value == nil }
    },
    sent(
      "query-empty-value-lost", ["PRE-QRY-5"], "A parameter with an empty value is not sent.",
      seen: [.phpV1("The function that writes the query loses parameters.")]
    ) { $0.removeAll { $0.value?.isEmpty == true } },
    sent("query-nameless-lost", ["PRE-QRY-5"], "A parameter without a name is signed and not sent.")
    {
      $0.removeAll { $0.name.isEmpty }
    },
    .signing(
      "query-unsigned-lost", ["PRE-QRY-6"], "A parameter that is not a subresource is not sent.",
      fix: "Send every parameter of the caller.", in: .urlsV1, oss: .unknown
    ) {
      $0.pieces = {
        $1.query.removeAll { !$0.isAdded && !SigningModel.isSubresource($0.given.name) }
      }
    },
  ]

  private static let equal: [Mistake] = [
    same(
      "query-space-as-plus", "A space is written as a plus sign.",
      "A server reads a plus sign in a query as a space, which FMT-JUDGE-3 follows.",
      seen: [.goV1("Names are encoded as in a form.")]
    ) { $0.rewriteQuery { $0.replaced("%20", by: "+") } },
    same(
      "query-bare-name-with-equals", "A bare name is sent with an equals sign.",
      "PRE-QRY-5 calls both the same parameter.", breaking: "PRE-QRY-5",
      seen: [
        .java("Each name is followed by an equals sign."),
        .javaScript("Each name is followed by an equals sign."),
        .swiftV2("Each name is followed by an equals sign."),
      ]
    ) { pieces in
      for index in pieces.query.indices where pieces.query[index].value == nil {
        pieces.query[index].value = []
      }
    },
    same(
      "query-slash-left-bare", "A slash in a value is not encoded.",
      "A bare slash in a query decodes to itself.",
      seen: [.iOS("Slashes stay in values and in the signature.")]
    ) { $0.rewriteQuery { $0.keeping("/") } },
    same(
      "query-tilde-encoded", "A tilde is percent-encoded.",
      "A percent triplet decodes to the byte that it stands for.",
      seen: [.java("The encoder of the language's library encodes the tilde.")]
    ) { $0.rewriteQuery { $0.replaced("~", by: "%7E") } },
    same(
      "path-slash-encoded", "The slashes of the key are encoded.",
      "%2F decodes to a slash, and OSS takes the key from the decoded path.",
      breaking: "PRE-PATH-1",
      seen: [
        .oss2("Slashes are encoded unless slash_safe is set."), .goV1("Slashes are encoded."),
      ]
    ) { $0.key = $0.key.replaced("/", by: "%2F") },
    .signing(
      "path-plus-left-bare", ["PRE-PATH-1", "V2-PRE-5", "V4-PRE-10", "PUB-1"],
      "A plus sign in the key is not encoded, and OSS reads it as a space.",
      fix: "Write %2B, also in a path.", in: .urls,
      oss: .refuses(evidence: "aliyun-oss-java-sdk #241, cloudreve #220 and #802.")
    ) { $0.sentKey = { $0.encoded(keepingSlash: true).keeping("+") } },
  ]

  private static let publicURLs: [Mistake] = [
    publicURL("public-url-signed", "PUB-1", "A public URL carries an access key ID.") {
      let field = SigningField("OSSAccessKeyId", "exampleAccessKeyID00".raw)
      $0.query.append(QueryPart(given: field, isAdded: true, name: field.name, value: field.value))
    },
    publicURL("public-url-query-lost", "PUB-2", "The caller's parameters are not in a public URL.")
    {
      $0.query = []
    },
    publicURL("public-url-key-lost", "PUB-1", "A public URL ends at the bucket.") { $0.key = [] },
  ]

  private static let hosts: [Mistake] = [
    place(
      "host-without-bucket", ["PRE-HOST-1", "V2-PRE-5"], "The host lacks the bucket.",
      fix: "Put the bucket and a dot before the endpoint's host."
    ) { $0.bucketInHost = nil },
    place(
      "path-style-without-bucket", ["PRE-HOST-2", "V2-PRE-5"],
      "With path addressing the path lacks the bucket.",
      fix: "Begin the path with the bucket."
    ) { $0.bucketInPath = nil },
    addressed(
      "cname-with-bucket", ["PRE-HOST-3", "V2-PRE-5"],
      "The bucket stands before the host of a CNAME.",
      fix: "Leave the host of a CNAME as it is."
    ) { $0 == .cname ? .virtualHost : $0 },
    .signing(
      "address-with-bucket", ["PRE-HOST-4"], "The bucket stands before an IP address.",
      fix: "Use path addressing for an IP address.", in: .urls, oss: .unknown,
      seen: [.openDAL("The bucket is put before any host.")]
    ) {
      $0.accepts = { $0.kind == .bucketBeforeAddress }
      $0.pieces = { input, pieces in
        if input.endpoint?.addressing == .path || input.endpoint == nil,
          SigningModel.isVersion4(pieces.host) || SigningModel.isVersion6(pieces.host)
        {
          pieces.bucketInHost = pieces.bucketInPath
          pieces.bucketInPath = nil
        }
      }
    },
    place(
      "host-of-service-with-dot", ["PRE-HOST-5"],
      "The host of a URL without a bucket begins with a dot.",
      fix: "Write the dot only after a bucket."
    ) { if $0.bucketInHost == nil, $0.bucketInPath == nil { $0.bucketInHost = [] } },
  ]

  private static let endpoints: [Mistake] = [
    place("port-lost", ["PRE-HOST-6"], "The port is lost.", fix: "Keep the port of the endpoint.") {
      $0.port = nil
    },
    place(
      "scheme-forced-to-https", ["PRE-HOST-6"], "The scheme is always https.",
      fix: "Keep the scheme of the endpoint."
    ) { $0.scheme = "https".raw },
    place(
      "scheme-forced-to-http", ["PRE-HOST-6"], "The scheme is always http.",
      fix: "Keep the scheme of the endpoint."
    ) { $0.scheme = "http".raw },
    endpoint(
      "scheme-of-another-case-unknown", ["PRE-HOST-6"],
      "A scheme with a letter in upper case is not known, and becomes http.",
      fix: "Compare schemes without regard to case.", seen: [.oss2("`HTTPS://` becomes `http://`.")]
    ) { text in
      let scheme = text.cut(at: ":")
      return scheme == scheme.lowerCase ? text : "http".raw + text.dropFirst(scheme.count)
    },
    endpoint(
      "upper-case-scheme-taken-for-host", ["PRE-HOST-6"],
      "An endpoint with a scheme in capitals gets http:// before it, and the scheme is its host.",
      fix: "Compare schemes without regard to case.",
      seen: [.oss2("http:// is put before what begins with neither http:// nor https://.")]
    ) { text in
      let scheme = text.cut(at: ":")
      return scheme == scheme.lowerCase ? text : "http://".raw + scheme
    },
    place(
      "endpoint-path-lost", ["PRE-HOST-7"], "A path of the endpoint is lost.",
      fix: "Keep the path before the bucket and the key.",
      seen: [
        .iOS("The path is kept only if an option asks for it."),
        .openDAL("Only the host and the port of the parsed endpoint are kept."),
      ]
    ) { $0.prefix = [] },
    place(
      "endpoint-path-slash-doubled", ["PRE-HOST-7"], "Two slashes follow the path of the endpoint.",
      fix: "Ignore slashes at the end of the endpoint's path."
    ) { if !$0.prefix.isEmpty { $0.prefix += "/".raw } },
    .signing(
      "ipv6-address-refused", ["PRE-HOST-4"], "An endpoint with an IPv6 address is refused.",
      fix: "Accept an address in brackets as a host.", in: .urls, oss: .unknown,
      seen: [.oss2("The pattern for endpoints has no brackets.")]
    ) { $0.taken = { $0 == .endpoint && $1.contains(UInt8(ascii: "[")) ? [] : $1 } },
  ]

  private static let paths: [Mistake] = [
    path("path-not-encoded", "The key is not encoded.") { $0 },
    path(
      "path-encoded-twice", breaking: ["PRE-PATH-1", "V2-PRE-5"], "The key is encoded twice."
    ) { $0.encoded(keepingSlash: true).encoded(keepingSlash: true) },
    path("path-space-as-plus", "A space in the key becomes a plus sign.") {
      $0.encoded(keepingSlash: true).replaced("%20", by: "+")
    },
    path("path-as-latin-1", "The key is encoded as Latin-1.") {
      $0.latin1.encoded(keepingSlash: true)
    },
    path("path-normalized", "The key is normalized before it is encoded.") {
      $0.composed.encoded(keepingSlash: true)
    },
    path("path-dots-removed", breaking: ["PRE-PATH-2"], "Dot segments are taken out of the path.") {
      $0.dotsResolved.encoded(keepingSlash: true)
    },
    path("path-slashes-merged", breaking: ["PRE-PATH-2"], "Several slashes in the path become one.")
    {
      $0.slashesMerged.encoded(keepingSlash: true)
    },
    place(
      "path-of-bucket-without-slash", ["PRE-PATH-3"],
      "With path addressing the path of a bucket lacks its last slash.",
      fix: "End the path of a bucket with a slash."
    ) { pieces in
      guard pieces.key.isEmpty, let bucket = pieces.bucketInPath else { return }
      (pieces.bucketInPath, pieces.key) = (nil, bucket)
    },
  ]
}

extension URLMistakes {
  private static let notSent = Effect.refuses(
    evidence: "OSS reads another request than the one meant.")

  private static func sent(
    _ id: String, _ clauses: [String], _ sentence: String, seen: [SeenIn] = [],
    _ change: @escaping @Sendable (inout [QueryPart]) -> Void
  ) -> Mistake {
    .signing(
      id, clauses, sentence, fix: "Send every parameter, its name and value percent-encoded once.",
      in: .urls, oss: notSent, seen: seen
    ) {
      $0.pieces = { _, pieces in
        var given = pieces.query.filter { !$0.isAdded }
        change(&given)
        pieces.query = given + pieces.query.filter(\.isAdded)
      }
    }
  }

  private static func value(
    _ id: String, breaking clauses: [String] = ["PRE-QRY-3"], _ sentence: String,
    seen: [SeenIn] = [], _ change: @escaping @Sendable (Bytes) -> Bytes
  ) -> Mistake {
    sent(id, clauses, sentence, seen: seen) { query in
      for index in query.indices { query[index].value = query[index].value.map(change) }
    }
  }

  private static func same(
    _ id: String, _ sentence: String, _ equivalent: String, breaking clause: String = "PRE-QRY-3",
    seen: [SeenIn] = [], _ change: @escaping @Sendable (inout URLPieces) -> Void
  ) -> Mistake {
    .signing(
      id, [clause], sentence, fix: "Change nothing: the URL means the same.", in: .urls, seen: seen,
      equivalent: equivalent
    ) { $0.pieces = { change(&$1) } }
  }

  private static func publicURL(
    _ id: String, _ clause: String, _ sentence: String,
    _ change: @escaping @Sendable (inout URLPieces) -> Void
  ) -> Mistake {
    .signing(
      id, [clause], sentence,
      fix: "Write the host, the path and the caller's parameters, as in a presigned URL.",
      in: [.publicURL], oss: notSent
    ) { $0.pieces = { change(&$1) } }
  }

  private static func place(
    _ id: String, _ clauses: [String], _ sentence: String, fix: String, seen: [SeenIn] = [],
    _ change: @escaping @Sendable (inout URLPieces) -> Void
  ) -> Mistake {
    .signing(id, clauses, sentence, fix: fix, in: .urls, oss: notSent, seen: seen) {
      $0.pieces = { change(&$1) }
    }
  }

  private static func addressed(
    _ id: String, _ clauses: [String], _ sentence: String, fix: String,
    _ change: @escaping @Sendable (SigningEndpoint.Addressing) -> SigningEndpoint.Addressing
  ) -> Mistake {
    .signing(id, clauses, sentence, fix: fix, in: .urls, oss: notSent) { $0.addressing = change }
  }

  private static func endpoint(
    _ id: String, _ clauses: [String], _ sentence: String, fix: String, seen: [SeenIn],
    _ change: @escaping @Sendable (Bytes) -> Bytes
  ) -> Mistake {
    .signing(id, clauses, sentence, fix: fix, in: .urls, oss: notSent, seen: seen) {
      $0.taken = { $0 == .endpoint ? change($1) : $1 }
    }
  }

  private static func path(
    _ id: String, breaking clauses: [String] = ["PRE-PATH-1"], _ sentence: String,
    _ key: @escaping @Sendable (Bytes) -> Bytes
  ) -> Mistake {
    .signing(
      id, clauses, sentence,
      fix: "Percent-encode the UTF-8 bytes of the key once, but for its slashes.",
      in: .urls, oss: notSent
    ) { $0.sentKey = key }
  }
}

extension URLPieces {
  /// Changes the names and the values of a query, which are encoded already.
  fileprivate mutating func rewriteQuery(_ change: (Bytes) -> Bytes) {
    for index in query.indices {
      query[index].name = change(query[index].name)
      query[index].value = query[index].value.map(change)
    }
  }
}

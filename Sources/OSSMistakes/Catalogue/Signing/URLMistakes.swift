internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in how a URL writes the caller's parameters, the key and the host.
enum URLMistakes {
  private static let rows = SigningMistakes.rows
  private static let urls = SigningMistakes.urls.in(.urls)
  /// Rows about the caller's parameters as they are sent.
  private static let sent: MistakeRows<@Sendable (inout [QueryPart]) -> Void> =
    urls.breaking("PRE-QRY-3")
    .fix("Send every parameter, its name and value percent-encoded once.").by { change in
      { pieces in
        var given = pieces.query.filter { !$0.isAdded }
        change(&given)
        pieces.query = given + pieces.query.filter(\.isAdded)
      }
    }
  private static let value: MistakeRows<SigningMistakes.Rewriting> = sent.by { change in
    { query in
      for index in query.indices { query[index].value = query[index].value.map(change) }
    }
  }
  private static let name: MistakeRows<@Sendable (QueryPart) -> Bytes> = sent.by { name in
    { query in
      for index in query.indices { query[index].name = name(query[index]) }
    }
  }
  private static let lost: MistakeRows<@Sendable (QueryPart) -> Bool> = sent.breaking("PRE-QRY-5")
    .fix("Send every parameter of the caller, also one that is empty or is not signed.").by {
      isLost in { $0.removeAll(where: isLost) }
    }
  private static let key = rows.breaking("PRE-PATH-1", "V4-PRE-10").in(.urls).wrapping(\.sentKey)
  private static let same = urls.breaking("PRE-QRY-3")
    .fix("Change nothing: the URL means the same.")
  private static let rewritten: MistakeRows<SigningMistakes.Rewriting> = same.by { change in
    { pieces in
      for index in pieces.query.indices {
        pieces.query[index].name = change(pieces.query[index].name)
        pieces.query[index].value = pieces.query[index].value.map(change)
      }
    }
  }
  private static let decodes = "It decodes to the same bytes, and a URL is compared decoded."
  private static let publicURL = urls.breaking("PUB-1")
    .fix("Write the host, the path and the caller's parameters, as in a presigned URL.")
    .in([.publicURL])
  private static let origin = urls.breaking("PRE-HOST-6")
    .fix("Keep the scheme and the port of the endpoint.")
  private static let prefix = urls.breaking("PRE-HOST-7")
    .fix("Keep the endpoint's path before the bucket and the key, without slashes at its end.")
  /// Rows about the endpoint as it is given.
  private static let endpoint: MistakeRows<SigningMistakes.Rewriting> = rows.breaking("PRE-HOST-6")
    .fix("Compare schemes without regard to case.").in(.urls).by { change in
      { $0.taken = { $0 == .endpoint ? change($1) : $1 } }
    }
  private static let path = rows.breaking("PRE-PATH-1")
    .fix("Percent-encode the UTF-8 bytes of the key once, but for its slashes.").in(.urls).setting(
      \.sentKey)

  static let all: [Mistake] = [
    // How parameters are encoded.
    key("path-delimiters-kept")
      .sentence("The key is encoded as by encodeURI: ?, # and + stay, and the path ends at ? or #.")
      .fix("Percent-encode `?` as %3F, `#` as %23 and `+` as %2B in the path.")
      .change { $1($0).keeping(";,?:@&=+$!*'()#") },
    key("path-decoded-first").sentence(
      "Percent triplets of the key are taken for encoded in the path of a URL: %41, not %2541."
    ).breaking("PRE-PATH-1", "V4-PRE-10", "V2-PRE-5", "PUB-1")
      .fix("Percent-encode the key as the caller gives it: `%` becomes %25.")
      .change { $1($0.tripletsDecoded) },
    urls("other-domain-taken-for-cname")
      .sentence("The bucket is left out of URLs at hosts outside aliyuncs.com, as of a CNAME.")
      .breaking("PRE-HOST-1").fix("Leave the bucket out where the caller says that it is a CNAME.")
      .change { pieces in
        let labels = pieces.host.pieces(at: ".")
        if !labels.contains("aliyuncs".raw) {
          (pieces.bucketInHost, pieces.bucketInPath) = (nil, nil)
        }
      },
    SigningMistakes.urls("ipv6-address-with-bucket", "The bucket is before an IPv6 address.")
      .breaking("PRE-HOST-8")
      .fix("Put the bucket into the path where the host is an IPv6 address in brackets.")
      .change { pieces in
        guard pieces.host.begins(with: "["), let bucket = pieces.bucketInPath else { return }
        (pieces.bucketInHost, pieces.bucketInPath) = (bucket, nil)
      },
    value("query-values-not-encoded", "The caller's values are not encoded.") { $0.percentDecoded },
    value("query-values-encoded-twice", "The caller's values are encoded twice.")
      .breaking("PRE-QRY-3", "V4-PRE-10").change { $0.encoded() },
    value("query-plus-left-bare", "A plus sign in a value is not encoded, and is read as a space.")
      .breaking("PRE-QRY-3", "V2-PRE-5")
      .seen("URLComponents leaves a plus sign bare, and makes %2B one.", .swiftV2)
      .change { $0.keeping("+") },
    value("query-values-as-latin-1", "Values are encoded as Latin-1.")
      .change { $0.percentDecoded.latin1.encoded() },
    name("query-names-not-encoded", "The caller's names are not encoded.") { $0.given.name },
    name("query-names-mangled")
      .sentence("Dots, spaces and brackets in a name are changed, as PHP's parser does.")
      .breaking("PRE-QRY-3", "V4-PRE-10").seen("The query passes through parse_str.", .phpV1)
      .change {
        $0.name.replaced("%20", by: "_").replaced(".", by: "_").replaced("%5B%5D", by: "")
      },
    SigningMistakes.inputs("query-values-trimmed")
      .sentence("Values are trimmed before they are signed and sent.")
      .breaking("PRE-QRY-3").fix("Keep blanks at the ends of a value.").in(.anyRequest)
      .seen("Names and values are trimmed, in the string and in the URL.", .iOS)
      .change { $0.query = $0.query.map { SigningField($0.name, $0.value?.withoutOuterBlanks) } },
    // Parameters that are lost.
    lost("query-numbers-lost", "Parameters whose names are numbers are not sent.")
      .breaking("V4-PRE-10")
      .seen("The query of the URL is read with parse_str, and is written again.", .phpV1)
      .change { Int($0.given.name.text) != nil },
    lost("query-bare-name-lost", "A bare name is signed and not sent.")
      .breaking("PRE-QRY-5", "PRE-QRY-3").change { $0.value == nil },
    lost("query-empty-value-lost", "A parameter with an empty value is not sent.")
      .breaking("PRE-QRY-5", "PRE-QRY-6")
      .seen("The function that writes the query loses parameters.", .phpV1)
      .change { $0.value?.isEmpty == true },
    lost("query-nameless-lost", "A parameter without a name is signed and not sent.")
      .change { $0.name.isEmpty },
    lost("query-unsigned-lost", "A parameter that is not a subresource is not sent.")
      .breaking("PRE-QRY-6").in(.urlsV1).change { !SigningModel.isSubresource($0.given.name) },
    // Other spellings of the same URL.
    rewritten("query-space-as-plus", "A space is written as a plus sign.")
      .seen("Names are encoded as in a form.", .goV1)
      .equivalent("A server reads a plus sign in a query as a space, which FMT-JUDGE-3 follows.")
      .accepted("A server reads a plus sign in a query as a space.")
      .change { $0.replaced("%20", by: "+") },
    rewritten("query-slash-left-bare", "A slash in a value is not encoded.")
      .seen("Slashes stay in values and in the signature.", .iOS).equivalent(decodes)
      .accepted(decodes).change { $0.keeping("/") },
    rewritten("query-tilde-encoded", "A tilde is percent-encoded.")
      .seen("The encoder of the language's library encodes the tilde.", .java).equivalent(decodes)
      .accepted(decodes).change { $0.replaced("~", by: "%7E") },
    same("query-bare-name-with-equals", "A bare name is sent with an equals sign.")
      .breaking("PRE-QRY-5")
      .seen("Each name is followed by an equals sign.", .java, .javaScript, .swiftV2)
      .equivalent("PRE-QRY-5 calls both the same parameter.")
      .accepted("PRE-QRY-5 calls both the same parameter.").change { pieces in
        for index in pieces.query.indices where pieces.query[index].value == nil {
          pieces.query[index].value = []
        }
      },
    urls("query-bare-name-with-null", "A bare name is sent with the value null.")
      .breaking("PRE-QRY-5", "PRE-QRY-3").fix("Ask whether there is a value first.")
      .change { pieces in
        for index in pieces.query.indices where pieces.query[index].value == nil {
          pieces.query[index].value = "null".raw
        }
      },
    same("path-slash-encoded", "The slashes of the key are encoded.")
      .breaking("PRE-PATH-1").seen("Slashes are encoded unless slash_safe is set.", .oss2)
      .seen("Slashes are encoded.", .goV1).equivalent(decodes)
      .accepted("%2F decodes to a slash, and OSS takes the key from the decoded path.")
      .change { $0.key = $0.key.replaced("/", by: "%2F") },
    rewritten("url-plus-left-bare")
      .sentence("Plus signs of the query are sent bare: in values, in the token, in the signature.")
      .breaking("PRE-QRY-2", "PRE-QRY-3", "PRE-TOK-2")
      .fix("Write %2B in a query: a bare plus sign is read as a space.").change { $0.keeping("+") },
    // Public URLs.
    publicURL("public-url-signed", "A public URL carries an access key ID.") {
      let field = SigningField("OSSAccessKeyId", "exampleAccessKeyID00".raw)
      $0.query.append(QueryPart(given: field, isAdded: true, name: field.name, value: field.value))
    },
    publicURL("public-url-query-lost", "The caller's parameters are not in a public URL.")
      .breaking("PUB-2").change { $0.query = [] },
    publicURL("public-url-key-lost", "A public URL ends at the bucket.") { $0.key = [] },
    // Where the bucket is.
    urls("host-without-bucket", "The host lacks the bucket.").breaking("PRE-HOST-1", "V2-PRE-5")
      .fix("Put the bucket and a dot before the endpoint's host.").change { $0.bucketInHost = nil },
    urls(
      "host-that-begins-with-bucket", "No bucket is put before a host that begins with its name."
    )
    .breaking("PRE-HOST-1").fix("Put the bucket and a dot before the endpoint's host.").change {
      guard let bucket = $0.bucketInHost, $0.host.starts(with: bucket + ".".raw) else { return }
      $0.bucketInHost = nil
    },
    urls("path-style-without-bucket", "With path addressing the path lacks the bucket.")
      .breaking("PRE-HOST-2", "V2-PRE-5").fix("Begin the path with the bucket.")
      .change { $0.bucketInPath = nil },
    urls("path-addressing-ignored", "With path addressing the bucket is before the host.")
      .breaking("PRE-HOST-2", "V2-PRE-5").fix("Begin the path with the bucket.").change {
        if let bucket = $0.bucketInPath { ($0.bucketInHost, $0.bucketInPath) = (bucket, nil) }
      },
    urls("path-addressing-always", "The bucket is in the path of every URL.")
      .breaking("PRE-HOST-1").fix("Put the bucket and a dot before the endpoint's host.").change {
        if let bucket = $0.bucketInHost { ($0.bucketInHost, $0.bucketInPath) = (nil, bucket) }
      },
    rows("cname-with-bucket", "The bucket is before the host of a CNAME.")
      .breaking("PRE-HOST-3", "V2-PRE-5").fix("Leave the host of a CNAME as it is.").in(.urls)
      .change {
        $0.pieces = { if $0.endpoint?.addressing == .cname { $1.bucketInHost = $0.bucket } }
      },
    rows("address-with-bucket", "The bucket is before an IP address.")
      .breaking("PRE-HOST-4").fix("Use path addressing for an IP address.").in(.urls)
      .seen("The bucket is put before any host.", .openDAL)
      .seen("The bucket is put before any host.", .gdal).change {
        $0.accepts = { $0.kind == .bucketBeforeAddress }
        $0.pieces = { input, pieces in
          guard input.endpoint?.addressing == .path,
            SigningModel.isVersion4(pieces.host) || SigningModel.isVersion6(pieces.host)
          else { return }
          (pieces.bucketInHost, pieces.bucketInPath) = (pieces.bucketInPath, nil)
        }
      },
    urls("host-of-service-with-dot", "The host of a URL without a bucket begins with a dot.")
      .breaking("PRE-HOST-5").fix("Write the dot only after a bucket.")
      .change { if $0.bucketInHost == nil, $0.bucketInPath == nil { $0.bucketInHost = [] } },
    // The endpoint.
    origin("port-lost", "The port is lost.") { $0.port = nil },
    origin("port-lost-behind-bucket", "The port is lost where the bucket is before the host.")
      .change { if $0.bucketInHost != nil { $0.port = nil } },
    origin("scheme-forced-to-https", "The scheme is always https.") { $0.scheme = "https".raw },
    origin("scheme-forced-to-http", "The scheme is always http.") { $0.scheme = "http".raw },
    endpoint("scheme-of-another-case-unknown")
      .sentence("A scheme with a letter in upper case is not known, and becomes http.")
      .seen("`HTTPS://` becomes `http://`.", .oss2).change { text in
        let scheme = text.cut(at: ":")
        return scheme == scheme.lowerCase ? text : "http".raw + text.dropFirst(scheme.count)
      },
    endpoint(
      "upper-case-scheme-taken-for-host",
      "An endpoint with a scheme in capitals gets http:// before it, and the scheme is its host."
    ).seen("http:// is put before what begins with neither http:// nor https://.", .oss2)
      .change { text in
        let scheme = text.cut(at: ":")
        return scheme == scheme.lowerCase ? text : "http://".raw + scheme
      },
    endpoint("ipv6-address-refused", "An endpoint with an IPv6 address is refused.")
      .breaking("PRE-HOST-8").fix("Accept an address in brackets as a host.")
      .seen("The pattern for endpoints has no brackets.", .oss2)
      .change { $0.contains(UInt8(ascii: "[")) ? [] : $0 },
    prefix("endpoint-path-lost", "A path of the endpoint is lost.")
      .seen("The path is kept only if an option asks for it.", .iOS)
      .seen("Only the host and the port of the parsed endpoint are kept.", .openDAL)
      .change { $0.prefix = [] },
    rows("endpoint-path-last-part-lost")
      .sentence("The last part of the endpoint's path is lost, as in a URL that others refer to.")
      .breaking("PRE-HOST-7").in(.urls)
      .fix("Append the key to the endpoint's path; do not resolve it as a relative reference.")
      .change {
        $0.endpointPath = {
          SigningEndpoint.withoutLastSlashes(
            Bytes($0.dropLast($0.pieces(at: "/").last?.count ?? 0)))
        }
      },
    rows("endpoint-path-slash-doubled", "A slash at the end of the endpoint is doubled in the URL.")
      .breaking(
        "PRE-HOST-7", "PRE-PATH-3", fix: "Cut the slashes off the end of the endpoint.", in: .urls
      ).change { $0.endpointPath = { $0 } },
    // The path.
    path("path-not-encoded", "The key is not encoded.") { $0 },
    path("path-encoded-twice", "The key is encoded twice.").breaking("PRE-PATH-1", "V2-PRE-5")
      .change { $0.encoded(keepingSlash: true).encoded(keepingSlash: true) },
    path("path-space-as-plus", "A space in the key becomes a plus sign.")
      .change { $0.encoded(keepingSlash: true).replaced("%20", by: "+") },
    path("path-plus-left-bare")
      .sentence("A plus sign in the key is not encoded, and OSS reads it as a space.")
      .breaking("PRE-PATH-1", "V2-PRE-5", "V4-PRE-10", "PUB-1").fix("Write %2B, also in a path.")
      .seen("The path is left to url.URL, which does not encode a plus sign.", .aliyungo)
      .change { $0.encoded(keepingSlash: true).keeping("+") },
    path("path-normalized", "The key is normalized before it is encoded.")
      .change { $0.composed.encoded(keepingSlash: true) },
    path("path-dots-removed", "Dot segments are taken out of the path.")
      .breaking("PRE-PATH-2").change { $0.dotsResolved.encoded(keepingSlash: true) },
    path("path-slashes-merged", "Several slashes in the path become one.")
      .breaking("PRE-PATH-2").change { $0.slashesMerged.encoded(keepingSlash: true) },
    path("path-empty-parts-dropped")
      .sentence("Empty parts of the key are dropped from the path: a//b/ becomes a/b.")
      .breaking("PRE-PATH-2").change { $0.emptyPartsDropped.encoded(keepingSlash: true) },
    urls("path-cleaned")
      .sentence(
        "Empty parts, dot segments and the last slash leave the path, as by Go's path.Join."
      )
      .breaking("PRE-PATH-2", "PRE-PATH-3")
      .fix("Join the bucket and the key with a slash; do not use a function for file paths.")
      .change { pieces in
        let path = pieces.bucketInPath.map { $0 + "/".raw + pieces.key } ?? pieces.key
        (pieces.bucketInPath, pieces.key) = (nil, path.pathCleaned)
      },
    urls("path-of-bucket-without-slash")
      .sentence("With path addressing the path of a bucket lacks its last slash.")
      .breaking("PRE-PATH-3").fix("End the path of a bucket with a slash.").change { pieces in
        guard pieces.key.isEmpty, let bucket = pieces.bucketInPath else { return }
        (pieces.bucketInPath, pieces.key) = (nil, bucket)
      },
  ]
}

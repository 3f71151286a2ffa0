internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// Faults that are accepted or repaired, and inputs that are refused without a fault.
enum RefusalMistakes {
  private static let rows = SigningMistakes.rows
    .in(.anyRequest)
  /// Rows about faults that are passed over.
  static let accepts =
    rows
    .fix("Refuse such an input before anything is signed.").setting(\.accepts).acceptingOnly
  /// Rows about every fault of a kind.
  private static let kind: MistakeRows<SigningFault.Kind> = accepts.by { kind in { $0.kind == kind }
  }
  /// Rows about credentials, which forms, calls and channels check as requests do.
  private static let credentials: MistakeRows<(SigningFault.Kind, ServiceFault)> =
    MistakeRows(
      \.self, in: Set.anyRequest.union(Set.services).union([.credentialDescription])
    ).by { fault, shared in
      { model in
        model.signing.accepts = { $0.kind == fault }
        (model.forms.accepts, model.sts.accepts) = ([shared], [shared])
        model.liveChannel.accepts = [fault.errorClass]
        model.credentials.description.faults = { parts in
          parts.errorClasses.filter { $0 != fault.errorClass }
        }
      }
    }
  /// Rows about buckets, which channels name as requests do.
  private static let buckets: MistakeRows<@Sendable (Bytes) -> Bool> =
    MistakeRows(\.self, in: Set.anyRequest.union([.livePublish]))
    .breaking("V1-REF-8", "LIVE-REF-6")
    .fix("Refuse a bucket with other characters than a-z, 0-9, - and _.").by { isAccepted in
      {
        $0.signing.accepts = { $0.kind == .bucket && isAccepted($0.text) }
        $0.liveChannel.acceptsBucket = isAccepted
      }
    }
  /// Rows about a text that is changed, so that another input is signed than was given.
  static func changes(_ text: SigningText) -> MistakeRows<SigningMistakes.Rewriting> {
    rows
      .fix("Sign the text that is given, or refuse it; do not change it.").by {
        change in
        { $0.taken = { $0 == text ? change($1) : $1 } }
      }
  }
  private static let go1 = SeenIn.go1("Nothing of a request is checked.")
  private static let libcloud = SeenIn.libcloud("Nothing of a request is checked.")
  private static let refusesBucket: MistakeRows<@Sendable (Bytes) -> Bool> =
    rows.breaking("V1-NAME-2")
    .fix("Sign for every name of lower-case letters, digits, hyphens and underscores.").by {
      isRefused in
      { $0.taken = { $0 == .bucket && isRefused($1) ? [] : $1 } }
    }

  /// The last second of the year 9999.
  private static let last: Int64 = 253_402_300_799
  private static let number = rows.setting(\.number)
  private static let endpoint = accepts.breaking("PRE-REF-4")
    .in(.urls)
  private static let address = rows.breaking("PRE-HOST-4")
    .fix("Ask whether the host alone, without its port, is an IPv4 or IPv6 address.").in(.urls)
    .setting(\.isAddress)
  private static let rewritten = changes(.endpoint)
  /// Whether OSS would give the name to a new bucket (V1-NAME-1).
  private static func canBeMade(_ name: Bytes) -> Bool {
    (3...63).contains(name.count)
      && name.allSatisfy { $0.isLowerLetter || $0.isDigit || $0 == 0x2D } && name.first != 0x2D
      && name.last != 0x2D
  }

  static let all: [Mistake] = [
    // Credentials.
    credentials("accepts-empty-id", "An empty access key ID is signed with.")
      .fix("Refuse an empty access key ID.")
      .breaking("V1-REF-1", "POST-REF-2", "RPC-REF-6", "LIVE-REF-6", "CRED-VAL-2")
      .seen("Nothing of a request is checked.", .go1).change((.emptyID, .emptyID)),
    credentials("accepts-empty-secret", "An empty secret signs.").fix("Refuse an empty secret.")
      .breaking("V1-REF-2", "POST-REF-2", "RPC-REF-6", "LIVE-REF-6", "CRED-VAL-2")
      .seen("Nothing of a request is checked.", .go1, .libcloud)
      .seen("The check of credentials is in a method that 2.11 no longer calls.", .iOS)
      .change((.emptySecret, .emptySecret)),
    credentials("accepts-invalid-id", "Any access key ID is signed with.")
      .fix("Refuse an access key ID with other characters than V1-REF-3 allows.")
      .breaking("V1-REF-3", "LIVE-REF-6", "RPC-REF-6")
      .seen("Nothing of a request is checked.", .go1, .gdal).change((.foreignID, .foreignID)),
    accepts("accepts-id-of-any-line", "An access key ID without a line end is signed with.")
      .fix("Refuse an access key ID with other characters than V1-REF-3 allows.")
      .breaking("V1-REF-3").seen("The ID must fit into a header, no more.", .openDAL)
      .change { $0.kind == .foreignID && !$0.text.contains(where: SigningModel.breaksLine) },
    Mistake(
      "id-of-sts-refused", ["TOK-REF-14", "V4-TOK-1", "PRE-TOK-1", "V1-AUTH-3"],
      "An access key ID may have letters and digits alone, so those of STS are refused.",
      fix: "Refuse white space, control characters, colons and commas in an ID, and nothing else.",
      in: Set.anyRequest.union(Set.services)
        .union([.tokenParse, .stsParse, .credentialDescription, .signerValue])
    ) { model in
      let isForeign: @Sendable (String) -> Bool = { !$0.utf8.allSatisfy(\.isLetterOrDigit) }
      // No ID has a blank, so one is refused wherever credentials are read.
      model.input = { _, input in
        guard var given = input["credentials"]?.objectValue,
          isForeign(given["accessKeyId"]?.stringValue ?? "")
        else { return input }
        var input = input
        given["accessKeyId"] = " "
        input["credentials"] = .object(given)
        return input
      }
      model.tokens.fault = { [fault = model.tokens.fault] part, text in
        part == .accessKeyID && isForeign(text) ? .invalidAccessKeyID : fault(part, text)
      }
      model.sts.tokens = model.tokens
      model.signers.isAccessKeyID = { !$0.isEmpty && !isForeign($0) }
    },
    changes(.accessKeyID)("trims-id", "Outer blanks of the access key ID are trimmed.")
      .breaking("V1-REF-3").change { $0.withoutOuterBlanks },
    credentials("accepts-broken-secret", "A secret with a line end or NUL signs.")
      .fix("Refuse a secret with CR, LF or NUL.").breaking("V1-REF-14")
      .seen("Nothing of a request is checked.", .go1).change((.brokenSecret, .brokenSecret)),
    credentials("accepts-broken-token", "A token with a line end or NUL is signed.")
      .fix("Refuse a token with CR, LF or NUL.")
      .breaking("V1-REF-6", "LIVE-REF-6", "POST-REF-2", "RPC-REF-6", "CRED-VAL-4")
      .seen("Nothing of a request is checked.", .go1).change((.brokenToken, .brokenToken)),
    kind("accepts-broken-token-in-urls", "A URL is signed with a token that has a line end or NUL.")
      .fix("Refuse a token with CR, LF or NUL, in a URL too.").breaking("PRE-REF-7").in(.presigning)
      .seen("The token is percent-encoded into the query, whatever it holds.", .openDAL)
      .change(.brokenToken),
    changes(.token)("trims-token", "Line ends around the token are trimmed.").breaking("V1-REF-6")
      .seen("The option that takes the token trims white space, of all of Unicode.", .go1)
      .change { $0.withoutOuterBlanks },
    // The method and headers.
    kind("accepts-invalid-header-name", "Any header name is signed.")
      .fix("Refuse a header name that is not a token of RFC 9110.").breaking("V1-REF-4")
      .seen("Nothing of a request is checked.", .go1).change(.headerName),
    kind("accepts-invalid-header-value", "Any header value is signed.")
      .fix("Refuse a header value with CR, LF or NUL.").breaking("V1-REF-5")
      .seen("Nothing of a request is checked.", .go1, .libcloud).change(.headerValue),
    accepts("accepts-other-bytes-in-header-name")
      .sentence("Only line ends, NUL and colons are refused in the name of a header.")
      .breaking("V1-REF-4").change { fault in
        fault.kind == .headerName && !fault.text.isEmpty
          && !fault.text.contains { SigningModel.breaksLine($0) || $0 == 0x3A }
      },
    kind("accepts-second-header", "A second header of a kind is signed.")
      .fix("Refuse a second Content-Type, Content-MD5 or x-oss-date.").breaking("V1-REF-11").change(
        .repeatedHeader),
    rows("second-header-replaces-first", "Of two headers of a kind the last is signed and sent.")
      .breaking("V1-REF-11").fix("Refuse a second Content-Type, Content-MD5 or x-oss-date.")
      .seen("Headers are kept in a map whose names have no case.", .oss2, .pythonV2, .aiooss2)
      .change {
        $0.accepts = { $0.kind == .repeatedHeader }
        $0.headerValues = { $1 }
        $0.request = { input in
          var (input, names) = (input, Set<Bytes>())
          input.headers = input.headers.reversed()
            .filter { names.insert($0.name.lowerCase).inserted }.reversed()
          return input
        }
      },
    kind("accepts-invalid-method", "Any method is signed.")
      .fix("Refuse a method that is not of capital letters.").breaking("V1-REF-10")
      .seen("Nothing of a request is checked.", .go1).change(.method),
    changes(.method)("raises-method", "A method in lower case is brought to upper case.")
      .breaking("V1-REF-10").seen("The generic call puts the method into upper case.", .go1)
      .change { $0.upperCase },
    kind("accepts-invalid-additional-name", "Any name is accepted for an additional header.")
      .fix("Refuse an additional name that no header can have.").breaking("V2-REF-1", "V4-REF-4")
      .in(.signingV2V4).change(.additionalName),
    // Keys.
    accepts("accepts-invalid-key", "Any key is signed.")
      .fix("Refuse a key that is empty, over 1023 bytes, or begins with a slash.")
      .breaking("V1-REF-7").seen("Nothing of a request is checked.", .go1, .gateway, .fog, .gdal)
      .change { [.emptyKey, .longKey, .leadingSlash].contains($0.kind) },
    kind("accepts-empty-key", "An empty key is signed as the bucket.")
      .fix("Refuse an empty key; leave the key out for the bucket itself.").breaking("V1-REF-7")
      .change(.emptyKey),
    kind("accepts-leading-slash-in-key", "A key may begin with a slash or a backslash.")
      .fix("Refuse a key that begins with a slash or a backslash.").breaking("V1-REF-7")
      .seen("The check of a key looks at its length alone.", .phpV2)
      .seen("A backslash has no meaning of its own.", .openDAL).change(.leadingSlash),
    kind("accepts-long-key", "A key of any length is signed.")
      .fix("Refuse a key of more than 1023 bytes.").breaking("V1-REF-7")
      .seen("Nothing of a request is checked.", .go1)
      .seen("The length of a path is not looked at.", .openDAL).change(.longKey),
    accepts("key-counted-in-characters", "The length of a key is counted in characters.")
      .fix("Count the UTF-8 bytes of a key, at most 1023.").breaking("V1-REF-7")
      .seen("The length of the text is compared, with 1024.", .pythonV2)
      .change { $0.kind == .longKey && $0.text.text.unicodeScalars.count <= 1023 },
    kind("accepts-key-without-bucket", "A key without a bucket is signed.")
      .fix("Refuse a key without a bucket.").breaking("V1-REF-9").change(.keyWithoutBucket),
    rows("key-unsigned-without-bucket")
      .sentence("Without a bucket, or with an empty name, a slash alone is signed for the key.")
      .breaking("V1-REF-8", "V1-REF-9").fix("Refuse a key without a bucket.").in(.authenticating)
      .seen("The resource is a slash where the name of the bucket is empty.", .go1).change {
        $0.accepts = { $0.kind == .keyWithoutBucket || $0.kind == .bucket && $0.text.isEmpty }
        $0.path = { [path = $0.path] in ($0.bucket ?? []).isEmpty ? "/".raw : path($0, $1) }
      },
    rows("repairs-utf-8", "Bytes that are not UTF-8 are replaced before signing.")
      .breaking("V1-REF-7", "V1-REF-12", "V4-REF-1").fix("Refuse bytes that are not UTF-8.")
      .change {
        $0.undecodable = { $0.text.raw }
        $0.accepts = { $0.kind == .region && $0.text.replaced("\u{FFFD}", by: "") != $0.text }
      },
    rows("bytes-signed-as-given", "Bytes that are not UTF-8 are signed as they are.")
      .breaking("V1-REF-12").fix("Refuse bytes that are not UTF-8.").in(.headersV1)
      .seen("A string of Go holds any bytes, and none is looked at.", .go1)
      .change { $0.undecodable = { $0 } },
    // Buckets.
    buckets("accepts-invalid-bucket", "Any bucket name is signed.")
      .seen("Nothing of a request is checked.", .go1).change { _ in true },
    changes(.bucket)("lowers-bucket", "A bucket in upper case is brought to lower case.")
      .breaking("V1-REF-8").change { $0.lowerCase },
    accepts("accepts-bucket-of-a-url").sentence(
      "A bucket name is accepted if the URL with it can be read: capitals, dots and slashes too."
    ).fix("Refuse a bucket with other characters than a-z, 0-9, - and _.").breaking("V1-REF-8")
      .seen("The URL is parsed, the name of the bucket is not looked at.", .openDAL).change {
        $0.kind == .bucket && !$0.text.isEmpty
          && $0.text.lowerCase.allSatisfy { $0.isLowerLetter || 0x2D...0x39 ~= $0 || $0 == 0x5F }
      },
    refusesBucket("old-bucket-names-refused")
      .sentence("A bucket that could not be made today cannot be signed for.")
      .seen("The client checks the name of a bucket by the rule for new buckets.", .oss2, .aiooss2)
      .seen("The check of the arguments has the rule for new buckets.", .pythonV2)
      .change { !canBeMade($0) },
    refusesBucket("refuses-underscore", "A bucket with an underscore cannot be signed for.")
      .seen("Bucket names are checked by the rule for new buckets.", .oss2, .pythonV2)
      .change { $0.contains(UInt8(ascii: "_")) },
    // Times.
    number("divides-milliseconds", "A time in milliseconds is divided.").breaking("V1-REF-13")
      .fix("Refuse a time after the year 9999; do not change it.").in(.headers)
      .change { which, given, _ in which == .time && given > last ? given / 1000 : given },
    number("divides-expiry", "An expiry in milliseconds is divided.")
      .breaking("PRE-REF-3", "V2-REF-4")
      .fix("Refuse an expiry after the year 9999; do not change it.").in(.urlsV1V2)
      .change { which, given, _ in which == .expires && given > last ? given / 1000 : given },
    kind("year-of-five-digits").fix("Refuse a time after the year 9999.")
      .sentence("The date of a time in milliseconds is written with a year of five digits.")
      .breaking("V1-REF-13").in(.headersV1).seen("The date is formatted whatever its year.", .go1)
      .change(.time),
    kind("accepts-early-expiry", "An expiry before 1970 is signed.")
      .fix("Refuse an expiry before 1970.").breaking("PRE-REF-3", "V2-REF-4").in(.urlsV1V2)
      .seen("Nothing of a request is checked.", .libcloud).change(.earlyExpiry),
    kind("accepts-expiry-in-milliseconds", "An expiry in milliseconds is signed as it is.")
      .fix("Refuse an expiry after the year 9999: it is in milliseconds.")
      .breaking("PRE-REF-3", "V2-REF-4").in(.urlsV1V2)
      .seen("The expiry is sent undivided.", .oss2, .libcloud).change(.expiryYear),
    // What presigning adds.
    kind("accepts-reserved-parameter", "A caller's parameter of a name that signing adds is sent.")
      .fix("Refuse a parameter of a name that presigning writes.")
      .breaking("PRE-REF-1", "V2-REF-2", "V4-REF-6").in(.presigning).change(.reservedParameter),
    rows("reserved-parameter-replaced")
      .sentence("A caller's parameter of a name that presigning writes is replaced.")
      .breaking("PRE-REF-1", "V2-REF-2", "V4-REF-6").in(.presigning)
      .fix("Refuse a parameter of a name that presigning writes.")
      .seen("The parameters are a dict into which the signer writes its own.", .oss2, .pythonV2)
      .change {
        $0.accepts = { $0.kind == .reservedParameter }
        $0.signedParameters = { $0.withoutReplaced }
        $0.pieces = { $1.query = $1.query.withoutReplaced }
      },
    accepts("accepts-reserved-header", "A URL is signed with the header of a token.")
      .breaking("PRE-REF-2", "V2-REF-3", "V4-REF-7").in(.presigning)
      .fix("Refuse x-oss-security-token among the headers of a URL.")
      .seen("Nothing of a request is checked.", .libcloud)
      .change { $0.kind == .reservedHeader && !$0.text.isText("x-oss-date") },
    accepts("v4-url-accepts-date-header", "A URL of V4 is signed with the header x-oss-date.")
      .breaking("V4-REF-7").fix("Refuse x-oss-date among the headers of a URL of V4.").in(.urlsV4)
      .seen("Headers of URLs are not checked.", .oss2)
      .change { $0.kind == .reservedHeader && $0.text.isText("x-oss-date") },
    // Endpoints.
    endpoint("accepts-invalid-endpoint", "Any endpoint is accepted.")
      .fix("Refuse an endpoint with other parts than a scheme, a host, a port and a path.").change {
        [.scheme, .host, .port, .endpointPath].contains($0.kind)
      },
    endpoint("accepts-invalid-host", "A host name may have any characters.")
      .fix("Refuse a host that is neither a name nor an address.")
      .seen("The host is what the parser of URLs finds before the port.", .pythonV2)
      .change { fault in
        let host = fault.text.pieces(at: "/").dropFirst(2).first ?? []
        return fault.kind == .host && !host.isEmpty && !host.begins(with: "[")
      },
    endpoint("accepts-invalid-port", "Any port is accepted.")
      .fix("Refuse a port that is not a number from 1 to 65535.")
      .seen("A port that is not a number is dropped.", .openDAL).change { $0.kind == .port },
    endpoint("accepts-other-scheme", "Any scheme of an endpoint is put into the URL.")
      .fix("Refuse a scheme other than http and https.")
      .seen("The scheme is used as the URL's parser found it.", .pythonV2)
      .change { $0.kind == .scheme && $0.text.text.contains("://") },
    endpoint("accepts-empty-label", "An endpoint may have an empty label.")
      .fix("Refuse a host with two dots together.").seen(
        "The pattern for endpoints allows any run of letters, digits, dots and hyphens.", .oss2
      ).seen("The parser of URLs takes any host.", .openDAL)
      .change { $0.kind == .host && $0.text.text.contains("..") },
    endpoint("accepts-port-zero", "An endpoint may have the port 0.").fix("Refuse the port 0.")
      .seen("The parser of URLs takes ports from 0 to 65535.", .oss2, .openDAL)
      .change { $0.kind == .port && $0.text.isText("0") },
    endpoint("accepts-bucket-before-address")
      .fix("Refuse virtual-host addressing for an IP address.").sentence(
        "Virtual-host addressing is accepted for an IP address."
      ).breaking("PRE-REF-5").seen("The bucket is put before any host.", .openDAL)
      .change { $0.kind == .bucketBeforeAddress },
    address("address-with-port-taken-for-name", "An IP address with a port is taken for a name.")
      .change { $1 == nil && SigningModel.isVersion4($0) || SigningModel.isVersion6($0) },
    address("address-of-version-6-alone", "An IPv4 address is taken for a name.")
      .change { host, _ in SigningModel.isVersion6(host) },
    address("address-of-digits-and-dots", "A host of digits and dots is taken for an IP address.")
      .change { host, port in
        host.allSatisfy { $0.isDigit || $0 == 0x2E } || SigningModel.isVersion6(host)
      },
    address("address-by-beginning")
      .sentence("A host that begins as an IPv4 address, such as 10.0.0.1.nip.io, is taken for one.")
      .change { host, port in
        let labels = host.pieces(at: ".")
        return SigningModel.isVersion6(host)
          || labels.count > 3 && labels[3].first?.isDigit == true
            && labels[..<3].allSatisfy { 1...3 ~= $0.count && $0.allSatisfy(\.isDigit) }
      },
    changes(.region)("lowers-region", "A region in upper case is brought to lower case.")
      .breaking("V4-REF-1").in(.authenticatingV4).change { $0.lowerCase },
    changes(.region)("trims-region", "White space around a region is dropped.")
      .breaking("V4-REF-1").in(.authenticatingV4).change { $0.withoutOuterBlanks },
    rows("path-addressing-for-address")
      .sentence("For an IP address the bucket goes into the path, though the host was asked for.")
      .breaking("PRE-REF-5").fix("Refuse virtual-host addressing for an IP address.").in(.urls)
      .seen("The kind of the host alone decides where the bucket goes.", .oss2, .pythonV2).change {
        $0.accepts = { $0.kind == .bucketBeforeAddress }
        $0.pieces = { input, pieces in
          guard SigningModel.isVersion4(pieces.host) || SigningModel.isVersion6(pieces.host),
            pieces.bucketInHost != nil
          else { return }
          (pieces.bucketInPath, pieces.bucketInHost) = (input.bucket, nil)
        }
      },
    endpoint("public-url-not-checked", "A public URL accepts what a presigned URL refuses.")
      .fix("Check a public URL as a presigned one.").breaking("PUB-3").in([.publicURL]).change {
        _ in true
      },
    rewritten("accepts-endpoint-query", "An endpoint may have a query, which is dropped.")
      .breaking("PRE-REF-4").fix("Refuse an endpoint with a query or a fragment.").in(.urls)
      .seen("Only the host and the port of the parsed endpoint are kept.", .openDAL)
      .change { $0.cut(at: "?").cut(at: "#") },
    rewritten("endpoint-gets-https", "An endpoint without a scheme gets https.")
      .breaking("PRE-REF-6")
      .seen("An endpoint without a scheme gets https.", .iOS, .pythonV2, .openDAL)
      .change { $0.text.contains("://") ? $0 : "https://".raw + $0 },
    rewritten("endpoint-gets-http", "An endpoint without a scheme gets http.")
      .breaking("PRE-REF-6").seen("An endpoint without a scheme gets http.", .oss2)
      .change { $0.text.contains("://") ? $0 : "http://".raw + $0 },
    rewritten("other-scheme-taken-for-host")
      .sentence("An unknown scheme gets http:// before it, and is taken for the host.")
      .breaking("PRE-REF-4").fix("Refuse a scheme other than http and https.")
      .seen("http:// is put before what begins with neither http:// nor https://.", .oss2)
      .change { text in
        let scheme = text.cut(at: ":")
        return scheme.lowerCase.begins(with: "http") ? text : "http://".raw + scheme
      },
    rewritten("endpoint-user-dropped", "User information in an endpoint is left out.")
      .breaking("PRE-REF-4").fix("Refuse an endpoint with user information.")
      .seen("Only the host and the port of the parsed endpoint are kept.", .oss2, .openDAL)
      .change { text in
        let parts = text.pieces(at: "@")
        let scheme = text.begins(with: "http:") ? "http://".raw : "https://".raw
        return parts.count == 2 ? scheme + parts[1] : text
      },
    // Regions and products.
    kind("accepts-invalid-region", "Any region is signed.")
      .fix("Refuse a region with other characters than a-z, 0-9 and -.").breaking("V4-REF-1")
      .in(.authenticatingV4).change(.region),
    rows(
      "v4-any-region-but-none",
      "Any text is signed as a region, the empty one too; only an absent region is refused."
    ).breaking("V4-REF-1").fix(
      "Refuse an empty region, and one with other bytes than lower-case letters, digits and -."
    ).in(.authenticatingV4).seen("The region is compared with None, and with nothing else.", .oss2)
      .change {
        $0.taken = { $0 == .region && $1.isEmpty ? " ".raw : $1 }
        $0.accepts = { $0.kind == .region && !$0.text.isEmpty }
        $0.scopeParts = { $1.map { $0.isText(" ") ? [] : $0 } }
        $0.keyParts = { $1.map { $0.isText(" ") ? [] : $0 } }
      },
    kind("accepts-invalid-product", "Any product is signed.")
      .fix("Refuse a product with other characters than a-z, 0-9 and -.").breaking("V4-REF-3")
      .in(.authenticatingV4).change(.product),
  ]
}

extension [QueryPart] {
  /// The parameters without those of the caller that have the name of an added one.
  fileprivate var withoutReplaced: [QueryPart] {
    let added = Set(filter(\.isAdded).map(\.given.name))
    return filter { $0.isAdded || !added.contains($0.given.name) }
  }
}

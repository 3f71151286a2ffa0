internal import OSSPrimitives
internal import OSSVectors

/// Suite `callback/key-urls`, and the headers of callbacks that are not believed.
///
/// The callback is the example of the documents, so that each case differs from what OSS signed in
/// the one header that it is about.
enum CallbackVerificationCases {
  private static let signature =
    "kKQeGTRccDKyHB3H9vF+xYMSrmhMZjzzl2/kdD1ktNVgbWEfYTQG0G2SU/RaHBovRCE8OkQDjC3uG33esH2txA=="

  private static var hexadecimal: String {
    let bytes = (try? Base64.decode(signature)) ?? []
    return Hexadecimal.encode(bytes.span)
  }

  private static let publicKey = """
    -----BEGIN PUBLIC KEY-----
    MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAKs/JBGzwUB2aVht4crBx3oIPBLNsjGs
    C0fTXv+nvlmklvkcolvpvXLTjaxUHR3W9LXxQ2EHXAJfCB+6H2YF1k8CAwEAAQ==
    -----END PUBLIC KEY-----

    """

  private static let documented = "http://gosspublic.alicdn.com/callback_pub_key_v1.pem"

  private static func verifying(
    _ id: String, _ clauses: [String], _ comment: String, keyURL: JSONValue,
    authorization: JSONValue
  ) -> BuiltCase {
    var input: JSONObject = [
      "path": "/index.php", "query": "id=1&index=2", "body": "bucket=yonghu-test",
    ]
    input["authorization"] = authorization
    input["publicKeyUrl"] = keyURL
    input["publicKey"] = .string(publicKey)
    return BuiltCase(
      id: id, operation: .callbackVerify, clauses: clauses, comment: comment, input: input)
  }

  private static func base64(_ text: String) -> JSONValue {
    let bytes = Bytes(text.utf8)
    return .string(Base64.encode(bytes.span))
  }

  private static func at(
    _ slug: String, _ clauses: [String], _ comment: String, url: String
  ) -> BuiltCase {
    verifying(
      "callback-key-url-\(slug)", clauses, comment, keyURL: base64(url),
      authorization: .string(signature))
  }

  private static func header(
    _ slug: String, _ comment: String, _ value: JSONValue
  ) -> BuiltCase {
    verifying(
      "callback-key-url-\(slug)", ["CALL-REF-6", "CALL-KEY-1"], comment, keyURL: value,
      authorization: .string(signature)
    ).refused(.invalidKeyURL)
  }

  static let keyURLs: [BuiltCase] = taken + foreign + unclear + headers

  private static let taken: [BuiltCase] = [
    at(
      "other-path", ["CALL-KEY-2"], "Only the one path of today is taken.",
      url: "https://gosspublic.alicdn.com/keys/callback_pub_key_v2.pem?v=3&a@b"),
    at(
      "slash-alone", ["CALL-KEY-2"], "A URL that ends with the slash is refused.",
      url: "https://gosspublic.alicdn.com/"),
    at(
      "of-1024-bytes", ["CALL-KEY-3", "CALL-KEY-2"], "A URL of 1024 bytes is refused.",
      url: "https://gosspublic.alicdn.com/" + String(repeating: "k", count: 994)
    ).should,
  ]

  private static let foreign: [BuiltCase] = [
    ("host-goes-on", "http://gosspublic.alicdn.com.example/k.pem", "The slash is not looked for"),
    ("user", "https://gosspublic.alicdn.com@app.example/k.pem", "A user is taken for the host"),
    (
      "user-and-password", "http://gosspublic.alicdn.com:80@app.example/k.pem",
      "A user and a password are taken for the host and the port"
    ),
    ("in-path", "https://app.example/gosspublic.alicdn.com/k.pem", "The host stands in the path"),
    (
      "in-query", "https://app.example/?https://gosspublic.alicdn.com/", "The URL stands in a query"
    ),
    ("in-fragment", "https://app.example/#.gosspublic.alicdn.com/k", "The host is a fragment"),
    ("subdomain", "https://app.gosspublic.alicdn.com/k.pem", "A host below it is taken"),
    ("prefixed", "https://appgosspublic.alicdn.com/k.pem", "The host may begin with more"),
    ("sibling", "https://app.alicdn.com/k.pem", "Any host of the domain is taken"),
    ("aliyuncs", "https://app.oss-cn-hangzhou.aliyuncs.com/k.pem", "Any host of OSS is taken"),
    ("other", "https://app.example/k.pem", "The URL is not looked at"),
    ("without-slash", "https://gosspublic.alicdn.com", "A URL without the slash is taken"),
    ("port", "https://gosspublic.alicdn.com:443/k.pem", "A port is taken"),
    ("query-without-slash", "https://gosspublic.alicdn.com?/k.pem", "A question mark is a slash"),
    ("upper-case", "HTTPS://gosspublic.alicdn.com/k.pem", "The scheme is compared in any case"),
    ("host-upper-case", "https://GOSSPUBLIC.alicdn.com/k.pem", "The host is compared in any case"),
    ("ftp", "ftp://gosspublic.alicdn.com/k.pem", "Any scheme is taken"),
    ("file", "file:///etc/gosspublic.alicdn.com/k.pem", "A file of the server is read"),
    ("no-scheme", "gosspublic.alicdn.com/k.pem", "A URL without a scheme is taken"),
    ("one-slash", "https:/gosspublic.alicdn.com/k.pem", "One slash is enough"),
    ("blank-before", " https://gosspublic.alicdn.com/k.pem", "The URL is trimmed"),
    ("backslash-host", "https://gosspublic.alicdn.com\\@app.example/", "A backslash is a slash"),
  ].map { slug, url, mistake in
    at(slug, ["CALL-KEY-2", "CALL-REF-6"], "\(mistake): anyone could sign.", url: url)
      .refused(.invalidKeyURL)
  }

  private static let unclear: [BuiltCase] = [
    ("line-feed", "https://gosspublic.alicdn.com/k\r\nHost: app.example", "A line end is sent."),
    ("nul", "https://gosspublic.alicdn.com/\u{0}", "A NUL is sent."),
    ("space", "https://gosspublic.alicdn.com/k ", "A space at the end is trimmed."),
    ("not-ascii", "https://gosspublic.alicdn.com/\u{E9}", "A character outside ASCII is sent."),
    ("backslash", "https://gosspublic.alicdn.com/\\..\\k", "A backslash is sent."),
    (
      "of-1025-bytes", "https://gosspublic.alicdn.com/" + String(repeating: "k", count: 995),
      "A URL of 1025 bytes is fetched."
    ),
  ].map { slug, url, comment in
    at(slug, ["CALL-KEY-3", "CALL-REF-6"], comment, url: url).should.refused(.invalidKeyURL)
  }

  private static let headers: [BuiltCase] = [
    header("missing", "A callback that names no key is believed.", .null),
    header("empty", "An empty URL of the key is taken for the usual one.", ""),
    header("plain", "A URL that is not in base64 is taken.", .string(documented)),
    header(
      "unpadded", "Base64 without its padding is decoded.",
      "aHR0cHM6Ly9nb3NzcHVibGljLmFsaWNkbi5jb20vaw"),
    header(
      "broken", "Characters outside base64 are passed over.",
      "aHR0c*DovL2dvc3NwdWJsaWMuYWxpY2RuLmNvbS8="),
  ]

  static let signatures: [BuiltCase] = [
    ("missing", .null, "A callback without a signature is believed."),
    ("empty", "", "A callback with an empty signature is believed."),
    ("line-feed", .string(signature + "\n"), "A line feed after the signature is passed over."),
    ("space", .string(" " + signature), "A space before the signature is passed over."),
    ("scheme", .string("OSS " + signature), "A scheme before the signature is passed over."),
    ("unpadded", .string(String(signature.dropLast(2))), "The padding may be missing."),
    (
      "url-safe", .string(signature.replacing("+", with: "-").replacing("/", with: "_")),
      "The alphabet for URLs is decoded, too."
    ),
    (
      "loose-bits", .string(signature.replacing("xA==", with: "xB==")),
      "Loose bits are passed over."
    ),
    ("cut", .string(String(signature.prefix(84))), "A signature of 63 bytes is taken."),
    ("short", "AAAA", "A signature of three bytes is taken."),
    (
      "hexadecimal", .string(hexadecimal),
      "A signature in hexadecimal digits is taken."
    ),
  ].map { slug, value, comment in
    verifying(
      "callback-ref-signature-\(slug)", ["CALL-REF-7"], comment, keyURL: base64(documented),
      authorization: value
    ).refused(.invalidCallbackSignature)
  }
}

import OSSPrimitives
import OSSSigning
import OSSVectors
import TestSupport
import Testing

// The vectors of v1/refusals hold more; what each error says is here.
@Suite struct `Signing requests` {
  @Test(
    arguments: [
      ("", 0), ("x-oss-meta-é", 11), ("a\tb", 1), ("a(b", 1), ("a,b", 1), ("a\"b", 1), ("a/b", 1),
      ("a@b", 1), ("a{b", 1), ("a\u{7F}", 1),
    ] as [(String, Int)])
  func `name the byte that a header name cannot hold`(name: String, offset: Int) {
    #expect(throws: SigningError.invalidHeaderName(name, offset: offset)) {
      try SigningRequest(method: "GET", headers: [HeaderField("a", "b"), HeaderField(name, "v")])
    }
  }

  @Test(
    arguments: [
      ("\r", 0x0D, 0), ("ab\u{0}", 0x00, 2), ("é\n", 0x0A, 2), ("名字\r", 0x0D, 6),
    ] as [(String, UInt8, Int)])
  func `name the byte that a header value cannot hold`(value: String, byte: UInt8, offset: Int) {
    let error = SigningError.invalidHeaderValue(name: "X-A", byte: byte, offset: offset)
    #expect(throws: error) {
      try SigningRequest(method: "GET", headers: [HeaderField("X-A", value)])
    }
  }

  @Test func `take every other value, blanks and other control bytes included`() throws {
    let values = ["", " ", "\t", " a ", "a:b", "a,b", "é", "\u{1}\u{7F}", "名字", "🙂"]
    for value in values {
      let header = HeaderField("x-oss-meta-a", value)
      #expect(try SigningRequest(method: "GET", headers: [header]).headers == [header])
    }
  }

  /// The second is the example of the documents.
  @Test(arguments: [("", "1B2M2Y8AsgTpgAmY7PhCfg=="), ("0123456789", "eB5eJF1ptWaXm4bijSPyxw==")])
  func `take the Content-MD5 of a body as a header`(body: String, value: String) {
    let header = HeaderField("Content-MD5", value)
    #expect(HeaderField.contentMD5(of: ContiguousArray(body.utf8).span) == header)
  }

  @Test func `compare headers and parameters by their bytes`() {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    #expect(HeaderField("a", composed) != HeaderField("a", decomposed))
    #expect(HeaderField("a", "b") != HeaderField("A", "b"))
    #expect(Set([HeaderField("a", composed), HeaderField("a", decomposed)]).count == 2)
    #expect(QueryParameter(composed) != QueryParameter(decomposed))
    #expect(QueryParameter("a", composed) != QueryParameter("a", decomposed))
    #expect(QueryParameter("a") != QueryParameter("a", ""))
    #expect(Set([QueryParameter("a"), QueryParameter("a", ""), QueryParameter("a")]).count == 2)
  }

  @Test func `take more headers and parameters behind their own`() throws {
    let get = try SigningRequest(
      method: "GET", bucket: "b", key: "k", headers: [HeaderField("Range", "bytes=0-9")],
      query: [QueryParameter("versionId", "1")], additionalHeaders: ["Range"])
    let more = try get.adding(
      headers: [HeaderField("If-Match", "e")], query: [QueryParameter("x-oss-process")])
    #expect(more.headers == [HeaderField("Range", "bytes=0-9"), HeaderField("If-Match", "e")])
    #expect(more.query == [QueryParameter("versionId", "1"), QueryParameter("x-oss-process")])
    #expect(more.additionalHeaders == ["Range"])
    #expect([more.method, more.bucket, more.key] == ["GET", "b", "k"])
    let typed = try get.adding(headers: [HeaderField("Content-Type", "a")])
    #expect(throws: SigningError.repeatedHeader(name: "content-type")) {
      try typed.adding(headers: [HeaderField("content-type", "b")])
    }
  }

  /// PRE-PATH-2.
  @Test(
    arguments: [
      (".", true), ("..", true), ("a/./b", true), ("a/../b", true), ("a/..", true), ("./a", true),
      ("a", false), ("a/...", false), ("a/.b/c..", false), ("a//b", false), ("%2e%2e/a", false),
      ("a\\..\\b", false),
    ] as [(String, Bool)])
  func `say whether a segment of the key is a dot or two`(key: String, isOne: Bool) throws {
    #expect(try SigningRequest(method: "GET", bucket: "b", key: key).hasDotSegment == isOne)
  }

  @Test func `without a key have no such segment`() throws {
    #expect(try !SigningRequest(method: "GET", bucket: "b").hasDotSegment)
  }
}

@Suite struct `Printed headers and parameters` {
  @Test(arguments: [
    "x-oss-security-token", "X-Oss-Security-Token", "security-token", "SecurityToken",
    "Authorization", "Proxy-Authorization", "Cookie", "Signature", "x-oss-signature", "X-Api-Key",
    "X-Session", "AccessKeySecret", "password",
  ])
  func `show no credential`(name: String) {
    let secret = "CAISabcdefgh01234567"
    let texts =
      ShownTexts.texts([HeaderField(name, secret)])
      + ShownTexts.texts([QueryParameter(name, secret)])
      + ShownTexts.texts(HeaderField(name, secret))
      + ShownTexts.texts(QueryParameter(name, secret))
    #expect(!SecretFinder(besides: "").finds(secret, in: texts))
    #expect(texts.allSatisfy { $0.contains(name) && $0.contains("20 bytes") })
  }

  @Test(arguments: [SignatureVersion.v1, .v2, .v4(region: .cnHangzhou)])
  func `show no token and no signature of a signed request`(version: SignatureVersion) throws {
    let token = "CAISabcdefgh01234567"
    let request = try SigningRequest(method: "GET", bucket: "b", key: "k")
    let signer = try signer(version, token: token)
    let signed = try signer.sign(request, at: .epoch)
    let link = try signer.presign(
      request, at: Endpoint("https://h.example"), now: .epoch, validFor: .hours(1))
    let unsigned = try signer.identity.headers(for: request, at: .epoch)
    let signature = try signer.signature(of: unsigned.stringToSign.text)
    let texts = ShownTexts.texts(ofEach: [signed, signed.headers, link, unsigned, signature])
    let finder = SecretFinder(besides: "ak")
    for secret in [token, signed.authorization, link.signature, signature.text] {
      #expect(!finder.finds(String(secret.suffix(20)), in: texts))
    }
  }

  @Test func `stay on one line`() throws {
    let text = "a\r\n\u{1B}[1m\u{202E}b"
    let values: [Any] = [
      HeaderField(text, text), QueryParameter(text, text), QueryParameter(text),
      try SigningRequest(method: "GET", bucket: "b", key: text, query: [QueryParameter(text)]),
    ]
    for value in values {
      #expect("\(value)".contains("a\u{FFFD}\u{FFFD}\u{FFFD}[1m\u{FFFD}b"))
    }
  }

  @Test func `show what is no credential`() {
    #expect(
      "\(HeaderField("Content-Type", "image/jpeg"))" == "HeaderField(Content-Type: image/jpeg)")
    #expect("\(QueryParameter("acl"))" == "QueryParameter(acl)")
    #expect("\(QueryParameter("acl", ""))" == "QueryParameter(acl=)")
    #expect("\(QueryParameter("prefix", "a/"))" == "QueryParameter(prefix=a/)")
  }
}

@Suite struct `Signing errors` {
  /// The classes in the table of the adapter protocol, in its order.
  private func specifiedClasses() throws -> [String] {
    let page = try RealVectors.page("adapter-protocol.md")
    let section = try #require(page.split(separator: "\n## Classes of errors\n").last)
    let table = try #require(section.split(separator: "\n## ").first)
    return table.split(separator: "\n").filter { $0.hasPrefix("| `") }.compactMap { row in
      row.split(separator: "`").dropFirst().first.map(String.init)
    }
  }

  @Test func `the classes of the specification are those of the vectors`() throws {
    let specified = try specifiedClasses()
    #expect(specified.count == 70)
    #expect(Set(specified) == Set(ErrorClass.allCases.map(\.rawValue)))
    #expect(Set(specified).count == specified.count)
  }

  @Test(
    arguments: [
      "The value of the header 'x-oss-meta-a' holds a carriage return at byte 12.":
        .invalidHeaderValue(name: "x-oss-meta-a", byte: 0x0D, offset: 12),
      "The access key ID holds the byte 0xc3 at byte 0; it must be visible ASCII without ':' and ','.":
        .invalidAccessKeyID(byte: 0xC3, offset: 0),
      "The access key secret holds a line feed at byte 3.":
        .invalidAccessKeySecret(byte: 0x0A, offset: 3),
      "The header name 'a\u{FFFD}b' is not a header name from byte 1 on.":
        .invalidHeaderName("a\nb", offset: 1),
      "A presigned URL carries the time of signing in its query, not in the header 'X-Oss-Date'.":
        .reservedHeader(name: "X-Oss-Date"),
      "A presigned URL carries the security token in its query, not in the header 'x-oss-security-token'.":
        .reservedHeader(name: "x-oss-security-token"),
      "The name 'a b' is invalid for an additional header at byte 1.":
        .invalidAdditionalHeader("a b", offset: 1),
      "A URL cannot work for 604801 seconds; OSS takes 1 to 604800.":
        .invalidValidity(seconds: 604_801),
      "The signer's value is not 64 lower-case hexadecimal digits, from byte 64 on.":
        .invalidSignerValue(.digits(offset: 64)),
      "A URL cannot work for 0 seconds: it works for at least 1, up to the year 9999.":
        .invalidInterval(seconds: 0),
    ] as [String: SigningError])
  func `name the field and the place`(text: String, error: SigningError) {
    #expect(error.description == text)
  }
}

// The vectors of v4/refusals hold more; what all versions and all ways to sign have is here.
@Suite struct `Refusals of V4` {
  /// V4-REF-4.
  static let names: [(name: String, offset: Int)] = [
    ("", 0), ("a_b", 1), ("Authorization", 0), ("x-oss- ", 6), ("range\u{0}", 5),
  ]

  @Test(arguments: names)
  func `are due for a name that no list can hold`(name: String, offset: Int) throws {
    let request = try SigningRequest(method: "GET", additionalHeaders: ["range", name])
    let error = SigningError.invalidAdditionalHeader(name, offset: offset)
    let endpoint = try Endpoint("http://h")
    for version in [SignatureVersion.v2, .v4(region: "r")] {
      let signer = try signer(version)
      #expect(throws: error) { try signer.sign(request, at: .epoch) }
      #expect(throws: error) {
        try signer.presign(request, at: endpoint, now: .epoch, validFor: .seconds(1))
      }
    }
    // V1 does not look at these names.
    #expect(throws: Never.self) { try signer(.v1).sign(request, at: .epoch) }
  }

  @Test(arguments: ["range", "If-Match", "x-oss-meta-a_b", "X-OSS-A_B", "!#$%&'*+-.^`|~"])
  func `are not due for other names`(name: String) throws {
    let request = try SigningRequest(method: "GET", additionalHeaders: [name])
    let signer = try signer(.v4(region: "r"))
    #expect(throws: Never.self) { try signer.sign(request, at: .epoch) }
  }

  @Test func `hold for the identity of a signer elsewhere`() {
    #expect(throws: SigningError.emptyAccessKeyID) {
      try SigningIdentity(accessKeyID: "", .v4(region: "r"))
    }
    #expect(throws: SigningError.invalidAccessKeyID(byte: 0x2C, offset: 1)) {
      try SigningIdentity(accessKeyID: "a,k", .v4(region: "r"))
    }
    #expect(throws: SigningError.invalidSecurityToken(byte: 0x0A, offset: 1)) {
      try SigningIdentity(accessKeyID: "ak", securityToken: "t\n", .v4(region: "r"))
    }
  }
}

import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `Canonical requests of V4` {
  private func string(
    method: String = "GET", bucket: String? = "b", key: String? = "k",
    headers: [HeaderField] = [], query: [QueryParameter] = [], additionalHeaders: [String] = [],
    token: String? = nil
  ) throws -> StringToSign {
    let signer = try Signer(
      Credentials(accessKeyID: "ak", accessKeySecret: "sk", securityToken: token),
      .v4(region: "cn-hangzhou"))
    let request = try SigningRequest(
      method: method, bucket: bucket, key: key, headers: headers, query: query,
      additionalHeaders: additionalHeaders)
    return try signer.stringToSign(for: request, at: try Moment(seconds: 1_702_743_657))
  }

  /// The request of the document's example, and a signer with the secret that it prints.
  private func document() throws -> (signer: Signer, request: SigningRequest, time: Moment) {
    let request = try SigningRequest(
      method: "PUT", bucket: "examplebucket", key: "exampleobject",
      headers: [
        HeaderField("content-disposition", "attachment"), HeaderField("content-length", "3"),
        HeaderField("content-md5", "ICy5YqxZB1uWSwcVLSNLcA=="),
        HeaderField("content-type", "text/plain"),
        HeaderField("x-oss-content-sha256", "UNSIGNED-PAYLOAD"),
      ], additionalHeaders: ["content-disposition", "content-length"])
    let signer = try Signer(
      Credentials(accessKeyID: "testid", accessKeySecret: "yourAccessKeySecret"),
      .v4(region: "cn-hangzhou"))
    return (signer, request, try Moment(seconds: 1_744_353_684))
  }

  /// V4-REQ-1, V4-STS-1, V4-STS-3.
  @Test func `have the steps that the document shows`() throws {
    let (signer, request, time) = try document()
    let string = try signer.stringToSign(for: request, at: time)
    let canonicalRequest = """
      PUT
      /examplebucket/exampleobject

      content-disposition:attachment
      content-length:3
      content-md5:ICy5YqxZB1uWSwcVLSNLcA==
      content-type:text/plain
      x-oss-content-sha256:UNSIGNED-PAYLOAD
      x-oss-date:20250411T064124Z

      content-disposition;content-length
      UNSIGNED-PAYLOAD
      """
    #expect(string.step(.canonicalRequest) == canonicalRequest)
    let hash = "c46d96390bdbc2d739ac9363293ae9d710b14e48081fcb22cd8ad54b63136eca"
    #expect(string.step(.canonicalRequestHash) == hash)
    #expect(string.step(.scope) == "20250411/cn-hangzhou/oss/aliyun_v4_request")
    let text = "OSS4-HMAC-SHA256\n20250411T064124Z\n\(string.step(.scope))\n\(hash)"
    #expect(string.text == text)
    #expect(string.bytes == Bytes(text.utf8))
    #expect(string.step(.canonicalURI) == "/examplebucket/exampleobject")
    #expect(string.step(.canonicalQuery).isEmpty)
    #expect(string.step(.additionalHeaders) == "content-disposition;content-length")
    #expect(canonicalRequest.contains(string.step(.canonicalHeaders) + "\n"))
  }

  @Test func `are signed by the key that an SDK makes of the document's placeholder`() throws {
    let (signer, _, time) = try document()
    #expect(
      signer.signingKey(at: time)
        == "8a01ff4efcc65ca2cbc75375045c61ab5f3fa8b9a2d84f0add27ef16a25feb3c")
  }

  static let uris: [(bucket: String?, key: String?, uri: String)] = [
    (nil, nil, "/"), ("b", nil, "/b/"), ("b_c-1", nil, "/b_c-1/"), ("b", "k", "/b/k"),
    ("b", "0", "/b/0"), ("b", "dir/", "/b/dir/"), ("b", "a//b/../c", "/b/a//b/../c"),
    ("b", "a b+c", "/b/a%20b%2Bc"), ("b", "%41", "/b/%2541"), ("b", "~-_.", "/b/~-_."),
    ("b", "!*'()", "/b/%21%2A%27%28%29"), ("b", "a?b#c&d=e", "/b/a%3Fb%23c%26d%3De"),
    ("b", "\u{E9}", "/b/%C3%A9"), ("b", "e\u{301}", "/b/e%CC%81"),
    ("b", "\u{1F1E8}\u{1F1F3}", "/b/%F0%9F%87%A8%F0%9F%87%B3"), ("b", "a\r\nb", "/b/a%0D%0Ab"),
  ]

  @Test(arguments: uris)
  func `have bucket and key, percent-encoded`(bucket: String?, key: String?, uri: String) throws {
    let string = try string(bucket: bucket, key: key)
    #expect(string.step(.canonicalURI) == uri)
    #expect(string.step(.canonicalRequest).hasPrefix("GET\n\(uri)\n\n"))
    #expect(Self.uris.count == 16)
  }

  static let queries: [(query: [QueryParameter], text: String)] = [
    ([], ""), ([QueryParameter("acl")], "acl"), ([QueryParameter("acl", "")], "acl"),
    ([QueryParameter("prefix", "0")], "prefix=0"),
    ([QueryParameter("a", " x\t")], "a=%20x%09"),
    ([QueryParameter("x y", "/*~'!")], "x%20y=%2F%2A~%27%21"),
    (
      [QueryParameter("a", "1"), QueryParameter("B", "2"), QueryParameter("_", "3")],
      "B=2&_=3&a=1"
    ),
    ([QueryParameter("param", "1"), QueryParameter("|param", "2")], "%7Cparam=2&param=1"),
    (
      [QueryParameter("callback-var", "1"), QueryParameter("callback", "2")],
      "callback=2&callback-var=1"
    ),
    ([QueryParameter("9", "b"), QueryParameter("10", "a")], "10=a&9=b"),
    ([QueryParameter("中", "文"), QueryParameter("a", "\u{E9}")], "%E4%B8%AD=%E6%96%87&a=%C3%A9"),
    ([QueryParameter("e\u{301}"), QueryParameter("\u{E9}")], "%C3%A9&e%CC%81"),
    // V4-QRY-8: each of a name, in the order given.
    ([QueryParameter("b", "2"), QueryParameter("a"), QueryParameter("b", "1")], "a&b=2&b=1"),
    ([QueryParameter("", "x"), QueryParameter("")], "=x&"),
    ([QueryParameter("security-token", "t+/=")], "security-token=t%2B%2F%3D"),
  ]

  @Test(arguments: queries)
  func `have every parameter, encoded and then sorted`(
    query: [QueryParameter], text: String
  ) throws {
    #expect(try string(query: query).step(.canonicalQuery) == text)
    #expect(Self.queries.count == 15)
  }

  static let headers: [(headers: [HeaderField], lines: String)] = [
    ([HeaderField("Content-Type", " text/plain\t")], "content-type:text/plain\n"),
    (
      [HeaderField("CONTENT-MD5", "x"), HeaderField("content-type", "y")],
      "content-md5:x\ncontent-type:y\n"
    ),
    ([HeaderField("Content-Type-X", "z"), HeaderField("content-md5-foo", "y")], ""),
    ([HeaderField("Range", "bytes=0-9"), HeaderField("Host", "h"), HeaderField("x-os", "v")], ""),
    ([HeaderField("X-OSS-ACL", "private")], "x-oss-acl:private\n"),
    ([HeaderField("x-oss-a", "0"), HeaderField("x-oss-", "v")], "x-oss-:v\nx-oss-a:0\n"),
    // V4-HDR-7: an empty value is signed; V4-HDR-8: values of one name make one line.
    ([HeaderField("x-oss-a", ""), HeaderField("x-oss-b", " \t ")], "x-oss-a:\nx-oss-b:\n"),
    ([HeaderField("x-oss-b", "2"), HeaderField("X-Oss-B", " 1 ")], "x-oss-b:2,1\n"),
    ([HeaderField("x-oss-a", "a  b:c,d \u{E9}")], "x-oss-a:a  b:c,d \u{E9}\n"),
  ]

  /// `x-oss-content-sha256` and `x-oss-date` follow all of these names.
  @Test(arguments: headers)
  func `have a line for each signed header`(headers: [HeaderField], lines: String) throws {
    #expect(
      try string(headers: headers).step(.canonicalHeaders) == """
        \(lines)x-oss-content-sha256:UNSIGNED-PAYLOAD
        x-oss-date:20231216T162057Z

        """)
    #expect(Self.headers.count == 9)
  }

  /// java-v2 SignerV4Test.java, the sort of canonical headers; the date is the request's there.
  @Test func `sort header lines as Java v2 publishes`() throws {
    let names = ["zzz", "aaa", "123", "abc123", "abc-123", "abc_123", "ABC"]
    var fields = names.enumerated().map { HeaderField("x-oss-meta-\($1)", "value\($0 + 1)") }
    fields.append(HeaderField("content-type", "application/json"))
    fields.append(HeaderField("content-md5", "md5hash"))
    #expect(
      try string(headers: fields).step(.canonicalHeaders) == """
        content-md5:md5hash
        content-type:application/json
        x-oss-content-sha256:UNSIGNED-PAYLOAD
        x-oss-date:20231216T162057Z
        x-oss-meta-123:value3
        x-oss-meta-aaa:value2
        x-oss-meta-abc:value7
        x-oss-meta-abc-123:value5
        x-oss-meta-abc123:value4
        x-oss-meta-abc_123:value6
        x-oss-meta-zzz:value1

        """)
  }

  @Test(arguments: ["GET", "PUT", "POST", "HEAD", "DELETE", "OPTIONS"])
  func `begin with the method and end with the payload line`(method: String) throws {
    let text = try string(method: method).step(.canonicalRequest)
    #expect(text.hasPrefix("\(method)\n/b/k\n"))
    #expect(text.hasSuffix("\n\n\nUNSIGNED-PAYLOAD"))
  }
}

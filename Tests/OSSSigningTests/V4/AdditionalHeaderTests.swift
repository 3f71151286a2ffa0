import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `Additional headers` {
  static let fields = [
    HeaderField("Range", "bytes=0-9"), HeaderField("If-Match", "\"abc\""),
    HeaderField("ZAddition", "z"), HeaderField("abc", " v "), HeaderField("Content-Length", "5"),
    HeaderField("x-oss-meta-a", "1"), HeaderField("Content-Type", "text/plain"),
  ]

  private func string(_ names: [String], _ headers: [HeaderField] = fields) throws
    -> StringToSign
  {
    let signer = try Signer(
      Credentials(accessKeyID: "ak", accessKeySecret: "sk"), .v4(region: "cn-hangzhou"))
    let request = try SigningRequest(
      method: "PUT", bucket: "b", key: "k", headers: headers, additionalHeaders: names)
    return try signer.stringToSign(for: request, at: try Moment(seconds: 1_702_743_657))
  }

  static let lists: [(names: [String], list: String)] = [
    ([], ""), (["Range"], "range"), (["zaddition", "ABC"], "abc;zaddition"),
    (["RANGE", "Range", "range"], "range"), (["missing"], ""), (["missing", "abc"], "abc"),
    (["x-oss-meta-a"], ""), (["X-Oss-no_exist"], ""), (["Content-Type", "content-md5"], ""),
    (["if-match", "content-length", "Range"], "content-length;if-match;range"),
    // V4-ADD-6: the host counts only where the caller gives it.
    (["Host"], ""),
  ]

  @Test(arguments: lists)
  func `are listed once, sorted, if the request has them`(names: [String], list: String) throws {
    let string = try string(names)
    #expect(string.step(.additionalHeaders) == list)
    #expect(string.step(.canonicalRequest).hasSuffix("\n\n\(list)\nUNSIGNED-PAYLOAD"))
    let lines = string.step(.canonicalHeaders).split(separator: "\n").compactMap {
      $0.split(separator: ":").first.map(String.init)
    }
    let added = lines.filter { !$0.hasPrefix("x-oss-") && $0 != "content-type" }
    #expect(added.joined(separator: ";") == list)
    #expect(Self.lists.count == 11)
  }

  @Test func `take their places among the signed lines, without outer blanks`() throws {
    #expect(
      try string(["Range", "abc", "zaddition"]).step(.canonicalHeaders) == """
        abc:v
        content-type:text/plain
        range:bytes=0-9
        x-oss-content-sha256:UNSIGNED-PAYLOAD
        x-oss-date:20231216T162057Z
        x-oss-meta-a:1
        zaddition:z

        """)
  }

  @Test func `sort by all of their letters`() throws {
    let headers = ["abc", "aba", "ab-", "a"].map { HeaderField($0, "v") }
    #expect(
      try string(["abc", "aba", "ab-", "a"], headers).step(.additionalHeaders) == "a;ab-;aba;abc")
  }

  @Test func `may be the host`() throws {
    let headers = [HeaderField("Host", "h.example")]
    let string = try string(["host"], headers)
    #expect(string.step(.additionalHeaders) == "host")
    #expect(string.step(.canonicalHeaders).hasPrefix("host:h.example\n"))
  }

  @Test func `have the values of one name in one line`() throws {
    let headers = [HeaderField("abc", "1"), HeaderField("ABC", " 2 ")]
    let string = try string(["abc"], headers)
    #expect(string.step(.additionalHeaders) == "abc")
    #expect(string.step(.canonicalHeaders).hasPrefix("abc:1,2\n"))
  }

  @Test func `do not change a V1 signature`() throws {
    let signer = try Signer(Credentials(accessKeyID: "ak", accessKeySecret: "sk"), .v1)
    let plain = try SigningRequest(method: "PUT", bucket: "b", key: "k", headers: Self.fields)
    let named = try SigningRequest(
      method: "PUT", bucket: "b", key: "k", headers: Self.fields, additionalHeaders: ["abc"])
    #expect(try signer.sign(plain, at: .epoch) == signer.sign(named, at: .epoch))
  }
}

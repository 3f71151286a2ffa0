import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `Additional headers of V2` {
  private static let headers = [
    HeaderField("Range", "bytes=0-9"), HeaderField("If-Match", "\"abc\""),
    HeaderField("abc", " v "),
    HeaderField("x-oss-meta-a", "1"), HeaderField("X-Oss-Meta_b", "2"),
    HeaderField("Content-Type", "text/plain"), HeaderField("Date", "x"),
  ]

  private func string(_ names: [String]) throws -> StringToSign {
    let request = try SigningRequest(
      method: "PUT", bucket: "b", key: "k", headers: Self.headers, additionalHeaders: names)
    let credentials = try Credentials(accessKeyID: "ak", accessKeySecret: "sk")
    return try Signer(credentials, .v2).stringToSign(for: request, at: .epoch)
  }

  @Test(
    arguments: [
      ([], ""), (["Range"], "range"), (["range", "RANGE", "Range"], "range"),
      (["missing"], ""), (["missing", "if-match"], "if-match"),
      (["Range", "if-match", "ABC"], "abc;if-match;range"),
      (["x-oss-meta-a", "Range"], "range;x-oss-meta-a"), (["x-oss-meta_b"], ""),
      (["content-type"], "content-type"), (["Date"], ""),
      (["date", "abc"], "abc"),
    ] as [([String], String)])
  func `are those asked for and sent, sorted, each once`(names: [String], list: String) throws {
    #expect(try string(names).step(.additionalHeaders) == list)
  }

  @Test func `have their lines among the others'`() throws {
    let always = "x-oss-meta-a:1\nx-oss-meta_b:2\n"
    #expect(try string([]).step(.canonicalHeaders) == always)
    #expect(try string(["Range"]).step(.canonicalHeaders) == "range:bytes=0-9\n" + always)
    #expect(
      try string(["abc", "content-type"]).step(.canonicalHeaders)
        == "abc:v\ncontent-type:text/plain\n" + always)
    // Asking for what is signed anyway adds no second line.
    #expect(try string(["x-oss-meta-a"]).step(.canonicalHeaders) == always)
  }

  @Test(
    arguments: [
      ("", 0), ("a b", 1), ("a:b", 1), ("é", 0), ("a_b", 1), ("range;host", 5), ("a\n", 1),
      ("x-oss-meta a", 10), ("Authorization", 0),
    ])
  func `have names that a list can hold`(name: String, offset: Int) {
    #expect(throws: SigningError.invalidAdditionalHeader(name, offset: offset)) {
      try string(["range", name])
    }
  }

  @Test func `stand in the query of a URL`() throws {
    let request = try SigningRequest(
      method: "GET", bucket: "b", key: "k", headers: Self.headers,
      additionalHeaders: ["Range", "abc", "missing"])
    let signer = try Signer(Credentials(accessKeyID: "ak", accessKeySecret: "sk"), .v2)
    let url = try signer.presign(request, at: Endpoint("https://h"), now: .epoch, until: .epoch)
    #expect(url.url.contains("&x-oss-additional-headers=abc%3Brange&x-oss-signature="))
  }
}

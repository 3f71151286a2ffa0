import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `Canonical headers` {
  /// The lines of V4, which signs every header that it is asked to, but the two that signing adds.
  private func lines(_ headers: [(String, String)]) throws -> String {
    let request = try SigningRequest(
      method: "GET", headers: headers.map { HeaderField($0.0, $0.1) },
      additionalHeaders: headers.map(\.0).filter { !$0.contains("_") })
    let identity = try SigningIdentity(accessKeyID: "ak", .v4(region: "r"))
    let string = try identity.headers(for: request, at: .epoch).stringToSign
    return string.step(.canonicalHeaders)
      .replacing("x-oss-content-sha256:UNSIGNED-PAYLOAD\n", with: "")
      .replacing("x-oss-date:19700101T000000Z\n", with: "")
  }

  @Test func `stand in the order of their names' bytes`() throws {
    let names = ["b", "a-b", "a", "ab", "a1", "a10", "a2", "A-", "~", "!"]
    #expect(
      try lines(names.map { ($0, "v") })
        == "!:v\na:v\na-:v\na-b:v\na1:v\na10:v\na2:v\nab:v\nb:v\n~:v\n")
    let oss = ["b", "a-b", "a", "_", "A-", "~", "!", "a1"]
    #expect(
      try lines(oss.map { ("x-oss-" + $0, "v") }).replacing("x-oss-", with: "")
        == "!:v\n_:v\na:v\na-:v\na-b:v\na1:v\nb:v\n~:v\n")
  }

  @Test func `have names in lower case and values without outer blanks`() throws {
    #expect(
      try lines([("X-OSS-Meta-A", " \t a  b\t "), ("x-Oss-Z", "\t"), ("X", "É ")])
        == "x:É\nx-oss-meta-a:a  b\nx-oss-z:\n")
  }

  @Test func `join the values of one name in the order given`() throws {
    #expect(
      try lines([("a", "2"), ("b", "x"), ("A", " 1 "), ("a", ""), ("a", "2")])
        == "a:2,1,,2\nb:x\n")
  }

  @Test func `are with V1 those of OSS alone`() throws {
    let names = ["y", "x-oss-b", "x-oss", "x-oss-", "x-osz", "x-oss-a", "a"]
    let request = try SigningRequest(
      method: "GET", headers: names.map { HeaderField($0, "v") })
    let string = try SigningIdentity(.v1).headers(for: request, at: .epoch).stringToSign
    #expect(string[.canonicalHeaders] == "x-oss-:v\nx-oss-a:v\nx-oss-b:v\n")
    let none = try SigningRequest(
      method: "GET", headers: [HeaderField("x-oss", "1"), HeaderField("date", "2")])
    #expect(
      try SigningIdentity(.v1).headers(for: none, at: .epoch).stringToSign[.canonicalHeaders] == "")
  }

  @Test func `give their lines of V1 by the whole of their names`() throws {
    let request = try SigningRequest(
      method: "GET",
      headers: [HeaderField("Content-Type-X", "1"), HeaderField("Content-TYPE", " 2")])
    let string = try SigningIdentity(.v1).headers(for: request, at: .epoch).stringToSign
    #expect(string.text.hasPrefix("GET\n\n2\nThu, 01 Jan 1970"))
  }

  /// The places of values that signing reads move where values of another name are joined.
  @Test func `are read where values of one name were joined before them`() throws {
    let headers = [
      HeaderField("b", "1"), HeaderField("Content-Type", "t"), HeaderField("a", "1"),
      HeaderField("B", "2"), HeaderField("content-md5", "m"), HeaderField("A", "2"),
      HeaderField("x-oss-date", "d"), HeaderField("x-oss-content-sha256", "one"),
      HeaderField("X-Oss-Content-Sha256", "two"),
    ]
    let request = try SigningRequest(method: "GET", headers: headers)
    let v1 = try SigningIdentity(.v1).headers(for: request, at: .epoch).stringToSign
    #expect(v1.text == "GET\nm\nt\nd\nx-oss-content-sha256:one,two\nx-oss-date:d\n/")
    let url = try SigningIdentity(accessKeyID: "ak", .v4(region: "r")).url(
      for: SigningRequest(method: "GET", headers: headers.filter { $0.name != "x-oss-date" }),
      at: Endpoint("http://h"), now: .epoch, validFor: .seconds(1))
    #expect(url.stringToSign.step(.canonicalRequest).hasSuffix("\n\none,two"))
    #expect(
      url.stringToSign.step(.canonicalHeaders)
        == "content-md5:m\ncontent-type:t\nx-oss-content-sha256:one,two\n")
  }
}

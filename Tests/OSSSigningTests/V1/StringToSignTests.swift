import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `Strings to sign` {
  private func signer(token: String? = nil) throws -> Signer {
    try Signer(Credentials(accessKeyID: "ak", accessKeySecret: "sk", securityToken: token), .v1)
  }

  @Test func `hold their steps as parts of themselves`() throws {
    let request = try SigningRequest(
      method: "PUT", bucket: "b", key: "é",
      headers: [HeaderField("x-oss-meta-a", "é"), HeaderField("Content-Type", "text/é")],
      query: [QueryParameter("acl"), QueryParameter("prefix", "p")])
    let string = try signer(token: "t").stringToSign(for: request, at: .epoch)
    #expect(
      string.text == """
        PUT

        text/é
        Thu, 01 Jan 1970 00:00:00 GMT
        x-oss-meta-a:é
        x-oss-security-token:t
        /b/é?acl
        """)
    #expect(string.step(.canonicalHeaders) == "x-oss-meta-a:é\nx-oss-security-token:t\n")
    #expect(string.step(.canonicalResource) == "/b/é?acl")
    #expect(string.bytes == Bytes(string.text.utf8))
    #expect(string[.canonicalRequest] == nil && string[.additionalHeaders] == nil)
  }

  @Test func `have empty steps where nothing is`() throws {
    let request = try SigningRequest(method: "GET")
    let string = try signer().stringToSign(for: request, at: .epoch)
    #expect(string.text == "GET\n\n\nThu, 01 Jan 1970 00:00:00 GMT\n/")
    #expect(string.step(.canonicalHeaders).isEmpty)
    #expect(string.step(.canonicalResource) == "/")
  }

  @Test func `reach from the year 1 to the year 9999`() throws {
    let request = try SigningRequest(method: "GET")
    let first = try signer().stringToSign(for: request, at: .earliest).text
    let last = try signer().stringToSign(for: request, at: .latest).text
    #expect(first == "GET\n\n\nMon, 01 Jan 0001 00:00:00 GMT\n/")
    #expect(last == "GET\n\n\nFri, 31 Dec 9999 23:59:59 GMT\n/")
  }

  @Test func `are signed as they come, whatever they hold`() throws {
    // HMAC-SHA1 with the key "sk", from the hmac module of Python.
    let cases: [(Bytes, String)] = [
      ([], "tQ5m4CQvK3MDDtx9gKbCgKye0II="), ([0x0A], "qfWnqF1E/vfzjZnReCVkcSMl29M="),
      ([0xFF, 0x00], "LeSfQdI0J2TIAYBnD69wYxZUh+o="),
    ]
    for (bytes, signature) in cases {
      #expect(try signer().signature(of: bytes.span).signature == signature)
    }
  }

  @Test func `give one signature from any number of tasks`() async throws {
    let signer = try signer(token: "t")
    let request = try SigningRequest(
      method: "PUT", bucket: "b", key: "k", headers: [HeaderField("x-oss-meta-a", "1")])
    let time = try Moment(seconds: 1_702_743_657)
    let expected = try signer.sign(request, at: time)
    var results: [SignedHeaders?] = []
    await withTaskGroup(of: SignedHeaders?.self) { group in
      for _ in 0..<64 { group.addTask { try? signer.sign(request, at: time) } }
      for await signed in group { results.append(signed) }
    }
    #expect(results == Array(repeating: expected, count: 64))
  }
}

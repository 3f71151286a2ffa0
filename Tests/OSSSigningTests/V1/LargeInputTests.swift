import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `Large inputs` {
  private func signer() throws -> Signer {
    try Signer(Credentials(accessKeyID: "ak", accessKeySecret: "sk"), .v1)
  }

  /// Quadratic work on so many headers would take minutes.
  @Test(.timeLimit(.minutes(1)))
  func `10,000 headers are signed and sent`() throws {
    let headers = (0..<10_000).map { HeaderField("X-Oss-Meta-\(9_999 - $0)", "\($0)") }
    let request = try SigningRequest(method: "PUT", bucket: "b", key: "k", headers: headers)
    let signed = try signer().sign(request, at: .epoch)
    let sent = signed.headers
    #expect(sent.count == 10_002)
    #expect(sent[1] == HeaderField("X-Oss-Meta-9998", "1"))
    let string = try signer().stringToSign(for: request, at: .epoch)
    #expect(string.bytes.count { $0 == 0x0A } == 10_004)
    #expect(string.step(.canonicalHeaders).hasPrefix("x-oss-meta-0:9999\nx-oss-meta-1:9998\n"))
  }

  @Test(.timeLimit(.minutes(1)))
  func `10,000 values of one name make one line`() throws {
    let headers = Array(repeating: HeaderField("x-oss-meta-a", "v"), count: 10_000)
    let request = try SigningRequest(method: "PUT", bucket: "b", key: "k", headers: headers)
    let sent = try signer().sign(request, at: .epoch).headers
    #expect(sent.count == 3)
    #expect(sent.first?.value.utf8.count == 19_999)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a value of a megabyte is signed whole`() throws {
    let value = String(repeating: "v", count: 1 << 20)
    let request = try SigningRequest(
      method: "PUT", bucket: "b", key: "k", headers: [HeaderField("x-oss-meta-a", " \(value) ")],
      query: [QueryParameter("acl", value)])
    let string = try signer().stringToSign(for: request, at: .epoch)
    #expect(string.step(.canonicalHeaders).utf8.count == 13 + (1 << 20) + 1)
    #expect(string.step(.canonicalResource).utf8.count == 9 + (1 << 20))
    let url = try signer().presign(request, at: Endpoint("http://h"), now: .epoch, until: .latest)
    #expect(url.url.utf8.count > 1 << 20)
  }

  @Test func `a secret of a megabyte is a key like another`() throws {
    // HMAC-SHA1 of no bytes under a key of 2^20 "k", from the hmac module of Python.
    let secret = String(repeating: "k", count: 1 << 20)
    let signer = try Signer(Credentials(accessKeyID: "ak", accessKeySecret: secret), .v1)
    let empty = Bytes()
    #expect(
      try signer.signature(of: empty.span).signature == "4NUdXJ2hlY0qzCjb4MNBh6XW0UU=")
  }
}

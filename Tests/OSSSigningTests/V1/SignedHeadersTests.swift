import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `Headers to send` {
  static let time = "Sat, 16 Dec 2023 16:20:57 GMT"

  /// The headers but the last, which is always Authorization and is checked here.
  private func headers(
    _ given: [(String, String)], token: String? = nil
  ) throws -> [HeaderField] {
    let request = try SigningRequest(
      method: "GET", bucket: "b", key: "k", headers: given.map { HeaderField($0.0, $0.1) })
    let signer = try Signer(
      Credentials(accessKeyID: "ak", accessKeySecret: "sk", securityToken: token), .v1)
    let signed = try signer.sign(request, at: try Moment(rfc1123: Self.time))
    var headers = signed.headers
    #expect(headers.popLast() == HeaderField("Authorization", signed.authorization))
    return headers
  }

  @Test func `are those of the caller, the date and the signature`() throws {
    #expect(
      try headers([("b", "1"), ("A", " 2 "), ("Content-Type", "\ttext/html ")]) == [
        HeaderField("b", "1"), HeaderField("A", "2"), HeaderField("Content-Type", "text/html"),
        HeaderField("Date", Self.time),
      ])
    #expect(try headers([]) == [HeaderField("Date", Self.time)])
  }

  @Test func `leave out what the signature replaces`() throws {
    let given = [
      ("DATE", "yesterday"), ("authorization", "OSS me:forged"), ("X-Oss-Security-Token", "mine"),
      ("a", "1"),
    ]
    #expect(
      try headers(given, token: "theirs") == [
        HeaderField("a", "1"), HeaderField("Date", Self.time),
        HeaderField("x-oss-security-token", "theirs"),
      ])
    #expect(
      try headers(given) == [
        HeaderField("X-Oss-Security-Token", "mine"), HeaderField("a", "1"),
        HeaderField("Date", Self.time),
      ])
  }

  @Test func `hold one line for the values of one name, under the first spelling`() throws {
    #expect(
      try headers([("X-Oss-Meta-A", "1"), ("b", "x"), ("x-oss-meta-a", " 2 "), ("B", "y")]) == [
        HeaderField("X-Oss-Meta-A", "1,2"), HeaderField("b", "x,y"), HeaderField("Date", Self.time),
      ])
  }

  @Test func `hold no second date beside x-oss-date`() throws {
    #expect(
      try headers([("x-oss-date", " then "), ("Date", "now")]) == [
        HeaderField("x-oss-date", "then")
      ])
  }

  @Test func `tokens of other bytes are other signatures, though they read the same`() throws {
    let request = try SigningRequest(method: "GET", bucket: "b")
    let value = Signature("OSS ak:26NBxoKdsyly4EDv6inkoDft/yA=")
    let signed = try ["\u{E9}", "e\u{301}"].map { token in
      try SigningIdentity(securityToken: token, .v1).headers(for: request, at: .epoch).signed(
        by: value)
    }
    #expect(signed[0] != signed[1])
  }
}

import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `Headers to send` {
  static let time = "Sat, 16 Dec 2023 16:20:57 GMT"
  static let v4 = SignatureVersion.v4(region: "cn-hangzhou")

  /// The headers but the last, which is always Authorization and is checked here.
  private func headers(_ given: [(String, String)], token: String? = nil) throws -> [HeaderField] {
    let request = try SigningRequest(
      method: "GET", bucket: "b", key: "k", headers: given.map { HeaderField($0.0, $0.1) })
    let signed = try signer(token: token).sign(request, at: try Moment(rfc1123: Self.time))
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

  @Test func `hold no second date beside x-oss-date`() throws {
    #expect(
      try headers([("x-oss-date", " then "), ("Date", "now")]) == [
        HeaderField("x-oss-date", "then")
      ])
  }

  @Test func `hold with V2 the token in the place of the caller's`() throws {
    let request = try SigningRequest(
      method: "GET", bucket: "b", key: "k",
      headers: [
        HeaderField("X-Oss-Security-Token", "caller"), HeaderField("x-oss-z", "1"),
        HeaderField("Date", "x"), HeaderField("Authorization", "y"), HeaderField("Range", " r "),
      ], additionalHeaders: ["Range", "x-oss-security-token"])
    let signed = try signer(.v2, token: " t ").sign(request, at: .epoch)
    #expect(
      signed.headers.map(\.name).suffix(3) == [
        "Date", "x-oss-security-token", "Authorization",
      ])
    #expect(
      signed.headers.prefix(3) == [
        HeaderField("x-oss-z", "1"), HeaderField("Range", "r"),
        HeaderField("Date", "Thu, 01 Jan 1970 00:00:00 GMT"),
      ])
    #expect(signed.securityToken == "t")
    let string = try signer(.v2, token: " t ").stringToSign(for: request, at: .epoch)
    #expect(string.step(.canonicalHeaders) == "range:r\nx-oss-security-token:t\nx-oss-z:1\n")
    #expect(string.step(.additionalHeaders) == "range;x-oss-security-token")
    let alone = try signer(.v2).stringToSign(for: request, at: .epoch)
    #expect(alone.step(.canonicalHeaders) == "range:r\nx-oss-security-token:caller\nx-oss-z:1\n")
  }

  @Test func `stand in a dictionary, the values of one name joined`() throws {
    let request = try SigningRequest(
      method: "PUT", bucket: "b", key: "k",
      headers: [
        HeaderField("X-Oss-Meta-A", "1"), HeaderField("x-oss-meta-a", "2"),
        HeaderField("Content-Type", " text/html "),
      ])
    let signed = try signer(token: "t").sign(request, at: try Moment(rfc1123: Self.time))
    #expect(
      signed.headerDictionary == [
        "X-Oss-Meta-A": "1,2", "Content-Type": "text/html", "Date": Self.time,
        "x-oss-security-token": "t", "Authorization": signed.authorization,
      ])
    let url = try signer().presign(
      request, at: .region(.cnHangzhou), now: .epoch, validFor: .minutes(1))
    #expect(url.headerDictionary == ["X-Oss-Meta-A": "1,2", "Content-Type": "text/html"])
  }

  @Test func `are equal if they add the same bytes`() throws {
    let request = try SigningRequest(method: "GET")
    let (one, other) = try (signer(Self.v4, token: "\u{E9}"), signer(Self.v4, token: "e\u{301}"))
    let signed = try one.sign(request, at: .epoch)
    #expect(try signed == one.sign(request, at: .epoch))
    #expect(try signed != other.sign(request, at: .epoch))
    #expect(try signed != one.sign(request, at: .latest))
    let plain = try signer(Self.v4).sign(request, at: .epoch)
    #expect(try plain == signer(Self.v4, token: "").sign(request, at: .epoch))
  }
}

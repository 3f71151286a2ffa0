import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `Headers signed with V4` {
  private func signer(token: String? = nil) throws -> Signer {
    try Signer(
      Credentials(accessKeyID: "ak", accessKeySecret: "sk", securityToken: token),
      .v4(region: "cn-hangzhou"))
  }

  private let time = Moment.epoch

  private func names(_ headers: [HeaderField]) -> [String] { headers.map(\.name) }

  @Test func `are those given and four`() throws {
    let request = try SigningRequest(
      method: "PUT", bucket: "b", key: "k",
      headers: [HeaderField("Content-Type", " a/b "), HeaderField("Range", "r")])
    let signed = try signer(token: " t ").sign(request, at: time)
    let headers = signed.headers
    #expect(
      headers.dropLast() == [
        HeaderField("Content-Type", "a/b"), HeaderField("Range", "r"),
        HeaderField("x-oss-content-sha256", "UNSIGNED-PAYLOAD"),
        HeaderField("x-oss-date", "19700101T000000Z"), HeaderField("x-oss-security-token", "t"),
      ])
    #expect(headers.last == HeaderField("Authorization", signed.authorization))
    #expect(signed.date == "19700101T000000Z")
    #expect(signed.securityToken == "t")
    #expect(signed.authorization.hasSuffix(",Signature=\(signed.signature)"))
    #expect(signed.signature.utf8.count == 64)
  }

  /// V4-DATE-3, V4-REQ-4, V4-TOK-4: signed by an implementation in another language.
  @Test func `replace those that only signing can know`() throws {
    let request = try SigningRequest(
      method: "PUT", bucket: "b", key: "k",
      headers: [
        HeaderField("X-Oss-Date", "Sat, 16 Dec 2023 16:00:00 GMT"),
        HeaderField(
          "x-oss-content-sha256",
          "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        HeaderField("Date", "Sat, 16 Dec 2023 16:00:00 GMT"),
        HeaderField("X-OSS-Security-Token", "mine"), HeaderField("x-oss-meta-a", " v "),
        HeaderField("authorization", "x"),
      ])
    let signer = try signer(token: "t+/=")
    let signed = try signer.sign(request, at: try Moment(seconds: 1_702_743_657))
    #expect(
      signed.signature == "c6cda544132add62bcb3752829f63b8c73a64c2caea073e48d5b37daa6a236db")
    let headers = signed.headers
    // V4-DATE-4: a Date of the caller is sent as it is.
    #expect(
      names(headers) == [
        "Date", "x-oss-meta-a", "x-oss-content-sha256", "x-oss-date", "x-oss-security-token",
        "Authorization",
      ])
    #expect(headers[3].value == "20231216T162057Z")
    #expect(headers[4].value == "t+/=")
  }

  @Test func `keep a token of the caller where the credentials have none`() throws {
    let request = try SigningRequest(
      method: "GET", bucket: "b", key: "k",
      headers: [HeaderField("X-Oss-Security-Token", "mine"), HeaderField("x-oss-a", "1")])
    // V4-TOK-3: an empty token means that there is no token.
    let signer = try signer(token: "")
    #expect(
      try signer.stringToSign(for: request, at: time).step(.canonicalHeaders) == """
        x-oss-a:1
        x-oss-content-sha256:UNSIGNED-PAYLOAD
        x-oss-date:19700101T000000Z
        x-oss-security-token:mine

        """)
    let headers = try signer.sign(request, at: time).headers
    #expect(
      names(headers) == [
        "X-Oss-Security-Token", "x-oss-a", "x-oss-content-sha256", "x-oss-date", "Authorization",
      ])
  }

  /// Where the lines that signing adds go, among lines on every side of them.
  @Test(arguments: [
    "x-oss-content-sha25", "x-oss-content-sha256-x", "x-oss-dat", "x-oss-date-x",
    "x-oss-security-toke", "x-oss-security-token-x", "x-oss-a", "x-oss-z", "x-oss-copy-source",
  ])
  func `stand in their order with those that signing adds`(name: String) throws {
    let request = try SigningRequest(
      method: "GET", bucket: "b", headers: [HeaderField(name, "v")])
    let lines = try signer(token: "t").stringToSign(for: request, at: time).step(.canonicalHeaders)
      .split(separator: "\n").compactMap { $0.split(separator: ":").first.map(String.init) }
    #expect(lines.count == 4)
    #expect(lines.contains(name))
    for index in lines.indices.dropFirst() {
      #expect(lines[index - 1].utf8.lexicographicallyPrecedes(lines[index].utf8))
    }
  }

  @Test func `have additional headers in the Authorization only if there are any`() throws {
    let fields = [HeaderField("abc", "1"), HeaderField("ZAbc", "2")]
    let with = try SigningRequest(
      method: "GET", headers: fields, additionalHeaders: ["zabc", "abc"])
    let without = try SigningRequest(
      method: "GET", headers: fields, additionalHeaders: ["nothere"])
    let head =
      "OSS4-HMAC-SHA256 Credential=ak/19700101/cn-hangzhou/oss/aliyun_v4_request,"
    // V4-AUTH-2, V4-AUTH-3.
    #expect(
      try signer().sign(with, at: time).authorization
        .hasPrefix(head + "AdditionalHeaders=abc;zabc,Signature="))
    #expect(
      try signer().sign(without, at: time).authorization.hasPrefix(head + "Signature="))
  }

  @Test func `are equal if they add the same bytes`() throws {
    let request = try SigningRequest(method: "GET")
    let (one, other) = try (signer(token: "\u{E9}"), signer(token: "e\u{301}"))
    let signed = try one.sign(request, at: time)
    #expect(try signed == one.sign(request, at: time))
    #expect(try signed != other.sign(request, at: time))
    #expect(try signed != one.sign(request, at: .latest))
    #expect(try signed.hashValue == one.sign(request, at: time).hashValue)
    #expect(try signer().sign(request, at: time) == signer(token: "").sign(request, at: time))
  }
}

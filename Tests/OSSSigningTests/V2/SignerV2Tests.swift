import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `Signatures of V2` {
  private func signer(token: String? = nil) throws -> SignerV2 {
    SignerV2(try Credentials(accessKeyID: "ak", accessKeySecret: "sk", securityToken: token))
  }

  /// The examples of the former page of the documents, as opendal-reqsign keeps them.
  private let documents = Result {
    SignerV2(
      try Credentials(
        accessKeyID: "44CF9590006BF252F707",
        accessKeySecret: "OtxrzxIsfpFjA7SwPzILwy8Bw21TLhquhboDYROV"))
  }

  @Test func `agree with the documents on a PUT`() throws {
    let request = try SigningRequest(
      method: "PUT", bucket: "oss-example", key: "nelson",
      headers: [
        HeaderField("Content-MD5", "FxqG8Ca0qEJPOghSihJ8Ew=="),
        HeaderField("Content-Type", "text/plain"), HeaderField("x-oss-object-acl", "private"),
      ])
    let time = try UnixTime(rfc1123: "Wed, 15 Feb 2017 09:37:11 GMT")
    let signer = try documents.get()
    #expect(
      signer.stringToSign(for: request, at: time).text == """
        PUT
        FxqG8Ca0qEJPOghSihJ8Ew==
        text/plain
        Wed, 15 Feb 2017 09:37:11 GMT
        x-oss-object-acl:private

        %2Foss-example%2Fnelson
        """)
    #expect(
      signer.sign(request, at: time).authorization
        == "OSS2 AccessKeyId:44CF9590006BF252F707,"
        + "Signature:5Am2ewK1tL0gXX7GV6dwybZtj7efOEtc0Mo2FR6CkM8=")
  }

  @Test func `agree with the documents on additional headers`() throws {
    let request = try SigningRequest(
      method: "GET", bucket: "oss-example", key: "nelson",
      headers: [
        HeaderField("Range", "bytes=0-7"),
        HeaderField("If-Modified-Since", "Thu, 16 Feb 2017 02:10:39 GMT"),
      ], additionalHeaders: ["range", "if-modified-since"])
    let time = try UnixTime(rfc1123: "Thu, 16 Feb 2017 02:09:39 GMT")
    let string = try documents.get().stringToSign(for: request, at: time)
    #expect(
      string.canonicalizedHeaders
        == "if-modified-since:Thu, 16 Feb 2017 02:10:39 GMT\nrange:bytes=0-7\n")
    #expect(string.additionalHeaders == "if-modified-since;range")
    #expect(string.canonicalizedResource == "%2Foss-example%2Fnelson")
    #expect(
      try documents.get().sign(request, at: time).authorization
        == "OSS2 AccessKeyId:44CF9590006BF252F707,AdditionalHeaders:if-modified-since;range,"
        + "Signature:YG9mKO3m4S0Jx9Hk6Lq64VchJg/TOTkyCX4DaeeOYxE=")
  }

  @Test func `agree with the documents on a URL`() throws {
    let request = try SigningRequest(method: "GET", bucket: "oss-example", key: "nelson")
    let expires = try UnixTime(seconds: 1_487_152_431)
    let endpoint = try Endpoint("http://oss-cn-hangzhou.aliyuncs.com")
    let signer = try documents.get()
    let pending = try signer.pendingURL(for: request, endpoint: endpoint, expires: expires)
    #expect(
      pending.stringToSign.text
        == "GET\n\n\n1487152431\n\n%2Foss-example%2Fnelson?x-oss-access-key-id=44CF9590006BF252F707"
        + "&x-oss-expires=1487152431&x-oss-signature-version=OSS2")
    let url = try signer.presignedURL(for: request, endpoint: endpoint, expires: expires)
    #expect(url.signature == "ps/+MLhd1WKkVi/QlOiliJsTaBMBk93f6UYVscDNHCQ=")
    #expect(
      url.text
        == "http://oss-example.oss-cn-hangzhou.aliyuncs.com/nelson?x-oss-signature-version=OSS2"
        + "&x-oss-expires=1487152431&x-oss-access-key-id=44CF9590006BF252F707"
        + "&x-oss-signature=ps%2F%2BMLhd1WKkVi%2FQlOiliJsTaBMBk93f6UYVscDNHCQ%3D")
  }

  @Test(arguments: SampleV2.all)
  func `agree with oss2`(sample: SampleV2) throws {
    let signer = SignerV2(
      try Credentials(
        accessKeyID: "akid", accessKeySecret: "sEcret+/é", securityToken: sample.token))
    let request = try SigningRequest(
      method: sample.method, bucket: sample.bucket, key: sample.key, headers: sample.headers,
      query: sample.query, additionalHeaders: sample.additionalHeaders)
    let time = try UnixTime(seconds: sample.seconds)
    if sample.isURL {
      let pending = try signer.pendingURL(
        for: request, endpoint: Endpoint("https://h"), expires: time)
      #expect(pending.stringToSign.bytes == Bytes(sample.stringToSign.utf8))
      let url = try signer.presignedURL(
        for: request, endpoint: Endpoint("https://h"), expires: time)
      #expect(url.signature == sample.signature)
      #expect(url.expires == time)
    } else {
      let string = signer.stringToSign(for: request, at: time)
      #expect(string.bytes == Bytes(sample.stringToSign.utf8))
      let signed = signer.sign(request, at: time)
      #expect(signed.authorization.hasSuffix(",Signature:\(sample.signature)"))
      #expect(signed.securityToken == sample.token)
    }
    #expect(SampleV2.signed.count == 6 && SampleV2.presigned.count == 6)
  }

  @Test func `keep the parts of their string`() throws {
    let request = try SigningRequest(
      method: "GET", headers: [HeaderField("x-oss-meta-a", "1")], query: [QueryParameter("acl")])
    let string = try signer(token: "t").stringToSign(for: request, at: .epoch)
    #expect(string.canonicalizedHeaders == "x-oss-meta-a:1\nx-oss-security-token:t\n")
    #expect(string.additionalHeaders.isEmpty)
    #expect(string.canonicalizedResource == "%2F?acl")
    #expect(string.dateRange == 6..<35)
    #expect(string.resourceRange == 75..<string.bytes.count)
  }

  @Test func `put the token in the place of the caller's`() throws {
    let request = try SigningRequest(
      method: "GET", bucket: "b", key: "k",
      headers: [
        HeaderField("X-Oss-Security-Token", "caller"), HeaderField("x-oss-z", "1"),
        HeaderField("Date", "x"), HeaderField("Authorization", "y"), HeaderField("Range", " r "),
      ], additionalHeaders: ["Range", "x-oss-security-token"])
    let signed = try signer(token: " t ").sign(request, at: .epoch)
    #expect(
      signed.headers(of: request).map(\.name).suffix(3) == [
        "Date", "x-oss-security-token", "Authorization",
      ])
    #expect(
      signed.headers(of: request).prefix(3) == [
        HeaderField("x-oss-z", "1"), HeaderField("Range", "r"),
        HeaderField("Date", "Thu, 01 Jan 1970 00:00:00 GMT"),
      ])
    #expect(signed.securityToken == "t")
    let string = try signer(token: " t ").stringToSign(for: request, at: .epoch)
    #expect(string.canonicalizedHeaders == "range:r\nx-oss-security-token:t\nx-oss-z:1\n")
    #expect(string.additionalHeaders == "range;x-oss-security-token")
    let alone = try signer().stringToSign(for: request, at: .epoch)
    #expect(alone.canonicalizedHeaders == "range:r\nx-oss-security-token:caller\nx-oss-z:1\n")
  }

  @Test func `are without a token that is empty`() throws {
    let request = try SigningRequest(method: "GET")
    let signed = try signer(token: "").sign(request, at: .epoch)
    #expect(signed.securityToken == nil)
    #expect(try signed == signer().sign(request, at: .epoch))
    #expect(try Set([signed, signer(token: "t").sign(request, at: .epoch)]).count == 2)
  }

  @Test func `keep the clock's date beside an x-oss-date header`() throws {
    let request = try SigningRequest(
      method: "GET", headers: [HeaderField("x-oss-date", "Sat, 16 Dec 2023 16:10:00 GMT")])
    let string = try signer().stringToSign(for: request, at: .epoch)
    #expect(
      string.text
        == "GET\n\n\nThu, 01 Jan 1970 00:00:00 GMT\nx-oss-date:Sat, 16 Dec 2023 16:10:00 GMT\n\n%2F"
    )
  }

  @Test func `show neither secret nor token`() throws {
    let signer = SignerV2(
      try Credentials(
        accessKeyID: "id", accessKeySecret: "SecretNobodySees", securityToken: "TokenNobodySees"))
    let request = try SigningRequest(method: "GET", bucket: "b", key: "k")
    let values: [any Sendable] = [
      signer, signer.sign(request, at: .epoch), signer.stringToSign(for: request, at: .epoch),
      try signer.pendingURL(for: request, endpoint: Endpoint("https://h"), expires: .epoch),
    ]
    for value in values {
      var dumped = ""
      dump(value, to: &dumped)
      for text in [dumped, "\(value)", String(reflecting: value), String(describing: [value])] {
        #expect(!text.contains("NobodySees"), "\(type(of: value))")
      }
    }
  }
}

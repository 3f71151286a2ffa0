import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `Signatures of V2` {
  private func signer(token: String? = nil) throws -> Signer {
    try Signer(Credentials(accessKeyID: "ak", accessKeySecret: "sk", securityToken: token), .v2)
  }

  /// The examples of the former page of the documents, as opendal-reqsign keeps them.
  private let documents = Result {
    try Signer(
      Credentials(
        accessKeyID: "44CF9590006BF252F707",
        accessKeySecret: "OtxrzxIsfpFjA7SwPzILwy8Bw21TLhquhboDYROV"), .v2)
  }

  @Test func `agree with the documents on a PUT`() throws {
    let request = try SigningRequest(
      method: "PUT", bucket: "oss-example", key: "nelson",
      headers: [
        HeaderField("Content-MD5", "FxqG8Ca0qEJPOghSihJ8Ew=="),
        HeaderField("Content-Type", "text/plain"), HeaderField("x-oss-object-acl", "private"),
      ])
    let time = try Moment(rfc1123: "Wed, 15 Feb 2017 09:37:11 GMT")
    let signer = try documents.get()
    #expect(
      try signer.stringToSign(for: request, at: time).text == """
        PUT
        FxqG8Ca0qEJPOghSihJ8Ew==
        text/plain
        Wed, 15 Feb 2017 09:37:11 GMT
        x-oss-object-acl:private

        %2Foss-example%2Fnelson
        """)
    #expect(
      try signer.sign(request, at: time).authorization
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
    let time = try Moment(rfc1123: "Thu, 16 Feb 2017 02:09:39 GMT")
    let string = try documents.get().stringToSign(for: request, at: time)
    #expect(
      string.step(.canonicalHeaders)
        == "if-modified-since:Thu, 16 Feb 2017 02:10:39 GMT\nrange:bytes=0-7\n")
    #expect(string.step(.additionalHeaders) == "if-modified-since;range")
    #expect(string.step(.canonicalResource) == "%2Foss-example%2Fnelson")
    #expect(
      try documents.get().sign(request, at: time).authorization
        == "OSS2 AccessKeyId:44CF9590006BF252F707,AdditionalHeaders:if-modified-since;range,"
        + "Signature:YG9mKO3m4S0Jx9Hk6Lq64VchJg/TOTkyCX4DaeeOYxE=")
  }

  @Test func `agree with the documents on a URL`() throws {
    let request = try SigningRequest(method: "GET", bucket: "oss-example", key: "nelson")
    let expires = try Moment(seconds: 1_487_152_431)
    let endpoint = try Endpoint("http://oss-cn-hangzhou.aliyuncs.com")
    let signer = try documents.get()
    let pending = try signer.identity.url(for: request, at: endpoint, now: .epoch, until: expires)
    #expect(
      pending.stringToSign.text
        == "GET\n\n\n1487152431\n\n%2Foss-example%2Fnelson?x-oss-access-key-id=44CF9590006BF252F707"
        + "&x-oss-expires=1487152431&x-oss-signature-version=OSS2")
    let url = try signer.presign(request, at: endpoint, now: .epoch, until: expires)
    #expect(url.signature == "ps/+MLhd1WKkVi/QlOiliJsTaBMBk93f6UYVscDNHCQ=")
    #expect(
      url.url
        == "http://oss-example.oss-cn-hangzhou.aliyuncs.com/nelson?x-oss-signature-version=OSS2"
        + "&x-oss-expires=1487152431&x-oss-access-key-id=44CF9590006BF252F707"
        + "&x-oss-signature=ps%2F%2BMLhd1WKkVi%2FQlOiliJsTaBMBk93f6UYVscDNHCQ%3D")
  }

  @Test(arguments: SampleV2.all)
  func `agree with oss2`(sample: SampleV2) throws {
    let signer = try Signer(
      Credentials(
        accessKeyID: "akid", accessKeySecret: "sEcret+/é", securityToken: sample.token), .v2)
    let request = try SigningRequest(
      method: sample.method, bucket: sample.bucket, key: sample.key, headers: sample.headers,
      query: sample.query, additionalHeaders: sample.additionalHeaders)
    let time = try Moment(seconds: sample.seconds)
    if sample.isURL {
      let pending = try signer.identity.url(
        for: request, at: Endpoint("https://h"), now: .epoch, until: time)
      #expect(pending.stringToSign.bytes == Bytes(sample.stringToSign.utf8))
      let url = try signer.presign(request, at: Endpoint("https://h"), now: .epoch, until: time)
      #expect(url.signature == sample.signature)
      #expect(url.expires == time)
    } else {
      let string = try signer.stringToSign(for: request, at: time)
      #expect(string.bytes == Bytes(sample.stringToSign.utf8))
      let signed = try signer.sign(request, at: time)
      #expect(signed.authorization.hasSuffix(",Signature:\(sample.signature)"))
      #expect(signed.securityToken == sample.token)
    }
    #expect(SampleV2.signed.count == 6 && SampleV2.presigned.count == 6)
  }

  @Test func `keep the parts of their string`() throws {
    let request = try SigningRequest(
      method: "GET", headers: [HeaderField("x-oss-meta-a", "1")], query: [QueryParameter("acl")])
    let string = try signer(token: "t").stringToSign(for: request, at: .epoch)
    #expect(string.step(.canonicalHeaders) == "x-oss-meta-a:1\nx-oss-security-token:t\n")
    #expect(string.step(.additionalHeaders).isEmpty)
    #expect(string.step(.canonicalResource) == "%2F?acl")
    #expect(string[.canonicalRequest] == nil)
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
      signed.headers.map(\.name).suffix(3) == [
        "Date", "x-oss-security-token", "Authorization",
      ])
    #expect(
      signed.headers.prefix(3) == [
        HeaderField("x-oss-z", "1"), HeaderField("Range", "r"),
        HeaderField("Date", "Thu, 01 Jan 1970 00:00:00 GMT"),
      ])
    #expect(signed.securityToken == "t")
    let string = try signer(token: " t ").stringToSign(for: request, at: .epoch)
    #expect(string.step(.canonicalHeaders) == "range:r\nx-oss-security-token:t\nx-oss-z:1\n")
    #expect(string.step(.additionalHeaders) == "range;x-oss-security-token")
    let alone = try signer().stringToSign(for: request, at: .epoch)
    #expect(alone.step(.canonicalHeaders) == "range:r\nx-oss-security-token:caller\nx-oss-z:1\n")
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
    let signer = try Signer(
      Credentials(
        accessKeyID: "id", accessKeySecret: "SecretNobodySees", securityToken: "TokenNobodySees"),
      .v2)
    let request = try SigningRequest(method: "GET", bucket: "b", key: "k")
    let values: [any Sendable] = [
      signer, try signer.sign(request, at: .epoch),
      try signer.stringToSign(for: request, at: .epoch),
      try signer.identity.url(for: request, at: Endpoint("https://h"), now: .epoch, until: .epoch),
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

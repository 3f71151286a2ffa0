import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `Signing in two halves` {
  /// Header signatures that documents and the tests of SDKs publish.
  struct Published: Sendable, CustomTestStringConvertible {
    let source: String
    let id: String
    let secret: String
    let method: String
    let key: String
    let bucket: String
    let headers: [HeaderField]
    let date: String
    let signature: String

    var testDescription: String { source }
  }

  static let published = [
    Published(
      source: "docs 2021, Add a signature to the header",
      id: "44CF9590006BF252F707", secret: "OtxrzxIsfpFjA7SwPzILwy8Bw21TLhquhboDYROV",
      method: "PUT", key: "nelson", bucket: "oss-example",
      headers: [
        HeaderField("x-oss-magic", "abracadabra"), HeaderField("x-oss-meta-author", "foo@bar.com"),
        HeaderField("Content-Type", "text/html"),
        HeaderField("Content-MD5", "ODBGOERFMDMzQTczRUY3NUE3NzA5QzdFNUYzMDQxNEM="),
      ], date: "Thu, 17 Nov 2005 18:49:58 GMT", signature: "26NBxoKdsyly4EDv6inkoDft/yA="),
    Published(
      source: "ruby spec/aliyun/oss/util_spec.rb, whose ID is empty",
      id: "ruby", secret: "helloworld", method: "PUT", key: "object-new", bucket: "bucket",
      headers: [HeaderField("x-oss-copy-source", "/bucket/object-old")],
      date: "Fri, 30 Oct 2015 07:21:00 GMT", signature: "McYUmBaErN//yvE9voWRhCgvsIc="),
    Published(
      source: "V1 signer unit tests of eight SDKs", id: "ak", secret: "sk", method: "PUT",
      key: "nelson", bucket: "examplebucket",
      headers: [
        HeaderField("Content-MD5", "eB5eJF1ptWaXm4bijSPyxw=="),
        HeaderField("Content-Type", "text/html"), HeaderField("x-oss-meta-author", "alice"),
        HeaderField("x-oss-meta-magic", "abracadabra"),
        HeaderField("x-oss-date", "Wed, 28 Dec 2022 10:27:41 GMT"),
      ], date: "Wed, 28 Dec 2022 10:27:41 GMT", signature: "kSHKmLxlyEAKtZPkJhG9bZb5k7M="),
  ]

  @Test(arguments: published)
  func `gives the headers that signing at once gives, and what is published`(
    example: Published
  ) throws {
    let request = try SigningRequest(
      method: example.method, bucket: example.bucket, key: example.key, headers: example.headers)
    let time = try Moment(rfc1123: example.date)
    let credentials = try Credentials(accessKeyID: example.id, accessKeySecret: example.secret)
    // The app asks, the server signs what it got as text, the app reads the server's answer.
    let pending = try SigningIdentity(.v1).headers(for: request, at: time)
    let received = Bytes(pending.stringToSign.text.utf8)
    let answer = try Signer(credentials, .v1).signature(of: received.span).description
    #expect(answer == "OSS \(example.id):\(example.signature)")
    let signed = try pending.signed(by: Signature(answer))
    #expect(try signed == Signer(credentials, .v1).sign(request, at: time))
    #expect(signed.authorization == answer)
  }

  @Test func `gives the URL that signing at once gives, and what seven SDKs publish`() throws {
    // go-v2, go-v1, php-v2, java-v2, csharp-v2, python-v2, swift-v2 presign unit tests.
    let request = try SigningRequest(
      method: "GET", bucket: "bucket", key: "key+123",
      query: [QueryParameter("versionId", "versionId")])
    let endpoint = try Endpoint("http://oss-cn-hangzhou.aliyuncs.com")
    let expires = try Moment(seconds: 1_699_808_204)
    let credentials = try Credentials(
      accessKeyID: "ak", accessKeySecret: "sk", securityToken: "token")
    let pending = try SigningIdentity(securityToken: "token", .v1).url(
      for: request, at: endpoint, now: .epoch, until: expires)
    #expect(
      pending.stringToSign.text
        == "GET\n\n\n1699808204\n/bucket/key+123?security-token=token&versionId=versionId")
    let url = try pending.signed(by: Signature("OSS ak:jzKYRrM5y6Br0dRFPaTGOsbrDhY="))
    #expect(
      url.url == """
        http://bucket.oss-cn-hangzhou.aliyuncs.com/key%2B123?versionId=versionId\
        &security-token=token&OSSAccessKeyId=ak&Expires=1699808204\
        &Signature=jzKYRrM5y6Br0dRFPaTGOsbrDhY%3D
        """)
    #expect(url.signature == "jzKYRrM5y6Br0dRFPaTGOsbrDhY=")
    let atOnce = try Signer(credentials, .v1).presign(
      request, at: endpoint, now: .epoch, until: expires)
    #expect(atOnce == url)
  }

  @Test func `carries a token in both halves`() throws {
    let request = try SigningRequest(method: "GET", bucket: "b", key: "k")
    let time = try Moment(seconds: 1_702_743_657)
    let pending = try SigningIdentity(securityToken: " token ", .v1).headers(for: request, at: time)
    #expect(pending.stringToSign.step(.canonicalHeaders) == "x-oss-security-token:token\n")
    let signed = try pending.signed(by: Signature("OSS ak:26NBxoKdsyly4EDv6inkoDft/yA="))
    #expect(signed.securityToken == "token")
    let alone = try SigningIdentity(securityToken: " token ", .v1).headers(for: request, at: time)
      .stringToSign
    #expect(alone.bytes == pending.stringToSign.bytes)
    let without = try SigningIdentity(securityToken: "", .v1).headers(for: request, at: time)
    #expect(without.stringToSign.step(.canonicalHeaders).isEmpty)
  }

  @Test func `refuses a token that would break its header`() throws {
    let request = try SigningRequest(method: "GET", bucket: "b", key: "k")
    let error = SigningError.invalidSecurityToken(byte: 0x0A, offset: 1)
    #expect(throws: error) {
      try SigningIdentity(securityToken: "t\n", .v1).headers(for: request, at: .epoch)
    }
    #expect(throws: error) {
      try SigningIdentity(securityToken: "t\n", .v1).headers(for: request, at: .epoch).stringToSign
    }
    let endpoint = try Endpoint("http://h")
    #expect(throws: error) {
      try SigningIdentity(securityToken: "t\n", .v1).url(
        for: request, at: endpoint, now: .epoch, until: .epoch)
    }
  }
}

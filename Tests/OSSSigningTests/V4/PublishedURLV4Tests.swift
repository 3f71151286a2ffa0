import OSSPrimitives
import OSSSigning
import Testing

extension ExampleV4 {
  static let urls = [
    ExampleV4(
      source: "V4 signer unit tests of eleven SDKs",
      request: .sharedURL, time: 1_702_781_677, validity: 599,
      signature: "a39966c61718be0d5b14e668088b3fa07601033f6518ac7b523100014269c0fe"),
    ExampleV4(
      source: "V4 signer unit tests of eleven SDKs",
      request: .sharedURL, token: "token", time: 1_702_785_388, validity: 599,
      signature: "3817ac9d206cd6dfc90f1c09c00be45005602e55898f26f5ddb06d7892e1f8b5"),
    ExampleV4(
      source: "V4 signer unit tests of eleven SDKs",
      request: .sharedURL, additionalHeaders: ["ZAbc", "abc"], time: 1_702_783_809, validity: 599,
      signature: "6bd984bfe531afb6db1f7550983a741b103a8c58e5e14f83ea474c2322dfa2b7"),
    ExampleV4(
      source: "V4 signer unit tests of six SDKs",
      request: .sharedURL, additionalHeaders: ["x-oss-no-exist", "abc", "x-oss-head1", "ZAbc"],
      time: 1_702_783_809, validity: 599,
      signature: "6bd984bfe531afb6db1f7550983a741b103a8c58e5e14f83ea474c2322dfa2b7"),
    ExampleV4(
      source: "python-v2 tests/unit/signer/test_v4.py",
      request: .sharedURL, time: 1_702_781_677, validity: 432_000,
      signature: "31029123dc7732d2d2cfd4006ea4fdb6cf86da6478f813e2bf8f87877c7b9fec"),
    ExampleV4(
      source: "java-v2/php-v2/ios",
      request: .sharedURL, region: "cb-123", product: "oss-cloudbox",
      additionalHeaders: ["ZAbc", "abc"], time: 1_702_781_677, validity: 599,
      signature: "07284191b9b4978ac3520cd39ee2dea2747eda454089359371ff463a6c7ba20f"),
    ExampleV4(
      source: "java-v2/php-v2/ios",
      request: .sharedURL, region: "cb-123", product: "oss-cloudbox",
      additionalHeaders: ["ZAbc", "abc"], time: 1_702_783_809, validity: 599,
      signature: "16782cc8a7a554523db055eb804b508522e7e370073108ad88ee2f47496701dd"),
    ExampleV4(
      source: "android SingerTest.java",
      request: .shared, time: 1_702_784_856, validity: 599,
      signature: "c79e8654f07e7361c4c6eb02cdb500c1e65888d7dc38affe1f92dc388b2402c4"),
    ExampleV4(
      source: "android SingerTest.java",
      request: .shared, token: "token", time: 1_702_784_856, validity: 599,
      signature: "f8af25e25d08c94c97b6ed9bb2e6e30cad47ef9d6cad0e9af9a0c90cec3ba3e4"),
    ExampleV4(
      source: "Elixir cozy_aliyun_open_api OSS4Test sign/2 with :url type",
      request: .cozy, id: "accesskeyid", secret: "accesskeysecret", additionalHeaders: ["host"],
      time: 1_701_605_532, validity: 86_400,
      signature: "2c6c9f10d8950fb150290ef6f42570e33cd45d6a57ec7887de75fa2ec45b4c72"),
  ]
}

@Suite struct `Published V4 signatures in URLs` {
  @Test(arguments: ExampleV4.urls)
  func `are made again`(example: ExampleV4) throws {
    let (signer, request, time) = try (example.signer, example.signingRequest, example.moment)
    let endpoint = try Endpoint("http://oss-cn-hangzhou.aliyuncs.com")
    let url = try signer.presign(
      request, at: endpoint, now: time, validFor: .seconds(example.validity))
    #expect(url.signature == example.signature)
    #expect(url.url.hasSuffix("&x-oss-signature=\(example.signature)"))
    #expect(url.expires.seconds == example.time + example.validity)
    let prepared = try signer.prepared(at: time).presign(
      request, at: endpoint, now: time, validFor: .seconds(example.validity))
    #expect(prepared == url)
  }

  @Test func `are ten`() { #expect(ExampleV4.urls.count == 10) }

  /// The URLs that the tests of the SDKs print, in the order in which one of them sends.
  static let texts: [(example: Int, url: String)] = [
    (
      0,
      """
      http://bucket.oss-cn-hangzhou.aliyuncs.com/1234%2B-%2F123%2F1.txt?%2Bparam1=value3&%2Bpa\
      ram2&param1=value1&param2&x-oss-credential=ak%2F20231217%2Fcn-hangzhou%2Foss%2Faliyun_v4\
      _request&x-oss-date=20231217T025437Z&x-oss-expires=599&x-oss-signature=a39966c61718be0d5\
      b14e668088b3fa07601033f6518ac7b523100014269c0fe&x-oss-signature-version=OSS4-HMAC-SHA256\
      &%7Cparam1=value4&%7Cparam2
      """
    ),
    (
      1,
      """
      http://bucket.oss-cn-hangzhou.aliyuncs.com/1234%2B-%2F123%2F1.txt?%2Bparam1=value3&%2Bpa\
      ram2&param1=value1&param2&x-oss-credential=ak%2F20231217%2Fcn-hangzhou%2Foss%2Faliyun_v4\
      _request&x-oss-date=20231217T035628Z&x-oss-expires=599&x-oss-security-token=token&x-oss-\
      signature=3817ac9d206cd6dfc90f1c09c00be45005602e55898f26f5ddb06d7892e1f8b5&x-oss-signatu\
      re-version=OSS4-HMAC-SHA256&%7Cparam1=value4&%7Cparam2
      """
    ),
    (
      2,
      """
      http://bucket.oss-cn-hangzhou.aliyuncs.com/1234%2B-%2F123%2F1.txt?%2Bparam1=value3&%2Bpa\
      ram2&param1=value1&param2&x-oss-additional-headers=abc%3Bzabc&x-oss-credential=ak%2F2023\
      1217%2Fcn-hangzhou%2Foss%2Faliyun_v4_request&x-oss-date=20231217T033009Z&x-oss-expires=5\
      99&x-oss-signature=6bd984bfe531afb6db1f7550983a741b103a8c58e5e14f83ea474c2322dfa2b7&x-os\
      s-signature-version=OSS4-HMAC-SHA256&%7Cparam1=value4&%7Cparam2
      """
    ),
  ]

  @Test(arguments: texts)
  func `stand in the URLs that are published with them`(index: Int, url: String) throws {
    let example = ExampleV4.urls[index]
    let made = try example.signer.presign(
      example.signingRequest, at: Endpoint("http://oss-cn-hangzhou.aliyuncs.com"),
      now: example.moment, validFor: .seconds(example.validity))
    #expect(try Self.parts(made.url) == Self.parts(url))
    #expect(Self.texts.count == 3)
  }

  /// The parts of a URL as a server reads them: decoded, the parameters in any order, and an empty
  /// value as none.
  private static func parts(_ url: String) throws -> [Bytes] {
    try url.split { $0 == "?" || $0 == "&" }.map { part in
      let given = part.hasSuffix("=") ? part.dropLast() : part
      return try PercentEncoding.decode(String(given), plusIsSpace: false)
    }.sorted { $0.lexicographicallyPrecedes($1) }
  }
}

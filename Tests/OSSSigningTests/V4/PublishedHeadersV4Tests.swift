import OSSPrimitives
import OSSSigning
import Testing

extension ExampleV4 {
  static let headers = [
    ExampleV4(
      source: "V4 signer unit tests of eleven SDKs",
      request: .shared, time: 1_702_743_657,
      signature: "e21d18daa82167720f9b1047ae7e7f1ce7cb77a31e8203a7d5f4624fa0284afe"),
    ExampleV4(
      source: "V4 signer unit tests of eleven SDKs",
      request: .shared, token: "token", time: 1_702_784_856,
      signature: "b94a3f999cf85bcdc00d332fbd3734ba03e48382c36fa4d5af5df817395bd9ea"),
    ExampleV4(
      source: "V4 signer unit tests of eleven SDKs",
      request: .shared, additionalHeaders: ["ZAbc", "abc"], time: 1_702_747_512,
      signature: "4a4183c187c07c8947db7620deb0a6b38d9fbdd34187b6dbaccb316fa251212f"),
    ExampleV4(
      source: "ios OSSSingerTest.m",
      request: .shared, token: "token", additionalHeaders: ["ZAbc", "abc"], time: 1_702_747_512,
      signature: "203120400fdac93fd2f87640e5071f19de7c4561090e8a5fcffbe7d1ef89e073"),
    ExampleV4(
      source: "ios OSSSingerTest.m, and tests of three SDKs",
      request: .shared, region: "cb-123", product: "oss-cloudbox", time: 1_702_743_657,
      signature: "94ce1f12c17d148ea681030275a94449d3357f5b5b21133996eec80af3e08a43"),
    ExampleV4(
      source: "c-sdk test_oss_sign.c test_sign_v4_object_full",
      request: .c, time: 1_665_893_239,
      signature: "16e58322c5aafb55edd82813b02d6521caab8194882c786bf0e77b7987a63979"),
    ExampleV4(
      source: "c-sdk test_oss_sign.c test_sign_v4_object_without_query",
      request: .cWithoutQuery, time: 1_665_911_671,
      signature: "5028172a0a3806285979896982bee6e36e915cbf428ee7100a809e1f0ff43b64"),
    ExampleV4(
      source: "c-sdk test_oss_sign.c test_sign_v4_object_cloudbox_id_full",
      request: .c, region: "cloudbox-id", product: "oss-cloudbox", time: 1_665_911_911,
      signature: "939eae7d5012d444c8d1dd8c68811275928f780a859e41ddbe52cf10a100adb4"),
    ExampleV4(
      source: "reqsign sign_request.rs, golden output, with the placeholder as secret",
      request: .document, id: "testid", secret: "yourAccessKeySecret",
      additionalHeaders: ["content-disposition", "content-length"], time: 1_744_353_684,
      signature: "d3694c2dfc5371ee6acd35e88c4871ac95a7ba01d3a2f476768fe61218590097"),
  ]

  static let android = [
    ExampleV4(
      source: "android SingerTest.java",
      request: .shared, time: 1_702_743_657,
      signature: "9efc975fb94480f28a9ab2fcf5b23b4170d83a069838df4e77501d79868bd829"),
    ExampleV4(
      source: "android SingerTest.java",
      request: .shared, token: "token", time: 1_702_784_856,
      signature: "0436fec1623c737d5827c11d200afd3df51d067b80196080438f57c94d99b9b0"),
    ExampleV4(
      source: "android SingerTest.java",
      request: .shared, token: "token", additionalHeaders: ["ZAbc", "abc"], time: 1_702_784_856,
      signature: "53452bf8805332ba233a2b3e9e710b668fdccc02c6d012f9ceac05eae4f85462"),
  ]
}

@Suite struct `Published V4 signatures in headers` {
  @Test(arguments: ExampleV4.headers)
  func `are made again`(example: ExampleV4) throws {
    let (signer, request, time) = try (example.signer, example.signingRequest, example.moment)
    let signed = try signer.sign(request, at: time)
    #expect(signed.signature == example.signature)
    let names = request.additionalHeaders.isEmpty ? "" : "AdditionalHeaders=\(list(example)),"
    #expect(
      signed.authorization == """
        OSS4-HMAC-SHA256 Credential=\(example.id)/\(time.iso8601BasicDate)/\(example.region)/\
        \(example.product)/aliyun_v4_request,\(names)Signature=\(example.signature)
        """)
    #expect(try signer.prepared(at: time).sign(request, at: time) == signed)
  }

  /// The lists as the sources print them.
  private func list(_ example: ExampleV4) -> String {
    example.request == .document ? "content-disposition;content-length" : "abc;zabc"
  }

  @Test func `are nine and three`() {
    #expect(ExampleV4.headers.count == 9)
    #expect(ExampleV4.android.count == 3)
  }

  /// Android sends the time in `Date`, which is not signed: without that line its signature follows.
  @Test(arguments: ExampleV4.android)
  func `of Android are made by a signer without x-oss-date`(example: ExampleV4) throws {
    let (request, time) = try (example.signingRequest, example.moment)
    let signer = try example.signer
    let string = try signer.stringToSign(for: request, at: time)
    let lines = string.step(.canonicalRequest).split(
      separator: "\n", omittingEmptySubsequences: false)
    let signed = lines.filter { !$0.hasPrefix("x-oss-date:") }
    #expect(signed.count == lines.count - 1)
    let canonicalRequest = Bytes(signed.joined(separator: "\n").utf8)
    let hash = SHA256.hash(canonicalRequest.span).hexadecimal
    let text = string.text.dropLast(string.step(.canonicalRequestHash).count) + hash
    #expect(try signer.signature(of: String(text)).text == example.signature)
    #expect(try signer.sign(request, at: time).signature != example.signature)
  }
}

import OSSExplain
import OSSPrimitives
import TestSupport
import Testing

/// EXP-FIND-1, EXP-KEY-1, EXP-V2-1: what two texts are read as, and what they do not show.
@Suite struct `Texts that are compared` {
  static let date = ExplainSamples.date
  static let host = "examplebucket.oss-cn-hangzhou.aliyuncs.com"

  static let textsOfV2 = [
    "PUT\n\ntext/plain\n\(date)\nreferer:http://a/\nx-oss-meta-a:1\nreferer\n/bucket/key",
    "PUT\n\ntext/plain\n\(date)\nx-oss-meta-a:1\n\n/bucket/key", "GET\n\n\n\(date)\n\n/bucket/key",
    "GET\n\n\n\(date)\nreferer:a\nx-oss-meta-a:1\nx-oss-meta-a:2\nreferer\n%2Fb%2Fk?a&b=c",
    "GET\n\n\n1702747257\n\n%2Fb%2Fk?x-oss-access-key-id=a&x-oss-expires=1702747257",
  ]
  static let textsOfOthers = [
    "GET\n\n\n\(date)\n/b/k",
    "PUT\nabc\na/b\n\(date)\nx-oss-meta-a:1\nx-oss-meta-a:2\n/b/k?acl&acl=x",
    "PUT\n\n\n\(date)\nX-Oss-Meta-A : 1\nx-oss-meta-a:2\n/b/k", "GET\n\n\n1\n\n/b/a%2Fb\n/c",
    "OSS4-HMAC-SHA256\n20231216T162057Z\n20231216/cn-hangzhou/oss/aliyun_v4_request\nAB",
    "GET\n/b/k\na=1&a=2\nx-oss-date:d\nx-oss-meta-a:1\nx-oss-meta-a:2\n\nhost\nUNSIGNED-PAYLOAD",
    "GET\n/b/k\nx-oss-date:d\nUNSIGNED-PAYLOAD",
  ]

  /// EXP-FIND-1: no difference between texts that are the same bytes.
  @Test(
    arguments: textsOfV2 + textsOfOthers,
    [String(repeating: "A", count: 43) + "=", "e7SraDhJXAr2ERmY+/n0fAmnDgk="])
  func `where both texts are the same bytes`(text: String, signature: String) {
    let name = text.hasSuffix("UNSIGNED-PAYLOAD") ? "CanonicalRequest" : "StringToSign"
    let body = ExplainSamples.body(
      code: "SignatureDoesNotMatch", message: "",
      extra: "<SignatureProvided>\(signature)</SignatureProvided>"
        + "<\(name)>\(text.replacing("&", with: "&amp;"))</\(name)>")
    let found = Refusals.explain(body: body, string: text)
    #expect(found.allSatisfy { $0.difference == nil }, "\(found.map(\.cause.id))")
    // The form of a signature is seen without the texts.
    #expect(Refusals.ids(found, .certain).allSatisfy { $0.contains("signature-") })
    let isOfV2 = Self.textsOfV2.contains(text)
    #expect(found.contains { $0.cause.id == "signature-version-legacy" } == isOfV2)
    #expect(!isOfV2 || !found.contains { $0.cause.id == "signature-of-another-hash" })
  }

  @Test(arguments: textsOfV2)
  func `where a string of V2 is beside a request of V2`(text: String) {
    let request =
      "PUT /key HTTP/1.1\nHost: bucket.oss-cn-hangzhou.aliyuncs.com\nDate: \(Self.date)\n"
    let found = Refusals.explain(
      request: request + "Authorization: OSS2 AccessKeyId:a,Signature:****\n\n", string: text)
    #expect(!found.map(\.cause.id).contains("signature-version-mixed"))
  }

  @Test(arguments: [
    String(repeating: "GET\0\u{ff}", count: 100), String(repeating: "GET\n\0\u{fe}\n", count: 100),
    String(repeating: "GET\n\u{1}\n", count: 100), String(repeating: "GET\n\u{fe}\n", count: 100),
    "GET\n\n\n\(date)\n/examplebucket/\0",
  ])
  func `where the string is no text`(string: String) {
    let request =
      "GET /k HTTP/1.1\nHost: \(Self.host)\nDate: \(Self.date)\nAuthorization: OSS a:****\n\n"
    let evidence = Evidence(
      request: Bytes(request.utf8), string: Bytes(string.unicodeScalars.map { UInt8($0.value) }))
    #expect(Refusals.ids(Refusals.explain(evidence), .certain) == [])
    #expect(!Refusals.ids(Refusals.explain(evidence), .likely).contains("content-md5-not-sent"))
  }

  @Test(arguments: [("aa%中文", "aa%25中文"), ("a é", "a%20é"), ("%41é", "%2541é")])
  func `where a key has escapes beside bytes that are not encoded`(sent: String, signed: String) {
    let head = "GET\n\n\n\(Self.date)\n/b/"
    let found = Refusals.explain(
      body: ExplainSamples.body(stringToSign: head + sent), string: head + signed)
    #expect(Refusals.ids(found, .certain) == [])
    #expect(Refusals.ids(found, .likely) == ["key-not-encoded"])
    #expect(found.first?.detail?.contains("escapes beside bytes") == true)
  }

  @Test(arguments: [("999999999999999999", "1"), ("1", "999999999999999999")])
  func `where a time in the string is a great number`(sent: String, signed: String) {
    let found = Refusals.explain(
      body: ExplainSamples.body(stringToSign: "GET\n\n\n\(sent)\n/b/k"),
      string: "GET\n\n\n\(signed)\n/b/k")
    #expect(Refusals.ids(found, .certain) == ["expires-differs"])
  }

  @Test func `where a signature is cut, whatever its version`() {
    let s3 = """
      GET /k HTTP/1.1
      Host: \(Self.host)
      x-amz-date: 20231216T162057Z
      Authorization: AWS4-HMAC-SHA256 Credential=a/20231216/cn-hangzhou/s3/aws4_request, SignedHeaders=host, Signature=ab

      """
    let v4 = s3.replacing("AWS4", with: "OSS4").replacing("x-amz", with: "x-oss")
    let v2 =
      "GET /k HTTP/1.1\nHost: \(Self.host)\nAuthorization: OSS2 AccessKeyId:a,Signature:ab\n\n"
    for request in [s3, v4, v2] {
      let body = ExplainSamples.body(
        code: "SignatureDoesNotMatch", message: "",
        extra: "<SignatureProvided>abcd</SignatureProvided>")
      for found in [
        Refusals.explain(request: request), Refusals.explain(body: body, request: request),
      ].joined() {
        #expect(!found.fix.contains("28"))
        #expect(found.detail?.contains("not 20") != true)
      }
    }
  }
}

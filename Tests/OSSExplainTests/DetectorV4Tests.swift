import OSSExplain
import OSSJSON
import OSSPrimitives
import TestSupport
import Testing

/// What the detectors of V4 make of evidence of every shape.
@Suite struct `Detectors of V4` {
  typealias Samples = ExplainSamplesV4

  /// However the bucket is addressed, a request that OSS read as it was sent is not accused.
  @Test(arguments: [
    ("examplebucket.oss-cn-hangzhou.aliyuncs.com", ""),
    ("examplebucket.oss-cn-hangzhou-internal.aliyuncs.com", ""),
    ("examplebucket.oss-accelerate.aliyuncs.com", ""),
    ("oss-cn-hangzhou.aliyuncs.com", "/examplebucket"), ("192.168.1.1", "/examplebucket"),
    ("files.example.com", ""),
  ])
  func `detectors of V4 accuse no right request`(host: String, prefix: String) {
    let server = Samples.canonical(
      uri: "/examplebucket/a%20b/~%2B%281%29.txt", query: "acl&prefix=c%2Fd%20e&x=%2A",
      headers: "range:bytes=0-9\n" + Samples.headers, additional: "range")
    let request = Samples.request(
      prefix + "/a%20b/~+(1).txt?prefix=c/d%20e&x=*&acl=", host: host, more: "Range: bytes=0-9\n",
      list: "AdditionalHeaders=range,")
    let found = Refusals.explain(body: Samples.body(server), request: request)
    #expect(found.filter { $0.certainty != .possible }.map(\.cause.id) == [])
    // The same request against the client's own canonical request, without an answer.
    #expect(Refusals.explain(request: request, string: server).map(\.cause.id) == [])
  }

  /// EXP-EV-3, EXP-FIND-5.
  @Test func `detectors of V4 are certain of the client's own text alone`() {
    let server = Samples.canonical(
      headers: "content-type:text/plain\n" + Samples.headers)
    let request = Samples.request("/key.txt", host: "examplebucket.oss-cn-hangzhou.aliyuncs.com")
    let shown = Refusals.explain(body: Samples.body(server), request: request)
    #expect(shown.first?.cause.id == "content-type-added")
    #expect(shown.first?.certainty == .likely)
    let own = Refusals.explain(body: Samples.body(server), string: Samples.canonical())
    #expect(own.first?.cause.id == "content-type-added")
    #expect(own.first?.certainty == .likely)
    let both = Refusals.explain(
      body: Samples.body(server), request: request, string: Samples.canonical())
    #expect(both.first?.cause.id == "content-type-added")
    #expect(both.first?.certainty == .certain)
  }

  /// A clause of V1 is cited for a request of V1, one of V4 for the same mistake in V4.
  @Test func `detectors of V4 cite the clause of the version`() {
    let date = ExplainSamples.date
    let v1 = Refusals.explain(
      body: ExplainSamples.body(stringToSign: "GET\n\ntext/plain\n\(date)\n/b/k"),
      string: "GET\n\n\n\(date)\n/b/k")
    let v4 = Refusals.explain(
      body: Samples.body(Samples.canonical(headers: "content-type:text/plain\n" + Samples.headers)),
      string: Samples.canonical())
    #expect(v1.first?.cause.id == v4.first?.cause.id)
    #expect(v1.first?.clause == "V1-STS-2")
    #expect(v4.first?.clause == "V4-HDR-1")
    #expect(v1.first?.vector != v4.first?.vector)
  }

  @Test(arguments: [
    ("604800", nil as String?), ("1", nil), ("604801", "expires-out-of-range"),
    ("0", "expires-out-of-range"), ("-1", "expires-out-of-range"),
    ("3600000", "expires-in-milliseconds"), ("2592000", "expires-out-of-range"),
    ("1702747257", "v4-url-expires-as-date"), ("1702747257000", "v4-url-expires-as-date"),
    ("soon", "expires-malformed"), ("", "expires-malformed"),
  ])
  func `detectors of V4 judge a validity`(text: String, finding: String?) {
    let url =
      "https://examplebucket.oss-cn-hangzhou.aliyuncs.com/k?x-oss-signature-version=OSS4-HMAC-SHA256"
      + "&x-oss-credential=id%2F" + Samples.scope.replacing("/", with: "%2F")
      + "&x-oss-date=20231216T162057Z&x-oss-expires=\(text)&x-oss-signature=********"
    #expect(Refusals.explain(url: url).first?.cause.id == finding)
  }

  /// Every third beginning of a canonical request, a string and a request does no harm (EXP-EV-1).
  @Test func `detectors of V4 read what is cut anywhere`() {
    let canonical = Samples.canonical(uri: "/examplebucket/a%2", query: "=&%&a==b")
    let string =
      "OSS4-HMAC-SHA256\n20231216T162057Z\n\(Samples.scope)\n" + String(repeating: "0", count: 64)
    let request = Samples.request(
      "/?a=%&x-oss-security-token", host: "h", list: "AdditionalHeaders=;A;")
    var tried = 0
    for text in [canonical, string, request] {
      let bytes = Bytes(text.utf8)
      for count in stride(from: 0, through: bytes.count, by: 3) {
        let part = Bytes(bytes[..<count])
        _ = Refusals.explain(Evidence(body: Bytes(Samples.body(canonical).utf8), string: part))
        _ = Refusals.explain(Evidence(body: part, request: part, string: part, url: part))
        _ = Refusals.explain(Evidence(request: part, string: Bytes(canonical.utf8)))
        tried += 3
      }
    }
    #expect(tried > 300)
  }
}

import OSSConformance
import OSSJSON
import OSSPrimitives
import Testing

/// What the detectors of V4 make of evidence of every shape.
@Suite struct `Detectors of V4` {
  static let scope = "20231216/cn-hangzhou/oss/aliyun_v4_request"
  static let headers = "x-oss-content-sha256:UNSIGNED-PAYLOAD\nx-oss-date:20231216T162057Z\n"

  /// A canonical request.
  static func canonical(
    uri: String = "/examplebucket/key.txt", query: String = "", headers: String = headers,
    additional: String = ""
  ) -> String {
    "GET\n\(uri)\n\(query)\n\(headers)\n\(additional)\nUNSIGNED-PAYLOAD"
  }

  /// A body that shows a canonical request.
  static func body(_ canonical: String) -> String {
    let text = canonical.replacing("&", with: "&amp;")
    return ExplainSamples.body(
      code: "SignatureDoesNotMatch", message: "No match.",
      extra: "<CanonicalRequest>\(text)</CanonicalRequest>")
  }

  /// A request with a signature in its headers.
  static func request(_ target: String, host: String, more: String = "", list: String = "")
    -> String
  {
    "GET \(target) HTTP/1.1\nHost: \(host)\nx-oss-date: 20231216T162057Z\n"
      + "x-oss-content-sha256: UNSIGNED-PAYLOAD\n\(more)"
      + "Authorization: OSS4-HMAC-SHA256 Credential=id/\(scope),\(list)Signature=********\n\n"
  }

  private func findings(
    body: String? = nil, request: String? = nil, string: String? = nil, url: String? = nil
  ) -> [Explanation] {
    func bytes(_ text: String?) -> Bytes? { text.map { Bytes($0.utf8) } }
    return Explainer.explain(
      Evidence(
        body: bytes(body), request: bytes(request), string: bytes(string), url: bytes(url)))
  }

  /// However the bucket is addressed, a request that OSS read as it was sent is not accused.
  @Test(arguments: [
    ("examplebucket.oss-cn-hangzhou.aliyuncs.com", ""),
    ("examplebucket.oss-cn-hangzhou-internal.aliyuncs.com", ""),
    ("examplebucket.oss-accelerate.aliyuncs.com", ""),
    ("oss-cn-hangzhou.aliyuncs.com", "/examplebucket"), ("192.168.1.1", "/examplebucket"),
    ("files.example.com", ""),
  ])
  func `detectors of V4 accuse no right request`(host: String, prefix: String) {
    let server = Self.canonical(
      uri: "/examplebucket/a%20b/~%2B%281%29.txt", query: "acl&prefix=c%2Fd%20e&x=%2A",
      headers: "range:bytes=0-9\n" + Self.headers, additional: "range")
    let request = Self.request(
      prefix + "/a%20b/~+(1).txt?prefix=c/d%20e&x=*&acl=", host: host, more: "Range: bytes=0-9\n",
      list: "AdditionalHeaders=range,")
    let found = findings(body: Self.body(server), request: request)
    #expect(found.filter { $0.certainty != .possible }.map(\.mistake.id) == [])
    // The same request against the client's own canonical request, without an answer.
    #expect(findings(request: request, string: server).map(\.mistake.id) == [])
  }

  /// EXP-EV-3, EXP-FIND-5.
  @Test func `detectors of V4 are certain of the client's own text alone`() {
    let server = Self.canonical(
      headers: "content-type:text/plain\n" + Self.headers)
    let request = Self.request("/key.txt", host: "examplebucket.oss-cn-hangzhou.aliyuncs.com")
    let shown = findings(body: Self.body(server), request: request)
    #expect(shown.first?.mistake.id == "content-type-added")
    #expect(shown.first?.certainty == .likely)
    let own = findings(body: Self.body(server), string: Self.canonical())
    #expect(own.first?.mistake.id == "content-type-added")
    #expect(own.first?.certainty == .likely)
    let both = findings(body: Self.body(server), request: request, string: Self.canonical())
    #expect(both.first?.mistake.id == "content-type-added")
    #expect(both.first?.certainty == .certain)
  }

  /// A clause of V1 is cited for a request of V1, one of V4 for the same mistake in V4.
  @Test func `detectors of V4 cite the clause of the version`() {
    let date = ExplainSamples.date
    let v1 = findings(
      body: ExplainSamples.body(stringToSign: "GET\n\ntext/plain\n\(date)\n/b/k"),
      string: "GET\n\n\n\(date)\n/b/k")
    let v4 = findings(
      body: Self.body(Self.canonical(headers: "content-type:text/plain\n" + Self.headers)),
      string: Self.canonical())
    #expect(v1.first?.mistake == v4.first?.mistake)
    #expect(v1.first?.clause == "V1-STS-2")
    #expect(v4.first?.clause == "V4-HDR-1")
    #expect(v4.first?.isV4 == true)
    #expect(v1.first?.vector != v4.first?.vector)
  }

  @Test(arguments: [
    ("604800", nil as String?), ("1", nil), ("604801", "expires-out-of-range"),
    ("0", "expires-out-of-range"), ("-1", "expires-out-of-range"),
    ("3600000", "expires-in-milliseconds"), ("2592000", "expires-out-of-range"),
    ("1702747257", "expires-absolute"), ("1702747257000", "expires-absolute"),
    ("soon", "expires-malformed"), ("", "expires-malformed"),
  ])
  func `detectors of V4 judge a validity`(text: String, finding: String?) {
    let url =
      "https://examplebucket.oss-cn-hangzhou.aliyuncs.com/k?x-oss-signature-version=OSS4-HMAC-SHA256"
      + "&x-oss-credential=id%2F" + Self.scope.replacing("/", with: "%2F")
      + "&x-oss-date=20231216T162057Z&x-oss-expires=\(text)&x-oss-signature=********"
    #expect(findings(url: url).first?.mistake.id == finding)
  }

  /// Every third beginning of a canonical request, a string and a request does no harm (EXP-EV-1).
  @Test func `detectors of V4 read what is cut anywhere`() {
    let canonical = Self.canonical(uri: "/examplebucket/a%2", query: "=&%&a==b")
    let string =
      "OSS4-HMAC-SHA256\n20231216T162057Z\n\(Self.scope)\n" + String(repeating: "0", count: 64)
    let request = Self.request(
      "/?a=%&x-oss-security-token", host: "h", list: "AdditionalHeaders=;A;")
    var tried = 0
    for text in [canonical, string, request] {
      let bytes = Bytes(text.utf8)
      for count in stride(from: 0, through: bytes.count, by: 3) {
        let part = Bytes(bytes[..<count])
        _ = Explainer.explain(Evidence(body: Bytes(Self.body(canonical).utf8), string: part))
        _ = Explainer.explain(Evidence(body: part, request: part, string: part, url: part))
        _ = Explainer.explain(Evidence(request: part, string: Bytes(canonical.utf8)))
        tried += 3
      }
    }
    #expect(tried > 300)
  }
}

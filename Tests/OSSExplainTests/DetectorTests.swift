import OSSExplain
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

/// Each mistake that no case of the suites is about, shown by the least that shows it.
@Suite struct `Detectors` {
  struct Sample: Sendable, CustomTestStringConvertible {
    let id: String
    var server: String?
    var client: String?
    var request: String?
    var body: String?
    var secret: String?

    var testDescription: String { id }

    var evidence: Evidence {
      let error = server.map { ExplainSamples.body(stringToSign: $0) } ?? body
      return Evidence(
        body: error.map { Bytes($0.utf8) }, request: request.map { Bytes($0.utf8) },
        string: client.map { Bytes($0.utf8) },
        credentials: secret.map {
          GivenCredentials(
            accessKeyID: "exampleAccessKeyID00", accessKeySecret: $0, securityToken: nil)
        })
    }
  }

  static let date = ExplainSamples.date
  static let get = "GET\n\n\n\(date)\n"
  static let resource = "/examplebucket/key.txt"
  static let head = "GET / HTTP/1.1\nHost: examplebucket.oss-cn-hangzhou.aliyuncs.com\n"

  static let strings = [
    ("secret-wrong", get + resource, get + resource),
    ("content-md5-not-signed", "PUT\nabc\n\n\(date)\n/b/k", "PUT\n\n\n\(date)\n/b/k"),
    ("content-md5-differs", "PUT\nabc\n\n\(date)\n/b/k", "PUT\nabd\n\n\(date)\n/b/k"),
    ("content-type-differs", "PUT\n\na/b\n\(date)\n/b/k", "PUT\n\na/c\n\(date)\n/b/k"),
    ("string-ends-with-line-break", get + resource, get + resource + "\n"),
    ("date-differs", get + resource, "GET\n\n\nSat, 16 Dec 2023 16:20:59 GMT\n" + resource),
    ("date-not-sent", "GET\n\n\n\n" + resource, get + resource),
    ("date-not-signed", get + resource, "GET\n\n\n\n" + resource),
    ("expires-differs", "GET\n\n\n1702747257\n/b/k", "GET\n\n\n1702747258\n/b/k"),
    ("oss-header-not-sent", get + resource, get + "x-oss-meta-a:1\n" + resource),
    ("header-value-encoded", get + "x-oss-meta-a:a b\n/b/k", get + "x-oss-meta-a:a%20b\n/b/k"),
    ("header-value-differs", get + "x-oss-meta-a:1\n/b/k", get + "x-oss-meta-a:2\n/b/k"),
    ("header-value-charset", get + "x-oss-meta-a:\u{c3}\u{a9}\n/b/k", get + "x-oss-meta-a:é\n/b/k"),
    ("token-not-sent", get + resource, get + "x-oss-security-token:t\n" + resource),
    ("token-differs", get + "/b/k?security-token=a+b", get + "/b/k?security-token=a%2Bb"),
    ("key-charset", get + "/b/\u{c3}\u{a9}", get + "/b/é"),
    ("key-differs", get + "/b/one", get + "/b/two"),
    ("key-double-slash", get + "/b//one", get + "/b/one"),
    ("resource-is-url", get + resource, get + "https://host/key.txt"),
    ("subresource-not-sent", get + resource, get + resource + "?acl"),
    ("subresource-encoded-twice", get + "/b/k?uploadId=a%2Fb", get + "/b/k?uploadId=a/b"),
    ("subresource-value-differs", get + "/b/k?uploadId=a", get + "/b/k?uploadId=b"),
    ("date-malformed", get + resource, "GET\n\n\n2023-12-16T16:20:57Z\n" + resource),
    ("expires-in-milliseconds", "GET\n\n\n1702747257\n/b/k", "GET\n\n\n1702747257000\n/b/k"),
  ].map { Sample(id: $0.0, server: $0.1, client: $0.2) }

  static let answers = [
    ("expires-malformed", "AccessDenied", "Invalid date (should be seconds since epoch)."),
    ("url-incomplete", "AccessDenied", "Query string authentication requires the Signature."),
    ("post-policy-expired", "AccessDenied", "Invalid according to Policy: Policy expired."),
    ("bucket-unknown", "NoSuchBucket", "The specified bucket does not exist."),
    ("object-unknown", "NoSuchKey", "The specified key does not exist."),
    ("configuration-unknown", "NoSuchBucketPolicy", ""),
    ("authorization-malformed", "InvalidArgument", "Authorization header is invalid"),
    ("token-wrong-name", "InvalidRequest", "Security-token must be provided by query string."),
  ].map { Sample(id: $0.0, body: ExplainSamples.body(code: $0.1, message: $0.2)) }

  static let requests = [
    (
      "region-is-host",
      "x-oss-date: 20231216T162057Z\nAuthorization: OSS4-HMAC-SHA256 Credential=a/20231216/oss.aliyuncs.com/oss/aliyun_v4_request,Signature=**"
    ),
    (
      "scope-date-differs",
      "x-oss-date: 20231216T162057Z\nAuthorization: OSS4-HMAC-SHA256 Credential=a/20231217/cn-hangzhou/oss/aliyun_v4_request,Signature=**"
    ),
    (
      "payload-hash-differs",
      "x-oss-content-sha256: ab\nAuthorization: OSS4-HMAC-SHA256 Credential=a/20231217/cn-hangzhou/oss/aliyun_v4_request,Signature=**"
    ),
    ("signature-damaged", "Date: \(date)\nAuthorization: OSS id:e7SraDhJXAr2ERmY"),
    ("authorization-malformed", "Date: \(date)\nAuthorization: OSS id: **"),
  ].map { Sample(id: $0.0, request: head + $0.1 + "\n\n") }

  static let others = [
    Sample(id: "key-not-encoded", request: "https://examplebucket.oss-cn-hangzhou.aliyuncs.com/é"),
    Sample(
      id: "string-has-carriage-returns",
      body: ExplainSamples.body(
        stringToSign: get + resource, signature: "x2J3iO7cdkFXAbmi46TZO/bdvpI="),
      secret: "ExampleSecret0000000000000000ab"),
    Sample(
      id: "canonical-request-differs",
      client: "OSS4-HMAC-SHA256\n20231216T162057Z\n20231216/cn-hangzhou/oss/aliyun_v4_request\n"
        + String(repeating: "a", count: 64),
      body: ExplainSamples.body(
        code: "SignatureDoesNotMatch", message: "",
        extra: "<CanonicalRequest>GET\n/b/k\na&amp;b\nx-oss-date:d\n\n\nUNSIGNED-PAYLOAD"
          + "</CanonicalRequest>")),
  ]

  @Test(arguments: strings + answers + requests + others)
  func `detectors find the mistake first`(sample: Sample) {
    #expect(Refusals.explain(sample.evidence).first?.cause.id == sample.id)
  }

  @Test(arguments: [("16:35:57", false), ("16:35:58", true)])
  func `a clock is named where access is denied and it is off by more than 900 seconds`(
    time: String, isNamed: Bool
  ) {
    let body = ExplainSamples.body(
      code: "AccessDenied", message: "",
      extra: "<RequestTime>2023-12-16T16:20:57.000Z</RequestTime>"
        + "<ServerTime>2023-12-16T\(time).000Z</ServerTime>")
    let found = Refusals.explain(Sample(id: "clock-skewed", body: body).evidence)
    #expect(found.contains { $0.cause.id == "clock-skewed" } == isNamed)
  }

  @Test(arguments: [(604_800, "It expired 24 hours before."), (604_801, nil)])
  func `the end of a URL of V4 is known that works for seven days at most`(
    seconds: Int, detail: String?
  ) {
    let query =
      "x-oss-signature-version=OSS4-HMAC-SHA256&x-oss-date=20231216T162057Z"
      + "&x-oss-credential=a%2F20231216%2Fcn-hangzhou%2Foss%2Faliyun_v4_request"
      + "&x-oss-expires=\(seconds)&x-oss-signature=" + String(repeating: "a", count: 64)
    let sample = Sample(
      id: "url-expired",
      request: "GET /key.txt?\(query)" + Self.head.dropFirst("GET /".utf8.count) + "\n",
      body: ExplainSamples.body(
        code: "AccessDenied", message: "Request has expired.",
        extra: "<ServerTime>2023-12-24T16:20:57.000Z</ServerTime>"))
    let found = Refusals.explain(sample.evidence).first { $0.cause.id == sample.id }
    #expect(found?.detail == detail)
  }
}

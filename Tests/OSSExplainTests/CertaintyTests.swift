import OSSExplain
import OSSPrimitives
import TestSupport
import Testing

/// EXP-FIND-5, EXP-EV-4, EXP-EV-5, EXP-S3-1, EXP-V2-1: how sure a finding may be, and on what.
@Suite struct `An explanation is no surer than its evidence` {
  static let date = ExplainSamples.date
  static let host = "examplebucket.oss-cn-hangzhou.aliyuncs.com"

  @Test func `where whoever posted it may have cut the string of OSS`() {
    let server = "PUT\n\n\n\(Self.date)\n/b/k"
    let client = "PUT\n\n\n\(Self.date)\nx-oss-meta-a:1\n/b/k"
    let cut = ExplainSamples.body(
      code: "SignatureDoesNotMatch", message: "", extra: "<StringToSign>\(server)</StringToSign>")
    #expect(Refusals.ids(Refusals.explain(body: cut, string: client), .certain) == [])
    #expect(
      Refusals.ids(Refusals.explain(body: cut, string: client), .likely) == ["oss-header-not-sent"])
    let whole = cut.replacing(
      "</Error>",
      with: "<StringToSignBytes>"
        + server.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
        + "</StringToSignBytes></Error>")
    #expect(
      Refusals.ids(Refusals.explain(body: whole, string: client), .certain) == [
        "oss-header-not-sent"
      ])
  }

  @Test func `where the string of OSS and its bytes contradict each other`() {
    let text = "PUT\n\ntext/plain\n\(Self.date)\n/b/k"
    let edited = ["b/k", "b/other"].map { key in
      let bytes = text.replacing("b/k", with: key).utf8.map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
      return ExplainSamples.body(
        code: "SignatureDoesNotMatch", message: "",
        extra: "<StringToSign>\(text)</StringToSign><StringToSignBytes>"
          + bytes.joined(separator: " ") + "</StringToSignBytes>")
    }
    let own = text.replacing("PUT", with: "GET")
    #expect(
      Refusals.ids(Refusals.explain(body: edited[0], string: own), .certain) == ["method-differs"])
    #expect(Refusals.ids(Refusals.explain(body: edited[1], string: own), .certain) == [])
  }

  @Test func `where the hash of OSS is not that of its canonical request`() {
    let request =
      "GET\n/b/k\n\nx-oss-content-sha256:UNSIGNED-PAYLOAD\nx-oss-date:20231216T162057Z\n"
    let body = ExplainSamples.body(
      code: "SignatureDoesNotMatch", message: "",
      extra: "<StringToSign>OSS4-HMAC-SHA256\n20231216T162057Z\n20231216/cn-hangzhou/oss/"
        + "aliyun_v4_request\n\(String(repeating: "a", count: 64))</StringToSign>"
        + "<CanonicalRequest>\(request)\n\nUNSIGNED-PAYLOAD</CanonicalRequest>")
    let own = request.replacing("/b/k", with: "/b/other") + "\n\nUNSIGNED-PAYLOAD"
    #expect(Refusals.ids(Refusals.explain(body: body, string: own), .certain) == [])
    #expect(Refusals.ids(Refusals.explain(body: body, string: own), .likely) == ["key-differs"])
  }

  @Test func `where a token is not in the string that is shown`() {
    let body = ExplainSamples.body(
      code: "SignatureDoesNotMatch", message: "",
      extra: "<OSSAccessKeyId>STS.a</OSSAccessKeyId><StringToSign>GET\n\n\n\(Self.date)\n/b/k"
        + "</StringToSign>")
    #expect(Refusals.ids(Refusals.explain(body: body), .certain) == [])
    #expect(Refusals.ids(Refusals.explain(body: body), .likely) == ["token-missing"])
  }

  @Test func `and more evidence removes what it refutes alone`() {
    let body = ExplainSamples.body(
      code: "InvalidAccessKeyId",
      message: "The OSS Access Key Id you provided does not exist in our records.",
      extra: "<OSSAccessKeyId>STS.a</OSSAccessKeyId>")
    let request = "GET /k HTTP/1.1\nHost: \(Self.host)\nAuthorization: OSS STS.a:****\n"
    #expect(Refusals.ids(Refusals.explain(body: body), .likely).first == "token-expired")
    let sent = Refusals.explain(body: body, request: request + "x-oss-security-token: ****\n\n")
    #expect(Refusals.ids(sent, .likely) == ["token-expired"])
    // A token that is not sent has not expired.
    let unsent = Refusals.explain(body: body, request: request + "\n")
    #expect(Refusals.ids(unsent, .likely) == ["token-missing"])
  }

  @Test(arguments: [
    "oss: service returned error: StatusCode=403, ErrorCode=AccessDenied, ErrorMessage=\"The bucket "
      + "you access does not belong to you.\", RequestId=61C29216F6B7BD3836127B62",
    "PutObject fail,code:AccessDenied,message:You have no right to access this object.,requestId:1",
    "{'status': 403, 'details': {'Code': 'AccessDenied', 'Message': 'Access denied.'}}",
  ])
  func `where an SDK printed the error`(text: String) {
    let found = Refusals.explain(body: text)
    #expect(Refusals.ids(found, .certain) == [])
    #expect(Refusals.ids(found, .likely).last == "permission-denied")
    #expect(found.first?.detail?.contains("requestId") == false)
  }

  @Test(arguments: [
    ("You have no right to access this object because of bucket acl.", "", "likely"),
    ("You have no right to access this object because of bucket acl.", "OSS a:****", "likely"),
    ("The bucket you access does not belong to you.", "", "likely"),
    ("AccessDenied", "", "likely"), ("AccessDenied", "OSS a:****", "likely"),
    ("AccessDenied", "********", "likely"), ("AccessDenied", "Bearer a", "possible"),
    ("The bucket you access does not belong to you.", "undefined", "possible"),
  ])
  func `where OSS denies access`(message: String, authorization: String, certainty: String) {
    let body = ExplainSamples.body(code: "AccessDenied", message: message)
    let request = "GET /k HTTP/1.1\nHost: \(Self.host)\nAuthorization: \(authorization)\n\n"
    let found = Refusals.explain(body: body, request: authorization.isEmpty ? nil : request)
    let permission = found.first { $0.cause.id == "permission-denied" }
    #expect(permission?.certainty.rawValue == certainty)
    #expect((found.first?.cause.id == "not-signed") == (certainty == "possible"))
    #expect(permission?.fix.contains("signature") == false)
    let isBoth = message.contains("acl") && authorization.isEmpty
    #expect(found.contains { $0.cause.id == "not-signed" } == isBoth || certainty == "possible")
  }

  @Test func `where OSS names the action that it denies`() {
    let body = ExplainSamples.body(
      code: "AccessDenied", message: "Access denied.",
      extra:
        "<AccessDeniedDetail><AuthAction>oss:PutBucketReferer</AuthAction></AccessDeniedDetail>")
    #expect(Refusals.ids(Refusals.explain(body: body), .certain) == ["permission-denied"])
  }

  @Test(arguments: [
    ("exampleAccessKeyID00", "access-key-unknown"),
    (" exampleAccessKeyID00", "access-key-with-blank"),
    ("&lt;access key&gt;", "access-key-unknown"), ("exam*** ***", "access-key-unknown"),
  ])
  func `where somebody hid an access key ID`(id: String, finding: String) {
    let body = ExplainSamples.body(
      code: "InvalidAccessKeyId", message: "", extra: "<OSSAccessKeyId>\(id)</OSSAccessKeyId>")
    #expect(Refusals.explain(body: body).first?.cause.id == finding)
    #expect(
      Refusals.ids(Refusals.explain(body: body), .certain).allSatisfy {
        $0 == "access-key-with-blank"
      })
  }

  @Test(arguments: [
    ("GET /k HTTP/1.1\nHost: \(host)\n\n", "certain"),
    ("GET /k HTTP/1.1\nHost: other.oss-cn-hangzhou.aliyuncs.com\n\n", "likely"), ("", "likely"),
  ])
  func `where OSS names another endpoint`(request: String, certainty: String) {
    let body = ExplainSamples.body(
      code: "AccessDenied",
      message:
        "The bucket you are attempting to access must be addressed using the specified endpoint.",
      extra: "<Bucket>examplebucket</Bucket><Endpoint>oss-cn-beijing.aliyuncs.com</Endpoint>")
    let found = Refusals.explain(body: body, request: request.isEmpty ? nil : request)
    #expect(found.first?.cause.id == "endpoint-wrong")
    #expect(found.first?.certainty.rawValue == certainty)
  }

  @Test(arguments: [
    "Signature=IIjtOArh4KzJcKpkioO9jYHmojE%3D", "OSSAccessKeyId=a",
    "OSSAccessKeyId=a&Signature=IIjtOArh4KzJcKpkioO9jYHmojE%3D", "x-oss-expires=60",
  ])
  func `where the URL lacks a part of its signature`(query: String) {
    let body = ExplainSamples.body(code: "AccessDenied", message: "AccessDenied")
    let found = Refusals.explain(body: body, request: "https://\(Self.host)/k?\(query)&a=b")
    #expect(found.map(\.cause.id) == ["url-incomplete"])
  }

  @Test func `where a second question mark joins the signature to a URL`() {
    let query = "x-oss-process=image/resize,w_1?Expires=1&OSSAccessKeyId=a&Signature=IIjt%3D"
    let found = Refusals.explain(
      body: ExplainSamples.body(code: "AccessDenied", message: "AccessDenied"),
      request: "https://\(Self.host)/k?\(query)",
      string: "GET\n\n\n1\n/examplebucket/k?x-oss-process=image/resize,w_1")
    #expect(found.first?.cause.id == "url-incomplete")
    #expect(found.first?.detail?.contains("part of x-oss-process") == true)
    #expect(!found.map(\.cause.id).contains("date-not-sent"))
  }

  @Test(arguments: [("a+b", true), ("a%2Bb", false)])
  func `where the token of a URL has a plus`(token: String, isNamed: Bool) {
    let query = "OSSAccessKeyId=STS.a&Expires=1&Signature=IIjt%3D&security-token=\(token)"
    let found = Refusals.explain(
      body: ExplainSamples.body(code: "InvalidSecurityToken", message: "It is invalid."),
      request: "https://\(Self.host)/k?\(query)")
    #expect(found.first?.cause.id == "token-invalid")
    #expect(found.first?.detail?.contains("read as a blank") == isNamed)
  }

  @Test(arguments: [
    ("POST /?delete", "example.com", "oss:DeleteObject"),
    ("GET /", "example.com", "oss:ListObjects"),
    ("GET /", "oss-cn-hangzhou.aliyuncs.com", "oss:ListBuckets"),
    ("POST /", "oss-cn-hangzhou.aliyuncs.com", nil),
  ])
  func `where a permission is missing at a custom domain`(line: String, host: String, name: String?)
  {
    let found = Refusals.explain(
      body: ExplainSamples.body(code: "AccessDenied", message: "Access denied by a policy."),
      request: "\(line) HTTP/1.1\nHost: \(host)\nAuthorization: OSS a:****\n\n")
    let permission = found.first { $0.cause.id == "permission-denied" }
    #expect(permission?.detail?.contains("needs ") == (name != nil))
    #expect(permission?.detail?.contains(name ?? "") == true)
  }

  @Test func `where a token is beside another ID than one of STS`() {
    let body = ExplainSamples.body(
      code: "InvalidAccessKeyId", message: "",
      extra: "<OSSAccessKeyId>exampleAccessKeyID00</OSSAccessKeyId><EC>0002-00000002</EC>")
    #expect(Refusals.ids(Refusals.explain(body: body), .certain) == [])
    #expect(
      Refusals.explain(body: body).map(\.cause.id) == ["token-invalid", "access-key-unknown"])
    let unsaid = body.replacing("00000002", with: "00000902")
    #expect(Refusals.ids(Refusals.explain(body: unsaid), .likely) == ["access-key-unknown"])
  }

  @Test(arguments: [
    ("NoSuchKey", "object-unknown", "/k"), ("InvalidObjectName", "object-name-invalid", "/%2Fk"),
  ])
  func `and stays beside what the key of the request shows`(code: String, id: String, path: String)
  {
    let body = ExplainSamples.body(code: code, message: "")
    #expect(Refusals.explain(body: body, request: "https://\(Self.host)/k").map(\.cause.id) == [id])
    let slash = Refusals.explain(body: body, request: "https://\(Self.host)/\(path)")
    #expect(slash.map(\.cause.id) == [id, "key-double-slash"])
  }

  @Test func `and reads a code whatever the case of its letters`() {
    #expect(Refusals.ids(Refusals.explain(body: "403 signaturedoesnotmatch"), .certain) == [])
    #expect(
      Refusals.explain(body: "upload: INVALIDBUCKETNAME").first?.cause.id == "bucket-name-invalid")
    #expect(Refusals.explain(body: "code: accessdenied").first?.cause.id == "permission-denied")
  }

  @Test func `where the signature is one of S3`() {
    let request = """
      PUT /k?x=1 HTTP/1.1
      Host: \(Self.host)
      x-amz-date: 20231216T162057Z
      Authorization: AWS4-HMAC-SHA256 Credential=a/20231216/oss-x/s3/aws4_request, Signature=**

      """
    for body in [
      nil, ExplainSamples.body(code: "SecondLevelDomainForbidden", message: ""),
      ExplainSamples.body(code: "RequestTimeTooSkewed", message: ""),
      ExplainSamples.body(code: "InvalidBucketName", message: ""),
    ] {
      let found = Refusals.explain(body: body, request: request)
      // The answer says as much without the request.
      let alone = Refusals.ids(Refusals.explain(body: body), .certain)
      #expect(Set(Refusals.ids(found, .certain)).isSubset(of: alone))
      #expect(found.contains { $0.cause.id == "s3-signature" } == (body == nil))
      #expect(found.allSatisfy { $0.clause == nil })
    }
  }

  @Test func `and names no clause of V1 for strings of V2`() {
    let string = "GET\n\n\n\(Self.date)\nreferer:https://a\nreferer\n%2Fb%2Fk"
    let body = ExplainSamples.body(stringToSign: string)
    #expect(Refusals.explain(body: body, string: string).map(\.cause.id).first == "secret-wrong")
    let found = Refusals.explain(
      body: body, string: string.replacing("//a", with: "//b").replacing("%2Fk", with: "%2Fj"))
    #expect(Refusals.ids(found, .certain) == ["header-value-differs", "key-differs"])
    #expect(found.allSatisfy { $0.clause?.hasPrefix("V1") != true })
  }

  @Test(.timeLimit(.minutes(10))) func `after work that grows with the evidence alone`() {
    #if DEBUG
      let count = 500
    #else
      let count = 4_000
    #endif
    let query = (0..<count).map { "p\($0)=v" }.joined(separator: "&")
    let string = "OSS4-HMAC-SHA256\n20231216T162057Z\n20231216/cn-hangzhou/oss/aliyun_v4_request\n"
    let request = """
      GET /k?\(query) HTTP/1.1
      Host: \(Self.host)
      x-oss-content-sha256: UNSIGNED-PAYLOAD
      x-oss-date: 20231216T162057Z
      Authorization: OSS4-HMAC-SHA256 Credential=a/20231216/cn-hangzhou/oss/aliyun_v4_request,Signature=**

      """
    let hash = String(repeating: "a", count: 64)
    #expect(Refusals.ids(Refusals.explain(request: request, string: string + hash), .certain) == [])
  }

  /// EXP-EV-4: of many question marks a bounded number is tried as the end of the key.
  @Test(.timeLimit(.minutes(10))) func `after work that does not grow with the question marks`() {
    let resource = "/b/k" + String(repeating: "?a", count: 50_000)
    let body = ExplainSamples.body(stringToSign: "GET\n\n\n\(Self.date)\n/b/k")
    let found = Refusals.explain(body: body, string: "GET\n\n\n\(Self.date)\n\(resource)")
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { ($0.detail ?? "").utf8.count < 1000 })
  }

  @Test func `and leaves out what is too long`() {
    let body = ExplainSamples.body(stringToSign: "GET\n\n\n\(Self.date)\n/b/k")
    let feeds = String(repeating: "\n", count: Evidence.limit + 1)
    #expect(Refusals.explain(body: body, string: feeds).map(\.cause.id) == ["secret-wrong"])
  }
}

import OSSExplain
import OSSJSON
import OSSPrimitives
import TestSupport
import Testing

@Suite struct `Given evidence` {
  static let curl = """
    curl -v -X PUT -H 'Content-Type: image/png' -H "Date: Sat, 16 Dec 2023 16:20:57 GMT" \\
      -H "Authorization: OSS STS.exampleAccessKeyID00:e7SraDhJXAr2ERmY+/n0fAmnDgk=" \\
      --data-binary @a.png "https://examplebucket.oss-cn-hangzhou.aliyuncs.com/a%20b.png?acl&x=%"
    """
  static let http = """
    PUT /a%2520b.png?security-token=t%2Bt&uploadId=1&%zz=%&=&& HTTP/1.1\r
    Host: examplebucket.oss-cn-hangzhou.aliyuncs.com\r
    X-OSS-Meta-A:  1 \r
    Content-MD5: %%%\r
    no header\r
    Date: Sat, 16 Dec 2023 16:20:57 GMT\r
    \r
    body
    """
  static let json = """
    {"method":"PUT","bucket":"examplebucket","key":"é","headers":[["Date","x"],[1]],
     "query":[["acl",null],["x-oss-process","a/b"]]}
    """
  static let answer = """
    HTTP/1.1 403 Forbidden\r
    Date: Sat, 16 Dec 2023 16:20:57 GMT\r
    x-oss-ec: 0002-00000040\r
    \r
    <Error><Code>SignatureDoesNotMatch</Code><SignatureProvided>a b%20</SignatureProvided>
    <StringToSign>PUT

    x-oss-meta-a:1
    /examplebucket/a%20b.png?uploadId=1&amp;acl</StringToSign></Error>
    """
  static let verbose =
    "> PUT /a HTTP/1.1\n> Date: x\n>\n* note\n< HTTP/1.1 100 Continue\n<\n"
    + "< HTTP/1.1 403 Forbidden\n< Date: y\n<\n<Error><Code>AccessDenied</Code></Error>\n"
  static let string = "PUT\n\n\nx\nx-oss-meta-a: 1\n\n/examplebucket//a?b&c=&=d"
  static let url =
    "https://examplebucket.oss-cn-hangzhou.aliyuncs.com/a?OSSAccessKeyId=a&amp;Expires=1&Signature=+"

  /// EXP-EV-8.
  @Test func `given evidence in one text has the finding of its parts`() throws {
    let explainer = Explainer(try Refusals.knowledge.get())
    var counted = 0
    // Within other text nobody sees whether a line end is one of the string.
    for sample in try ExplainCase.all.get() where sample.finding != "string-ends-with-line-break" {
      let parts = ["string", "body", "request", "url", "text"].compactMap { sample.part($0) }
      // A text alone is the case itself.
      if parts.count == 1, sample.part("text") != nil { continue }
      for order in parts.count == 1 ? [parts] : [parts, parts.reversed()] {
        let text = order.dropFirst().reduce(order[0]) { $0 + "\n\n".bytes + $1 }
        let evidence = Evidence(text: text, credentials: Evidence(of: sample).credentials)
        let found = explainer.explain(evidence).findings
        #expect((found.first?.id ?? "none") == sample.finding, "\(sample.id)")
        counted += 1
      }
    }
    #expect(counted > 900)
  }

  /// EXP-SEC-9, EXP-EV-2.
  @Test func `given evidence shows no secret that its text has`() throws {
    let explainer = Explainer(try Refusals.knowledge.get())
    let secret = "ExampleSecret00000000000000xyz"
    var counted = 0
    for sample in try ExplainCase.read("posts") where sample.part("text")?.contains(secret) == true
    {
      let shown = explainer.explain(Evidence(of: sample)).json.canonical()
      #expect(!shown.contains(secret), "\(sample.id)")
      counted += 1
    }
    #expect(counted == 3)
  }

  /// EXP-EV-4: lines that may each begin a string, and a list that is cut.
  @Test func `given evidence of many beginnings is read in a moment`() {
    let long = String(repeating: " ", count: 5_000) + "[\"GET\","
    let call = "signatureUrl(k, {method: 'PUT'}).addHeader(\"x-oss-a\", v) SignatureDoesNotMatch\n"
    let many = ["GET\n", "[\n", "[\"GET\",\n", "- GET\n", "GET\nx\n", call].map { line in
      String(repeating: line, count: 20_000)
    }
    for text in many + [long] {
      let evidence = Evidence(text: text.bytes)
      #expect(!Refusals.explain(evidence).contains { $0.certainty == .certain })
    }
  }

  /// Every third beginning of each text, beside the whole of the others and alone (EXP-EV-1).
  @Test func `given evidence that is cut anywhere does no harm`() {
    var tried = 0
    func explain(_ evidence: Evidence) {
      tried += 1
      _ = Refusals.explain(evidence)
    }
    for text in [Self.curl, Self.http, Self.json, Self.url] {
      let bytes = Bytes(text.utf8)
      for count in stride(from: 0, through: bytes.count, by: 3) {
        let part = Bytes(bytes[..<count])
        explain(Evidence(request: part))
        explain(Evidence(body: Bytes(Self.answer.utf8), request: part))
        explain(Evidence(request: part, string: Bytes(Self.string.utf8)))
      }
    }
    for text in [Self.answer, Self.string, Self.verbose] {
      let bytes = Bytes(text.utf8)
      for count in stride(from: 0, through: bytes.count, by: 3) {
        let part = Bytes(bytes[..<count])
        explain(Evidence(body: part, string: Bytes(Self.string.utf8)))
        explain(Evidence(body: Bytes(Self.answer.utf8), string: part, url: part))
        explain(
          Evidence(
            body: part, request: Bytes(Self.http.utf8), string: part,
            credentials: GivenCredentials(
              accessKeyID: "", accessKeySecret: "", securityToken: "")))
      }
    }
    #expect(tried > 1_000)
  }

  @Test(arguments: [curl, "$ " + curl])
  func `given evidence is read from a curl command`(text: String) {
    // The method and the type stand in it, so a string of OSS that has neither differs in both.
    let found = Refusals.explain(
      Evidence(
        body: Bytes(
          ExplainSamples.body(
            stringToSign: "POST\n\ntext/plain\n\(ExplainSamples.date)\n/examplebucket/a b.png?acl"
          ).utf8), request: Bytes(text.utf8)))
    #expect(
      found.filter { $0.certainty != .possible }.map(\.cause.id) == [
        "method-differs", "content-type-differs",
      ])
  }

  /// EXP-EV-3.
  @Test func `given evidence without the client's own string is never certain`() {
    let body = ExplainSamples.body(
      stringToSign: "GET\n\na/b\n\(ExplainSamples.date)\n/examplebucket/k")
    let request = "GET /k HTTP/1.1\nHost: examplebucket.oss-cn-hangzhou.aliyuncs.com\n"
    let found = Refusals.explain(
      Evidence(body: Bytes(body.utf8), request: Bytes(request.utf8)))
    #expect(found.first?.cause.id == "content-type-added")
    #expect(found.first?.certainty == .likely)
  }

  /// However the bucket is addressed, a request that OSS read as it was sent is not accused.
  @Test(arguments: [
    "examplebucket.oss-cn-hangzhou.aliyuncs.com/a%20b.txt",
    "examplebucket.oss-cn-hangzhou-internal.aliyuncs.com/a%20b.txt",
    "examplebucket.oss-accelerate.aliyuncs.com/a%20b.txt",
    "examplebucket.oss-cn-hangzhou.aliyuncs.com:80/a%20b.txt",
    "oss-cn-hangzhou.aliyuncs.com/examplebucket/a%20b.txt",
    "oss.aliyuncs.com/examplebucket/a%20b.txt", "192.168.1.1:8080/examplebucket/a%20b.txt",
    "storage.aliyun.com/examplebucket/a%20b.txt", "files.example.com/a%20b.txt",
    "private.example.com/examplebucket/a%20b.txt",
  ])
  func `given evidence of any addressing gives the same string`(target: String) {
    let body = ExplainSamples.body(
      stringToSign: "GET\n\n\n\(ExplainSamples.date)\n/examplebucket/a b.txt?acl")
    let request =
      "curl -H 'Date: \(ExplainSamples.date)' 'https://\(target)?prefix=x&acl'"
    let found = Refusals.explain(
      Evidence(body: Bytes(body.utf8), request: Bytes(request.utf8)))
    #expect(found.filter { $0.certainty != .possible }.map(\.cause.id) == [])
    #expect(
      found.last?.detail
        == "What OSS signed is what is sent; look at the text that your client signed.")
  }

  /// EXP-EV-2: what people paste of a log has the URL, the header or the body of the request in it.
  @Test(arguments: [
    "https://b.oss-cn-hangzhou.aliyuncs.com/k?OSSAccessKeyId=STS.id&Expires=1&Signature=HIDDEN%3D&security-token=CAISHIDDEN",
    "AccessDenied: x-oss-signature=HIDDEN&x-oss-security-token=HIDDEN%2F%2B x",
    "Authorization: OSS STS.id:HIDDENab/+= AccessDenied", "\"X-Amz-Security-Token\": \"HIDDEN\"",
    "Authorization: AWS4-HMAC-SHA256 Credential=id/1/r/s3/aws4_request, Signature=HIDDEN",
    "url%3Fa%3Db%26Signature%3DHIDDEN%26c", "token CAISHIDDENabcdefghijklmnopqrstuvwxyz",
    "{'SignatureProvided': 'HIDDEN', 'SecurityToken': 'HIDDEN'}",
    "<SecurityToken>HIDDEN</SecurityToken>",
    "AccessKeySecret: HIDDEN", "sts_token = 'HIDDEN'", "[Signature]: HIDDEN",
  ])
  func `given evidence in a log shows nothing secret`(text: String) {
    let codes = ["AccessDenied", "SignatureDoesNotMatch", "InvalidAccessKeyId", "NoSuchWhatever"]
    for code in codes {
      let lines = [
        "oss: service returned error: ErrorCode=\(code), ErrorMessage=\(text)", "\(code): \(text)",
        "\(text) api error \(code): refused",
        ExplainSamples.body(code: code, message: "m").replacing(
          ">m<", with: ">\(text.replacing("&", with: "&amp;").replacing("<", with: "&lt;"))<"),
      ]
      for line in lines {
        let found = Refusals.explain(body: line)
        #expect(!found.isEmpty || code == codes[1], "\(line)")
        for one in found { #expect(one.detail?.contains("HIDDEN") != true, "\(one.detail ?? "")") }
      }
    }
  }

  @Test(arguments: [
    ("RequestTimeTooSkewed", "clock-skewed"), ("NoSuchKey", "object-unknown"),
    ("InvalidBucketName", "bucket-name-invalid"),
  ])
  func `given evidence with a stack is read above it`(code: String, finding: String) {
    let text =
      "\(code)Error: m\n  status: 403, code: '\(code)'\n    at Generator.next (<anonymous>)\n"
    #expect(Refusals.explain(body: text).first?.cause.id == finding)
    let java = "[ErrorCode]: \(code)\n\tat com.example.Main$Anonymous.run(Main.java)\n"
    #expect(Refusals.explain(body: java).first?.cause.id == finding)
  }

  @Test func `given evidence in a log is found`() {
    let text =
      "2023-12-16 E/upload: [403] " + ExplainSamples.body(code: "NoSuchBucket", message: "")
    let found = Refusals.explain(Evidence(body: Bytes((text + "\n at main").utf8)))
    #expect(found.map(\.cause.id) == ["bucket-unknown"])
  }

  @Test(arguments: [
    "a.B: c.D: The specified key does not exist. (Service: Amazon S3; Status Code: 404)",
    #"{"error": "oss: ErrorCode=NoSuchKey, ErrorMessage=\"The specified key does not exist.\""}"#,
    "2023-12-16 we got NoSuchKey (The specified key does not exist.) of OSS",
  ])
  func `given evidence in a log is quoted by its words alone`(text: String) {
    let found = Refusals.explain(body: text)
    #expect(found.first?.detail == "The answer says: The specified key does not exist.")
  }

  @Test func `given evidence shows no secret when it is dumped`() {
    let secrets = GivenCredentials(
      accessKeyID: "id", accessKeySecret: "hidden", securityToken: "hidden")
    let evidence = Evidence(
      body: Bytes(Self.answer.utf8), request: Bytes("GET /hidden HTTP/1.1\n".utf8),
      string: Bytes("hidden".utf8), credentials: secrets)
    var text = "\(secrets) \(evidence)" + String(reflecting: evidence)
    dump(secrets, to: &text)
    dump(evidence, to: &text)
    #expect(!text.contains("hidden"))
  }
}

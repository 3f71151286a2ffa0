import OSSEndpoint
import OSSExplain
import OSSJSON
import OSSPrimitives
import TestSupport
import Testing

/// An endpoint and its control port, without sockets.
private struct Served {
  static let secret = "a-secret-of-this-test"
  static let token = "a-token-of-this-test"
  static let date = "Sun, 03 Dec 2023 12:12:12 GMT"

  let service: EndpointService
  let control: ControlService

  /// Makes them; what explains nothing answers a wrong signature at once.
  init(explains: Bool = true) throws {
    let knowledge = explains ? try Refusals.knowledge.get() : nil
    let key = KnownKey(
      id: "id".bytes, secret: Self.secret.bytes, token: KnownKey.Token(Self.token.bytes))
    let verifier = Verifier(hosts: HostTable(), keys: [key], variations: knowledge?.variations)
    let now = try Moment(iso8601: "2023-12-03T12:12:12Z")
    service = EndpointService(
      LiveEndpoint(verifier, buckets: ["bucket"], knowledge: knowledge), clock: { now })
    control = ControlService(service, address: "http://127.0.0.1:9300") { operation, _ in
      ["signature": .string(operation)]
    }
  }

  /// What the endpoint, or its control, answers.
  func answer(
    of handler: some RequestHandler, _ line: String, _ headers: [String] = [], body: String = ""
  ) throws -> WireResponse {
    try handler.answer(line, ["Host: 127.0.0.1:9300"] + headers, body: body)
  }

  func get(_ path: String) throws -> JSONObject {
    let answer = try answer(of: control, "GET " + path)
    return try #require(try JSONReader.read(answer.body).objectValue)
  }

  func post(_ path: String, _ body: String) throws -> (status: Int, text: String) {
    let type = ["Content-Type: application/json"]
    let answer = try answer(of: control, "POST " + path, type, body: body)
    return (answer.status, answer.body.text)
  }
}

@Suite struct `The control port` {
  @Test func `says what a client needs, and what became of each request`() throws {
    let served = try Served()
    _ = try served.answer(of: served.service, "GET /bucket/k", ["X-A: <b>'\"", "Cookie: a=b c"])
    let health = try served.get("/health")
    #expect(health["endpoint"]?.stringValue == "http://127.0.0.1:9300")
    #expect(health["bucket"]?.stringValue == "bucket")
    #expect(health["region"]?.stringValue == "cn-hangzhou")
    #expect(health["accessKeyId"]?.stringValue == "id")
    let journal = try served.get("/journal")
    #expect(journal["first"]?.integerValue == 1)
    let entry = try #require(journal["entries"]?.arrayValue?.first?.objectValue)
    let headers = try #require(entry["headers"]?.arrayValue).map { $0.compact() }
    #expect(headers.count == 3)
    #expect(headers[1] == #"{"name":"X-A","value":"<b>'\""}"#)
    #expect(headers[2] == #"{"name":"Cookie","value":"a=b ***"}"#)
    #expect(try served.get("/journal?after=1")["entries"]?.arrayValue?.isEmpty == true)
  }

  @Test func `explains an error of which somebody has texts, or says what is missing`() throws {
    let served = try Served()
    let body = ExplainSamples.body(stringToSign: "GET\n\n\n\(ExplainSamples.date)\n/b/k")
    let texts: JSONObject = ["body": .string(body), "request": "", "url": ""]
    let found = try served.post("/explain", JSONValue.object(texts).compact())
    #expect(found.status == 200 && found.text.contains("\"missing\""))
    let text: JSONValue = ["text": .string("GET /b/k HTTP/1.1\nHost: a\n\n" + body)]
    #expect(try served.post("/explain", text.compact()).text.contains("\"certainty\""))
    for body in ["[]", "{}", #"{"url": ""}"#, #"{"request": "nothing"}"#] {
      let refused = try served.post("/explain", body)
      #expect(refused.status == 400 && refused.text.contains("\"error\""), "\(body)")
    }
  }

  @Test(arguments: [
    (
      "GET /bucket/a%2Fb?acl&x=1", ["Date: " + Served.date, "Authorization: OSS id:c2ln"],
      "v1.header", #"[["acl",null],["x","1"]]"#, nil
    ),
    (
      "GET /bucket/a%2Fb?acl&OSSAccessKeyId=id&Expires=1701605592&Signature=c2ln", [], "v1.presign",
      #"[["acl",null]]"#, 1_701_609_132
    ),
    (
      "GET /bucket/a%2Fb",
      [
        "x-oss-date: 20231203T121212Z", "Range: bytes=0-1",
        "Authorization: OSS4-HMAC-SHA256 Credential=id/20231203/cn-hangzhou/oss/aliyun_v4_request,"
          + "AdditionalHeaders=range,Signature=00",
      ], "v4.header", "[]", nil
    ),
  ])
  func `gives a signed request as a vector`(
    line: String, headers: [String], operation: String, query: String, expires: Int64?
  ) throws {
    let served = try Served(explains: false)
    _ = try served.answer(
      of: served.service, line, headers + ["X-A: b", "x-oss-security-token: " + Served.token])
    let vector = try served.get("/vector?number=1")
    #expect(vector["operation"]?.stringValue == operation)
    #expect(vector["expect"]?.objectValue?["signature"]?.stringValue == operation)
    let input = try #require(vector["input"]?.objectValue)
    #expect(input["bucket"]?.stringValue == "bucket" && input["key"]?.stringValue == "a/b")
    #expect(input["query"]?.compact() == query && input["expires"]?.integerValue == expires)
    #expect(input["time"]?.integerValue == 1_701_605_532)
    let kept = input["headers"]?.compact() ?? ""
    #expect(kept.hasSuffix(#"["X-A","b"]]"#) && !kept.contains(Served.token))
    let isV4 = operation == "v4.header"
    #expect((input["additionalHeaders"]?.compact() == #"["range"]"#) == isV4)
    #expect((input["region"]?.stringValue == "cn-hangzhou") == isV4)
    #expect(input["credentials"]?.objectValue?["securityToken"] != nil)
    let none = try served.answer(of: served.control, "GET /vector?number=2")
    #expect(none.status == 404)
  }

  @Test func `has the explain page where there is one`() throws {
    let served = try Served()
    #expect(try served.get("/health")["explainPage"]?.boolValue == false)
    #expect(try served.answer(of: served.control, "GET /explain.html").status == 404)
    let control = ControlService(
      served.service, address: "", explainPage: { "<!doctype html>".bytes })
    let page = try served.answer(of: control, "GET /explain.html")
    #expect(page.status == 200 && page.body.text == "<!doctype html>")
    #expect(page.fields.contains { $0.value == "frame-ancestors 'none'" })
  }

  @Test func `shows no secret, no token and no right signature`() throws {
    let served = try Served()
    let tail = "\(Served.date)\nx-oss-security-token:\(Served.token)\n/bucket/k"
    let secret = Served.secret.bytes
    let right = signatureV1(of: "PUT\n\nimage/jpeg\n" + tail, secret: secret)
    let other = signatureV1(of: "PUT\n\n\n" + tail, secret: secret)
    let base64 = Base64.encode("id:\(Served.secret)".bytes.span)
    let url = "/bucket/k?OSSAccessKeyId=id&Expires=1701605592&security-token=\(Served.token)"
    var shown = ""
    for word in ["OSS id:" + right, "OSS id:" + other, "oss id:" + right, "Basic " + base64] {
      let headers = [
        "Date: " + Served.date, "x-oss-security-token: " + Served.token,
        "Content-Type: image/jpeg", "Authorization: " + word,
      ]
      let answer = try served.answer(of: served.service, "PUT /bucket/k", headers)
      #expect((answer.status == 200) == (word == "OSS id:" + right))
      let lines = ["PUT /bucket/k HTTP/1.1", "Host: 127.0.0.1"] + headers + ["", ""]
      let texts: JSONObject = [
        "request": .string(lines.joined(separator: "\r\n")), "body": .string(answer.body.text),
        "url": .string("http://127.0.0.1" + url + "&Signature=" + right),
      ]
      shown += try served.post("/explain", JSONValue.object(texts).compact()).text
    }
    _ = try served.answer(of: served.service, "GET \(url)&Signature=\(right)")
    for path in ["/", "/health", "/journal"] {
      shown += try served.answer(of: served.control, "GET " + path).body.text
    }
    #expect(shown.contains("content-type") && shown.contains("***"))
    for secret in [Served.secret, Served.token, right, other, base64] {
      #expect(!shown.contains(secret))
    }
  }

  @Test func `answers to its own page alone`() throws {
    let served = try Served()
    let page = try served.answer(of: served.control, "GET /")
    let policy = page.fields.first { $0.name == "Content-Security-Policy" }?.value ?? ""
    #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"))
    let form = try served.answer(of: served.control, "POST /reset", ["Content-Type: text/plain"])
    #expect(form.status == 415)
  }
}

@Suite struct `The journal` {
  private func endpoint() -> LiveEndpoint {
    LiveEndpoint(Verifier(hosts: HostTable(), keys: []), buckets: ["b"])
  }

  private func ask(_ endpoint: inout LiveEndpoint) throws -> WireResponse {
    endpoint.answer(to: try WireRequest(["GET /b/k", "Host: 127.0.0.1"]))
  }

  @Test(arguments: [1, 999, 1_000, 1_001, 1_999, 2_000, 2_001, 3_001])
  func `keeps the last 1,000 entries and counts all`(_ count: Int) throws {
    var endpoint = endpoint()
    for _ in 0..<count { _ = try ask(&endpoint) }
    let journal = endpoint.journal
    #expect(journal.requestCount == count && journal.entries.count == min(count, 1_000))
    #expect(journal.entries.first?.number == max(1, count - 999))
    #expect(journal.entries.last?.number == count)
    endpoint.reset()
    #expect(endpoint.journal.entries.isEmpty && endpoint.journal.requestCount == 0)
  }

  @Test func `has the request of a fault of HTTP, without what is secret`() throws {
    var reader = HTTPReader()
    let target = "/b/k?Signature=c2lnbmF0dXJl"
    reader.append("PUT \(target) HTTP/1.1\r\nContent-Length: x\r\nHost: a\r\n\r\n".bytes[...])
    #expect(throws: HTTPFault.badLength) { try reader.next() }
    var endpoint = endpoint()
    let time = Moment(milliseconds: 0)
    #expect(endpoint.answer(.badLength, of: reader.faulty, at: time).status == 400)
    #expect(endpoint.answer(.notHTTP, of: nil, at: time).status == 400)
    let entries = Array(endpoint.journal.entries)
    #expect(entries.map(\.method) == ["PUT", ""])
    #expect(entries[0].target.hasPrefix("/b/k?Signature=") && entries[0].headers.count == 2)
    #expect(!entries[0].target.contains("c2ln"))
  }

  @Test func `counts a request without a signature as refused, where it may not be served`() throws
  {
    var endpoint = endpoint()
    #expect(try ask(&endpoint).status == 403)
    let entry = try #require(endpoint.journal.entries.first)
    #expect(entry.isRefused && entry.verdict.failures.map(\.step) == [.access])
    #expect(endpoint.journal.refusedCount == 1)
    #expect(entry.headline?.contains("no signature") == true)
  }
}

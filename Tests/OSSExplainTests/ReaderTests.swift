import OSSExplain
import OSSJSON
import OSSPrimitives
import Testing

extension Bytes {
  /// The bytes as text, to be compared.
  fileprivate var shown: String { String(decoding: self, as: UTF8.self) }
}

@Suite struct `Each form of a request` {
  static let forms: [(SentRequest.Form, String)] = [
    (
      .wire,
      "PUT /a//b/../%41+c?acl&x=1==2&acl=&&k=%2b+ HTTP/1.1\r\nHost: b.oss-cn-hangzhou.aliyuncs.com"
        + "\r\nX-Oss-Meta-A:  v  w \r\nx-oss-meta-a: 2\r\nAuthorization: OSS id:sig\r\n\r\nbody"
    ),
    (
      .curl,
      """
      $ curl -sS -X PUT --compressed -H 'X-Oss-Meta-A:  v  w ' -H "x-oss-meta-a: 2" \\
        -H $'Authorization: OSS\\u0020id:sig' --data-binary @f -H 'Content-Type:' \\
        'https://b.oss-cn-hangzhou.aliyuncs.com:443/a//b/../%41+c?acl&x=1==2&acl=&&k=%2b+#f'
      """
    ),
    (
      .log,
      """
      *   Trying 192.0.2.1:443...
      > PUT /a//b/../%41+c?acl&x=1==2&acl=&&k=%2b+ HTTP/1.1
      > Host: b.oss-cn-hangzhou.aliyuncs.com
      > X-Oss-Meta-A:  v  w\u{20}
      * We are sent
      > x-oss-meta-a: 2
      > Authorization: OSS id:sig
      >
      < HTTP/1.1 403 Forbidden
      """
    ),
    (
      .har,
      """
      {"log": {"entries": [{"request": {"method": "PUT",
        "url": "https://b.oss-cn-hangzhou.aliyuncs.com/a//b/../%41+c?acl&x=1==2&acl=&&k=%2b+",
        "headers": [{"name": ":method", "value": "PUT"},
          {"name": ":authority", "value": "b.oss-cn-hangzhou.aliyuncs.com"},
          {"name": "X-Oss-Meta-A", "value": "  v  w "}, {"name": "x-oss-meta-a", "value": "2"},
          {"name": "Authorization", "value": "OSS id:sig"}]}}]}}
      """
    ),
  ]

  @Test(arguments: forms)
  func `keeps what was sent, and gives the same texts`(form: SentRequest.Form, text: String) throws
  {
    let request = try SentRequest.read(text.bytes)
    #expect(request.form == form)
    #expect(request.path.shown == "/a//b/../%41+c")
    #expect(request.query.map { $0.raw.shown } == ["acl", "x=1==2", "acl=", "", "k=%2b+"])
    #expect(request.parameters("x").map { $0?.shown } == ["1==2"])
    #expect(request.parameters("acl").map { $0?.shown } == [nil, ""])
    let values = request.fields.filter { $0.name[...].isCaseless("x-oss-meta-a") }
    #expect(values.map { $0.name.shown } == ["X-Oss-Meta-A", "x-oss-meta-a"])
    #expect(values.first?.rawValue.shown.hasSuffix("  v  w ") == true)
    let readings = request.canonicalReadings(of: request.signature)
    #expect(
      readings.map { $0.text.stringToSign.shown } == [
        "PUT\n\n\n\nx-oss-meta-a:v  w,2\n/b/a//b/../A c?acl&acl"
      ])
  }

  @Test(arguments: [
    ("curl -I https://b.oss.test/k", "HEAD /k Host: b.oss.test"),
    ("curl -T dir/a+b http://b.oss.test:8080/d/", "PUT /d/a%2Bb Host: b.oss.test:8080"),
    ("curl -G -d a=1 --data-urlencode 'b=& c' b.oss.test", "GET /?a=1&b=%26%20c Host: b.oss.test"),
    (
      "curl --json '{}' 'http://b.oss.test/k'",
      "POST /k Host: b.oss.test Content-Type: application/json"
    ),
    (
      "curl -da=1 -HHost:h -H 'X-A;' http://u@b/k",
      """
      POST /k Host: h X-A:  Content-Type: application/x-www-form-urlencoded
      """
    ),
    ("curl http://b/k?a && echo", "GET /k?a Host: b"),
    ("curl \"http://b/\\\nk\\\"'\\$\" -s&", "GET /k\"'$ Host: b"),
    ("curl --data-raw '\\\n' -H 'Content-Type:' http://b", "POST / Host: b"),
    ("curl -o f http://b.oss.test/k?a&b=1", "GET /k?a Host: b.oss.test cut"),
    ("https://b.oss.test?acl#f", "GET /?acl Host: b.oss.test"),
    (#"1.2.3.4 - [x] "GET /k?a=\x22b HTTP/1.1" 403 "-""#, "GET /k?a=\"b"),
    ("OPTIONS * HTTP/1.1\nHost: b", "OPTIONS * Host: b"),
    ("GET http://proxy.test/k HTTP/1.1\nHost: b.oss.test", "GET /k Host: b.oss.test"),
    (":authority\nb.oss.test\n:method: GET\n:path\n/k\nx-a\n1", "GET /k Host: b.oss.test x-a: 1"),
    (
      #"fetch("https://b.oss.test/k?a", {"headers": {"x-a": "1", "b": "\"2\""}, "mode": "cors", "method": "PUT"});"#,
      "PUT /k?a Host: b.oss.test x-a: 1 b: \"2\""
    ),
    ("headers={'a': '1'}\nrequests.put('http://b/k', f, headers=headers)", "PUT /k Host: b a: 1"),
    (
      "Invoke-WebRequest -Uri \"https://b.oss.test/k\" `\n-Method \"PUT\" `\n-Headers @{\n"
        + "\"X-A\"=\"1\"\n  \"b\"=\"`\"2`\"\"\n} `\n-ContentType \"a/b\"",
      "PUT /k Host: b.oss.test X-A: 1 b: '2' Content-Type: a/b"
    ),
    ("NewRequest(\"PUT\", \"http://b/k\")\nr.Header.Set(\"a\", \"1\")", "PUT /k Host: b a: 1"),
    ("Put \"https://b.oss.test/k?a=1\": EOF", "PUT /k?a=1 Host: b.oss.test"),
  ])
  func `is the request that the client sends`(text: String, sent: String) throws {
    let request = try SentRequest.read(text.bytes)
    let query = request.query.map { $0.raw.shown }.joined(separator: "&")
    let target = request.path.shown + (query.isEmpty ? "" : "?" + query)
    let fields = request.fields.map { $0.name.shown + ": " + $0.value.shown }
    let cut = request.isCutByShell ? ["cut"] : []
    #expect(([request.method.shown, target] + fields + cut).joined(separator: " ") == sent)
  }

  @Test(arguments: [
    (" \n", "There is no request: the text is empty."),
    ("", "There is no request: the text is empty."),
    ("hello", "The text is no HTTP, curl command, URL, log, HAR entry or call with a URL."),
    ("½PUT /k HTTP/1.1", "The method has a byte that is not a letter, at byte 0."),
    ("GET /a b HTTP/1.1", "The URL has the byte 0x20 at byte 6, which must be percent-encoded."),
    ("GET http:///k", "What begins at byte 4 is not a path and not an http or https URL."),
    ("GET /k\nHost", "Line 2 is not a header: a name, a colon and a value."),
    ("GET /k\nA: b\n c", "Line 3 begins with a blank; a header must be on one line."),
    ("GET /k\nA : b", "Line 2 is not a header: a name, a colon and a value."),
    ("curl -X", "The last option of the curl command has no value."),
    ("curl -s", "The curl command has no URL."),
    ("curl -G -d @f http://b", "The curl command takes parameters of the URL from a file."),
    ("curl ftp://b/k", "What begins at byte 0 is not a path and not an http or https URL."),
    (
      "{}",
      "The JSON is no input of a signing operation, and as a HAR entry it lacks the member 'request'."
    ),
    ("{\"a\"", "The HAR entry is not JSON: \(JSONError.unexpectedEnd(offset: 4))"),
    (
      "{\"log\":{\"entries\":[]}}", "The HAR file has 0 entries; give the entry of one request."
    ),
    (
      "{\"url\":\"http://b\",\"method\":\"G\\nT\"}",
      "The method has a byte that is not a letter, at byte 1."
    ),
    (
      "GET /k\n" + String(repeating: "a:b\n", count: 1_001),
      "The request has more than 1000 headers."
    ),
    (
      String(repeating: "a", count: 1_048_577),
      "The request has 1048577 bytes, more than the limit of 1048576."
    ),
  ])
  func `is refused where it is none`(text: String, sentence: String) {
    let error = #expect(throws: SentRequestError.self) { try SentRequest.read(text.bytes) }
    #expect(error?.description == sentence)
  }

  @Test func `of the greatest size is read in a moment`() throws {
    var counted = 0
    for piece in ["&", "a&", "+", "/", "%", "\"", "'", "\\", "x-oss-"] {
      let long = String(repeating: piece, count: 1_000_000 / piece.utf8.count)
      for text in [
        "GET /?\(long) HTTP/1.1\nAuthorization: OSS a:b", "curl http://b/k \(long)",
        "* \(long)\n> GET /k HTTP/1.1\n> A: b", "1 \"\(long) \"GET /k HTTP/1.1\"",
      ] {
        guard let request = try? SentRequest.read(text.bytes) else { continue }
        #expect(request.canonicalReadings(of: request.signature).count <= 2)
        counted += 1
      }
    }
    #expect(counted > 30)
  }
}

@Suite struct `A signature in a request` {
  @Test(arguments: [
    ("", "The signature version is not OSS, OSS2 or OSS4-HMAC-SHA256"),
    ("oss id:s", "The signature version is not OSS, OSS2 or OSS4-HMAC-SHA256"),
    ("OSS id", "The colon before the signature is missing"), ("OSS :s", "AccessKeyId is empty"),
    ("OSS id:", "Signature is empty"), ("OSS2 AccessKeyId:id", "Signature is missing"),
    ("OSS2 AccessKeyId:id,", "Signature is missing"),
    ("OSS2 AccessKeyId:id,Signature:s,", "A comma is at the end"),
    ("OSS2 AccessKeyId:id,AdditionalHeaders:,Signature:s", "AdditionalHeaders is empty"),
    ("OSS2 AccessKeyId:id,Signature:s,Signature:t", "Signature comes twice"),
    (
      "OSS4-HMAC-SHA256 Credential=i/d/r/oss, Signature=s",
      "The credential is not an access key ID and the four parts of a scope"
    ),
    ("OSS4-HMAC-SHA256 Credential=i/1/r/oss/t,Key=s", "A part has an unknown name"),
    (
      "OSS4-HMAC-SHA256 Credential=i/1/r/oss/t,Signature",
      "A part has no mark between name and value"
    ),
    ("AWS4-HMAC-SHA256 Credential=a", "The signature is one of Amazon S3"),
  ])
  func `is malformed in a header, by its first fault`(value: String, sentence: String) throws {
    let request = try SentRequest.read("GET /k HTTP/1.1\nAuthorization: \(value)".bytes)
    #expect(request.signature.fault == sentence + " in the Authorization header.")
    #expect(request.canonicalReadings(of: request.signature) == [])
  }

  @Test(arguments: [
    ("OSSAccessKeyId=i&Expires=1", "Signature is missing in the URL."),
    ("Signature=s&Expires=1", "OSSAccessKeyId is missing in the URL."),
    ("x-oss-signature=s", "x-oss-signature-version is missing in the URL."),
    ("x-oss-signature-version=OSS3", "is not OSS, OSS2 or OSS4-HMAC-SHA256 in the URL."),
    ("x-oss-signature-version=OSS2&x-oss-access-key-id", "x-oss-access-key-id is empty"),
    ("X-Amz-Algorithm=a", "is one of Amazon S3 in the URL."),
    ("OSSAccessKeyId=i&OSSAccessKeyId=i", "comes twice"),
    ("OSSAccessKeyId=i&a", "missing"),
  ])
  func `is malformed in a URL, by its first fault`(query: String, sentence: String) throws {
    let request = try SentRequest.read("https://b.oss.test/k?\(query)".bytes)
    let found = try #require(request.signature.fault)
    #expect(found.contains(sentence), "\(found)")
  }

  @Test(arguments: [
    ("OSS i:s", "Date: d\nx-oss-date: x", "GET\n\n\nx\nx-oss-date:x\n/b/k"),
    (
      "OSS2 AccessKeyId:i, AdditionalHeaders:Z;a;;A ,Signature:s",
      "x-oss-date: x\nDate: d\nA: 1\nz:\nq: 1",
      "GET\n\n\nd\na:1\nx-oss-date:x\nz:\na;z\n%2Fb%2Fk"
    ),
  ])
  func `is read with the date that counts, and with each additional header once`(
    authorization: String, headers: String, string: String
  ) throws {
    let text = "GET /k HTTP/1.1\nAuthorization: \(authorization)\n\(headers)"
    let request = try SentRequest.read(text.bytes)
    let host = KnownHost.domain(bucket: "b".bytes)
    let readings = request.canonicalReadings(of: request.signature, at: host)
    #expect(readings.map { $0.text.stringToSign.shown } == [string])
  }

  @Test func `in a header is the one that counts, but two headers are malformed`() throws {
    let text = "GET /k?OSSAccessKeyId=i&Expires=1&Signature=s HTTP/1.1\nAuthorization: OSS i:h"
    let request = try SentRequest.read(text.bytes)
    #expect(request.signature.text?.shown == "h")
    let twice = try SentRequest.read((text + "\nauthorization: OSS i:h").bytes)
    #expect("\(twice.signature)".contains("The request has more than one Authorization header."))
  }
}

@Suite struct `The bucket of a request` {
  @Test(arguments: [
    ("b.oss-cn-hangzhou.aliyuncs.com:443", "/k/l", ["/b/k/l"]),
    ("oss-b.oss-cn-hangzhou-internal.aliyuncs.com", "/k", ["/oss-b/k"]),
    ("oss-cn-hangzhou.aliyuncs.com", "/", ["/"]), ("oss-cn-hangzhou.aliyuncs.com", "/b", ["/b/"]),
    ("oss-cn-hangzhou.aliyuncs.com", "/b//k", ["/b//k"]), ("b.oss.aliyuncs.com", "/k", ["/b/k"]),
    ("b.cn-hangzhou.oss.aliyuncs.com", "/k", ["/b/k"]),
    ("cn-hangzhou.oss.aliyuncs.com", "/", ["/", "/cn-hangzhou/"]),
    ("cb-1.cn-hangzhou.oss-cloudbox.aliyuncs.com", "/b/k", ["/b/k"]),
    ("b.cb-1.cn-hangzhou.oss-cloudbox.aliyuncs.com", "/k", ["/b/k"]),
    ("ap.oss-cn-hangzhou.oss-accesspoint.aliyuncs.com", "/k", ["/ap/k"]),
    ("127.0.0.1:9300", "/b/k", ["/b/k"]), ("[::1]:80", "/b/k%2Fl", ["/b/k/l"]),
    ("localhost", "/b", ["/b/"]), ("img.example.com", "/a/k", ["/img/a/k", "/a/k"]),
    ("127.0.0.1:9300/b", "/b/k", ["/b/k"]), ("1.2.3.256", "/k", ["/1/k", "/k/"]),
  ])
  func `is where the host shows it`(host: String, path: String, resources: [String]) throws {
    let request = try SentRequest.read("GET \(path) HTTP/1.1\nHost: \(host)".bytes)
    let found = request.resources(at: .unknown, isPlusOpen: true)
    #expect(found.map { $0.path.shown } == resources)
  }

  @Test func `is the one of a domain, and a plus in the path has two readings with V4 alone`()
    throws
  {
    let text = "GET /p/a+b%2B HTTP/1.1\nHost: img.example.com\nx-oss-date: d\nAuthorization: "
    let v4 = "OSS4-HMAC-SHA256 Credential=i/d/r/oss/t,Signature=s"
    for (authorization, keys) in [("OSS i:s", ["a b+"]), (v4, ["a b+", "a+b+"])] {
      let request = try SentRequest.read((text + authorization).bytes)
      let host = KnownHost.domain(bucket: "b".bytes, pathPrefix: "/p".bytes)
      let readings = request.canonicalReadings(of: request.signature, at: host)
      #expect(readings.map { $0.resource.key.shown } == keys)
      #expect(readings.map { $0.resource.keepsPlus } == Array([false, true].prefix(keys.count)))
      #expect(readings.allSatisfy { $0.resource.place == .domain })
    }
    let other = try SentRequest.read("GET /pa/k HTTP/1.1\nHost: b".bytes)
    let endpoint = KnownHost.endpoint(host: "B".bytes, pathPrefix: "/p".bytes)
    #expect(other.resources(at: endpoint, isPlusOpen: true).map { $0.path.shown } == ["/pa/k"])
  }
}

import OSSEndpoint
import OSSExplain
import OSSJSON
import OSSPrimitives
import TestSupport
import Testing

/// The answers of OSS that this package quotes: what is asked here has the same answer, byte for byte.
///
/// The ID of a request is another one. What a thread left out of an answer is not compared, and neither
/// is the EC where the answer is older than the ECs.
@Suite struct `An answer of OSS that is quoted` {
  /// A quoted answer, and what has it.
  struct Quote: Sendable, CustomTestStringConvertible {
    let id: String
    /// The time of the request.
    let time: String
    /// The request, its lines with `\n`; nil for the one of the thread.
    var request: String?
    /// What the request has beside the lines above, or those of the thread.
    var more: [String] = []
    var keys: [KnownKey] = []
    var hosts = HostTable()
    /// Whether all requests are served as if they were right.
    var isServed = false
    /// Members that the thread does not show, beside the ID, the host and the EC.
    var hidden: [String] = []
    /// Members that were added to the answer of the thread.
    var added: [String] = []

    var testDescription: String { id }
  }

  private static let id = "exampleAccessKeyID00"
  private static let token = "CAISexample+Security/Token="

  private static func key(_ id: String = id, token: String? = nil, end: Moment? = nil) -> KnownKey {
    KnownKey(
      id: id.bytes, secret: "secret".bytes, token: token.map { KnownKey.Token($0.bytes, end: end) })
  }

  private static func v1(_ host: String, _ date: String) -> String {
    "GET /k HTTP/1.1\nHost: \(host)\nDate: \(date)\nAuthorization: OSS \(id):c2ln\n"
  }

  private static func v4(_ host: String, _ region: String, _ product: String = "oss") -> String {
    "GET /k HTTP/1.1\nHost: \(host)\nx-oss-date: 20250218T081929Z\nAuthorization: OSS4-HMAC-SHA256 "
      + "Credential=\(id)/20250218/\(region)/\(product)/aliyun_v4_request,Signature=00\n"
  }

  static let quotes = [
    Quote(
      id: "go121-content-type-sent-not-signed", time: "20180910T121900Z", keys: [key()]),
    Quote(
      id: "php158-postman-adds-content-type", time: "20201223T000000Z",
      more: ["Content-Type: image/jpeg"], keys: [key()]),
    Quote(
      id: "aliyunpan6-v2-fetch-blob-type", time: "20240501T000000Z",
      more: ["Content-Type: text/plain"], keys: [key("STS." + id, token: token)],
      hosts: HostTable(domains: [("cn-beijing-data.aliyundrive.net", "ccp-bj29-bj-1592982087")]),
      hidden: ["StringToSignBytes"]),
    Quote(
      id: "ask148861-content-md5-hex-and-not-sent", time: "20120908T084722Z", keys: [key()],
      hosts: HostTable(endpoints: ["storage.aliyun.com"])),
    Quote(id: "gov2-29-region-beijing", time: "20240809T095321Z"),
    Quote(id: "gov2-85-region-internal", time: "20250102T083904Z"),
    Quote(
      id: "wordpress50-accelerate-region", time: "20250218T081929Z",
      request: v4("b.oss-accelerate.aliyuncs.com", "accelerate")),
    Quote(
      id: "pyv2-74-signing-product", time: "20250218T081929Z",
      request: v4("leeke.oss-cn-wuhan-lr.aliyuncs.com", "cn-wuhan-lr", "s3")),
    Quote(
      id: "picgo759-eight-hours-behind", time: "20211011T015103Z",
      request: v1("pbox.oss-cn-shanghai.aliyuncs.com", "Sun, 10 Oct 2021 17:51:03 GMT"),
      keys: [key()]),
    Quote(
      id: "flutter63-one-day-behind", time: "20240923T063240Z",
      request: v1("pixcheese-dev.pixcheese.com", "Sun, 22 Sep 2024 06:32:38 GMT"), keys: [key()],
      hosts: HostTable(domains: [("pixcheese-dev.pixcheese.com", "b")])),
    Quote(
      id: "android167-corrected-from-bogus-date-header", time: "20190330T131853Z",
      more: ["Date: Thu, 01 Jan 1970 12:52:35 GMT", "Authorization: OSS \(id):c2ln"],
      keys: [key()]),
    Quote(
      id: "ossutil27-vps-clock", time: "20170803T140000Z",
      more: ["Date: Thu, 03 Aug 2017 13:00:00 GMT", "Authorization: OSS \(id):c2ln"],
      keys: [key()], hidden: ["MaxAllowedSkewMilliseconds", "RequestTime", "ServerTime"]),
    Quote(
      id: "johnlui20-expired-url", time: "20170208T015528Z",
      request: "GET /k?OSSAccessKeyId=\(id)&Expires=1486431029&Signature=c2ln HTTP/1.1\n"
        + "Host: ws-img-test.oss-cn-hangzhou.aliyuncs.com\n", keys: [key()]),
    Quote(
      id: "luckyoss19-sts-id-without-token", time: "20230816T164126Z",
      more: ["Date: Wed, 16 Aug 2023 16:41:26 GMT"], keys: [key("STS." + id, token: token)]),
    Quote(
      id: "moviepilot6295-token-expired", time: "20260101T000000Z",
      request: v1("fhnfile.oss-cn-shenzhen.aliyuncs.com", "Thu, 01 Jan 2026 00:00:00 GMT"),
      more: ["x-oss-security-token: " + token], keys: [key(token: token, end: .epoch)]),
    Quote(
      id: "matrixone12445-token-invalid", time: "20260101T000000Z",
      request: v1("b.oss-cn-hangzhou.aliyuncs.com", "Thu, 01 Jan 2026 00:00:00 GMT"),
      more: ["x-oss-security-token: other"], keys: [key(token: token)]),
    Quote(
      id: "picgo466-blank-before-key-id", time: "20200419T024349Z",
      more: ["Date: Sun, 19 Apr 2020 02:43:49 GMT"], keys: [key()]),
    Quote(
      id: "picgo488-key-id-is-1", time: "20200504T120000Z",
      more: ["Date: Mon, 04 May 2020 12:00:00 GMT"], keys: [key()]),
    Quote(
      id: "android86-old-key-kept", time: "20180117T093435Z",
      request: v1("evcard.oss-cn-shanghai.aliyuncs.com", "Wed, 17 Jan 2018 09:34:35 GMT")),
    Quote(id: "alioss681-key-encoded-twice", time: "20191101T100000Z", isServed: true),
    Quote(id: "java327-plus-in-signature", time: "20200806T000000Z", keys: [key()]),
    Quote(
      id: "javav2-115-single-digit-day", time: "20260701T001000Z", keys: [key()], added: ["EC"]),
    Quote(
      id: "bosh78-date-utc-suffix", time: "20190204T100000Z",
      more: ["Authorization: OSS \(id):c2ln"], keys: [key()]),
    Quote(id: "ruby85-date-missing", time: "20201009T140000Z", keys: [key()]),
    Quote(
      id: "siyuan681-date-missing-in-webview", time: "20260101T000000Z",
      request:
        "PUT /k HTTP/1.1\nHost: b.oss-cn-hangzhou.aliyuncs.com\nAuthorization: OSS \(id):c2ln\n",
      keys: [key()]),
    Quote(
      id: "coderhaoxin31-curl-unquoted", time: "20060309T000000Z",
      request: "GET /a.txt?OSSAccessKeyId=\(id) HTTP/1.1\n"
        + "Host: examplebucket.oss-cn-hangzhou.aliyuncs.com\n"),
    Quote(
      id: "go244-two-signatures", time: "20200403T000000Z",
      request: "PUT /k?OSSAccessKeyId=\(id)&Expires=1&Signature=c2ln HTTP/1.1\n"
        + "Host: AliyunOSSBucket.oss-cn-hangzhou.aliyuncs.com\nAuthorization: OSS STS.保密:保密\n"),
    Quote(
      id: "picgo1250-no-right", time: "20240606T000000Z",
      request: "GET /k HTTP/1.1\nHost: lidddpic.oss-cn-shenzhen.aliyuncs.com\n"),
    Quote(
      id: "docs35-expires-in-milliseconds", time: "20201125T000000Z",
      keys: [key("STS." + id, token: token)]),
    Quote(
      id: "alioss1363-token-expired", time: "20231216T162057Z",
      more: ["x-oss-security-token: t"]),
    Quote(
      id: "johnlui13-bucket-in-endpoint", time: "20260101T000000Z",
      request: "GET /k HTTP/1.1\nHost: bucketname.bucketname.oss-cn-beijing.aliyuncs.com\n",
      hidden: ["BucketName"]),
    Quote(id: "ruby86-copy-source-decoded", time: "20201024T073012Z", isServed: true),
    Quote(
      id: "thread-access-key-id-empty", time: "20260101T000000Z",
      request: "GET /k HTTP/1.1\nHost: examplebucket.oss-cn-shanghai.aliyuncs.com\n"
        + "Authorization: OSS :****\n"),
    Quote(id: "thread-sts-call-to-oss", time: "20190414T145041Z"),
  ]

  /// Quoted answers that the endpoint does not give, and why.
  static let others = [
    "filecodebox137-s3v2-bucket-doubled": "signatures of S3 are not verified",
    "clickhouse877-path-style-forbidden": "path style works here",
    "harborhelm510-other-endpoint": "a bucket has no region that is not asked",
    "weknora3020-v4-sent-to-v1-only-gateway": "a gateway that is not OSS",
    "python168-signer-clock-eats-expiry": "written by the rule",
    "onepanel12223-key-disabled": "no key is disabled",
    "karakeep2191-aws-chunked": "signatures of S3 are not verified",
    "sdkgo148-sts-over-http": "an answer of STS",
    "python65-slash-first": "printed as members, below",
    "cloudreve2100-callback-not-reached": "printed as a line; the test of callbacks has it",
    "alist17-referer": "a bucket has no rule for referers",
    "cpp59-key-not-utf-8": "printed as a line, below",
    "cloudreve506-form-over-five-gigabytes": "the limit of a body is another one",
    "athens1296-chunks-not-implemented": "signatures of S3 are not verified",
    "thread-preflight-header-not-allowed": "all pages may use the endpoint",
  ]

  @Test(arguments: quotes) func `is that of the endpoint`(_ quote: Quote) throws {
    let thread = try #require(try Self.threads().first { $0.id == "explain-" + quote.id })
    var quoted = try #require(thread.part("body")).text
    quoted = quoted.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { line in !quote.added.contains { line.hasPrefix("  <\($0)>") } }
      .joined(separator: "\n")
    let own = try Self.answer(to: quote, thread.part("request")?.text)
    #expect(Self.cut(own, as: quoted, hiding: quote.hidden) == quoted)
  }

  /// What a program printed of an answer: the thread, the path of the request, and members.
  @Test(arguments: [
    (
      "python65-slash-first", "//upload/201704/2017041011101014.png",
      [
        "Code": "InvalidObjectName", "Message": "The specified object is not valid.",
        "HostId": "bonday-test.oss-cn-hangzhou.aliyuncs.com",
        "ObjectName": "/upload/201704/2017041011101014.png",
      ]
    ),
    (
      "cpp59-key-not-utf-8", "/%FF",
      ["Code": "InvalidArgument", "Message": "The characters encoding must be utf-8."]
    ),
  ])
  func `has the members that a program printed`(
    id: String, path: String, members: [String: String]
  ) throws {
    let thread = try #require(try Self.threads().first { $0.id == "explain-" + id })
    let request = "GET \(path) HTTP/1.1\nHost: bonday-test.oss-cn-hangzhou.aliyuncs.com"
    let own = try Self.answer(
      to: Quote(id: id, time: "20170410T030000Z", request: request, isServed: true), nil)
    for (name, text) in members {
      #expect(own.contains("<\(name)>\(text)</\(name)>"))
      #expect(thread.part("body")?.text.contains(text) == true)
    }
  }

  @Test func `is in one of the tables`() throws {
    var real: Set<String> = []
    for thread in try Self.threads() where thread.part("body") != nil {
      real.insert(String(thread.id.dropFirst("explain-".count)))
    }
    let asked = Set(Self.quotes.map(\.id))
    #expect(asked.count == Self.quotes.count && asked.isDisjoint(with: Self.others.keys))
    #expect(asked.union(Self.others.keys) == real)
    print("\(asked.count) of \(real.count) quoted answers are given byte for byte.")
  }

  /// The threads whose answer is that of OSS, and not one that was written around a published string.
  private static func threads() throws -> [ExplainCase] {
    try ExplainCase.read("threads").filter { !$0.isBodyRebuilt }
  }

  private static func answer(to quote: Quote, _ quoted: String?) throws -> String {
    let request =
      (quote.request ?? quoted ?? "").split(separator: "\n") + quote.more.map { $0[...] }
    let sent = try SentRequest(wire: (request.joined(separator: "\r\n") + "\r\n\r\n").bytes)
    let bucket = sent.hostName?.text.split(separator: ".").first.map { [String($0)] }
    var endpoint = LiveEndpoint(
      Verifier(hosts: quote.hosts, keys: quote.keys), buckets: bucket ?? [],
      isReportOnly: quote.isServed)
    let time = try Moment(iso8601Basic: quote.time)
    return endpoint.answer(to: WireRequest(sent), at: time).body.text
  }

  /// An answer with the ID of a quoted one, without the members that the quoted one does not show.
  private static func cut(_ own: String, as quoted: String, hiding hidden: [String]) -> String {
    var lines: [Substring] = []
    for line in own.split(separator: "\n", omittingEmptySubsequences: false) {
      let name = line.hasPrefix("  <") ? String(line.dropFirst(3).prefix { $0 != ">" }) : ""
      let isHidden =
        ["RequestId", "HostId", "EC", "RecommendDoc"].contains(name)
        || hidden.contains(name)
      if isHidden, !quoted.contains("<\(name)>") { continue }
      let other = quoted.split(separator: "\n").first { $0.hasPrefix("  <RequestId>") }
      lines.append(name == "RequestId" ? other ?? line : line)
    }
    return lines.joined(separator: "\n")
  }
}

/// Status, code, message, members in their order, and EC, as public tests of SDKs, threads and the
/// documents of OSS have them.
@Suite struct `A refusal that is documented` {
  /// What is asked, and how it is refused.
  struct Row: Sendable, CustomTestStringConvertible {
    let request: String
    var body = ""
    let status: Int
    let code: String
    let message: String
    let ec: String?
    let members: [String]

    init(
      _ request: String, body: String = "", _ status: Int, _ code: String, _ message: String,
      _ ec: String? = nil, _ members: [String] = []
    ) {
      (self.request, self.body, self.status) = (request, body, status)
      (self.code, self.message, self.ec, self.members) = (code, message, ec, members)
    }

    var testDescription: String { request + ", " + code }
  }

  private static let noUpload =
    "The specified upload does not exist. The upload ID may be invalid, or the upload may have been "
    + "aborted or completed."
  private static let badXML =
    "The XML you provided was not well-formed or did not validate against our published schema."

  /// Requests to the bucket `b`, which has the object `k`, the link `l` to itself, and the link `n` to
  /// nothing.
  static let rows = [
    Row(
      "GET /none", 404, "NoSuchKey", "The specified key does not exist.", "0026-00000001", ["Key"]),
    Row(
      "GET other/k", 404, "NoSuchBucket", "The specified bucket does not exist.", "0015-00000101",
      ["BucketName"]),
    Row("GET /k?uploadId=0", 404, "NoSuchUpload", noUpload, "0042-00000002", ["UploadId"]),
    Row(
      "DELETE /", 409, "BucketNotEmpty", "The bucket you tried to delete is not empty.",
      "0015-00000301", ["BucketName"]),
    Row(
      "POST /a?append&position=1", 409, "PositionNotEqualToLength",
      "Position is not equal to file length", "0026-00000016"),
    Row(
      "POST /k?append&position=4", 409, "ObjectNotAppendable", "The object is not appendable"),
    Row(
      "PUT /k\nx-oss-forbid-overwrite: true", 409, "FileAlreadyExists",
      "The object you specified already exists and can not be overwritten.", "0026-00000002"),
    Row("POST /?delete", body: "<a", 400, "MalformedXML", badXML, "0016-00000608", ["ErrorDetail"]),
    Row(
      "POST /k", 405, "MethodNotAllowed",
      "The specified method is not allowed against this resource.", "0003-00000016",
      ["ResourceType", "Method", "Header"]),
    Row(
      "PUT a_b/", 400, "InvalidBucketName", "The specified bucket is not valid.", "0015-00000001",
      ["BucketName"]),
    Row(
      "GET /l", 400, "InvalidTargetType", "The symlink's target object type is invalid",
      "0026-00000011", ["TargetType"]),
    Row(
      "GET /n", 404, "SymlinkTargetNotExist", "The symlink target object does not exist",
      "0026-00000012", ["Key"]),
    Row("GET /k?symlink", 400, "NotSymlink", "The object is not symlink", "0043-00000101"),
    Row(
      "PUT /a\nIf-Modified-Since: Sun, 03 Dec 2023 12:12:12 GMT", 400, "NotImplemented",
      "A header you provided implies functionality that is not implemented.", nil, ["Header"]),
    Row(
      "PUT /a\nContent-MD5: AAAA", 400, "InvalidDigest",
      "The Content-MD5 you specified was invalid.",
      "0017-00000502"),
    Row(
      "GET /k\nRange: bytes=9-\nx-oss-range-behavior: standard", 416, "InvalidRange",
      "The requested range cannot be satisfied"),
    Row(
      "GET /k\nIf-Match: a", 412, "PreconditionFailed",
      "At least one of the pre-conditions you specified did not hold.", "0017-00001001",
      ["Condition"]),
    Row(
      "GET /?max-keys=x", 400, "InvalidArgument",
      "Argument max-keys must be an integer between 1 and 1000.", "0015-00000402",
      ["ArgumentName", "ArgumentValue"]),
  ]

  @Test(arguments: rows) func `is that of the endpoint`(_ row: Row) throws {
    var endpoint = LiveEndpoint(
      Verifier(hosts: HostTable(endpoints: ["oss.test"]), keys: []), buckets: ["b"],
      isReportOnly: true)
    for made in [
      "PUT /k", "PUT /l?symlink\nx-oss-symlink-target: l",
      "PUT /n?symlink\nx-oss-symlink-target: o",
    ] {
      #expect(try Self.answer(&endpoint, made, "body").status == 200)
    }
    let answer = try Self.answer(&endpoint, row.request, row.body)
    #expect(answer.status == row.status)
    let lines = answer.body.text.split(separator: "\n").dropFirst(2).dropLast()
    let members = lines.map { line in String(line.dropFirst(3).prefix { $0 != ">" }) }
    let ends = row.ec == nil ? [] : ["EC", "RecommendDoc"]
    #expect(members == ["Code", "Message", "RequestId", "HostId"] + row.members + ends)
    #expect(lines.contains("  <Code>\(row.code)</Code>"))
    #expect(lines.contains("  <Message>\(row.message)</Message>"))
    let ec = answer.fields.first { $0.name == "x-oss-ec" }?.value
    #expect(ec == row.ec && lines.contains { $0 == "  <EC>\(row.ec ?? "")</EC>" } == (ec != nil))
  }

  @Test func `is in a header of the answer to HEAD`() throws {
    var endpoint = LiveEndpoint(
      Verifier(hosts: HostTable(endpoints: ["oss.test"]), keys: []), buckets: ["b"],
      isReportOnly: true)
    let answer = try Self.answer(&endpoint, "HEAD /none", "")
    #expect(answer.status == 404 && answer.body.isEmpty)
    let text = try #require(answer.fields.first { $0.name == "x-oss-err" }?.value)
    #expect(try Base64.decode(text).text.contains("<Code>NoSuchKey</Code>"))
    #expect(answer.fields.contains { $0.name == "x-oss-ec" && $0.value == "0026-00000001" })
  }

  /// Asks by a method and a path, which has the bucket before it where it is not `b`.
  private static func answer(
    _ endpoint: inout LiveEndpoint, _ request: String, _ body: String
  ) throws -> WireResponse {
    let lines = request.split(separator: "\n").map(String.init)
    let words = lines[0].split(separator: " ")
    let bucket = words[1].prefix { $0 != "/" }
    let head = [
      "\(words[0]) \(words[1].dropFirst(bucket.count))",
      "Host: \(bucket.isEmpty ? "b" : bucket).oss.test",
    ]
    return endpoint.answer(
      to: try WireRequest(head + lines.dropFirst(), body: body.bytes),
      at: try Moment(iso8601Basic: "20231203T121212Z"))
  }
}

import OSSEndpoint
import OSSExplain
import OSSJSON
import OSSPrimitives
import OSSSigning
import TestSupport
import Testing

@Suite struct `What is refused before the signature` {
  private static let now = "20231203T121212Z"
  private static let v4 =
    "Authorization: OSS4-HMAC-SHA256 Credential=id/20231203/cn-hangzhou/oss/aliyun_v4_request,"
    + "Signature=00"
  private static let urlV4 =
    "/k?x-oss-signature-version=OSS4-HMAC-SHA256&x-oss-date=20231203T121212Z&x-oss-expires=60"
    + "&x-oss-credential=id%2F20231203%2Fcn-hangzhou%2Foss%2Faliyun_v4_request&x-oss-signature=00"

  /// A request line's target, headers, and the step, the code and the EC of the first failure.
  struct Case: Sendable, CustomTestStringConvertible {
    let target: String
    let headers: [String]
    let step: VerificationStep
    let code: String
    let ec: String?

    init(
      _ target: String, _ headers: [String], _ step: VerificationStep, _ code: String, _ ec: String?
    ) {
      (self.target, self.headers) = (target, headers)
      (self.step, self.code, self.ec) = (step, code, ec)
    }

    var testDescription: String { "\(step) \(code) \(ec ?? "-") \(headers.last ?? target)" }
  }

  private static func header(_ text: String, _ ec: String) -> Case {
    Case(
      "/k", ["Date: Sun, 03 Dec 2023 12:12:12 GMT", "Authorization: " + text], .form,
      "InvalidArgument", ec)
  }

  private static func v4(_ from: String, _ to: String, _ ec: String) -> Case {
    Case(
      "/k", ["x-oss-date: \(now)", v4.replacing(from, with: to)], .form, "InvalidArgument", ec)
  }

  private static func url(
    _ from: String, _ to: String, _ ec: String, _ step: VerificationStep = .form,
    _ code: String = "InvalidArgument"
  ) -> Case {
    Case(urlV4.replacing(from, with: to), [], step, code, ec)
  }

  static let cases: [Case] = [
    header("OSS :c2ln", "0002-00000063"), header("OSS id:", "0002-00000065"),
    header("OSS i\u{7F}d:c2ln", "0002-00000064"), header("OSS id", "0002-00000065"),
    header("Basic aWQ6c2ln", "0002-00000061"), header("AWS id:c2ln", "0002-00000033"),
    header("OSS2 Signature:c2ln", "0002-00000105"), header("OSS2 AccessKeyId:id", "0002-00000108"),
    header("OSS2 AccessKeyId:id,AdditionalHeaders:range,Signature:c2ln", "0002-00000112"),
    Case("/k?Expires=9999999999&Signature=c2ln", [], .form, "AccessDenied", "0002-00000071"),
    Case(
      "/k?OSSAccessKeyId=id&Expires=x&Signature=c2ln", [], .form, "AccessDenied", "0002-00000070"),
    Case("/k?OSSAccessKeyId=id&Signature=c2ln", [], .form, "AccessDenied", "0002-00000072"),
    Case("/k?OSSAccessKeyId=id&Expires=1", [], .form, "AccessDenied", "0002-00000074"),
    Case(
      "/k?OSSAccessKeyId=id&Expires=9999999999&Signature=c2ln", ["Authorization: OSS id:c2ln"],
      .form,
      "InvalidArgument", "0002-00000039"),
    v4("Credential=", "Credentials=", "0002-00000205"),
    v4("20231203", "2023-12-03", "0002-00000212"), v4("20231203", "202312030", "0002-00000212"),
    v4("aliyun_v4", "aws4", "0002-00000213"), v4("cn-hangzhou", "cn-beijing", "0002-00000226"),
    v4("/oss/", "/s3/", "0002-00000227"), v4(",Sig", ",AdditionalHeaders=,Sig", "0002-00000209"),
    v4(",Sig", ",AdditionalHeaders=host;,Sig", "0002-00000210"),
    v4(",Sig", ",AdditionalHeaders=range,Sig", "0002-00000211"),
    v4("Authorization", "x-oss-content-sha256: e3b0\r\nAuthorization", "0002-00000214"),
    url("x-oss-expires=60", "a=b", "0002-00000215"), url("expires=60", "expires=", "0002-00000216"),
    url("expires=60", "expires=604801", "0002-00000232"),
    url("expires=60", "expires=0", "0002-00000232"),
    url("x-oss-credential", "credential", "0002-00000217"),
    url("x-oss-signature=00", "a=b", "0002-00000219"),
    url("%2F20231203", "%2F1203", "0002-00000223"),
    url("date=20231203T121212Z", "date=20231203T121111Z", "0002-00000236", .time, "AccessDenied"),
    url("date=20231203T121212Z", "date=20231203T123212Z", "0002-00000235", .time, "AccessDenied"),
    Case(
      "/k?OSSAccessKeyId=id&Expires=1701605531&Signature=c2ln", [], .time, "AccessDenied",
      "0002-00000069"),
    Case("/k", ["Authorization: OSS id:c2ln"], .time, "AccessDenied", "0002-00000503"),
    Case(
      "/k", ["Date: today", "Authorization: OSS id:c2ln"], .time, "AccessDenied", "0002-00000502"),
    Case(
      "/k", ["Date: Sun, 03 Dec 2023 12:27:13 GMT", "Authorization: OSS id:c2ln"], .time,
      "RequestTimeTooSkewed", "0002-00000504"),
    Case(
      "/k", ["x-oss-date: 20231204T000000Z", v4], .time, "InvalidArgument", nil),
    Case(
      "/k", ["Date: Sun, 03 Dec 2023 12:12:12 GMT", "Authorization: OSS other:c2ln"], .key,
      "InvalidAccessKeyId", "0002-00000902"),
    Case(
      "/k", ["Date: Sun, 03 Dec 2023 12:12:12 GMT", "Authorization: OSS sts:c2ln"], .token,
      "InvalidAccessKeyId", "0002-00000003"),
    Case(
      "/k",
      [
        "Date: Sun, 03 Dec 2023 12:12:12 GMT", "security-token: t", "Authorization: OSS sts:c2ln",
      ], .token, "InvalidAccessKeyId", "0002-00000003"),
    Case(
      "/k",
      [
        "Date: Sun, 03 Dec 2023 12:12:12 GMT", "x-oss-security-token: u",
        "Authorization: OSS sts:c2ln",
      ], .token, "InvalidSecurityToken", "0002-00000006"),
    Case(
      "/k",
      [
        "Date: Sun, 03 Dec 2023 12:12:12 GMT", "x-oss-security-token: t",
        "Authorization: OSS old:c2ln",
      ], .token, "SecurityTokenExpired", "0002-00000007"),
    Case(
      "/k",
      [
        "Date: Sun, 03 Dec 2023 12:12:12 GMT", "x-oss-security-token: t",
        "Authorization: OSS id:c2ln",
      ], .token, "SecurityTokenNotSupported", nil),
    Case(
      "/k", ["Date: Sun, 03 Dec 2023 12:12:12 GMT", "Authorization: OSS id:c2ln"], .signature,
      "SignatureDoesNotMatch", "0002-00000040"),
    Case(
      "/k", ["x-oss-date: \(now)", v4], .signature, "SignatureDoesNotMatch", "0002-00000201"),
  ]

  @Test(arguments: cases) func `has the code of its fault`(_ one: Case) throws {
    let now = try Moment(iso8601Basic: Self.now)
    let keys = [
      KnownKey(id: "id".bytes, secret: "s".bytes),
      KnownKey(id: "sts".bytes, secret: "s".bytes, token: KnownKey.Token("t".bytes)),
      KnownKey(id: "old".bytes, secret: "s".bytes, token: KnownKey.Token("t".bytes, end: now)),
    ]
    let verifier = Verifier(hosts: HostTable(endpoints: ["oss.test"]), keys: keys)
    let head =
      (["GET \(one.target) HTTP/1.1", "Host: b.oss.test:9300"] + one.headers).joined(
        separator: "\r\n")
    let verdict = verifier.verify(try SentRequest(wire: (head + "\r\n\r\n").bytes), at: now)
    let first = try #require(verdict.failures.first)
    #expect(first.step == one.step, "\(first.sentence)")
    #expect(first.refusal.code == one.code && first.refusal.ec == one.ec, "\(first.refusal)")
  }

  @Test(arguments: [
    ("b.oss.test", "b", BucketPlace.host), ("oss.test", "k", .path), ("127.0.0.1:80", "k", .path),
    ("[::1]:80", "k", .path), ("localhost", "k", .path), ("cdn.test", "c", .domain),
    ("b.oss-cn-beijing.aliyuncs.com", "b", .host), ("oss-cn-beijing.aliyuncs.com", "k", .path),
  ])
  func `finds the bucket by the host`(_ host: String, _ bucket: String, _ place: BucketPlace) throws
  {
    let verifier = Verifier(
      hosts: HostTable(endpoints: ["oss.test"], domains: [("cdn.test", "c")]), keys: [])
    let request = try SentRequest(wire: "GET /k HTTP/1.1\r\nHost: \(host)\r\n\r\n".bytes)
    let verdict = verifier.verify(request, at: Moment(milliseconds: 0))
    #expect(verdict.resource?.bucket?.text == bucket && verdict.resource?.place == place)
    #expect(verdict.isAnonymous)
    #expect(verdict.region == (host.contains("beijing") ? "cn-beijing" : "cn-hangzhou"))
  }

  @Test(arguments: ["other.test", "boss.test", "127.0.0.256", "aliyuncs.com.test"])
  func `is a host that is not the endpoint's`(_ host: String) throws {
    let request = try SentRequest(wire: "GET /k HTTP/1.1\r\nHost: \(host)\r\n\r\n".bytes)
    let verdict = Verifier(hosts: HostTable(endpoints: ["oss.test"]), keys: []).verify(
      request, at: Moment(milliseconds: 0))
    #expect(verdict.failures.map(\.step) == [.host])
    #expect(verdict.failures.first?.refusal.code == "NoSuchBucket")
  }

  /// The last moment of a time, at which only the signature is wrong, and whether one second more is
  /// too late.
  @Test(arguments: [
    ("/k?OSSAccessKeyId=id&Expires=1701605532&Signature=c2ln", "", true),
    (urlV4.replacing("expires=60", with: "expires=1"), "", false),
    (urlV4.replacing("20231203T121212Z", with: "20231203T122712Z"), "", false),
    (urlV4.replacing("20231203T121212Z", with: "20231203T121112Z"), "", true),
    ("/k", "Date: Sun, 03 Dec 2023 11:57:12 GMT\r\nAuthorization: OSS id:c2ln", true),
    ("/k", "Date: Sun, 03 Dec 2023 12:27:12 GMT\r\nAuthorization: OSS id:c2ln", false),
  ])
  func `is not a time at its limit`(_ target: String, _ headers: String, _ isEnd: Bool) throws {
    let now = try Moment(iso8601Basic: Self.now)
    let verifier = Verifier(
      hosts: HostTable(endpoints: ["oss.test"]),
      keys: [KnownKey(id: "id".bytes, secret: "s".bytes)])
    let head = ["GET \(target) HTTP/1.1", "Host: b.oss.test", headers].filter { !$0.isEmpty }
    let request = try SentRequest(wire: (head.joined(separator: "\r\n") + "\r\n\r\n").bytes)
    #expect(verifier.verify(request, at: now).failures.map(\.step) == [.signature])
    let late = verifier.verify(request, at: now.adding(.seconds(1))).failures.map(\.step)
    #expect(late == (isEnd ? [.time, .signature] : [.signature]))
  }

  @Test(arguments: [("20231203T235959Z", 10), ("20231204T000001Z", -10)])
  func `is not a day beside that of the endpoint`(_ date: String, _ minutes: Int64) throws {
    let time = try Moment(iso8601Basic: date)
    let scope = "id/\(date.prefix(8))/cn-hangzhou/oss/aliyun_v4_request"
    let request = try SentRequest(
      wire: ("GET /k HTTP/1.1\r\nHost: b.oss.test\r\nx-oss-date: \(date)\r\nAuthorization: "
        + "OSS4-HMAC-SHA256 Credential=\(scope),Signature=00\r\n\r\n").bytes)
    let verifier = Verifier(
      hosts: HostTable(endpoints: ["oss.test"]),
      keys: [KnownKey(id: "id".bytes, secret: "s".bytes)])
    let verdict = verifier.verify(request, at: time.adding(.minutes(minutes)))
    #expect(verdict.failures.map(\.step) == [.signature])
  }

  @Test func `is a mistake that breaks a must, and no other`() throws {
    let knowledge = try Refusals.knowledge.get()
    let one = try #require(try WireCase.all().first { $0.id == "string-type-lower-case" })
    let request = try SentRequest(wire: one.request.bytes)
    let key = KnownKey(id: request.signature.accessKeyID, secret: one.secret.bytes)
    for isMust in [true, false] {
      let verifier = Verifier(
        hosts: HostTable(), keys: [key], variations: knowledge.variations,
        isMust: { _, _ in ("V1-STS-5", isMust) })
      let verdict = verifier.verify(
        request, to: one.host, in: request.signature.scope[1].text, at: one.time)
      #expect(verdict.failures.contains { $0.step == .signature } == isMust)
      #expect(verdict.notes.map(\.clause) == (isMust ? [] : ["V1-STS-5"]))
    }
  }

  @Test(arguments: ["V1-SUB-2", "V4-URI-4"])
  func `is the other reading of an open rule, where somebody fixes it`(_ clause: String) throws {
    var count = 0
    for one in try WireCase.all() {
      let request = try SentRequest(wire: one.request.bytes)
      let signature = request.signature
      let key = KnownKey(id: signature.accessKeyID, secret: one.secret.bytes)
      let verdicts = [[:], [clause: Verifier.Ruling.refuse], [clause: .accept]].map {
        Verifier(hosts: HostTable(), keys: [key], rulings: $0)
          .verify(request, to: one.host, in: signature.scope[1].text, at: one.time)
      }
      guard verdicts[0].notes.first?.clause == clause else { continue }
      count += 1
      #expect(verdicts[1].failures.map(\.step) == [.signature])
      #expect(verdicts[2].failures.isEmpty && verdicts[2].notes.isEmpty)
    }
    #expect(count > 1)
  }
}

@Suite struct `The reason of a refusal` {
  /// Every so many cases are tried, since each takes a search; OSSExplainTests does all of these.
  #if DEBUG
    private static let step = 16
  #else
    private static let step = 1
  #endif

  @Test func `is the mistake that the client made, and is proved`() throws {
    let knowledge = try Refusals.knowledge.get()
    var (refused, proved) = (0, 0)
    var wrong: [String] = []
    let cases = try WireCase.all()
    for index in stride(from: 0, to: cases.count, by: Self.step) {
      let one = cases[index]
      var endpoint = try one.endpoint(knowledge)
      let request = WireRequest(try SentRequest(wire: one.request.bytes))
      guard case .answer(let response) = endpoint.decide(request, at: one.time) else { continue }
      refused += 1
      let entry = try #require(endpoint.journal.entries.first)
      #expect(response.fields.contains { $0.name == "x-oss-conform" })
      let isSecret = one.secret.utf8.count > 8
      #expect(!isSecret || !entry.json.compact().contains(one.secret), "\(one.vector)")
      let isNamed = entry.reasons.contains { $0.isProved && one.names.contains($0.id) }
      if isNamed { proved += 1 }
      let first = entry.reasons.first
      if !isNamed, let first, first.certainty == .certain {
        wrong.append("\(one.vector), \(one.id): \(first.id)")
      }
    }
    #expect(refused * 10 > cases.count / Self.step * 9)
    #expect(proved * 100 >= refused * 95, "\(proved) of \(refused)")
    // A request that two mistakes in one make has two right names.
    #expect(wrong.count * 50 < refused, "\(wrong)")
  }

  @Test func `is what is certain, before one of several mistakes that give the same text`() throws {
    let credentials = try Credentials(accessKeyID: "id", accessKeySecret: "secret")
    let now = try Moment(iso8601Basic: "20231203T121212Z")
    let signed = try Signer(credentials, .v1).sign(
      SigningRequest(method: "PUT", bucket: "b", key: "k"), at: now)
    var head = "PUT /b/k HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: image/jpeg\r\n"
    for field in signed.headers { head += "\(field.name): \(field.value)\r\n" }
    let knowledge = try Refusals.knowledge.get()
    let verifier = Verifier(
      hosts: HostTable(), keys: [KnownKey(id: "id".bytes, secret: "secret".bytes)],
      variations: knowledge.variations)
    var endpoint = LiveEndpoint(verifier, buckets: ["b"], knowledge: knowledge)
    _ = endpoint.decide(WireRequest(try SentRequest(wire: (head + "\r\n").bytes)), at: now)
    let entry = try #require(endpoint.journal.entries.first)
    #expect(entry.reasons.first?.id == "content-type-added")
    #expect(entry.reasons.contains { $0.isProved })
    #expect(entry.headline?.hasPrefix("V1-STS-2 ") == true)
    #expect(entry.headline?.contains("Content-Type") == true)
  }
}

@Suite struct `A page of another origin` {
  @Test func `may use the endpoint`() throws {
    let verifier = Verifier(hosts: HostTable(), keys: [])
    var endpoint = LiveEndpoint(verifier, buckets: ["b"])
    let page = ["Host: 127.0.0.1", "Origin: https://app.example"]
    let asked = [
      "Access-Control-Request-Method: PUT", "Access-Control-Request-Headers: authorization",
    ]
    let allowed = endpoint.answer(to: try WireRequest(["OPTIONS /b/k"] + page + asked))
    let refused = endpoint.answer(to: try WireRequest(["GET /b/k"] + page))
    #expect(allowed.status == 200 && refused.status == 403)
    for response in [allowed, refused] {
      let fields = response.fields.filter { $0.name == "Access-Control-Allow-Origin" }
      #expect(fields.map(\.value) == ["https://app.example"])
    }
    #expect(
      allowed.fields.contains { $0.name.hasSuffix("Allow-Headers") && $0.value == "authorization" })
    #expect(endpoint.journal.entries.map(\.method) == ["GET"])
  }
}

extension WireCase {
  /// An endpoint to which the request goes, and which knows its key and its token.
  fileprivate func endpoint(_ knowledge: Knowledge) throws -> LiveEndpoint {
    let request = try SentRequest(wire: request.bytes)
    let signature = request.signature
    let token =
      request.value(of: "x-oss-security-token")
      ?? ["security-token", "x-oss-security-token"].compactMap {
        request.parameters($0).first ?? nil
      }.first
    let key = KnownKey(
      id: signature.accessKeyID, secret: secret.bytes, token: token.map { KnownKey.Token($0) })
    let region = signature.scope[1].isEmpty ? "cn-hangzhou" : signature.scope[1].text
    let name = request.hostName?.text ?? ""
    let hosts =
      switch host {
      case .endpoint(let host, _): HostTable(endpoints: [host.text], region: region)
      case .domain(let bucket?, _): HostTable(domains: [(name, bucket.text)], region: region)
      case .domain, .unknown: HostTable(endpoints: [name], region: region)
      }
    let verifier = Verifier(hosts: hosts, keys: [key], variations: knowledge.variations)
    return LiveEndpoint(verifier, buckets: [], knowledge: knowledge)
  }
}

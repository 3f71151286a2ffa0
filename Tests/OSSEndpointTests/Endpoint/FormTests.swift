import OSSAppServer
import OSSEndpoint
import OSSExplain
import OSSPrimitives
import OSSServices
import OSSSigning
import TestSupport
import Testing

@Suite struct `An upload form` {
  private let now: Moment
  /// What a file may hold: line ends, marks that are none, bytes that are no text.
  private let file = "a\r\n--b\r\n\r\n--".bytes + [0, 0xFF, 0x0D]

  init() throws { now = try Moment(iso8601Basic: "20231203T121212Z") }

  private func endpoint(token: String? = nil) -> LiveEndpoint {
    let key = KnownKey(
      id: "id".bytes, secret: "secret".bytes, token: token.map { KnownKey.Token($0.bytes) })
    return LiveEndpoint(
      Verifier(hosts: HostTable(endpoints: ["oss.test"]), keys: [key]), buckets: ["b"])
  }

  /// The fields that a signer makes.
  private func fields(
    _ version: SignatureVersion, secret: String = "secret", token: String? = nil,
    adding others: [(String, String)] = [("key", "up/${filename}")]
  ) throws -> [(String, String)] {
    let credentials = try Credentials(
      accessKeyID: "id", accessKeySecret: secret, securityToken: token)
    let signer = try PostSigner(credentials, version)
    let policy = try PostPolicy(
      expiration: now.adding(.minutes(1)),
      conditions: [.bucket("b"), .contentLength(1...100)] + signer.conditions(at: now))
    let signed = signer.sign(policy.bytes.span, at: now)
    return others + signed.fields.map { ($0.name, $0.value) }
  }

  private func answer(
    _ endpoint: inout LiveEndpoint, _ fields: [(String, String)], at time: Moment? = nil
  ) throws -> WireResponse {
    var body = Bytes()
    for (name, value) in fields {
      body += "--mark\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".bytes
    }
    body += "--mark\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f.bin\"\r\n".bytes
    body += "Content-Type: image/png\r\n\r\n".bytes + file + "\r\n--mark\r\n".bytes
    body += "Content-Disposition: form-data; name=\"key\"\r\n\r\nlate\r\n--mark--\r\n".bytes
    let lines = [
      "POST /", "Host: b.oss.test", "Content-Type: multipart/form-data; boundary=mark",
    ]
    return endpoint.answer(to: try WireRequest(lines, body: body), at: time ?? now)
  }

  @Test(arguments: [SignatureVersion.v1, .v4(region: "cn-hangzhou")], [nil, "token"])
  func `that is signed stores its file as it was sent`(
    _ version: SignatureVersion, _ token: String?
  ) throws {
    var endpoint = endpoint(token: token)
    let response = try answer(&endpoint, fields(version, token: token))
    #expect(response.status == 204, "\(endpoint.journal.entries.map(\.headline))")
    let entry = try #require(endpoint.journal.entries.first)
    #expect(entry.verdict.isForm && entry.verdict.failures.isEmpty)
    // The same file in the storage, by a signed URL.
    let signer = try Signer(
      Credentials(accessKeyID: "id", accessKeySecret: "secret", securityToken: token), .v1)
    let url = try signer.presign(
      SigningRequest(method: "GET", bucket: "b", key: "up/f.bin"),
      at: OSSSigning.Endpoint("http://oss.test"), now: now, validFor: .minutes(1)
    ).url
    let target = url.replacing("http://b.oss.test/", with: "")
    let stored = endpoint.answer(
      to: try WireRequest(["GET /\(target)", "Host: b.oss.test"]), at: now)
    #expect(stored.body == file)
    #expect(stored.fields.contains { $0.name == "Content-Type" && $0.value == "image/png" })
  }

  @Test func `is refused for its signature, its policy and its fields`() throws {
    let right = try fields(.v1)
    let cases: [([(String, String)], Moment?, VerificationStep, String)] = [
      (try fields(.v1, secret: "other"), nil, .signature, "SignatureDoesNotMatch"),
      (
        try fields(.v4(region: "cn-hangzhou"), secret: "other"), nil, .signature,
        "SignatureDoesNotMatch"
      ),
      (try fields(.v4(region: "cn-beijing")), nil, .form, "InvalidArgument"),
      (right, now.adding(.minutes(1)), .policy, "AccessDenied"),
      (
        right.map { ($0.0, $0.0 == "OSSAccessKeyId" ? "other" : $0.1) }, nil, .key,
        "InvalidAccessKeyId"
      ),
      (right.filter { $0.0 != "Signature" }, nil, .form, "InvalidArgument"),
      (right.filter { $0.0 != "policy" }, nil, .form, "InvalidArgument"),
      (
        right.map { ($0.0, $0.0 == "policy" ? $0.1 + "x" : $0.1) }, nil, .signature,
        "SignatureDoesNotMatch"
      ),
    ]
    for (fields, time, step, code) in cases {
      var endpoint = endpoint()
      let response = try answer(&endpoint, fields, at: time)
      let entry = try #require(endpoint.journal.entries.first)
      #expect(entry.verdict.failures.first?.step == step && entry.code == code, "\(fields)")
      #expect(response.body.text.contains("<Code>\(code)</Code>"))
    }
  }

  @Test func `is refused for its token and for its day`() throws {
    for (sent, code) in [(nil, "InvalidAccessKeyId"), ("other", "InvalidSecurityToken")] {
      var endpoint = endpoint(token: "token")
      _ = try answer(&endpoint, fields(.v1, token: sent))
      #expect(endpoint.journal.entries.first?.code == code)
    }
    var endpoint = endpoint()
    let fields = try fields(.v4(region: "cn-hangzhou")).map {
      ($0.0, $0.0 == "x-oss-date" ? "20231204T121212Z" : $0.1)
    }
    _ = try answer(&endpoint, fields)
    #expect(endpoint.journal.entries.first?.verdict.failures.first?.refusal.ec == "0002-00000709")
  }

  @Test func `is a stranger's without a signature`() throws {
    var endpoint = endpoint()
    #expect(try answer(&endpoint, [("key", "k")]).status == 403)
    #expect(endpoint.journal.entries.first?.code == "AccessDenied")
  }

  @Test(arguments: [("200", 200), ("201", 201), ("299", 204)])
  func `is answered with the status that it asks for`(_ asked: String, _ status: Int) throws {
    var endpoint = endpoint()
    let fields = try fields(.v1, adding: [("key", "k"), ("success_action_status", asked)])
    let response = try answer(&endpoint, fields)
    #expect(response.status == status)
    #expect(response.body.text.contains("<PostResponse>") == (status == 201))
  }
}

import OSSCredentialProviders
import OSSCredentials
import OSSEndpoint
import OSSExplain
import OSSJSON
import OSSPrimitives
import OSSServices
import OSSSigning
import TestSupport
import Testing

/// An endpoint and its token port, without sockets.
struct TokenServer {
  static let secret = "a-secret-of-this-test"
  static let start = Moment(milliseconds: 1_701_605_532_250)

  let service: EndpointService
  let tokens: TokenService

  init(_ grant: @escaping (Int) -> TokenGrant = { _ in TokenGrant() }) {
    let key = KnownKey(id: "id".bytes, secret: Self.secret.bytes)
    let verifier = Verifier(hosts: HostTable(), keys: [key])
    service = EndpointService(
      LiveEndpoint(verifier, buckets: ["bucket", "other"]), clock: { Self.start })
    tokens = TokenService(service, grant: grant)
  }

  /// What a port answers.
  func answer(
    of handler: (any RequestHandler)? = nil, _ line: String, _ headers: [String] = [],
    body: String = ""
  ) throws -> WireResponse {
    try (handler ?? tokens).answer(line, headers, body: body)
  }

  func object(_ line: String) throws -> JSONObject {
    let answer = try answer(line)
    #expect(answer.status == 200, "\(answer.body.text)")
    return try #require(try JSONReader.read(answer.body).objectValue)
  }

  /// Sends a request to the endpoint, signed with V1 and with a token in its header; the code of the
  /// refusal, or 200.
  func send(
    _ method: String, _ resource: String, _ id: String, _ secret: String, _ token: String,
    _ headers: [String: String] = [:], body: String = ""
  ) throws -> String {
    let date = service.now.rfc1123
    let type = headers["content-type"] ?? ""
    var all = headers.filter { $0.key.hasPrefix("x-oss-") }
    if !token.isEmpty { all["x-oss-security-token"] = token }
    let lines = all.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
    let string = ([method, "", type, date] + lines + [resource]).joined(separator: "\n")
    let signature = signatureV1(of: string, secret: secret.bytes)
    let answer = try answer(
      of: service, "\(method) \(resource)",
      lines + ["Host: 127.0.0.1", "Date: " + date, "Authorization: OSS \(id):\(signature)"]
        + (type.isEmpty ? [] : ["Content-Type: " + type]), body: body)
    return answer.body.between("<Code>", "</Code>")?.text ?? (answer.status < 300 ? "200" : "")
  }
}

@Suite struct `The token port` {
  @Test func `gives tokens that the endpoint takes until they end`() throws {
    let server = TokenServer { TokenGrant(lifetime: $0 == 1 ? 60 : 3600) }
    for (path, state) in [
      ("/distribute-token.json", "StatusCode"), ("/credentials", "Code"),
    ] {
      let token = try server.object("GET \(path)")
      #expect(token[state] == (state == "Code" ? "Success" : 200))
      let texts = ["AccessKeyId", "AccessKeySecret", "SecurityToken"].map {
        token[$0]?.stringValue ?? ""
      }
      func status() throws -> String {
        try server.send("PUT", "/bucket/k", texts[0], texts[1], texts[2])
      }
      #expect(try status() == "200")
      let end = try Moment(iso8601: token["Expiration"]?.stringValue ?? "")
      server.service.endpoint.clockOffset = .milliseconds(
        end.since(TokenServer.start).milliseconds - 1)
      #expect(try status() == "200")
      server.service.endpoint.clockOffset = .milliseconds(end.since(TokenServer.start).milliseconds)
      #expect(try status() == "SecurityTokenExpired")
    }
  }

  @Test func `gives each call the token that its grant says`() throws {
    let zone = try #require(TokenGrant.Zone("+08:00"))
    let server = TokenServer {
      TokenGrant(
        lifetime: $0 == 1 ? -1 : 900, repeatsFormer: $0 == 2, spelling: $0 == 3 ? .second : .first,
        zone: $0 == 4 ? zone : .utc)
    }
    let answers = try (1...4).map { _ in try server.object("GET /distribute-token.json") }
    #expect(answers[0]["Expiration"] == "2023-12-03T12:12:11Z")
    #expect(answers[1] == answers[0])
    #expect(answers[2]["expiration"] == "2023-12-03T12:27:12Z")
    #expect(answers[2]["accessKeyId"] == "conform-token-key-3" && answers[2]["StatusCode"] == nil)
    #expect(answers[3]["Expiration"] == "2023-12-03T20:27:12+08:00")
    for text in ["", "8", ".5Z", "+25:00", "Z ", "UTC"] { #expect(TokenGrant.Zone(text) == nil) }
  }

  @Test func `knows the last thousand keys`() throws {
    let server = TokenServer()
    for _ in 1...1001 { _ = try server.object("GET /credentials") }
    let keys = server.service.endpoint.verifier.keys.map { $0.id.text }
    #expect(keys.count == 1001 && keys[0] == "id" && keys[1] == "conform-token-key-2")
  }

  @Test func `holds a token to the actions of its grant`() throws {
    let server = TokenServer { _ in TokenGrant(actions: ["oss:Get*", "oss:PutObject"]) }
    let token = try server.object("GET /credentials")
    let texts = ["AccessKeyId", "AccessKeySecret", "SecurityToken"].map {
      token[$0]?.stringValue ?? ""
    }
    for (method, resource, status) in [
      ("PUT", "/bucket/k", "200"), ("GET", "/bucket/k", "200"),
      ("DELETE", "/bucket/k", "AccessDenied"),
      ("GET", "/bucket/", "AccessDenied"), ("GET", "/", "AccessDenied"),
    ] {
      let answer = try server.send(method, resource, texts[0], texts[1], texts[2])
      #expect(answer == status, "\(method) \(resource)")
    }
  }

  @Test func `answers other calls with 404`() throws {
    #expect(try TokenServer().answer("GET /nothing").status == 404)
  }
}

@Suite struct `AssumeRole` {
  static let role = "acs:ram::1234567890123:role/oss"

  /// Sends a call that the library signs, and gives the answer.
  private func assume(
    _ server: TokenServer, _ parameters: [String: String], id: String = "id",
    method: RPCRequest.Method = .post, format: RPCRequest.Format = .json, nonce: String = "1",
    time: Int64 = 0, version: String = "2015-04-01", action: String = "AssumeRole"
  ) throws -> WireResponse {
    let defaults = ["RoleArn": Self.role, "RoleSessionName": "app"]
    let all = defaults.merging(parameters) { $1 }.filter { !$1.isEmpty }
    let call = try RPCSigner(
      try Credentials(accessKeyID: id, accessKeySecret: TokenServer.secret)
    ).sign(
      RPCRequest(
        action: action, version: version, parameters: all.map { QueryParameter($0, $1) },
        method: method, format: format),
      endpoint: Endpoint("http://127.0.0.1:9302"), nonce: nonce,
      at: server.service.now.adding(.seconds(time)))
    let target = "/" + call.url.drop { $0 != "?" }
    let type = call.contentType.map { ["Content-Type: " + $0] } ?? []
    return try server.answer(
      "\(method.rawValue) \(target)", ["Host: 127.0.0.1:9302"] + type, body: call.body ?? "")
  }

  private func code(_ answer: WireResponse) -> String {
    if answer.status == 200 { return "200" }
    let object = (try? JSONReader.read(answer.body))?.objectValue
    #expect(object?["HostId"] == "127.0.0.1:9302" && object?["RequestId"] != nil)
    return "\(answer.status) \(object?["Code"]?.stringValue ?? "")"
  }

  private static let faults: [(parameter: String, value: String, answer: String)] = [
    ("RoleArn", "acs:ram::1:user/a", "400 InvalidParameter.RoleArn"),
    ("RoleArn", "", "400 MissingRoleArn"), ("RoleSessionName", "", "400 MissingRoleSessionName"),
    ("RoleSessionName", "a", "400 InvalidParameter.RoleSessionName"),
    ("DurationSeconds", "899", "400 InvalidParameter.DurationSeconds"),
    ("DurationSeconds", "3601", "400 InvalidParameter.DurationSeconds"),
    ("DurationSeconds", "1h", "400 InvalidParameter.DurationSeconds"),
    ("Policy", "[]", "400 InvalidParameter.PolicyGrammar"),
    ("Policy", String(repeating: " ", count: 2049), "400 InvalidParameter.PolicySize"),
    ("ExternalId", "é", "400 InvalidParameter.ExternalId"), ("DurationSeconds", "900", "200"),
  ]

  @Test func `takes the parameters that STS takes`() throws {
    let server = TokenServer()
    for (number, fault) in Self.faults.enumerated() {
      let answer = try assume(server, [fault.parameter: fault.value], nonce: "\(number)")
      #expect(code(answer) == fault.answer, "\(fault.parameter): \(answer.body.text)")
    }
    #expect(
      code(try assume(server, [:], nonce: "v", version: "2014-05-26")) == "400 InvalidVersion")
    #expect(code(try assume(server, [:], nonce: "a", action: "GetUser")) == "400 InvalidAction")
  }

  @Test func `takes a call once, near its time, from a key that lasts`() throws {
    let server = TokenServer()
    #expect(code(try assume(server, [:])) == "200")
    #expect(code(try assume(server, [:])) == "400 SignatureNonceUsed")
    for (seconds, answer) in [
      (900, "200"), (-899, "200"), (902, "400 InvalidTimeStamp.Expired"),
      (-902, "400 InvalidTimeStamp.Expired"),
    ] as [(Int64, String)] {
      #expect(code(try assume(server, [:], nonce: "\(seconds)", time: seconds)) == answer)
    }
    server.service.endpoint.clockOffset = .minutes(20)
    #expect(code(try assume(server, [:], nonce: "moved")) == "200")
    #expect(code(try assume(server, [:], id: "nobody")) == "404 InvalidAccessKeyId.NotFound")
    server.service.endpoint.verifier.keys.append(
      KnownKey(
        id: "temporary".bytes, secret: TokenServer.secret.bytes,
        token: KnownKey.Token("token".bytes)))
    #expect(code(try assume(server, [:], id: "temporary")) == "400 MissingSecurityToken")
  }

  @Test func `answers in both formats, and with the shorter of two lives`() throws {
    let server = TokenServer { TokenGrant(lifetime: $0 == 1 ? 60 : 43_200) }
    let first = try assume(server, [:], format: .json)
    let read = try AssumeRoleResponse(
      first.body.span, format: .json, httpStatus: first.status, at: server.service.now)
    #expect(read.token.expiration?.iso8601 == "2023-12-03T12:13:12Z")
    #expect(read.role?.arn == Self.role + "/app")
    let second = try assume(
      server, ["DurationSeconds": "900"], method: .get, format: .xml, nonce: "2")
    let other = try AssumeRoleResponse(
      second.body.span, format: .xml, httpStatus: second.status, at: server.service.now)
    #expect(other.token.expiration?.iso8601 == "2023-12-03T12:27:12Z")
    let refused = try assume(server, [:], format: .xml, nonce: "2")
    #expect(refused.body.contains("<Code>SignatureNonceUsed</Code>"))
  }

  private static let policies: [(policy: String, put: String, get: String, remove: String)] = [
    (#"[{"Effect":"Allow","Action":"oss:*","Resource":"*"}]"#, "200", "200", "200"),
    (
      #"[{"Effect":"Allow","Action":"*","Resource":["acs:oss:*:*:bucket/a/*"]},"#
        + #"{"Effect":"Deny","Action":"oss:DeleteObject","Resource":"acs:oss:*:*:*"}]"#,
      "200", "200", "AccessDenied"
    ),
    (
      #"[{"Effect":"Allow","Action":["oss:GetObject","oss:DeleteObject"],"#
        + #""Resource":"acs:oss:oss-cn-hangzhou:1234567890123456:bucket/?/k"}]"#,
      "AccessDenied", "200", "200"
    ),
    (
      #"[{"Effect":"Allow","Action":"oss:*","Resource":"acs:oss:cn-beijing:*:bucket/*"}]"#,
      "AccessDenied", "AccessDenied", "AccessDenied"
    ),
    (
      #"[{"Effect":"Allow","Action":"oss:*","Resource":"acs:oss:*:*:other/*"}]"#,
      "AccessDenied", "AccessDenied", "AccessDenied"
    ),
  ]

  @Test func `holds a token to its policy`() throws {
    let server = TokenServer()
    for (number, row) in Self.policies.enumerated() {
      let policy = #"{"Version":"1","Statement":\#(row.policy)}"#
      let answer = try assume(server, ["Policy": policy], nonce: "\(number)")
      let given = try JSONReader.read(answer.body).objectValue?["Credentials"]?.objectValue
      let texts = ["AccessKeyId", "AccessKeySecret", "SecurityToken"].map {
        given?[$0]?.stringValue ?? ""
      }
      func send(_ method: String, _ resource: String = "/bucket/a/k", body: String = "") throws
        -> String
      {
        try server.send(method, resource, texts[0], texts[1], texts[2], body: body)
      }
      #expect(try send("PUT") == row.put, "\(row.policy)")
      _ = try server.send("PUT", "/bucket/a/k", "id", TokenServer.secret, "")
      #expect(try send("GET") == row.get, "\(row.policy)")
      #expect(try send("DELETE") == row.remove, "\(row.policy)")
      let keys = "<Delete><Object><Key>a/k</Key></Object></Delete>"
      #expect(try send("POST", "/bucket/?delete", body: keys) == row.remove, "\(row.policy)")
    }
  }

  @Test func `refuses a policy that it cannot judge`() throws {
    let server = TokenServer()
    let allow = #""Effect":"Allow","Action":"oss:*","Resource":"*""#
    for (number, row) in [
      (#""Version":"1","Statement":[{\#(allow),"Condition":{}}]"#, "501 NotImplemented"),
      (#""Version":"1","Statement":[{\#(allow),"NotAction":"a"}]"#, "501 NotImplemented"),
      (#""Version":"2","Statement":[{\#(allow)}]"#, "400 InvalidParameter.PolicyGrammar"),
      (#""Version":"1","Statement":{\#(allow)}"#, "400 InvalidParameter.PolicyGrammar"),
      (#""Version":"1","Statement":[]"#, "400 InvalidParameter.PolicyGrammar"),
      (#""Version":"1","Statement":[{"Effect":"allow"}]"#, "400 InvalidParameter.PolicyGrammar"),
      (#""Version":"1","Statement":[{\#(allow)}],"Id":1"#, "400 InvalidParameter.PolicyGrammar"),
    ].enumerated() {
      let answer = try assume(server, ["Policy": "{\(row.0)}"], nonce: "\(number)")
      #expect(code(answer) == row.1, "\(row.0): \(answer.body.text)")
    }
  }

  @Test func `takes an identity without a signature until it ends`() throws {
    let server = TokenServer()
    func code(_ token: String) throws -> String {
      let call = try FederatedRoleRequest(
        oidcToken: token, providerARN: "acs:ram::1234567890123:oidc-provider/p", roleARN: Self.role,
        roleSessionName: "app")
      let url = try call.url(endpoint: Endpoint("http://127.0.0.1:9302"))
      return self.code(
        try server.answer("GET /" + url.drop { $0 != "?" }, ["Host: 127.0.0.1:9302"]))
    }
    func token(_ end: Int64) -> String {
      "e30.\(Base64.encode("{\"exp\": \(end)}".bytes.span).prefix { $0 != "=" }).x"
    }
    let now = server.service.now.seconds
    #expect(try code("any-token") == "200")
    #expect(try code(token(now + 1)) == "200")
    #expect(try code(token(now)) == "400 AuthenticationFail.OIDCToken.Expired")
  }
}

@Suite struct `The app server's half` {
  @Test func `signs what is a request for an object`() throws {
    let server = TokenServer()
    let date = server.service.now.rfc1123
    let right = try server.answer("POST /sign", body: "PUT\n\n\n\(date)\n/bucket/k")
    #expect(right.status == 200 && right.body.begins(with: "OSS id:"))
    let sent = try server.answer(
      of: server.service, "PUT /bucket/k",
      ["Host: 127.0.0.1", "Date: " + date, "Authorization: " + right.body.text])
    #expect(sent.status == 200)
    let old = server.service.now.adding(.hours(-1)).rfc1123
    for text in [
      "", "anything", "PUT\n\n\n\(date)\n/other/k", "PUT\n\n\n\(date)\n/bucket/",
      "PUT\n\n\n\(date)\n/bucket/k?acl", "PUT\n\n\n\(old)\n/bucket/k",
      "PUT\n\n\n\(date)\nx-oss-copy-source:/bucket/j\n/bucket/k",
    ] {
      #expect(try server.answer("POST /sign", body: text).status == 403, "\(text)")
    }
  }
}

/// The server of an app: it asks STS for a token that has one folder, and hands it out.
private struct AppServer: TokenTransport {
  let sts: STSClient

  func get(_ request: TokenServerRequest) async throws -> TokenServerReply {
    let policy = try AssumeRoleRequest.policy(
      allowing: ["oss:PutObject"], bucket: "bucket", keyPrefix: "users/7/")
    let role = try AssumeRoleRequest(
      roleARN: "acs:ram::1234567890123:role/oss", roleSessionName: "user-7", policy: policy)
    let token = try await sts.assumeRole(role).token
    return TokenServerReply(status: 200, body: TokenResponse.body(handingOut: token))
  }
}

@Suite struct `The libraries` {
  /// Puts objects over a socket with what a provider signs; the statuses.
  private func put(
    _ keys: [String], _ provider: CredentialsURIProvider, _ port: UInt16
  ) async throws -> [String] {
    var statuses: [String] = []
    for key in keys {
      let signed = try await provider.sign(
        try SigningRequest(method: "PUT", bucket: "bucket", key: key))
      let lines = signed.headers.map { "\($0.name): \($0.value)" }
      let head =
        (["PUT /bucket/\(key) HTTP/1.1", "Host: 127.0.0.1", "Content-Length: 0"] + lines)
        .joined(separator: "\r\n") + "\r\n\r\n"
      statuses.append(try await onOwnThread { try RawClient(port).answer(to: head).status })
    }
    return statuses
  }

  @Test func `go from the app over its server and STS to OSS`() async throws {
    let handlers: @Sendable () -> [any RequestHandler] = {
      let server = TokenServer()
      return [server.service, server.tokens]
    }
    try await serving(Limits(), handlers) { ports in
      let (endpoint, tokens) = (ports[0], ports[1])
      let options = RefreshOptions(clock: { TokenServer.start })
      let sts = try STSClient(
        Credentials(accessKeyID: "id", accessKeySecret: TokenServer.secret),
        endpoint: Endpoint("http://127.0.0.1:\(tokens)"), transport: URLSessionTransport(),
        clock: { TokenServer.start })
      for version in [SignatureVersion.v1, .v4(region: "cn-hangzhou")] {
        let scoped = CredentialsURIProvider(
          url: "http://127.0.0.1/", transport: AppServer(sts: sts), options: options,
          version: version)
        #expect(try await put(["users/7/a", "users/8/a"], scoped, endpoint) == ["200", "403"])
        for path in ["distribute-token.json", "credentials"] {
          let own = CredentialsURIProvider(
            url: "http://127.0.0.1:\(tokens)/\(path)", transport: URLSessionTransport(),
            options: options, version: version)
          #expect(try await put(["users/8/a"], own, endpoint) == ["200"])
        }
      }
    }
  }
}

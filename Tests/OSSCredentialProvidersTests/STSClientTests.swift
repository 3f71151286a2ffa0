import OSSCredentialProviders
import OSSCredentials
import OSSPrimitives
import OSSServices
import OSSSigning
import OSSTestDoubles
import Testing

@Suite struct `A client of STS` {
  private let clock = ManualClock()
  private let role: AssumeRoleRequest
  private let credentials: Credentials

  init() throws {
    role = try AssumeRoleRequest(
      roleARN: "acs:ram::123456789012:role/app", roleSessionName: "user-7")
    credentials = try Credentials(accessKeyID: "ak", accessKeySecret: "sk")
  }

  private func client(_ step: @escaping ScriptedTransport.Step) throws -> STSClient {
    try STSClient(credentials, transport: ScriptedTransport(step), clock: clock.read)
  }

  @Test func `asks by a signed GET, and reads the token`() async throws {
    let client = try client { request in
      #expect(request.url.hasPrefix("https://sts.aliyuncs.com/?AccessKeyId=ak&Action=AssumeRole&"))
      #expect(request.url.contains("&RoleSessionName=user-7&"))
      #expect(request.url.contains("&Signature="))
      let body = """
        {"Credentials":{"AccessKeyId":"STS.A","AccessKeySecret":"secret","SecurityToken":"token",\
        "Expiration":"2099-01-01T00:00:00Z"}}
        """
      return TokenServerReply(status: 200, body: Bytes(body.utf8))
    }
    let token = try await client.assumeRole(role).token
    #expect(token.credentials.revealed() == ("secret", "token"))
  }

  /// It is not signed (ROLE-FED-1).
  @Test func `asks without a key for somebody whom an identity provider knows`() async throws {
    let role = try FederatedRoleRequest(
      oidcToken: "e30.e30.c2ln", providerARN: "acs:ram::1:oidc-provider/cluster",
      roleARN: "acs:ram::1:role/app", roleSessionName: "pod")
    #expect("\(role)" == "FederatedRoleRequest(action: AssumeRoleWithOIDC)")
    let transport = ScriptedTransport { request in
      #expect(
        request.url == "https://sts.aliyuncs.com/?Action=AssumeRoleWithOIDC&Format=JSON"
          + "&OIDCProviderArn=acs%3Aram%3A%3A1%3Aoidc-provider%2Fcluster&OIDCToken=e30.e30.c2ln"
          + "&RoleArn=acs%3Aram%3A%3A1%3Arole%2Fapp&RoleSessionName=pod&Version=2015-04-01")
      return TokenServerReply(status: 403, body: Bytes(#"{"Code":"AuthenticationFail"}"#.utf8))
    }
    let error = await #expect(throws: FetchFailure.self) {
      try await STSClient.assumeRole(role, transport: transport, clock: clock.read)
    }
    #expect(error?.description.contains("AuthenticationFail") == true)
    let endpoint = try Endpoint("https://sts.aliyuncs.com/v1")
    await #expect(throws: FetchFailure.self) {
      try await STSClient.assumeRole(
        role, endpoint: endpoint, transport: transport, clock: clock.read)
    }
  }

  @Test func `takes another nonce for each call, a repeated one too: RPC-PAR-5`() async throws {
    let (nonces, heard) = AsyncStream.makeStream(of: Substring.self)
    let client = try client { request in
      let name = try #require(request.url.firstRange(of: "&SignatureNonce="))
      heard.yield(request.url[name.upperBound...].prefix { $0 != "&" })
      return TokenServerReply(status: 500, body: [])
    }
    for _ in 1...3 {
      await #expect(throws: FetchFailure.self) { try await client.assumeRole(role) }
    }
    heard.finish()
    #expect(await nonces.reduce(into: Set<Substring>()) { $0.insert($1) }.count == 3)
  }

  @Test func `shows no token and no secret of a call, however it is printed`() throws {
    let credentials = try Credentials(
      accessKeyID: "ak", accessKeySecret: "hush-secret", securityToken: "hush-token")
    let signer = ACS3Signer(credentials)
    let signed = try signer.sign(
      role.rpcRequest(), endpoint: .sts, nonce: "n", at: Moment(milliseconds: 0))
    let federated = try FederatedRoleRequest(
      oidcToken: "hush-oidc", providerARN: "acs:ram::1:oidc-provider/cluster",
      roleARN: "acs:ram::1:role/app", roleSessionName: "pod")
    #expect(signed.headers.contains { $0.value == "hush-token" })
    for value in [signer, signed, federated] as [Any] {
      var dumped = ""
      dump(value, to: &dumped)
      for text in ["\(value)", String(reflecting: value), dumped] {
        #expect(!text.contains("hush"), "\(text)")
      }
    }
  }

  @Test func `says what STS said when it refused, and of other errors the type alone`() async throws
  {
    let refused = try client { _ in
      TokenServerReply(status: 403, body: Bytes(#"{"Code":"NoPermission","Message":"No."}"#.utf8))
    }
    let error = await #expect(throws: FetchFailure.self) { try await refused.assumeRole(role) }
    #expect(
      error?.description
        == "STS answered with the HTTP status 403, not 200; it says \"NoPermission: No.\".")
    let broken = try client { _ in throw AppError(text: "secret") }
    await #expect(throws: FetchFailure.transport(AppError.shown)) {
      try await broken.assumeRole(role)
    }
  }

  @Test func `speaks of STS in each error, as the source of a provider too`() async throws {
    for body in ["<html>", "[]", "{}", #"{"Credentials":[]}"#] {
      let client = try client { _ in TokenServerReply(status: 200, body: Bytes(body.utf8)) }
      let role = role
      let provider = FederationTokenProvider(
        options: RefreshOptions(seed: 1, clock: clock.read), version: .v1
      ) { try await client.assumeRole(role).token }
      let error = await #expect(throws: ProviderError.self) { try await provider.credentials() }
      let text = try #require(error?.description)
      #expect(text.contains("STS") && !text.contains("token server"), "\(text)")
      #expect(!text.contains("token response"), "\(text)")
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `waits no longer than its time limit, whatever the transport does`() async throws {
    for hears in [true, false] {
      let transport = ScriptedTransport { request in
        #expect(request.timeLimit == .milliseconds(50))
        if hears { try await Task.sleep(nanoseconds: 600_000_000_000) }
        // A transport that does not hear that its task is cancelled.
        await Task.detached { try? await Task.sleep(nanoseconds: 700_000_000_000) }.value
        return TokenServerReply(status: 200, body: [])
      }
      let client = try STSClient(
        credentials, transport: transport, timeLimit: .milliseconds(50), clock: clock.read)
      await #expect(throws: FetchFailure.timedOut) { try await client.assumeRole(role) }
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `ends when its task is cancelled`() async throws {
    let client = try client { _ in
      try await Task.sleep(nanoseconds: 600_000_000_000)
      return TokenServerReply(status: 200, body: [])
    }
    let role = role
    let task = Task { try await client.assumeRole(role) }
    task.cancel()
    await #expect(throws: FetchFailure.cancelled) { try await task.value }
  }

  @Test func `does not take an endpoint with a path, and shows no secret`() throws {
    let endpoint = try Endpoint("https://sts.aliyuncs.com/a")
    #expect(throws: RPCError.endpointPath("/a")) {
      try STSClient(
        credentials, endpoint: endpoint, transport: ScriptedTransport(), clock: clock.read)
    }
    var dumped = ""
    dump(try client { _ in throw AppError(text: "") }, to: &dumped)
    #expect(!dumped.contains("sk"))
  }

  @Test func `an answer that is written is read again, whatever is in it`() throws {
    let token = FederationToken(
      try Credentials(accessKeyID: "STS.A", accessKeySecret: "\"é\\", securityToken: "a+b/="),
      expiration: clock.now)
    let body = TokenResponse.body(handingOut: token)
    #expect(try TokenResponse.token(in: body.span, httpStatus: 200, at: nil) == token)
  }
}

@Suite struct `Endpoints of providers` {
  @Test func `that do not fit are refused before anything is signed`() async throws {
    let provider = CredentialsURIProvider(
      url: "https://app.example.com", transport: ScriptedTransport(), options: RefreshOptions(),
      version: .v4(region: "cn-hangzhou"))
    let put = try SigningRequest(method: "PUT", bucket: "photos", key: "a")
    for (text, error) in [
      (
        "https://photos.example.com",
        EndpointError.bucketInHost(bucket: "photos", host: "photos.example.com")
      ),
      (
        "https://oss-cn-beijing.aliyuncs.com",
        .otherRegion(signed: "cn-hangzhou", host: "oss-cn-beijing.aliyuncs.com")
      ),
    ] {
      let endpoint = try Endpoint(text)
      let found = await failure {
        try await provider.presign(put, at: endpoint, validFor: .hours(1))
      }
      #expect(found == .unusableEndpoint(error))
    }
  }
}

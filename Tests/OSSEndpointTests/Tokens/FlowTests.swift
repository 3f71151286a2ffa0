import OSSCredentialProviders
import OSSCredentials
import OSSEndpoint
import OSSPrimitives
import OSSServices
import OSSSigning
import TestSupport
import Testing

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

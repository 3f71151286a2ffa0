public import OSSCredentials
public import OSSPrimitives
public import OSSServices
public import OSSSigning

/// Asks STS for temporary credentials: what the server of an app does for each user.
///
/// The server is a safe place for the key pair of a RAM user that may assume one role. Whom a token is
/// for, the server decides by a policy:
///
///     let sts = try STSClient(credentials)
///     let policy = try AssumeRoleRequest.policy(
///       allowing: ["oss:PutObject"], bucket: "photos", keyPrefix: "users/7/")
///     let role = try AssumeRoleRequest(
///       roleARN: arn, roleSessionName: "user-7", durationSeconds: 900, policy: policy)
///     let body = TokenResponse.body(handingOut: try await sts.assumeRole(role).token)
public struct STSClient: Sendable {
  private let signer: RPCSigner
  private let endpoint: Endpoint
  private let transport: any TokenTransport
  private let timeLimit: TimeSpan
  private let clock: @Sendable () -> Moment

  /// Makes a client.
  ///
  /// - Parameters:
  ///   - credentials: what the call is signed with.
  ///   - endpoint: where STS is, without a path.
  ///   - transport: what fetches over HTTP. The call is a GET: its URL holds a signature that works once.
  ///   - timeLimit: how long a call may take, an hour at most, whatever the transport does.
  ///   - clock: what reads the clock of the server.
  /// - Throws: `RPCError.endpointPath`.
  public init(
    _ credentials: Credentials, endpoint: Endpoint = .sts,
    transport: any TokenTransport = URLSessionTransport(), timeLimit: TimeSpan = .seconds(60),
    clock: @escaping @Sendable () -> Moment = SystemClock.now
  ) throws(RPCError) {
    if !endpoint.pathPrefix.utf8.isEmpty { throw .endpointPath(endpoint.pathPrefix) }
    signer = RPCSigner(credentials)
    self.endpoint = endpoint
    self.transport = transport
    self.timeLimit = timeLimit
    self.clock = clock
  }

  /// Asks for temporary credentials of a role (ROLE-PAR, ROLE-RSP).
  ///
  /// - Throws: `FetchFailure.stsResponse(_:)`: STS refused the call, or its answer is no token;
  ///   `FetchFailure.timedOut`; another `FetchFailure` where no answer came.
  public func assumeRole(
    _ role: AssumeRoleRequest
  ) async throws(FetchFailure) -> AssumeRoleResponse {
    let nonce = "\(UInt64.random(in: .min ... .max))-\(UInt64.random(in: .min ... .max))"
    let call: SignedRPCRequest
    do {
      call = try signer.sign(
        role.rpcRequest(method: .get), endpoint: endpoint, nonce: nonce, at: clock())
    } catch {
      throw FetchFailure(thrown: error)
    }
    return try await Self.response(
      to: TokenServerRequest(url: call.url, timeLimit: timeLimit), transport, clock)
  }

  /// Asks for temporary credentials with what an identity provider gave, which needs no key of Alibaba
  /// Cloud (ROLE-FED, ROLE-RSP).
  ///
  /// - Parameters:
  ///   - role: the call.
  ///   - endpoint: where STS is, without a path.
  ///   - transport: what fetches over HTTP. The call is a GET: its URL holds what the provider gave.
  ///   - timeLimit: how long the call may take, an hour at most.
  ///   - clock: what reads the clock.
  /// - Throws: what ``assumeRole(_:)`` throws; `FetchFailure` for an endpoint with a path.
  public static func assumeRole(
    _ role: FederatedRoleRequest, endpoint: Endpoint = .sts, transport: any TokenTransport,
    timeLimit: TimeSpan = .seconds(60), clock: @Sendable () -> Moment
  ) async throws(FetchFailure) -> AssumeRoleResponse {
    let url: String
    do { url = try role.url(endpoint: endpoint) } catch { throw FetchFailure(thrown: error) }
    return try await response(
      to: TokenServerRequest(url: url, timeLimit: timeLimit), transport, clock)
  }

  /// What STS answers to a request.
  private static func response(
    to request: TokenServerRequest, _ transport: any TokenTransport, _ clock: () -> Moment
  ) async throws(FetchFailure) -> AssumeRoleResponse {
    let reply = try await reply(to: request, transport)
    do {
      return try AssumeRoleResponse(
        reply.body.span, format: .json, httpStatus: reply.status, at: clock())
    } catch {
      throw .stsResponse(error)
    }
  }
}

extension STSClient {
  /// What the transport gets within the time limit; what it brings later does not count.
  private static func reply(
    to request: TokenServerRequest, _ transport: any TokenTransport
  ) async throws(FetchFailure) -> TokenServerReply {
    let (replies, continuation) = AsyncStream.makeStream(
      of: Result<TokenServerReply, FetchFailure>.self)
    // No group of tasks: it would wait for a transport that does not hear that it is cancelled.
    let fetch = Task {
      do {
        continuation.yield(.success(try await transport.get(request)))
      } catch {
        continuation.yield(.failure(FetchFailure(thrown: error)))
      }
    }
    let timer = Task {
      try await request.timeLimit.sleep()
      continuation.yield(.failure(.timedOut))
    }
    defer {
      fetch.cancel()
      timer.cancel()
    }
    for await reply in replies { return try reply.get() }
    // The stream ends without a reply when the task that reads it is cancelled.
    throw .cancelled
  }
}

extension STSClient: CustomReflectable {
  /// A mirror of the endpoint: what is kept can sign.
  public var customMirror: Mirror { Mirror(self, children: ["endpoint": endpoint]) }
}

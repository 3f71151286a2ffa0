import OSSCredentials
import OSSPrimitives
import OSSSigning

/// A refresh machine at a moment, to which a test sends events in few words.
struct Bench {
  var machine: RefreshMachine
  var now = Moment(milliseconds: 1_700_000_000_000)

  /// A bench whose machine holds nothing, or a token with so many seconds left of so many.
  init(
    _ policy: RefreshPolicy = .scaled, seed: UInt64 = 7, left: Int64? = nil, of life: Int64 = 3600
  ) throws {
    guard let left else {
      machine = RefreshMachine(policy: policy, seed: seed)
      return
    }
    let token = try Bench.token("A", endingAt: now.adding(.seconds(left)))
    machine = RefreshMachine(
      policy: policy, seed: seed, holding: token, obtainedAt: now.adding(.seconds(left - life)))
  }

  /// The token of a name.
  static func token(_ name: String, endingAt end: Moment?) throws -> FederationToken {
    FederationToken(
      try Credentials(
        accessKeyID: "STS.\(name)", accessKeySecret: "secret-\(name)",
        securityToken: "token-\(name)"), expiration: end)
  }

  /// The token of a name that lasts so many seconds from now.
  func token(_ name: String, lasting seconds: Int64? = 3600) throws -> FederationToken {
    try Bench.token(name, endingAt: seconds.map { now.adding(.seconds($0)) })
  }

  /// Sends an event to the machine and writes its actions: "fetch 1", "1 gets A1", "1 fails".
  mutating func send(_ event: RefreshEvent) -> [String] {
    machine.handle(event, at: now).map { action in
      switch action {
      case .fetch(let id): "fetch \(id.number)"
      case .handOut(let given, let caller):
        "\(caller.number) gets \(given.credentials.accessKeyID.dropFirst(4))\(given.generation)"
      case .fail(.fetchFailed, let caller): "\(caller.number) fails"
      case .fail(.backingOff, let caller): "\(caller.number) must wait"
      }
    }
  }

  mutating func ask(_ caller: UInt64) -> [String] { send(.asked(CallerID(caller))) }

  mutating func fetched(_ name: String, _ id: UInt64, lasting seconds: Int64? = 3600) throws
    -> [String]
  {
    send(.fetched(try token(name, lasting: seconds), FetchID(id)))
  }

  mutating func failed(_ id: UInt64) -> [String] {
    send(.failed(.transport("refused"), FetchID(id)))
  }

  mutating func pass(_ milliseconds: Int64) { now = now.adding(.milliseconds(milliseconds)) }
}

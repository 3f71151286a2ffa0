import OSSCredentials
import OSSPrimitives
import OSSSigning
import TestSupport
import Testing

// The vectors of credentials/timeline-… are played on the machine; exact actions are here.
@Suite struct `The refresh machine` {

  /// In quadratic time this would take minutes.
  @Test func `a hundred thousand callers that leave take linear time`() throws {
    var bench = try Bench()
    for caller in 0..<100_000 { _ = bench.ask(UInt64(caller)) }
    for caller in 0..<100_000 where caller != 77 {
      _ = bench.send(.cancelled(CallerID(UInt64(caller))))
    }
    #expect(try bench.fetched("A", 1) == ["77 gets A1"])
  }

  @Test func `callers that come and go keep their order`() throws {
    var bench = try Bench()
    for caller in 0..<1000 {
      _ = bench.ask(UInt64(caller))
      if caller % 3 != 0 { _ = bench.send(.cancelled(CallerID(UInt64(caller)))) }
    }
    let expected = stride(from: 0, to: 1000, by: 3).map { "\($0) fails" }
    #expect(bench.failed(1) == expected)
  }

  @Test func `a caller that asks twice is answered once`() throws {
    var bench = try Bench()
    #expect(bench.ask(1) == ["fetch 1"])
    #expect(bench.ask(1) == [])
    #expect(try bench.fetched("A", 1) == ["1 gets A1"])
  }

  @Test func `a result that no caller waits for is not used twice`() throws {
    var bench = try Bench()
    #expect(bench.ask(1) == ["fetch 1"])
    #expect(try bench.fetched("A", 1) == ["1 gets A1"])
    #expect(try bench.fetched("B", 1) == [])
    #expect(bench.failed(9) == [])
    #expect(bench.ask(2) == ["2 gets A1"])
  }
}

@Suite struct `The fast path of the refresh machine` {
  @Test(arguments: [RefreshPolicy.scaled, .fiveMinutes])
  func `the fast path gives what asking gives, if asking fetches nothing`(policy: RefreshPolicy)
    throws
  {
    var counted = 0
    for lifetime: Int64 in [30, 900, 3600, 43_200] {
      for left in stride(from: -10, through: lifetime, by: 5) {
        var bench = try Bench(policy, left: left, of: lifetime)
        let fast = bench.machine.freshCredentials(at: bench.now)
        let actions = bench.machine.handle(.asked(CallerID(1)), at: bench.now)
        if let fast {
          #expect(actions == [.handOut(fast, CallerID(1))])
        } else {
          // A token that has just come and is in its window already is not fetched again at once.
          let isNew = left == lifetime
          #expect(actions.count { if case .fetch = $0 { true } else { false } } == (isNew ? 0 : 1))
        }
        counted += 1
      }
    }
    #expect(counted == 9_558)
  }

  @Test func `the fast path gives nothing if no token is held`() throws {
    let bench = try Bench()
    #expect(bench.machine.freshCredentials(at: bench.now) == nil)
  }

  @Test func `the fast path still gives a token after the clock stepped back`() throws {
    var bench = try Bench(left: 3000)
    bench.pass(-3_600_000)
    #expect(bench.machine.freshCredentials(at: bench.now)?.generation == 1)
  }

  @Test func `the fast path uses the corrected clock`() throws {
    var bench = try Bench(left: 3000)
    #expect(bench.send(.clockCorrected(ClockOffset(.seconds(2995)))) == [])
    #expect(bench.machine.freshCredentials(at: bench.now) == nil)
    #expect(bench.ask(1) == ["fetch 1"])
    #expect(bench.send(.clockCorrected(.zero)) == [])
    #expect(bench.machine.freshCredentials(at: bench.now)?.generation == 1)
  }

  /// CRED-RUN-29: a script cannot say it, for its tokens differ in every part.
  @Test func `a token with the same ID and another secret is another token`() throws {
    var bench = try Bench(left: 3000)
    let other = try Credentials(
      accessKeyID: "STS.A", accessKeySecret: "secret-B", securityToken: "token-A")
    let end = bench.now.adding(.seconds(3600))
    #expect(bench.send(.replaced(FederationToken(other, expiration: end))) == [])
    #expect(bench.send(.rejected(generation: 1)) == [])
    #expect(bench.ask(1) == ["1 gets A2"])
  }
}

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

@Suite struct `Back-off` {
  /// CRED-RUN-14: `d` after so many failures in a row, in milliseconds.
  @Test(arguments: [
    (1, 1000), (2, 2000), (3, 4000), (4, 8000), (5, 16_000), (6, 32_000), (7, 60_000),
    (8, 60_000), (64, 60_000), (.max, 60_000), (0, 1000), (.min, 1000),
  ])
  func `the back-off is between half its bound and its bound`(failures: Int, milliseconds: Int64) {
    var shortest = Int64.max
    var longest = Int64.min
    for seed in 0..<2000 {
      var backOff = BackOff(seed: UInt64(seed))
      let delay = backOff.delay(afterFailures: failures).milliseconds
      shortest = min(shortest, delay)
      longest = max(longest, delay)
    }
    #expect(shortest >= milliseconds / 2)
    #expect(longest <= milliseconds)
    // Two thousand draws reach the last fiftieth of the range at both ends.
    #expect(shortest < milliseconds / 2 + milliseconds / 50)
    #expect(longest > milliseconds - milliseconds / 50)
  }

  @Test func `the back-off is the same for the same seed, and differs each time`() {
    var one = BackOff(seed: 42)
    var other = BackOff(seed: 42)
    var delays: [Int64] = []
    for _ in 0..<8 {
      let delay = one.delay(afterFailures: 7)
      #expect(delay == other.delay(afterFailures: 7))
      delays.append(delay.milliseconds)
    }
    #expect(Set(delays).count > 5)
    #expect(one == other)
  }
}

/// CRED-RUN-12: an error says why, and when to ask again.
@Suite struct `Errors of the refresh machine` {
  static let failures: [FetchFailure] = [
    .transport("The connection was reset."), .response(.notDecoded), .stsResponse(.notDecoded),
    .nothingReturned, .timedOut,
    .cancelled, .expired(Moment(milliseconds: 5)),
    .sameAsRejected(accessKeyID: "STS.A"),
  ]

  @Test(arguments: failures)
  func `an error has its cause and the time of the next attempt`(failure: FetchFailure) throws {
    var bench = try Bench()
    _ = bench.ask(1)
    let first = bench.machine.handle(.failed(failure, FetchID(1)), at: bench.now)
    guard case .fail(let error, CallerID(1)) = try #require(first.first) else {
      Issue.record("The caller has no answer.")
      return
    }
    #expect(error.cause == failure)
    let wait = error.retryAt.since(bench.now).milliseconds
    #expect((500...1000).contains(wait))
    #expect(error.description.contains(failure.description))
    let next = bench.machine.handle(.asked(CallerID(2)), at: bench.now)
    #expect(next == [.fail(.backingOff(failure, retryAt: error.retryAt), CallerID(2))])
  }

  @Test func `each error has its own description`() {
    let texts = Self.failures.flatMap { failure in
      let moment = Moment(milliseconds: 9)
      return [
        CredentialsError.fetchFailed(failure, retryAt: moment).description,
        CredentialsError.backingOff(failure, retryAt: moment).description,
      ]
    }
    #expect(Set(texts).count == 16)
  }

  @Test func `actions and errors show no secret and no token`() throws {
    var bench = try Bench(left: 3000)
    _ = bench.send(.rejected(generation: 1))
    _ = bench.ask(1)
    let token = try bench.token("A")
    var texts: [String] = []
    for event in [RefreshEvent.fetched(token, FetchID(1)), .asked(CallerID(2))] {
      texts += ShownTexts.texts(bench.machine.handle(event, at: bench.now))
      texts += ShownTexts.texts(bench.machine)
    }
    #expect(texts.count == 16)
    for text in texts {
      #expect(!text.contains("secret-A"))
      #expect(!text.contains("token-A"))
    }
  }
}

import OSSCredentials
import OSSPrimitives
import TestSupport
import Testing

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

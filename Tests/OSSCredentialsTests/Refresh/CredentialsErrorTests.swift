import OSSCredentials
import OSSPrimitives
import OSSSigning
import Testing

/// CRED-RUN-12: an error says why, and when to try again.
@Suite struct `Errors of the refresh machine` {
  static let failures: [FetchFailure] = [
    .transport("The connection was reset."), .response(.notDecoded), .nothingReturned, .timedOut,
    .cancelled, .expired(Moment(milliseconds: 5)),
    .sameAsRejected(accessKeyID: "STS.A"),
  ]

  @Test(arguments: failures)
  func `carry their cause and the next attempt`(failure: FetchFailure) throws {
    var bench = try Bench()
    _ = bench.ask(1)
    let first = bench.machine.handle(.failed(failure, FetchID(1)), at: bench.now)
    guard case .fail(let error, CallerID(1)) = try #require(first.first) else {
      Issue.record("The caller is not told.")
      return
    }
    #expect(error.cause == failure)
    let wait = error.retryAt.since(bench.now).milliseconds
    #expect((500...1000).contains(wait))
    #expect(error.description.contains(failure.description))
    let next = bench.machine.handle(.asked(CallerID(2)), at: bench.now)
    #expect(next == [.fail(.backingOff(failure, retryAt: error.retryAt), CallerID(2))])
  }

  @Test func `have descriptions of their own`() {
    let texts = Self.failures.flatMap { failure in
      let moment = Moment(milliseconds: 9)
      return [
        CredentialsError.fetchFailed(failure, retryAt: moment).description,
        CredentialsError.backingOff(failure, retryAt: moment).description,
      ]
    }
    #expect(Set(texts).count == 14)
  }

  @Test func `show no secret and no token`() throws {
    var bench = try Bench(left: 3000)
    _ = bench.tell(.rejected(generation: 1))
    _ = bench.ask(1)
    let token = try bench.token("A")
    var texts: [String] = []
    for event in [RefreshEvent.fetched(token, FetchID(1)), .asked(CallerID(2))] {
      let actions = bench.machine.handle(event, at: bench.now)
      texts += [String(describing: actions), String(reflecting: actions)]
      var dumped = ""
      dump(actions, to: &dumped)
      dump(bench.machine, to: &dumped)
      texts.append(dumped)
    }
    #expect(texts.count == 6)
    for text in texts {
      #expect(!text.contains("secret-A"))
      #expect(!text.contains("token-A"))
    }
  }
}

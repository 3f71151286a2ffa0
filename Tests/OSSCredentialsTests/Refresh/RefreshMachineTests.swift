import OSSCredentials
import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `The refresh machine` {
  @Test func `fetches once for all who ask`() throws {
    var bench = try Bench()
    #expect(bench.ask(1) == ["fetch 1"])
    #expect(bench.ask(2) == [])
    #expect(bench.ask(3) == [])
    #expect(try bench.fetched("A", 1) == ["1 gets A1", "2 gets A1", "3 gets A1"])
    #expect(bench.ask(4) == ["4 gets A1"])
  }

  @Test func `hands out in the advisory window and renews behind it`() throws {
    var bench = try Bench(left: 899)
    #expect(bench.ask(1) == ["1 gets A1", "fetch 1"])
    #expect(bench.ask(2) == ["2 gets A1"])
    #expect(try bench.fetched("B", 1) == [])
    #expect(bench.ask(3) == ["3 gets B2"])
  }

  @Test func `lets all wait in the mandatory window`() throws {
    var bench = try Bench(left: 59)
    #expect(bench.ask(1) == ["fetch 1"])
    #expect(bench.ask(2) == [])
    #expect(try bench.fetched("B", 1) == ["1 gets B2", "2 gets B2"])
  }

  @Test func `hands out what is held when a fetch fails before its end`() throws {
    var bench = try Bench(left: 59)
    #expect(bench.ask(1) == ["fetch 1"])
    #expect(bench.failed(1) == ["1 gets A1"])
    #expect(bench.ask(2) == ["2 gets A1"])
    bench.pass(1000)
    #expect(bench.ask(3) == ["fetch 2"])
    bench.pass(58_000)
    #expect(bench.failed(2) == ["3 fails"])
    #expect(bench.ask(4) == ["4 is turned away"])
    bench.pass(2000)
    #expect(bench.ask(5) == ["fetch 3"])
    #expect(try bench.fetched("B", 3) == ["5 gets B2"])
  }

  @Test func `takes no expired token and not the one that was rejected`() throws {
    var bench = try Bench(left: 3000)
    #expect(bench.tell(.rejected(generation: 2)) == [])
    #expect(bench.ask(1) == ["1 gets A1"])
    #expect(bench.tell(.rejected(generation: 1)) == [])
    #expect(bench.ask(2) == ["fetch 1"])
    #expect(try bench.fetched("A", 1) == ["2 fails"])
    bench.pass(1000)
    #expect(bench.ask(3) == ["fetch 2"])
    #expect(try bench.fetched("B", 2, lasting: 0) == ["3 fails"])
    bench.pass(2000)
    #expect(bench.ask(4) == ["fetch 3"])
    #expect(try bench.fetched("B", 3) == ["4 gets B2"])
  }

  @Test func `forgets a caller that no longer waits, not the fetch`() throws {
    var bench = try Bench()
    #expect(bench.ask(1) == ["fetch 1"])
    #expect(bench.ask(2) == [])
    #expect(bench.tell(.cancelled(CallerID(1))) == [])
    #expect(bench.tell(.cancelled(CallerID(9))) == [])
    #expect(try bench.fetched("A", 1) == ["2 gets A1"])
  }

  @Test func `drops the result of a fetch that a replacement overtook`() throws {
    var bench = try Bench()
    #expect(bench.ask(1) == ["fetch 1"])
    #expect(bench.tell(.replaced(try bench.token("R"))) == ["1 gets R1"])
    #expect(try bench.fetched("A", 1) == [])
    #expect(bench.ask(2) == ["2 gets R1"])
    #expect(bench.tell(.replaced(try bench.token("S", lasting: 0))) == [])
    #expect(bench.ask(3) == ["3 gets R1"])
  }

  @Test func `makes no loop of fetches where a server gives what is about to end`() throws {
    var bench = try Bench(.fiveMinutes)
    #expect(bench.ask(1) == ["fetch 1"])
    #expect(try bench.fetched("A", 1, lasting: 200) == ["1 gets A1"])
    #expect(bench.ask(2) == ["2 gets A1"])
    bench.pass(9_999)
    #expect(bench.ask(3) == ["3 gets A1"])
    bench.pass(1)
    #expect(bench.ask(4) == ["fetch 2"])
    #expect(try bench.fetched("A", 2, lasting: 190) == ["4 gets A1"])
    #expect(bench.ask(5) == ["5 gets A1"])
  }

  @Test func `lets a clock that steps back stretch no wait`() throws {
    var bench = try Bench()
    #expect(bench.ask(1) == ["fetch 1"])
    #expect(bench.failed(1) == ["1 fails"])
    bench.pass(-3_600_000)
    #expect(bench.ask(2) == ["2 is turned away"])
    bench.pass(1000)
    #expect(bench.ask(3) == ["fetch 2"])
  }

  @Test func `judges by the corrected clock`() throws {
    var bench = try Bench(left: 3000)
    #expect(bench.tell(.clockCorrected(ClockOffset(.seconds(2995)))) == [])
    #expect(bench.machine.freshCredentials(at: bench.now) == nil)
    #expect(bench.ask(1) == ["fetch 1"])
    #expect(bench.tell(.clockCorrected(.zero)) == [])
    #expect(bench.machine.freshCredentials(at: bench.now)?.generation == 1)
  }

  @Test func `a step on a value gives what the machine does`() throws {
    let now = Moment(milliseconds: 0)
    let state = RefreshState(policy: .scaled, seed: 1)
    let (next, actions) = RefreshMachine.step(state, .asked(CallerID(1)), at: now)
    #expect(actions == [.fetch(FetchID(1))])
    let token = try Bench.token("A", endingAt: nil)
    let (_, answers) = RefreshMachine.step(next, .fetched(token, FetchID(1)), at: now)
    #expect(answers.count == 1)
  }
}

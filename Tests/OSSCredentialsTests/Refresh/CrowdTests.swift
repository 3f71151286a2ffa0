import OSSCredentials
import Testing

@Suite struct `Crowds at the refresh machine` {
  @Test func `ten thousand callers at an expired token make one fetch and are all served`() throws {
    var bench = try Bench(left: 0)
    var fetches = 0
    for caller in 0..<10_000 { fetches += bench.ask(UInt64(caller)).count }
    #expect(fetches == 1)
    let answers = try bench.fetched("B", 1)
    #expect(answers.count == 10_000)
    #expect(answers.first == "0 gets B2")
    #expect(answers.last == "9999 gets B2")
  }

  /// In quadratic time this takes minutes.
  @Test func `a hundred thousand callers that leave cost no more than that they came`() throws {
    var bench = try Bench()
    for caller in 0..<100_000 { _ = bench.ask(UInt64(caller)) }
    for caller in 0..<100_000 where caller != 77 {
      _ = bench.tell(.cancelled(CallerID(UInt64(caller))))
    }
    #expect(try bench.fetched("A", 1) == ["77 gets A1"])
  }

  @Test func `callers that come and go keep their order`() throws {
    var bench = try Bench()
    for caller in 0..<1000 {
      _ = bench.ask(UInt64(caller))
      if caller % 3 != 0 { _ = bench.tell(.cancelled(CallerID(UInt64(caller)))) }
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

  @Test func `a result that nobody waits for any more is not taken twice`() throws {
    var bench = try Bench()
    #expect(bench.ask(1) == ["fetch 1"])
    #expect(try bench.fetched("A", 1) == ["1 gets A1"])
    #expect(try bench.fetched("B", 1) == [])
    #expect(bench.failed(9) == [])
    #expect(bench.ask(2) == ["2 gets A1"])
  }
}

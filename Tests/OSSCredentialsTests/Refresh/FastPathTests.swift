import OSSCredentials
import Testing

@Suite struct `The fast path` {
  @Test(arguments: [RefreshPolicy.scaled, .fiveMinutes])
  func `gives what asking gives, where asking fetches nothing`(policy: RefreshPolicy) throws {
    var counted = 0
    for lifetime: Int64 in [30, 900, 3600, 43_200] {
      for left in stride(from: -10, through: lifetime, by: 5) {
        var bench = try Bench(policy, left: left, of: lifetime)
        let fast = bench.machine.freshCredentials(at: bench.now)
        let actions = bench.machine.handle(.asked(CallerID(1)), at: bench.now)
        if let fast {
          #expect(actions == [.handOut(fast, CallerID(1))])
        } else {
          // A token that has just come and lies in its window is not fetched anew at once.
          let isNew = left == lifetime
          #expect(actions.count { if case .fetch = $0 { true } else { false } } == (isNew ? 0 : 1))
        }
        counted += 1
      }
    }
    #expect(counted == 9_558)
  }

  @Test func `gives nothing where nothing is held`() throws {
    let bench = try Bench()
    #expect(bench.machine.freshCredentials(at: bench.now) == nil)
  }

  @Test func `does not mind a clock that stepped back`() throws {
    var bench = try Bench(left: 3000)
    bench.pass(-3_600_000)
    #expect(bench.machine.freshCredentials(at: bench.now)?.generation == 1)
  }
}

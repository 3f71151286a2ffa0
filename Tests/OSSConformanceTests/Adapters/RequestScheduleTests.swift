import OSSConformance
import OSSVectors
import Testing

@Suite struct `The schedule of requests` {
  /// Limits in ticks, so that a script can be read.
  static var limits: AdapterLimits {
    var limits = AdapterLimits()
    limits.request = 10
    limits.window = 3
    limits.failuresInARow = 2
    limits.fruitless = 50
    limits.failedStartsInARow = 2
    return limits
  }

  static func schedule(_ count: Int, window: Int = 3) -> RequestSchedule {
    RequestSchedule(requests: Array(0..<count), window: window, limits: limits, now: 0)
  }

  /// Takes all that may be sent at a time.
  static func take(_ schedule: inout RequestSchedule, now: Int64) -> [Int] {
    var taken: [Int] = []
    while taken.count < 100, let next = schedule.takeNext(now: now) { taken.append(next) }
    return taken
  }

  @Test(arguments: [(1, 1), (2, 2), (9, 3), (0, 1)])
  func `sends no more than either side wants`(window: Int, sent: Int) {
    var schedule = Self.schedule(9, window: window)
    #expect(Self.take(&schedule, now: 0).count == sent)
  }

  @Test func `starts a request's time when it becomes the oldest`() {
    var schedule = Self.schedule(4)
    #expect(schedule.deadline == nil)
    _ = Self.take(&schedule, now: 1)
    #expect(schedule.deadline == 11)
    schedule.answered(1, now: 5)
    #expect(schedule.deadline == 11)
    schedule.answered(0, now: 7)
    #expect(schedule.deadline == 17)
  }

  @Test func `lets nothing join the last suspect`() {
    var schedule = Self.schedule(3, window: 1)
    #expect(Self.take(&schedule, now: 0) == [0])
    schedule.answered(0, now: 1)
    #expect(Self.take(&schedule, now: 1) == [1])
    #expect(schedule.failed(.late, now: 11) == [])
    var wide = Self.schedule(4)
    _ = Self.take(&wide, now: 0)
    wide.answered(0, now: 1)
    wide.answered(1, now: 1)
    #expect(wide.failed(.late, now: 11) == [])
    wide.started()
    #expect(Self.take(&wide, now: 12) == [2])
    wide.answered(2, now: 13)
    #expect(Self.take(&wide, now: 13) == [3])
  }

  @Test func `gives up after failures in a row that also cost time`() {
    var schedule = Self.schedule(5, window: 1)
    for (request, now) in [(0, Int64(10)), (1, 20), (2, 30)] {
      #expect(Self.take(&schedule, now: now) == [request])
      #expect(schedule.failed(.late, now: now + 10) == [.init(request: request, reply: .timeout)])
      schedule.started()
    }
    #expect(Self.take(&schedule, now: 41) == [3])
    let given = "not tried: the 4 requests tried before it failed one by one"
    #expect(
      schedule.failed(.late, now: 51) == [
        .init(request: 3, reply: .timeout), .init(request: 4, reply: .crash(given)),
      ])
    #expect(schedule.isFinished)
  }

  @Test func `an answer begins the count again`() {
    var schedule = Self.schedule(9, window: 1)
    #expect(Self.take(&schedule, now: 100) == [0])
    #expect(schedule.failed(.late, now: 110).count == 1)
    schedule.started()
    #expect(Self.take(&schedule, now: 111) == [1])
    schedule.answered(1, now: 112)
    #expect(Self.take(&schedule, now: 200) == [2])
    #expect(schedule.failed(.late, now: 210) == [])
    schedule.started()
    #expect(Self.take(&schedule, now: 211) == [2])
    #expect(schedule.failed(.late, now: 221).count == 1)
    #expect(!schedule.isFinished)
  }
}

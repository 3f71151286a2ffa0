internal import OSSPrimitives
internal import OSSVectors

/// A run of requests through one adapter, apart from the process: names on the wire, and replies.
///
/// Lines come in, settlements come out, so it can be tested with a script of lines.
struct AdapterSession {
  /// Decides what is sent and who is charged.
  var schedule: RequestSchedule

  /// How fast the adapter is.
  var pace = AdapterPace()

  /// The requests that this process has been sent, by seq; those with a reply keep their place.
  private var requests: [UInt64: Int] = [:]

  /// Begins a run.
  init(schedule: RequestSchedule) {
    self.schedule = schedule
  }

  /// Whether every request has its reply.
  var isFinished: Bool { schedule.isFinished }

  /// Decides how long the adapter may be left alone, in nanoseconds.
  mutating func pause() -> Int64 {
    pace.pause(outstanding: schedule.outstanding.count, window: schedule.window)
  }

  /// Notes that a fresh process is ready, which knows nothing of what the last one was sent.
  mutating func started() {
    requests.removeAll(keepingCapacity: true)
    schedule.started()
    pace = AdapterPace()
  }

  /// Appends the lines of every request that may be sent now.
  mutating func send(
    _ all: [AdapterRequest], numbers: inout SequenceNumbers, to buffer: inout Bytes, now: Int64
  ) {
    while let request = schedule.takeNext(now: now) {
      let number = numbers.next()
      requests[number] = request
      RequestLine.append(all[request], seq: Self.seq(number), to: &buffer)
    }
  }

  /// Takes in one line that an adapter has written.
  ///
  /// - Parameters:
  ///   - bytes: Holds the line.
  ///   - range: Where in the bytes the line stands, without its LF.
  ///   - now: The time.
  /// - Returns: The request that has its reply by this line. What is wrong with a line that names its
  ///   request is that request's failure: the adapter speaks, and only this reply is lost.
  /// - Throws: A ``LineFault`` if the line belongs to no request that is outstanding.
  mutating func receive(
    _ bytes: borrowing Bytes, in range: Range<Int>, now: Int64
  ) throws(LineFault) -> (request: Int, reply: Reply, fault: LineFault?) {
    let line = try ReplyLine(bytes, in: range)
    guard let number = Self.number(line.seq), let request = requests[number] else {
      throw .unknownSeq(line.seq)
    }
    guard schedule.isOutstanding(request) else { throw .secondReply(line.seq) }
    schedule.answered(request, now: now)
    do throws(LineFault) {
      return (request, try line.reply(), nil)
    } catch {
      return (request, .failed(message: nil), error)
    }
  }

  /// A number as it is written: sixteen lower-case hexadecimal digits.
  static func seq(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// The number that was written so, if it is one.
  static func number(_ seq: String) -> UInt64? {
    guard seq.utf8.count == 16, let number = UInt64(seq, radix: 16) else { return nil }
    return seq.utf8.contains { (UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0) || $0 == 0x2B }
      ? nil : number
  }
}

/// How fast an adapter replies, and how long it may be left alone.
///
/// An adapter that writes its replies one by one would wake the runner for each, and both pay for
/// it. As long as much of its window is still to be done, the runner can sleep through some replies
/// and then take them all at once, and the adapter does not run out of work.
package struct AdapterPace {
  /// The mean time between replies lately; 0 while it is not known.
  private var interval: Int64 = 0
  private var lastReply: Int64 = 0
  /// How many replies the last sleep was meant for; 0 if there was none.
  private var expected = 0
  /// How many more times to look for replies without a sleep.
  private var unpaused = 8
  /// How often it turned out to be faster than it seemed.
  private var mistakes = 0

  /// A reply that comes sooner than this is not worth a sleep.
  private static let shortestInterval: Int64 = 40_000
  /// However slow an adapter seems, the runner looks after it this often.
  private static let longestPause: Int64 = 1_000_000

  /// Begins without knowledge.
  package init() {}

  /// Notes that replies have come.
  ///
  /// - Parameters:
  ///   - count: How many, at least one.
  ///   - now: When.
  package mutating func received(_ count: Int, now: Int64) {
    defer { expected = 0 }
    if expected > 0, count > expected + expected / 2 {
      // It is faster than it seemed. The sleep itself hides by how much, so measure without one for
      // a while, and the longer the more often this happens.
      interval = 0
      mistakes += 1
      unpaused = 8 << min(mistakes, 10)
    } else if lastReply > 0 {
      let latest = (now - lastReply) / Int64(count)
      interval = interval == 0 ? latest : (3 * interval + latest) / 4
    }
    lastReply = now
  }

  /// Decides how long to sleep before looking for replies, in nanoseconds.
  ///
  /// - Parameters:
  ///   - outstanding: How many requests the adapter still has.
  ///   - window: How many it may have; half of them are left as a reserve.
  package mutating func pause(outstanding: Int, window: Int) -> Int64 {
    let spare = outstanding - (window + 1) / 2
    guard unpaused == 0 else {
      unpaused -= 1
      return 0
    }
    guard spare > 0, interval >= Self.shortestInterval else { return 0 }
    let pause = min(interval * Int64(spare), Self.longestPause)
    expected = Int(pause / interval)
    return pause
  }
}

/// The numbers that name requests on the wire, from which an adapter can learn nothing.
///
/// They are the output of SplitMix64, a bijection of a counter: no two are the same in a run, and
/// their order says nothing to who does not know the seed.
struct SequenceNumbers {
  private var numbers: SplitMix64

  /// Begins a sequence.
  ///
  /// - Parameter seed: Where to begin; a random number for a live run.
  init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

  /// The next number.
  mutating func next() -> UInt64 { numbers.next() }
}

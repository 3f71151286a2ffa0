internal import OSSPrimitives
internal import OSSVectors

/// A run of requests through one adapter, apart from the process: names on the wire, and replies.
///
/// Lines come in, settlements come out, so it can be tested with a script of lines.
struct AdapterSession {
  /// Decides what is sent and who is charged.
  var schedule: RequestSchedule

  /// The requests that this process has been sent, by seq; those with a reply keep their place.
  private var requests: [UInt64: Int] = [:]

  /// Begins a run.
  init(schedule: RequestSchedule) {
    self.schedule = schedule
  }

  /// Whether every request has its reply.
  var isFinished: Bool { schedule.isFinished }

  /// Notes that a fresh process is ready, which knows nothing of what the last one was sent.
  mutating func started() {
    requests.removeAll(keepingCapacity: true)
    schedule.started()
  }

  /// Appends the lines of every request that may be sent now.
  ///
  /// The numbers that name them are a bijection of a counter: no two are the same, and an adapter
  /// that does not know the seed learns nothing from their order.
  mutating func send(
    _ all: [AdapterRequest], numbers: inout SplitMix64, to buffer: inout Bytes, now: Int64
  ) {
    while let request = schedule.takeNext(now: now) {
      let number = numbers.next()
      requests[number] = request
      RequestLine.append(all[request], seq: Self.seq(number), to: &buffer)
    }
  }

  /// Takes in one line that an adapter has written.
  ///
  /// - Returns: The request that has its reply by this line. What is wrong with a line that names its
  ///   request is that request's failure: the adapter speaks, and only this reply is lost.
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

internal import OSSEndpoint
internal import OSSPrimitives

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A running adapter and the bytes on their way to and from it.
///
/// Writing never waits and reading waits only in ``exchange(until:)``, which does both, so that an
/// adapter that does not read while it writes, or the other way round, cannot stop the runner.
struct AdapterConnection: ~Copyable {
  /// What one exchange came to.
  enum Exchange: Hashable {
    /// Bytes came in.
    case received
    /// Nothing came before the deadline, or for a short while.
    case quiet
    /// Nothing will come any more.
    case ended
  }

  /// What the adapter has written.
  private(set) var incoming: LineBuffer

  /// Lines to send; what was sent is taken out when all of it is.
  var outgoing = Bytes()

  private var sent = 0
  private var trace: AdapterTrace?
  /// Why the trace lacks lines, if it does.
  var traceFault: FileError? { trace?.fault }
  /// How much of what is to be sent is in the trace.
  private var traced = 0
  private var child: ChildProcess
  private var isBroken = false

  /// How long to wait before looking whether the process is still there.
  ///
  /// Its end closes its output, which is seen at once, but for one whose own child holds the output.
  private static let slice: Int64 = 50_000_000

  /// How long an adapter that has closed its output may take until its end can be known.
  private static let endingGrace: Int64 = 100_000_000

  /// Starts an adapter.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments.
  ///   - showsErrors: Whether its standard error is shown.
  ///   - limits: The longest line, and the time zone.
  ///   - trace: What writes down all lines, if anything does.
  init(
    command: [String], showsErrors: Bool, limits: AdapterLimits, trace: AdapterTrace?
  ) throws(AdapterError) {
    self.trace = trace
    self.trace?.begin()
    child = try ChildProcess(
      command: command, showsErrors: showsErrors, timeZone: limits.zone.name)
    incoming = LineBuffer(limit: limits.lineByteCount)
  }

  /// Sends what can be sent and receives what has come, waiting if there is neither.
  ///
  /// - Parameter deadline: When to stop waiting, in nanoseconds of ``ByteChannel/now()``.
  mutating func exchange(until deadline: Int64) -> Exchange {
    send()
    let pause = min(deadline, MonotonicClock.now() + Self.slice)
    let ready = child.channel.wait(
      toRead: true, toWrite: sent < outgoing.count && !isBroken, until: pause)
    if ready.readable { return receive() }
    if !ready.writable && child.hasEnded() {
      // What it wrote before it ended may have come since the wait.
      return child.channel.wait(toRead: true, toWrite: false, until: 0).readable
        ? receive() : .ended
    }
    return .quiet
  }

  /// Takes the next line that has come, if it is complete.
  mutating func nextLine() throws(LineFault) -> Range<Int>? {
    switch incoming.next() {
    case .found(let range):
      trace?.received(incoming.storage[range])
      return range
    case .incomplete: return nil
    case .tooLong: throw .tooLong(limit: incoming.limit)
    }
  }

  /// Says which line a fault is in: the last one taken, or the one that would be next.
  func place(of fault: LineFault) -> String {
    var number = incoming.lineNumber
    if case .tooLong = fault { number += 1 }
    return "line \(number) of the adapter's output \(fault)"
  }

  /// Ends an adapter that will say no more, and describes how it went.
  mutating func ending() -> String {
    var text: String
    switch child.end(after: Self.endingGrace) {
    case .exited(let status): text = "it ended with exit status \(status)"
    case .signaled(let signal): text = "it was ended by signal \(signal)"
    case .killed: text = "it closed its standard output"
    }
    if incoming.holdsPart { text += ", inside line \(incoming.lineNumber + 1) of its output" }
    return text
  }

  /// Lets the adapter see the end of its input.
  mutating func closeInput() { child.channel.closeOutput() }

  /// Takes leave and gives the adapter some time to end by itself.
  ///
  /// - Parameters:
  ///   - grace: How long, in nanoseconds.
  ///   - saysBye: Whether `bye` comes before the end of the input.
  /// - Returns: How it ended.
  @discardableResult
  mutating func close(after grace: Int64, saysBye: Bool = true) -> ChildProcess.Ending {
    let deadline = MonotonicClock.now() + grace
    if saysBye { RequestLine.appendBye(to: &outgoing) }
    var isOpen = true
    while isOpen && sent < outgoing.count && !isBroken && MonotonicClock.now() < deadline {
      isOpen = discard(until: deadline)
    }
    closeInput()
    // An adapter that still writes must be read, or it would never come to its end.
    while isOpen && MonotonicClock.now() < deadline { isOpen = discard(until: deadline) }
    return child.end(after: max(deadline - MonotonicClock.now(), 0))
  }

  private mutating func discard(until deadline: Int64) -> Bool {
    let exchange = exchange(until: deadline)
    while case .found = incoming.next() {}
    return exchange != .ended && !incoming.holdsTooMuch
  }

  /// Writes once; a second attempt would hardly find room.
  private mutating func send() {
    guard sent < outgoing.count, !isBroken else { return }
    trace?.sent(outgoing[traced...])
    traced = outgoing.count
    switch child.channel.send(outgoing, from: sent) {
    case .moved(let count): sent += count
    case .blocked: return
    // Whether it is dead or only closed its input: its output shows it, or the time limit.
    case .closed: isBroken = true
    }
    if sent == outgoing.count {
      outgoing.removeAll(keepingCapacity: true)
      sent = 0
      traced = 0
    }
  }

  private mutating func receive() -> Exchange {
    var transfer = ByteChannel.Transfer.blocked
    _ = incoming.fill { storage, offset in
      transfer = child.channel.receive(into: &storage, at: offset)
      if case .moved(let count) = transfer { return count }
      return 0
    }
    switch transfer {
    case .moved: return .received
    case .blocked: return .quiet
    case .closed: return .ended
    }
  }
}

/// Writes down what goes over the pipe, line by line, as it goes.
///
/// Secrets are not hidden: all of them are test data.
package struct AdapterTrace: Sendable {
  /// How much of a line is written.
  private static let lineLimit = 1 << 16

  private let descriptor: Int32
  private let path: String
  /// What went wrong, once a line could not be written.
  private(set) var fault: FileError?
  /// How many bytes are written, to a file for all processes of the adapter together.
  private let limit: Int
  private var left: Int

  /// Begins a trace on the standard error.
  package init() { (descriptor, path, limit, left) = (STDERR_FILENO, "-", 1 << 26, 1 << 26) }

  /// Begins a trace in a file, which is emptied.
  package init(path: String, limit: Int = 1 << 26) throws(FileError) {
    (self.path, self.limit, left) = (path, limit, limit)
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .unwritable(path: path) }
  }

  /// Begins with another process of the adapter, after what is in the file by now.
  package mutating func begin() {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
    left = limit - Int(status.st_size)
  }

  /// Writes what is sent to the adapter: some lines.
  package mutating func sent(_ lines: ContiguousArray<UInt8>.SubSequence) {
    for line in lines.split(separator: 0x0A) { write("→ ", line) }
  }

  /// Writes a line that the adapter has written.
  package mutating func received(_ line: ContiguousArray<UInt8>.SubSequence) { write("← ", line) }

  private mutating func write(_ mark: String, _ line: ContiguousArray<UInt8>.SubSequence) {
    // Where no whole line may follow, the last one has said so.
    guard left > Self.lineLimit else { return }
    var text = mark.bytes + line.prefix(Self.lineLimit)
    if line.count > Self.lineLimit { text += "… (\(line.count) bytes)".utf8 }
    left -= text.count + 1
    if left <= Self.lineLimit { text += "\n… the rest is left out".utf8 }
    if !ByteChannel(writing: descriptor).sendAll(text + [0x0A]) { fault = .unwritable(path: path) }
  }
}

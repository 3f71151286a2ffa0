internal import OSSEndpoint
internal import OSSPrimitives
package import OSSVectors

/// The program that speaks for an SDK, in a process of its own.
///
/// It is started when the value is made and started again whenever it dies, hangs or stops speaking
/// the protocol. Which request is then to blame is decided by ``RequestSchedule`` (ADP-RUN-6).
/// Everything runs on the caller's thread.
package struct ProcessAdapter: ~Copyable, Sendable {
  /// What the adapter said of itself when it was first started.
  package private(set) var identity: AdapterIdentity

  /// What went wrong on the way and is not charged to a request, the first few only.
  ///
  /// A second reply to one request is such a thing, or a death that did not happen again.
  package internal(set) var notes: [String] = []

  /// How often the adapter had to be started again.
  package internal(set) var restarts = 0

  let command: [String]
  let showsErrors: Bool
  let limits: AdapterLimits
  let trace: AdapterTrace?
  var connection: AdapterConnection?
  var numbers: SplitMix64
  /// Why the trace lacks lines, if it does.
  private var traceFault: FileError?
  /// How often it was read although its oldest request was late.
  var lateRounds = 0
  /// How little it has answered lately.
  private var fruitlessness = Fruitlessness()
  /// What it said in place of replies, until the first reply.
  var misunderstanding: Misunderstanding? = Misunderstanding()

  private static let noteLimit = 20

  /// Starts an adapter and shakes hands with it; ``LaunchedAdapter`` does the two apart.
  ///
  /// From now on this process ignores SIGPIPE.
  package init(
    command: [String], limits: AdapterLimits = AdapterLimits(), showsErrors: Bool = true
  ) throws(AdapterError) {
    let adapter = try LaunchedAdapter(command: command, limits: limits, showsErrors: showsErrors)
      .introduced()
    self.init(adapter, command: command, limits: limits, showsErrors: showsErrors, trace: nil)
  }

  /// Takes over an adapter that has introduced itself.
  init(
    _ adapter: consuming LaunchedAdapter.Introduced, command: [String], limits: AdapterLimits,
    showsErrors: Bool, trace: AdapterTrace?
  ) {
    self.command = command
    self.trace = trace
    self.limits = limits
    self.showsErrors = showsErrors
    identity = adapter.identity
    connection = consume adapter.connection
    numbers = SplitMix64(seed: .random(in: .min ... .max))
  }

  /// Takes leave of the adapter and ends it if it does not end by itself.
  ///
  /// A value that goes without this ends its process at once.
  package mutating func end() {
    connection?.close(after: limits.farewell)
    connection = nil
  }

  /// Keeps a sentence for the report, unless there are many already.
  mutating func note(_ sentence: String) {
    if notes.count < Self.noteLimit {
      notes.append(sentence)
    } else if notes.count == Self.noteLimit {
      notes.append("further remarks are left out")
    }
  }
}

extension ProcessAdapter: Adapter {
  /// Asks the adapter, keeping its window full.
  package mutating func ask(
    _ requests: [AdapterRequest], _ take: (Int, Reply) -> Void
  ) throws(AdapterError) {
    var wanted: [Int] = []
    for (index, request) in requests.enumerated() {
      if let objection = identity.objection(to: request) {
        take(index, .unsupported(reason: objection))
      } else {
        wanted.append(index)
      }
    }
    var session = AdapterSession(
      schedule: RequestSchedule(
        requests: wanted, window: identity.window, limits: limits, now: MonotonicClock.now(),
        after: fruitlessness))
    if let reason = fruitlessness.end {
      for settlement in session.schedule.giveUp(reason) {
        take(settlement.request, settlement.reply)
      }
    }
    while !session.isFinished {
      if HeldSignals.isPending {
        connection = nil
        throw .interrupted
      }
      let settlements = connection == nil ? restart(&session) : exchange(&session, requests)
      if let traceFault { throw .trace(traceFault) }
      if let misunderstanding, misunderstanding.count == limits.misunderstandings {
        throw misunderstanding.error(command)
      }
      for settlement in settlements { take(settlement.request, settlement.reply) }
    }
    restarts += session.schedule.restarts
    fruitlessness = session.schedule.fruitlessness
  }

  /// How often a late adapter is read once more, in case its reply is already in the pipe.
  ///
  /// This process itself may have been stopped for a while. An adapter that writes without end cannot
  /// use it to put its time limit off forever.
  private static let lateReads = 32

  mutating func restart(_ session: inout AdapterSession) -> [RequestSchedule.Settlement] {
    do throws(AdapterError) {
      connection = try freshConnection()
      session.started()
      return []
    } catch {
      return session.schedule.failedToStart(error.predicate)
    }
  }

  /// Starts a process that has answered the handshake; what it says of itself now changes nothing.
  func freshConnection() throws(AdapterError) -> AdapterConnection {
    let adapter = try LaunchedAdapter(
      command: command, limits: limits, showsErrors: showsErrors, trace: trace
    ).introduced()
    return adapter.connection
  }

  /// Sends what may be sent, waits for the adapter, and takes in what it has written.
  mutating func exchange(
    _ session: inout AdapterSession, _ requests: [AdapterRequest]
  ) -> [RequestSchedule.Settlement] {
    guard var connection = connection.take() else { return [] }
    session.send(
      requests, numbers: &numbers, to: &connection.outgoing, now: MonotonicClock.now())
    misunderstanding?.noteRequest(connection.outgoing)
    let deadline = session.schedule.deadline ?? 0
    let exchange = connection.exchange(until: deadline)
    let now = MonotonicClock.now()
    traceFault = connection.traceFault
    var settlements: [RequestSchedule.Settlement] = []
    var failure = take(from: &connection, into: &session, &settlements, now: now)
    if failure == nil, exchange == .ended { failure = .died(connection.ending()) }
    if failure == nil, settlements.isEmpty, now >= deadline {
      lateRounds += 1
      if exchange == .quiet || lateRounds > Self.lateReads { failure = .late }
    }
    if !settlements.isEmpty || failure != nil { lateRounds = 0 }
    guard let failure else {
      self.connection = consume connection
      return settlements
    }
    let charged = session.schedule.failed(failure, now: now)
    if charged.isEmpty && !session.isFinished { remark(failure) }
    return settlements + charged
  }

  /// Takes every complete line in, up to the first that nobody can make sense of.
  private mutating func take(
    from connection: inout AdapterConnection, into session: inout AdapterSession,
    _ settlements: inout [RequestSchedule.Settlement], now: Int64
  ) -> RequestSchedule.Failure? {
    var last: Range<Int>?
    do throws(LineFault) {
      while let line = try connection.nextLine() {
        last = line
        do throws(LineFault) {
          let (request, reply, fault) = try session.receive(
            connection.incoming.storage, in: line, now: now)
          misunderstanding = nil
          let standing = fault.map { Reply.failed(message: connection.place(of: $0)) } ?? reply
          settlements.append(.init(request: request, reply: standing))
        } catch .secondReply(let seq) {
          note(connection.place(of: .secondReply(seq)) + "; the first reply counts")
        }
      }
      return nil
    } catch {
      let place = connection.place(of: error)
      misunderstanding?.noteReply(last.map { Bytes(connection.incoming.storage[$0]) }, fault: place)
      return .died(place)
    }
  }

  private mutating func remark(_ failure: RequestSchedule.Failure) {
    let what =
      switch failure {
      case .late where misunderstanding != nil:
        "no reply came within the time limit (does the adapter flush its output after each reply?)"
      case .late: "no reply came within the time limit"
      case .died(let how): how
      }
    note("\(what); the adapter is started again and asked one by one")
  }
}

/// An adapter that was started and has yet to answer the handshake.
///
/// Many runtimes take a tenth of a second and more to start. A runner that launches the adapter first
/// and then reads its vectors does both at once.
package struct LaunchedAdapter: ~Copyable, Sendable {
  private let command: [String]
  private let limits: AdapterLimits
  private let showsErrors: Bool
  private let trace: AdapterTrace?
  private let deadline: Int64
  private var connection: AdapterConnection

  /// Starts an adapter and sends it the opening of the handshake.
  ///
  /// From now on this process ignores SIGPIPE.
  ///
  /// - Parameters:
  ///   - command: The program, looked up in PATH, and its arguments.
  ///   - limits: How long to wait and when to stop trying.
  ///   - showsErrors: Whether the adapter's standard error is this process's own, which its author
  ///     wants, or not at all.
  ///   - trace: What writes down all lines that go over the pipe, if anything does.
  /// - Throws: An ``AdapterError`` if the command cannot be started.
  package init(
    command: [String], limits: AdapterLimits = AdapterLimits(), showsErrors: Bool = true,
    trace: AdapterTrace? = nil
  ) throws(AdapterError) {
    connection = try AdapterConnection(
      command: command, showsErrors: showsErrors, limits: limits, trace: trace)
    self.trace = trace
    self.command = command
    self.limits = limits
    self.showsErrors = showsErrors
    deadline = MonotonicClock.now() + limits.handshake
    RequestLine.appendHello(to: &connection.outgoing)
    // Sends the line if the pipe takes it, as it does, and waits for nothing.
    _ = connection.exchange(until: 0)
  }

  /// Waits until the adapter has answered the handshake.
  ///
  /// - Returns: The adapter, ready for requests.
  /// - Throws: An ``AdapterError`` if it does not answer in time, or not as it should.
  package consuming func shakeHands() throws(AdapterError) -> ProcessAdapter {
    let (command, limits, showsErrors, trace) = (command, limits, showsErrors, trace)
    return ProcessAdapter(
      try introduced(), command: command, limits: limits, showsErrors: showsErrors, trace: trace)
  }

  /// An adapter that has answered the handshake.
  struct Introduced: ~Copyable {
    var identity: AdapterIdentity
    var connection: AdapterConnection
  }

  /// Waits as ``shakeHands()`` does.
  consuming func introduced() throws(AdapterError) -> Introduced {
    switch try answer() {
    case .identity(let identity):
      return Introduced(identity: identity, connection: consume connection)
    case .refusal(let speaks, let message):
      throw .refusedProtocol(command: name, speaks: speaks, message: message)
    }
  }

  private var name: String { command.joined(separator: " ") }

  private mutating func answer() throws(AdapterError) -> HandshakeLine {
    while true {
      // A line may have come already.
      do throws(LineFault) {
        if let line = try connection.nextLine() {
          return try HandshakeLine(connection.incoming.storage, in: line)
        }
      } catch {
        throw .brokenHandshake(command: name, fault: connection.place(of: error))
      }
      if HeldSignals.isPending { throw .interrupted }
      if let fault = connection.traceFault { throw .trace(fault) }
      switch connection.exchange(until: deadline) {
      case .received: break
      case .ended:
        throw .endedBeforeHandshake(command: name, ending: connection.ending())
      case .quiet where MonotonicClock.now() >= deadline:
        let seconds = (limits.handshake + 999_999_999) / 1_000_000_000
        throw .mute(command: name, seconds: Int(seconds))
      case .quiet: break
      }
    }
  }
}

/// What an adapter that has answered nothing yet said in place of replies (ADP-RUN-10).
struct Misunderstanding: Sendable {
  /// How many of its processes said something that is no reply.
  private(set) var count = 0
  private var request: String?
  private var reply: String?
  private var fault = ""

  /// Keeps the first line that was sent.
  mutating func noteRequest(_ outgoing: Bytes) {
    if request == nil, !outgoing.isEmpty { request = Self.firstLine(of: outgoing) }
  }

  /// Counts a line that is no reply, and keeps the first one.
  ///
  /// - Parameters:
  ///   - line: The line; nil if it was too long to keep.
  ///   - fault: What is wrong with it.
  mutating func noteReply(_ line: Bytes?, fault: String) {
    if count == 0 {
      reply = line.map(Self.firstLine)
      self.fault = fault
    }
    count += 1
  }

  /// The error that ends the run.
  func error(_ command: [String]) -> AdapterError {
    .noReplies(
      command: command.joined(separator: " "), fault: fault, request: request ?? "",
      reply: reply ?? "")
  }

  /// The first line of some bytes, as far as a person reads it.
  private static func firstLine(of bytes: Bytes) -> String {
    let line = bytes.prefix { $0 != 0x0A }
    let text = String(decoding: line.prefix(600), as: UTF8.self)
    return line.count > 600 ? text + "…" : text
  }
}

internal import OSSEndpoint
internal import OSSExplain
internal import OSSPrimitives

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The command of `serve`: it has the streams of this process and the variables of the endpoint, and ends
/// with it.
struct ServedCommand: ~Copyable {
  private let identifier: pid_t
  private let guardian: ProcessGuard
  private var lines: NamedLines?

  /// Starts a command, looked up in PATH as a shell does it.
  ///
  /// - Parameter name: what each line that it writes begins with. The lines go to the errors then, for the
  ///   output has a report; with nil it has the streams of this process.
  init(
    _ command: [String], variables: [String], name: String? = nil
  ) throws(CommandError) {
    let pipe = name == nil ? nil : ChildProcess.makePipe()
    if name != nil, pipe == nil { throw .serving("This process has no descriptor left.") }
    let spawned = ChildProcess.spawn(
      command[0], command, input: STDIN_FILENO, output: pipe?.write ?? STDOUT_FILENO,
      showsErrors: true, joinsErrors: pipe != nil, variables: variables)
    if let pipe { ChildProcess.closeAll(pipe.write) }
    guard spawned.failure == 0 else {
      if let pipe { ChildProcess.closeAll(pipe.read) }
      let reason = unsafe String(cString: strerror(spawned.failure))
      throw .serving("\(command[0]) cannot be started: \(reason).")
    }
    identifier = spawned.identifier
    guardian = ProcessGuard(of: identifier)
    if let pipe, let name { lines = NamedLines(of: pipe.read, name) }
  }

  /// Shows the lines that the command wrote since this was done last.
  ///
  /// - Parameter isEnd: whether what is left is a line, too.
  mutating func showLines(on console: any Console, isEnd: Bool = false) {
    lines?.show(on: console, isEnd: isEnd)
  }

  /// Whether the command has ended; what it started is left as it is.
  var hasEnded: Bool { ChildProcess.hasEnded(identifier) }

  /// Ends what is left of the command.
  ///
  /// - Returns: its exit status; 128 and the signal where a signal ended it, as a shell has it.
  mutating func end() -> Int32 {
    guard let status = ChildProcess.reap(identifier) else { return 1 }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}

/// What a command writes, shown in the errors of this process line by line, each behind a name.
private struct NamedLines: ~Copyable {
  private let channel: ByteChannel
  private let name: String
  private var line = Bytes()
  private var piece = Bytes(repeating: 0, count: 1 << 12)

  /// Longer lines are cut in two.
  private static let limit = 1 << 16

  init(of descriptor: Int32, _ name: String) {
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    channel = ByteChannel(reading: descriptor, writing: -1)
    self.name = name
  }

  /// Shows the lines that are whole by now; at the end the rest, too.
  mutating func show(on console: any Console, isEnd: Bool) {
    // No more than a pipe holds, or a command that never stops would be all that is served.
    for _ in 0..<32 {
      guard case .moved(let count) = channel.receive(into: &piece, at: 0) else { break }
      for byte in piece[..<count] {
        if byte == 0x0A || line.count == Self.limit { write(on: console) }
        if byte != 0x0A { line.append(byte) }
      }
    }
    if isEnd, !line.isEmpty { write(on: console) }
  }

  private mutating func write(on console: any Console) {
    console.complain("\(name): \(String(decoding: line, as: UTF8.self))\n")
    line.removeAll()
  }
}

/// What `serve` says at the end of a command: what was refused, each reason once, and the counts.
struct ServedText {
  let journal: Journal
  let status: Int32

  /// The text; only its last line where it is to be short.
  func text(isShort: Bool) -> String {
    var text = ""
    for (entry, count) in isShort ? [] : refused {
      text += "\(entry.method) \(entry.target.cut(after: 60)): \(entry.status) \(entry.code ?? "")"
      text += count > 1 ? ", and \(count - 1) more for the same reason\n" : "\n"
      text += "  \(entry.headline ?? "")\n"
      if let reason = entry.reasons.first, reason.certainty != .possible {
        text += "  \(reason.isProved ? "proved" : reason.certainty.rawValue): \(reason.id)\n"
        text += "  fix: \(reason.fix)\n"
      }
      text += "\n"
    }
    let served = journal.requestCount - journal.refusedCount
    text += "\(journal.requestCount) requests: \(served) verified, \(journal.refusedCount) refused."
    if journal.requestCount == 0 {
      text += " The command sent nothing to the endpoint; does it use OSS_ENDPOINT?"
    }
    if status != 0 { text += " The command ended with \(status)." }
    return text + "\n"
  }

  /// The first entry of each reason, and how many have it.
  private var refused: [(entry: JournalEntry, count: Int)] {
    var found: [(entry: JournalEntry, count: Int)] = []
    for entry in journal.entries where entry.isRefused {
      let name = entry.reasons.first?.id ?? entry.headline
      let index = found.firstIndex {
        ($0.entry.reasons.first?.id ?? $0.entry.headline) == name
      }
      if let index { found[index].count += 1 } else { found.append((entry, 1)) }
    }
    return found
  }
}

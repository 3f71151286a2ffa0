internal import OSSEndpoint
package import OSSPrimitives

#if canImport(Darwin)
  internal import Darwin
#else
  // The list of variables is a global variable of C; nothing here changes it.
  @unsafe @preconcurrency internal import Glibc
#endif

/// What a command has around it: the streams, the environment, the clock.
///
/// Commands reach all of it through this, so a test can run them and see all that they do.
package protocol Console: AnyObject {
  /// The variables of the environment.
  var environment: [String: String] { get }
  /// The path of the running program, for finding what lies beside it.
  var executablePath: String { get }
  /// Whether the standard output is a terminal.
  var outputIsTerminal: Bool { get }
  /// Whether the standard error is a terminal.
  var errorsAreTerminal: Bool { get }

  /// The time in Unix seconds.
  func now() -> Int64

  /// Writes to the standard output.
  func write(_ bytes: Bytes)
  /// Writes to the standard error.
  func complain(_ text: String)
  /// The standard input, but one byte more than a limit at most; nil where it cannot be read.
  func readInput(limit: Int) -> Bytes?

  /// What was read before of a folder of vectors; nil has the command read it.
  func alreadyRead(of folder: String) -> ReadVectors?
}

extension Console {
  /// Writes a text to the standard output.
  func write(_ text: String) { write(text.bytes) }

  /// The bytes of a file, or of the standard input for `-`, which have no more than a limit.
  func read(_ path: String, limit: Int = FileAccess.limit) throws(CommandError) -> Bytes {
    guard path == "-" else {
      return try rethrowing(FileAccess.bytes(of: path, limit: limit))
    }
    guard let bytes = readInput(limit: limit) else { throw .of(FileError.unreadable(path: path)) }
    if bytes.count > limit { throw .of(FileError.tooLarge(path: path, limit: limit)) }
    return bytes
  }

  /// Writes a file, or to the standard output for `-`.
  func write(_ bytes: Bytes, to path: String) throws(CommandError) {
    if path == "-" { return write(bytes) }
    try rethrowing(FileAccess.write(bytes, to: path))
  }

  /// How to colour the standard output: only where a person looks at it and did not forbid it.
  var style: Style {
    Style(
      hasColor: outputIsTerminal && (environment["NO_COLOR"] ?? "").isEmpty
        && environment["TERM"] != "dumb")
  }
}

/// The console of the process: the one place where a command meets the system.
package final class SystemConsole: Console {
  package let environment = Environment.variables
  package let executablePath: String
  package let outputIsTerminal = isatty(STDOUT_FILENO) == 1
  package let errorsAreTerminal = isatty(STDERR_FILENO) == 1

  /// Whether the standard output took all that was written so far.
  package private(set) var tookAllOutput = true

  /// Makes the console of a process.
  ///
  /// - Parameter path: The path under which it was started.
  package init(startedAs path: String) {
    // Where the system names it, the path holds whatever the caller's PATH and folder are.
    executablePath = FileAccess.target(ofLink: "/proc/self/exe") ?? path
  }

  package func now() -> Int64 { WallClock.now().seconds }

  package func write(_ bytes: Bytes) {
    guard tookAllOutput else { return }
    tookAllOutput = ByteChannel().sendAll(bytes)
    // A reader that ends early, such as head, has what it wants.
    if !tookAllOutput, errno != EPIPE {
      complain("The standard output cannot be written.\n")
    }
  }

  package func complain(_ text: String) {
    ByteChannel(writing: STDERR_FILENO).sendAll(text.bytes)
  }

  package func readInput(limit: Int) -> Bytes? { ByteChannel().receiveAll(limit: limit) }

  package func alreadyRead(of folder: String) -> ReadVectors? { nil }
}

/// The variables of this process, as they were when it first looked.
enum Environment {
  static let variables: [String: String] = {
    var variables: [String: String] = [:]
    #if canImport(Darwin)
      guard var entry = unsafe _NSGetEnviron()?.pointee else { return variables }
    #else
      var entry = unsafe environ
    #endif
    while let text = unsafe entry.pointee {
      let pair = unsafe String(cString: text).split(separator: "=", maxSplits: 1)
      // Of two with one name, C takes the first.
      if let name = pair.first.map(String.init), variables[name] == nil {
        variables[name] = pair.count == 2 ? String(pair[1]) : ""
      }
      unsafe entry += 1
    }
    return variables
  }()
}

/// How far long work is: a line on a terminal, and a sentence where a signal ends the work.
///
/// Every command that takes long shows itself here. While an adapter is asked, a signal that would end
/// the program waits for the next step, which is never far. Then it ends the program as it always does,
/// and the adapter with it. All other work is ended by a signal at once.
final class Progress {
  private let unit: String
  private let total: Int
  private let console: any Console
  private let isShown: Bool
  private let held: HeldSignals?
  private var count = 0
  /// When the line was shown last, in nanoseconds; nil where it was not shown yet.
  private var shownAt: Int64?

  /// How many nanoseconds a line stays.
  private static let pause: Int64 = 100_000_000

  /// Begins some work; the line is shown only where a person looks at the standard error.
  ///
  /// - Parameters:
  ///   - total: How many steps the work has.
  ///   - unit: What the steps are, such as `vectors`.
  ///   - asksAdapter: Whether an adapter does the steps.
  init(
    _ total: Int, _ unit: String, _ console: any Console, isQuiet: Bool, asksAdapter: Bool = false
  ) {
    held = asksAdapter ? HeldSignals() : nil
    self.unit = unit
    self.total = total
    self.console = console
    isShown = console.errorsAreTerminal && !isQuiet && console.environment["TERM"] != "dumb"
  }

  /// Notes how many steps are done.
  func show(_ count: Int) {
    self.count = count
    if HeldSignals.isPending { return end() }
    guard isShown else { return }
    let now = MonotonicClock.now()
    if let shownAt, now - shownAt < Self.pause, count < total { return }
    shownAt = now
    console.complain("\r\(grouped(count)) of \(grouped(total)) \(unit)")
  }

  /// Takes the line away; after a signal, says what was done and what is left, and lets it through.
  func end() {
    if shownAt != nil { console.complain("\r\u{1b}[K") }
    shownAt = nil
    if HeldSignals.isPending {
      console.complain(
        "\(Program.name): interrupted after \(grouped(count)) of \(grouped(total)) \(unit)"
          + (count < total ? "; \(grouped(total - count)) are left" : "")
          + ", and no result is written.\n")
    }
    held?.release()
  }
}

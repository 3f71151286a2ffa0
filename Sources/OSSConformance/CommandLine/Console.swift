internal import OSSJSON
package import OSSPrimitives

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
  /// How many blocks of memory the process has asked for so far; nil if nobody counts them.
  var allocationCount: @Sendable () -> Int? { get }

  /// Writes to the standard output.
  func write(_ bytes: Bytes)
  /// Writes to the standard error.
  func complain(_ text: String)
  /// All of the standard input.
  func readInput() -> Bytes?
}

extension Console {
  /// Writes a text to the standard output.
  func write(_ text: String) { write(Bytes(text.utf8)) }

  /// The bytes of a file, or of the standard input for `-`.
  func read(_ path: String) throws(CommandError) -> Bytes {
    let bytes = path == "-" ? readInput() : FileAccess.read(path)
    guard let bytes else { throw .file(.unreadable(path: path)) }
    return bytes
  }

  /// Writes a file, or to the standard output for `-`.
  func write(_ bytes: Bytes, to path: String) throws(CommandError) {
    if path == "-" { return write(bytes) }
    try ending(as: CommandError.file) { () throws(FileError) in
      try FileAccess.write(bytes, to: path)
    }
  }

  /// Writes JSON where the flags ask for it, else a text.
  func write(
    _ json: @autoclosure () -> JSONValue, or text: @autoclosure () -> String,
    for arguments: Arguments
  ) {
    arguments.has(.json) ? write(json().canonical()) : write(text())
  }

  /// How to colour the standard output: only where a person looks at it and did not forbid it.
  var style: Style {
    Style(
      hasColor: outputIsTerminal && (environment["NO_COLOR"] ?? "").isEmpty
        && environment["TERM"] != "dumb")
  }
}

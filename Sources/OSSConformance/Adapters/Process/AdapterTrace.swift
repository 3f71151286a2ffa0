internal import OSSPrimitives

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Writes down what goes over the pipe, line by line, as it goes.
///
/// Secrets are not hidden: all of them are test data.
package struct AdapterTrace: Sendable {
  /// How much of a line is written.
  private static let lineLimit = 1 << 16
  /// How much is written for one process of the adapter.
  private static let limit = 1 << 26

  private let descriptor: Int32
  private var left = Self.limit

  /// Begins a trace on the standard error.
  package init() { descriptor = STDERR_FILENO }

  /// Begins a trace in a file, which is emptied.
  package init(path: String) throws(FileError) {
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .unwritable(path: path) }
  }

  /// Writes what is sent to the adapter: some lines.
  mutating func sent(_ lines: ContiguousArray<UInt8>.SubSequence) {
    for line in lines.split(separator: 0x0A) { write("→ ", line) }
  }

  /// Writes a line that the adapter has written.
  mutating func received(_ line: ContiguousArray<UInt8>.SubSequence) { write("← ", line) }

  private mutating func write(_ mark: String, _ line: ContiguousArray<UInt8>.SubSequence) {
    guard left > 0 else { return }
    var text = Bytes(mark.utf8) + line.prefix(Self.lineLimit)
    if line.count > Self.lineLimit { text += "… (\(line.count) bytes)".utf8 }
    left -= text.count
    if left <= 0 { text = Bytes("… the rest of this process is left out".utf8) }
    ByteChannel(writing: descriptor).sendAll(text + [0x0A])
  }
}

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
    var text = Bytes(mark.utf8) + line.prefix(Self.lineLimit)
    if line.count > Self.lineLimit { text += "… (\(line.count) bytes)".utf8 }
    left -= text.count + 1
    if left <= Self.lineLimit { text += "\n… the rest is left out".utf8 }
    if !ByteChannel(writing: descriptor).sendAll(text + [0x0A]) { fault = .unwritable(path: path) }
  }
}

/// What one connection may use of memory and of time; a test may lower each.
package struct Limits: Sendable {
  /// The bytes of a request line, without its line end. A presigned URL with a token and a callback has
  /// some thousands.
  package var requestLine = 16 << 10
  /// The bytes of a head with its line ends, and those of the trailers of a body.
  package var head = 64 << 10
  /// The headers of a head.
  package var headers = 200
  /// The bytes of a body, without the marks of its chunks.
  package var body = 128 << 20
  /// The bytes of the line before a chunk, with the extensions.
  package var chunkLine = 4 << 10
  /// The connections that are open at once; further ones wait in the queue of the system.
  package var connections = 1_000
  /// The bytes of answers that wait because their client does not read. Beyond them, no request of that
  /// connection is taken.
  package var waiting = 256 << 10
  /// The bytes of a refused body that are read and dropped, so that its client sees the answer.
  package var drained = 256 << 20

  /// From the first byte of a head to its last, in nanoseconds.
  package var headTime: Int64 = 10 * Limits.second
  /// From the first byte of a head to the last one of the body, in nanoseconds.
  package var requestTime: Int64 = 300 * Limits.second
  /// Without a request, or without a byte of a body or an answer, in nanoseconds.
  package var idleTime: Int64 = 60 * Limits.second
  /// From the begin of a callback to the last byte of its answer, in nanoseconds, as OSS has it.
  package var callbackTime: Int64 = 5 * Limits.second
  /// The bytes of the answer to a callback, with its head.
  package var callbackAnswer = 1 << 20
  /// From the last answer to the end of the connection, in nanoseconds.
  package var drainTime: Int64 = 10 * Limits.second

  private static let second: Int64 = 1_000_000_000

  /// Makes the limits of an endpoint.
  package init() {}
}

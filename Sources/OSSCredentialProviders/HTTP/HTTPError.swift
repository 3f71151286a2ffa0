public import OSSSigning

/// Why the default HTTP client has no whole answer.
public enum HTTPError: Error, Hashable, Sendable {
  /// The URL cannot be read, or is neither `http` nor `https`.
  case invalidURL
  /// A header cannot be sent; the error names the header and the place, not the value.
  case invalidHeader(SigningError)
  /// The connection failed or ended before the answer was whole; the code is that of `URLError`.
  case connection(code: Int)
  /// The answer took longer than it may.
  case timedOut
  /// The body has more bytes than it may.
  case bodyTooLarge(limit: Int)
  /// The task that waited for the answer was cancelled.
  case cancelled
}

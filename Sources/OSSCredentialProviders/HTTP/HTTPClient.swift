/// What fetches the answer of a token server: any HTTP client that an app has.
///
/// ``URLSessionClient`` is one. Another has to keep four rules: a redirect is not followed but
/// answered as it is, nothing is stored (no cache, no cookies), the limits of the request hold, and
/// neither a body nor a header is logged.
public protocol HTTPClient: Sendable {
  /// Gets what a URL names.
  ///
  /// - Parameter request: the URL, the headers to send, and the limits.
  /// - Returns: the answer, whatever its status is; a provider judges that.
  /// - Throws: any error when no whole answer came. It is kept as the cause of the failed fetch.
  func get(_ request: HTTPRequest) async throws -> HTTPResponse
}

package import OSSPrimitives

extension SentRequest {
  /// Reads a URL, such as a presigned one, as the request that a client makes of it.
  ///
  /// A client sends no fragment, and the host as the `Host` header.
  ///
  /// - Parameters:
  ///   - text: the URL, with white space around it or not.
  ///   - method: the method, which a URL does not say.
  /// - Throws: ``SentRequestError``, with the place of the fault.
  /// - Complexity: O(*n*) in the length of the text.
  package init(url text: Bytes, method: Bytes = "GET".bytes) throws(SentRequestError) {
    try Self.check(text)
    let url = text.trimming { $0.isSpace }
    if url.isEmpty { throw .empty }
    let target = try RequestTarget(url[...], cutsFragment: true)
    guard let host = target.hostField else { throw .invalidTarget(offset: 0) }
    try self.init(.url, method: method, target, [host])
  }
}

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
    let isSpace = { (byte: UInt8) in byte == 0x20 || 0x09...0x0D ~= byte }
    guard let start = text.firstIndex(where: { !isSpace($0) }),
      let end = text.lastIndex(where: { !isSpace($0) })
    else { throw .empty }
    let target = try RequestTarget(text[start...end], cutsFragment: true)
    guard let host = target.hostField else { throw .invalidTarget(offset: start) }
    try self.init(.url, method: method, target, [host])
  }
}

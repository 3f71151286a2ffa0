internal import OSSPrimitives

extension Corpus {
  /// The SHA-256 of the corpus in hexadecimal, which tells two states of the vectors apart.
  ///
  /// What is hashed is, for each suite in the order of ``suites``: the path of its file below the
  /// folder of vectors, a line feed, and the suite's canonical bytes. The layout of a file that is
  /// not canonical therefore makes no difference, and its name does.
  ///
  /// - Complexity: O(*n*) in the size of the corpus; the digest is computed at each call.
  public func digest() -> String {
    var hash = SHA256()
    for suite in suites {
      let name = Bytes((suite.fileName + "\n").utf8)
      hash.update(name.span)
      let bytes = suite.canonicalBytes()
      hash.update(bytes.span)
    }
    return hash.finalize().hexadecimal
  }
}

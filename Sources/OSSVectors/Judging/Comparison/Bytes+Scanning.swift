internal import OSSPrimitives

extension String {
  /// Whether the bytes of another text stand in this one.
  package func contains(_ text: String) -> Bool { bytes.contains(text) }
}

extension Bytes {
  /// The bytes of a text.
  package init(_ text: String) { self = Bytes(text.utf8) }

  package func hasPrefix(_ text: String) -> Bool { begins(with: text) }

  package func hasSuffix(_ text: String) -> Bool { ends(with: text) }

  /// Where a text is first.
  package func index(of text: String, from start: Int = 0) -> Int? {
    index(of: text.bytes, from: start)
  }
}

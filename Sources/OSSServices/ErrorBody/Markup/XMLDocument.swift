package import OSSPrimitives

/// An XML document that a service answers with: the name of its root and what is in it.
///
/// It is read as the body of an error is, with another root.
package struct XMLDocument: Sendable {
  /// One element.
  package struct Element: Sendable {
    /// The names from the outside in, the root's left out, with `/` between them.
    package let path: String
    /// The text in it, apart from that in elements inside; references decoded, nothing trimmed.
    package let text: Bytes
    /// Whether it holds elements.
    package let holdsElements: Bool
  }

  /// The name of the root.
  package let root: String
  /// The elements at every depth, in the order of their start tags.
  package let elements: [Element]

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - bytes: the document, and nothing else but white space around it.
  ///   - roots: the names that the root may have; none begins another.
  /// - Throws: an ``ErrorBodyError`` that says what the text is instead, and where.
  /// - Complexity: O(*n*) in the number of bytes.
  package init(_ bytes: Bytes, roots: [String]) throws(ErrorBodyError) {
    guard bytes.count <= ServerError.maximumByteCount else {
      throw .tooLarge(byteCount: bytes.count, limit: ServerError.maximumByteCount)
    }
    var parser = ErrorBodyParser(bytes, roots: roots)
    root = try parser.readDocument()
    elements = parser.found.map {
      Element(path: $0.path, text: $0.text, holdsElements: $0.holdsElements)
    }
  }
}

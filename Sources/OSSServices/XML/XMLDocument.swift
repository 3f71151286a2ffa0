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
  ///   - limits: how much is read.
  /// - Throws: an ``ErrorBodyError`` that says what the text is instead, and where.
  package init(
    _ bytes: Bytes, roots: [String], limits: XMLLimits = .errorBody
  ) throws(ErrorBodyError) {
    var reader = try XMLReader(bytes, roots: roots, limits: limits)
    root = try reader.readDocument()
    elements = reader.found.map {
      Element(path: $0.path, text: $0.text, holdsElements: $0.holdsElements)
    }
  }
}

/// How much of a document is read.
package struct XMLLimits: Sendable {
  /// How many bytes.
  package let byteCount: Int
  /// How many elements in the root, at any depth.
  package let elementCount: Int

  /// The limits of an error body, and of any other answer that lists nothing (ERR-REF-6, ERR-REF-7).
  package static let errorBody = XMLLimits(
    byteCount: ServerError.maximumByteCount, elementCount: 256)
  /// The limits of the body of a request: 10,000 parts of an upload, each with its number and its ETag.
  package static let request = XMLLimits(byteCount: 2_097_152, elementCount: 40_960)
  /// The limits of a list of 1,000 entries, each with a key of 1,023 bytes, all percent-encoded.
  package static let list = XMLLimits(byteCount: 8_388_608, elementCount: 16_384)
}

/// An element whose end tag has not been read.
struct OpenElement {
  /// Where its name is, with which the end tag must agree.
  let name: Range<Int>
  /// Its place among the elements found; nil for the root.
  let index: Int?
}

/// An element of the body, open or closed.
struct FoundElement {
  /// The names from the outside in, the root's left out.
  let path: String
  /// The text in it so far, apart from that in elements inside.
  var text = Bytes()
  /// Whether it holds elements.
  var holdsElements = false

  /// The member that the element is; one that only holds others is not a member (ERR-MEM-4).
  var member: ServerErrorMember? {
    if holdsElements, text.allSatisfy(XMLWhiteSpace.contains) { return nil }
    return ServerErrorMember(name: path, value: text)
  }
}

/// The white space of XML 1.0 section 2.3: space, tab, LF and CR.
package enum XMLWhiteSpace {
  /// Whether a byte is white space.
  package static func contains(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D: true
    default: false
    }
  }

  /// The bytes without white space at their ends.
  package static func trimmed(_ bytes: Bytes) -> Bytes { bytes.trimming(where: contains) }
}

package import OSSPrimitives

/// What writes an XML document as OSS does: a member on each line, two spaces before it for each element
/// that it is in, and no namespace, which several clients do not read.
package struct XMLWriter: Sendable {
  /// What is written, without the end tags of the elements that are open.
  package private(set) var document: Bytes
  private var open: [String] = []

  /// Begins a document with its root.
  package init(root: String) {
    document = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".bytes
    begin(root)
  }

  /// Begins an element that holds others.
  package mutating func begin(_ name: String) {
    indent()
    document.append("<\(name)>\n")
    open.append(name)
  }

  /// Ends the element that was begun last.
  package mutating func end() {
    guard let name = open.popLast() else { return }
    indent()
    document.append("</\(name)>\n")
  }

  /// Writes an element with a text.
  ///
  /// What no XML holds, a control character or bytes that are no UTF-8, becomes U+FFFD.
  package mutating func add(_ name: String, _ text: Bytes) {
    indent()
    document.append("<\(name)>")
    append(text)
    document.append("</\(name)>\n")
  }

  /// Writes an element with a text.
  package mutating func add(_ name: String, _ text: String) { add(name, text.bytes) }

  /// The whole document: all elements that are open end.
  package func finished() -> Bytes {
    var writer = self
    while !writer.open.isEmpty { writer.end() }
    return writer.document
  }

  private mutating func indent() {
    for _ in open { document.append("  ") }
  }

  private mutating func append(_ text: Bytes) {
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "&": document.append("&amp;")
      case "<": document.append("&lt;")
      case ">": document.append("&gt;")
      case "\r": document.append("&#13;")
      case "\t", "\n": document.append(UInt8(ascii: scalar))
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": document.append("\u{FFFD}")
      default: document.append(contentsOf: String(scalar).utf8)
      }
    }
  }
}

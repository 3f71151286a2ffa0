internal import OSSPrimitives

/// An element of an answer in XML.
package struct MarkupElement: Sendable {
  var name: String
  /// How deep it stands; the root has 1.
  var depth = 1
  /// Its own text, references decoded, without that of the elements in it.
  var text = ""
  var children: [MarkupElement] = []

  /// Whether it has a name, byte by byte (ROLE-RSP-4).
  func isNamed(_ other: String) -> Bool { name.hasSameBytes(as: other) }
}

/// Reads XML as error-body.md has it (ROLE-RSP-5, ROLE-RSP-9, ERR-XML-2 to ERR-REF-9).
struct MarkupReader {
  private struct Fault: Error {}

  private let text: [Unicode.Scalar]
  private var place = 0
  private var count = 0

  /// The root of a document of at most 65,536 bytes (ERR-REF-2, ERR-REF-6).
  static func root(of bytes: Bytes) -> MarkupElement? {
    guard bytes.count <= 65_536, let text = String(validating: bytes, as: UTF8.self),
      text.unicodeScalars.allSatisfy(isCharacter)
    else { return nil }
    var reader = MarkupReader(text: Array(text.unicodeScalars))
    return try? reader.document()
  }

  private init(text: [Unicode.Scalar]) { self.text = text }

  /// White space, the declaration, comments and instructions, and one root (ERR-REF-1, ERR-REF-3).
  private mutating func document() throws(Fault) -> MarkupElement {
    _ = skip("\u{FEFF}")
    blanks()
    if skip("<?xml") {
      if blanks() { try declaration() } else { place -= 5 }
    }
    try miscellany()
    let root = try element(depth: 1)
    try miscellany()
    if place < text.count { throw Fault() }
    return root
  }

  /// A version 1.0, an encoding UTF-8 and whether the document stands alone (ERR-REF-9).
  private mutating func declaration() throws(Fault) {
    if try declared("version") != "1.0" { throw Fault() }
    var isSeparated = blanks()
    if isSeparated, try next() == "e" {
      let encoding = ServiceText.lowercased(try declared("encoding"))
      if encoding != Bytes("utf-8".utf8) { throw Fault() }
      isSeparated = blanks()
    }
    if isSeparated, try next() == "s" {
      if !["yes", "no"].contains(try declared("standalone")) { throw Fault() }
      blanks()
    }
    try expect("?>")
  }

  private mutating func declared(_ name: String) throws(Fault) -> String {
    try expect(name)
    blanks()
    try expect("=")
    blanks()
    let quote = try quote()
    let start = place
    while try next() != quote { place += 1 }
    place += 1
    return string(start..<place - 1)
  }

  /// White space, comments and processing instructions (ERR-XML-2).
  private mutating func miscellany() throws(Fault) {
    repeat { blanks() } while try aside()
  }

  /// A comment or a processing instruction, if one is next.
  private mutating func aside() throws(Fault) -> Bool {
    if skip("<!--") {
      while !skip("--") { try move() }
      try expect(">")
      return true
    }
    guard skip("<?") else { return false }
    if ServiceText.lowercased(try name()) == Bytes("xml".utf8) { throw Fault() }
    if skip("?>") { return true }
    if !blanks() { throw Fault() }
    while !skip("?>") { try move() }
    return true
  }

  /// An element and all that it holds: at most 8 levels and 256 elements in the root (ERR-REF-7).
  private mutating func element(depth: Int) throws(Fault) -> MarkupElement {
    try expect("<")
    var element = MarkupElement(name: try name(), depth: depth)
    let isEmpty = try attributes()
    if depth > 1 { count += 1 }
    if depth > 8 || count > 256 { throw Fault() }
    if isEmpty { return element }
    while !skip("</") {
      if try next() == "&" {
        element.text.unicodeScalars.append(try reference())
      } else if skip("<![CDATA[") {
        element.text += try lines(to: "]]>")
        place += 3
      } else if try next() != "<" {
        element.text += try lines(to: "<", "&")
      } else if try !aside() {
        element.children.append(try self.element(depth: depth + 1))
      }
    }
    if try !name().hasSameBytes(as: element.name) { throw Fault() }
    blanks()
    try expect(">")
    return element
  }

  /// Attributes, each once, which do not count; says whether the tag is that of an empty element.
  private mutating func attributes() throws(Fault) -> Bool {
    var names: [String] = []
    while true {
      let isSeparated = blanks()
      if skip(">") { return false }
      if skip("/>") { return true }
      let name = try name()
      if !isSeparated || names.containsBytes(of: name) { throw Fault() }
      names.append(name)
      blanks()
      try expect("=")
      blanks()
      let quote = try quote()
      while try next() != quote {
        if try next() == "<" { throw Fault() }
        if try next() == "&" { _ = try reference() } else { place += 1 }
      }
      place += 1
    }
  }

  /// Text up to one of two marks, with LF for CR LF and CR; `]]>` ends no text (ERR-TXT-2, ERR-TXT-3).
  private mutating func lines(to mark: String, _ other: String? = nil) throws(Fault) -> String {
    var result = String.UnicodeScalarView()
    while !stands(mark), other.map({ !stands($0) }) ?? true {
      if other != nil, stands("]]>") { throw Fault() }
      let scalar = try next()
      if scalar != "\r" || place + 1 == text.count || text[place + 1] != "\n" {
        result.append(scalar == "\r" ? "\n" : scalar)
      }
      place += 1
    }
    return String(result)
  }

  /// One of the five entities, or a character by its number (ERR-TXT-1, ERR-REF-2, ERR-REF-3).
  private mutating func reference() throws(Fault) -> Unicode.Scalar {
    place += 1
    let start = place
    while try next() != ";" { place += 1 }
    let name = string(start..<place)
    place += 1
    let entities = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
    if let scalar = entities[name]?.unicodeScalars.first { return scalar }
    let isHexadecimal = name.utf8.starts(with: "#x".utf8)
    let digits = name.dropFirst(isHexadecimal ? 2 : 1).utf8
    guard name.utf8.first == UInt8(ascii: "#"), !digits.isEmpty,
      digits.allSatisfy((isHexadecimal ? "0123456789abcdefABCDEF" : "0123456789").utf8.contains)
    else { throw Fault() }
    let significant = String(Substring(digits).drop { $0 == "0" })
    guard let value = UInt32(significant, radix: isHexadecimal ? 16 : 10),
      let scalar = Unicode.Scalar(value), Self.isCharacter(scalar)
    else { throw Fault() }
    return scalar
  }

  /// A name, which something follows.
  private mutating func name() throws(Fault) -> String {
    let start = place
    func begins(_ scalar: Unicode.Scalar) -> Bool {
      "A"..."Z" ~= scalar || "a"..."z" ~= scalar || scalar == "_" || scalar == ":"
        || scalar.value >= 0x80
    }
    if try !begins(next()) { throw Fault() }
    while true {
      let scalar = try next()
      guard begins(scalar) || "0"..."9" ~= scalar || scalar == "-" || scalar == "." else { break }
      place += 1
    }
    return string(start..<place)
  }

  private mutating func quote() throws(Fault) -> Unicode.Scalar {
    let quote = try next()
    if quote != "\"", quote != "'" { throw Fault() }
    place += 1
    return quote
  }

  private func string(_ range: Range<Int>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: text[range])
    return String(view)
  }

  private func next() throws(Fault) -> Unicode.Scalar {
    guard place < text.count else { throw Fault() }
    return text[place]
  }

  private mutating func move() throws(Fault) {
    _ = try next()
    place += 1
  }

  private func stands(_ mark: String) -> Bool {
    text[place...].starts(with: mark.unicodeScalars)
  }

  private mutating func skip(_ mark: String) -> Bool {
    guard stands(mark) else { return false }
    place += mark.unicodeScalars.count
    return true
  }

  private mutating func expect(_ mark: String) throws(Fault) {
    if !skip(mark) { throw Fault() }
  }

  @discardableResult
  private mutating func blanks() -> Bool {
    let start = place
    while place < text.count, Self.isBlank(text[place]) { place += 1 }
    return place > start
  }

  static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
  }

  /// The characters of XML 1.0 section 2.2.
  private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x10000...: true
    default: false
    }
  }
}

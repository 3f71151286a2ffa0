package import OSSPrimitives

/// XML as error bodies and answers of STS have it (ERR-XML, ERR-TXT-1 to ERR-TXT-3, ERR-MEM-4, ERR-REF,
/// ROLE-RSP-5, ROLE-RSP-9).
package struct Markup: Sendable {
  /// What is no error body.
  package enum Fault: Error, Equatable, Sendable {
    case markup, truncated, trailing, notXML, ampersand, utf8, character
    case documentType, entity, root, webPage, empty, size, depth, count, encoding
  }

  /// A member, by the names from the root to it.
  package struct Member: Sendable {
    package var name: String
    package var value: Bytes
    package var holdsElements = false
  }

  /// A piece of the text of an element, as readers of XML report it.
  package struct Piece: Sendable {
    package enum Kind: Sendable { case text, reference, section, other }
    package var kind: Kind
    package var bytes: Bytes = []
  }

  /// ERR-REF: whether a fault makes the body invalid; else what follows is read, if it can be.
  package var isRefused: @Sendable (Fault) -> Bool = { _ in true }
  /// ERR-XML-2: whether a body without a declaration is read.
  package var needsDeclaration = false
  /// ERR-XML-2, ERR-XML-3: the quotation marks that are read.
  package var quotes: [UInt8] = [0x22, 0x27]
  /// ERR-XML-3: whether elements may have an attribute of a name.
  package var readsAttribute: @Sendable (String) -> Bool = { _ in true }
  /// ERR-XML-5: what comes before the document is skipped: a byte-order mark, then white space.
  package var beginning: @Sendable (Bytes) -> Bytes = { body in
    let mark: Bytes = [0xEF, 0xBB, 0xBF]
    return Bytes((body.starts(with: mark) ? body[3...] : body[...]).drop(while: \.isXMLSpace))
  }
  /// ERR-TXT-1: the text of a reference, such as `amp` or `#38`; nil for none.
  package var reference: @Sendable (String) -> Bytes? = { name in
    let entities = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
    if let text = entities[name] { return text.raw }
    guard name.hasPrefix("#") else { return nil }
    let (digits, radix) = name.hasPrefix("#x") ? (name.dropFirst(2), 16) : (name.dropFirst(), 10)
    guard let first = digits.first, first.isHexDigit, let number = UInt32(digits, radix: radix),
      let scalar = Unicode.Scalar(number)
    else { return nil }
    return String(scalar).raw
  }
  /// ERR-REF-4: what is wrong with a root of a name.
  package var rootFault: @Sendable (String) -> Fault? = { name in
    name.hasSameBytes(as: "Error") ? nil : name.asciiLowercased == "html" ? .webPage : .root
  }
  /// ERR-TXT-2: the text of a CDATA section.
  package var section: @Sendable (Bytes) -> Bytes = { $0 }
  /// ERR-TXT-1, ERR-TXT-2: the pieces of a text, put together.
  package var joined: @Sendable ([Piece]) -> Bytes = { Bytes($0.flatMap(\.bytes)) }
  /// ERR-REF-6: how long a body is.
  package var length: @Sendable (Bytes) -> Int = { $0.count }
  /// ERR-TXT-3: CR LF and a lone CR are LF.
  package var lines: @Sendable (Bytes) -> Bytes = { text in
    Bytes(
      text.indices.compactMap { index in
        if text[index] == 0x0D { return 0x0A }
        return text[index] == 0x0A && index > 0 && text[index - 1] == 0x0D ? nil : text[index]
      })
  }
  /// The members of a body; nil for a body that is refused.
  func members(of body: Bytes) -> [Member]? {
    read(body)?.members.filter { !$0.holdsElements || !$0.value.allSatisfy(\.isXMLSpace) }
  }

  /// What is read of a body; nil for a body that is refused.
  func read(_ body: Bytes) -> MarkupReader? {
    var reader = MarkupReader(rules: self, bytes: beginning(body))
    do throws(Fault) {
      // ERR-REF-6.
      if length(body) > 65_536, isRefused(.size) { throw .size }
      try reader.readDocument(body)
    } catch {
      if isRefused(error) { return nil }
    }
    return reader
  }

  /// ERR-REF-2: the characters of XML 1.0.
  static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}

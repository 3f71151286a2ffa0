internal import OSSPrimitives

extension String {
  /// The UTF-8 bytes of the text.
  var raw: Bytes { Bytes(utf8) }
}

extension UInt8 {
  /// Whether the byte is a space or a tab.
  var isSpaceOrTab: Bool { self == 0x20 || self == 0x09 }
  /// Whether the byte is a digit of ASCII.
  var isDigit: Bool { 0x30...0x39 ~= self }
  /// Whether the byte is a letter of ASCII in lower case.
  var isLowerLetter: Bool { 0x61...0x7A ~= self }
  /// Whether the byte is a letter of ASCII in upper case.
  var isUpperLetter: Bool { 0x41...0x5A ~= self }
}

extension Bytes {
  /// The bytes as text; what is not UTF-8 is replaced.
  var text: String { String(decoding: self, as: UTF8.self) }

  /// Whether the bytes are the UTF-8 form of a text.
  func isText(_ text: String) -> Bool { elementsEqual(text.utf8) }

  /// Whether the bytes begin with the UTF-8 form of a text.
  func begins(with text: String) -> Bool { starts(with: text.utf8) }

  /// The bytes with letters of ASCII in lower case.
  var lowerCase: Bytes { Bytes(map { $0.isUpperLetter ? $0 | 0x20 : $0 }) }

  /// The bytes without spaces and tabs at their ends.
  var trimmed: Bytes { dropping(\.isSpaceOrTab) }

  /// The bytes without those at their ends of which a statement is true.
  func dropping(_ isBlank: (UInt8) -> Bool) -> Bytes {
    Bytes(Bytes(drop(while: isBlank)).reversed().drop(while: isBlank).reversed())
  }

  /// The bytes percent-encoded, but for letters, digits and `-_.~`, and the slash if it is kept.
  func encoded(keepingSlash: Bool = false) -> Bytes {
    var result = Bytes()
    PercentEncoding.append(span, keepingSlash: keepingSlash, to: &result)
    return result
  }

  /// The pieces between a byte, empty ones too.
  func pieces(at mark: Unicode.Scalar) -> [Bytes] {
    split(separator: UInt8(ascii: mark), omittingEmptySubsequences: false).map { Bytes($0) }
  }

  /// Whether the bytes stand before others, byte by byte.
  func precedes(_ other: Bytes) -> Bool { lexicographicallyPrecedes(other) }
}

extension [Bytes] {
  /// The elements with a text between any two.
  func joined(with mark: String) -> Bytes { Bytes(joined(separator: mark.utf8)) }
}

extension Sequence {
  /// The elements in an order that leaves equal ones as they are.
  func stablySorted(by precedes: (Element, Element) -> Bool) -> [Element] {
    enumerated().sorted { left, right in
      if precedes(left.element, right.element) { return true }
      return !precedes(right.element, left.element) && left.offset < right.offset
    }.map(\.element)
  }
}

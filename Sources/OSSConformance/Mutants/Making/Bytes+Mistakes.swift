internal import OSSPrimitives
internal import OSSVectors

extension Bytes {
  /// The bytes without spaces and tabs at their ends.
  var blanksTrimmed: Bytes { trimmed { $0 == 0x20 || $0 == 0x09 } }

  /// The bytes without those at their ends of which a statement is true.
  func trimmed(_ isBlank: (UInt8) -> Bool) -> Bytes {
    guard let first = firstIndex(where: { !isBlank($0) }),
      let last = lastIndex(where: { !isBlank($0) })
    else { return [] }
    return Bytes(self[first...last])
  }
}

extension Bytes {
  /// The text without the blanks of Unicode at its ends.
  var withoutUnicodeBlanks: Bytes {
    let characters = Array(text.unicodeScalars)
    guard let first = characters.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = characters.lastIndex(where: { !$0.properties.isWhitespace })
    else { return [] }
    return Bytes(characters[first...last].flatMap { Array(Character($0).utf8) })
  }

  /// The bytes with hyphens taken out, as cultures compare them.
  var withoutHyphens: Bytes { filter { $0 != UInt8(ascii: "-") } }

  /// Whether the bytes stand before others where runs of digits count as numbers.
  func precedesNaturally(_ other: Bytes) -> Bool {
    let (left, right) = (naturalParts, other.naturalParts)
    for (a, b) in zip(left, right) where a.number != b.number || a.text != b.text {
      if let first = a.number, let second = b.number { return first < second }
      return a.text.lexicographicallyPrecedes(b.text)
    }
    return left.count < right.count
  }

  /// Runs of digits as numbers, and what stands between them.
  private var naturalParts: [(text: Bytes, number: Int?)] {
    var parts: [(text: Bytes, number: Int?)] = []
    for byte in self {
      let digit = (0x30...0x39).contains(byte) ? Int(byte) - 0x30 : nil
      if let digit, let last = parts.last, let number = last.number, number < 1_000_000_000 {
        parts[parts.count - 1] = ([], number * 10 + digit)
      } else if let digit {
        parts.append(([], digit))
      } else if let last = parts.last, last.number == nil {
        parts[parts.count - 1].text.append(byte)
      } else {
        parts.append(([byte], nil))
      }
    }
    return parts
  }
}

internal import OSSPrimitives

/// What libraries do to text: encodings, normal forms, white space, orders.
extension Bytes {
  /// The bytes with each occurrence of a text replaced by another.
  func replaced(_ old: String, by new: String) -> Bytes { replaced(old.raw, by: new.raw) }

  func replaced(_ old: Bytes, by new: Bytes) -> Bytes {
    var result = Bytes()
    var index = startIndex
    while index < endIndex {
      if self[index...].starts(with: old) {
        result += new
        index += old.count
      } else {
        result.append(self[index])
        index += 1
      }
    }
    return result
  }

  /// The bytes up to the first of a mark.
  func cut(at mark: Unicode.Scalar) -> Bytes { Bytes(prefix { $0 != UInt8(ascii: mark) }) }

  /// The bytes with letters of ASCII in upper case.
  var upperCase: Bytes { Bytes(map { $0.isLowerLetter ? $0 & 0xDF : $0 }) }

  /// Each character's low byte, with `?` for those that Latin-1 does not have.
  var latin1: Bytes {
    Bytes(text.unicodeScalars.map { $0.value < 256 ? UInt8($0.value) : UInt8(ascii: "?") })
  }

  /// The UTF-8 bytes taken for Latin-1, and encoded in UTF-8 again.
  var encodedTwice: Bytes {
    Bytes(flatMap { $0 < 0x80 ? [$0] : [0xC0 | $0 >> 6, 0x80 | $0 & 0x3F] })
  }

  /// Encoded text with letters and digits outside ASCII left as they are.
  var keepingLetters: Bytes {
    let letters = tripletsDecoded.text.unicodeScalars.filter {
      !$0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
    }
    return letters.reduce(self) { $0.replaced(String($1).raw.encoded(), by: String($1).raw) }
  }

  /// The text with `?` for each character that ASCII does not have.
  var ascii: Bytes {
    Bytes(text.unicodeScalars.map { $0.isASCII ? UInt8($0.value) : UInt8(ascii: "?") })
  }

  /// The text with an accent that is alone put onto its letter, for letters of Western languages, and
  /// with a dot below before a dot above.
  var composed: Bytes {
    let pairs = [
      ("e\u{301}", "\u{E9}"), ("a\u{301}", "\u{E1}"), ("o\u{301}", "\u{F3}"),
      ("u\u{308}", "\u{FC}"), ("A\u{30A}", "\u{C5}"), ("\u{307}\u{323}", "\u{323}\u{307}"),
    ]
    return pairs.reduce(self) { $0.replaced($1.0, by: $1.1) }
  }

  /// UTF-8 of each UTF-16 unit by itself, known as CESU-8.
  var surrogatePairs: Bytes {
    Bytes(
      text.utf16.flatMap { unit -> [UInt8] in
        if let scalar = Unicode.Scalar(unit) { return Array(String(scalar).utf8) }
        return [
          UInt8(truncatingIfNeeded: 0xE0 | unit >> 12),
          UInt8(truncatingIfNeeded: 0x80 | unit >> 6 & 0x3F),
          UInt8(truncatingIfNeeded: 0x80 | unit & 0x3F),
        ]
      })
  }

  /// The text with two question marks for each character beyond U+FFFF.
  var surrogatesAsQuestionMarks: Bytes {
    Bytes(
      text.unicodeScalars.flatMap { $0.value > 0xFFFF ? Array("??".utf8) : Array(String($0).utf8) })
  }

  /// The text with its percent triplets decoded, if that gives text.
  var percentDecoded: Bytes {
    let parts = pieces(at: "%")
    let decoded = parts.dropFirst().reduce(parts.first ?? []) { result, part in
      let digits = part.prefix(2)
      guard digits.count == 2, let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      else { return result + "%".raw + part }
      return result + [byte] + part.dropFirst(2)
    }
    return String(validUTF8: decoded) == nil ? self : decoded
  }

  /// The bytes in hexadecimal digits, those below 16 with one digit.
  var digitsWithoutZeros: Bytes { map { String($0, radix: 16) }.joined().raw }

  /// Percent-encoded bytes in which the triplets of some marks are undone.
  func keeping(_ marks: String) -> Bytes {
    marks.utf8.reduce(self) { result, mark in
      let digits = String(mark, radix: 16, uppercase: true)
      return result.replaced("%\(digits)".raw, by: [mark])
    }
  }

  /// Percent-encoded bytes with the digits of each triplet in lower case.
  var withLowerTriplets: Bytes {
    var result = self
    for index in indices.dropLast(2) where self[index] == UInt8(ascii: "%") {
      for place in [index + 1, index + 2] where self[place].isUpperLetter { result[place] |= 0x20 }
    }
    return result
  }

  /// The text without white space of Unicode at its ends.
  var withoutUnicodeBlanks: Bytes {
    var scalars = Substring(text).unicodeScalars
    while scalars.first?.properties.isWhitespace == true { scalars.removeFirst() }
    while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
    return Bytes(String(scalars).utf8)
  }

  /// The bytes without those up to U+0020 at their ends, as Java's `trim` has it.
  var withoutOuterBlanks: Bytes { dropping { $0 <= 0x20 } }

  /// Several blanks in a row as one space.
  var blanksCollapsed: Bytes {
    Bytes(trimmed.split(whereSeparator: \.isSpaceOrTab).joined(separator: [0x20]))
  }

  /// Each run of slashes as one.
  var slashesMerged: Bytes { runsMerged(of: 0x2F) }

  /// Each run of a byte as one.
  func runsMerged(of mark: UInt8) -> Bytes {
    reduce(into: Bytes()) { result, byte in
      if byte != mark || result.last != mark { result.append(byte) }
    }
  }

  /// A path without its empty parts, so that no slash is at its ends.
  var emptyPartsDropped: Bytes { pieces(at: "/").filter { !$0.isEmpty }.joined(with: "/") }

  /// A path without its first slash, as `path.Join` of Go writes it.
  var pathCleaned: Bytes { emptyPartsDropped.dotsResolved }

  /// Percent-encoded bytes in which a percent sign before two digits is not encoded.
  var tripletsKept: Bytes {
    let parts = replaced("%25", by: "\u{0}").pieces(at: "\u{0}")
    return parts.dropFirst().reduce(parts.first ?? []) { result, part in
      let digits = part.prefix(2).compactMap { Hexadecimal.value(of: $0) }
      return result + (digits.count == 2 ? "%".raw : "%25".raw) + part
    }
  }

  /// A path with its segments `.` and `..` resolved.
  var dotsResolved: Bytes {
    var kept: [Bytes] = []
    for part in pieces(at: "/") {
      if part.isText("..") {
        _ = kept.popLast()
      } else if !part.isText(".") {
        kept.append(part)
      }
    }
    return kept.joined(with: "/")
  }

  /// A path as RFC 3986 resolves a relative reference, with empty parts dropped.
  var resolvedAsReference: Bytes {
    let parts = pieces(at: "/")
    var kept: [Bytes] = []
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      if part.isText("..") { _ = kept.popLast() }
      let isDots = part.isText(".") || part.isText("..")
      if !isDots, !part.isEmpty || isLast { kept.append(part) }
      if isDots, isLast { kept.append([]) }
    }
    return kept.joined(with: "/")
  }

  /// The bytes without hyphens, as cultures compare them.
  var withoutHyphens: Bytes { filter { $0 != UInt8(ascii: "-") } }

  /// Whether the bytes stand before others where runs of digits count as numbers.
  func precedesNaturally(_ other: Bytes) -> Bool {
    let (left, right) = (naturalParts, other.naturalParts)
    for (one, two) in zip(left, right) where one != two {
      if let first = Int(one.text), let second = Int(two.text) { return first < second }
      return one.precedes(two)
    }
    return left.count < right.count
  }

  /// Runs of digits, and what is between them.
  private var naturalParts: [Bytes] {
    reduce(into: [Bytes]()) { parts, byte in
      if let last = parts.last?.last, last.isDigit == byte.isDigit {
        parts[parts.count - 1].append(byte)
      } else {
        parts.append([byte])
      }
    }
  }

  /// Marks before digits before letters, case left aside, as a locale sorts words.
  var localeKey: Bytes {
    Bytes(lowerCase.flatMap { [$0.isLowerLetter || $0 >= 0x80 ? 2 : $0.isDigit ? 1 : 0, $0] })
  }
}

internal import OSSPrimitives

extension String {
  /// Each character's low byte, with `?` for those that Latin-1 does not have.
  var latin1: Bytes { Bytes(unicodeScalars.map { $0.value < 256 ? UInt8($0.value) : 0x3F }) }

  /// The text with an accent that stands alone put onto its letter, for the letters that occur in
  /// the vectors.
  var composed: String {
    let pairs: [(String, String)] = [
      ("e\u{301}", "\u{E9}"), ("a\u{301}", "\u{E1}"), ("o\u{301}", "\u{F3}"),
      ("u\u{308}", "\u{FC}"), ("A\u{30A}", "\u{C5}"),
    ]
    return String(
      decoding: pairs.reduce(Bytes(utf8)) {
        $0.replacing(Bytes($1.0.utf8), with: Bytes($1.1.utf8))
      }, as: UTF8.self)
  }

  /// The text with every percent triplet decoded where that gives text.
  var percentDecoded: String {
    guard let bytes = try? PercentEncoding.decode(self, plusIsSpace: false) else { return self }
    return String(validating: bytes, as: UTF8.self) ?? self
  }

  /// The text percent-encoded.
  func percentEncoded(keepingSlash: Bool = false) -> String {
    PercentEncoding.encode(self, keepingSlash: keepingSlash)
  }

  /// The text without blanks and line ends at its ends.
  var withoutOuterBlanks: String {
    String(decoding: Bytes(utf8).trimmed { $0 <= 0x20 }, as: UTF8.self)
  }

  /// The text up to its first NUL.
  var beforeNUL: String {
    String(decoding: utf8.prefix { $0 != 0 }, as: UTF8.self)
  }
}

extension Bytes {
  /// The bytes with each occurrence of some replaced by others.
  func replacing(_ old: Bytes, with new: Bytes) -> Bytes {
    var result = Bytes()
    var index = startIndex
    while index < endIndex {
      if self[index...].starts(with: old) {
        result.append(contentsOf: new)
        index += old.count
      } else {
        result.append(self[index])
        index += 1
      }
    }
    return result
  }
}

extension String {
  /// UTF-8 of each UTF-16 unit by itself, known as CESU-8.
  var surrogatePairs: Bytes {
    var bytes = Bytes()
    for unit in utf16 {
      if let scalar = Unicode.Scalar(unit) {
        bytes.append(contentsOf: Character(scalar).utf8)
      } else {
        bytes.append(UInt8(truncatingIfNeeded: 0xE0 | unit >> 12))
        bytes.append(UInt8(truncatingIfNeeded: 0x80 | unit >> 6 & 0x3F))
        bytes.append(UInt8(truncatingIfNeeded: 0x80 | unit & 0x3F))
      }
    }
    return bytes
  }
}

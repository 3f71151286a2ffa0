internal import OSSPrimitives

/// What the pages ask of bytes and texts, in all parts of the model.
extension UInt8 {
  /// Whether the byte is a letter or a digit of ASCII.
  var isLetterOrDigit: Bool { isDigit || isLowerLetter || isUpperLetter }
  /// Whether the byte may be in the label of a host: a letter, a digit, `-` or `_`.
  var isHostByte: Bool { isLetterOrDigit || self == 0x2D || self == 0x5F }
  /// Whether the byte is white space of XML.
  var isXMLSpace: Bool { isSpaceOrTab || self == 0x0D || self == 0x0A }
}

extension Bytes {
  /// The base64 text of the bytes.
  var base64: String { Base64.encode(span) }
  /// The bytes in hexadecimal digits.
  var hexadecimal: String { Hexadecimal.encode(span) }
  /// The bytes without white space of XML at their ends.
  var xmlTrimmed: Bytes { dropping(\.isXMLSpace) }

  /// The bytes with each `%` and two digits decoded; everything else stays (CALL-STS-2).
  var tripletsDecoded: Bytes {
    var (result, index) = (Bytes(), 0)
    while index < count {
      let digits = self[index...].dropFirst().prefix(2).compactMap { Hexadecimal.value(of: $0) }
      if self[index] == UInt8(ascii: "%"), digits.count == 2 {
        result.append(digits[0] << 4 | digits[1])
        index += 3
      } else {
        result.append(self[index])
        index += 1
      }
    }
    return result
  }
}

extension String {
  /// The text with its letters A to Z in lower case.
  var asciiLowercased: String { raw.lowerCase.text }
  /// The text percent-encoded, but for letters, digits and `-_.~`.
  var encoded: String { PercentEncoding.encode(self, keepingSlash: false) }
  /// Whether the text holds a CR, LF or NUL (V1-REF-6, V1-REF-14).
  var breaksLines: Bool { utf8.contains(where: SigningModel.breaksLine) }
  /// Whether the text is visible ASCII without `:` and `,` (V1-REF-3).
  var isAccessKeyID: Bool {
    utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !":,".utf8.contains($0) }
  }

  /// The text with each occurrence of another one replaced, byte by byte.
  func replaced(_ old: String, by new: String) -> String { raw.replaced(old, by: new).text }

  /// The text without white space at its ends; what is inside it stays (CRED-TRIM-1, -3, -4).
  func trimmed(_ isBlank: (Unicode.Scalar) -> Bool = { $0.isBlank }) -> String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !isBlank($0) }),
      let last = scalars.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(scalars[first...last])
  }
}

extension Unicode.Scalar {
  /// What Unicode calls White_Space, and U+200B and U+FEFF (CRED-TRIM-2, TOK-MEM-5).
  var isBlank: Bool {
    switch value {
    case 0x0009...0x000D, 0x0020, 0x0085, 0x00A0, 0x1680, 0x2000...0x200B: true
    case 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF: true
    default: false
    }
  }
}

/// The texts of credentials: what is around them, and what an access key ID is made of.
package enum TokenTexts {
  /// What Unicode calls White_Space, and U+200B and U+FEFF (CRED-TRIM-2, TOK-MEM-5).
  package static func isWhiteSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0009...0x000D, 0x0020, 0x0085, 0x00A0, 0x1680, 0x2000...0x200B: true
    case 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF: true
    default: false
    }
  }

  /// A text without white space at its ends; what is inside it stays (CRED-TRIM-1, -3, -4).
  package static func trimmed(
    _ text: String, where isBlank: (Unicode.Scalar) -> Bool = { isWhiteSpace($0) }
  ) -> String {
    var scalars = Array(text.unicodeScalars)[...]
    while let first = scalars.first, isBlank(first) { scalars.removeFirst() }
    while let last = scalars.last, isBlank(last) { scalars.removeLast() }
    return String(String.UnicodeScalarView(scalars))
  }

  /// Whether a text has letters, digits, `.`, `_` and `=` alone (V1-REF-3).
  package static func isAccessKeyID(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2E, 0x5F, 0x3D: true
      default: false
      }
    }
  }
}

internal import OSSPrimitives

/// Looks for a secret in texts (CRED-LEAK-3, CRED-LEAK-4).
struct SecretSearch {
  /// How many characters of a secret in a row show it.
  static let pieceLength = 8

  private let needles: [Bytes]
  private let accessKeyID: Bytes

  /// Prepares the search.
  ///
  /// - Parameters:
  ///   - secret: what is looked for; nothing is found of an empty one.
  ///   - accessKeyID: what may stand in a text, even if it holds the secret.
  init(for secret: String, besides accessKeyID: String) {
    self.accessKeyID = Bytes(accessKeyID.utf8)
    let isLong = secret.utf8.count >= Self.pieceLength
    let forms = isLong ? Self.forms(of: secret) : []
    needles = secret.isEmpty ? [] : Self.pieces(of: secret) + forms
  }

  /// Whether a text shows the secret.
  func finds(in text: String) -> Bool {
    let text = Bytes(text.utf8)
    let covered = Self.places(of: accessKeyID, in: text).map { $0..<$0 + accessKeyID.count }
    return needles.contains { needle in
      Self.places(of: needle, in: text).contains { place in
        let end = place + needle.count
        return !covered.contains { $0.lowerBound <= place && end <= $0.upperBound }
      }
    }
  }

  /// Every eight characters in a row, or all where there are fewer.
  private static func pieces(of secret: String) -> [Bytes] {
    let scalars = Array(secret.unicodeScalars)
    let length = min(pieceLength, scalars.count)
    return (0...scalars.count - length).map { start in
      var piece = String.UnicodeScalarView()
      piece.append(contentsOf: scalars[start..<start + length])
      return Bytes(String(piece).utf8)
    }
  }

  /// The secret's bytes as programs write what is no text to them.
  private static func forms(of secret: String) -> [Bytes] {
    let bytes = Bytes(secret.utf8)
    let hexadecimal = Hexadecimal.encode(bytes.span)
    let decimal = bytes.map { String($0) }.joined(separator: ", ")
    let encoded = PercentEncoding.encode(secret, keepingSlash: false)
    return [hexadecimal, hexadecimal.uppercased(), decimal, Base64.encode(bytes.span), encoded]
      .map { Bytes($0.utf8) }
  }

  /// Where a text begins in another one, overlaps included.
  private static func places(of needle: Bytes, in text: Bytes) -> [Int] {
    guard let first = needle.first, needle.count <= text.count else { return [] }
    return (0...text.count - needle.count).filter { start in
      text[start] == first && text[start..<start + needle.count] == needle[...]
    }
  }
}

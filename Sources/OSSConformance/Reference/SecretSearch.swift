internal import OSSPrimitives

/// Looks for a secret in texts (CRED-LEAK-3, CRED-LEAK-4).
struct SecretSearch {
  /// How many characters of a secret in a row show it.
  static let pieceLength = 8

  /// What shows the secret, in the place that its first byte names.
  private var needles = [[Bytes]](repeating: [], count: 256)
  private let accessKeyID: Bytes

  /// Prepares the search.
  ///
  /// - Parameters:
  ///   - secret: what is looked for; nothing is found of an empty one.
  ///   - accessKeyID: what may stand in a text, even if it holds the secret.
  init(for secret: String, besides accessKeyID: String) {
    self.accessKeyID = Bytes(accessKeyID.utf8)
    if secret.isEmpty { return }
    let isLong = secret.utf8.count >= Self.pieceLength
    for needle in Self.pieces(of: secret) + (isLong ? Self.forms(of: secret) : []) {
      if let first = needle.first { needles[Int(first)].append(needle) }
    }
  }

  /// Whether a text shows the secret.
  func finds(in text: String) -> Bool {
    let text = Bytes(text.utf8)
    var start = 0
    while start < text.count {
      for needle in needles[Int(text[start])] where Self.occurs(needle, in: text, at: start) {
        if !isInAccessKeyID(start..<start + needle.count, of: text) { return true }
      }
      start += 1
    }
    return false
  }

  /// Whether a part of a text lies in the access key ID, which may stand there.
  private func isInAccessKeyID(_ part: Range<Int>, of text: Bytes) -> Bool {
    let first = max(0, part.upperBound - accessKeyID.count)
    return first <= part.lowerBound
      && (first...part.lowerBound).contains { Self.occurs(accessKeyID, in: text, at: $0) }
  }

  private static func occurs(_ needle: Bytes, in text: Bytes, at start: Int) -> Bool {
    text[start...].starts(with: needle)
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
}

internal import OSSPrimitives

/// Looks for a secret in texts (CRED-LEAK-3, CRED-LEAK-4).
struct SecretSearch {
  /// How many characters of a secret in a row show it.
  static let pieceLength = 8

  /// The pieces that show the secret, by their number of bytes.
  private var pieces: [Int: Set<Bytes.SubSequence>] = [:]
  private let forms: [Bytes]
  private let accessKeyID: Bytes

  /// Prepares the search.
  ///
  /// - Parameters:
  ///   - secret: what is looked for; nothing is found of an empty one.
  ///   - accessKeyID: what may stand in a text, even if it holds the secret.
  init(for secret: String, besides accessKeyID: String) {
    self.accessKeyID = Bytes(accessKeyID.utf8)
    forms = secret.utf8.count < Self.pieceLength ? [] : Self.forms(of: secret)
    for piece in secret.isEmpty ? [] : Self.pieces(of: secret) {
      pieces[piece.count, default: []].insert(piece[...])
    }
  }

  /// Whether a text shows the secret.
  ///
  /// - Complexity: O(*n*) in the lengths of the text, the secret and the access key ID.
  func finds(in text: String) -> Bool {
    let text = Bytes(text.utf8)
    // Where the last access key ID ends that begins at a byte or before it.
    var ends = [Int](repeating: 0, count: text.count)
    for start in Self.places(of: accessKeyID, in: text) { ends[start] = start + accessKeyID.count }
    for start in ends.indices.dropFirst() { ends[start] = max(ends[start], ends[start - 1]) }
    let isShown = { (start: Int, count: Int) in start + count > ends[start] }
    return pieces.contains { count, pieces in
      text.indices.dropLast(count - 1).contains { start in
        pieces.contains(text[start..<start + count]) && isShown(start, count)
      }
    }
      || forms.contains { form in
        Self.places(of: form, in: text).contains { isShown($0, form.count) }
      }
  }

  /// Where a text holds some bytes, by the algorithm of Knuth, Morris and Pratt.
  private static func places(of needle: Bytes, in text: Bytes) -> [Int] {
    guard !needle.isEmpty else { return [] }
    let all = needle + text
    // How many bytes of the needle's beginning end at each byte.
    var lengths = [0]
    for byte in all.dropFirst() {
      var length = lengths[lengths.count - 1]
      while length > 0, length == needle.count || byte != needle[length] {
        length = lengths[length - 1]
      }
      lengths.append(byte == needle[length] ? length + 1 : length)
    }
    return text.indices.dropLast(needle.count - 1).filter {
      lengths[$0 + 2 * needle.count - 1] == needle.count
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
}

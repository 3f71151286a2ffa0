internal import OSSPrimitives

/// What a custom signer said when it failed, as the cause of ``SignerError/failed(_:)``.
///
/// The text is the application's own and may repeat what it was asked to sign, and with it a security
/// token. So it is kept, up to ``maximumByteCount`` bytes, and no description shows it: whoever wants
/// it asks for ``text`` (CRED-SIGN-12).
public struct SignerFailure: Sendable {
  /// The greatest number of UTF-8 bytes of a text that is kept.
  public static let maximumByteCount = 1024

  /// What the signer said, perhaps nothing; cut between two characters if it was longer.
  public let text: String
  /// Whether the signer said more than is kept.
  public let isCut: Bool

  /// Keeps what a signer said.
  ///
  /// - Complexity: O(1): no more is read than is kept.
  public init(_ text: String) {
    var end = text.unicodeScalars.startIndex
    var count = 0
    while end < text.unicodeScalars.endIndex {
      count += UTF8.width(text.unicodeScalars[end])
      if count > Self.maximumByteCount { break }
      end = text.unicodeScalars.index(after: end)
    }
    self.text = String(text.unicodeScalars[..<end])
    isCut = end < text.unicodeScalars.endIndex
  }
}

extension SignerFailure: Equatable {
  /// Whether both say the same, byte by byte.
  public static func == (left: SignerFailure, right: SignerFailure) -> Bool {
    left.isCut == right.isCut && left.text.hasSameBytes(as: right.text)
  }
}

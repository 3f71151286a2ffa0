public import OSSPrimitives

/// The string to sign of V2, with the place of each step in it.
public struct StringToSignV2: Sendable {
  /// The bytes that are signed: UTF-8, lines ended by LF, none at the end.
  public let bytes: Bytes
  package let dateRange: Range<Int>
  package let headerRange: Range<Int>
  package let additionalRange: Range<Int>
  package let resourceRange: Range<Int>

  /// The string as text.
  public var text: String { text(bytes.indices) }

  /// The fourth line: the date, or the expiry of a URL.
  var date: String { text(dateRange) }

  /// The lines of the signed headers, each with its LF; empty if there are none.
  public var canonicalizedHeaders: String { text(headerRange) }

  /// The names of the additional headers with `;` between them; empty if there are none.
  public var additionalHeaders: String { text(additionalRange) }

  /// The bucket, the key and every parameter, percent-encoded.
  public var canonicalizedResource: String { text(resourceRange) }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

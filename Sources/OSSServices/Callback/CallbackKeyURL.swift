internal import OSSPrimitives

/// Which URLs the key of a callback may be fetched from (CALL-KEY).
///
/// A callback names the URL itself, so that a stranger could name his own; only those of OSS count.
enum CallbackKeyURL {
  /// The most bytes that such a URL has.
  private static let greatestByteCount = 1024
  private static let beginnings = [
    "https://gosspublic.alicdn.com/", "http://gosspublic.alicdn.com/",
  ]

  /// Whether a URL begins with the host of OSS and the slash after it (CALL-KEY-2), and is visible
  /// ASCII and not too long (CALL-KEY-3).
  ///
  /// The slash is what makes it the host: without it `gosspublic.alicdn.com.example` and
  /// `gosspublic.alicdn.com@example` begin so too.
  static func isAllowed(_ url: Bytes) -> Bool {
    url.count <= greatestByteCount && beginnings.contains { url.starts(with: $0.utf8) }
      && url.allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "\\") }
  }
}

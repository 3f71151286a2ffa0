import OSSPrimitives
import OSSSigning

/// Texts that signers stumble over.
struct RandomRequests {
  private var random = SplitMix64(seed: 1)
  private static let pieces = [
    "a", "B", "0", "-", "_", ".", "~", " ", "\t", "\n", "\r", "\r\n", "\u{0}", ":", "/", "\\",
    "%41", "+", "&", "=", "?", "#", "é", "e\u{301}", "名", "🙂", "\u{7F}", "x-oss-", "acl",
    "\u{FEFF}", "\u{2028}", "\"",
  ]
  private static let names = [
    "x-oss-meta-a", "X-Oss-Meta-A", "x-oss-meta-b", "Content-Type", "content-md5", "Date",
    "x-oss-date", "Authorization", "Range", "x-oss", "x-oss-", "X-OSS-security-token",
  ]

  mutating func text() -> String {
    (0..<random.below(5)).map { _ in Self.pieces[random.below(Self.pieces.count)] }.joined()
  }

  /// Mostly harmless text, so that about half of the requests can be signed.
  mutating func value() -> String { random.below(12) == 0 ? text() : "v\(random.below(100)) é" }

  mutating func name() -> String {
    random.below(25) == 0 ? text() : Self.names[random.below(Self.names.count)]
  }

  mutating func headers() -> [HeaderField] {
    (0..<random.below(5)).map { _ in HeaderField(name(), value()) }
  }

  mutating func query() -> [QueryParameter] {
    (0..<random.below(4)).map { _ in
      QueryParameter(random.below(2) == 0 ? "acl" : text(), random.below(3) == 0 ? nil : text())
    }
  }

  mutating func request() throws(SigningError) -> SigningRequest {
    try SigningRequest(
      method: random.below(30) == 0 ? text() : "PUT", bucket: random.below(20) == 0 ? text() : "b",
      key: random.below(4) == 0 ? text() : "k", headers: headers(), query: query())
  }
}

import OSSSigning

/// Numbers that are the same in each run (xorshift64).
struct Numbers: RandomNumberGenerator {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

/// Texts that signers stumble over.
struct RandomRequests {
  private var numbers = Numbers()
  private static let pieces = [
    "a", "B", "0", "-", "_", ".", "~", " ", "\t", "\n", "\r", "\r\n", "\u{0}", ":", "/", "\\",
    "%41", "+", "&", "=", "?", "#", "é", "e\u{301}", "名", "🙂", "\u{7F}", "x-oss-", "acl",
    "\u{FEFF}", "\u{2028}", "\"",
  ]
  private static let names = [
    "x-oss-meta-a", "X-Oss-Meta-A", "x-oss-meta-b", "Content-Type", "content-md5", "Date",
    "x-oss-date", "Authorization", "Range", "x-oss", "x-oss-", "X-OSS-security-token",
  ]

  mutating func below(_ bound: Int) -> Int { Int(numbers.next() >> 33) % bound }

  mutating func text() -> String {
    (0..<below(5)).map { _ in Self.pieces[below(Self.pieces.count)] }.joined()
  }

  /// Mostly harmless text, so that about half of the requests can be signed.
  mutating func value() -> String { below(12) == 0 ? text() : "v\(below(100)) é" }

  mutating func name() -> String {
    below(25) == 0 ? text() : Self.names[below(Self.names.count)]
  }

  mutating func headers() -> [HeaderField] {
    (0..<below(5)).map { _ in HeaderField(name(), value()) }
  }

  mutating func query() -> [QueryParameter] {
    (0..<below(4)).map { _ in
      QueryParameter(below(2) == 0 ? "acl" : text(), below(3) == 0 ? nil : text())
    }
  }

  mutating func request() throws(SigningError) -> SigningRequest {
    try SigningRequest(
      method: below(30) == 0 ? text() : "PUT", bucket: below(20) == 0 ? text() : "b",
      key: below(4) == 0 ? text() : "k", headers: headers(), query: query())
  }
}

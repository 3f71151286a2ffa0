import OSSConformance
import OSSPrimitives

/// Changes bytes as accidents and attackers do; one seed gives one input.
struct Damage {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// The longest input, so that a run of many ends.
  private static let limit = 200_000

  /// Bytes that mean something to one reader or another.
  private static let pieces: [Bytes] =
    [
      "{", "[", "\"", "\\", "\\u", "\\ud800", ",", ":", "}", "]", "null", "-", "1e999", "0", "<",
      "</",
      "<!--", "<![CDATA[", "<?", "&", "&#", "&lt;", "=", "?", "%", "%2", "%zz", "/", "//", "://",
      "@",
      ";", "\n", "\r\n", "\r", "\t", " ", "\0", "\u{7f}", "é", "\u{feff}", "中", "😀", "+", "'", "`",
      "$(", "curl ", "-H ", "-----BEGIN PUBLIC KEY-----", "==", "9223372036854775808", "x-oss-",
      "Authorization: OSS ", "OSS4-HMAC-SHA256 Credential=", "Expires=", "2100-02-29T24:00:00Z",
      "x-oss-additional-headers=", "Signature=", "<StringToSign>", "StringToSignBytes", "4f 53 ",
    ].map { Bytes($0.utf8) } + [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0x80]]

  /// One of some inputs, damaged in one to four places.
  mutating func applied(to seeds: [Bytes]) -> Bytes {
    var bytes = pick(seeds)
    for _ in 0...below(4) { change(&bytes, seeds) }
    return bytes.count > Self.limit ? Bytes(bytes.prefix(Self.limit)) : bytes
  }

  private mutating func change(_ bytes: inout Bytes, _ seeds: [Bytes]) {
    let place = below(bytes.count + 1)
    let end = min(bytes.count, place + 1 + below(1 << below(8)))
    switch below(12) {
    case 0: bytes.removeSubrange(place..<max(place, end))
    case 1: bytes = Bytes(bytes.prefix(place))
    case 2: if place < bytes.count { bytes[place] ^= UInt8(1 << below(8)) }
    case 3: if place < bytes.count { bytes[place] = UInt8(below(256)) }
    case 4: insert(Bytes(bytes[place..<max(place, end)]), 1 + below(4), at: place, &bytes)
    case 5: insert(Bytes(bytes[place..<max(place, end)]), 1 << below(14), at: place, &bytes)
    case 6: insert(pick(Self.pieces), 1 << below(17), at: place, &bytes)
    case 7:
      let other = pick(seeds)
      insert(Bytes(other.suffix(below(other.count + 1))), 1, at: place, &bytes)
    default: insert(pick(Self.pieces), 1, at: place, &bytes)
    }
  }

  private mutating func insert(_ piece: Bytes, _ count: Int, at place: Int, _ bytes: inout Bytes) {
    guard !piece.isEmpty else { return }
    let count = min(count, Self.limit / piece.count)
    bytes.insert(contentsOf: (0..<count).flatMap { _ in piece }, at: place)
  }

  mutating func below(_ bound: Int) -> Int { random.below(max(bound, 1)) }
  mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }
}

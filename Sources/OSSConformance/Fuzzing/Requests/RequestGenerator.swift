internal import OSSPrimitives
package import OSSVectors

/// Makes random requests that the specification has an answer for, from a seed.
///
/// Half of them are plain in all but one thing, so that a mistake shows alone; a few mix up to
/// twelve. Each request has a random generator of its own, so a change of one leaves the others.
package struct RequestGenerator: Sendable {
  private var seeds: SplitMix64
  private let versions: [RequestDraft.Version]
  private var count = 0

  /// Makes a generator; the same seed gives the same requests.
  package init(
    seed: UInt64, operations: Set<OSSVectors.Operation> = Set(FuzzRequest.operations)
  ) {
    seeds = SplitMix64(seed: seed)
    let known = [
      RequestDraft.Version(header: .v1Header, presign: .v1Presign),
      RequestDraft.Version(header: .v4Header, presign: .v4Presign),
    ]
    let asked = known.compactMap { $0.limited(to: operations) }
    versions = asked.isEmpty ? known : asked
  }

  /// The next request.
  package mutating func next() -> FuzzRequest {
    var draft = RequestDraft(SplitMix64(seed: seeds.next()))
    draft.fill(versions[count % versions.count])
    count += 1
    return draft.request
  }
}

extension RequestDraft {
  /// The two operations that sign with one version; the same one twice where only that is asked.
  struct Version {
    let header: OSSVectors.Operation
    let presign: OSSVectors.Operation

    /// What is left of the two; nil if nothing is.
    func limited(to operations: Set<OSSVectors.Operation>) -> Version? {
      switch (operations.contains(header), operations.contains(presign)) {
      case (true, true): self
      case (true, false): Version(header: header, presign: header)
      case (false, true): Version(header: presign, presign: presign)
      case (false, false): nil
      }
    }
  }
}

/// A request in the making, and the random numbers that it is made of.
struct RequestDraft {
  var random: SplitMix64
  var request = FuzzRequest()

  init(_ random: SplitMix64) { self.random = random }

  /// One way to make a request less plain; it does nothing where it does not fit.
  private typealias Addition = @Sendable (inout RequestDraft) -> Void

  private static let additions: [(weight: Int, element: Addition)] = [
    (22, { $0.addOSSHeader() }), (8, { $0.addContentType() }), (4, { $0.addContentMD5() }),
    (5, { $0.addOtherHeader() }), (1, { $0.addDate() }), (3, { $0.addOSSDate() }),
    (1, { $0.addTokenHeader() }), (1, { $0.repeatHeader() }), (8, { $0.addToken() }),
    (4, { $0.changeSecret() }), (2, { $0.changeAccessKeyID() }), (6, { $0.changeMethod() }),
    (18, { $0.changeKey() }), (3, { $0.changeBucket() }), (4, { $0.leaveOutKey() }),
    (2, { $0.leaveOutBucket() }), (18, { $0.addSubresource() }), (8, { $0.addParameter() }),
    (1, { $0.repeatParameter() }), (6, { $0.changeTime() }), (4, { $0.changeExpiry() }),
    (8, { $0.changeEndpoint() }),
  ]

  private static let additionsV4: [(weight: Int, element: Addition)] = [
    (18, { $0.addOSSHeader() }), (6, { $0.addContentType() }), (4, { $0.addContentMD5() }),
    (5, { $0.addOtherHeader() }), (1, { $0.addDate() }), (2, { $0.addOSSDate() }),
    (1, { $0.addTokenHeader() }), (2, { $0.addContentSHA256() }), (1, { $0.repeatHeader() }),
    (16, { $0.addAdditionalHeaders() }), (8, { $0.addToken() }), (1, { $0.addTokenParameter() }),
    (4, { $0.changeSecret() }), (2, { $0.changeAccessKeyID() }), (4, { $0.changeMethod() }),
    (16, { $0.changeKey() }), (3, { $0.changeBucket() }), (4, { $0.leaveOutKey() }),
    (2, { $0.leaveOutBucket() }), (6, { $0.addSubresource() }), (20, { $0.addSignedParameter() }),
    (1, { $0.repeatParameter() }), (6, { $0.changeTime() }), (4, { $0.changeValidity() }),
    (6, { $0.changeRegion() }), (4, { $0.changeProduct() }), (6, { $0.changeEndpoint() }),
  ]

  /// Adds as many things as the request is to have.
  mutating func fill(_ version: Version) {
    request.operation = random.chance(40) ? version.presign : version.header
    let additions = request.isV4 ? Self.additionsV4 : Self.additions
    let count = random.pick(weighted: [
      (45, 1), (25, 2), (12, 3), (10, 4 + random.below(3)), (8, 7 + random.below(6)),
    ])
    for _ in 0..<count { random.pick(weighted: additions)(&self) }
  }

  private mutating func changeMethod() {
    request.method = random.pick(["PUT", "POST", "DELETE", "HEAD", "OPTIONS", "PATCH", "A"])
  }

  private mutating func changeTime() {
    request.time = random.pick(weighted: [
      // The first nine days of a month, whose day has one digit.
      (50, 1_696_118_400 + Int64(random.below(9 * 86_400))),
      (30, 946_684_800 + Int64(random.below(1_104_537_600))),
      (15, random.pick([951_782_399, 951_782_400, 1_709_164_800, 1_704_067_199, 1_704_067_200])),
      // The first second, and the ends of the years that a date can hold.
      (5, random.pick([0, -1, 253_402_300_799, -62_135_596_800])),
    ])
  }

  private mutating func changeExpiry() {
    guard request.isPresigned, !request.isV4 else { return }
    request.expires = random.pick([
      0, 1, request.time > 0 ? request.time : 1, 999_999_999, 1_702_743_656, 1_702_743_658,
      2_147_483_647, 2_147_483_648, 4_294_967_296, 253_402_300_799,
    ])
  }

  private mutating func changeEndpoint() {
    let hosts = [
      "oss-cn-hangzhou.aliyuncs.com", "oss-cn-hangzhou-internal.aliyuncs.com",
      "OSS-CN-Hangzhou.aliyuncs.com", "img.example.com", "localhost", "192.0.2.1", "1.2.3.256",
      "[2001:db8::1]",
    ]
    let host = random.pick(hosts)
    let port = random.pick(weighted: [(60, ""), (10, ":80"), (10, ":443"), (20, ":8080")])
    let path = random.pick(weighted: [(70, ""), (15, "/"), (10, "/oss"), (5, "/a/b%20c/")])
    request.endpoint =
      random.pick(["http", "https", "https", "HTTPS"]) + "://" + host + port + path
    let isAddress = host.hasPrefix("192") || host.hasPrefix("[")
    request.addressing = random.pick([nil, nil, isAddress ? nil : "virtual-host", "path", "cname"])
  }
}

extension RequestDraft {
  private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCXYZ0123456789").map(String.init)

  /// Characters that programs compare, encode, fold or strip otherwise than as their bytes.
  private static let foreign = [
    "é", "e\u{301}", "中文", "ß", "\u{2126}", "\u{212a}", "😀", "👩\u{200d}🚀", "\u{feff}", "Ü", "ñ",
    "\u{a0}", "\u{3000}", "\u{85}", "\u{2028}", "İ",
  ]
  private static let marks = [
    ":", ",", ";", "=", "&", "\"", "'", "/", "\\", "?", "#", "<", ">", "(", ")", "*", "!", "~", "@",
    "$", "[", "]", "{", "|", "^", "`", "a:b", "k=v", "a,b", "a=b&c=d", "&amp;",
  ]
  private static let escapes = ["%", "%41", "%2F", "%2f", "%25", "%zz", "100%", "%E4%B8%AD"]

  /// A word of letters and digits.
  mutating func word(upTo length: Int = 8) -> String {
    (0...random.below(length)).map { _ in random.pick(Self.letters) }.joined()
  }

  /// Text with a trap in it, or none; it holds no CR, LF or NUL and may be empty.
  mutating func value() -> String {
    random.pick(weighted: [
      (38, word()), (10, " " + word()), (10, word() + " "), (6, word() + "\t"), (4, "\t" + word()),
      (3, "  " + word() + " \t "), (5, ""), (2, random.pick([" ", "\t", "  "])), (4, "0"),
      (4, word() + random.pick(["  ", "\t", " "]) + word()),
      (8, word() + random.pick(Self.foreign)),
      (3, random.pick(Self.foreign)), (2, random.pick(Self.foreign) + word()),
      (1, word() + random.pick(["\u{b}", "\u{c}", "\u{1f}", "\u{7f}"])),
      (8, random.pick(Self.marks)), (5, word() + random.pick(Self.marks) + word()),
      (4, random.pick(Self.escapes)), (4, word() + "+" + word()),
      (2, String(repeating: word(), count: 40)),
    ])
  }

  /// A piece of a key, which may begin with anything.
  private mutating func keyPiece() -> String {
    random.pick(weighted: [
      (20, word()), (8, random.pick(Self.escapes)), (8, "+"), (8, " "),
      (12, random.pick(Self.foreign)), (10, "/"), (4, "//"), (3, "/../"), (2, "/./"), (2, ".."),
      (2, "."), (12, random.pick(Self.marks)), (2, random.pick(["\t", "\n", "\u{7f}", "\r\n"])),
      (1, "0"),
    ])
  }

  mutating func changeKey() {
    guard request.bucket != nil else { return }
    var key = random.pick(weighted: [
      (8, "0"), (6, word() + "/"), (6, word() + "/" + word()), (3, "."), (3, ".."),
      (4, String(repeating: "k", count: random.pick([254, 255, 256, 1022, 1023]))),
      (70, keyPiece()),
    ])
    for _ in 0..<random.pick([0, 1, 1, 2, 4]) { key += keyPiece() }
    if key.hasPrefix("/") || key.hasPrefix("\\") { key = "k" + key }
    if (1...1023).contains(key.utf8.count) { request.key = key }
  }

  mutating func changeBucket() {
    guard request.bucket != nil else { return }
    request.bucket = random.pick([
      "a", "abc", "my-bucket-2024", "under_score", "-edge-", "0", String(repeating: "b", count: 63),
      String(repeating: "c", count: 64), "www", "oss",
    ])
  }

  mutating func leaveOutKey() { request.key = nil }

  mutating func leaveOutBucket() {
    request.bucket = nil
    request.key = nil
  }

  /// A token of STS, with the characters that such tokens have, or a strange one.
  mutating func addToken() {
    let isGiven = request.query.contains { parameter in
      ["security-token", "x-oss-security-token"].contains { parameter.name.hasSameBytes(as: $0) }
    }
    if request.isPresigned, isGiven { return }
    request.securityToken = random.pick(weighted: [
      (40, "CAIS" + word() + "+/" + word() + "=="), (30, word()), (10, ""), (20, value()),
    ])
  }

  mutating func changeSecret() {
    let length = random.pick([1, 30, 63, 64, 65, 66, 100, 128, 129, 300])
    request.accessKeySecret = random.pick(weighted: [
      (70, String(String(repeating: word(), count: length).prefix(length))), (10, word() + " "),
      (10, random.pick(Self.foreign)), (10, word() + "+/=" + word()),
    ])
  }

  mutating func changeAccessKeyID() {
    request.accessKeyID = random.pick([
      "exampleID5tA", "STS.NUexample", "TMP.a_b=", "a", "0", String(repeating: "A", count: 128),
    ])
  }
}

internal import OSSPrimitives

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
      (70, String(repeating: word(), count: length).prefixed(length)), (10, word() + " "),
      (10, random.pick(Self.foreign)), (10, word() + "+/=" + word()),
    ])
  }

  mutating func changeAccessKeyID() {
    request.accessKeyID = random.pick([
      "exampleID5tA", "STS.NUexample", "TMP.a_b=", "a", "0", String(repeating: "A", count: 128),
    ])
  }
}

extension String {
  /// The first characters of a text, as a text.
  fileprivate func prefixed(_ count: Int) -> String { String(prefix(count)) }
}

internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// The words of a command line that no error repeats: one in the wrong place may be a secret.
///
/// What is shown is a rule and no guess: the path of what is there, and words of letters. A secret of
/// OSS is 30 letters and digits in one piece or more, a token is longer, and JSON has quotes.
struct GivenWords {
  /// A text that is not shown, and what is shown in its place.
  private var hidden: [(text: String, substitute: String)] = []

  /// Takes the words of a command line as they were given.
  init(_ words: [String]) {
    var flag: String?
    for word in words {
      let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let isFlag = word.hasPrefix("--") && halves.first.map { Self.isHarmless(String($0)) } == true
      let place = isFlag && halves.count > 1 ? String(halves[0]) : flag
      take(word, of: place)
      if isFlag, halves.count > 1 { take(String(halves[1]), of: place) }
      // A value may have parts, and a message may write the marks between them otherwise.
      for part in word.split(whereSeparator: { ",=:".contains($0) })
      where !Self.isShown(String(part)) {
        take(String(part), of: place)
        for piece in part.utf8.split(whereSeparator: { !Self.isLetterOrDigit($0) })
        where piece.count >= 8 {
          take(String(decoding: piece, as: UTF8.self), of: place)
        }
      }
      flag = isFlag && halves.count == 1 ? word : nil
    }
    hidden.sort { $0.text.utf8.count > $1.text.utf8.count }
  }

  /// A message with the number of bytes in the place of each word that it may not show.
  func hidden(in message: String) -> String {
    var message = Bytes(message)
    for (text, substitute) in hidden { message = message.replacing(text, with: substitute) }
    return message.text
  }

  private mutating func take(_ text: String, of flag: String?) {
    // A word of one or two bytes is no secret, and is a part of others.
    guard text.utf8.count > 2, !Self.isShown(text) else { return }
    let substitute = "(not shown: \(text.utf8.count) bytes\(flag.map { " of \($0)" } ?? ""))"
    let quoted = JSONValue.string(text).compact().dropFirst().dropLast()
    let cut = [text.shortened, text.cut(after: 40)].map { String($0.prefix { $0 != "…" }) }
    for form in [text, String(quoted), text.visible] + cut
    where !hidden.contains(where: { $0.text.hasSameBytes(as: form) }) {
      hidden.append((form, substitute))
    }
  }

  /// Whether a text names something that is there, or has harmless words alone behind such a folder.
  private static func isShown(_ text: String) -> Bool {
    if FileAccess.exists(text) { return true }
    var rest = text[...]
    while let slash = rest.lastIndex(of: "/"), slash > rest.startIndex {
      rest = rest[..<slash]
      if FileAccess.isFolder(String(rest)) { return isHarmless(String(text[slash...])) }
    }
    return isHarmless(text)
  }

  /// Whether each piece between marks is at most 20 letters, with up to three digits behind them, or
  /// digits alone.
  private static func isHarmless(_ text: String) -> Bool {
    let text = text.first == "+" ? text.dropFirst() : text[...]
    guard text.utf8.count <= 100 else { return false }
    return text.utf8.split { "./_-,=*?:".utf8.contains($0) }.allSatisfy { piece in
      let digits = piece.drop { isLetterOrDigit($0) && $0 > 0x39 }
      let letterCount = piece.count - digits.count
      return piece.count <= 20 && digits.allSatisfy { 0x30...0x39 ~= $0 }
        && (letterCount == 0 || digits.count <= 3)
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || 0x41...0x5a ~= byte || 0x61...0x7a ~= byte
  }
}

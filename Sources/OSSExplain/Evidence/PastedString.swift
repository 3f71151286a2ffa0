internal import OSSPrimitives

/// The client's own string within other text (EXP-EV-8).
///
/// It begins with a line that is a method or the name of an algorithm and no more, and ends where the
/// shape of what is signed says; or it is on one line.
struct PastedString {
  private static let methods = ["get", "put", "post", "head", "delete", "options"]

  /// Whether a text is a method that OSS takes, whatever the case of its letters.
  static func isMethod(_ text: Bytes) -> Bool { methods.contains(text.lowercased.text) }

  private static let algorithms = ["oss4-hmac-sha256", "aws4-hmac-sha256"]
  /// A string of more lines is left where it is.
  private static let limit = 300
  private typealias Place = (lines: Range<Int>, isCanonical: Bool)

  private let lines: [Bytes.SubSequence]
  /// Whether each line of the text ends in CR LF, so that the string itself need not.
  private let hasCarriageReturns: Bool
  /// Whether the string of OSS is marked, so that one that a log shows is the client's.
  private let knowsAnother: Bool
  private let isPair: Bool

  private init(_ text: Bytes) {
    lines = text[...].pieces(at: "\n")
    hasCarriageReturns = lines.dropLast().allSatisfy { $0.last == 0x0D }
    let marks = ["</StringToSign>", "</CanonicalRequest>", "server string to sign is"]
    // Of two on a line each, the one that is not said to be the server's is the client's.
    let quoted = lines.count(where: { Self.quoted(in: Bytes($0)) != nil })
    (knowsAnother, isPair) = (quoted > 1 || marks.contains { text.contains($0) }, quoted > 1)
  }

  /// The string, nil where none is found, and the text without it. A canonical request counts before a
  /// string to sign, and of two the first one.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  static func cut(from text: Bytes) -> (string: Bytes?, rest: Bytes) {
    let pasted = PastedString(text)
    guard let range = pasted.place?.lines else { return (nil, text) }
    let (first, last) = (pasted.lines[range.lowerBound], pasted.lines[range.upperBound - 1])
    var string = pasted.text(range)
    if range.count == 1, let quoted = quoted(in: string) { string = quoted }
    let rest = Bytes(text[..<first.startIndex] + text[last.endIndex...])
    return (pasted.hasCarriageReturns ? string.replacing("\r\n", with: "\n") : string, rest)
  }

  private var place: Place? {
    var (best, index, isAnswer): (Place?, Int, Bool) = (nil, 0, false)
    while index < lines.count {
      let line = Bytes(lines[index])
      // What an answer holds is the string of OSS.
      isAnswer = isAnswer || line.contains("<Error>")
      let found = isAnswer ? nil : self.place(at: index)
      // Code is not the string that it makes.
      let place = found.flatMap { Self.hasPlaceholder(text($0.lines)) ? nil : $0 }
      if line.contains("</Error>") { isAnswer = false }
      if let place, best == nil || place.isCanonical && best?.isCanonical == false { best = place }
      index = place?.lines.upperBound ?? index + 1
    }
    return best
  }

  private func text(_ range: Range<Int>) -> Bytes {
    range.map { Bytes(lines[$0]) }.joined(by: "\n")
  }

  /// The lines of the string that begins with a line; nil where none does.
  private func place(at start: Int) -> Place? {
    var line = content(start)
    if isPair, line.lowercased.contains("server") { return nil }
    if knowsAnother { line = Self.quoted(in: line) ?? Evidence.unlabelled(line) ?? line }
    let shown = line.replacing("\\n", with: "\n").parts(at: "\n")
    let name = shown[0].lowercased.text
    let isScoped = Self.algorithms.contains(name)
    guard isScoped || Self.isMethod(shown[0]) else {
      return Self.isCall(line) ? (start..<(start + 1), false) : nil
    }
    let second = shown.count > 1 ? shown[1] : content(start + 1)
    let isCanonical = !isScoped && second.first == UInt8(ascii: "/")
    if shown.count > 1 { return shown.count > 2 ? (start..<(start + 1), isCanonical) : nil }
    if isScoped {
      return content(start + 3).isHexadecimal(64) ? (start..<(start + 4), false) : nil
    }
    let end = isCanonical ? endByHash(start) : endByResource(start)
    return end.map { (start..<($0 + 1), isCanonical) }
  }

  /// What a line shows on one line between quotation marks, with `\n` for its line ends; nil without it.
  private static func quoted(in line: Bytes) -> Bytes? {
    for mark in line.indices where "\"'`".utf8.contains(line[mark]) {
      let text = line[(mark + 1)...]
      let name = text.prefix { $0 != UInt8(ascii: "\\") && $0 != line[mark] }
      let rest = text.dropFirst(name.count)
      guard rest.begins(with: "\\n"), methods.contains(Bytes(name).lowercased.text) else {
        continue
      }
      return Bytes(text.prefix { $0 != line[mark] })
    }
    return nil
  }

  /// Whether code would put values in: the string that it makes is not known.
  private static func hasPlaceholder(_ string: Bytes) -> Bool {
    string.contains("{") && string.contains("}")
      || ["\\(", "\" + ", "' + ", "%s", "%d", "%v", "%@", "\\n$"].contains { string.contains($0) }
  }

  /// Whether it is the string of a call of STS: `GET&%2F&` and the parameters.
  private static func isCall(_ line: Bytes) -> Bool {
    let parts = line[...].pieces(at: "&", most: 3)
    return parts.count == 3 && methods.contains(parts[0].lowercased.text)
      && ["%2f", "/"].contains(parts[1].lowercased.text)
  }

  /// The last line of a canonical request: the hash of the payload, or the word for it.
  private func endByHash(_ start: Int) -> Int? {
    extent(start).first {
      content($0).isHexadecimal(64) || $0 > start + 3 && content($0).isText("UNSIGNED-PAYLOAD")
    }
  }

  /// The last line with V1 and V2: the resource, or what is there instead behind a date.
  private func endByResource(_ start: Int) -> Int? {
    let resource = extent(start).first { index in
      index > start + 1 && ["/", "%2F"].contains { content(index).begins(with: $0) }
    }
    if let resource { return resource }
    let date = content(start + 3)
    guard date.decimal != nil || date.ends(with: "GMT") else { return nil }
    return extent(start + 3).prefix { !content($0).isEmpty }.last
  }

  /// The lines after one, up to an answer or a request.
  private func extent(_ start: Int) -> Range<Int> {
    let rest = min(start + 1, lines.count)..<min(start + Self.limit, lines.count)
    let end = rest.first { lines[$0].first == UInt8(ascii: "<") || lines[$0].isStartOfRequest }
    return rest.lowerBound..<(end ?? rest.upperBound)
  }

  /// A line without the CR that may end it; empty where the text has no such line.
  private func content(_ index: Int) -> Bytes {
    guard index < lines.count else { return [] }
    return Bytes(lines[index].last == 0x0D ? lines[index].dropLast() : lines[index])
  }
}

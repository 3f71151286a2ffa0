internal import OSSPrimitives

/// The client's own string within other text (EXP-EV-8).
///
/// It begins with a line that is a method or the name of an algorithm and no more, and ends where the
/// shape of what is signed says; or it is on one line.
struct PastedString {
  private static let methods = ["get", "put", "post", "head", "delete", "options"]

  /// Whether a text is a method that OSS takes, whatever the case of its letters.
  static func isMethod(_ text: Bytes) -> Bool { methods.contains(text.lowercased.text) }

  /// Whether a text is what a string to sign of any version begins with.
  static func isStart(_ text: Bytes) -> Bool {
    isMethod(text) || algorithms.contains(text.lowercased.text)
  }

  private static let algorithms = ["oss4-hmac-sha256", "aws4-hmac-sha256"]
  /// A string of more lines is left where it is.
  private static let limit = 300
  private typealias Place = (lines: Range<Int>, string: Bytes, isCanonical: Bool)

  private let lines: [Bytes.SubSequence]
  /// Whether each line of the text ends in CR LF, so that the string itself need not.
  private let hasCarriageReturns: Bool
  /// Whether the string of OSS is marked, so that one that a log shows is the client's.
  private let isMarked: Bool
  private let isPair: Bool
  /// What is before each line of the string that is looked at: blanks, or the mark of a quotation.
  private var indent = Bytes()
  /// How many lists of code were looked at as lines of a string; of more nothing is read.
  private var listCount = 0

  private init(_ text: Bytes, isMarked: Bool) {
    lines = text[...].pieces(at: "\n")
    hasCarriageReturns = lines.dropLast().allSatisfy { $0.last == 0x0D }
    self.isMarked = isMarked || Self.hasMark(text)
    isPair = lines.count(where: { Self.quoted(in: Bytes($0)) != nil }) > 1
  }

  /// The client's string, nil where none is found, and the text without it. A canonical request counts
  /// before a string to sign, and of two the first one. One of OSS is in the text with its mark
  /// (EXP-EV-13).
  ///
  /// - Parameter body: the answer, where it is not in the text.
  /// - Complexity: O(*n*) in the length of the text.
  static func cut(from text: Bytes, body: Bytes? = nil) -> (string: Bytes?, rest: Bytes) {
    let isMarked = body.map(hasMark) == true
    let text = TextSides.apart(text) ?? text.withoutReturnMarks.withLabelsApart
    var pasted = PastedString(text, isMarked: isMarked)
    let all = pasted.places()
    let ofOSS = pasted.ofServer(all)
    let rest = all.filter { one in !ofOSS.contains { $0.lines == one.lines } }
    let own = rest.first { $0.isCanonical } ?? rest.first
    var (left, end, marked) = (Bytes(), text.startIndex, Bytes())
    for one in all where one.lines == own?.lines || !rest.contains(where: { $0.lines == one.lines })
    {
      left += text[end..<pasted.lines[one.lines.lowerBound].startIndex]
      end = pasted.lines[one.lines.upperBound - 1].endIndex
    }
    left += text[end...]
    for one in ofOSS {
      let name = one.isCanonical ? "CanonicalRequest" : "StringToSign"
      let string = Evidence.unescaped(one.string).replacing("&", with: "&amp;")
      marked += ("<" + name + ">").bytes + string + ("</" + name + ">").bytes
    }
    if let end = left.index(of: "</Error>".bytes) {
      left.insert(contentsOf: marked, at: end)
    } else if !marked.isEmpty {
      left = (Self.mark + "\n").bytes + marked + [0x0A] + left
    }
    let string = own?.string
    return (pasted.hasCarriageReturns ? string?.replacing("\r\n", with: "\n") : string, left)
  }

  /// Whether an answer has the string of OSS.
  private static func hasMark(_ text: Bytes) -> Bool {
    ["</StringToSign>", "</CanonicalRequest>", "server string to sign is"].contains {
      text.contains($0)
    }
  }

  /// What is before the string of OSS where somebody only says whose it is.
  static let mark = "OSS signs:"

  /// The places of strings outside of an answer, of which a few are looked at.
  private mutating func places() -> [Place] {
    var (found, index, isAnswer): ([Place], Int, Bool) = ([], 0, false)
    while index < lines.count, found.count < 8 {
      let line = Bytes(lines[index])
      // What an answer holds is the string of OSS.
      isAnswer = isAnswer || line.contains("<Error>")
      let place = isAnswer ? nil : self.place(at: index)
      if line.contains("</Error>") { isAnswer = false }
      if let place { found.append(place) }
      index = place?.lines.upperBound ?? index + 1
    }
    return found
  }

  /// Those that the words before them say to be of OSS: of several the ones that are most so.
  private func ofServer(_ places: [Place]) -> [Place] {
    if isMarked { return [] }
    var (sides, end) = ([Int](), 0)
    for place in places {
      let start = max(end, place.lines.lowerBound - 4)
      end = place.lines.upperBound
      let before = lines[start..<place.lines.lowerBound].map { Bytes($0) }
      // A header and an answer say nothing of a string.
      var label = before.filter { !$0.contains("uthorization: ") && !$0.contains("<") }.joined(
        by: " ")
      if place.lines.count == 1 {
        label += " ".bytes + Bytes(lines[end - 1]).replacing(place.string.text, with: "")
      }
      sides.append(TextSides.side(label))
    }
    guard let most = sides.max(), let least = sides.min(), most != least || places.count == 1,
      places.count > 1 || most == 2
    else { return [] }
    return zip(places, sides).filter { $1 == most }.map { $0.0 }
  }

  /// The string that begins with a line; nil where none does.
  private mutating func place(at start: Int) -> Place? {
    indent = []
    var line = content(start)
    let margin = line.prefix { " \t>|".utf8.contains($0) }
    (indent, line) = (Bytes(margin), Bytes(line[margin.endIndex...]))
    if isPair, isMarked, line.lowercased.contains("server") { return nil }
    if listCount < 64, line.contains(UInt8(ascii: "[")) {
      listCount += 1
      if let (count, string) = CodeString.listed(lines[start...]) {
        return (start..<(start + count), string, string.halves(at: "\n").after?.first == 0x2F)
      }
    }
    // A program prints a text between quotation marks.
    let mark = line.first.flatMap { first in
      "\"'`".utf8.contains(first) && Self.isStart(Bytes(line.dropFirst())) ? first : nil
    }
    if mark != nil { line.removeFirst() }
    // A label may be on the line of the method.
    let label = Self.label(before: line)
    line.removeFirst(label)
    let quoted = isPair || isMarked ? Self.quoted(in: line) : nil
    if isPair || isMarked { line = quoted ?? Evidence.unlabelled(line) ?? line }
    let shown = line.replacing("\\n", with: "\n").parts(at: "\n")
    let name = shown[0].lowercased.text
    let isScoped = Self.algorithms.contains(name)
    func place(_ count: Int, _ isCanonical: Bool) -> Place? {
      var string = (start..<(start + count)).map { content($0, isRaw: true) }.joined(by: "\n")
      if let mark { string = Bytes(string.dropFirst().prefix { $0 != mark }) }
      string.removeFirst(label)
      // A line of JSON has braces around the string; one that is an answer has that of OSS.
      let isOfAnswer = string.contains("SignatureProvided")
      if Self.hasPlaceholder(isOfAnswer ? string : quoted ?? string) { return nil }
      return (start..<(start + count), quoted ?? string, isCanonical)
    }
    // The echo of sh writes its option before the method.
    let words = shown[0].parts(at: " ")
    let isEchoed = words.count == 2 && ["-e", "-n", "-en", "-ne"].contains { words[0].isText($0) }
    guard isScoped || Self.isMethod(isEchoed ? words[1] : shown[0]) else {
      return Self.call(in: line).map { (start..<(start + 1), $0, false) }
    }
    let second = shown.count > 1 ? shown[1] : content(start + 1)
    let isCanonical = !isScoped && second.first == UInt8(ascii: "/")
    // What code puts before other texts is no whole string.
    if shown.count > 1 {
      let isPart =
        quoted != nil && !isScoped && !isCanonical && shown.last?.first != UInt8(ascii: "/")
      return shown.count > 2 && !isPart ? place(1, isCanonical) : nil
    }
    if isScoped { return content(start + 3).isHexadecimal(64) ? place(4, false) : nil }
    let end = isCanonical ? endByHash(start) : endByResource(start)
    return end.flatMap { place($0 - start + 1, isCanonical) }
  }

  /// How many bytes are before a method in capitals that ends a line, behind a colon; 0 for another line.
  private static func label(before line: Bytes) -> Int {
    let (words, method) = (
      line.prefix { $0 != UInt8(ascii: ":") }, line.halves(at: ":").after ?? []
    )
    let name = method.stripped
    // What names a method begins no string.
    let isOfRequest = words.lowercased.ends(with: "method")
    guard words.count < 32, name.lowercased != name, isMethod(name), !isOfRequest else { return 0 }
    return line.count - method.drop { $0.isSpace }.count
  }

  /// What a line shows on one line between quotation marks, with `\n` for its line ends; nil without it.
  private static func quoted(in line: Bytes) -> Bytes? {
    for mark in line.indices where "\"'`".utf8.contains(line[mark]) {
      let text = line[(mark + 1)...]
      let name = text.prefix { $0 != UInt8(ascii: "\\") && $0 != line[mark] }
      let rest = text.dropFirst(name.count)
      // Within the text of JSON each backslash is there twice.
      let isTwice = rest.begins(with: "\\\\n")
      guard isTwice || rest.begins(with: "\\n"),
        (methods + algorithms).contains(Bytes(name).lowercased.text)
      else { continue }
      let string = Bytes(text.prefix { $0 != line[mark] })
      return isTwice ? Bytes(string.dropLast()).replacing("\\\\n", with: "\\n") : string
    }
    return nil
  }

  /// Whether code would put values in: the string that it makes is not known.
  private static func hasPlaceholder(_ string: Bytes) -> Bool {
    string.contains("{") && string.contains("}")
      || [
        "\\(", "\" +", "' +", "\"+", "'+", "\" .", "' .", "\".$", "'.$", "%s", "%d", "%v", "%@",
        "%1$", "%2$", "%l", "\\n$",
      ].contains { string.contains($0) }
  }

  /// The string of a call of STS in a line: `GET&%2F&` and the parameters, alone or behind a colon, an equals
  /// sign or a quotation mark; nil without one, and of that which STS quotes.
  private static func call(in line: Bytes) -> Bytes? {
    let small = line.lowercased
    if small.contains("server string") { return nil }
    let starts = ["get&%2f&", "post&%2f&", "get&/&", "post&/&"].compactMap {
      small.index(of: $0.bytes)
    }
    guard let start = starts.min() else { return nil }
    let lead = line[..<start].last { $0 != 0x20 }
    let isQuoted = lead.map { "\"'`".utf8.contains($0) } ?? false
    guard isQuoted || lead == nil || ":=".utf8.contains(lead ?? 0) else { return nil }
    let end = lead.map { isQuoted ? $0 : 0x20 }
    let string = Bytes(line[start...].prefix { $0 != end })
    // Without a parameter it is the beginning that code puts before them.
    return string.lowercased.contains("%3d") || string.contains(UInt8(ascii: "=")) ? string : nil
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

  /// The lines after one, up to an answer, a request or another string.
  private func extent(_ start: Int) -> Range<Int> {
    let rest = min(start + 1, lines.count)..<min(start + Self.limit, lines.count)
    let end = rest.first { index in
      lines[index].first == UInt8(ascii: "<") || lines[index].isStartOfRequest
        || Self.isStart(content(index))
    }
    return rest.lowerBound..<(end ?? rest.upperBound)
  }

  /// A line without what is before each line, and without the CR that may end it; empty where the text has
  /// no such line.
  private func content(_ index: Int, isRaw: Bool = false) -> Bytes {
    guard index < lines.count else { return [] }
    let line = lines[index].last == 0x0D && !isRaw ? lines[index].dropLast() : lines[index]
    if indent.isEmpty { return Bytes(line) }
    let isEmpty = indent.stripped == Bytes(line).stripped
    return isEmpty ? [] : Bytes(line.starts(with: indent) ? line.dropFirst(indent.count) : line)
  }
}

extension Bytes {
  /// The text with `\n` in place of each mark of a return, and its string between quotation marks where it is
  /// between brackets.
  fileprivate var withoutReturnMarks: Bytes {
    if !contains("\u{23CE}"), !contains("\u{21B5}") { return self }
    return parts(at: "\n").map { line in
      let shown = line.replacing("\u{23CE}", with: "\\n").replacing("\u{21B5}", with: "\\n")
      if shown == line { return line }
      return shown.replacing("[", with: "\"").replacing("]", with: "\"")
    }.joined(by: "\n")
  }
}

extension Bytes {
  /// The text with a string on a line of its own that a log has behind a label, such as `signStr:GET`.
  fileprivate var withLabelsApart: Bytes {
    let labels = [
      "string to be signed = ", "stringtosign = ", "stringtosign: ", "string to sign: ",
      "string_to_sign = ", "string_to_sign: ", "signstr:", "strtosign: ", "string to sign = ",
      "signed content: ", "sts = ", "sts: ",
    ]
    let small = lowercased
    if !labels.contains(where: { small.contains($0) }) { return self }
    return parts(at: "\n").map { line in
      let low = line.prefix(512).lowercased
      for label in labels {
        guard let place = low.index(of: label.bytes) else { continue }
        let start = place + label.utf8.count
        let rest = Bytes(line[start...])
        let method = rest.prefix { 0x41...0x5A ~= $0 }
        let after = rest.dropFirst(method.count)
        guard PastedString.isMethod(Bytes(method)), after.isEmpty || after.begins(with: "\\n")
        else {
          continue
        }
        return line[..<start] + [0x0A] + rest
      }
      return line
    }.joined(by: "\n")
  }
}

/// Whose the strings of a text are, and the ways in which a text shows two of them (EXP-EV-13).
enum TextSides {
  /// Whose a string is by the nearest word before it: 2 or 1 of OSS, -1 of the client, 0 unknown.
  static func side(_ label: Bytes) -> Int {
    let all = Bytes((" ".bytes + label.lowercased + " ".bytes).suffix(240))
    // A server of one's own is the client of OSS.
    let words = all.replacing("our server", with: "we").replacing("my server", with: "i")
    var nearest = (side: 0, place: -1)
    for (side, names) in [(2, ofOSS), (1, ofServer), (-1, ofClient)] {
      let place = names.compactMap { words.places(of: $0.bytes).last }.max() ?? -1
      if place > nearest.place { nearest = (side, place) }
    }
    return nearest.side
  }

  private static let ofOSS = [
    " oss ", " oss:", "oss's", "oss says", "oss side", "aliyun", "alibaba", "returned", "expected",
    "error body", "the xml", "the answer", "阿里云", "返回", "期望", "官方",
  ]
  private static let ofServer = ["server", "remote", "response", "服务端", "服务器"]
  private static let ofClient = [
    " we ", " our", " my ", " mine", " i ", "local", "client", "actual", "received", "signer",
    "sdk",
    "computed", "generated", "debug", "本地", "客户端", "我", "自己", "实际", "前端", "代码", "程序",
  ]

  /// The text with the two strings of a difference, as `diff` writes it, one after the other, each behind
  /// the words that are said of its sign; nil where it has none.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  static func apart(_ text: Bytes) -> Bytes? {
    if !text.contains("\n-") || !text.contains("\n+") { return nil }
    let lines = text.parts(at: "\n")
    let sign = { (line: Bytes) in line.first.map { "+-".utf8.contains($0) ? $0 : 0x20 } ?? 0x20 }
    guard
      let start = lines.firstIndex(where: { line in
        let isPart = line.first.map { "+- ".utf8.contains($0) } == true
        return isPart && PastedString.isStart(Bytes(line.dropFirst()))
      })
    else { return nil }
    let block = lines[start...].prefix(300).prefix { line in
      line.isEmpty || "+- ".utf8.contains(line[0])
    }
    let before = lines[..<start].suffix(3)
    func side(_ own: UInt8) -> Bytes {
      let (other, all) = (own ^ 0x06, Array(before).joined(by: "\n"))
      let line = before.last { $0.first == own }
      // Of a sentence what is behind the sign, up to the other one.
      let words = line ?? Bytes(all.drop { $0 != own }.dropFirst().prefix { $0 != other })
      let label = words.drop { $0 == own || $0 == 0x20 }.prefix { $0 != 0x0A }
      let kept = block.filter { sign($0) != other }.map { Bytes($0.dropFirst()) }
      return label + [0x0A] + kept.joined(by: "\n") + "\n\n".bytes
    }
    let signs = Set(block.map(sign))
    guard signs.isSuperset(of: "+-".utf8) else { return nil }
    let head = lines[..<start].filter { !$0.begins(with: "---") && !$0.begins(with: "+++") }
    let sides = side(UInt8(ascii: "-")) + side(UInt8(ascii: "+"))
    return head.joined(by: "\n") + "\n\n\n\n".bytes + sides
      + Array(lines[block.endIndex...]).joined(by: "\n")
  }
}

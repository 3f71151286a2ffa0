internal import OSSPrimitives

/// A string to sign as code makes it: its texts, and the values that the program puts between them
/// (EXP-EV-10).
struct CodeString: Sendable {
  /// The text, with the name of each value, in lower case, between the bytes 1 and 2.
  let form: Bytes

  /// The first few that the code in a text makes: a method is first, and three line ends or more follow,
  /// with a value among them.
  ///
  /// - Complexity: O(*n*) in the length of the text, of which 65,536 bytes are looked at, and 256 pieces
  ///   of at most 4,096 bytes are read (EXP-EV-4).
  static func all(in text: Bytes) -> [CodeString] {
    let own = feeds.reduce(Bytes(text.prefix(1 << 16))) { $0.replacing($1, with: "\"\\n\"") }
    let text = built(in: pushed(in: own))
    var (found, end, left) = ([CodeString](), 0, 256)
    for start in text.indices where start >= end && "=([{,".utf8.contains(text[start]) {
      if found.count == 4 || left == 0 { break }
      if !Bytes(text[start...].prefix(256)).contains("\\n") { continue }
      left -= 1
      var reader = CodeReader(text, at: start + 1)
      let form = reader.form()
      let head = form.halves(at: "\n").before
      let isMethod = PastedString.isMethod(head)
      let isNamed = head.first == 1 && (head.contains("method") || head.contains("verb"))
      guard isMethod || isNamed, form.contains(1), form.count(where: { $0 == 0x0A }) > 2 else {
        continue
      }
      found.append(CodeString(form: reader.resolved(form, depth: 3)))
      end = reader.index
    }
    return found
  }

  /// The text with a list behind it that has what code adds to one name, line by line, before it joins the
  /// lines; as it is where no code does so.
  private static func pushed(in text: Bytes) -> Bytes {
    let ends = [".join('\\n')", ".join(\"\\n\")"].flatMap { text.places(of: $0.bytes) }
    guard let end = ends.min() else { return text }
    let name = Facts.word(in: text, before: end)
    let calls = [".push(", ".append("].flatMap { text.places(of: name + $0.bytes) }.sorted()
    let starts = calls.filter { $0 < end && end - $0 < 4096 }.prefix(16)
    if name.isEmpty || starts.count < 3 { return text }
    let lines = starts.compactMap { start -> Bytes? in
      let line = Bytes(text[start...].prefix(256).prefix { $0 != 0x0A })
      guard let open = line.firstIndex(of: UInt8(ascii: "(")),
        let close = line.lastIndex(of: UInt8(ascii: ")"))
      else { return nil }
      return Bytes(line[(open + 1)..<max(open + 1, close)])
    }
    return text + "\n= [".bytes + lines.joined(by: ",") + "].join('\\n')\n".bytes
  }

  /// The text with an expression behind it that has what code adds to one name, statement by statement:
  /// `name += method`, `name.append(date)`; as it is where no code does so, or does it under a condition or in
  /// a loop.
  private static func built(in text: Bytes) -> Bytes {
    let lines = text.parts(at: "\n").prefix(2048)
    var found: [(name: Bytes, indent: Int, rests: [Bytes])] = []
    for line in lines where line.count < 256 {
      let bare = line.stripped
      let name = Bytes(bare.prefix { $0.isLetterOrDigit || "_$".utf8.contains($0) })
      guard !name.isEmpty, let rest = added(Bytes(bare.dropFirst(name.count))) else { continue }
      let indent = line.prefix { $0.isSpace }.count
      guard let place = found.firstIndex(where: { $0.name == name }) else {
        if found.count < 16 { found.append((name, indent, [rest])) }
        continue
      }
      // One that is moved in is in a block of its own.
      if found[place].indent != indent || found[place].rests.count == 24 { return text }
      found[place].rests.append(rest)
    }
    let all = found.first { $0.rests.count > 2 && $0.rests.count { $0.contains("\\n") } > 1 }
    guard let all else { return text }
    // What it begins with is no value of its own where it is empty.
    let start = lines.lazy.compactMap { line in
      [" = ", " := "].compactMap { line.behind(all.name.text + $0) }.first
    }.first { value in
      let small = value.lowercased
      return ["\\n", "method", "verb"].contains { small.contains($0) }
    }
    let parts = [start.map { $0.trimmingEnd("; \r".bytes) } ?? "\"\"".bytes] + all.rests
    let whole = parts.joined(by: " ")
    let places = (calls + sums).flatMap { text.places(of: all.name + $0.bytes) }
    let isOther = ["x-amz", "repeat(", "\" * "].contains { whole.contains($0) }
    // One that begins once more is another string.
    let starts = [" = ", " := "].flatMap { text.places(of: all.name + $0.bytes) }
    if isOther || starts.count > 1 || places.count > all.rests.count
      || whole.places(of: "\\n".bytes).count < 4
    {
      return text
    }
    return text + "\n= ".bytes + whole + ";\n".bytes
  }

  /// Names of a line end, in the place of which it is read.
  private static let feeds = ["LINE_BREAK", "NEW_LINE", "LINE_FEED", "PHP_EOL", "LINEFEED"]

  private static let calls = [
    ".append(", ".Append(", ".AppendLine(", ".WriteString(", ".push_str(",
  ]
  private static let sums = [" += ", " .= "]

  /// What a statement adds to the name before it, as a part of a sum; nil for another one.
  private static func added(_ rest: Bytes) -> Bytes? {
    let isSum = sums.contains { rest.begins(with: $0) }
    guard isSum || calls.contains(where: { rest.begins(with: $0) }) else { return nil }
    let value = rest.halves(at: "=").after ?? []
    let own =
      isSum ? " + ".bytes + value : calls.reduce(rest) { $0.replacing($1, with: ".append(") }
    let end = rest.begins(with: ".AppendLine(") ? " + \"\\n\"".bytes : []
    return own.trimmingEnd("; \r".bytes) + end
  }

  /// The string that a list of literals between square brackets has as its lines, and how many lines the
  /// list has; nil where the first line begins none.
  static func listed(_ lines: ArraySlice<Bytes.SubSequence>) -> (count: Int, string: Bytes)? {
    guard let first = lines.first, let start = first.firstIndex(of: UInt8(ascii: "[")) else {
      return nil
    }
    let all = [first[start...]] + lines.dropFirst().prefix(63)
    let text = all.map { Bytes($0.prefix(4096)) }.joined(by: "\n")
    var reader = CodeReader(text, at: 1)
    let form = reader.tokens()
    let parts = form.parts(at: "\u{3}")
    let isWhole = text[reader.index...].first { !$0.isSpace } == UInt8(ascii: "]")
    guard isWhole, !form.contains(1), parts.count > 3, PastedString.isStart(parts[0]) else {
      return nil
    }
    return (1 + text[..<reader.index].count { $0 == 0x0A }, parts.joined(by: "\n"))
  }

  /// The name of the value that is a whole line of its own; nil where a text is there.
  func name(ofLine index: Int) -> Bytes? {
    let lines = form.parts(at: "\n")
    guard index < lines.count, lines[index].first == 1 else { return nil }
    let (name, rest) = Bytes(lines[index].dropFirst()).halves(at: "\u{2}")
    return rest?.isEmpty == true ? name : nil
  }

  /// The text that is a whole line of it; nil where it is empty, or a value is there.
  func literal(ofLine index: Int) -> Bytes? {
    let lines = form.parts(at: "\n")
    guard index < lines.count, !lines[index].isEmpty, !lines[index].contains(1) else { return nil }
    return lines[index]
  }

  /// The string with the values that OSS signed, so that its form alone may differ; nil where the name
  /// and the place of a value do not say what it is.
  func filled(like server: SignedText) -> Bytes? {
    let pieces = form.parts(at: "\u{1}")
    var (text, isKnown) = (pieces[0], false)
    for piece in pieces.dropFirst() {
      let (name, after) = piece.halves(at: "\u{2}")
      let rest = after ?? []
      if !isKnown {
        let feeds = rest.prefix { $0 == 0x0A }.count
        guard let value = Self.value(name, server, after: text, feeds: feeds) else { return nil }
        isKnown = text.parts(at: "\n").last?.contains(0x2F) == true && !name.contains("bucket")
        text += value
      }
      // What is behind the key begins a query, or another line.
      let known = isKnown ? rest.drop { !"?\n".utf8.contains($0) } : rest[...]
      if !known.isEmpty { isKnown = false }
      text += known
    }
    // The post ends before the resource.
    let last = pieces.last?.halves(at: "\u{2}")
    let isCut = last?.before.contains("header") == true && last?.after?.isEmpty == true
    return isCut && server.version != .v4 ? text + server.resource : text
  }

  /// A key that code encodes before it signs it, which V1 does not, and V4 does but for slashes.
  private static func encoded(_ key: Bytes, by name: Bytes, isV4: Bool) -> Bytes {
    let functions = ["encodeuri", "quote", "urlencode", "queryescape", "escapedatastring"]
    if name.contains("unquote") || !functions.contains(where: { name.contains($0) }) { return key }
    let marks = ["component", "safe=''", "safe=\"\"", "quote_plus"]
    let keepsSlash = name.contains("%2f") || !marks.contains { name.contains($0) }
    if isV4 { return keepsSlash ? key : key.replacing("/", with: "%2F") }
    return key.percentEncoded(keepingSlash: keepsSlash)
  }

  /// - Parameter feeds: how many line ends the code has behind it.
  private static func value(
    _ name: Bytes, _ server: SignedText, after text: Bytes, feeds: Int
  ) -> Bytes? {
    let (lines, isV4) = (text.parts(at: "\n"), server.version == .v4)
    let line = lines[lines.count - 1]
    if let query = line.halves(at: "?").after {
      let (own, value) = (query.parts(at: "&").last ?? []).halves(at: "=")
      return value == nil ? server.query ?? [] : server.parameter(own.text) ?? []
    }
    let name = Bytes(name.filter { $0 != UInt8(ascii: "_") })
    if name.contains("bucket") { return server.bucket }
    if line.first == 0x2F || line.last == 0x2F {
      if name.contains("resource"), line.count == 1 { return Bytes(server.path.dropFirst()) }
      // Folders of the key may be before it.
      if line.count > 1, server.path.starts(with: line) {
        return encoded(Bytes(server.path.dropFirst(line.count)), by: name, isV4: isV4)
      }
      let key = isV4 ? server.key : encoded(server.key, by: name, isV4: false)
      return line.last == 0x2F ? key : "/".bytes + key
    }
    if !line.isEmpty {
      // Of a header that OSS does not sign the name alone matters.
      return server.header(Bytes(line.prefix { !":=".utf8.contains($0) }).lowercased.text) ?? name
    }
    let headers = server.headers.flatMap { $0.text }
    // What joins lines puts nothing behind the last one.
    if !isV4, lines.count == 5, name.contains("join("), !headers.isEmpty {
      return name.contains("\\n") ? Bytes(headers.dropLast()) : Bytes(headers)
    }
    // The first part counts of which one of the words is in the name.
    let parts: [(words: [String], value: Bytes)] = [
      (["method", "verb"], server.method), (["md5"], server.contentMD5),
      (["type", "mime"], server.type), (["additional", "signedheader"], server.additional ?? []),
      (["header"], Bytes(feeds > (isV4 ? 2 : 0) ? headers.dropLast() : headers[...])),
      (["token"], server.token ?? []), (["expire", "date", "time", "gmt"], server.date),
      // V4 of OSS signs a word in place of the hash of the body.
      (["sha256", "hash"], isV4 ? Bytes(repeating: UInt8(ascii: "0"), count: 64) : []),
      (["payload"], server.payload), (["query"], server.query ?? []),
      (["resource", "uri", "path", "object", "key", "file"], isV4 ? server.path : server.resource),
    ]
    let places = isV4 ? [0, 10, 9] : [0, 1, 2, 6]
    let place = lines.count <= places.count ? parts[places[lines.count - 1]].value : nil
    return parts.first { $0.words.contains { name.contains($0) } }?.value ?? place
  }
}

/// Reads an expression of a program whose value is a text, in the ways of many languages.
private struct CodeReader {
  private let text: Bytes
  private(set) var index: Int
  private let end: Int
  /// Whether the elements of a list are lines.
  private var isJoined = false
  /// Whether a call formats a text, so that it may name its values in braces.
  private var isFormat = false

  init(_ text: Bytes, at start: Int) {
    (self.text, index, end) = (text, start, min(text.count, start + 4096))
  }

  /// The form of the expression, up to what ends it.
  mutating func form() -> Bytes {
    let elements = tokens().parts(at: "\u{3}")
    if isJoined { return elements.filter { $0 != [0x0A] }.joined(by: "\n") }
    var (form, rest, arguments) = (Bytes(), elements[0], elements.dropFirst())
    // The arguments of a format are in the places of `%s`, `{}` and the like.
    let marks = elements.count > 1 ? "%{" : isFormat ? "{" : ""
    while let mark = rest.firstIndex(where: { marks.utf8.contains($0) }) {
      let isBrace = rest[mark] == UInt8(ascii: "{")
      // Before the letter, or the sign of Objective-C and Swift, are flags, numbers and lengths.
      let name = rest[(mark + 1)...].prefix {
        isBrace
          ? $0 != 0x7D
          : !(0x41...0x5A ~= $0 & 0xDF || $0 == UInt8(ascii: "@")) || "lhqz".utf8.contains($0)
      }
      let isNamed = isBrace && !name.allSatisfy { 0x30...0x39 ~= $0 }
      form += rest[..<mark] + (isNamed ? [1] + name + [2] : arguments.popFirst() ?? [1, 2])
      rest = Bytes(rest[name.endIndex...].dropFirst())
    }
    return form + rest
  }

  /// The texts and values, with the byte 3 between two elements of a list.
  mutating func tokens() -> Bytes {
    var (form, depth, isOpen) = (Bytes(), 0, true)
    while index < end {
      switch Unicode.Scalar(text[index]) {
      case ";": return form
      case "\n" where depth == 0 && !isOpen:
        let next = text[index...].first { !$0.isSpace } ?? 0
        if !"+.&".utf8.contains(next) { return form }
        isOpen = true
      case " ", "\t", "\r", "\n": index += 1
      case "/" where text[index..<end].begins(with: "//"):
        index += text[index..<end].prefix { $0 != 0x0A }.count
      case "\"", "'", "`":
        form += literal([])
        isOpen = false
      case ")" where depth == 0, "]" where depth == 0, "}" where depth == 0: return form
      case ")", "]", "}":
        // A comma at the end begins no element.
        if isOpen, form.last == 3 { form.removeLast() }
        (depth, index) = (depth - 1, index + 1)
      case "(", "[", "{": (depth, index) = (depth + 1, index + 1)
      case ",", "%":
        form.append(3)
        (isOpen, index) = (true, index + 1)
      case _ where !isWord(index): (isOpen, index) = (true, index + 1)
      default:
        if !isOpen, depth == 0 { return form }
        let name = word()
        func isA(_ words: [String]) -> Bool { words.contains { name.ends(with: $0) } }
        isFormat = isFormat || isA(["format"])
        if index < end, "\"'`".utf8.contains(text[index]) {
          form += literal(name)
        } else if isA(Self.joining), isOpen, !form.isEmpty, name.contains(UInt8(ascii: ".")) {
          // What is joined between other texts is a value.
          form += [1] + name + arguments() + [2]
        } else if isA(Self.joining) {
          isJoined = true
          if form == [0x0A] { form = [] }
          if !form.isEmpty { return form }
        } else if name.isText("format"), !form.isEmpty {
          form.append(3)
        } else if isA(Self.encoding), form.last == 2 {
          // How the value before becomes bytes or text.
          _ = arguments()
        } else if !isA(Self.transparent) {
          form += [1] + name + arguments() + [2]
        }
        isOpen = false
      }
    }
    return form
  }

  private static let joining = ["join", "joined", "jointostring", "implode"]

  /// Words behind a value that change nothing of it, with their arguments.
  private static let encoding = ["encode", "getbytes", "tostring", "digest", "owned", "clone"]

  /// Words that change nothing of the text that is made of what follows them.
  private static let transparent = [
    "new", "append", "concat", "printf", "format", "string", "listof", "aslist", "array", "builder",
    "from", "encode", "getbytes", "tostring", "bytes", "long", "unsigned",
  ]

  private func isWord(_ index: Int) -> Bool {
    index < end && (text[index].isLetterOrDigit || "_$@".utf8.contains(text[index]))
  }

  /// Takes a name, with the names of what it is a part of.
  private mutating func word() -> Bytes {
    let start = index
    while isWord(index)
      || index + 1 < end && ".->:".utf8.contains(text[index]) && text[index + 1] != 0x24
        && (isWord(index + 1) || ">:".utf8.contains(text[index + 1]))
    { index += 1 }
    defer { if index < end, text[index] == UInt8(ascii: "!") { index += 1 } }
    return text[start..<index].lowercased
  }

  /// Takes what is in the brackets behind a name.
  private mutating func arguments() -> Bytes {
    let start = index
    var depth = 0
    while index < end, depth > 0 || index == start && "([{".utf8.contains(text[index]) {
      if "([{".utf8.contains(text[index]) { depth += 1 }
      if ")]}".utf8.contains(text[index]) { depth -= 1 }
      index += 1
    }
    return text[start..<index].lowercased
  }

  /// Takes a literal, with the values that are put into it.
  private mutating func literal(_ prefix: Bytes) -> Bytes {
    let quote = text[index]
    let length = index + 3 < end && text[index...].prefix(3).allSatisfy { $0 == quote } ? 3 : 1
    index += length
    let hasBraces = prefix.contains("f") || prefix.contains("$")
    var form = Bytes()
    while index < end, !text[index...].prefix(length).allSatisfy({ $0 == quote }) {
      let byte = text[index]
      let isNamed = byte == 0x24 && isWord(index + 1) && quote == UInt8(ascii: "\"")
      // PHP has the dollar sign inside of the braces.
      let isMarked = ["\\(", "${", "#{", "{$"].contains { text[index...].begins(with: $0) }
      if isMarked && byte != UInt8(ascii: "{") || byte == 0x5C { index += 1 }
      if isMarked || isNamed || hasBraces && byte == UInt8(ascii: "{") {
        form += [1] + (isNamed ? word() : arguments()) + [2]
      } else if index < end {
        form.append(byte == 0x5C && text[index] == UInt8(ascii: "n") ? 0x0A : text[index])
        index += 1
      }
    }
    index = min(index + length, end)
    return form
  }

  /// Whether a name is behind another one on its line, as where one statement sets several.
  private static func isOfSeveral(_ text: Bytes, at place: Int) -> Bool {
    let line = text[..<place].lastIndex(of: 0x0A).map { text[$0..<place] } ?? text[..<place]
    return line.contains(UInt8(ascii: ",")) && !line.contains(UInt8(ascii: "="))
  }

  /// The form with each value whose definition shows lines, or parts of a resource, in its place.
  func resolved(_ form: Bytes, depth: Int) -> Bytes {
    let (small, pieces) = (text.lowercased, form.parts(at: "\u{1}"))
    return pieces.dropFirst().reduce(pieces[0]) { before, piece in
      let (name, rest) = piece.halves(at: "\u{2}")
      let word = name.trimming { !$0.isLetterOrDigit }
      let place = small.places(of: word).lazy.map { $0 + word.count }.first { place in
        let (before, after) = (
          place - word.count - 1, small[place...].drop { ": ".utf8.contains($0) }
        )
        return after.first == UInt8(ascii: "=") && !after.begins(with: "==")
          && !Self.isOfSeveral(small, at: place - word.count)
          && (before < 0 || !isWord(before) && !"-&?\"'".utf8.contains(text[before])
            || text[before] == UInt8(ascii: "$"))
      }
      var own = Bytes()
      if let place, depth > 0, word.count > 2 {
        let mark = small[place...].firstIndex(of: UInt8(ascii: "=")) ?? place
        var reader = CodeReader(text, at: mark + 1)
        own = reader.form()
      }
      // What its values are made of counts for nothing.
      let literals = own.parts(at: "\u{1}").enumerated().flatMap { index, part in
        index == 0 ? part : part.halves(at: "\u{2}").after ?? []
      }
      let isForm = literals.contains { "/?&\n".utf8.contains($0) } && !own.contains("xxx")
      return before + (isForm ? resolved(own, depth: depth - 1) : [1] + name + [2]) + (rest ?? [])
    }
  }
}

package import OSSPrimitives

extension SentRequest {
  /// Reads a curl command as the request that curl makes of it: with the `Host` and the
  /// `Content-Type` that curl adds by itself, and the parameters of `-G`.
  ///
  /// The path stays as it is, although curl resolves dots without `--path-as-is`.
  ///
  /// - Throws: ``SentRequestError``; offsets of a URL count from its beginning, and lines are those
  ///   of the headers in their order.
  /// - Complexity: O(*n*) in the length of the text.
  package init(curl text: Bytes) throws(SentRequestError) {
    try Self.check(text)
    let shell = ShellWords(text)
    var words = shell.words[...]
    while let word = words.first, !word[...].isText("curl") { words = words.dropFirst() }
    words = words.dropFirst()
    var options = CurlOptions()
    while let word = words.popFirst() { try options.take(word, &words) }
    let target = try options.target()
    let method = options.method ?? options.impliedMethod.bytes
    try Self.check(method: method[...])
    try self.init(
      .curl, method: method, target, try options.fields(to: target), isCutByShell: shell.isCut)
  }
}

/// What the options of curl say of a request.
private struct CurlOptions {
  private enum Option {
    case request, header, url, form, upload, json, data, raw, encoded, head, get, other
  }

  private(set) var url: Bytes?
  private(set) var method: Bytes?
  private(set) var data: [Bytes] = []
  private(set) var putsDataIntoURL = false
  private(set) var uploadedFile: Bytes?
  private var isHead = false
  private var readsFile = false
  private var type: String?
  private var headers: [Bytes] = []

  private static let long: [(name: String, option: Option)] = [
    ("--request", .request), ("--header", .header), ("--url", .url), ("--form", .form),
    ("--form-string", .form), ("--upload-file", .upload), ("--json", .json), ("--data", .data),
    ("--data-raw", .raw), ("--data-binary", .data), ("--data-ascii", .data),
    ("--data-urlencode", .encoded), ("--head", .head), ("--get", .get),
  ]
  /// Those with a value that says nothing of the signature; every other option is a flag.
  private static let longWithValue: [String] = [
    "--cacert", "--capath", "--cert", "--ciphers", "--config", "--connect-timeout",
    "--connect-to", "--cookie", "--cookie-jar", "--dump-header", "--interface", "--key",
    "--limit-rate", "--max-redirs", "--max-time", "--noproxy", "--output", "--output-dir",
    "--proxy", "--proxy-user", "--range", "--referer", "--resolve", "--retry", "--retry-delay",
    "--retry-max-time", "--trace", "--trace-ascii", "--user", "--user-agent", "--write-out",
  ]

  private static func option(long word: Bytes.SubSequence) -> Option? {
    for (name, option) in long where word.isText(name) { return option }
    return longWithValue.contains { word.isText($0) } ? .other : nil
  }

  private static func option(short letter: UInt8) -> Option? {
    switch Unicode.Scalar(letter) {
    case "X": .request
    case "H": .header
    case "d": .data
    case "F": .form
    case "T": .upload
    case "I": .head
    case "G": .get
    default: "AbcCDeEhKmoPQrtuUwxyYz".utf8.contains(letter) ? .other : nil
    }
  }

  /// The method that curl chooses.
  var impliedMethod: String {
    if isHead { return "HEAD" }
    if uploadedFile != nil { return "PUT" }
    return type == nil || putsDataIntoURL ? "GET" : "POST"
  }

  /// Takes a word, and the next one where the option has its value there.
  mutating func take(
    _ word: Bytes, _ rest: inout ArraySlice<Bytes>
  ) throws(SentRequestError) {
    guard word.first == UInt8(ascii: "-"), word.count > 1 else {
      url = url ?? word
      return
    }
    if word[1] == UInt8(ascii: "-") {
      guard let option = Self.option(long: word[...]), !takeFlag(option) else { return }
      try take(option, rest.popFirst())
      return
    }
    // Flags such as -sS are in one word; the last one may take the rest, or the next word.
    for index in word.indices.dropFirst() {
      guard let option = Self.option(short: word[index]), !takeFlag(option) else { continue }
      let own = Bytes(word[(index + 1)...])
      try take(option, own.isEmpty ? rest.popFirst() : own)
      return
    }
  }

  private mutating func takeFlag(_ option: Option) -> Bool {
    switch option {
    case .head: isHead = true
    case .get: putsDataIntoURL = true
    case .request, .header, .url, .form, .upload, .json, .data, .raw, .encoded, .other:
      return false
    }
    return true
  }

  private mutating func take(_ option: Option, _ value: Bytes?) throws(SentRequestError) {
    guard let value else { throw .missingOptionValue }
    switch option {
    case .request: method = value
    case .header: headers.append(value)
    case .url: url = url ?? value
    case .form: type = "multipart/form-data"
    case .upload: uploadedFile = value[...].pieces(at: "/").last.map { Bytes($0) }
    case .json:
      type = "application/json"
      data.append(value)
    case .data, .raw, .encoded:
      type = type ?? "application/x-www-form-urlencoded"
      if option == .data, value.first == UInt8(ascii: "@") { readsFile = true }
      data.append(option == .encoded ? encoded(value) : value)
    case .head, .get, .other: break
    }
  }

  /// The value of `--data-urlencode`: all but the name before the first `=` is encoded.
  private mutating func encoded(_ value: Bytes) -> Bytes {
    let mark = value.firstIndex { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "@") }
    if let mark, value[mark] == UInt8(ascii: "@") { readsFile = true }
    let start = mark.map { $0 + 1 } ?? 0
    var result = start > 1 ? Bytes(value[..<start]) : []
    let end = result.count
    result.append(contentsOf: value[start...])
    PercentEncoding.encode(from: end, keepingSlash: false, in: &result)
    return result
  }

  /// The URL with the parameters of `-G`, and with the name of an uploaded file where its path ends
  /// with a slash, behind which curl puts it.
  func target() throws(SentRequestError) -> RequestTarget {
    guard let url else { throw .missingURL }
    let word = url[...].prefix { $0.isLetterOrDigit }
    let hasScheme = url[word.endIndex...].begins(with: "://")
    let whole = hasScheme ? url : "http://".bytes + url
    var target = try RequestTarget(whole[...], cutsFragment: true)
    if putsDataIntoURL {
      if readsFile { throw .parametersFromFile }
      for piece in data { target.addQuery(piece[...]) }
    }
    if var name = uploadedFile, target.path.last == UInt8(ascii: "/") {
      PercentEncoding.encode(from: 0, keepingSlash: false, in: &name)
      target.path += name
    }
    return target
  }

  /// The headers that curl sends: `Name:` drops one that it would add, and `Name;` sends an empty one.
  func fields(to target: RequestTarget) throws(SentRequestError) -> [SentField] {
    var fields: [SentField] = []
    // Names that are given, or dropped, so that curl does not add them.
    var names = NameSet()
    for (index, header) in headers.enumerated() {
      var line = header
      let isEmpty = !line.contains(UInt8(ascii: ":")) && line.last == UInt8(ascii: ";")
      if isEmpty { line[line.count - 1] = UInt8(ascii: ":") }
      let field = try SentField(line: line[...], number: index + 1)
      _ = names.insert(field.name[...].lowercased)
      if isEmpty || !field.value.isEmpty { fields.append(field) }
    }
    if names.insert("host"), let host = target.hostField { fields.insert(host, at: 0) }
    if let type, !putsDataIntoURL, names.insert("content-type") {
      fields.append(SentField(added: "Content-Type", type.bytes))
    }
    return fields
  }
}

/// The words of a command line as a shell divides it, up to the first operator.
private struct ShellWords {
  private(set) var words: [Bytes] = []
  /// Whether the command ends inside a word, at an `&` that no quote protects.
  private(set) var isCut = false

  private var word: Bytes?

  init(_ text: Bytes) {
    var index = 0
    while index < text.count {
      switch Unicode.Scalar(text[index]) {
      case "'", "\"": index = takeQuoted(text, from: index)
      case "$" where index + 1 < text.count && text[index + 1] == UInt8(ascii: "'"):
        index = takeEscaped(text, from: index + 1)
      case "\\":
        index += 1
        // A backslash at the end of a line joins it with the next one.
        if index < text.count, text[index] == 0x0D { index += 1 }
        if index < text.count, text[index] != 0x0A { take(text[index]) }
      case " ", "\t", "\r", "\n": endWord()
      case "&", ";", "|":
        let next = index + 1 < text.count ? text[index + 1] : 0x20
        isCut =
          text[index] == UInt8(ascii: "&") && next != text[index] && next > 0x20 && word != nil
        index = text.count
      default: take(text[index])
      }
      index += 1
    }
    endWord()
  }

  private mutating func take(_ byte: UInt8) {
    if word == nil { word = [] }
    word?.append(byte)
  }

  private mutating func endWord() {
    if let word { words.append(word) }
    word = nil
  }

  /// Takes what is in quotes; returns the place of the closing one, or the end.
  private mutating func takeQuoted(_ text: Bytes, from start: Int) -> Int {
    let quote = text[start]
    if word == nil { word = [] }
    var index = start + 1
    while index < text.count, text[index] != quote {
      if quote == UInt8(ascii: "\""), text[index] == UInt8(ascii: "\\"), index + 1 < text.count,
        "\"\\$`\n".utf8.contains(text[index + 1])
      {
        index += 1
        // The end of a line, escaped, is nothing.
        if text[index] == 0x0A {
          index += 1
          continue
        }
      }
      take(text[index])
      index += 1
    }
    return index
  }

  /// Takes what is in `$'…'`, as browsers copy a request; returns the place of the closing quote.
  private mutating func takeEscaped(_ text: Bytes, from start: Int) -> Int {
    if word == nil { word = [] }
    var index = start + 1
    while index < text.count, text[index] != UInt8(ascii: "'") {
      guard text[index] == UInt8(ascii: "\\"), index + 1 < text.count else {
        take(text[index])
        index += 1
        continue
      }
      index += 2
      switch Unicode.Scalar(text[index - 1]) {
      case "n": take(0x0A)
      case "r": take(0x0D)
      case "t": take(0x09)
      case "x": takeCode(text, &index, digits: 2)
      case "u": takeCode(text, &index, digits: 4)
      default: take(text[index - 1])
      }
    }
    return index
  }

  /// Takes a character that is written as hexadecimal digits.
  private mutating func takeCode(_ text: Bytes, _ index: inout Int, digits: Int) {
    var code: UInt32 = 0
    let end = min(text.count, index + digits)
    while index < end, let digit = Hexadecimal.value(of: text[index]) {
      code = code << 4 | UInt32(digit)
      index += 1
    }
    if digits == 2 {
      take(UInt8(truncatingIfNeeded: code))
    } else if let scalar = Unicode.Scalar(code) {
      for byte in String(scalar).utf8 { take(byte) }
    }
  }
}

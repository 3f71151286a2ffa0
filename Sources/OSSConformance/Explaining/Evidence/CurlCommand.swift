internal import OSSPrimitives
internal import OSSVectors

extension SentRequest {
  /// Reads a curl command.
  init(curl text: Bytes) {
    self.init()
    let shell = ShellWords(text)
    (isCutByShell, isWhole) = (shell.isCut, true)
    var options = CurlOptions()
    var rest = shell.words.dropFirst()
    while let word = rest.popFirst() { options.take(word, &rest) }
    fields = options.fields
    if let url = options.url { takeURL(url.contains("://") ? url : Bytes("http://") + url) }
    if let host = field("host") { takeHost(host) }
    method = options.method ?? Bytes(options.impliedMethod)
    impliedType = options.impliedType.map { Bytes($0) }
  }
}

/// What the options of curl say of a request.
private struct CurlOptions {
  var method: Bytes?
  var impliedMethod = "GET"
  var url: Bytes?
  var fields: [HTTPField] = []
  var impliedType: String?

  /// The options that take a word that says nothing of the request's signature.
  private static let withValue: Set<String> = [
    "-o", "-u", "-A", "-e", "-b", "-c", "-m", "-x", "-w", "-K", "-k1", "--output", "--user",
    "--user-agent", "--referer", "--cookie", "--max-time", "--proxy", "--connect-timeout",
    "--resolve", "--cacert", "--cert", "--retry", "--write-out",
  ]

  mutating func take(_ word: Bytes, _ rest: inout ArraySlice<Bytes>) {
    guard word.first == UInt8(ascii: "-"), word.count > 1 else {
      url = url ?? word
      return
    }
    if word[1] == UInt8(ascii: "-") {
      let (name, value) = word.halves(at: UInt8(ascii: "="))
      take(option: name.text, value) { value ?? rest.popFirst() ?? [] }
    } else if word.count > 2, "XHdTF".utf8.contains(word[1]) {
      take(option: Bytes(word[..<2]).text, nil) { Bytes(word[2...]) }
    } else {
      // Flags such as -sS stand in one word; the last one may take the value.
      if word[1...].contains(UInt8(ascii: "I")) { impliedMethod = "HEAD" }
      let last = "-" + String(decoding: [word[word.count - 1]], as: UTF8.self)
      take(option: last, nil) { rest.popFirst() ?? [] }
    }
  }

  private mutating func take(option: String, _ value: Bytes?, _ next: () -> Bytes) {
    switch option {
    case "-X", "--request": method = next().stripped
    case "-H", "--header":
      if let field = HTTPField(line: next()) { fields.append(field) }
    case "-d", "--data", "--data-raw", "--data-binary", "--data-ascii", "--data-urlencode":
      _ = next()
      impliedMethod = "POST"
      impliedType = "application/x-www-form-urlencoded"
    case "-F", "--form":
      _ = next()
      impliedMethod = "POST"
      impliedType = "multipart/form-data"
    case "--json":
      _ = next()
      impliedMethod = "POST"
      impliedType = "application/json"
    case "-T", "--upload-file":
      _ = next()
      impliedMethod = "PUT"
    case "-I", "--head": impliedMethod = "HEAD"
    case "--url": url = next()
    case let other where Self.withValue.contains(other): _ = next()
    default: break
    }
  }
}

/// The words of a command line as a POSIX shell divides it, up to the first operator.
struct ShellWords: Sendable {
  private(set) var words: [Bytes] = []
  /// Whether the command ends at an `&` that no quote protects, with more text after it.
  private(set) var isCut = false

  private var word = Bytes()
  private var isInWord = false

  init(_ text: Bytes) {
    var index = 0
    scan: while index < text.count {
      switch text[index] {
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        index = takeQuoted(text, from: index)
      case UInt8(ascii: "\\"):
        index += 1
        // A backslash at the end of a line joins it with the next one.
        if index < text.count, text[index] == 0x0d { index += 1 }
        if index < text.count, text[index] != 0x0a { take(text[index]) }
      case 0x20, 0x09, 0x0d, 0x0a: endWord()
      case UInt8(ascii: "&"), UInt8(ascii: ";"), UInt8(ascii: "|"):
        isCut = text[index] == UInt8(ascii: "&") && !Bytes(text[(index + 1)...]).stripped.isEmpty
        break scan
      case let byte: take(byte)
      }
      index += 1
    }
    endWord()
  }

  private mutating func take(_ byte: UInt8) {
    word.append(byte)
    isInWord = true
  }

  private mutating func endWord() {
    if isInWord { words.append(word) }
    word = []
    isInWord = false
  }

  /// Takes what is in quotes; returns the place of the closing one, or the end.
  private mutating func takeQuoted(_ text: Bytes, from start: Int) -> Int {
    let quote = text[start]
    isInWord = true
    var index = start + 1
    while index < text.count, text[index] != quote {
      let escapes = quote == UInt8(ascii: "\"") && text[index] == UInt8(ascii: "\\")
      if escapes, index + 1 < text.count { index += 1 }
      take(text[index])
      index += 1
    }
    return index
  }
}

/// What `curl -v` prints: lines of the request after `>`, of the answer after `<`, and the body.
struct VerboseOutput {
  let request: Bytes
  let answer: Bytes

  /// Divides the text; nil where it is not what `curl -v` prints.
  init?(_ text: Bytes) {
    guard text.hasPrefix("< HTTP/") || text.contains("\n< HTTP/") else { return nil }
    var (request, head, body) = (Bytes(), Bytes(), Bytes())
    for line in text.parts(at: 0x0a) {
      switch line.first {
      case UInt8(ascii: ">"): request += Self.rest(of: line)
      // An answer such as 100 Continue is followed by the one that counts.
      case UInt8(ascii: "<") where line.hasPrefix("< HTTP/"): head = Self.rest(of: line)
      case UInt8(ascii: "<") where line.hasPrefix("< ") || line.stripped.count == 1:
        head += Self.rest(of: line)
      case UInt8(ascii: "*"), UInt8(ascii: "{"), UInt8(ascii: "}"): break
      default: body += line + [0x0a]
      }
    }
    self.request = request
    answer = head + [0x0a] + body
  }

  private static func rest(of line: Bytes) -> Bytes {
    Bytes(line.dropFirst(2)) + [0x0a]
  }
}

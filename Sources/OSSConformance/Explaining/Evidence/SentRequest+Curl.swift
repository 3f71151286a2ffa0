internal import OSSPrimitives
internal import OSSVectors

extension SentRequest {
  /// Reads a curl command.
  init(curl text: Bytes) {
    self.init()
    let shell = ShellWords(text)
    isCutByShell = shell.isCut
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

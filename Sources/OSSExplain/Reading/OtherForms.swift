internal import OSSJSON
internal import OSSPrimitives

// A request in JSON: the input of a signing operation, or a HAR entry.
extension SentRequest {
  /// Reads either; offsets of a URL count from its beginning.
  init(json text: Bytes) throws(SentRequestError) {
    let json: JSONValue
    do throws(JSONError) { json = try JSONReader.read(text) } catch {
      throw SentRequestError("The HAR entry is not JSON: " + error.description)
    }
    let object = json.objectValue
    let input = object?["input"]?.objectValue ?? object
    if let input, input["bucket"] != nil || input["method"] != nil && input["url"] == nil {
      try self.init(input: input)
    } else {
      try self.init(har: object ?? [:])
    }
  }

  /// Reads what an adapter is asked to sign as the request that carries it, without a signature.
  private init(input: JSONObject) throws(SentRequestError) {
    let method = input["method"]?.stringValue?.bytes ?? "GET".bytes
    let key = input["key"].text.percentEncoded(keepingSlash: true)
    try self.init(.input, method[...], ("/".bytes + key)[...])
    let pairs = (input["query"]?.arrayValue ?? []).map { pair in
      let parts = pair.arrayValue ?? []
      let name = parts.first.text.percentEncoded(keepingSlash: true)
      if parts.count < 2 || parts[1].isNull { return name }
      return name + "=".bytes + parts.last.text.percentEncoded(keepingSlash: false)
    }
    addQuery(pairs.joined(by: "&")[...])
    if let bucket = input["bucket"] {
      let host = Optional(bucket).text + ".oss.aliyuncs.com".bytes
      fields = [SentField(name: "Host".bytes, rawValue: host, isAdded: true)]
    }
    for pair in input["headers"]?.arrayValue ?? [] {
      let (name, value) = (pair.arrayValue?.first, pair.arrayValue?.last)
      try addField((name.text + ":".bytes + value.text)[...], number: fields.count + 1)
    }
  }

  /// Reads a HAR entry, its request alone, or the entry that a HAR file is about.
  ///
  /// The URL is read as it was sent; the decoded list of parameters beside it is not looked at. Names
  /// with a colon are those of HTTP/2, which has no request line: `:authority` is the host.
  private init(har object: JSONObject) throws(SentRequestError) {
    guard let request = try Self.request(in: object) else { throw .missing("request") }
    guard let method = request["method"]?.stringValue?.bytes else { throw .missing("method") }
    guard let url = request["url"]?.stringValue?.bytes else { throw .missing("url") }
    try self.init(.har, method[...], url[...])
    for header in request["headers"]?.arrayValue ?? [] {
      guard let name = header.objectValue?["name"]?.stringValue?.bytes,
        let value = header.objectValue?["value"]?.stringValue?.bytes
      else { throw .missing("headers") }
      let isHost = name[...].isCaseless(":authority")
      if name.first == UInt8(ascii: ":"), !isHost { continue }
      let line = (isHost ? "Host".bytes : name) + ":".bytes + value
      try addField(line[...], number: fields.count + 1)
    }
    if let host = hostField, value(of: "host") == nil { fields.append(host) }
    if let text = request["postData"]?.objectValue?["text"]?.stringValue { body = text.bytes }
  }

  /// The answer beside a request, as curl prints it or a HAR entry has it; nil without one.
  static func answer(in text: Bytes) -> Bytes? {
    if let answer = VerboseLog(text).answer { return answer }
    // A log may put a quotation mark behind the version, as of a request line.
    let end = text.places(of: "\nHTTP/".bytes).last { place in
      text[(place + 6)...].prefix { $0 > 0x20 }.allSatisfy { $0 == 0x2E || 0x30...0x39 ~= $0 }
    }
    if let end { return Bytes(text[(end + 1)...]) }
    guard text.stripped.begins(with: "{"), let object = (try? JSONReader.read(text))?.objectValue,
      let entry = object["log"].map({ HARFile($0).entry }) ?? object,
      let response = entry["response"]?.objectValue
    else { return nil }
    var answer = "HTTP/1.1 200\n".bytes
    for header in response["headers"]?.arrayValue ?? [] {
      let header = header.objectValue
      answer += (header?["name"]).text + ": ".bytes + (header?["value"]).text + [0x0A]
    }
    return answer + [0x0A] + HARFile.body(of: response)
  }

  private static func request(in object: JSONObject) throws(SentRequestError) -> JSONObject? {
    var object = object
    if let log = object["log"] {
      guard let entries = log.objectValue?["entries"]?.arrayValue else { throw .missing("entries") }
      guard let entry = HARFile(log).entry else {
        let sentence = "The HAR file has % entries; give the entry of one request."
        throw SentRequestError(sentence.filled(entries.count))
      }
      object = entry
    }
    guard let request = object["request"] else { return object["url"] == nil ? nil : object }
    return request.objectValue
  }
}

/// The entries of a HAR file.
struct HARFile {
  private let entries: [JSONObject]

  init(_ log: JSONValue) {
    entries = log.objectValue?["entries"]?.arrayValue?.compactMap { $0.objectValue } ?? []
  }

  /// Whether a text is a HAR file of which no entry is known to be the one that is asked about.
  static func isOpen(_ text: Bytes) -> Bool {
    guard text.stripped.begins(with: "{"), text.contains("\"entries\""),
      let log = (try? JSONReader.read(text))?.objectValue?["log"]
    else { return false }
    return HARFile(log).entry == nil
  }

  /// The entry that the file is about: its only one; else the last that OSS refused, or anything else did.
  ///
  /// A preflight request counts where no other request was refused: a browser sends nothing behind it.
  var entry: JSONObject? {
    if entries.count == 1 { return entries[0] }
    let refused = entries.filter { Self.status($0) >= 400 }
    let sent = refused.filter { !Self.isPreflight($0) }
    return sent.last(where: Self.isOfOSS) ?? refused.last(where: Self.isOfOSS) ?? sent.last
      ?? refused.last
  }

  /// What an entry has as the body of its answer.
  static func body(of response: JSONObject) -> Bytes {
    let content = response["content"]?.objectValue
    let body = (content?["text"]).text
    return content?["encoding"]?.stringValue == "base64" ? body.base64Decoded ?? [] : body
  }

  /// The status of the answer of an entry; 0 where no answer came.
  private static func status(_ entry: JSONObject) -> Int64 {
    entry["response"]?.objectValue?["status"]?.integerValue ?? 0
  }

  private static func isPreflight(_ entry: JSONObject) -> Bool {
    entry["request"]?.objectValue?["method"]?.stringValue == "OPTIONS"
  }

  /// Whether OSS or STS answered: its body has a code, or its headers have a name of OSS.
  private static func isOfOSS(_ entry: JSONObject) -> Bool {
    guard let response = entry["response"]?.objectValue else { return false }
    let names = response["headers"]?.arrayValue?.map { ($0.objectValue?["name"]).text } ?? []
    let body = body(of: response)
    return ["<Code>", "\"Code\""].contains { body.contains($0) }
      || names.contains { $0.lowercased.begins(with: "x-oss-") }
  }
}

extension SentRequestError {
  fileprivate static func missing(_ name: String) -> Self {
    let sentence =
      "The JSON is no input of a signing operation, and as a HAR entry it lacks the member '%'."
    return Self(sentence.filled(name))
  }
}

extension JSONValue? {
  /// The bytes of a string; empty for another value.
  fileprivate var text: Bytes { self?.stringValue?.bytes ?? [] }
}

extension SentRequest {
  /// Reads the first request in a log: what `curl -v` or a library prints, or a line of an access log,
  /// which shows the request line alone; nil without one. Offsets and lines count what the log shows.
  static func logged(in text: Bytes) throws(SentRequestError) -> SentRequest? {
    let verbose = VerboseLog(text).request
    if let head = verbose.isEmpty ? printedHead(text) : verbose {
      var request = try SentRequest(head: head, .log)
      if request.value(of: "host") == nil, let host = request.hostField {
        request.fields.insert(host, at: 0)
      }
      return request
    }
    guard let line = quotedLine(text) ?? endpointLine(text) else { return nil }
    return try SentRequest(.log, requestLine: line[...])
  }

  /// The head of the first request that a library printed, whose lines may each have a time or a tag
  /// before them: with an arrow before it (OkHttp), as bytes behind `send: b` (Python); nil without one.
  private static func printedHead(_ text: Bytes) -> Bytes? {
    var lines = HeadLines(text)
    while let line = lines.next() {
      if let sent = Bytes(line).behind("send: b"), let quote = sent.first,
        "\"'".utf8.contains(quote)
      {
        var rest = sent.dropFirst()
        if rest.isRequestLine { return rest.popEscaped(until: Unicode.Scalar(quote)) }
      }
      let starts = line.indices.filter { $0 == line.startIndex || line[$0 - 1] == 0x20 }
      guard let start = starts.first(where: { line[$0...].isRequestLine }) else { continue }
      let (words, before) = (line[start...].pieces(at: " "), Bytes(line[..<start]))
      let isWhole = words.count == 3 && ["h", "H"].contains { words[2].begins(with: $0) }
      guard isWhole || words.count == 2 && before.ends(with: "--> ") else { continue }
      var head = Bytes(words[0]) + " ".bytes + words[1] + " HTTP/1.1\n".bytes
      let tag = before.ends(with: "--> ") ? Bytes(before.dropLast(4)) : before
      while let line = lines.next() {
        let isTagged = !tag.isEmpty && line.prefix(tag.count).suffix(2) == tag.suffix(2)
        let rest = isTagged ? line.dropFirst(tag.count) : line
        guard (try? SentField(line: rest, number: 1)) != nil else { break }
        head += rest + [0x0A]
      }
      return head
    }
    return nil
  }

  /// The method and the URL that the error of an SDK names on a line of its own, which a period may end; nil
  /// without one.
  private static func endpointLine(_ text: Bytes) -> Bytes? {
    guard let line = text.behind("Request Endpoint: ")?.prefix(while: { $0 != 0x0A }) else {
      return nil
    }
    let target = Bytes(line).stripped
    let isEnded = target.last == UInt8(ascii: ".")
    return target[...].isRequestLine ? Bytes(target.dropLast(isEnded ? 1 : 0)) : nil
  }

  /// The request line between quotation marks that was refused, or the first, its escapes undone; nil
  /// without one.
  private static func quotedLine(_ text: Bytes) -> Bytes? {
    let mark = UInt8(ascii: "\"")
    let starts = text.indices.lazy.filter { $0 > 0 && text[$0 - 1] == mark }.filter {
      text[$0...].isRequestLine
    }
    let refused = starts.first { start in
      text[start...].drop { $0 != mark && $0 != 0x0A }.begins(with: "\" 4")
    }
    guard let start = refused ?? starts.first else { return nil }
    var line = text[start...].prefix { $0 != 0x0A }
    return line.popEscaped(until: "\"")
  }
}

/// What `curl -v` prints.
struct VerboseLog {
  /// The head of the first request: the lines after `>`; empty without one.
  private(set) var request = Bytes()
  /// The answer: the lines after `<`, and the body; nil without one.
  private(set) var answer: Bytes?

  init(_ text: Bytes) {
    var (head, body, isSent) = (Bytes(), Bytes(), false)
    var lines = HeadLines(text)
    while let line = lines.next() {
      let isMarked = line.count == 1 || line.dropFirst().first == 0x20
      let rest = line.dropFirst(isMarked ? 2 : 1) + [0x0A]
      switch line.first.map({ Unicode.Scalar($0) }) {
      case ">":
        isSent = isSent || !request.isEmpty && rest.count == 1
        if !isSent, !request.isEmpty || rest.isRequestLine { request += rest }
      case "<" where isMarked:
        // An answer such as 100 Continue is followed by the one that counts.
        if rest.begins(with: "HTTP/") { head = [] }
        head += rest
      case "*": break
      // How many bytes passed; JSON begins otherwise.
      case "{" where rest.begins(with: "["), "}" where rest.begins(with: "["): break
      default: body += line + [0x0A]
      }
    }
    if head.begins(with: "HTTP/") { answer = head + [0x0A] + body }
  }
}

extension ArraySlice<UInt8> {
  /// Whether a text begins with a method, a space and a path or a URL.
  var isRequestLine: Bool {
    let method = prefix(17).prefix { 0x41...0x5A ~= $0 }
    guard 1...16 ~= method.count, dropFirst(method.count).first == 0x20 else { return false }
    let target = dropFirst(method.count + 1)
    return target.first == UInt8(ascii: "/") || target.prefix(4).isText("http")
  }
}

extension SentRequest {
  /// Reads a call of an HTTP library in a program: `fetch`, `requests`, `axios`, `Invoke-WebRequest` and
  /// others, of which each text between quotation marks is looked at; nil where none is a URL.
  init?(code text: Bytes) throws(SentRequestError) {
    var call = CodeCall()
    // PowerShell escapes a quotation mark with a backtick.
    call.read(text.replacing("`\"", with: "'"))
    guard let url = call.url else { return nil }
    let isCall = call.method != nil || !call.headers.isEmpty || text.contains("fetch(")
    if !isCall {
      try self.init(url: url)
      return
    }
    try self.init(.code, (call.method ?? "GET".bytes)[...], url[...])
    isMethodKnown = call.method != nil || text.contains("fetch(")
    for (name, value) in call.headers {
      if let field = try? SentField(line: (name + ":".bytes + value)[...], number: 1) {
        fields.append(field)
      }
    }
    if value(of: "content-type") == nil, let type = CodeCall.type(ofBodyIn: text) {
      fields.append(SentField(name: "Content-Type".bytes, rawValue: type.bytes, isAdded: true))
    }
    if let host = hostField, value(of: "host") == nil { fields.insert(host, at: 0) }
  }

  /// Reads the names and values of HTTP/2, as browsers and logs show them: with a colon between, or on
  /// lines of their own; `:method`, `:path` and `:authority` are first, in any order.
  init(pseudoHeaders text: Bytes) throws(SentRequestError) {
    var pseudo: [Bytes: Bytes] = [:]
    var headers: [Bytes] = []
    var lines = HeadLines(text)
    while let line = lines.next(), !line.isEmpty {
      let isPseudo = line.first == UInt8(ascii: ":")
      let (name, after) = Bytes(line.dropFirst(isPseudo ? 1 : 0)).halves(at: ":")
      let value = after ?? lines.next().map { Bytes($0) } ?? []
      if isPseudo {
        pseudo[name] = value.stripped
      } else {
        headers.append(name + ":".bytes + value)
      }
    }
    guard let path = pseudo["path".bytes] else {
      throw SentRequestError("The headers of HTTP/2 have no :path.")
    }
    try self.init(.wire, (pseudo["method".bytes] ?? "GET".bytes)[...], path[...])
    isMethodKnown = pseudo["method".bytes] != nil
    if let host = pseudo["authority".bytes] { headers.insert("Host: ".bytes + host, at: 0) }
    for line in headers { try addField(line[...], number: fields.count + 1) }
  }
}

/// What a call in a program says of its request.
private struct CodeCall {
  private(set) var url: Bytes?
  private(set) var method: Bytes?
  private(set) var headers: [(Bytes, Bytes)] = []
  private var isInHeaders = false
  /// Whether the headers are those of JSON, whose names are all in quotation marks.
  private var isOfJSON = false

  /// What libraries write as the Content-Type of a body that is given so, in letters without blanks.
  private static let types = [
    ("formdata", "multipart/form-data; boundary="), ("files=", "multipart/form-data; boundary="),
    ("urlsearchparams", "application/x-www-form-urlencoded"),
    ("data={", "application/x-www-form-urlencoded"), ("json=", "application/json"),
  ]

  /// The Content-Type that the library adds to the body of a call; nil where nothing shows one.
  static func type(ofBodyIn text: Bytes) -> String? {
    let small = text.lowercased.filter { $0 > 0x20 }
    return types.first { Bytes(small).contains($0.0) }?.1
  }

  /// Looks at each text between quotation marks, at what is before it, and at the text before that.
  mutating func read(_ text: Bytes) {
    var (rest, before, last) = (text[...], Bytes(), Bytes())
    while let byte = rest.popFirst() {
      let isTemplate = byte == UInt8(ascii: "`") && rest.begins(with: "http")
      guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || isTemplate else {
        before.append(byte)
        continue
      }
      var word = rest.popEscaped(until: Unicode.Scalar(byte))
      word += Self.joined(&rest)
      take(word, behind: before.stripped, last)
      (before, last) = ([], word)
    }
    takeMethod(named: before)
  }

  /// Takes what is joined to a text on its line: `+ id + ":"`, with each value as `{}`.
  private static func joined(_ rest: inout Bytes.SubSequence) -> Bytes {
    var text = Bytes()
    while true {
      let next = rest.drop { $0 == 0x20 }
      guard let mark = next.first, "+.".utf8.contains(mark), next.dropFirst().first == 0x20 else {
        return text
      }
      let value = next.dropFirst().prefix { !"\"'`,;\n}".utf8.contains($0) }
      text += "{}".bytes
      rest = next[value.endIndex...]
      guard let quote = rest.first, "\"'`".utf8.contains(quote) else { return text }
      rest.removeFirst()
      text += rest.popEscaped(until: Unicode.Scalar(quote))
    }
  }

  private mutating func take(_ word: Bytes, behind before: Bytes, _ last: Bytes) {
    takeMethod(named: before)
    let small = before.lowercased
    // The value of the text before is that of a name in the program.
    if isInHeaders, before.first == UInt8(ascii: ":"), before.last == UInt8(ascii: ","),
      !last.isEmpty
    {
      headers.append((last, "{}".bytes))
    }
    if small.contains("}") { isInHeaders = false }
    let name = Self.name(before) ?? last
    if small.contains("{"), small.contains("header") || last.lowercased.begins(with: "header") {
      // What code sends counts, not what an answer of JSON asks for.
      if small.contains("header"), isOfJSON { headers = [] }
      (isInHeaders, isOfJSON) = (true, !small.contains("header"))
    }
    if word.begins(with: "http://") || word.begins(with: "https://") {
      if url != nil { return }
      url = word
      // The function names the method, or the text before the URL is it.
      let function = small.trimming { !$0.isLetterOrDigit }
      let own = Self.verbs.first { function.ends(with: $0) }?.bytes.withCapitals { _ in true }
      method = method ?? own ?? (last.isMethod && last.lowercased != last ? last : nil)
    } else if name[...].isCaseless("method") {
      method = word
    } else if name[...].isCaseless("contenttype") {
      headers.append(("Content-Type".bytes, word))
    } else if !name.isEmpty, !name.begins(with: "http"),
      isInHeaders ? Self.isMark(before) : isSet && before.isText(",")
    {
      headers.append((name, word))
    }
    // `setRequestHeader("a", "b")`, of which this is the name.
    isSet = ["header(", "header.set(", "header.add(", "requestproperty("].contains {
      small.ends(with: $0)
    }
  }

  /// Whether the text before was the name of a header that a function sets.
  private var isSet = false

  private static let verbs = ["get", "put", "post", "delete", "head", "patch", "options"]

  /// Takes the method of `-Method PUT`, or that of a function such as `requests.put(url)`.
  private mutating func takeMethod(named text: Bytes) {
    let small = text.lowercased
    let word = small.behind("-method ").map { Bytes($0.prefix { $0.isLetterOrDigit }) }
    let own = Self.verbs.dropFirst().first { small.contains("." + $0 + "(") }?.bytes
    method = method ?? (word?.isEmpty == false ? word : own)?.withCapitals { _ in true }
  }

  /// The word without quotation marks that names a value: `method:`, `Authorization =`, `-Uri`.
  private static func name(_ before: Bytes) -> Bytes? {
    let text = before.trimming { ":= >".utf8.contains($0) }
    let start = text.lastIndex { !$0.isLetterOrDigit && !"-_".utf8.contains($0) }
    let word = Bytes(text[(start.map { $0 + 1 } ?? 0)...])
    let isOption = word.first == UInt8(ascii: "-")
    guard !word.isEmpty, isOption || isMark(before) else { return nil }
    return isOption ? Bytes(word.dropFirst()) : word
  }

  /// Whether a text ends with what is between a name and its value.
  private static func isMark(_ text: Bytes) -> Bool {
    [":", "=", "=>"].contains { text.ends(with: $0) }
  }
}

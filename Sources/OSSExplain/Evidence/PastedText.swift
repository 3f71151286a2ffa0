package import OSSJSON
package import OSSPrimitives

extension Evidence {
  /// Reads whatever somebody has, in one text: an answer, a request, a URL, the client's own string, or
  /// several of them one after another; what is given apart counts before what the text has (EXP-EV-8).
  ///
  /// - Parameters:
  ///   - text: the text; one of more bytes than ``limit`` is left out, and so is nil.
  ///   - body: the answer; nil where the text may have it, as with the next two.
  ///   - request: the request.
  ///   - string: the client's own string to sign, or its canonical request.
  ///   - url: the presigned URL.
  ///   - credentials: those with which the signature is made again.
  /// - Complexity: O(*n*) in the length of the text.
  package init(
    text: Bytes?, body: Bytes? = nil, request: Bytes? = nil, string: Bytes? = nil,
    url: Bytes? = nil, credentials: GivenCredentials? = nil
  ) {
    let text = text?.withoutTags.withoutLogcat.withoutIndent.withWholeURLs.withoutWireMarks
    guard let text, text.count <= Self.limit else {
      self.init(body: body, request: request, string: string, url: url, credentials: credentials)
      return
    }
    let (own, rest) = string.map { ($0, text) } ?? PastedString.cut(from: text, body: body)
    let isAsked = request != nil || url != nil
    let found = isAsked ? (body: rest, request: nil) : Self.halves(of: rest)
    // A head alone, or a list, does not say why: the text may.
    let isLong = (body?.count ?? 0) + (found.body?.count ?? 0) >= Self.limit
    let isWhole = Self.isError(body) || body != nil && isLong
    let answers = [body, isWhole ? nil : found.body].compactMap { $0 }
    self.init(
      body: answers.isEmpty ? nil : answers.joined(by: "\n"),
      request: request ?? found.request, string: own, url: url,
      others: [isWhole ? found.body : nil], credentials: credentials)
  }

  /// The part of a text that is an answer, and the one that is a request, where each is there.
  private static func halves(of text: Bytes) -> (body: Bytes?, request: Bytes?) {
    if text.stripped.isEmpty { return (nil, nil) }
    if let (entry, request) = configured(in: text) {
      // Some clients print the answer in it, or why none came.
      let hasNone = Bytes(entry.filter { $0 > 0x20 }).contains("\"statusCode\":0")
      let hasAnswer = entry.contains("<Code>") || hasNone
      return (hasAnswer ? text : text.replacing(entry, by: []), request)
    }
    if let (rest, request) = text.debugLog ?? text.shownRequest { return (rest, request) }
    let lines = text[...].pieces(at: "\n")
    // What curl -v prints was sent; of a command with variables nobody sees what it sends.
    let all = lines.filter { $0.begins(with: "> ") && $0.dropFirst(2).isRequestLine }
    let error = text.index(of: "<Error>".bytes) ?? text.count
    let sent = all.last { $0.startIndex < error } ?? all.first
    if let start = (sent ?? asked(in: text, lines))?.startIndex {
      var before = Bytes(text[..<start])
      // So curl says what it does.
      if sent != nil {
        before = before.parts(at: "\n").filter { !$0.begins(with: "* ") }.joined(by: "\n")
      }
      // An answer behind the request is read with it (EXP-EV-7).
      return (before.stripped.isEmpty ? nil : before, Bytes(text[start...]))
    }
    // A request may be written without the version of HTTP.
    for (line, next) in zip(lines, lines.dropFirst()) where line.isRequestLine {
      let (head, name) = (Bytes(line).stripped, Bytes(next).lowercased)
      let isHeader = [
        "origin:", "host:", "access-control-", "content-type:", "date:", "x-oss-", "authorization:",
        "accept:",
      ]
      .contains { name.begins(with: $0) }
      if !isHeader || head.parts(at: " ").count != 2 { continue }
      let before = Bytes(text[..<line.startIndex])
      return (
        before.stripped.isEmpty ? nil : before, head + " HTTP/1.1".bytes + text[line.endIndex...]
      )
    }
    // An entry of HAR may have other text around it.
    if let place = text.index(of: "\"request\""), (try? JSONReader.read(text)) == nil,
      let entry = text.object(around: place), (try? SentRequest.read(entry)) != nil
    {
      return (text.replacing(entry, by: []), entry)
    }
    guard let request = try? SentRequest.read(text) else { return (text, nil) }
    // Inside a text, a URL without a signature is an endpoint or what a message is about.
    let isInside = [SentRequest.Form.log, .code, .url].contains(request.form)
    // Code that makes a URL sends none yet.
    let isMade = request.query.contains { $0.value?.hasVariable == true }
    // A command may ask another site for the address of the machine.
    let isOther =
      request.form == .curl && request.path.isText("/") && request.query.isEmpty
      && request.hostName?.contains("oss") == false
    if isOther || isInside && (isMade || request.signature.version == nil) { return (text, nil) }
    return (nil, text)
  }

  /// The line with which the request begins that is asked about: of several before an error the last one where
  /// the answer names its host, or where the ones before are answered with 200; without an error the first one
  /// that is refused.
  private static func asked(in text: Bytes, _ lines: [Bytes.SubSequence]) -> Bytes.SubSequence? {
    // One that is said to work on its own line is not the one that is asked about.
    let starts = lines.filter { line in
      let works = ["-> 200", "=> 200", "\u{2192} 200", "# 200"].contains {
        Bytes(line).contains($0)
      }
      return line.isStartOfRequest && !works
    }
    guard starts.count > 1, let first = starts.first else { return starts.first }
    if let error = text.index(of: "<Error>".bytes) {
      let last = starts.last { $0.startIndex < error } ?? first
      let host = text.between("<HostId>", "</HostId>")
      let isNamed = { (line: Bytes.SubSequence) in
        host.map { Bytes(line).index(of: $0) != nil } == true
      }
      let between = Bytes(text[first.startIndex..<last.startIndex])
      let isAnswered = between.contains(" 200") || between.contains("\n200")
      return isAnswered || isNamed(last) && !isNamed(first) ? last : first
    }
    let ends = starts.dropFirst().map { $0.startIndex } + [text.count]
    let refused = zip(starts, ends).first { start, end in
      let rest = Bytes(text[start.startIndex..<end])
      return rest.contains(" 403 ") || rest.contains(" 400 ")
    }
    return refused?.0 ?? first
  }

  /// The request to OSS that the error of an HTTP client, such as that of axios, has as its `config`, or with
  /// the answer beside it, and the text of that object; nil without one.
  private static func configured(in text: Bytes) -> (entry: Bytes, request: Bytes)? {
    let inside = text.places(of: "config".bytes).prefix(8).compactMap { place in
      let start = text[(place + 6)...].drop { "\"': \t\r\n".utf8.contains($0) }
      return start.first == UInt8(ascii: "{") ? start.startIndex + 1 : nil
    }
    let beside = text.contains("\"statusCode\"") ? text.index(of: "\"method\"") : nil
    for place in inside + [beside].compactMap({ $0 }) {
      guard let entry = text.object(around: place),
        let object = ((try? JSONReader.read(entry)) ?? (try? JSONReader.read(entry.asJSON)))?
          .objectValue,
        let method = object["method"]?.stringValue, let url = object["url"]?.stringValue
      else { continue }
      let line = method.bytes.withCapitals { _ in true } + " ".bytes + url.bytes + " HTTP/1.1".bytes
      let headers = object["headers"]?.objectValue
      // Without headers it is as a line of a log, which shows none.
      var head = headers == nil ? "\"".bytes + line + "\"".bytes : line + [0x0A]
      for header in headers?.members ?? [] {
        guard let value = header.value.stringValue else { continue }
        head += header.name.bytes + ": ".bytes + value.bytes + "\n".bytes
      }
      guard let request = try? SentRequest.read(head), let host = request.hostName,
        request.signature.version != nil || host.ends(with: ".aliyuncs.com")
      else { continue }
      return (entry, head)
    }
    return nil
  }

  /// Reads evidence from JSON: the texts `text`, `body`, `request`, `url` and `string`; and
  /// `credentials` with `accessKeyId`, `accessKeySecret` and `securityToken`.
  package init(json: JSONObject) {
    func part(_ name: String) -> Bytes? {
      json[name]?.stringValue.flatMap { $0.isEmpty ? nil : $0.bytes }
    }
    let given = json["credentials"]?.objectValue.map { given in
      GivenCredentials(
        accessKeyID: given["accessKeyId"]?.stringValue ?? "",
        accessKeySecret: given["accessKeySecret"]?.stringValue ?? "",
        securityToken: given["securityToken"]?.stringValue)
    }
    self.init(
      text: part("text"), body: part("body"), request: part("request"), string: part("string"),
      url: part("url"), credentials: given)
  }
}

extension Bytes {
  /// The text without what a log writes before each line of an answer, such as `I/OkHttp: `.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  var withoutTags: Bytes {
    guard count <= Evidence.limit, let start = index(of: "<Error>".bytes) else { return self }
    let tag = self[..<start].pieces(at: "\n").last.map { Bytes($0) }?.trimmingEnd(" ".bytes) ?? []
    let lines = parts(at: "\n")
    let inside = lines.drop { !$0.contains("<Error>") }.prefix { !$0.contains("</Error>") }
    guard tag.count > 1, inside.count > 1, inside.allSatisfy({ $0.begins(with: tag.text) }) else {
      return self
    }
    let blank = UInt8(ascii: " ")
    let bare = lines.map { line in
      guard line.begins(with: tag.text) else { return line }
      let rest = line.dropFirst(tag.count)
      return Bytes(rest.first == blank ? rest.dropFirst() : rest)
    }
    return bare.joined(by: "\n")
  }
}

extension Bytes {
  /// The text without what logcat of Android writes before each line: `11-27 17:20:02.118 12044 12102 D Tag: `.
  fileprivate var withoutLogcat: Bytes {
    let isTime = { (line: Bytes.SubSequence) in
      let form = line.prefix(18).map { 0x30...0x39 ~= $0 ? UInt8(ascii: "0") : $0 }
      return Bytes(form).isText("00-00 00:00:00.000")
    }
    let lines = self[...].pieces(at: "\n")
    if lines.count(where: isTime) < 2 { return self }
    return lines.map { line in
      guard isTime(line) else { return Bytes(line) }
      let message = Bytes(line.dropFirst(18)).halves(at: ":").after ?? Bytes(line)
      return Bytes(message.first == 0x20 ? message.dropFirst() : message[...])
    }.joined(by: "\n")
  }

  /// The text without the blanks before the first line of a request, where other lines have them, too.
  fileprivate var withoutIndent: Bytes {
    let lines = parts(at: "\n")
    let isRequest = { (line: Bytes) in
      line.first == 0x20 && line.contains(" HTTP/1.1") && line.stripped[...].isRequestLine
    }
    guard let first = lines.first(where: isRequest) else { return self }
    let indent = Bytes(first.prefix { $0 == 0x20 }).text
    let bare = lines.map { $0.begins(with: indent) ? Bytes($0.dropFirst(indent.utf8.count)) : $0 }
    return bare.joined(by: "\n")
  }
}

extension Bytes {
  /// The text with each URL on one line whose parameters are written on lines of their own.
  fileprivate var withWholeURLs: Bytes {
    if !contains("\n?") && !contains("\n&") { return self }
    var text = Bytes()
    text.reserveCapacity(count)
    // Whether the line that is written ends in a URL, and has a query.
    var (isURL, hasQuery) = (false, false)
    for line in parts(at: "\n") {
      let isWord = line.contains("=") && !line.contains(0x20)
      let isRest = isWord && (line.begins(with: "&") || line.begins(with: "?") && !hasQuery)
      if isURL, isRest {
        hasQuery = true
      } else {
        if !text.isEmpty { text.append(0x0A) }
        isURL = line.contains("://") && line.last != 0x20
        hasQuery = line.contains("?")
      }
      text += line
    }
    return text
  }
}

extension Bytes.SubSequence {
  /// Whether a request begins with this line: a curl command, a request line, or a URL of something.
  var isStartOfRequest: Bool {
    let line = Bytes(self).stripped
    if line.begins(with: "curl ") || line.begins(with: "$ curl ") {
      // A sentence can begin so, too; a command without a path and a header asks for the IP address of the machine.
      let rest = Bytes(line.dropFirst(2))
      return ["://", "$", ".aliyuncs.", " -H"].contains { rest.contains($0) }
        || line.last.map { "\\^`".utf8.contains($0) } == true
    }
    if line.begins(with: "http://") || line.begins(with: "https://") {
      // One without a path is a site or an endpoint.
      return line.allSatisfy { $0 > 0x20 } && line.dropFirst(8).contains(UInt8(ascii: "/"))
    }
    return isRequestLine && line.contains(" HTTP/")
  }
}

internal import OSSJSON
package import OSSPrimitives
internal import OSSServices

/// What a person has in hand when OSS refuses a request.
///
/// Each part is a text as it was pasted, and each may be missing. One that cannot be read is left out,
/// or is itself a finding: reading never fails (EXP-EV-1).
package struct Evidence: Sendable {
  /// How many bytes of a part are read; a longer one is left out (EXP-EV-4).
  package static let limit = 1 << 20

  /// All that was given but the client's own string, as one text.
  let pasted: Bytes
  /// The answer, or what a log printed of it.
  let answer: Bytes?
  /// The request, or the presigned URL where no other request is given.
  package let request: SentRequest?
  /// Whether no more of the request is known than the URL that a log names.
  let isFromLog: Bool
  /// Why the request was not read; nil where it was, or was not given.
  package let requestFault: SentRequestError?
  /// The presigned URL, also beside a request.
  let url: SentRequest?
  /// The string that the client signed, or its canonical request.
  let string: Bytes?
  /// Whether its lines ended in CR LF, which is read as LF.
  let hasCarriageReturns: Bool
  /// Whether it is on one line with `\n` in it, which is read as LF.
  let isEscaped: Bool
  /// The credentials, which are used and never shown.
  package var credentials: GivenCredentials?
  /// What may be a secret in it: tried where no credentials are given, and never shown (EXP-SEC-9).
  let secrets: [Bytes]
  /// The strings to sign that code in it makes, where no string is given.
  let codeStrings: [CodeString]

  /// Reads what there is.
  ///
  /// - Parameters:
  ///   - body: the error body, the whole answer with its headers, or what `curl -v` printed.
  ///   - request: the request, in a form that ``SentRequest/read(_:)`` knows.
  ///   - string: the client's own string to sign, or its canonical request.
  ///   - url: a presigned URL that was refused.
  ///   - others: what else was said.
  ///   - credentials: those with which the signature is made again.
  package init(
    body: Bytes? = nil, request: Bytes? = nil, string: Bytes? = nil, url: Bytes? = nil,
    others: [Bytes?] = [], credentials: GivenCredentials? = nil
  ) {
    let (body, given) = (Self.part(body), Self.part(request))
    let all = [body, given, Self.part(url)] + others
    pasted = all.compactMap { $0?.stripped }.joined(by: "\n")
    secrets = credentials == nil ? Self.secrets(in: pasted) : []
    codeStrings = string == nil ? CodeString.all(in: pasted) : []
    let beside = given.flatMap { SentRequest.answer(in: $0) }
    let isShown = Self.isError(beside) || beside?.contains("HTTP/") == true
    let isBare = body == nil || isShown && !Self.isError(body)
    // What was said before a head without an error may name it.
    let whole = Self.isError(beside) ? beside : beside.map { $0 + [0x0A] + (body ?? []) }
    // One before it that is no error answers another request.
    let found = body.flatMap { SentRequest.answer(in: $0) }
    // A head behind an error is that of another answer; what is before one without a body may name it.
    let isOther = Self.isError(body) && !Self.isError(found)
    let own =
      isOther ? nil : found.map { Self.isError($0) ? $0 : $0 + Self.said(before: $0, in: body) }
    let shown =
      (Self.isError(own) || !Self.isError(beside) ? own : nil) ?? (isBare ? whole : nil)
    var (sent, fault): (SentRequest?, SentRequestError?) = (nil, nil)
    if let text = given ?? (shown == nil ? nil : body) {
      do throws(SentRequestError) { sent = try SentRequest.read(text) } catch { fault = error }
    }
    // A log may have the answer, too, and so may what is no request after all.
    let isLog = fault != nil || given?.stripped[...].isRequestLine == false
    // So has what is behind the body, which Content-Length ends.
    let hasError =
      Self.isError(given) && !Self.isError(body) && (isLog || !Self.isError(sent?.body))
    let isNamed = ["error_code", "ErrorCode"].contains { given?.contains($0) == true }
    answer = shown ?? (hasError || body == nil && isLog && isNamed ? given : body)
    self.url = Self.part(url).flatMap { try? SentRequest(url: $0) }
    // A command that cannot be read, such as one with an open quote, still names its URL.
    let other = fault == nil ? body : given
    let asked = sent ?? self.url ?? Self.logged(body) ?? Self.logged(other)
    // A call of STS in the text is not the request that OSS answers.
    let isOfSTS = asked?.hostName?.begins(with: "sts") == true
    let isOfOSS = answer?.between("<HostId>", "</HostId>")?.contains(".oss-") == true
    self.request = isOfSTS && isOfOSS ? nil : asked
    isFromLog = sent == nil && self.url == nil
    requestFault = fault
    // A string with a NUL is not a text that anybody signed: no header and no path of HTTP holds one.
    hasCarriageReturns = Self.part(string)?.contains("\r\n") == true
    let isQuoted = Self.part(string)?.begins(with: "\"") == true
    isEscaped = !isQuoted && Self.isOnOneLine(Self.part(string))
    self.string = Self.part(string).flatMap { $0.contains(0) ? nil : Self.unescaped($0) }
    self.credentials = credentials
  }

  /// Whether a text has an error of OSS or STS.
  static func isError(_ text: Bytes?) -> Bool {
    guard let text else { return false }
    // The metadata server puts a code into an answer that is good, too.
    let isGood = text.contains("\"Success\"")
    return text.contains("<Error>") || text.contains("<Code>")
      || text.contains("\"Code\"") && !isGood
  }

  /// What a text says before a head that ends it and has no body, as a body of it; empty for another text.
  private static func said(before head: Bytes, in text: Bytes?) -> Bytes {
    let isBare = !head.replacing("\r", with: "").stripped.contains("\n\n")
    guard isBare, let text, text.count > head.count, text.suffix(head.count) == head[...] else {
      return []
    }
    return "\n\n".bytes + text.dropLast(head.count)
  }

  /// Takes what an endpoint has: the request as it was sent, and its own answer.
  ///
  /// - Parameters:
  ///   - answer: the error body.
  ///   - sent: the request.
  ///   - credentials: those of the access key ID.
  package init(answer: Bytes, sent: SentRequest, credentials: GivenCredentials?) {
    (self.answer, request, self.credentials) = (answer, sent, credentials)
    (requestFault, url, string, hasCarriageReturns, pasted) = (nil, nil, nil, false, answer)
    (isFromLog, isEscaped) = (false, false)
    (secrets, codeStrings) = ([], [])
  }

  /// The first words of a text that may be a secret: of 30 letters and digits, as one of a user is, or
  /// the next long word behind a name of one.
  private static func secrets(in text: Bytes) -> [Bytes] {
    let small = text.lowercased
    let isManifest = small.contains("kind: secret")
    let ends = ["secret", "密钥", "sk:", "sk="].flatMap { name in
      small.places(of: name.bytes).prefix(32).map { $0 + name.utf8.count }
    }
    var (found, start) = ([Bytes](), 0)
    while found.count < 64, start < text.count {
      let word = Bytes(text[start...].prefix { $0.isLetterOrDigit })
      let isNamed = ends.contains { 0...48 ~= start - $0 } && word.count > 15
      let isOther = ["LTAI", "STS", "CAIS"].contains { word.begins(with: $0) } || word.count > 64
      let secret = decodedSecret(word, isAny: isNamed && isManifest) ?? word
      if isNamed || word.count == 30, !isOther, !found.contains(secret) {
        found.append(secret)
        if secret != word, !isManifest { found.append(word) }
      }
      start += word.count + 1
    }
    return found
  }

  /// The secret of a user, with blanks or none at its ends, that a word is in base64, as a manifest of
  /// Kubernetes keeps it; nil for another word.
  ///
  /// - Parameter isAny: whether a secret of any length and letters is meant.
  private static func decodedSecret(_ word: Bytes, isAny: Bool) -> Bytes? {
    guard isAny || 40...44 ~= word.count, let secret = word.plainBase64.base64Decoded?.stripped
    else { return nil }
    if isAny { return secret.allSatisfy { 0x21...0x7E ~= $0 } ? secret : nil }
    return secret.count == 30 && secret.allSatisfy { $0.isLetterOrDigit } ? secret : nil
  }

  /// A sentence with stars in place of each word that may be a secret (EXP-EV-2).
  func withoutSecrets(_ text: String) -> String {
    secrets.reduce(text.bytes) { $0.replacing($1.text, with: "***") }.text
  }

  /// The URL of OSS that a line of a log names, of several one that carries a signature; nil where the
  /// text is an answer as it was sent.
  private static func logged(_ text: Bytes?) -> SentRequest? {
    guard let text, !["<", "{", "HTTP/"].contains(where: { text.stripped.begins(with: $0) }) else {
      return nil
    }
    let (all, own) = (urls(in: text), text.between("<HostId>", "</HostId>"))
    let ofOSS = all.filter { request in
      guard let host = request.hostName else { return false }
      return host.ends(with: ".aliyuncs.com") && host.contains("oss-") || host == own
    }
    // An endpoint of a setting is no request.
    return all.first { $0.signature.isWhole } ?? all.first { $0.signature.version != nil }
      ?? ofOSS.first { !$0.path.isText("/") || !$0.query.isEmpty } ?? ofOSS.first
  }

  /// The first URLs in a text, each up to a blank, a mark or a punctuation mark of Chinese.
  static func urls(in text: Bytes) -> [SentRequest] {
    text.places(of: "://".bytes).prefix(64).compactMap { place in
      let start = place - (text[..<place].ends(with: "https") ? 5 : 4)
      guard start >= 0 else { return nil }
      var end = start
      while end < text.count, !isEndOfURL(text, end) { end += 1 }
      return try? SentRequest(url: Bytes(text[start..<end]))
    }
  }

  private static func isEndOfURL(_ text: Bytes, _ index: Int) -> Bool {
    switch text[index] {
    case 0...0x20, 0xEF: true
    case 0x2C: !isInList(text, index)
    case 0xE3: text[index...].begins(with: "\u{3002}")
    case let byte: marks.contains(byte)
    }
  }

  /// Whether a comma is within a value that may have some: of x-oss-process, or of a header of the answer.
  private static func isInList(_ text: Bytes, _ index: Int) -> Bool {
    let start = text[..<index].suffix(1024).lastIndex { "?&".utf8.contains($0) }
    let value = start.map { Bytes(text[($0 + 1)..<index]) } ?? []
    let isList = ["x-oss-process=", "process=", "response-", "callback"].contains {
      value.begins(with: $0)
    }
    return isList && index + 1 < text.count && text[index + 1].isLetterOrDigit
  }

  private static let marks = "\"'`()<>[]{},\\".bytes

  private static func part(_ text: Bytes?) -> Bytes? {
    guard let text, text.count <= limit else { return nil }
    return text
  }

  /// A string as a log or JSON shows it: behind its label, between quotation marks, on one line with `\n`
  /// in it.
  ///
  /// - Parameter depth: how many labels and quotation marks may be around it.
  static func unescaped(_ string: Bytes, depth: Int = 4) -> Bytes {
    if string.begins(with: "\""), let text = (try? JSONReader.read(string))?.stringValue {
      return text.bytes
    }
    if depth > 0, let rest = unlabelled(string) { return unescaped(rest, depth: depth - 1) }
    let string = string.contains(0x0D) ? string.replacing("\r\n", with: "\n") : string
    return isOnOneLine(string) ? string.stripped.replacing("\\n", with: "\n") : string
  }

  /// Whether a string has no line ends but `\n`.
  private static func isOnOneLine(_ string: Bytes?) -> Bool {
    string.map { !$0.stripped.contains(0x0A) && $0.contains("\\n") } == true
  }

  /// What is behind the label of a string in the first line; nil without one.
  static func unlabelled(_ string: Bytes) -> Bytes? {
    let line = string.halves(at: "\n").before
    for label in ["tosign", "to sign", "to-sign", "canonicalrequest", "canonical request"] {
      guard let end = line.lowercased.index(of: label.bytes).map({ $0 + label.utf8.count }),
        let mark = line[end...].first(where: { !"\" ]".utf8.contains($0) }),
        ":=".utf8.contains(mark)
      else { continue }
      let rest = Bytes(string[end...]).trimming { " :=\"'`]".utf8.contains($0) }
      if !rest.isEmpty { return rest }
    }
    return nil
  }
}

extension Evidence: Redacted {
  /// Nothing of what it holds, which may be a token or a signature.
  package var description: String { "Evidence (not shown)" }
}

/// Credentials as somebody gives them, also ones that no signer takes: what is wrong with them may be
/// the mistake.
package struct GivenCredentials: Sendable {
  package let accessKeyID: String
  package let accessKeySecret: String
  package let securityToken: String?

  /// Takes credentials as they are.
  package init(accessKeyID: String, accessKeySecret: String, securityToken: String?) {
    self.accessKeyID = accessKeyID
    self.accessKeySecret = accessKeySecret
    self.securityToken = securityToken
  }
}

extension GivenCredentials: Redacted {
  /// Nothing of what it holds.
  package var description: String { "Credentials (not shown)" }
}

internal import OSSPrimitives
internal import OSSServices

/// The answer as it was pasted: its status and headers where they are shown, and the error in it.
struct Answer {
  private(set) var error: ServerError?
  /// Why the body is not an error of OSS; nil where it is one, or where none was given.
  private(set) var fault: ErrorBodyError?
  /// Whether the error was read from other text than XML or JSON, which may be cut (EXP-EV-5).
  private(set) var isPrinted = false
  /// Whether the error is one that code speaks of, and no other is shown.
  private(set) var isRemark = false
  /// The headers.
  private(set) var fields: [SentField] = []
  /// What follows the head.
  private(set) var body = Bytes()

  /// No answer.
  init() {}

  /// Reads an answer.
  ///
  /// - Parameter codes: which code an exact cause or a message has that is given alone.
  init(_ text: Bytes, _ codes: AnswerCodes) {
    let start = Bytes(text.drop { $0.isSpace })
    body = text
    if start.begins(with: "HTTP/") {
      var lines = HeadLines(start)
      // A forum may drop the empty line before the body.
      while lines.rest.first.map({ "<{".utf8.contains($0) }) != true, let line = lines.next(),
        !line.isEmpty
      {
        if let field = try? SentField(line: line, number: lines.number) { fields.append(field) }
      }
      body = Bytes(lines.rest)
    }
    let ec = value(of: "x-oss-ec")?.text
    do throws(ErrorBodyError) {
      error = try Self.error(in: body, header: value(of: "x-oss-err"), ec, codes)
    } catch {
      fault = error
      var text = body.stripped
      if case .webPage = error {
        // A page of a framework may show an exception with the answer of OSS in it.
        guard ["x-oss-request-id", "OSSAccessKeyId"].contains(where: { text.contains($0) }) else {
          return
        }
        text = text.unescaped
      }
      let header = Self.headerError(in: text).map { (error: $0, isRemark: false) }
      guard let printed = header ?? PrintedError.error(in: text, codes) else { return }
      (self.error, fault, isPrinted) = (printed.error, nil, !text.begins(with: "{\""))
      isRemark = printed.isRemark
    }
  }

  /// The value of a header, whose name is given in lower case.
  func value(of name: String) -> Bytes? {
    fields.first { $0.name[...].isCaseless(name) }?.value
  }

  /// The error that x-oss-err holds, as a log prints it: the base64 text of `<?xml ` or `<Error`.
  private static func headerError(in text: Bytes) -> ServerError? {
    for start in ["PD94bWwg", "PEVycm9y"] {
      guard let place = text.index(of: start.bytes) else { continue }
      let value = text[place...].prefix { $0.isLetterOrDigit || "+/=".utf8.contains($0) }
      if let error = try? ServerError(base64Header: Bytes(value).text) { return error }
    }
    return nil
  }

  /// The error of a body; of the headers where there is no body (EXP-EV-6).
  private static func error(
    in body: Bytes, header: Bytes?, _ ec: String?, _ codes: AnswerCodes
  ) throws(ErrorBodyError) -> ServerError {
    let isBare = body.stripped.isEmpty
    if isBare, let header { return try ServerError(base64Header: header.text, ecHeader: ec) }
    if isBare, let ec {
      let xml = ("<Error><Code>" + (codes.code(ofCause: ec) ?? "") + "</Code></Error>").bytes
      return try ServerError(xml: xml.span, ecHeader: ec)
    }
    do throws(ErrorBodyError) {
      return try ServerError(xml: body.span, ecHeader: ec)
    } catch {
      if body.contains("&lt;Error&gt;") {
        return try ServerError(xml: body.unescaped.span, ecHeader: ec)
      }
      // A log puts other text around the body.
      guard let inner = body.between("<Error>", "</Error>") else {
        // Other text may follow the head.
        if ec != nil, !body.stripped.begins(with: "<") {
          return try Self.error(in: [], header: header, ec, codes)
        }
        throw error
      }
      let xml = "<Error>".bytes + inner + "</Error>".bytes
      return try ServerError(xml: xml.span, ecHeader: ec)
    }
  }
}

extension ServerError {
  /// The string that OSS made of the request, whose line breaks a log may print as `\n`, a browser as
  /// blanks, and a forum as one; nil where nobody can say where they were.
  var signedString: Bytes? {
    guard let string = stringToSign else { return nil }
    if !string.contains(0x0A), string.contains("\\n") {
      return string.replacing("\\n", with: "\n")
    }
    // A viewer of XML may put it on a line of its own.
    let isAlone = !string.stripped.contains(0x0A)
    let lines = (isAlone ? string.stripped : string).parts(at: "\n")
    // What OSS makes has five lines at least, or of V4 four.
    let isCut = lines.count < 5 && PastedString.isMethod(lines[0])
    guard lines.count == 1 || isCut else { return string }
    return lines.joined(by: " ").withLines ?? (lines.count == 1 ? nil : string)
  }
}

extension Bytes {
  /// A string to sign of V1 or V4 on one line, with its lines; nil where its words do not say which
  /// blanks were line ends (EXP-EV-12).
  fileprivate var withLines: Bytes? {
    let words = parts(at: " ").filter { !$0.isEmpty }
    if words.count == 4, words[0].isText("OSS4-HMAC-SHA256") { return words.joined(by: "\n") }
    guard words.count > 2, PastedString.isMethod(words[0]),
      words.firstIndex(where: { $0.begins(with: "/") }) == words.count - 1
    else { return nil }
    let end = words.count - 1
    let firstHeader = words.firstIndex { $0.begins(with: "x-oss-") } ?? end
    // A date has six words; that of a URL is one number.
    let isNumber = words[firstHeader - 1].allSatisfy { 0x30...0x39 ~= $0 }
    let isDate = firstHeader > 6 && words[firstHeader - 1].isText("GMT")
    let date = firstHeader - (isNumber ? 1 : isDate ? 6 : 0)
    guard date > 0, date < firstHeader || firstHeader < end else { return nil }
    let hasMD5 = date > 1 && words[1].count == 24 && words[1].ends(with: "==")
    var lines = [words[0], hasMD5 ? words[1] : []]
    lines.append(Array(words[(hasMD5 ? 2 : 1)..<date]).joined(by: " "))
    lines.append(Array(words[date..<firstHeader]).joined(by: " "))
    for word in words[firstHeader..<end] {
      // A word without a name is of the value before it.
      if word.begins(with: "x-oss-") {
        lines.append(word)
      } else {
        lines[lines.count - 1] += " ".bytes + word
      }
    }
    return (lines + [words[end]]).joined(by: "\n")
  }

  /// Markup that is escaped once, as in the source of a page.
  fileprivate var unescaped: Bytes {
    var text = self
    for mark in ["<lt", ">gt", "\"quot", "'#x27", "'#39", "&amp"] {
      let (bytes, name) = (mark.bytes, mark.utf8.dropFirst())
      text = text.replacing("&" + Bytes(name).text + ";", with: Bytes(bytes.prefix(1)).text)
    }
    return text.stripped
  }
}

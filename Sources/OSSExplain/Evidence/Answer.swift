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
      while let line = lines.next(), !line.isEmpty {
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
  /// The string that OSS made of the request, whose line breaks a log may print as `\n`; nil where they
  /// are lost, as in a copy from a browser.
  var signedString: Bytes? {
    guard let string = stringToSign, !string.contains(0x0A) else { return stringToSign }
    return string.contains("\\n") ? string.replacing("\\n", with: "\n") : nil
  }
}

extension Bytes {
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

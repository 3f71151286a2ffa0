internal import OSSPrimitives
internal import OSSServices

/// The answer as it was pasted: its status and headers where they are shown, and the error in it.
struct Answer {
  private(set) var error: ServerError?
  /// Why the body is not an error of OSS; nil where it is one, or where none was given.
  private(set) var fault: ErrorBodyError?
  /// Whether the error was read from other text than XML or JSON, which may be cut (EXP-EV-5).
  private(set) var isPrinted = false
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
      if case .webPage = error { return }
      guard let printed = PrintedError.error(in: body.stripped, codes) else { return }
      (self.error, fault, isPrinted) = (printed, nil, !body.stripped.begins(with: "{\""))
    }
  }

  /// The value of a header, whose name is given in lower case.
  func value(of name: String) -> Bytes? {
    fields.first { $0.name[...].isCaseless(name) }?.value
  }

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
      guard let inner = body.between("<Error>", "</Error>") else { throw error }
      let xml = "<Error>".bytes + inner + "</Error>".bytes
      return try ServerError(xml: xml.span, ecHeader: ec)
    }
  }
}

extension ServerError {
  /// The string that OSS made of the request; nil where its line breaks are lost, as in a copy from a
  /// browser.
  var signedString: Bytes? { stringToSign.flatMap { $0.contains(0x0A) ? $0 : nil } }
}

extension Bytes {
  /// Markup that is escaped once, as in the source of a page.
  fileprivate var unescaped: Bytes {
    let text = replacing("&lt;", with: "<").replacing("&gt;", with: ">")
    return text.replacing("&quot;", with: "\"").replacing("&amp;", with: "&").stripped
  }
}

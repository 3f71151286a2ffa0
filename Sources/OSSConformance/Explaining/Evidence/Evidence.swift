package import OSSPrimitives
internal import OSSServices
internal import OSSSigning
internal import OSSVectors

/// What a developer has in hand when OSS refuses a request.
///
/// Each part is a text as it was pasted. Each may be missing, and one that cannot be read is left
/// out, or is itself a finding: reading never fails (EXP-EV-1).
package struct Evidence: Sendable {
  /// The error that OSS sent, if the body is one.
  let error: ServerError?
  /// Whether the error is read from other text than XML or JSON, which may be cut.
  let isPrinted: Bool
  /// Why the body is not an error of OSS.
  let bodyFault: ErrorBodyError?
  /// What is where an error of OSS should.
  let body: Bytes?
  /// The headers of the answer.
  let answerFields: [HTTPField]
  /// The request, or the presigned URL.
  let request: SentRequest?
  /// The presigned URL, also beside a request.
  let url: SentRequest?
  /// The string that the client signed.
  let string: Bytes?
  /// The credentials, which are used and never shown.
  let secrets: GivenCredentials?

  /// How many bytes of a part are read; a longer one is left out (EXP-EV-4).
  package static let limit = 1 << 20

  /// Reads what there is.
  ///
  /// - Parameters:
  ///   - body: the error body, or the whole answer with its headers.
  ///   - request: the request: a curl command, HTTP, a URL, or JSON of the adapter protocol.
  ///   - string: the client's own string to sign, or its canonical request.
  ///   - url: a presigned URL that failed.
  ///   - secrets: credentials to compute the signature with.
  package init(
    body: Bytes? = nil, request: Bytes? = nil, string: Bytes? = nil, url: Bytes? = nil,
    secrets: GivenCredentials? = nil
  ) {
    let read = { (part: Bytes?) in part.flatMap { $0.count > Self.limit ? nil : $0 } }
    let (body, request, string, url) = (read(body), read(request), read(string), read(url))
    let verbose = body.flatMap { VerboseOutput($0) }
    let answer = (verbose?.answer ?? body).map { AnswerText($0) }
    error = answer?.error
    isPrinted = answer?.isPrinted ?? false
    bodyFault = answer?.fault
    answerFields = answer?.fields ?? []
    self.body = answer?.body
    let sent = (request ?? verbose?.request).flatMap { SentRequest(text: $0) }
    self.url = url.map { SentRequest(url: $0) }
    self.request = sent ?? self.url
    // What has a NUL is no text that anybody signed: no header and no path of HTTP holds one.
    self.string = string.flatMap { $0.contains(0) ? nil : Self.unescaped($0) }
    self.secrets = secrets
  }

  /// A string on one line with `\n` in it is one that a log escaped.
  private static func unescaped(_ string: Bytes) -> Bytes {
    let string = string.contains(0x0d) ? string.replacing("\r\n", with: "\n") : string
    guard !string.stripped.contains(0x0a), string.contains("\\n") else { return string }
    return string.stripped.replacing("\\n", with: "\n")
  }
}

extension Evidence: CustomStringConvertible, CustomReflectable {
  /// Nothing of what it holds, which may be a token or a signature.
  package var description: String { "Evidence (not shown)" }

  /// A mirror of nothing, so that `dump` shows no token.
  package var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

/// Credentials as somebody gives them, also ones that no signer would take: what is wrong with them
/// may be the mistake.
package struct GivenCredentials: Sendable {
  let accessKeyID: String
  let accessKeySecret: String
  let securityToken: String?

  /// Takes credentials as they are.
  package init(accessKeyID: String, accessKeySecret: String, securityToken: String?) {
    self.accessKeyID = accessKeyID
    self.accessKeySecret = accessKeySecret
    self.securityToken = securityToken
  }
}

extension GivenCredentials: CustomStringConvertible, CustomReflectable {
  /// Nothing of what it holds.
  package var description: String { "Credentials (not shown)" }

  /// A mirror of nothing, so that `dump` shows no secret.
  package var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

/// The answer as it was pasted: headers where they are shown, and the error in it.
struct AnswerText {
  private(set) var error: ServerError?
  private(set) var fault: ErrorBodyError?
  private(set) var isPrinted = false
  let fields: [HTTPField]
  let body: Bytes

  init(_ text: Bytes) {
    let start = Bytes(text.drop { $0 == 0x20 || (0x09...0x0d).contains($0) })
    if start.hasPrefix("HTTP/") {
      let message = HTTPMessage(start)
      fields = message.fields
      body = message.body
    } else {
      fields = []
      body = text
    }
    let ec = fields.value(of: "x-oss-ec")?.text
    do {
      error = try Self.error(in: body, fields, ec)
    } catch .webPage(let offset) {
      fault = .webPage(offset: offset)
    } catch let unread {
      error = PrintedError.error(in: body.stripped)
      isPrinted = error != nil && !body.stripped.hasPrefix("{\"")
      fault = error == nil ? unread : nil
    }
  }

  /// The codes that go with an exact cause where the answer shows that alone.
  private static let codes: [(ec: String, code: String)] = [
    ("0026-00000001", "NoSuchKey"), ("0002-00000902", "InvalidAccessKeyId"),
    ("0002-00000040", "SignatureDoesNotMatch"), ("0002-00000504", "RequestTimeTooSkewed"),
    ("0003-00001401", "SecondLevelDomainForbidden"),
    ("0003-00001403", "PermanentRedirect"), ("0003-", "AccessDenied"),
  ]

  private static func error(
    in body: Bytes, _ fields: [HTTPField], _ ec: String?
  ) throws(ErrorBodyError) -> ServerError {
    if body.stripped.isEmpty, let header = fields.value(of: "x-oss-err") {
      return try ServerError(base64Header: header.text, ecHeader: ec)
    }
    if body.stripped.isEmpty, let ec {
      let code = codes.first { ec.hasPrefix($0.ec) }?.code ?? ""
      return try ServerError(xml: Bytes("<Error><Code>\(code)</Code></Error>").span, ecHeader: ec)
    }
    do {
      return try ServerError(xml: body.span, ecHeader: ec)
    } catch {
      // A log puts other text around the body.
      guard let start = body.index(of: "<Error>"),
        let end = body.index(of: "</Error>", from: start)
      else { throw error }
      let part = Bytes(body[start..<(end + "</Error>".utf8.count)])
      return try ServerError(xml: part.span, ecHeader: ec)
    }
  }
}

/// A request or an answer in the text form of HTTP/1.1: its first line, its headers, its body.
struct HTTPMessage: Sendable {
  let startLine: Bytes
  let fields: [HTTPField]
  let body: Bytes

  /// Takes a text apart; a line that is no header is passed over.
  init(_ text: Bytes) {
    var rest = text[...]
    var lines: [Bytes] = []
    while !rest.isEmpty {
      let line = Self.line(of: &rest)
      if line.stripped.isEmpty {
        if lines.isEmpty { continue }
        break
      }
      lines.append(line)
    }
    startLine = lines.first ?? []
    fields = lines.dropFirst().compactMap { HTTPField(line: $0) }
    body = Bytes(rest)
  }

  /// Takes one line off the front, its end left out.
  private static func line(of rest: inout Bytes.SubSequence) -> Bytes {
    guard let end = rest.firstIndex(of: 0x0a) else {
      defer { rest = [] }
      return Bytes(rest)
    }
    defer { rest = rest[(end + 1)...] }
    return rest[..<end].last == 0x0d ? Bytes(rest[..<(end - 1)]) : Bytes(rest[..<end])
  }
}

/// One header as it was pasted: its name and its value, blanks at the ends left out.
struct HTTPField: Sendable {
  let name: Bytes
  let value: Bytes
  private let lowercasedName: Bytes

  init(name: Bytes, value: Bytes) {
    self.name = name
    self.value = value
    lowercasedName = name.lowercased
  }

  /// Reads `Name: value`; nil where there is no colon or no name.
  init?(line: Bytes) {
    let (name, value) = line.halves(at: UInt8(ascii: ":"))
    guard let value, !name.stripped.isEmpty else { return nil }
    self.init(name: name.stripped, value: value.stripped)
  }

  func isNamed(_ name: String) -> Bool { lowercasedName.isText(name) }
}

extension [HTTPField] {
  /// The value of the first header of a name, which is given in small letters.
  func value(of name: String) -> Bytes? { first { $0.isNamed(name) }?.value }
}

internal import OSSJSON
internal import OSSPrimitives
internal import OSSServices

/// An error as something other than OSS shows it: the JSON of STS, a part of the XML, the line that an
/// SDK or a tool prints (EXP-EV-5).
///
/// Its members are written as the XML that OSS would have sent, so that one reader reads both.
struct PrintedError {
  private let text: Bytes
  private let small: Bytes
  private let named: NamedValues
  private let codes: AnswerCodes
  private var xml = "<Error>".bytes
  private var found: [String] = []

  /// The error in a text, and whether code alone names it; nil where the text names no code and no exact
  /// cause.
  static func error(
    in text: Bytes, _ codes: AnswerCodes
  ) -> (error: ServerError, isRemark: Bool)? {
    if let error = read(text.withoutRemarks, codes) { return (error, false) }
    return read(text, codes).map { ($0, true) }
  }

  private static func read(_ text: Bytes, _ codes: AnswerCodes) -> ServerError? {
    if text.count > ServerError.maximumByteCount { return nil }
    var printed = PrintedError(text, codes)
    let isMarked = text.begins(with: PastedString.mark)
    guard isMarked || ["Code", "EC"].contains(where: printed.found.contains) else { return nil }
    printed.xml.append("</Error>")
    return try? ServerError(xml: printed.xml.span)
  }

  /// What an error of OSS or STS may have, as far as a finding needs it.
  private static let names =
    [
      "Code", "Message", "HostId", "RequestId", "EC", "OSSAccessKeyId", "AWSAccessKeyId",
      "SignatureProvided", "StringToSign", "StringToSignBytes", "CanonicalRequest", "BucketName",
      "Bucket", "Endpoint", "ObjectName", "Object", "Key", "ErrorDetail", "RequestTime",
      "ServerTime", "ArgumentName", "ArgumentValue", "Authorization",
    ] + details

  /// What an answer has within AccessDeniedDetail.
  private static let details = [
    "AuthAction", "PolicyType", "NoPermissionType", "AuthPrincipalType",
  ]

  private init(_ all: Bytes, _ codes: AnswerCodes) {
    // Where it is no JSON, it may be what a string of JSON held.
    let text = all.replacing("\\\"", with: "\"")
    (self.text, small, self.codes) = (text, text.lowercased, codes)
    named = NamedValues(text)
    if let object = (try? JSONReader.read(all)).flatMap({ Self.object(in: $0, depth: 4) }) {
      for name in Self.names {
        let inner = object["AccessDeniedDetail"]?.objectValue
        let value = object[name] ?? object[name.lowercasedBytes.text] ?? inner?[name]
        if let value = value?.stringValue { add(name, value.bytes) }
      }
      return
    }
    for name in Self.names {
      guard let value = element(name) ?? pair(name) else { continue }
      add(name, name == "Code" ? codes.known(value.text)?.bytes ?? value : value)
    }
    let ec = element("EC") ?? pair("EC") ?? exactCause
    if !found.contains("EC"), let ec { add("EC", ec) }
    let ofCause = ec.flatMap { codes.code(ofCause: $0.text)?.bytes }
    let code = codes.first(in: small)?.bytes ?? namedCode ?? ofCause
    if !found.contains("Code"), let code { add("Code", code) }
    // What a log says besides is no word of OSS.
    if !found.contains("Message") {
      // The trace of a long call has the error at its end.
      let isLong = text.count > 2048
      let ends = isLong ? text.prefix(1024) + "\n".bytes + text.suffix(1024) : text[...]
      add("Message", Bytes(ends))
      add("Said", codes.sentence(in: text) ?? [])
    }
  }

  /// The first object with a code, in others or in lists.
  private static func object(in value: JSONValue, depth: Int) -> JSONObject? {
    if let object = value.objectValue, (object["Code"] ?? object["code"])?.stringValue != nil {
      return object
    }
    if depth == 0 { return nil }
    for inner in value.arrayValue ?? value.objectValue?.members.map({ $0.value }) ?? [] {
      if let object = object(in: inner, depth: depth - 1) { return object }
    }
    return nil
  }

  /// The word that clients of S3 print as the code: `api error CODE: …`, `An error occurred (CODE)`.
  private var namedCode: Bytes? {
    for mark in ["api error ", "an error occurred ("] {
      guard let start = small.index(of: mark.bytes) else { continue }
      let word = Bytes(text[(start + mark.utf8.count)...].prefix { $0.isLetterOrDigit })
      if word.count > 3, 0x41...0x5A ~= word[0] { return word }
    }
    return nil
  }

  private mutating func add(_ name: String, _ value: Bytes) {
    // What a program or a document left open is no value.
    let isEmpty = value.allSatisfy { ".*?-xX<> ".utf8.contains($0) }
    let isShort = !["Code", "Message", "Said", "StringToSign", "CanonicalRequest"].contains(name)
    if isShort, isEmpty || value.hasVariable { return }
    let isWhole = value.stripped.parts(at: " ").allSatisfy { $0.isHexadecimal(2) }
    if name == "StringToSignBytes", !isWhole { return }
    found.append(name)
    let path = Self.details.contains(name) ? ["AccessDeniedDetail", name] : [name]
    for name in path { xml.append("<" + name + ">") }
    for byte in value.text.utf8 where byte >= 0x20 || [0x09, 0x0A, 0x0D].contains(byte) {
      switch Unicode.Scalar(byte) {
      case "&": xml.append("&amp;")
      case "<": xml.append("&lt;")
      default: xml.append(byte)
      }
    }
    for name in path.reversed() { xml.append("</" + name + ">") }
  }

  /// What is inside an element of XML.
  private func element(_ name: String) -> Bytes? {
    let isString = name == "CanonicalRequest"
    guard
      let value = text.between("<" + name + ">", "</" + name + ">")
        ?? (isString ? text.behind("<" + name + ">") : nil), !value.contains("<")
    else { return nil }
    return value.replacing("&amp;", with: "&")
  }

  /// The value that the text names, as the error has it.
  private func pair(_ name: String) -> Bytes? {
    var other: Bytes?
    for (start, value) in named.places(of: name) {
      if name.bytes.ends(with: "AccessKeyId") {
        let id = Bytes(value.prefix { $0 != UInt8(ascii: "&") })
        // A program names a variable there: `res.accessid`, `getId()`.
        let isName = id.contains(".") && !id.contains("...") && id.first.map { $0 > 0x60 } == true
        if isName || id.contains("(") { continue }
        return id
      }
      // A setting is written in other letters, and is not what OSS names.
      let isSetting = text[start...].prefix(name.utf8.count) != name.bytes[...]
      // A status of gRPC is no code of the service.
      if small[..<start].ends(with: "rpc error: ") { continue }
      let isOfRequest = ["Endpoint", "Bucket", "Object", "Key"].contains(name)
      if isOfRequest, Self.isOfSecret(small[..<start]) { continue }
      if isSetting, isOfRequest { continue }
      // What code makes is the client's.
      let mark = text[(start + name.utf8.count)...].drop { " :".utf8.contains($0) }.first
      let isString = ["StringToSign", "CanonicalRequest"].contains(name)
      if isSetting, isString, mark == UInt8(ascii: "=") { continue }
      // A wrapper may have the whole error of the service as its message.
      let isWrapper = ["code=", "errorcode="].contains { value.lowercased.begins(with: $0) }
      if name == "Message", isWrapper { continue }
      // What an SDK prints on one line goes on behind the message.
      let end = name == "Message" ? value.index(of: ". EC: ".bytes) : nil
      let value = end.map { Bytes(value[..<$0]) } ?? value
      if name == "StringToSign", PastedString.isMethod(value) { return lines(from: start) }
      if name != "Code" { return Self.closed(Self.unescaped(value), isWord: name == "EC") }
      var word = Bytes(value.prefix { $0.isLetterOrDigit || $0 == UInt8(ascii: ".") })
      if word.last == UInt8(ascii: ".") { word.removeLast() }
      guard word.count > 3, 0x41...0x5A ~= word[0] else { continue }
      // A wrapper, such as `code = Unknown`, may have the code of the service in its message.
      if codes.known(word.text) != nil { return word }
      // So gRPC calls what another service says in its message, and the metadata server an answer that is good.
      if !word.isText("Unknown"), !word.isText("Success") { other = other ?? word }
    }
    return other
  }

  /// The string of V1 that is printed without quotation marks: up to its resource.
  private func lines(from start: Int) -> Bytes {
    let all = Bytes(text[(start + 13)...].prefix(8192)).parts(at: "\n")
    let end = all.firstIndex { $0.first == UInt8(ascii: "/") } ?? 0
    let string = Array(all[...end]).joined(by: "\n")
    // NSError has its own member behind it.
    let own = string.index(of: ", __name=".bytes).map { Bytes(string[..<$0]) } ?? string
    return own.trimmingEnd("}])\"',; \r".bytes)
  }

  /// Whether the words before a name, such as `Secret Access`, make it that of a secret.
  private static func isOfSecret(_ text: Bytes.SubSequence) -> Bool {
    let words = Bytes(text.suffix(32).reversed()).prefix { byte in
      byte.isLetterOrDigit || byte >= 0x80 || " _-".utf8.contains(byte)
    }
    let run = Bytes(words.reversed())
    return ["secret", "access", "token", "api", "\u{5BC6}\u{94A5}"].contains { run.contains($0) }
  }

  /// A value without the brace that a program puts at its end, or the letters, digits and hyphens of a word.
  private static func closed(_ value: Bytes, isWord: Bool) -> Bytes {
    if isWord { return Bytes(value.prefix { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }) }
    let isOpen = value.last == UInt8(ascii: "}") && !value.contains("{")
    return isOpen ? Bytes(value.dropLast()) : value
  }

  /// A text whose line breaks a language printed as `\n`.
  private static func unescaped(_ value: Bytes) -> Bytes {
    value.contains(0x0A) ? value : value.replacing("\\n", with: "\n")
  }

  /// The exact cause of OSS, such as `0016-00000005`, wherever it is printed.
  private var exactCause: Bytes? {
    for dash in text.indices where text[dash] == UInt8(ascii: "-") && dash >= 4 {
      let cause = Bytes(text[(dash - 4)...].prefix(13))
      let digits = cause.filter { 0x30...0x39 ~= $0 }
      if cause.count == 13, digits.count == 12 { return cause }
    }
    return nil
  }
}

/// What a text names: `Name: value`, `'Name': 'value'`, `Name=value`, `[Name]: value` or
/// `ErrorName="value"`.
struct NamedValues {
  private let (text, small): (Bytes, Bytes)

  init(_ text: Bytes) { (self.text, small) = (text, text.lowercased) }

  /// The values of a name, which has capitals or not, in their order.
  func all(_ name: String) -> [Bytes] { places(of: name).map { $0.value } }

  /// The same with the place of each name.
  func places(of name: String) -> [(start: Int, value: Bytes)] {
    small.places(of: name.lowercasedBytes).compactMap { start in
      guard isWordStart(start), let value = value(from: start + name.utf8.count) else { return nil }
      return value.isEmpty ? nil : (start, value)
    }
  }

  /// Whether a name begins here, with or without `Error` before it.
  private func isWordStart(_ index: Int) -> Bool {
    guard index > 0, small[index - 1].isLetterOrDigit else { return true }
    let before = small[..<index]
    return before.ends(with: "error") && before.dropLast(5).last?.isLetterOrDigit != true
  }

  /// The value behind a name: in its quotes, or up to the end of the line or the next name.
  private func value(from start: Int) -> Bytes? {
    let quotes = "\"']".bytes
    var rest = text[start...]
    if let byte = rest.first, quotes.contains(byte) { rest = rest.dropFirst() }
    rest = rest.drop { $0 == 0x20 }
    guard let mark = rest.popFirst(), Self.isMark(mark) else { return nil }
    rest = rest.drop { $0 == 0x20 }
    if rest.first == UInt8(ascii: "[") { rest = rest.dropFirst().drop { $0 == 0x20 } }
    if let quote = rest.first, quotes.contains(quote) {
      return Bytes(rest.dropFirst().prefix { $0 != quote })
    }
    let pieces = Bytes(rest.prefix { $0 != 0x0A && $0 != 0x0D }).parts(at: ",")
    let end = pieces.indices.dropFirst().first { index in
      let next = pieces[index].stripped.drop { $0.isLetterOrDigit }
      return next.startIndex > 0 && next.first.map(Self.isMark) == true
    }
    return Self.unquoted(Array(pieces[..<(end ?? pieces.count)]).joined(by: ",").stripped)
  }

  /// A value up to the quotation mark that ends the text of a log around it.
  private static func unquoted(_ value: Bytes) -> Bytes {
    guard let mark = value.firstIndex(of: UInt8(ascii: "\"")), mark > 0, value[mark - 1] != 0x20,
      value[(mark + 1)...].first == 0x20
    else { return value }
    return Bytes(value[..<mark])
  }

  /// Whether it is between a name and its value.
  private static func isMark(_ byte: UInt8) -> Bool { ":=".utf8.contains(byte) }
}

extension Bytes {
  /// The lines that are no frames of a stack, no comments and no conditions of code: these name errors
  /// that need not be there.
  fileprivate var withoutRemarks: Bytes {
    let (starts, tests) = (
      ["if", "} else if", "else if", "elif", "case "],
      ["==", "equals(", "contains(", "includes(", "errors.is(", "case "]
    )
    return parts(at: "\n").filter { line in
      let line = line.stripped.lowercased
      let isCondition =
        starts.contains { line.begins(with: $0) } && tests.contains { line.contains($0) }
      let isComment = line.begins(with: "//") && line.contains(" ")
      return !isCondition && !isComment && !line.begins(with: "at ")
    }.joined(by: "\n")
  }
}

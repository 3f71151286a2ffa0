internal import OSSJSON
internal import OSSPrimitives
internal import OSSServices
internal import OSSVectors

/// An error as something other than OSS shows it: the JSON of STS, a part of the XML, the line that an
/// SDK or a tool prints.
///
/// Its members are written as the XML that OSS would have sent, so that one reader reads both.
struct PrintedError {
  private var members: [(name: String, value: Bytes)] = []
  private let text: Bytes
  private let small: Bytes

  /// The error in a text; nil where the text names no code and no exact cause.
  static func error(in text: Bytes) -> ServerError? {
    guard text.count <= ServerError.maximumByteCount else { return nil }
    let printed = PrintedError(text)
    guard printed.has("Code") || printed.has("EC") else { return nil }
    return try? ServerError(xml: printed.xml.span)
  }

  private init(_ text: Bytes) {
    (self.text, small) = (text, text.lowercased)
    if takeObject() { return }
    for name in Self.names {
      guard let value = element(name) ?? pair(name) else { continue }
      let small = value.text.lowercased()
      let known = name == "Code" ? Self.codes.first { $0.lowercased() == small } : nil
      members.append((name, known.map { Bytes($0) } ?? value))
    }
    if !has("Code"), let code = named ?? phrase {
      members.append(("Code", Bytes(code)))
    }
    if !has("EC"), let ec = exactCause { members.append(("EC", ec)) }
    if !has("Message") { members.append(("Message", Self.escaped(Bytes(text.prefix(2048))))) }
  }

  private func has(_ name: String) -> Bool { members.contains { $0.name == name } }

  private var xml: Bytes {
    let lines = members.map { Bytes("<\($0.name)>") + $0.value + Bytes("</\($0.name)>") }
    return Bytes("<Error>") + lines.joined(by: "") + Bytes("</Error>")
  }

  /// What an error of OSS or STS may have, as far as a finding needs it.
  private static let names = [
    "Code", "Message", "HostId", "RequestId", "EC", "OSSAccessKeyId", "AWSAccessKeyId",
    "SignatureProvided", "StringToSign", "CanonicalRequest", "BucketName", "Bucket", "Endpoint",
    "ObjectName", "Key", "ErrorDetail", "RequestTime", "ServerTime", "ArgumentName",
    "ArgumentValue",
  ]

  /// Codes that a text names without saying that they are codes.
  private static let codes =
    [
      "SignatureDoesNotMatch", "InvalidAccessKeyId", "RequestTimeTooSkewed", "InvalidBucketName",
      "PermanentRedirect", "NoSuchKey", "AccessDenied", "InvalidArgument", "MissingArgument",
      "InvalidRequest",
    ] + AnswerRule.all.flatMap(\.codes)

  /// The code that the text names first; of two at one place the longer one.
  private var named: String? {
    let found = Self.codes.compactMap { code in
      small.index(of: code.lowercased()).map { (code, $0) }
    }
    return found.min { ($0.1, -$0.0.utf8.count) < ($1.1, -$1.0.utf8.count) }?.0
  }

  /// The code of an error whose message alone is printed.
  private static let phrases = [
    ("request signature we calculated does not match", "SignatureDoesNotMatch"),
    ("signature is not matched with our calculation", "SignatureDoesNotMatch"),
    ("access key id you provided", "InvalidAccessKeyId"),
    ("specified access key is not found", "InvalidAccessKeyId"),
    ("request time and the current time is too large", "RequestTimeTooSkewed"),
    ("virtual hosted style", "SecondLevelDomainForbidden"),
    ("specified bucket is not valid", "InvalidBucketName"),
    ("specified object is not valid", "InvalidObjectName"),
    ("specified key does not exist", "NoSuchKey"),
    ("addressed using the specified endpoint", "AccessDenied"),
    ("have no right to access", "AccessDenied"), ("bucket you access", "AccessDenied"),
    ("forbidden to list buckets", "AccessDenied"), ("requires a valid date", "AccessDenied"),
    ("url-signature must have", "AccessDenied"), ("request has expired", "AccessDenied"),
    ("denied by authorizer", "AccessDenied"), ("denied by bucket policy", "AccessDenied"),
    ("signing region", "InvalidArgument"), ("signing product", "InvalidArgument"),
    ("authorization header is invalid", "InvalidArgument"),
  ]

  private var phrase: String? {
    Self.phrases.first { small.contains($0.0) }?.1
      ?? AnswerRule.code(ofMessage: small.text).map { $0.isEmpty ? "AccessDenied" : $0 }
  }

  /// Takes the members of a JSON object, or of the first object inside another.
  private mutating func takeObject() -> Bool {
    guard text.first == UInt8(ascii: "{"), let json = try? JSONReader.read(text),
      let object = json.objectValue, object["Code"] != nil || object["code"] != nil
    else { return false }
    for name in Self.names {
      let value = object[name] ?? object[name.lowercased()]
      guard let value = value?.stringValue else { continue }
      members.append((name, Self.escaped(Bytes(value))))
    }
    return true
  }

  /// What is inside an element, as XML has it.
  private func element(_ name: String) -> Bytes? {
    guard let start = text.index(of: "<\(name)>") else { return nil }
    let first = start + name.utf8.count + 2
    guard let end = text.index(of: "</\(name)>", from: first) else { return nil }
    let value = Bytes(text[first..<end])
    return value.contains(UInt8(ascii: "<")) ? nil : value
  }

  /// The value of `Name: value`, `'Name': 'value'`, `Name=value` or `ErrorName="value"`.
  private func pair(_ name: String) -> Bytes? {
    let wanted = name.lowercased()
    var from = 0
    while let start = small.index(of: wanted, from: from) {
      from = start + wanted.utf8.count
      guard isWordStart(start), let value = value(from: from), !value.isEmpty else { continue }
      if name != "Code" { return Self.escaped(value) }
      var word = Bytes(value.prefix { Self.isWord($0) || $0 == UInt8(ascii: ".") })
      if word.last == UInt8(ascii: ".") { word.removeLast() }
      if word.count > 3, word.first.map({ 0x41...0x5a ~= $0 }) == true { return word }
    }
    return nil
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || 0x41...0x5a ~= byte || 0x61...0x7a ~= byte
  }

  /// Whether a name begins here, with or without `Error` before it.
  private func isWordStart(_ index: Int) -> Bool {
    guard index > 0, Self.isWord(small[index - 1]) else { return true }
    let before = small[..<index]
    return before.suffix(5).elementsEqual("error".utf8)
      && before.dropLast(5).last.map(Self.isWord) != true
  }

  /// The value behind a name: in its quotes, or up to the end of the line or the next name.
  private func value(from start: Int) -> Bytes? {
    // Java and Android write `[ErrorCode]: value`.
    let quotes = Bytes("\"']")
    var rest = text[start...]
    if let byte = rest.first, quotes.contains(byte) { rest = rest.dropFirst() }
    rest = rest.drop { $0 == 0x20 }
    guard rest.first == UInt8(ascii: ":") || rest.first == UInt8(ascii: "=") else { return nil }
    rest = rest.dropFirst().drop { $0 == 0x20 }
    if rest.first == UInt8(ascii: "[") { rest = rest.dropFirst().drop { $0 == 0x20 } }
    if let quote = rest.first, quotes.contains(quote) {
      return Bytes(rest.dropFirst().prefix { $0 != quote })
    }
    let line = Bytes(rest.prefix { $0 != 0x0a && $0 != 0x0d })
    let pieces = line.parts(at: UInt8(ascii: ","))
    let end = pieces.dropFirst().firstIndex { piece in
      let name = piece.stripped.prefix(while: Self.isWord)
      let next = piece.stripped.dropFirst(name.count).first
      return !name.isEmpty && (next == UInt8(ascii: ":") || next == UInt8(ascii: "="))
    }
    return pieces[..<(end ?? pieces.count)].joined(by: ",").stripped
  }

  /// The exact cause of OSS, such as `0016-00000005`, wherever it is printed.
  private var exactCause: Bytes? {
    text.indices.lazy.filter { text[$0] == UInt8(ascii: "-") && $0 >= 4 }.compactMap { dash in
      let cause = Bytes(text[(dash - 4)...].prefix(13))
      let digits = cause.filter { 0x30...0x39 ~= $0 }
      return cause.count == 13 && digits.count == 12 ? cause : nil
    }.first
  }

  private static func escaped(_ value: Bytes) -> Bytes {
    let isText = { (byte: UInt8) in byte >= 0x20 || [0x09, 0x0a, 0x0d].contains(byte) }
    return Bytes(value.text.utf8.filter(isText)).replacing("&", with: "&amp;").replacing(
      "<", with: "&lt;")
  }
}

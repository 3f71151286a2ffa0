public import OSSPrimitives
internal import OSSSigning

/// What OSS says when it refuses a request: the members of an `Error` body.
///
/// Every member is kept, also one that this package does not know. Nothing that describes the value
/// shows the string to sign, in which a security token may stand, nor the access key ID or the
/// signature: those are asked for by name (ERR-SEC-1).
///
///     let error = try ServerError(xml: body.span)
///     if error.code == "SignatureDoesNotMatch" { show(error.stringToSignText) }
public struct ServerError: Error, Sendable {
  /// The elements in the order of their start tags, known or not (ERR-MEM-3); one that only holds
  /// others is not among them.
  public let members: [ServerErrorMember]
  /// The bytes that OSS signed: those of `StringToSignBytes`, else of `StringToSign` as it is
  /// (ERR-STS-2, ERR-STS-3).
  public let stringToSign: Bytes?
  /// How `StringToSign` differs from `StringToSignBytes`; nil unless both are there (ERR-STS-4).
  package let stringToSignAgreement: StringToSignAgreement?
  /// The canonical request of V4 as OSS made it, read as the string to sign is (ERR-STS-5).
  public let canonicalRequest: Bytes?
  /// The value of `x-oss-ec`, which counts where the body has no `EC` (ERR-HEAD-2).
  let headerEC: String?

  /// How many bytes of XML are read (ERR-REF-6).
  public static let maximumByteCount = 65_536

  /// Reads the body of an answer.
  ///
  /// - Parameters:
  ///   - xml: the body, and nothing else but white space around it.
  ///   - ecHeader: the value of the header `x-oss-ec`, if the answer has one.
  /// - Throws: an ``ErrorBodyError`` that says what the text is instead, and where.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(xml: Span<UInt8>, ecHeader: String? = nil) throws(ErrorBodyError) {
    guard xml.count <= Self.maximumByteCount else {
      throw .tooLarge(byteCount: xml.count, limit: Self.maximumByteCount)
    }
    members = try XMLReader.members(of: Bytes(copying: xml))
    let text = members.value(of: "StringToSign")
    let bytes = try members.listedBytes("StringToSignBytes")
    stringToSign = bytes ?? text
    if let text, let bytes {
      stringToSignAgreement = StringToSignAgreement(text: text, bytes: bytes)
    } else {
      stringToSignAgreement = nil
    }
    canonicalRequest =
      try members.listedBytes("CanonicalRequestBytes") ?? members.value(of: "CanonicalRequest")
    headerEC = ecHeader.map { $0.trimmingBlanks }
  }

  /// Reads the header `x-oss-err`, which carries the body of an answer that has none (ERR-HEAD-1).
  ///
  /// - Parameters:
  ///   - text: the value of the header: a body in strict base64, blanks at its ends aside (ERR-HEAD-3).
  ///   - ecHeader: the value of the header `x-oss-ec`, if the answer has one.
  /// - Throws: an ``ErrorBodyError``; offsets are those of the decoded body.
  /// - Complexity: O(*n*) in the length of the text.
  public init(base64Header text: String, ecHeader: String? = nil) throws(ErrorBodyError) {
    let trimmed = text.bytes.trimmingBlanks
    let byteCount = trimmed.count / 4 * 3
    // Two bytes less may stand behind the padding; the exact count is checked after decoding.
    guard byteCount <= Self.maximumByteCount + 2 else {
      throw .tooLarge(byteCount: byteCount, limit: Self.maximumByteCount)
    }
    let body: Bytes
    do {
      body = try Base64.decode(String(decoding: trimmed, as: UTF8.self))
    } catch {
      throw .invalidBase64(error)
    }
    try self.init(xml: body.span, ecHeader: ecHeader)
  }
}

extension [ServerErrorMember] {
  /// The value of the first member of a name, as it is (ERR-MEM-1, ERR-MEM-2).
  func value(of name: String) -> Bytes? {
    first { $0.name.hasSameBytes(as: name) }?.value
  }

  /// The bytes that a member lists; nil where it is left out or lists none (ERR-STS-2).
  fileprivate func listedBytes(_ name: String) throws(ErrorBodyError) -> Bytes? {
    guard let list = value(of: name) else { return nil }
    let bytes = try HexadecimalList.decode(list, member: name)
    return bytes.isEmpty ? nil : bytes
  }
}

/// One element of an error body: its name and the text in it.
public struct ServerErrorMember: Sendable {
  /// The name; of an element inside another one, the names from the outside in with `/` between
  /// them, such as `AccessDeniedDetail/PolicyType` (ERR-MEM-4).
  public let name: String
  /// The text, its references decoded once, nothing trimmed and nothing normalized (ERR-TXT-5).
  public let value: Bytes

  package init(name: String, value: Bytes) {
    self.name = name
    self.value = value
  }

  /// The text without the white space that a body may have around it (ERR-TXT-4).
  public var text: String { String(decoding: XMLWhiteSpace.trimmed(value), as: UTF8.self) }
}

extension ServerErrorMember: Redacted {
  /// The name and the size; a token may stand in the text, so ``text`` is asked for by name.
  public var description: String { "ServerErrorMember(\(name.shown): \(value.count) bytes)" }
}

extension ServerError {
  /// The text of the first member of a name, without white space at its ends.
  ///
  /// - Parameter name: the name, such as `PartNumber` or `AccessDeniedDetail/PolicyType`; case
  ///   counts (ERR-MEM-1).
  /// - Returns: the text; nil where there is no such member (ERR-MEM-5), "" where it is empty.
  /// - Complexity: O(*n*) in the number of members.
  public subscript(name: String) -> String? {
    members.first { $0.name.hasSameBytes(as: name) }?.text
  }

  /// The kind of the error, such as `SignatureDoesNotMatch`.
  public var code: String? { self["Code"] }

  /// What went wrong, as a sentence in English.
  public var message: String? { self["Message"] }

  /// The id under which Alibaba Cloud finds the request again.
  public var requestID: String? { self["RequestId"] }

  /// The host that was asked.
  public var hostID: String? { self["HostId"] }

  /// The exact cause, such as `0002-00000040`: the body's, else that of `x-oss-ec` (ERR-HEAD-2).
  public var ec: String? {
    if let ec = self["EC"], !ec.utf8.isEmpty { return ec }
    guard let headerEC, !headerEC.utf8.isEmpty else { return nil }
    return headerEC
  }

  /// The page of the documentation about ``ec``.
  public var recommendedDocument: String? { self["RecommendDoc"] }

  /// The access key ID of the request.
  public var accessKeyID: String? { self["OSSAccessKeyId"] }

  /// The signature of the request.
  public var signatureProvided: String? { self["SignatureProvided"] }

  /// The same as ``stringToSign``, as a text to show and to compare; a byte that is not of UTF-8 is
  /// U+FFFD in it.
  public var stringToSignText: String? {
    stringToSign.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The same as ``canonicalRequest``, as a text; a byte that is not of UTF-8 is U+FFFD in it.
  public var canonicalRequestText: String? {
    canonicalRequest.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The bucket: `BucketName`, else `Bucket` (ERR-MEM-6).
  public var bucket: String? { self["BucketName"] ?? self["Bucket"] }

  /// The method that is allowed, or was used, where the error is about it.
  public var method: String? { self["Method"] }

  /// The endpoint to use instead, where the error is about it.
  public var endpoint: String? { self["Endpoint"] }
}

/// How the text of a string to sign in an error body differs from the bytes beside it (ERR-STS-4).
package enum StringToSignAgreement: String, CaseIterable, Hashable, Sendable {
  /// The two are the same bytes.
  case equal
  /// The two differ in white space alone, which XML and those who copy a body change.
  case layout
  /// The two differ in more: one of them was edited, or escaped once more on its way.
  case different

  /// Compares the text with the bytes.
  init(text: Bytes, bytes: Bytes) {
    if text == bytes {
      self = .equal
    } else {
      let isInk = { (byte: UInt8) in !XMLWhiteSpace.contains(byte) }
      self = text.filter(isInk) == bytes.filter(isInk) ? .layout : .different
    }
  }
}

extension ServerError {
  /// The time of the request as OSS read it (ERR-TIME-1).
  public var requestTime: Moment? { time("RequestTime") }

  /// The time of OSS (ERR-TIME-1).
  public var serverTime: Moment? { time("ServerTime") }

  /// How many seconds the request's clock is ahead of that of OSS, negative behind it (ERR-TIME-4).
  public var clockSkewSeconds: Int64? {
    guard let requestTime, let serverTime else { return nil }
    return requestTime.seconds - serverTime.seconds
  }

  /// How far the two clocks may be apart (ERR-TIME-3).
  public var maximumSkewMilliseconds: Int64? {
    guard let text = self["MaxAllowedSkewMilliseconds"], 1...18 ~= text.utf8.count else {
      return nil
    }
    var value: Int64 = 0
    for byte in text.utf8 {
      guard 0x30...0x39 ~= byte else { return nil }
      value = value * 10 + Int64(byte - 0x30)
    }
    return value
  }

  /// A time in any form that is known; nil where the member is left out or has another form
  /// (ERR-TIME-2).
  private func time(_ name: String) -> Moment? {
    self[name].flatMap { Moment(anyForm: $0) }
  }
}

extension ServerError: PlainError, Redacted {
  /// The code, the EC and the request id; never what was signed and with which key (ERR-SEC-1).
  public var description: String {
    var parts = "code: \(code?.shown ?? "none")"
    if let ec { parts += ", EC: \(ec.shown)" }
    if let requestID { parts += ", request: \(requestID.shown)" }
    return "ServerError(\(parts))"
  }
}

/// Bytes as OSS lists them in an error body: `47 45 54 0A `, pairs of digits with white space
/// between them (ERR-STS-1).
enum HexadecimalList {
  /// Reads a list, and no other form (ERR-REF-8).
  ///
  /// Digits may be of either case and white space may stand at the ends, since the service has
  /// written both.
  ///
  /// - Parameters:
  ///   - text: The list and nothing else.
  ///   - member: The name of the member, for the error.
  /// - Returns: The bytes; none where the list is empty.
  /// - Throws: ``ErrorBodyError/invalidHexadecimal(member:offset:)``.
  static func decode(_ text: Bytes, member: String) throws(ErrorBodyError) -> Bytes {
    var bytes = Bytes()
    bytes.reserveCapacity(text.count / 3 + 1)
    var index = 0
    while index < text.count {
      if XMLWhiteSpace.contains(text[index]) {
        index += 1
        continue
      }
      guard let high = Hexadecimal.value(of: text[index]) else {
        throw .invalidHexadecimal(member: member, offset: index)
      }
      guard index + 1 < text.count, let low = Hexadecimal.value(of: text[index + 1]) else {
        throw .invalidHexadecimal(member: member, offset: index + 1)
      }
      guard index + 2 == text.count || XMLWhiteSpace.contains(text[index + 2]) else {
        throw .invalidHexadecimal(member: member, offset: index + 2)
      }
      bytes.append(high << 4 | low)
      index += 2
    }
    return bytes
  }
}

/// Why a text is not the body of an error of OSS.
///
/// Offsets count the bytes of the text from 0; where the text came in base64, those of the decoded
/// text. No case carries a value of the body, which may hold a token (clauses ERR-REF).
public enum ErrorBodyError: Error, Equatable, Sendable {
  /// The text holds nothing but white space (ERR-REF-5).
  case empty
  /// The text has more bytes than are read (ERR-REF-6).
  case tooLarge(byteCount: Int, limit: Int)
  /// A byte is not part of UTF-8 text (ERR-REF-2).
  case invalidUTF8(UInt8, offset: Int)
  /// A character cannot stand in XML, as it is or as a reference (ERR-REF-2).
  case invalidCharacter(offset: Int)
  /// The text does not begin with markup (ERR-REF-1).
  case notXML(UInt8, offset: Int)
  /// The text is JSON, as some gateways answer (ERR-REF-1).
  case json(offset: Int)
  /// The markup itself is escaped, as in the source of a web page: `&lt;Error&gt;` (ERR-REF-1).
  case escapedMarkup(offset: Int)
  /// The text is a web page, which a proxy or a portal sent in place of OSS (ERR-REF-4).
  case webPage(offset: Int)
  /// The text ends before its root does (ERR-REF-1).
  case truncated(offset: Int)
  /// A tag, a comment or another piece of markup is not well formed (ERR-REF-1).
  case invalidMarkup(offset: Int)
  /// An ampersand begins no reference that XML without a document type knows (ERR-REF-1).
  case invalidReference(offset: Int)
  /// Something follows the root (ERR-REF-1).
  case trailingContent(offset: Int)
  /// The declaration names an encoding other than UTF-8 (ERR-REF-9).
  case unsupportedEncoding(offset: Int)
  /// The text has a document type, and so could declare entities (ERR-REF-3).
  case documentType(offset: Int)
  /// The root is not `Error`; the name is cut after 64 bytes (ERR-REF-4).
  case unexpectedRoot(String, offset: Int)
  /// An element is deeper than is read (ERR-REF-7).
  case tooDeep(limit: Int, offset: Int)
  /// There are more elements than are read (ERR-REF-7).
  case tooManyMembers(limit: Int, offset: Int)
  /// The bytes of this member are not pairs of hexadecimal digits; the offset is one of its value
  /// (ERR-REF-8).
  case invalidHexadecimal(member: String, offset: Int)
  /// The header is not base64 (ERR-HEAD-3).
  case invalidBase64(Base64Error)
}

extension ErrorBodyError: PlainError, CustomStringConvertible {
  /// One sentence that names the fault and, where it helps, what the text is instead.
  public var description: String {
    switch self {
    case .empty: "There is no body; for HEAD read the header x-oss-err."
    case .tooLarge(let byteCount, let limit):
      "The body has % bytes, more than the limit of %.".filled(byteCount, limit)
    case .invalidUTF8(let byte, let offset):
      "The byte 0x% at byte % is not part of UTF-8 text.".filled(byte: byte, offset)
    case .invalidCharacter(let offset):
      "The character at byte % cannot stand in XML.".filled(offset)
    case .notXML(let byte, let offset):
      "The byte 0x% at byte % does not begin XML.".filled(byte: byte, offset)
    case .json(let offset):
      "The text at byte % is JSON: it is not from OSS, or the request asked for JSON.".filled(
        offset)
    case .escapedMarkup(let offset):
      "The markup at byte % is escaped: copy the body, not the page that shows it.".filled(offset)
    case .webPage(let offset):
      "The text at byte % is a web page: a proxy, a portal or a CDN answered, not OSS.".filled(
        offset)
    case .truncated(let offset): "The body ends at byte %, before its root does.".filled(offset)
    case .invalidMarkup(let offset): "The markup at byte % is not well-formed XML.".filled(offset)
    case .invalidReference(let offset):
      "The ampersand at byte % begins no reference that XML knows.".filled(offset)
    case .trailingContent(let offset): "Something follows the root, at byte %.".filled(offset)
    case .unsupportedEncoding(let offset):
      "The encoding declared at byte % is not UTF-8.".filled(offset)
    case .documentType(let offset):
      "The document type at byte % is refused: an answer of OSS declares no entities.".filled(
        offset)
    case .unexpectedRoot(let name, let offset):
      "The root at byte % is '%', not 'Error'.".filled(
        String(offset), name)
    case .tooDeep(let limit, let offset):
      "The element at byte % is nested deeper than % levels.".filled(offset, limit)
    case .tooManyMembers(let limit, let offset):
      "The element at byte % is one more than %.".filled(offset, limit)
    case .invalidHexadecimal(let member, let offset):
      "The value of % is not pairs of hexadecimal digits, at its byte %.".filled(member, offset)
    case .invalidBase64(let fault): "The header is not base64: %".filled(fault.description)
    }
  }
}

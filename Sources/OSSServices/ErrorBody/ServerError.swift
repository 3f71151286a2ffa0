public import OSSPrimitives
internal import OSSSigning

/// What OSS says when it refuses a request: the members of an `Error` body.
///
/// Every member is kept, also one that this package does not know. Nothing that describes the value
/// shows the string to sign, in which a security token may stand, nor the access key ID or the
/// signature: those are asked for by name (ERR-SEC-1).
///
///     let error = try ServerError(xml: body.span)
///     if error.code == "SignatureDoesNotMatch" { show(error.stringToSign) }
public struct ServerError: Error, Sendable {
  /// The elements in the order of their start tags, known or not (ERR-MEM-3); one that only holds
  /// others is not among them.
  public let members: [ServerErrorMember]
  /// The bytes that OSS signed: those of `StringToSignBytes`, else of `StringToSign` as it is
  /// (ERR-STS-2, ERR-STS-3).
  public let stringToSign: Bytes?
  /// How `StringToSign` differs from `StringToSignBytes`; nil unless both are there (ERR-STS-4).
  public let stringToSignAgreement: StringToSignAgreement?
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
    members = try ErrorBodyParser.members(of: Bytes(copying: xml))
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
  ///   - text: the value of the header: a body in base64, blanks at its ends aside.
  ///   - ecHeader: the value of the header `x-oss-ec`, if the answer has one.
  /// - Throws: an ``ErrorBodyError``; offsets are those of the decoded body.
  /// - Complexity: O(*n*) in the length of the text.
  public init(base64Header text: String, ecHeader: String? = nil) throws(ErrorBodyError) {
    let trimmed = Bytes(text.utf8).trimmingBlanks
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

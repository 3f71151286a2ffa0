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

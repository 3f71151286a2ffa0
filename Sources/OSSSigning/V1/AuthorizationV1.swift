internal import OSSPrimitives

/// The value of a V1 `Authorization` header: `OSS <access key ID>:<signature>` (V1-AUTH-1).
///
/// It is also what a custom signer returns: the app sends the string to sign to its server and
/// gets this text back.
public struct AuthorizationV1: Hashable, Sendable {
  /// The access key ID.
  public let accessKeyID: String
  /// The base64 text of the signature, not percent-encoded.
  public let signature: String

  init(accessKeyID: String, signature: String) {
    self.accessKeyID = accessKeyID
    self.signature = signature
  }

  /// Reads the value that a custom signer returned, strictly (V1-AUTH-2).
  ///
  /// - Parameter value: `OSS`, one space, the access key ID, `:` and the base64 text of the 20
  ///   bytes of the signature. Nothing may stand before, between or after them.
  /// - Throws: ``SigningError/invalidSignerValue(_:)`` with the part at fault and its byte offset.
  /// - Complexity: O(*n*) in the length of the value.
  public init(_ value: String) throws(SigningError) {
    let bytes = Bytes(value.utf8)
    let scheme = Bytes("OSS ".utf8)
    guard bytes.starts(with: scheme), bytes.count == scheme.count || bytes[scheme.count] != 0x20
    else { throw .invalidSignerValue(.scheme) }
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
      throw .invalidSignerValue(.missingColon)
    }
    let accessKeyID = String(decoding: bytes[scheme.count..<colon], as: UTF8.self)
    if accessKeyID.utf8.isEmpty { throw .invalidSignerValue(.accessKeyID(offset: colon)) }
    if let fault = Credentials.firstForeignByte(ofAccessKeyID: accessKeyID) {
      throw .invalidSignerValue(.accessKeyID(offset: scheme.count + fault.offset))
    }
    self.accessKeyID = accessKeyID
    signature = try Self.signature(bytes[(colon + 1)...])
  }

  private static func signature(_ bytes: Bytes.SubSequence) throws(SigningError) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    let decoded: Bytes
    do {
      decoded = try Base64.decode(text)
    } catch {
      throw .invalidSignerValue(.signature(offset: bytes.startIndex))
    }
    if decoded.count != SHA1Digest.byteCount {
      throw .invalidSignerValue(.signature(offset: bytes.startIndex))
    }
    return text
  }
}

extension AuthorizationV1: CustomStringConvertible {
  /// The text of the header.
  public var description: String { "OSS \(accessKeyID):\(signature)" }
}

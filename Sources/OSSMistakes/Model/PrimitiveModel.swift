internal import OSSJSON
package import OSSPrimitives
internal import OSSVectors

/// Hashes and encoders (primitives.md), plain and rule by rule.
package struct PrimitiveModel: Sendable {
  /// PRIM-MD5-1.
  package var md5 = PlainHash.md5
  /// PRIM-SHA1-1.
  package var sha1 = PlainHash.sha1
  /// PRIM-SHA256-1.
  package var sha256 = PlainHash.sha256
  /// PRIM-HMAC-1 and PRIM-HMAC-2, with either hash.
  package var hmac = PlainHMAC()
  /// PRIM-B64-1: the base64 text of bytes.
  package var base64Text: @Sendable (Bytes) -> Bytes = PlainBase64.text
  /// PRIM-B64-2: the bytes of a base64 text, or nil to refuse it.
  package var base64Bytes: @Sendable (Bytes) -> Bytes? = PlainBase64.bytes

  package func hmacSHA1(key: Bytes, message: Bytes) -> Bytes {
    hmac.code(key: key, message: message, hash: sha1.hash)
  }

  package func hmacSHA256(key: Bytes, message: Bytes) -> Bytes {
    hmac.code(key: key, message: message, hash: sha256.hash)
  }

  /// The base64 text of bytes, as a string.
  package func base64(_ bytes: Bytes) -> String {
    String(decoding: base64Text(bytes), as: UTF8.self)
  }

  func answer(_ operation: OSSVectors.Operation, _ input: InputReader) throws(Refusal) -> Answer? {
    switch operation {
    case .base64: return try base64(input)
    case .hmacSHA1, .hmacSHA256:
      let (key, data) = (try input.requiredBytes("key"), try input.requiredBytes("data"))
      let hash = operation == .hmacSHA1 ? sha1.hash : sha256.hash
      return Self.digest(hmac.code(key: key, message: data, hash: hash))
    default:
      let data = try input.requiredBytes("data")
      if operation == .md5 { return Self.digest(md5.hash(data)) }
      return Self.digest(operation == .sha1 ? sha1.hash(data) : sha256.hash(data))
    }
  }

  private func base64(_ input: InputReader) throws(Refusal) -> Answer {
    if let bytes = try input.bytes("encode") {
      return Answer(members: ["text": .string(base64(bytes))])
    }
    let text = try input.requiredText("decode", orRefuseAs: .invalidBase64)
    guard let bytes = base64Bytes(text.raw) else {
      throw Refusal(.invalidBase64, "The text is not base64.")
    }
    return Answer(members: ["data": .string(bytes.hexadecimal)])
  }

  private static func digest(_ bytes: Bytes) -> Answer {
    Answer(members: ["digest": .string(bytes.hexadecimal)])
  }
}

internal import OSSMistakes
internal import OSSPrimitives
internal import OSSVectors

extension Workload {
  /// Hashes, authenticates, encodes or decodes.
  static func primitive(
    _ operation: OSSVectors.Operation, _ input: InputReader
  ) throws(Refusal) -> () -> Void {
    switch operation {
    case .base64: return try base64(input)
    case .hmacSHA1, .hmacSHA256: return try code(operation, input)
    default: break
    }
    let data = try input.requiredBytes("data")
    switch operation {
    case .md5: return { keep(MD5.hash(data.span)) }
    case .sha1: return { keep(SHA1.hash(data.span)) }
    default: return { keep(SHA256.hash(data.span)) }
    }
  }

  private static func code(
    _ operation: OSSVectors.Operation, _ input: InputReader
  ) throws(Refusal) -> () -> Void {
    let data = try input.requiredBytes("data")
    let bytes = try input.requiredBytes("key")
    if operation == .hmacSHA1 {
      let key = HMACSHA1Key(bytes.span)
      return { keep(key.authenticationCode(for: data.span)) }
    }
    let key = HMACSHA256Key(bytes.span)
    return { keep(key.authenticationCode(for: data.span)) }
  }

  private static func base64(_ input: InputReader) throws(Refusal) -> () -> Void {
    if let bytes = try input.bytes("encode") { return { keep(Base64.encode(bytes.span)) } }
    let text = try input.requiredText("decode", orRefuseAs: .invalidBase64)
    return { keep(try? Base64.decode(text)) }
  }
}

internal import OSSPrimitives
internal import OSSVectors

extension ReferenceAnswers {
  static func sha1(_ input: InputReader) throws(Refusal) -> Answer {
    let data = try input.requiredBytes("data")
    return digest(SHA1.hash(data.span).hexadecimal)
  }

  static func sha256(_ input: InputReader) throws(Refusal) -> Answer {
    let data = try input.requiredBytes("data")
    return digest(SHA256.hash(data.span).hexadecimal)
  }

  static func hmacSHA1(_ input: InputReader) throws(Refusal) -> Answer {
    let key = try input.requiredBytes("key")
    let data = try input.requiredBytes("data")
    return digest(HMACSHA1Key(key.span).authenticationCode(for: data.span).hexadecimal)
  }

  static func hmacSHA256(_ input: InputReader) throws(Refusal) -> Answer {
    let key = try input.requiredBytes("key")
    let data = try input.requiredBytes("data")
    return digest(HMACSHA256Key(key.span).authenticationCode(for: data.span).hexadecimal)
  }

  /// Encodes or decodes, whichever the input asks for.
  static func base64(_ input: InputReader) throws(Refusal) -> Answer {
    if let bytes = try input.bytes("encode") {
      return Answer(members: ["text": .string(Base64.encode(bytes.span))])
    }
    let text = try input.requiredText("decode", orRefuseAs: .invalidBase64)
    do {
      let bytes = try Base64.decode(text)
      return Answer(members: ["data": .string(Hexadecimal.encode(bytes.span))])
    } catch {
      throw Refusal(.invalidBase64, error.description)
    }
  }

  private static func digest(_ hexadecimal: String) -> Answer {
    Answer(members: ["digest": .string(hexadecimal)])
  }
}

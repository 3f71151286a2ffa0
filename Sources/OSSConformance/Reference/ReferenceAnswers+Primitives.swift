internal import OSSJSON
internal import OSSMistakes
internal import OSSPrimitives
internal import OSSVectors

extension ReferenceAnswers {
  func md5() throws(Refusal) -> Answer {
    let data = try reader.requiredBytes("data")
    return Self.digest(MD5.hash(data.span).bytes)
  }

  func sha1() throws(Refusal) -> Answer {
    let data = try reader.requiredBytes("data")
    return Self.digest(SHA1.hash(data.span).bytes)
  }

  func sha256() throws(Refusal) -> Answer {
    let data = try reader.requiredBytes("data")
    return Self.digest(SHA256.hash(data.span).bytes)
  }

  func hmacSHA1() throws(Refusal) -> Answer {
    let key = try reader.requiredBytes("key")
    let data = try reader.requiredBytes("data")
    return Self.digest(HMACSHA1Key(key.span).authenticationCode(for: data.span).bytes)
  }

  func hmacSHA256() throws(Refusal) -> Answer {
    let key = try reader.requiredBytes("key")
    let data = try reader.requiredBytes("data")
    return Self.digest(HMACSHA256Key(key.span).authenticationCode(for: data.span).bytes)
  }

  /// Encodes or decodes, whichever the input asks for.
  func base64() throws(Refusal) -> Answer {
    if let bytes = try reader.bytes("encode") {
      return Answer(members: ["text": .string(Base64.encode(bytes.span))])
    }
    let text = try reader.requiredText("decode", orRefuseAs: .invalidBase64)
    do {
      let bytes = try Base64.decode(text)
      return Answer(members: ["data": .string(Hexadecimal.encode(bytes.span))])
    } catch {
      throw Refusal(.invalidBase64, error.description)
    }
  }

  private static func digest(_ bytes: Bytes) -> Answer {
    Answer(members: ["digest": .string(Hexadecimal.encode(bytes.span))])
  }
}

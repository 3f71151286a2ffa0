internal import OSSMistakes
internal import OSSPrimitives
internal import OSSVectors

extension ReferenceAnswers {
  func md5() throws(Refusal) -> Answer {
    let data = try reader.requiredBytes("data")
    return Self.digest((steps.md5 ?? { MD5.hash($0.span).bytes })(data))
  }

  func sha1() throws(Refusal) -> Answer {
    Self.digest(steps.hash(try reader.requiredBytes("data")))
  }

  func sha256() throws(Refusal) -> Answer {
    Self.digest(steps.longHash(try reader.requiredBytes("data")))
  }

  func hmacSHA1() throws(Refusal) -> Answer {
    let key = try reader.requiredBytes("key")
    let data = try reader.requiredBytes("data")
    return Self.digest(steps.authenticationCode(key: key, message: data))
  }

  func hmacSHA256() throws(Refusal) -> Answer {
    let key = try reader.requiredBytes("key")
    let data = try reader.requiredBytes("data")
    return Self.digest(steps.longAuthenticationCode(key: key, message: data))
  }

  /// Encodes or decodes, whichever the input asks for.
  func base64() throws(Refusal) -> Answer {
    if let bytes = try reader.bytes("encode") {
      return Answer(members: ["text": .string(steps.text(bytes))])
    }
    let text = try reader.requiredText("decode", orRefuseAs: .invalidBase64)
    let bytes = try decoded(text)
    return Answer(members: ["data": .string(Hexadecimal.encode(bytes.span))])
  }

  private func decoded(_ text: String) throws(Refusal) -> Bytes {
    if let base64Bytes = steps.base64Bytes {
      guard let bytes = base64Bytes(text) else {
        throw Refusal(.invalidBase64, "The text is not base64.")
      }
      return bytes
    }
    do {
      return try Base64.decode(text)
    } catch {
      throw Refusal(.invalidBase64, error.description)
    }
  }

  private static func digest(_ bytes: Bytes) -> Answer {
    Answer(members: ["digest": .string(Hexadecimal.encode(bytes.span))])
  }
}

internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

extension ReferenceAnswers {
  /// Hashes or authenticates the data of the input.
  func digest(_ operation: OSSVectors.Operation) throws(InputRefusal) -> Answer {
    Answer(members: ["digest": .string(Hexadecimal.encode(try digesting(operation)().span))])
  }

  /// What computes a digest, with the key ready.
  func digesting(_ operation: OSSVectors.Operation) throws(InputRefusal) -> () -> Bytes {
    let needsKey = operation == .hmacSHA1 || operation == .hmacSHA256
    let key = needsKey ? try reader.requiredBytes("key") : []
    let data = try reader.requiredBytes("data")
    switch operation {
    case .md5: return { MD5.hash(data.span).bytes }
    case .sha1: return { SHA1.hash(data.span).bytes }
    case .sha256: return { SHA256.hash(data.span).bytes }
    case .hmacSHA1:
      let key = HMACSHA1Key(key.span)
      return { key.authenticationCode(for: data.span).bytes }
    default:
      let key = HMACSHA256Key(key.span)
      return { key.authenticationCode(for: data.span).bytes }
    }
  }

  /// Encodes or decodes, whichever the input asks for.
  func base64() throws(InputRefusal) -> Answer {
    if let bytes = try reader.bytes("encode") {
      return Answer(members: ["text": .string(Base64.encode(bytes.span))])
    }
    let text = try reader.requiredText("decode", orRefuseAs: .invalidBase64)
    do {
      let bytes = try Base64.decode(text)
      return Answer(members: ["data": .string(Hexadecimal.encode(bytes.span))])
    } catch {
      throw InputRefusal(.invalidBase64, error.description)
    }
  }
}

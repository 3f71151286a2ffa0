import OSSJSON
import OSSPrimitives
import OSSVectors
import Testing

/// The operations of the vectors that are no signature.
enum PrimitiveReplay {
  static func answer(
    _ operation: OSSVectors.Operation, _ input: VectorInput, _ expected: GivenAnswer
  ) throws {
    switch operation {
    case .base64: try base64(input, expected)
    case .hmacSHA1, .hmacSHA256: try code(operation, input, expected)
    default: try digest(operation, input, expected)
    }
  }

  private static func digest(
    _ operation: OSSVectors.Operation, _ input: VectorInput, _ expected: GivenAnswer
  ) throws {
    let data = try input.bytes("data")
    switch operation {
    case .md5: expected.member("digest", .string(MD5.hash(data.span).hexadecimal))
    case .sha1: expected.member("digest", .string(SHA1.hash(data.span).hexadecimal))
    case .sha256: expected.member("digest", .string(SHA256.hash(data.span).hexadecimal))
    default: Issue.record("\(operation) is no hash function.")
    }
  }

  private static func code(
    _ operation: OSSVectors.Operation, _ input: VectorInput, _ expected: GivenAnswer
  ) throws {
    let key = try input.bytes("key")
    let data = try input.bytes("data")
    if operation == .hmacSHA1 {
      let code = HMACSHA1Key(key.span).authenticationCode(for: data.span)
      expected.member("digest", .string(code.hexadecimal))
    } else {
      try #require(operation == .hmacSHA256)
      let code = HMACSHA256Key(key.span).authenticationCode(for: data.span)
      expected.member("digest", .string(code.hexadecimal))
    }
  }

  private static func base64(_ input: VectorInput, _ expected: GivenAnswer) throws {
    if input.object["encode"] != nil {
      let bytes = try input.bytes("encode")
      expected.member("text", .string(Base64.encode(bytes.span)))
    } else {
      let bytes = try Base64.decode(input.string("decode"))
      expected.member("data", .string(Hexadecimal.encode(bytes.span)))
    }
  }
}

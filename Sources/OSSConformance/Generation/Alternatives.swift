internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// Checks the alternatives that people state: each must follow from its own string to sign.
///
/// The string may be one that the reference would not make, so the primitives sign it here.
struct AlternativeCheck {
  /// Finds the first alternative whose signature is not that of its string.
  func check(_ vector: Vector, at place: VectorLocation) throws(GenerationError) {
    for (index, alternative) in vector.expectation.alternatives.enumerated() {
      guard case .answer(let answer) = alternative.outcome,
        let string = answer.stages["stringToSign"],
        let stated = answer.members["signature"],
        let computed = signature(of: string, for: vector), stated != computed
      else { continue }
      throw .differs(
        place.member("any_of").element(index).member("signature"), expected: stated.compact(),
        actual: computed.compact() + " for the string of this alternative")
    }
  }

  /// The signature of a string by the secret of the vector; nil where no version is known.
  private func signature(of string: JSONValue, for vector: Vector) -> JSONValue? {
    let secret = vector.input["credentials"]?.objectValue?["accessKeySecret"]?.stringValue ?? ""
    let (key, message) = (secret.bytes, (string.stringValue ?? "").bytes)
    switch vector.operation {
    case .v1Header, .v1Presign, .livePublish:
      let code = HMACSHA1Key(key.span).authenticationCode(for: message.span).bytes
      return .string(Base64.encode(code.span))
    case .v2Header, .v2Presign:
      let code = HMACSHA256Key(key.span).authenticationCode(for: message.span).bytes
      return .string(Base64.encode(code.span))
    case .v4Header, .v4Presign, .serviceHeader:
      guard let signingKey = Self.signingKey(secret: key, stringToSign: message) else { return nil }
      return .string(signingKey.authenticationCode(for: message.span).hexadecimal)
    default: return nil
    }
  }

  /// The key of V4 for the scope in a string, which may be another than the input's (V4-KEY-1).
  private static func signingKey(secret: Bytes, stringToSign: Bytes) -> HMACSHA256Key? {
    let lines = stringToSign.split(separator: UInt8(ascii: "\n"))
    let scope = lines.count > 2 ? lines[2].split(separator: UInt8(ascii: "/")) : []
    guard scope.count == 4 else { return nil }
    let first = "aliyun_v4".bytes + secret
    var key = HMACSHA256Key(first.span)
    for part in scope {
      let part = Bytes(part)
      key = HMACSHA256Key(key.authenticationCode(for: part.span))
    }
    return key
  }
}

extension Answer {
  /// The answer as a vector expects it: of the headers those that take part in the signature.
  ///
  /// An SDK sends the others as it likes (FMT-JUDGE-4).
  func asExpected(of input: JSONObject) -> Answer {
    let additional = (input["additionalHeaders"]?.arrayValue ?? []).compactMap {
      $0.stringValue?.lowercased()
    }
    var result = self
    result.members["headers"] = members["headers"].map { headers in
      Self.signedHeaders(headers, besides: additional)
    }
    return result
  }

  private static func signedHeaders(
    _ headers: JSONValue, besides additional: [String]
  ) -> JSONValue {
    let signed = ["authorization", "date", "content-type", "content-md5"] + additional
    return .array(
      (headers.arrayValue ?? []).filter { header in
        guard let name = header.arrayValue?.first?.stringValue?.lowercased() else { return true }
        return name.hasPrefix("x-oss-") || signed.contains(name)
      })
  }
}

internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

extension StepsRPC {
  /// The names of the parameters that every call has.
  static let commonNames = [
    "Action", "Version", "Format", "AccessKeyId", "SignatureMethod", "SignatureVersion",
    "SignatureNonce", "Timestamp", "SecurityToken",
  ]

  /// Changes each of the parameters that every call has, or leaves it out.
  mutating func rewriteCommon(
    _ change: @escaping @Sendable (QueryParameter) -> QueryParameter?
  ) {
    let former = commonParameters
    commonParameters = { call, credentials, nonce, time in
      former(call, credentials, nonce, time).compactMap(change)
    }
  }

  /// Changes the value of one of them.
  mutating func rewriteCommonValue(
    _ name: String, _ change: @escaping @Sendable (String) -> String
  ) {
    rewriteCommon { parameter in
      parameter.isNamed(name)
        ? QueryParameter(name, change(parameter.value ?? "")) : parameter
    }
  }

  /// Changes the pieces of the canonical query, each a name and its value.
  mutating func rewriteQuery(_ change: @escaping @Sendable ([Bytes]) -> [Bytes]) {
    let former = canonicalQuery
    canonicalQuery = { steps, parameters, buffer in
      var query = Bytes()
      former(steps, parameters, &query)
      buffer.append(contentsOf: change(query.pieces).joined(separator: [UInt8(ascii: "&")]))
    }
  }

  /// Signs no other pieces of the canonical query than those of which a statement is true; told the
  /// method and the name.
  mutating func signPieces(
    _ isSigned: @escaping @Sendable (String, Bytes.SubSequence) -> Bool
  ) {
    let former = stringToSign
    stringToSign = { steps, method, query in
      let pieces = query.pieces.filter { isSigned(method, $0.prefix { $0 != 0x3D }) }
      return former(steps, method, Bytes(pieces.joined(separator: [UInt8(ascii: "&")])))
    }
  }

  /// Changes the string to sign; told the method and the canonical query.
  mutating func rewriteString(
    _ change: @escaping @Sendable (_ method: String, _ query: Bytes, Bytes) -> Bytes
  ) {
    let former = stringToSign
    stringToSign = { steps, method, query in
      change(method, query, former(steps, method, query))
    }
  }
}

extension Bytes {
  /// What stands between the ampersands.
  fileprivate var pieces: [Bytes] {
    split(separator: UInt8(ascii: "&")).map { Bytes($0) }
  }

  /// The bytes, percent-encoded.
  var percentEncoded: Bytes {
    var result = Bytes()
    PercentEncoding.append(text.utf8, keepingSlash: false, to: &result)
    return result
  }
}

extension QueryParameter {
  /// Whether the parameter has this name.
  func isNamed(_ other: String) -> Bool { name.utf8.elementsEqual(other.utf8) }

  /// The bytes of the name.
  var nameBytes: Bytes { Bytes(name.utf8) }
}

extension String {
  /// The text with one text in the place of another, byte by byte.
  func swapping(_ former: String, with other: String) -> String {
    Bytes(utf8).replacing(former, with: other).text
  }
}

internal import OSSJSON
package import OSSPrimitives
internal import OSSVectors

/// How a server verifies a callback (callback.md).
package struct CallbackVerification: Sendable {
  // What OSS signs

  /// CALL-STS-2, CALL-STS-3: the path as it is signed; whether a query follows it does not matter.
  package var path: @Sendable (Bytes, _ hasQuery: Bool) -> Bytes = { path, _ in path.tripletsDecoded
  }
  /// CALL-STS-1, CALL-STS-4, CALL-STS-6: the query with its `?`, or nothing.
  package var query: @Sendable (Bytes) -> Bytes = { $0 }
  /// CALL-STS-5: the body as it is signed.
  package var body: @Sendable (Bytes) -> Bytes = { $0 }

  // Signature

  /// CALL-SIG-2: the signature that is opened.
  package var opened: @Sendable (_ signature: Bytes) -> Bytes = { $0 }
  /// CALL-SIG-3: whether what a signature opens to passes.
  package var passes: @Sendable (OpenedSignature) -> Bool = { $0.found == $0.due }
  /// CALL-REF-7: whether a signature passes, given what ``passes`` says of it.
  package var isSignature: @Sendable (Bytes, OpenedSignature?, Bool) -> Bool = { $2 }
  /// CALL-REF-7: the bytes of the header `Authorization`; nil to refuse it.
  package var authorization: @Sendable (String, PrimitiveModel) -> Bytes? = {
    $0.utf8.isEmpty ? nil : $1.base64Bytes($0.raw)
  }

  // Key

  /// CALL-KEY-1, CALL-REF-6: the bytes of the header `x-oss-pub-key-url`; nil to refuse it.
  package var keyURL: @Sendable (String, PrimitiveModel) -> Bytes? = {
    $0.utf8.isEmpty ? nil : $1.base64Bytes($0.raw)
  }
  /// CALL-KEY-2: whether the URL begins with the host of OSS, the last slash included.
  package var isOfOSS: @Sendable (String) -> Bool = { url in
    ["https", "http"].contains { url.utf8.starts(with: "\($0)://gosspublic.alicdn.com/".utf8) }
  }
  /// CALL-KEY-3: visible ASCII without a backslash, at most 1024 bytes.
  package var isPlainURL: @Sendable (Bytes) -> Bool = { url in
    url.count <= 1024 && url.allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "\\") }
  }
  /// CALL-KEY-4 to CALL-KEY-6: how the key is read.
  package var keys = CallbackKeyReader()
  /// CALL-REF-8: the key in place of one that cannot be read.
  package var otherKey: PlainRSAKey?

  func answer(_ input: InputReader, _ primitives: PrimitiveModel) throws(Refusal) -> Answer {
    let given = try input.requiredBytes("path")
    let target = given + (try input.bytes("query").map { [UInt8(ascii: "?")] + $0 } ?? [])
    let body = try input.requiredBytes("body")
    let header = try input.text("publicKeyUrl", orRefuseAs: .invalidKeyURL) ?? ""
    let authorization = try input.text("authorization", orRefuseAs: .invalidCallbackSignature) ?? ""
    let pem = try input.requiredText("publicKey", orRefuseAs: .invalidPublicKey)
    guard let url = keyURL(header, primitives), isPlainURL(url),
      isOfOSS(String(decoding: url, as: UTF8.self))
    else { throw Refusal(.invalidKeyURL, "The URL of the key is not one of OSS.") }
    guard let key = keys.key(of: pem.raw, primitives) ?? otherKey else {
      throw Refusal(.invalidPublicKey, "The key cannot be read.")
    }
    let mark = target.firstIndex(of: UInt8(ascii: "?")) ?? target.count
    let string =
      path(Bytes(target[..<mark]), mark < target.count) + query(Bytes(target[mark...])) + [0x0A]
      + self.body(body)
    guard let signature = self.authorization(authorization, primitives),
      isSignature(of: string, signature, key, primitives)
    else { throw Refusal(.invalidCallbackSignature, "The signature is not one of the callback.") }
    return Answer(members: [
      "keyUrl": .string(String(decoding: url, as: UTF8.self)),
      "stringToSign": JSONValue(protocolText: string),
    ])
  }

  /// CALL-SIG-1 to CALL-SIG-4: RSASSA-PKCS1-v1_5 with MD5.
  private func isSignature(
    of string: Bytes, _ given: Bytes, _ key: PlainRSAKey, _ primitives: PrimitiveModel
  ) -> Bool {
    let signature = opened(given)
    guard let found = key.open(signature) else { return isSignature(given, nil, false) }
    let digest = primitives.md5.hash(string)
    let result = OpenedSignature(found: found, digest: digest, string: string)
    return isSignature(given, result, passes(result))
  }
}

/// What a signature opens to, and what it should open to.
package struct OpenedSignature: Sendable {
  let found: Bytes
  let digest: Bytes
  let string: Bytes

  /// CALL-SIG-3: the DER of a `DigestInfo` of MD5 up to its digest.
  static let digestInfo: Bytes = [
    0x30, 0x20, 0x30, 0x0C, 0x06, 0x08, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x02, 0x05, 0x05, 0x00,
    0x04, 0x10,
  ]

  /// CALL-SIG-3: the encoded message that is due.
  var due: Bytes { encoded(info) }
  var info: Bytes { Self.digestInfo + digest }

  /// `00 01`, bytes `FF`, `00` and a `DigestInfo`, as many bytes as the modulus.
  func encoded(_ info: Bytes) -> Bytes {
    let padding = Bytes(repeating: 0xFF, count: max(0, found.count - info.count - 3))
    return [0x00, 0x01] + padding + [0x00] + info
  }
}

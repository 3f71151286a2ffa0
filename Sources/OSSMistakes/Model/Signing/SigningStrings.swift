package import OSSJSON
package import OSSPrimitives

/// The strings that are signed (V1-STS, V2-STS, V4-STS, V4-REQ).
extension SigningModel {
  /// The parts of the string to sign of V1 and V2, or of the canonical request of V4 (V1-STS-1,
  /// V2-STS-1, V4-REQ-1).
  func requestParts(_ input: SigningInput) -> [StringPart] {
    let resource = resource(input)
    let query = query(input)
    let headers = StringPart(kind: .headers, text: headerLines(input), end: [])
    let names = StringPart(kind: .additional, text: names(input).joined(with: ";"))
    let method = StringPart(kind: .method, text: input.method)
    if input.version == .v4 {
      return parts(
        input,
        [
          method, StringPart(kind: .uri, text: resource),
          StringPart(kind: .query, text: query ?? []),
          StringPart(kind: .headers, text: headers.text), names,
          StringPart(kind: .payload, text: payload(input), end: []),
        ])
    }
    let marked = query.map { "?".raw + $0 } ?? []
    return parts(
      input,
      [
        method, StringPart(kind: .contentMD5, text: contentLine(input, "content-md5")),
        StringPart(kind: .contentType, text: contentLine(input, "content-type")),
        StringPart(kind: .date, text: fourthLine(input)), headers,
      ] + (input.version == .v2 ? [names] : [])
        + [StringPart(kind: .resource, text: resource + marked, end: [])])
  }

  /// The parts of the string to sign of V4 (V4-STS-1).
  func stringParts(_ input: SigningInput, canonicalRequest: Bytes) -> [StringPart] {
    parts(
      input,
      [
        StringPart(kind: .algorithm, text: "OSS4-HMAC-SHA256".raw),
        StringPart(kind: .timestamp, text: basicTime(civil(input.time))),
        StringPart(kind: .scope, text: scope(input)),
        StringPart(kind: .hash, text: hash(canonicalRequest), end: []),
      ])
  }

  /// The parts one after another.
  static func joined(_ parts: [StringPart]) -> Bytes {
    parts.map { $0.text + $0.end }.joined(with: "")
  }

  /// The scope: the date, the region, the product and `aliyun_v4_request` (V4-SCO-1).
  func scope(_ input: SigningInput) -> Bytes {
    scopeParts(input, dueScope(input)).joined(with: "/")
  }

  func dueScope(_ input: SigningInput) -> [Bytes] {
    [basicDate(civil(input.time)), input.region, input.product, "aliyun_v4_request".raw]
  }

  /// The signing key of V4: a chain of HMACs that begins with `aliyun_v4` and the secret (V4-KEY-1,
  /// V4-KEY-2), or a key that the client has kept (V4-KEY-3).
  func signingKey(_ input: SigningInput, _ due: [Bytes]) -> Bytes {
    let needs = KeyNeeds(secret: input.secret, parts: keyParts(input, due))
    let name = keyName(needs)
    let kept = keysBefore(needs).first { keyName($0) == name } ?? needs
    return kept.parts.reduce(firstKey(kept.secret)) { keyHMAC($0, $1) }
  }

  /// The text of the signature of a string (V1-SIG, V2-SIG-1, V4-STS-4).
  func signature(_ input: SigningInput, key: Bytes, of string: Bytes) -> Bytes {
    signatureText(input.version, hmac(input.version, key, signedMessage(input, string)))
  }

  /// The key of the signature: the bytes of the secret, with V4 the signing key (V1-SIG-2).
  func signatureKey(_ input: SigningInput) -> Bytes {
    input.version == .v4 ? signingKey(input, dueScope(input)) : secretKey(input.secret)
  }
}

/// What a signing key depends on.
package struct KeyNeeds: Hashable, Sendable {
  package var secret: Bytes
  /// The date, the region, the product and the end of the scope.
  package var parts: [Bytes]

  /// What the key of an input of V4 depends on.
  package init?(_ input: JSONObject) {
    guard let secret = input["credentials"]?.objectValue?["accessKeySecret"]?.stringValue,
      let region = input["region"]?.stringValue, let time = input["time"]?.integerValue
    else { return nil }
    let product = input["product"]?.stringValue ?? "oss"
    let date = CivilMoment(time).basicDate
    self.init(secret: secret.raw, parts: [date, region, product, "aliyun_v4_request"].map(\.raw))
  }

  init(secret: Bytes, parts: [Bytes]) { (self.secret, self.parts) = (secret, parts) }

  /// The text of everything that the key depends on, under which a client keeps it.
  package var name: Bytes { ([secret] + parts).joined(with: "\n") }

  /// What a client is taken to have signed with before, whose keys it may have kept: with the region,
  /// the product and the secret of most requests in the vectors, and on the day before.
  static func signedBefore(_ needs: KeyNeeds) -> [KeyNeeds] {
    guard needs.parts.count == 4 else { return [] }
    var before = [needs, needs, needs, needs, needs]
    before[0].parts[0] = dayBefore(needs.parts[0])
    before[1].parts[1] = "cn-hangzhou".raw
    before[2].parts[2] = "oss".raw
    before[3].secret = "ExampleSecret0000000000000000ab".raw
    before[4].parts[1...2] = ["cn-shenzhen".raw, "oss-cloudbox".raw]
    return before
  }

  /// The day before a day in eight digits, as far as it is needed: `20240101` becomes `20240100`.
  private static func dayBefore(_ date: Bytes) -> Bytes {
    Int(date.text).map { String($0 - 1).raw } ?? date
  }
}

/// The value of the Authorization header, in parts (V1-AUTH-1, V2-AUTH-1, V4-AUTH-1).
package struct AuthorizationValue: Sendable {
  package let version: SigningInput.Version
  package var id: Bytes
  package var scope: Bytes = []
  package var names: Bytes = []
  package var signature: Bytes

  package var text: Bytes {
    let id = self.id.text
    let (scope, names, signature) = (scope.text, names.text, signature.text)
    switch version {
    case .v1: return "OSS \(id):\(signature)".raw
    case .v2:
      let list = names.isEmpty ? "" : "AdditionalHeaders:\(names),"
      return "OSS2 AccessKeyId:\(id),\(list)Signature:\(signature)".raw
    case .v4:
      let list = names.isEmpty ? "" : "AdditionalHeaders=\(names),"
      return "OSS4-HMAC-SHA256 Credential=\(id)/\(scope),\(list)Signature=\(signature)".raw
    }
  }
}

extension SigningModel {
  /// `x-oss-` headers and, with V2, additional ones; with V4 the two of the content too.
  package static func isSigned(_ version: Version, _ line: HeaderLine, _ listed: [Bytes]) -> Bool {
    line.isOSS || listed.contains(line.given.name.lowerCase)
      || version == .v4 && line.isSignedAnyway
  }

  /// V1 signs names and values decoded, V2 and V4 percent-encoded.
  package static func signed(_ version: Version, _ text: Bytes) -> Bytes {
    version == .v1 ? text : text.encoded()
  }

  package static func hmacSHA1(_ key: Bytes, _ message: Bytes) -> Bytes {
    HMACSHA1Key(key.span).authenticationCode(for: message.span).bytes
  }

  package static func hmacSHA256(_ key: Bytes, _ message: Bytes) -> Bytes {
    HMACSHA256Key(key.span).authenticationCode(for: message.span).bytes
  }
}

internal import OSSPrimitives

extension SentRequest {
  /// The signature that the request carries, in a header or in the URL; that of the header where both
  /// have one.
  ///
  /// - Complexity: O(*n*) in the length of the request.
  package var signature: CarriedSignature {
    do throws(MalformedSignature) { return try readSignature() } catch { return .malformed(error) }
  }

  /// Whether both a header and the URL carry a signature, which OSS refuses (its error
  /// 0002-00000039), although a header of V4 may sign parameters of such names (V4-QRY-1).
  package var hasTwoSignatures: Bool {
    fields.contains { $0.name[...].isCaseless("authorization") }
      && (hasParameter("x-oss-signature-version") || hasParameter("OSSAccessKeyId"))
  }

  private func hasParameter(_ name: String) -> Bool { !parameters(name).isEmpty }

  private func readSignature() throws(MalformedSignature) -> CarriedSignature {
    let headers = fields.filter { $0.name[...].isCaseless("authorization") }
    if headers.count > 1 {
      throw MalformedSignature(place: .request, fault: .severalHeaders)
    }
    if let header = headers.first { return try readHeader(header.value) }
    for name in ["X-Amz-Algorithm", "X-Amz-Credential", "AWSAccessKeyId"]
    where hasParameter(name) {
      throw MalformedSignature(place: .parameter(name), fault: .ofS3)
    }
    if hasParameter("x-oss-signature-version") {
      return try readURL(version: value("x-oss-signature-version"))
    }
    if hasParameter("OSSAccessKeyId") || hasParameter("Signature") && hasParameter("Expires") {
      return .v1URL(
        accessKeyID: try value("OSSAccessKeyId"), signature: try value("Signature"),
        expires: try value("Expires"), token: parameters("security-token").first ?? nil)
    }
    if hasParameter("x-oss-signature") || hasParameter("x-oss-credential") {
      _ = try value("x-oss-signature-version")
    }
    return .none
  }

  /// The value of a parameter that a signature in the URL has once, not empty.
  private func value(_ name: String) throws(MalformedSignature) -> Bytes {
    let values = parameters(name)
    let place = MalformedSignature.Place.parameter(name)
    if values.count > 1 { throw MalformedSignature(place: place, fault: .repeated(name)) }
    guard let first = values.first else {
      throw MalformedSignature(place: place, fault: .missing(name))
    }
    guard let value = first, !value.isEmpty else {
      throw MalformedSignature(place: place, fault: .empty(name))
    }
    return value
  }

  private func readURL(version: Bytes) throws(MalformedSignature) -> CarriedSignature {
    let list = "x-oss-additional-headers"
    let additional = hasParameter(list) ? try value(list) : nil
    if version[...].isText("OSS2") {
      return .v2URL(
        accessKeyID: try value("x-oss-access-key-id"), additionalHeaders: additional,
        signature: try value("x-oss-signature"), expires: try value("x-oss-expires"),
        token: parameters("security-token").first ?? nil)
    }
    guard version[...].isText("OSS4-HMAC-SHA256") else {
      throw MalformedSignature(
        place: .parameter("x-oss-signature-version"), fault: .unknownVersion)
    }
    guard let credential = SentCredential(try value("x-oss-credential")) else {
      throw MalformedSignature(place: .parameter("x-oss-credential"), fault: .credential)
    }
    return .v4URL(
      credential, additionalHeaders: additional, signature: try value("x-oss-signature"),
      date: try value("x-oss-date"), expires: try value("x-oss-expires"),
      token: parameters("x-oss-security-token").first ?? nil)
  }

  /// Reads the value of an Authorization header by its first word.
  private func readHeader(_ header: Bytes) throws(MalformedSignature) -> CarriedSignature {
    let scheme = header[...].prefix { $0 != 0x20 }
    let rest = header[scheme.endIndex...].drop { $0.isBlank }
    let token = value(of: "x-oss-security-token")
    let (date, ossDate) = (value(of: "date"), value(of: "x-oss-date"))
    if scheme.isText("OSS") {
      guard let colon = rest.firstIndex(of: UInt8(ascii: ":")) else {
        throw AuthorizationPairs.fault(.missingColon, rest.endIndex)
      }
      if colon == rest.startIndex { throw AuthorizationPairs.fault(.empty("AccessKeyId"), colon) }
      let signature = Bytes(rest[(colon + 1)...])
      if signature.isEmpty { throw AuthorizationPairs.fault(.empty("Signature"), rest.endIndex) }
      return .v1Header(
        accessKeyID: Bytes(rest[..<colon]), signature: signature, date: ossDate ?? date,
        token: token)
    }
    if scheme.isText("OSS2") {
      let pairs = try AuthorizationPairs(rest, mark: ":", credential: "AccessKeyId")
      return .v2Header(
        accessKeyID: pairs.credential, additionalHeaders: pairs.additionalHeaders,
        signature: pairs.signature, date: date ?? ossDate, token: token)
    }
    if scheme.begins(with: "AWS") { throw AuthorizationPairs.fault(.ofS3, 0) }
    if !scheme.isText("OSS4-HMAC-SHA256") { throw AuthorizationPairs.fault(.unknownVersion, 0) }
    let pairs = try AuthorizationPairs(rest, mark: "=", credential: "Credential")
    guard let credential = SentCredential(pairs.credential) else {
      throw AuthorizationPairs.fault(.credential, pairs.credentialOffset)
    }
    return .v4Header(
      credential, additionalHeaders: pairs.additionalHeaders, signature: pairs.signature,
      date: ossDate ?? date, token: token)
  }
}

/// The pairs in the Authorization headers of V2 and V4, with commas and blanks between, in any order.
private struct AuthorizationPairs {
  private(set) var credential = Bytes()
  private(set) var credentialOffset = 0
  private(set) var additionalHeaders: Bytes?
  private(set) var signature = Bytes()

  init(
    _ text: Bytes.SubSequence, mark: Unicode.Scalar, credential name: String
  ) throws(MalformedSignature) {
    var seen = NameSet()
    for piece in text.pieces(at: ",") {
      let pair = piece.drop { $0.isBlank }
      guard let end = pair.firstIndex(of: UInt8(ascii: mark)) else {
        throw Self.fault(.missingMark, pair.startIndex)
      }
      var value = pair[(end + 1)...]
      while value.last?.isBlank == true { value = value.dropLast() }
      let part = pair[..<end]
      let known = [name, "AdditionalHeaders", "Signature"].first { part.isText($0) }
      guard let known else { throw Self.fault(.unknownPart, pair.startIndex) }
      if !seen.insert(known) { throw Self.fault(.repeated(known), pair.startIndex) }
      if value.isEmpty { throw Self.fault(.empty(known), value.startIndex) }
      if part.isText(name) {
        (credential, credentialOffset) = (Bytes(value), value.startIndex)
      } else if part.isText("Signature") {
        signature = Bytes(value)
      } else {
        additionalHeaders = Bytes(value)
      }
    }
    if credential.isEmpty { throw Self.fault(.missing(name), text.endIndex) }
    if signature.isEmpty { throw Self.fault(.missing("Signature"), text.endIndex) }
  }

  static func fault(_ fault: MalformedSignature.Fault, _ offset: Int) -> MalformedSignature {
    MalformedSignature(place: .authorization(offset: offset), fault: fault)
  }
}

internal import OSSPrimitives

extension SentRequest {
  /// The signature that the request carries, in a header or in the URL; that of the header where both
  /// have one.
  ///
  /// - Complexity: O(*n*) in the length of the request.
  package var signature: CarriedSignature {
    var reader = SignatureReader(request: self)
    if let header = value(of: "authorization") {
      if fields.count(where: { $0.name[...].isCaseless("authorization") }) > 1 {
        reader.signature.note(.severalHeaders, .request)
      }
      reader.readHeader(header)
    } else {
      reader.readURL()
    }
    reader.signature.date = date(of: reader.signature)
    return reader.signature
  }

  /// The signature as a version reads it, also where there is none, or one that is not whole.
  func signature(as version: SignatureKind) -> CarriedSignature {
    var signature = signature
    if version != .v1 && version != .v4 { return signature }
    signature.fault = nil
    if signature.version == version { return signature }
    let isURL = version == .v1 ? parameter("Expires") != nil : signaturePlace == "url"
    signature = CarriedSignature(version: version, isURL: isURL)
    signature.date = date(of: signature)
    return signature
  }

  private func date(of signature: CarriedSignature) -> Bytes {
    let (date, ossDate) = (value(of: "date"), value(of: "x-oss-date"))
    let signed: Bytes? =
      switch (signature.version, signature.isURL) {
      case (.v1, true): parameter("Expires") ?? ossDate ?? date
      case (.v2, true): parameter("x-oss-expires")
      case (.v4, true): parameter("x-oss-date")
      case (.v2, false): date ?? ossDate
      case (.v1, false), (.v4, false): ossDate ?? date
      case (.s3, _), (.rpc, _), (nil, _): nil
      }
    return signed ?? []
  }
}

/// Reads all that can be read of a signature, and keeps the first fault.
private struct SignatureReader {
  let request: SentRequest
  var signature = CarriedSignature()

  /// Reads the parameters of a URL.
  mutating func readURL() {
    signature.isURL = true
    let namesOfS3 = ["X-Amz-Algorithm", "X-Amz-Credential", "AWSAccessKeyId"]
    if let name = namesOfS3.first(where: { request.parameter($0) != nil }) {
      signature.version = .s3
      signature.note(.ofS3, .parameter(name))
      take("X-Amz-Credential", "X-Amz-SignedHeaders", "X-Amz-Signature", [])
    } else if request.parameter("x-oss-signature-version") == nil,
      request.parameter("OSSAccessKeyId") != nil
        || request.parameter("Signature") != nil && request.parameter("Expires") != nil
    {
      signature.version = .v1
      take("OSSAccessKeyId", nil, "Signature", ["Expires"])
    } else if request.hasAny(["x-oss-signature-version", "x-oss-signature", "x-oss-credential"]) {
      readVersion()
    }
  }

  /// Reads parameters whose version has a parameter itself.
  private mutating func readVersion() {
    let name = "x-oss-signature-version"
    let version = value(name)
    if version?.isText("OSS2") == true {
      signature.version = .v2
    } else {
      if request.parameter("x-oss-credential") != nil { signature.version = .v4 }
      if version?.isText("OSS4-HMAC-SHA256") == true {
        signature.version = .v4
      } else if version != nil {
        signature.note(.unknownVersion, .parameter(name))
      }
    }
    let (list, text) = ("x-oss-additional-headers", "x-oss-signature")
    if signature.version == .v2 {
      take("x-oss-access-key-id", list, text, ["x-oss-expires"])
    } else if signature.version == .v4 {
      take("x-oss-credential", list, text, ["x-oss-date", "x-oss-expires"])
      checkScope(.parameter("x-oss-credential"))
    }
  }

  private mutating func take(
    _ credential: String, _ list: String?, _ text: String, _ other: [String]
  ) {
    if let list, request.parameter(list) != nil { signature.list = value(list) }
    signature.credential = value(credential)
    signature.text = value(text)
    for name in other { _ = value(name) }
  }

  /// The value of a parameter that a signature in the URL has once, not empty.
  private mutating func value(_ name: String) -> Bytes? {
    let values = request.parameters(name)
    guard let first = values.first else {
      signature.note(.missing(name), .parameter(name))
      return nil
    }
    if values.count > 1 { signature.note(.repeated(name), .parameter(name)) }
    if first?.isEmpty != false { signature.note(.empty(name), .parameter(name)) }
    return first ?? []
  }

  private mutating func checkScope(_ place: MalformedSignature.Place) {
    if let scope = signature.sentScope, scope.count < 4 { signature.note(.credential, place) }
  }

  /// Reads the value of an Authorization header by its first word.
  mutating func readHeader(_ header: Bytes) {
    let scheme = header[...].prefix { $0 != 0x20 }
    let rest = header[scheme.endIndex...].drop { $0.isBlank }
    let start = MalformedSignature.Place.authorization(offset: 0)
    if scheme.isText("OSS") {
      signature.version = .v1
      readPair(rest)
    } else if scheme.isText("OSS2") {
      signature.version = .v2
      readPairs(rest, mark: ":", ["AccessKeyId", "AdditionalHeaders", "Signature"])
    } else if scheme.begins(with: "AWS") {
      signature.version = .s3
      signature.note(.ofS3, start)
      readPairs(rest, mark: "=", ["Credential", "SignedHeaders", "Signature"])
    } else {
      if !scheme.isText("OSS4-HMAC-SHA256") { signature.note(.unknownVersion, start) }
      if !scheme.begins(with: "OSS4") { return }
      signature.version = .v4
      readPairs(rest, mark: "=", ["Credential", "AdditionalHeaders", "Signature"])
    }
  }

  /// Reads `<id>:<signature>`.
  private mutating func readPair(_ text: Bytes.SubSequence) {
    let (id, value) = Bytes(text).halves(at: ":")
    (signature.credential, signature.text) = (id, value)
    if value == nil { note(.missingColon, text.endIndex) }
    if id.isEmpty { note(.empty("AccessKeyId"), text.startIndex) }
    if value?.isEmpty == true { note(.empty("Signature"), text.endIndex) }
  }

  /// Reads pairs with commas and blanks between, in any order: the credential, the list, the signature.
  private mutating func readPairs(
    _ text: Bytes.SubSequence, mark: Unicode.Scalar, _ names: [String]
  ) {
    var values: [Bytes.SubSequence?] = [nil, nil, nil]
    for piece in text.pieces(at: ",") {
      let pair = piece.drop { $0.isBlank }
      guard let end = pair.firstIndex(of: UInt8(ascii: mark)) else {
        note(.missingMark, pair.startIndex)
        continue
      }
      guard let index = names.firstIndex(where: { pair[..<end].isText($0) }) else {
        note(.unknownPart, pair.startIndex)
        continue
      }
      if values[index] != nil {
        note(.repeated(names[index]), pair.startIndex)
        continue
      }
      var value = pair[(end + 1)...]
      while value.last?.isBlank == true { value = value.dropLast() }
      if value.isEmpty { note(.empty(names[index]), value.startIndex) }
      values[index] = value
    }
    for index in [0, 2] where values[index] == nil { note(.missing(names[index]), text.endIndex) }
    (signature.credential, signature.list) = (
      values[0].map { Bytes($0) }, values[1].map { Bytes($0) }
    )
    signature.text = values[2].map { Bytes($0) }
    if signature.version == .v4, let start = values[0]?.startIndex {
      checkScope(.authorization(offset: start))
    }
  }

  private mutating func note(_ fault: MalformedSignature.Fault, _ offset: Int) {
    signature.note(fault, .authorization(offset: offset))
  }
}

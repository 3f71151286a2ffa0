internal import OSSPrimitives

extension SentRequest {
  /// The signature that the request carries, in a header or in the URL; that of the header where both
  /// have one.
  ///
  /// - Complexity: O(*n*) in the length of the request.
  package var signature: CarriedSignature {
    var reader = SignatureReader(request: self)
    if let header = value(of: "authorization") {
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
    if signature.version == version { return signature.withoutFault }
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

  private static let unknownVersion =
    "The signature version% is not OSS, OSS2 or OSS4-HMAC-SHA256."
  private static let ofS3 = "The signature% is one of Amazon S3."

  /// Reads the parameters of a URL.
  mutating func readURL() {
    signature.isURL = true
    let (names, version) = (
      ["X-Amz-Algorithm", "X-Amz-Credential", "AWSAccessKeyId"], "x-oss-signature-version"
    )
    if let name = names.first(where: { request.parameter($0) != nil }) {
      signature.version = .s3
      signature.note(Self.ofS3, in: name)
      take("X-Amz-Credential", "X-Amz-SignedHeaders", "X-Amz-Signature", [])
    } else if request.parameter(version) == nil,
      request.parameter("OSSAccessKeyId") != nil
        || request.parameter("Signature") != nil && request.parameter("Expires") != nil
    {
      signature.version = .v1
      take("OSSAccessKeyId", nil, "Signature", ["Expires"])
    } else if request.hasAny([version, "x-oss-signature", "x-oss-credential"]) {
      readVersion(version)
    }
  }

  /// Reads the parameters of a version that has a parameter itself.
  private mutating func readVersion(_ name: String) {
    let version = value(name)
    let (list, text) = ("x-oss-additional-headers", "x-oss-signature")
    if version?.isText("OSS2") == true {
      signature.version = .v2
      take("x-oss-access-key-id", list, text, ["x-oss-expires"])
      return
    }
    let isV4 = version?.isText("OSS4-HMAC-SHA256") == true
    if version != nil, !isV4 { signature.note(Self.unknownVersion, in: name) }
    if isV4 || request.parameter("x-oss-credential") != nil {
      signature.version = .v4
      take("x-oss-credential", list, text, ["x-oss-date", "x-oss-expires"])
    }
  }

  private mutating func take(
    _ credential: String, _ list: String?, _ text: String, _ others: [String]
  ) {
    if let list, request.parameter(list) != nil { signature.list = value(list) }
    signature.credential = value(credential)
    if hasShortScope { signature.note(Self.shortScope, in: credential) }
    signature.text = value(text)
    for name in others { _ = value(name) }
  }

  /// The value of a parameter that a signature in the URL has once, not empty.
  private mutating func value(_ name: String) -> Bytes? {
    let values = request.parameters(name)
    if values.isEmpty { signature.note(name + " is missing%.", in: name) }
    if values.count > 1 { signature.note(name + " comes twice%.", in: name) }
    let value = values.first.map { $0 ?? [] }
    if value?.isEmpty == true { signature.note(name + " is empty%.", in: name) }
    return value
  }

  private static let shortScope =
    "The credential is not an access key ID and the four parts of a scope%."

  private var hasShortScope: Bool {
    signature.version == .v4 && (signature.sentScope?.count ?? 4) < 4
  }

  /// Reads the value of an Authorization header by its first word.
  mutating func readHeader(_ header: Bytes) {
    if request.fields.count(where: { $0.name[...].isCaseless("authorization") }) > 1 {
      signature.note("The request has more than one Authorization header%.", in: nil)
    }
    let scheme = header[...].prefix { $0 != 0x20 }
    let rest = header[scheme.endIndex...].drop { $0.isBlank }
    if scheme.isText("OSS") {
      signature.version = .v1
      readPair(rest)
    } else if scheme.isText("OSS2") {
      signature.version = .v2
      readPairs(rest, mark: ":", ["AccessKeyId", "AdditionalHeaders", "Signature"])
    } else if scheme.begins(with: "AWS") {
      signature.version = .s3
      signature.note(Self.ofS3, at: 0)
      readPairs(rest, mark: "=", ["Credential", "SignedHeaders", "Signature"])
    } else {
      if !scheme.isText("OSS4-HMAC-SHA256") { signature.note(Self.unknownVersion, at: 0) }
      if !scheme.begins(with: "OSS4") { return }
      signature.version = .v4
      readPairs(rest, mark: "=", ["Credential", "AdditionalHeaders", "Signature"])
    }
  }

  /// Reads `<id>:<signature>`.
  private mutating func readPair(_ text: Bytes.SubSequence) {
    let (id, value) = Bytes(text).halves(at: ":")
    (signature.credential, signature.text) = (id, value)
    if value == nil {
      signature.note("The colon before the signature is missing%.", at: text.endIndex)
    }
    if id.isEmpty { signature.note("AccessKeyId is empty%.", at: text.startIndex) }
    if value?.isEmpty == true { signature.note("Signature is empty%.", at: text.endIndex) }
  }

  /// Reads pairs with commas and blanks between, in any order: the credential, the list, the signature.
  private mutating func readPairs(
    _ text: Bytes.SubSequence, mark: Unicode.Scalar, _ names: [String]
  ) {
    var values: [Bytes?] = [nil, nil, nil]
    var credentialOffset = 0
    for piece in text.pieces(at: ",") {
      let pair = piece.drop { $0.isBlank }
      let parts = pair.pieces(at: mark, most: 2)
      let index = names.firstIndex { parts[0].isText($0) }
      if parts.count < 2 {
        signature.note("A part has no mark between name and value%.", at: pair.startIndex)
      } else if let index, values[index] == nil {
        var value = parts[1]
        while value.last?.isBlank == true { value = value.dropLast() }
        if value.isEmpty { signature.note(names[index] + " is empty%.", at: value.startIndex) }
        if index == 0 { credentialOffset = value.startIndex }
        values[index] = Bytes(value)
      } else {
        let fault = index.map { names[$0] + " comes twice%." } ?? "A part has an unknown name%."
        signature.note(fault, at: pair.startIndex)
      }
    }
    for index in [0, 2] where values[index] == nil {
      signature.note(names[index] + " is missing%.", at: text.endIndex)
    }
    (signature.credential, signature.list, signature.text) = (values[0], values[1], values[2])
    if hasShortScope { signature.note(Self.shortScope, at: credentialOffset) }
  }
}

package import OSSPrimitives

/// The signature that a request carries: its parts as they were sent, decoded, as many as can be read.
package struct CarriedSignature: Sendable {
  /// By whose rules it is made; nil without a signature, and where its version is not known.
  package internal(set) var version: SignatureKind?
  /// Whether the URL carries it, and not a header.
  package internal(set) var isURL = false
  /// The access key ID, with the scope behind it in V4 and S3; nil without one.
  package private(set) var credential: Bytes?
  /// The list of additional headers; nil without one.
  package private(set) var list: Bytes?
  /// The text of the signature; nil without one.
  package private(set) var text: Bytes?
  /// The date that is signed, or the end of a presigned URL; empty without one.
  package fileprivate(set) var date = Bytes()
  /// A sentence about the first fault, which shows no part of a value; nil in a signature that is whole,
  /// and without one.
  package fileprivate(set) var fault: String?

  /// Whether it is there, and without a fault.
  package var isWhole: Bool { version != nil && fault == nil }

  private var hasScope: Bool { version == .v4 || version == .s3 }

  /// The access key ID, which may hold slashes: a scope is counted from the end (V1-AUTH-3).
  package var accessKeyID: Bytes {
    guard hasScope, let parts = credential?.parts(at: "/") else { return credential ?? [] }
    return parts.dropLast(min(4, parts.count - 1)).joined(by: "/")
  }

  /// The four parts of a scope that are signed: day, region, product and terminator (V4-SCO-1); all
  /// empty where the credential has fewer.
  package var scope: [Bytes] {
    let parts = sentScope ?? []
    return parts.count < 4 ? Array(repeating: [], count: 4) : parts.suffix(4)
  }

  /// All that is behind the first slash of the credential; nil where the version has no scope.
  var sentScope: [Bytes]? {
    hasScope ? credential.map { $0.halves(at: "/").after?.parts(at: "/") ?? [[]] } : nil
  }

  /// Keeps a fault where it is the first.
  fileprivate mutating func note(_ sentence: String) {
    let place = isURL ? "URL" : "Authorization header"
    fault = fault ?? sentence + " in the " + place + "."
  }

  /// Takes the parts from what was sent: each part has one value, which is not empty.
  ///
  /// - Parameters:
  ///   - names: those of the credential, the list, which may be missing, and the signature; then those
  ///     of what else the version has. V1 has no list, and so no name of it.
  ///   - pairs: the names and values that were sent.
  fileprivate mutating func take(_ names: [String], from pairs: [(name: Bytes, value: Bytes)]) {
    var values: [Bytes?] = []
    for name in names {
      let found = name.isEmpty ? [] : pairs.filter { $0.name.isText(name) }
      values.append(found.first?.value)
      if found.isEmpty, values.count != 2 { note(name + " is missing") }
      if found.count > 1 { note(name + " comes twice") }
      if found.first?.value.isEmpty == true { note(name + " is empty") }
    }
    (credential, list, text) = (values[0], values[1], values[2])
    if version == .v4, (sentScope?.count ?? 4) < 4 {
      note("The credential is not an access key ID and the four parts of a scope")
    }
  }

  /// Reads the value of an Authorization header by its first word.
  fileprivate mutating func read(header: Bytes) {
    let (scheme, after) = header.halves(at: " ")
    let rest = (after ?? []).trimmingBlanks
    if scheme.isText("OSS") {
      version = .v1
      let (id, value) = rest.halves(at: ":")
      if value == nil { note("The colon before the signature is missing") }
      if rest.contains(" :") || rest.contains(": ") { note("A blank is beside the colon") }
      take(
        ["AccessKeyId", "", "Signature"],
        from: [("AccessKeyId".bytes, id), ("Signature".bytes, value ?? [])])
      text = value
    } else if scheme.isText("OSS2") {
      version = .v2
      read(rest, mark: ":", ["AccessKeyId", "AdditionalHeaders", "Signature"])
    } else if scheme.begins(with: "AWS") {
      version = .s3
      note(Self.ofS3)
      read(rest, mark: "=", ["Credential", "SignedHeaders", "Signature"])
    } else {
      if !scheme.isText("OSS4-HMAC-SHA256") { note(Self.unknownVersion) }
      if !scheme.begins(with: "OSS4") { return }
      version = .v4
      read(rest, mark: "=", ["Credential", "AdditionalHeaders", "Signature"])
    }
  }

  private static let unknownVersion =
    "The signature version is not OSS, OSS2 or OSS4-HMAC-SHA256"
  private static let ofS3 = "The signature is one of Amazon S3"

  /// Reads pairs with commas and blanks between, in any order.
  private mutating func read(_ text: Bytes, mark: Unicode.Scalar, _ names: [String]) {
    var (pieces, pairs) = (text.parts(at: ","), [(name: Bytes, value: Bytes)]())
    let hasComma = pieces.last?.trimmingBlanks.isEmpty == true && pieces.count > 1
    if hasComma { pieces.removeLast() }
    for piece in pieces {
      let (name, value) = piece.trimmingBlanks.halves(at: mark)
      if value == nil { note("A part has no mark between name and value") }
      if !names.contains(where: { name.isText($0) }) { note("A part has an unknown name") }
      if let value { pairs.append((name, value)) }
    }
    take(names, from: pairs)
    if hasComma { note("A comma is at the end") }
  }

  /// Reads the parameters of a URL.
  fileprivate mutating func read(query request: SentRequest) {
    isURL = true
    let pairs = request.query.filter { !$0.raw.isEmpty }.map {
      (name: $0.name, value: $0.value ?? [])
    }
    let (name, list, text) = (
      "x-oss-signature-version", "x-oss-additional-headers", "x-oss-signature"
    )
    let named = request.parameter(name)
    if request.hasAny(["X-Amz-Algorithm", "X-Amz-Credential", "AWSAccessKeyId"]) {
      version = .s3
      note(Self.ofS3)
      take(["X-Amz-Credential", "X-Amz-SignedHeaders", "X-Amz-Signature"], from: pairs)
    } else if named == nil,
      request.parameter("OSSAccessKeyId") != nil
        || request.parameter("Signature") != nil && request.parameter("Expires") != nil
    {
      version = .v1
      take(["OSSAccessKeyId", "", "Signature", "Expires"], from: pairs)
    } else if named?.isText("OSS2") == true {
      version = .v2
      take(["x-oss-access-key-id", list, text, "x-oss-expires", name], from: pairs)
    } else if named != nil || request.hasAny([text, "x-oss-credential"]) {
      let isV4 = named?.isText("OSS4-HMAC-SHA256") == true
      if named != nil, !isV4 { note(Self.unknownVersion) }
      if named == nil { note(name + " is missing") }
      if !isV4, request.parameter("x-oss-credential") == nil { return }
      version = .v4
      take(["x-oss-credential", list, text, "x-oss-date", "x-oss-expires", name], from: pairs)
    }
  }
}

extension CarriedSignature: Redacted {
  /// The version, the place and the fault; never an access key ID, a signature or a token.
  package var description: String {
    guard let version else { return "CarriedSignature(" + (fault ?? "none") + ")" }
    let place = isURL ? ", URL" : ", header"
    return "CarriedSignature(" + version.rawValue + place + (fault.map { ": " + $0 } ?? "") + ")"
  }
}

extension SentRequest {
  /// The signature that the request carries, in a header or in the URL; that of the header where both
  /// have one.
  ///
  /// - Complexity: O(*n*) in the length of the request.
  package var signature: CarriedSignature {
    var signature = CarriedSignature()
    if let header = value(of: "authorization") {
      if fields.count(where: { $0.isNamed("authorization") }) > 1 {
        signature.fault = "The request has more than one Authorization header."
      }
      signature.read(header: header)
    } else {
      signature.read(query: self)
    }
    signature.date = date(of: signature)
    return signature
  }

  /// The signature as a version reads it, also where a request has no signature, or a part of one.
  func signature(as version: SignatureKind) -> CarriedSignature {
    var signature = signature
    if version != .v1 && version != .v4 { return signature }
    if signature.version == version {
      signature.fault = nil
      return signature
    }
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

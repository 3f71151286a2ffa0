package import OSSPrimitives
internal import OSSVectors

/// What is wrong with an input, so that a mistake can pass over it.
package struct SigningFault: Sendable {
  package enum Kind: Sendable {
    case emptyID, foreignID, emptySecret, brokenSecret, brokenToken
    case method, bucket, keyWithoutBucket, emptyKey, longKey, leadingSlash
    case headerName, headerValue, repeatedHeader, additionalName
    case time, expiryYear, earlyExpiry, validity, reservedParameter, reservedHeader
    case scheme, host, port, endpointPath, bucketBeforeAddress
    case region, regionPrefix, product
    case stringLines, stringScope, stringDate, stringHash

    var errorClass: ErrorClass {
      switch self {
      case .emptyID: .missingAccessKeyID
      case .foreignID: .invalidAccessKeyID
      case .emptySecret: .missingSecret
      case .brokenSecret: .invalidSecret
      case .brokenToken: .invalidSecurityToken
      case .method: .invalidMethod
      case .bucket: .invalidBucketName
      case .keyWithoutBucket: .missingBucket
      case .emptyKey, .longKey, .leadingSlash: .invalidObjectKey
      case .headerName: .invalidHeaderName
      case .headerValue: .invalidHeaderValue
      case .repeatedHeader: .duplicateHeader
      case .additionalName: .invalidAdditionalHeader
      case .time: .invalidTime
      case .expiryYear, .earlyExpiry, .validity: .invalidExpires
      case .reservedParameter: .reservedParameter
      case .reservedHeader: .reservedHeader
      case .scheme, .host, .port, .endpointPath: .invalidEndpoint
      case .bucketBeforeAddress: .invalidAddressing
      case .region, .regionPrefix: .invalidRegion
      case .product: .invalidProduct
      case .stringLines, .stringScope, .stringDate, .stringHash: .invalidStringToSign
      }
    }
  }

  package let kind: Kind
  /// The text at fault.
  package let text: Bytes
  /// The number at fault.
  package let number: Int64
  /// The texts that must be there.
  package var due: [Bytes] = []
}

extension SigningModel {
  /// Refuses a fault, unless a mistake accepts it.
  func refuse(
    _ kind: SigningFault.Kind, _ text: Bytes = [], _ number: Int64 = 0, due: [Bytes] = []
  ) throws(Refusal) {
    if accepts(SigningFault(kind: kind, text: text, number: number, due: due)) { return }
    throw Refusal(kind.errorClass, "The input has a fault: \(kind).")
  }

  /// Refuses credentials (V1-REF-1, V1-REF-2, V1-REF-3, V1-REF-6, V1-REF-14).
  func checkCredentials(_ input: SigningInput) throws(Refusal) {
    if input.accessKeyID.isEmpty { try refuse(.emptyID) }
    if input.secret.isEmpty { try refuse(.emptySecret) }
    if !input.accessKeyID.text.isAccessKeyID { try refuse(.foreignID, input.accessKeyID) }
    if input.secret.contains(where: Self.breaksLine) { try refuse(.brokenSecret, input.secret) }
    if let token = input.token, token.contains(where: Self.breaksLine) {
      try refuse(.brokenToken, token)
    }
  }

  /// Refuses a request (V1-REF-4, V1-REF-5, V1-REF-7 to V1-REF-11, V2-REF-1, V4-REF-4).
  func checkRequest(_ input: SigningInput) throws(Refusal) {
    if input.method.isEmpty || !input.method.allSatisfy({ Self.allows(.method, $0) }) {
      try refuse(.method, input.method)
    }
    if let bucket = input.bucket, bucket.isEmpty || !bucket.allSatisfy(Self.isBucketByte) {
      try refuse(.bucket, bucket)
    }
    if let key = input.key {
      if input.bucket == nil { try refuse(.keyWithoutBucket, key) }
      if key.isEmpty { try refuse(.emptyKey) }
      if key.count > 1023 { try refuse(.longKey, key) }
      if key.begins(with: "/") || key.begins(with: "\\") { try refuse(.leadingSlash, key) }
    }
    try checkHeaders(input.headers)
    for name in input.additionalHeaders { try checkAdditional(name) }
  }

  private func checkHeaders(_ headers: [SigningField]) throws(Refusal) {
    let single = ["content-md5", "content-type", "x-oss-date", "x-oss-security-token"]
    var seen: [Bytes] = []
    for header in headers {
      if header.name.isEmpty || !header.name.allSatisfy(Self.isToken) {
        try refuse(.headerName, header.name)
      }
      if header.text.contains(where: Self.breaksLine) {
        try refuse(.headerValue, header.name + ":".raw + header.text)
      }
      let name = header.name.lowerCase
      if seen.contains(name) { try refuse(.repeatedHeader, name) }
      if single.contains(where: name.isText) { seen.append(name) }
    }
  }

  /// A name that is signed anyway is never listed by V4, so that it may have an underscore (V4-REF-4).
  private func checkAdditional(_ name: Bytes) throws(Refusal) {
    let lowered = name.lowerCase
    let hasUnderscore = !Self.isSignedAnyway(lowered) && name.contains(UInt8(ascii: "_"))
    if name.isEmpty || lowered.isText("authorization") || !name.allSatisfy(Self.isToken)
      || hasUnderscore
    {
      try refuse(.additionalName, name)
    }
  }

  /// Refuses a region or a product (V4-REF-1, V4-REF-2, V4-REF-3).
  func checkScope(_ input: SigningInput) throws(Refusal) {
    if !Self.isScopeName(input.region) {
      try refuse(.region, input.region)
    } else if input.region.begins(with: "oss-") {
      try refuse(.regionPrefix, input.region)
    }
    if !Self.isScopeName(input.product) { try refuse(.product, input.product) }
  }

  /// Refuses what no presigned URL can be (PRE-REF-1 to PRE-REF-3, V2-REF-2 to V2-REF-4, V4-REF-5 to
  /// V4-REF-7).
  func checkURL(_ input: SigningInput) throws(Refusal) {
    if input.version == .v4 {
      if !(1...604_800).contains(input.expires) { try refuse(.validity, [], input.expires) }
    } else if input.expires < 0 {
      try refuse(.earlyExpiry, [], input.expires)
    }
    let reserved = Self.reservedParameters(input.version)
    for name in input.query.map(\.name) {
      if reserved.contains(where: name.isText) { try refuse(.reservedParameter, name) }
      if token(input.token) != nil, name.isText(Self.tokenParameter(input.version)) {
        try refuse(.reservedParameter, name)
      }
    }
    for name in input.headers.map(\.name.lowerCase)
    where name.isText("x-oss-security-token") || input.version == .v4 && name.isText("x-oss-date") {
      try refuse(.reservedHeader, name)
    }
  }

  static func reservedParameters(_ version: SigningInput.Version) -> [String] {
    switch version {
    case .v1: ["OSSAccessKeyId", "Expires", "Signature"]
    case .v2:
      [
        "x-oss-access-key-id", "x-oss-additional-headers", "x-oss-expires", "x-oss-signature",
        "x-oss-signature-version",
      ]
    case .v4:
      [
        "x-oss-additional-headers", "x-oss-credential", "x-oss-date", "x-oss-expires",
        "x-oss-signature", "x-oss-signature-version",
      ]
    }
  }

  /// Whether a text that is checked byte by byte may have a byte, by the kind of its fault (V1-REF-3 to
  /// V1-REF-6, V1-REF-8, V1-REF-10, V1-REF-14, V2-REF-1, V4-REF-1, V4-REF-3, V4-REF-4).
  static func allows(_ kind: SigningFault.Kind, _ byte: UInt8) -> Bool {
    switch kind {
    case .foreignID: Bytes([byte]).text.isAccessKeyID
    case .method: byte.isUpperLetter
    case .bucket: isBucketByte(byte)
    case .headerName: isToken(byte)
    case .additionalName: isToken(byte) && byte != UInt8(ascii: "_")
    case .region, .product: byte.isLowerLetter || byte.isDigit || byte == 0x2D
    default: !breaksLine(byte)
    }
  }

  /// CR, LF and NUL, which end a line early (V1-REF-5).
  static func breaksLine(_ byte: UInt8) -> Bool { byte == 0x0D || byte == 0x0A || byte == 0 }

  static func isBucketByte(_ byte: UInt8) -> Bool {
    byte.isLowerLetter || byte.isDigit || byte == 0x2D || byte == 0x5F
  }

  /// The bytes of a token of RFC 9110 §5.6.2 (V1-REF-4).
  static func isToken(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }

  static func isScopeName(_ name: Bytes) -> Bool {
    !name.isEmpty && name.allSatisfy { allows(.region, $0) }
  }
}

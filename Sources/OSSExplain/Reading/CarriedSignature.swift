package import OSSPrimitives

/// The signature that a request carries, its parts as they were sent, decoded and not checked.
package enum CarriedSignature: Sendable {
  /// Nothing of a signature.
  case none
  /// `Authorization: OSS <id>:<signature>` (V1-AUTH-1).
  case v1Header(accessKeyID: Bytes, signature: Bytes, date: Bytes?, token: Bytes?)
  /// `OSSAccessKeyId`, `Expires` and `Signature` (PRE-QRY-1).
  case v1URL(accessKeyID: Bytes, signature: Bytes, expires: Bytes, token: Bytes?)
  /// `Authorization: OSS2 AccessKeyId:…` (V2-AUTH-1).
  case v2Header(
    accessKeyID: Bytes, additionalHeaders: Bytes?, signature: Bytes, date: Bytes?, token: Bytes?)
  /// `x-oss-signature-version=OSS2` and its parameters (V2-PRE-2).
  case v2URL(
    accessKeyID: Bytes, additionalHeaders: Bytes?, signature: Bytes, expires: Bytes, token: Bytes?)
  /// `Authorization: OSS4-HMAC-SHA256 Credential=…` (V4-AUTH-1).
  case v4Header(
    SentCredential, additionalHeaders: Bytes?, signature: Bytes, date: Bytes?, token: Bytes?)
  /// `x-oss-signature-version=OSS4-HMAC-SHA256` and its parameters (V4-PRE-1).
  case v4URL(
    SentCredential, additionalHeaders: Bytes?, signature: Bytes, date: Bytes, expires: Bytes,
    token: Bytes?)
  /// A signature that cannot be read.
  case malformed(MalformedSignature)
}

/// The credential of V4: an access key ID, a slash and the scope (V4-SCO-1).
package struct SentCredential: Hashable, Sendable {
  /// The access key ID, which may hold slashes: the scope is counted from the end (V1-AUTH-3).
  package let accessKeyID: Bytes
  /// The day, such as `20231216`.
  package let date: Bytes
  /// The region, such as `cn-hangzhou`.
  package let region: Bytes
  /// The product, such as `oss`.
  package let product: Bytes
  /// What should be `aliyun_v4_request`.
  package let terminator: Bytes

  /// Reads a credential; nil where it has fewer than four slashes.
  init?(_ text: Bytes) {
    let parts = text[...].pieces(at: "/")
    guard parts.count >= 5 else { return nil }
    let scope = parts.suffix(4).map { Bytes($0) }
    accessKeyID = Bytes(text[..<(parts[parts.count - 5].endIndex)])
    (date, region, product, terminator) = (scope[0], scope[1], scope[2], scope[3])
  }

  /// The scope as the string to sign has it.
  package var scope: Bytes {
    var scope = date
    for part in [region, product, terminator] {
      scope.append(ascii: "/")
      scope.append(contentsOf: part)
    }
    return scope
  }
}

/// Why a signature cannot be read, and where; it holds no part of a value.
package struct MalformedSignature: Error, Equatable, Sendable {
  /// Where the fault is.
  package enum Place: Equatable, Sendable {
    /// In the value of the `Authorization` header.
    case authorization(offset: Int)
    case parameter(String)
    case request
  }

  /// What is wrong there; the description says it in a sentence.
  package enum Fault: Equatable, Sendable {
    case unknownVersion, ofS3, missingColon, missingMark, unknownPart, credential, severalHeaders
    case missing(String)
    case empty(String)
    case repeated(String)
  }

  package let place: Place
  package let fault: Fault
}

extension MalformedSignature: CustomStringConvertible {
  /// One sentence that says what is wrong and where.
  package var description: String {
    let place =
      switch place {
      case .authorization(let offset): " at byte % of the Authorization header".filled(offset)
      case .parameter(let name): " in the parameter % of the URL".filled(name)
      case .request: ""
      }
    return sentence.filled(place)
  }

  private var sentence: String {
    switch fault {
    case .unknownVersion: "The signature version% is not OSS, OSS2 or OSS4-HMAC-SHA256."
    case .ofS3: "The signature% is one of Amazon S3."
    case .missingColon: "The colon before the signature is missing%."
    case .missingMark: "A part has no mark between name and value%."
    case .missing(let name): name + " is missing%."
    case .empty(let name): name + " is empty%."
    case .repeated(let name): name + " comes twice%."
    case .unknownPart: "A part has an unknown name%."
    case .credential: "The credential is not an access key ID and the four parts of a scope%."
    case .severalHeaders: "The request has more than one Authorization header%."
    }
  }
}

extension CarriedSignature: Redacted {
  /// The version and the place; never an access key ID, a signature or a token.
  package var description: String {
    switch self {
    case .none: "CarriedSignature(none)"
    case .v1Header: "CarriedSignature(V1, header)"
    case .v1URL: "CarriedSignature(V1, URL)"
    case .v2Header: "CarriedSignature(V2, header)"
    case .v2URL: "CarriedSignature(V2, URL)"
    case .v4Header: "CarriedSignature(V4, header)"
    case .v4URL: "CarriedSignature(V4, URL)"
    case .malformed(let fault): "CarriedSignature(malformed: \(fault))"
    }
  }
}

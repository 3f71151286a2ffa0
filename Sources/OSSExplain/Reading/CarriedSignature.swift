package import OSSPrimitives

/// The signature that a request carries: its parts as they were sent, decoded, as many as can be read.
package struct CarriedSignature: Sendable {
  /// By whose rules it is made; nil without a signature, and where its version is not known.
  package internal(set) var version: SignatureKind?
  /// Whether the URL carries it, and not a header.
  package internal(set) var isURL = false
  /// The access key ID, with the scope behind it in V4 and S3; nil without one.
  package internal(set) var credential: Bytes?
  /// The list of additional headers; nil without one.
  package internal(set) var list: Bytes?
  /// The text of the signature; nil without one.
  package internal(set) var text: Bytes?
  /// The date that is signed, or the end of a presigned URL; empty without one.
  package internal(set) var date = Bytes()
  /// The first fault that was found; nil in a signature that is whole, and without one.
  package internal(set) var fault: MalformedSignature?

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

  /// Keeps a fault, where it is the first.
  mutating func note(_ fault: MalformedSignature.Fault, _ place: MalformedSignature.Place) {
    self.fault = self.fault ?? MalformedSignature(place: place, fault: fault)
  }
}

extension CarriedSignature: Redacted {
  /// The version, the place and the fault; never an access key ID, a signature or a token.
  package var description: String {
    guard let version else { return "CarriedSignature(" + (fault?.description ?? "none") + ")" }
    let fault = fault.map { ": " + $0.description } ?? ""
    return "CarriedSignature(" + version.rawValue + (isURL ? ", URL" : ", header") + fault + ")"
  }
}

/// Why a signature cannot be read, and where; it holds no part of a value.
package struct MalformedSignature: Equatable, Sendable {
  /// Where the fault is.
  package enum Place: Equatable, Sendable {
    /// In the value of the `Authorization` header.
    case authorization(offset: Int)
    case parameter(String)
    case request
  }

  /// What is wrong there: a sentence with a `%` for the place.
  package struct Fault: Equatable, Sendable {
    fileprivate let sentence: String

    package static let unknownVersion = Self(
      sentence: "The signature version% is not OSS, OSS2 or OSS4-HMAC-SHA256.")
    package static let ofS3 = Self(sentence: "The signature% is one of Amazon S3.")
    package static let missingColon = Self(
      sentence: "The colon before the signature is missing%.")
    package static let missingMark = Self(
      sentence: "A part has no mark between name and value%.")
    package static let unknownPart = Self(sentence: "A part has an unknown name%.")
    package static let credential = Self(
      sentence: "The credential is not an access key ID and the four parts of a scope%.")
    package static let severalHeaders = Self(
      sentence: "The request has more than one Authorization header%.")

    package static func missing(_ name: String) -> Self { Self(sentence: name + " is missing%.") }
    package static func empty(_ name: String) -> Self { Self(sentence: name + " is empty%.") }
    package static func repeated(_ name: String) -> Self { Self(sentence: name + " comes twice%.") }
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
    return fault.sentence.filled(place)
  }
}

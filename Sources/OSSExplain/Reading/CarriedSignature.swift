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
  /// A sentence about the first fault, with its place and no part of a value; nil in a signature that
  /// is whole, and without one.
  package private(set) var fault: String?

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

  /// Keeps a fault at a byte of the `Authorization` header, where it is the first.
  mutating func note(_ sentence: String, at offset: Int) {
    let place = " at byte % of the Authorization header".filled(offset)
    fault = fault ?? sentence.filled(place)
  }

  /// Keeps a fault of a parameter, or, with nil, of the request, where it is the first.
  mutating func note(_ sentence: String, in parameter: String?) {
    let place = parameter.map { " in the parameter % of the URL".filled($0) }
    fault = fault ?? sentence.filled(place ?? "")
  }

  /// The same with every part, but without its fault.
  var withoutFault: Self {
    var signature = self
    signature.fault = nil
    return signature
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

import OSSSigning

/// A signer for the access key ID `ak`.
func signer(
  _ version: SignatureVersion = .v1, secret: String = "sk", token: String? = nil
) throws -> Signer {
  try Signer(Credentials(accessKeyID: "ak", accessKeySecret: secret, securityToken: token), version)
}

extension SignatureVersion {
  /// One of each version.
  static let each: [SignatureVersion] = [.v1, .v2, .v4(region: "cn-hangzhou")]
}

extension Signer {
  /// A signer that is prepared for the day of a time.
  func prepared(at time: Moment) -> Signer {
    var signer = self
    signer.prepare(at: time)
    return signer
  }

  /// The string that signing the headers of a request signs.
  func stringToSign(for request: SigningRequest, at time: Moment) throws -> StringToSign {
    try identity.headers(for: request, at: time).stringToSign
  }
}

extension StringToSign {
  /// A step that the version has.
  func step(_ step: Step) -> String { self[step] ?? "(no such step)" }
}

extension SignedHeaders {
  /// The value of a header that signing adds.
  private func value(of name: String) -> String? {
    added.first { $0.name.lowercased() == name }?.value
  }

  /// The token that is sent.
  var securityToken: String? { value(of: "x-oss-security-token") }

  /// The digits of a V4 signature.
  var signature: String { String(authorization.suffix(64)) }
}

extension Signature {
  /// The signature in a value of V1.
  var signature: String? { (try? read(as: .v1))?.signature }
}

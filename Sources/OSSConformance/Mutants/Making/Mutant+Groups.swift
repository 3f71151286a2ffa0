internal import OSSVectors

extension Set<OSSVectors.Operation> {
  /// The operations that sign a request.
  static let signing: Set = [.v1Header, .v1Presign]
  /// The operations that sign a request with V2.
  static let signingV2: Set = [.v2Header, .v2Presign]
  /// The operations that sign a request with V4.
  static let signingV4: Set = [.v4Header, .v4Presign]
  /// The operations that make a signature with V4.
  static let authenticatingV4: Set = [.v4Header, .v4Presign, .v4String]
  /// The operations that make a signature.
  static let authenticating: Set = [.v1Header, .v1Presign, .v1String]
  /// The operations that HMAC-SHA1 goes into.
  static let hmacSHA1: Set = [.v1Header, .v1Presign, .v1String, .hmacSHA1]
  /// The operations that make a URL as V1 does.
  static let urls: Set = [.v1Presign, .publicURL]
  /// The operations that make the host and the path of a URL, which no version makes otherwise.
  static let locations: Set = [.v1Presign, .publicURL, .v4Presign]
  /// The operations that read a request.
  static let requests: Set = [.v1Header, .v1Presign, .publicURL]
}

internal import OSSPrimitives

/// Endpoints outside of signatures, which are read as those of presigned URLs.
extension SigningEndpoint {
  private static let reader = SigningModel()

  /// Reads the endpoint and the addressing of an input (PRE-REF-4 to PRE-REF-6, PRE-HOST-4).
  init(_ input: InputReader) throws(Refusal) { self = try Self.reader.endpoint(input) }

  /// Reads a host and perhaps a port; nil for anything else (PRE-REF-4).
  init?(authority: Bytes) {
    guard let endpoint = try? Self.reader.endpoint("http://".raw + authority, nil) else {
      return nil
    }
    self = endpoint
  }

  /// The scheme, the host and the port, which the path of a URL follows.
  package var origin: String { "\(scheme.text)://\(host.text)" + (port.map { ":\($0)" } ?? "") }
}

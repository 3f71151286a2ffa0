public import OSSPrimitives
public import OSSSigning

/// The headers of a request that is ready to be sent.
///
/// Nothing that describes the value shows the signature or the security token among them
/// (CRED-MODE-19).
public struct SignedRequest: Sendable {
  /// Every header to send.
  public let headers: [HeaderField]
  /// Which credentials signed it, to name them when OSS rejects it; nil for a custom signer.
  public let generation: Int?

  /// Makes a signed request, as a signer of an app's own returns it.
  ///
  /// - Parameters:
  ///   - headers: every header to send.
  ///   - generation: which credentials signed it; nil where that is not known.
  public init(headers: [HeaderField], generation: Int?) {
    self.headers = headers
    self.generation = generation
  }
}

extension SignedRequest: Redacted {
  /// The names of the headers and the generation.
  public var description: String {
    "SignedRequest(headers: \(headers.map(\.name)), "
      + "generation: \(generation.map(String.init) ?? "-"))"
  }

}

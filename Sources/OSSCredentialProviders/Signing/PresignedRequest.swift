public import OSSCredentials
public import OSSPrimitives
public import OSSSigning

/// A presigned URL, and how long it works.
///
/// Whoever has the URL can make its request, so nothing that describes the value shows it.
///
///     let link = try await provider.presign(put, at: endpoint, validFor: .hours(1))
///     print(link.method, link.signedHeaders, link.limit.effective, link.limit.bound)
public struct PresignedRequest: Sendable {
  /// The URL, ready to be sent.
  public let url: String
  /// The method of the request.
  public let method: String
  /// The headers that are signed and must be sent with the URL, as they were signed.
  public let signedHeaders: [HeaderField]
  /// When the URL ends, which of two limits decides it, and what is worth knowing about them.
  ///
  /// The clause is CRED-MODE-17.
  public let limit: PresignLimit
  /// Which credentials signed it, to name them when OSS rejects it; nil for a custom signer.
  public let generation: Int?

  /// Makes a presigned URL, as a signer of an app's own returns it.
  ///
  /// - Parameters:
  ///   - url: the URL, ready to be sent.
  ///   - method: the method of the request.
  ///   - signedHeaders: the headers that must be sent with it.
  ///   - limit: when it ends.
  ///   - generation: which credentials signed it; nil where that is not known.
  public init(
    url: String, method: String, signedHeaders: [HeaderField] = [], limit: PresignLimit,
    generation: Int?
  ) {
    self.url = url
    self.method = method
    self.signedHeaders = signedHeaders
    self.limit = limit
    self.generation = generation
  }

  /// What a signer of the package has signed.
  init(_ signed: PresignedURL, limit: PresignLimit, generation: Int?) {
    self.init(
      url: signed.url, method: signed.method, signedHeaders: signed.signedHeaders, limit: limit,
      generation: generation)
  }
}

extension PresignedRequest: Redacted {
  /// When the URL ends, and the generation.
  public var description: String {
    "PresignedRequest(ends: \(limit.effective), findings: \(limit.findings.map(\.rawValue)), "
      + "generation: \(generation.map(String.init) ?? "-"))"
  }

}

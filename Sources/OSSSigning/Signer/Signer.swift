public import OSSPrimitives

/// A signer of any version, over the same request.
///
///     var signer = try Signer(credentials, .v4(region: "cn-hangzhou"))
///     signer.prepare(at: now)
///     let headers = signer.sign(request, at: now).headers(of: request)
///     let url = endpoint.url(for: request)
///
/// What one version alone can show, such as the steps of its string to sign, its own signer shows.
public enum Signer: Sendable {
  /// Signs with V1.
  case v1(SignerV1)
  /// Signs with V2.
  case v2(SignerV2)
  /// Signs with V4.
  case v4(SignerV4)

  /// Makes a signer of the version chosen.
  ///
  /// - Throws: ``SigningError/invalidRegion(_:)`` or ``SigningError/invalidProduct(_:)``.
  /// - Complexity: O(*n*) in the length of the secret.
  public init(_ credentials: Credentials, _ version: SignatureVersion) throws(SigningError) {
    switch version {
    case .v1: self = .v1(SignerV1(credentials))
    case .v2: self = .v2(SignerV2(credentials))
    case .v4(let region, let product):
      self = .v4(try SignerV4(credentials, region: region, product: product))
    }
  }

  /// Makes what the version needs once a day, so that signing is fast; V1 and V2 need nothing.
  public mutating func prepare(at time: UnixTime) {
    if case .v4(let signer) = self, !signer.isPrepared(at: time) {
      self = .v4(signer.prepared(at: time))
    }
  }

  /// Signs the headers of a request.
  ///
  /// Send them to ``Endpoint/url(for:)``, which encodes path and query as they are signed.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - time: the clock.
  /// - Complexity: O(*n*) in the length of what is signed.
  public func sign(_ request: SigningRequest, at time: UnixTime) -> SignedHeaders {
    switch self {
    case .v1(let signer): .v1(signer.sign(request, at: time))
    case .v2(let signer): .v2(signer.sign(request, at: time))
    case .v4(let signer): .v4(signer.sign(request, at: time))
    }
  }

  /// The string that ``sign(_:at:)`` signs, as OSS shows it when it refuses a request.
  ///
  /// - Complexity: O(*n*) in the length of what is signed.
  public func stringToSign(for request: SigningRequest, at time: UnixTime) -> String {
    switch self {
    case .v1(let signer): signer.stringToSign(for: request, at: time).text
    case .v2(let signer): signer.stringToSign(for: request, at: time).text
    case .v4(let signer): signer.stringToSign(for: request, at: time).text
    }
  }

  /// Makes a presigned URL.
  ///
  /// - Parameters:
  ///   - request: the request that the URL will make; what is signed of its headers must be sent
  ///     with the URL.
  ///   - endpoint: where the bucket is.
  ///   - time: the clock, from which the URL works.
  ///   - seconds: how long it works: at least 1, and with V4 at most 604800.
  /// - Throws: ``SigningError``, which names the field at fault: for a number of seconds that is
  ///   none, ``SigningError/invalidInterval(seconds:)`` with V1 and V2 and
  ///   ``SigningError/invalidValidity(seconds:)`` with V4.
  /// - Complexity: O(*n* log *n*) in the length of the URL.
  public func presignedURL(
    for request: SigningRequest, endpoint: Endpoint, at time: UnixTime, validFor seconds: Int64
  ) throws(SigningError) -> PresignedURL {
    switch self {
    case .v1(let signer):
      let expires = try Self.end(of: seconds, from: time)
      return try signer.presignedURL(for: request, endpoint: endpoint, expires: expires)
    case .v2(let signer):
      let expires = try Self.end(of: seconds, from: time)
      return try signer.presignedURL(for: request, endpoint: endpoint, expires: expires)
    case .v4(let signer):
      return try signer.presignedURL(
        for: request, endpoint: endpoint, at: time, validFor: seconds)
    }
  }

  /// The absolute second that URLs of V1 and V2 carry; one that has passed already is refused here
  /// as V4 refuses it, since no clock would tell the caller.
  private static func end(
    of seconds: Int64, from time: UnixTime
  ) throws(SigningError) -> UnixTime {
    if seconds < 1 { throw .invalidInterval(seconds: seconds) }
    do {
      return try time.adding(seconds: seconds)
    } catch {
      throw .invalidInterval(seconds: seconds)
    }
  }
}

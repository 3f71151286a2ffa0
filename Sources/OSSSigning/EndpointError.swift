internal import OSSPrimitives

/// Why a request cannot be sent to an endpoint, though it can be signed.
public enum EndpointError: Error, Equatable, Sendable {
  /// The host begins with the bucket already, so that the URL would name it twice.
  case bucketInHost(bucket: String, host: String)
  /// The host is that of another region than the one that is signed for.
  case otherRegion(signed: String, host: String)
  /// Foundation writes another URL than the one that was signed; `OSSFoundation` alone throws it.
  case unreadableURL(host: String?)
}

extension EndpointError: CustomStringConvertible {
  /// One sentence that says what to write.
  public var description: String {
    switch self {
    case .bucketInHost(let bucket, let host):
      "The host \(host) has the bucket \(bucket) already; leave it out of the endpoint."
    case .otherRegion(let signed, let host):
      "The request is signed for the region \(signed), and \(host) belongs to another one."
    case .unreadableURL(let host):
      "Foundation cannot read the URL\(host.map { " of \($0)" } ?? "") as it was signed."
    }
  }
}

extension Endpoint {
  /// Refuses an endpoint that does not fit a request; OSS would refuse it later, and less clearly.
  ///
  /// Signing does not ask this, since a proxy may have any host. The providers and `OSSFoundation` do.
  ///
  ///     try endpoint.check(for: put, .v4(region: "cn-hangzhou"))
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - version: what signs it; nil where that is not known.
  /// - Throws: ``EndpointError/bucketInHost(bucket:host:)`` or
  ///   ``EndpointError/otherRegion(signed:host:)``.
  /// - Complexity: O(*n*) in the length of the host.
  public func check(
    for request: SigningRequest, _ version: SignatureVersion?
  ) throws(EndpointError) {
    if addressing == .virtualHost, let bucket = request.bucket,
      host.utf8.starts(with: "\(bucket).".utf8)
    {
      throw .bucketInHost(bucket: bucket, host: host)
    }
    guard case .v4(let region, _) = version, let own = regionOfHost, !own.hasSameBytes(as: region)
    else { return }
    throw .otherRegion(signed: region, host: host)
  }

  /// The region in a host such as `oss-cn-hangzhou-internal.aliyuncs.com`; nil for any other host.
  private var regionOfHost: String? {
    let labels = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let (prefix, suffix) = ("oss-".utf8, "-internal".utf8)
    guard labels.count == 3, labels[1].elementsEqual("aliyuncs".utf8),
      labels[2].elementsEqual("com".utf8), labels[0].starts(with: prefix),
      !labels[0].starts(with: "oss-accelerate".utf8)
    else { return nil }
    let region = labels[0].dropFirst(prefix.count)
    return String(
      region.suffix(suffix.count).elementsEqual(suffix)
        ? region.dropLast(suffix.count) : region)
  }
}

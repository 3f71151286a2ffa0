internal import OSSSigning

/// Why a request cannot be sent to an endpoint, though it can be signed.
public enum EndpointError: Error, Hashable, Sendable {
  /// The host begins with the bucket already, which would stand in it twice.
  case bucketInHost(bucket: String, host: String)
  /// The host is that of another region than the one that is signed for.
  case otherRegion(signed: String, host: String)
  /// Foundation writes another URL than the one that was signed.
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
  /// Refuses an endpoint that does not fit a request.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - version: what signs it; nil where that is not known.
  func check(
    for request: SigningRequest, _ version: SignatureVersion? = nil
  ) throws(EndpointError) {
    if addressing == .virtualHost, let bucket = request.bucket, host.hasPrefix(bucket + ".") {
      throw .bucketInHost(bucket: bucket, host: host)
    }
    guard case .v4(let region, _) = version, let own = regionOfHost, own != region else { return }
    throw .otherRegion(signed: region, host: host)
  }

  /// The region in a host such as `oss-cn-hangzhou-internal.aliyuncs.com`; nil for any other host.
  private var regionOfHost: String? {
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count == 3, labels[1] == "aliyuncs", labels[2] == "com",
      labels[0].hasPrefix("oss-"), !labels[0].hasPrefix("oss-accelerate")
    else { return nil }
    let region = labels[0].dropFirst("oss-".count)
    return String(region.hasSuffix("-internal") ? region.dropLast("-internal".count) : region)
  }
}

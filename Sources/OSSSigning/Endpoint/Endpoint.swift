internal import OSSPrimitives

/// Where OSS is reached: a scheme, a host, and where needed a port and a path before the key.
public struct Endpoint: Hashable, Sendable {
  /// The scheme, `http` or `https`, in lower case.
  public let scheme: String
  /// The host in lower case; an IPv6 address stands in brackets.
  public let host: String
  /// The port as given; nil for the default of the scheme.
  public let port: UInt16?
  /// The path before the bucket and the key, such as `/oss`, which is not signed; empty for none.
  public let pathPrefix: String
  /// How the bucket and the host are put together.
  public let addressing: Addressing

  /// Reads an endpoint such as `https://oss-cn-hangzhou.aliyuncs.com`.
  ///
  /// - Parameters:
  ///   - text: `http://` or `https://`, a host name or IP address, and where needed `:port` and
  ///     a percent-encoded path. A slash at the end of the path does not count.
  ///   - addressing: how the bucket and the host are put together. Without it: path for an IP
  ///     address, else virtual host (PRE-HOST-4).
  /// - Throws: ``SigningError/invalidEndpoint(_:)`` with the part at fault, or
  ///   ``SigningError/bucketBeforeIPAddress``.
  /// - Complexity: O(*n*) in the length of the text.
  public init(_ text: String, addressing: Addressing? = nil) throws(SigningError) {
    var reader = EndpointReader(text)
    scheme = try reader.readScheme()
    let host = try reader.readHost()
    self.host = host.text
    port = try reader.readPort()
    pathPrefix = try reader.readPath()
    if addressing == .virtualHost, host.isAddress { throw .bucketBeforeIPAddress }
    self.addressing = addressing ?? (host.isAddress ? .path : .virtualHost)
  }
}

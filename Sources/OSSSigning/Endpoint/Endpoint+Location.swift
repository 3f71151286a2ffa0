internal import OSSPrimitives

extension Endpoint {
  /// The URL of a request without any query (PRE-HOST, PRE-PATH).
  ///
  /// - Complexity: O(*n*) in the length of the URL.
  func location(of request: SigningRequest) -> Bytes {
    var url = Bytes()
    url.reserveCapacity(512)
    url.append(contentsOf: scheme.utf8)
    url.append(contentsOf: "://".utf8)
    if addressing == .virtualHost, let bucket = request.bucket {
      url.append(contentsOf: bucket.utf8)
      url.append(UInt8(ascii: "."))
    }
    url.append(contentsOf: host.utf8)
    if let port {
      url.append(UInt8(ascii: ":"))
      url.append(contentsOf: String(port).utf8)
    }
    url.append(contentsOf: pathPrefix.utf8)
    url.append(UInt8(ascii: "/"))
    if addressing == .path, let bucket = request.bucket {
      url.append(contentsOf: bucket.utf8)
      url.append(UInt8(ascii: "/"))
    }
    if let key = request.key {
      PercentEncoding.append(key.utf8, keepingSlash: true, to: &url)
    }
    return url
  }

  /// The URL of an object that anyone may read, without a signature (PUB-1).
  ///
  /// - Parameter request: the request that the URL makes; its headers do not matter.
  /// - Complexity: O(*n*) in the length of the URL.
  public func publicURL(for request: SigningRequest) -> String {
    publicURL(for: request, steps: .standard)
  }

  package func publicURL(for request: SigningRequest, steps: StepsV1) -> String {
    var url = steps.location(self, request)
    var separator = UInt8(ascii: "?")
    steps.parameters(request.query, &separator, &url)
    return String(decoding: url, as: UTF8.self)
  }
}

package import OSSPrimitives

extension Endpoint {
  /// The URL of a request without any query (PRE-HOST, PRE-PATH).
  ///
  /// - Complexity: O(*n*) in the length of the URL.
  func location(of request: SigningRequest) -> Bytes {
    location(scheme: scheme, bucket: request.bucket, key: request.key)
  }

  /// The URL of a bucket and a key, which another scheme than the endpoint's may begin.
  package func location(scheme: String, bucket: String?, key: String?) -> Bytes {
    var url = Bytes()
    url.reserveCapacity(512)
    url.append(contentsOf: scheme.utf8)
    url.append(contentsOf: "://".utf8)
    if addressing == .virtualHost, let bucket {
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
    if addressing == .path, let bucket {
      url.append(contentsOf: bucket.utf8)
      url.append(UInt8(ascii: "/"))
    }
    if let key {
      PercentEncoding.append(key.utf8, keepingSlash: true, to: &url)
    }
    return url
  }

  /// The URL to send a request to that is signed in its headers (PRE-HOST, PRE-PATH, PRE-QRY).
  ///
  /// Path and query are percent-encoded here as they were signed, so that no other library has to:
  /// one that leaves a `+` as it is would send another request than the one signed.
  ///
  ///     let url = endpoint.url(for: request)
  ///     let headers = signer.sign(request, at: now).headers(of: request)
  ///
  /// - Parameter request: the request that is signed, of any method.
  /// - Complexity: O(*n*) in the length of the URL.
  public func url(for request: SigningRequest) -> String {
    var url = location(of: request)
    var separator = UInt8(ascii: "?")
    URLText.append(request.query, after: &separator, to: &url)
    return String(decoding: url, as: UTF8.self)
  }

  /// The URL of an object that anyone may read, without a signature (PUB-1).
  ///
  /// - Parameter request: the request that the URL makes; its headers do not matter.
  /// - Complexity: O(*n*) in the length of the URL.
  public func publicURL(for request: SigningRequest) -> String { url(for: request) }
}

public import Foundation
public import OSSCredentialProviders
internal import OSSCredentials
public import OSSPrimitives
public import OSSSigning

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension SigningRequest {
  /// Makes a request, its headers and parameters written as literals.
  ///
  ///     let put = try SigningRequest(
  ///       "PUT", bucket: "photos", key: "cat.jpg", headers: ["Content-Type": "image/jpeg"])
  ///
  /// - Parameters:
  ///   - method: the HTTP method.
  ///   - bucket: the bucket; nil for a request to the service.
  ///   - key: the key of the object; nil for a request to the bucket or the service.
  ///   - headers: the headers to send and, where the version says so, to sign.
  ///   - query: the parameters, decoded; nil is a name without a value, such as `acl`.
  ///   - additionalHeaders: the names of further headers to sign, with V4.
  /// - Throws: `SigningError` for a request that cannot be signed.
  public init(
    _ method: String, bucket: String? = nil, key: String? = nil,
    headers: KeyValuePairs<String, String> = [:], query: KeyValuePairs<String, String?> = [:],
    additionalHeaders: [String] = []
  ) throws(SigningError) {
    try self.init(
      method: method, bucket: bucket, key: key, headers: headers.map { HeaderField($0, $1) },
      query: query.map { QueryParameter($0, $1) }, additionalHeaders: additionalHeaders)
  }

  /// Makes a request of a named method; else as ``init(_:bucket:key:headers:query:additionalHeaders:)``.
  ///
  ///     let get = try SigningRequest(.get, bucket: "photos", key: "cat.jpg")
  ///
  /// - Throws: `SigningError` for a request that cannot be signed.
  public init(
    _ method: Method, bucket: String? = nil, key: String? = nil,
    headers: KeyValuePairs<String, String> = [:], query: KeyValuePairs<String, String?> = [:],
    additionalHeaders: [String] = []
  ) throws(SigningError) {
    try self.init(
      method.rawValue, bucket: bucket, key: key, headers: headers, query: query,
      additionalHeaders: additionalHeaders)
  }

  /// The request with a content type, if it has none: a session of Foundation adds one of its own to
  /// a request with a body, and the signature would not hold.
  func typed(filePath: String? = nil) throws(SigningError) -> SigningRequest {
    if headers.contains(where: { $0.name.lowercased() == "content-type" }) { return self }
    let type = ContentType.of(filePath: filePath, uploadName: key)
    return try SigningRequest(
      method: method, bucket: bucket, key: key,
      headers: headers + [HeaderField("Content-Type", type)],
      query: query, additionalHeaders: additionalHeaders)
  }
}

extension Signer {
  /// Signs the headers of a request, now or at a date.
  ///
  /// - Throws: `SigningError.invalidAdditionalHeader` with V2 and V4.
  public func sign(
    _ request: SigningRequest, at date: Date = Date()
  ) throws(SigningError) -> SignedHeaders {
    try sign(request, at: Moment(date))
  }

  /// A `URLRequest` does not say which part of its host is the bucket.
  @available(*, unavailable, message: "make a SigningRequest; call urlRequest(for:at:)")
  public func sign(_ request: URLRequest, at date: Date = Date()) throws -> URLRequest { request }

  /// Signs a request, ready to be sent.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - endpoint: where it is sent.
  ///   - date: when it is signed.
  /// - Throws: `SigningError`, or `EndpointError` for an endpoint that does not fit.
  public func urlRequest(
    for request: SigningRequest, at endpoint: Endpoint, date: Date = Date()
  ) throws -> URLRequest {
    try endpoint.check(for: request, version: identity.version)
    let headers = try sign(request, at: Moment(date)).headers
    return try URLRequest(endpoint.url(for: request), request.method, headers)
  }

  /// Makes a presigned URL that works for a span of time from now on.
  ///
  /// - Throws: `SigningError`, or `EndpointError` for an endpoint that does not fit.
  public func presign(
    _ request: SigningRequest, at endpoint: Endpoint, date: Date = Date(), validFor span: TimeSpan
  ) throws -> PresignedURL {
    try endpoint.check(for: request, version: identity.version)
    return try presign(request, at: endpoint, now: Moment(date), validFor: span)
  }
}

extension RequestSigner {
  /// Signs a request with what the mode has at this moment, ready to be sent.
  ///
  /// - Throws: `ProviderError`, or `EndpointError` for an endpoint that does not fit.
  public func urlRequest(
    for request: SigningRequest, at endpoint: Endpoint
  ) async throws -> URLRequest {
    try endpoint.check(for: request, version: await version)
    let headers = try await sign(request).headers
    return try URLRequest(endpoint.url(for: request), request.method, headers)
  }
}

extension URLRequest {
  /// The request of a presigned URL: its method, and the headers that were signed with it.
  public init(_ presigned: PresignedURL) throws(EndpointError) {
    try self.init(presigned.url, presigned.method, presigned.signedHeaders)
  }

  /// The request of a presigned URL that a mode has made.
  public init(_ presigned: PresignedRequest) throws(EndpointError) {
    try self.init(presigned.url, presigned.method, presigned.signedHeaders)
  }

  init(_ url: String, _ method: String, _ headers: [HeaderField]) throws(EndpointError) {
    self.init(url: try URL(signed: url))
    httpMethod = method
    // A session writes the length of the body itself, and twice where it is there already.
    for header in headers where header.name.lowercased() != "content-length" {
      addValue(header.value, forHTTPHeaderField: header.name)
    }
  }
}

extension Endpoint {
  /// The URL to send a request to, where a `URL` is expected; else it is a text.
  @_disfavoredOverload
  public func url(for request: SigningRequest) throws(EndpointError) -> URL {
    try URL(signed: url(for: request))
  }
}

extension URL {
  /// The URL of a presigned request, byte for byte as it was signed.
  public init(_ presigned: PresignedURL) throws(EndpointError) {
    try self.init(signed: presigned.url)
  }

  /// The URL of a presigned request that a mode has made.
  public init(_ presigned: PresignedRequest) throws(EndpointError) {
    try self.init(signed: presigned.url)
  }

  fileprivate init(signed text: String) throws(EndpointError) {
    guard let url = URL(string: text), url.absoluteString == text else {
      throw .unreadableURL(host: URL(string: text)?.host)
    }
    self = url
  }
}

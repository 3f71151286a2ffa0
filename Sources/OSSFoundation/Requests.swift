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

  /// Makes a request of headers and parameters that are computed, in the order of their names.
  ///
  /// - Throws: `SigningError` for a request that cannot be signed.
  @_disfavoredOverload
  public init(
    _ method: Method, bucket: String? = nil, key: String? = nil, headers: [String: String] = [:],
    query: [String: String?] = [:], additionalHeaders: [String] = []
  ) throws(SigningError) {
    try self.init(
      method: method.rawValue, bucket: bucket, key: key, headers: HeaderField.sorted(headers),
      query: query.keys.sorted().map { QueryParameter($0, query[$0] ?? nil) },
      additionalHeaders: additionalHeaders)
  }

  /// Makes the request of a URL of an endpoint; see
  /// `init(url:method:endpoint:bucket:headers:additionalHeaders:)` of a text.
  ///
  /// - Throws: `RequestURLError`, such as for a URL of another host.
  public init(
    url: URL, method: Method, endpoint: Endpoint, bucket: String? = nil,
    headers: [HeaderField] = []
  ) throws(RequestURLError) {
    try self.init(
      url: url.absoluteString, method: method, endpoint: endpoint, bucket: bucket,
      headers: headers)
  }

  /// The request with a content type, if it has none.
  ///
  /// A session of Foundation adds one of its own to a request with a body, and the signature would not
  /// hold. Whether a request will have a body is not known before it is sent, so each PUT and POST gets
  /// one.
  func typed(filePath: String? = nil) throws(SigningError) -> SigningRequest {
    guard method == "PUT" || method == "POST" || filePath != nil,
      !headers.contains(where: { $0.name.lowercased() == "content-type" })
    else { return self }
    return try adding(
      headers: [HeaderField("Content-Type", ContentType.of(filePath: filePath, uploadName: key))])
  }

  /// The request with the headers that describe its body.
  ///
  /// - Throws: `SigningError`, or ``BodyError`` for a `Content-Length` that is not that of the body.
  func describing(_ body: Data?, contentMD5: Bool) throws -> SigningRequest {
    guard let body else { return try typed() }
    try checkLength(of: body.count)
    guard contentMD5 else { return try typed() }
    let bytes = Bytes(body)
    return try typed().adding(headers: [.contentMD5(of: bytes.span)])
  }

  /// Refuses a body of another length than the request names: a session sends the true one, and the
  /// signature would not hold.
  func checkLength(of byteCount: Int) throws(BodyError) {
    for header in headers where header.name.isCaseless("content-length") {
      if Int(header.value) != byteCount {
        throw .otherLength(header: header.value, byteCount: byteCount)
      }
    }
  }
}

/// Why a body cannot be sent with a request.
public enum BodyError: Error, Equatable, Sendable {
  /// The request has a `Content-Length` that is not the number of bytes of the body.
  case otherLength(header: String, byteCount: Int)
}

extension BodyError: PlainError, CustomStringConvertible {
  /// One sentence.
  public var description: String {
    switch self {
    case .otherLength(let header, let byteCount):
      "The header Content-Length says \(header.quoted), and the body has \(byteCount) bytes."
    }
  }
}

extension Signer {
  /// Signs the headers of a request, now or at a date.
  ///
  /// - Throws: `SigningError.invalidAdditionalHeader` with V2 and V4.
  public func sign(
    _ request: SigningRequest, date: Date = Date()
  ) throws(SigningError) -> SignedHeaders {
    try sign(request, at: Moment(date))
  }

  /// A `URLRequest` does not say which part of its host is the bucket.
  @available(*, unavailable, message: "make a SigningRequest; call urlRequest(for:at:)")
  public func sign(_ request: URLRequest, date: Date = Date()) {}

  /// Signs a request, ready to be sent.
  ///
  /// A PUT or POST without a `Content-Type` gets the type of the object's name, which is signed: a session
  /// would add one of its own to a body. A task of a session follows redirects and would hand signature
  /// and token to another host: give it a delegate that answers nil to
  /// `urlSession(_:task:willPerformHTTPRedirection:newRequest:completionHandler:)`, or send with
  /// `URLSession.data(for:at:body:contentMD5:signer:retry:delegate:)`.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - endpoint: where it is sent.
  ///   - body: what becomes the `httpBody`; nil for none.
  ///   - contentMD5: whether the MD5 of the body is sent, so that OSS refuses a damaged one.
  ///   - date: when it is signed.
  /// - Throws: `SigningError`, or `EndpointError` for an endpoint that does not fit.
  public func urlRequest(
    for request: SigningRequest, at endpoint: Endpoint, body: Data? = nil, contentMD5: Bool = false,
    date: Date = Date()
  ) throws -> URLRequest {
    let url = try endpoint.url(for: request, of: identity.version)
    let request = try request.describing(body, contentMD5: contentMD5)
    return URLRequest(
      url, request.method, try sign(request, at: Moment(date)).headers, body: body)
  }

  /// Makes a presigned URL that works for a span of time, from now or from a date on.
  ///
  /// - Throws: `SigningError`, or `EndpointError` for an endpoint that does not fit.
  public func presign(
    _ request: SigningRequest, at endpoint: Endpoint, date: Date = Date(), validFor span: TimeSpan
  ) throws -> PresignedURL {
    try endpoint.check(for: request, version: identity.version)
    return try presign(request, at: endpoint, now: Moment(date), validFor: span)
  }

  /// Makes a presigned URL that works for a duration, from now or from a date on.
  ///
  /// - Throws: `SigningError`, or `EndpointError` for an endpoint that does not fit.
  @available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
  @_disfavoredOverload
  public func presign(
    _ request: SigningRequest, at endpoint: Endpoint, date: Date = Date(),
    validFor duration: Duration
  ) throws -> PresignedURL {
    try presign(request, at: endpoint, date: date, validFor: TimeSpan(duration))
  }

  /// Makes a presigned URL that works up to a date.
  ///
  /// - Throws: `SigningError`, or `EndpointError` for an endpoint that does not fit.
  public func presign(
    _ request: SigningRequest, at endpoint: Endpoint, date: Date = Date(), until end: Date
  ) throws -> PresignedURL {
    try endpoint.check(for: request, version: identity.version)
    return try presign(request, at: endpoint, now: Moment(date), until: Moment(end))
  }
}

extension SignedHeaders {
  /// Is called ``headerDictionary`` here.
  @available(*, unavailable, renamed: "headerDictionary")
  public var allHTTPHeaderFields: [String: String]? { nil }
}

extension RequestSigner {
  /// Signs a request with what the mode has at this moment, ready to be sent; else as
  /// `Signer.urlRequest(for:at:body:contentMD5:date:)`.
  ///
  /// - Throws: `ProviderError`, or `EndpointError` for an endpoint that does not fit.
  public func urlRequest(
    for request: SigningRequest, at endpoint: Endpoint, body: Data? = nil, contentMD5: Bool = false
  ) async throws -> URLRequest {
    let url = try endpoint.url(for: request, of: await version)
    let request = try request.describing(body, contentMD5: contentMD5)
    return URLRequest(url, request.method, try await sign(request).headers, body: body)
  }

  /// Makes a presigned URL that works up to a date, counted from now by the clock of the device.
  ///
  /// - Throws: `ProviderError`; nothing is ever signed without credentials.
  public func presign(
    _ request: SigningRequest, at endpoint: Endpoint, until end: Date
  ) async throws(ProviderError) -> PresignedRequest {
    try await presign(request, at: endpoint, validFor: TimeSpan(end.timeIntervalSinceNow))
  }

  /// Makes a presigned URL that works for a duration from now on.
  ///
  /// - Throws: `ProviderError`; nothing is ever signed without credentials.
  @available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
  @_disfavoredOverload
  public func presign(
    _ request: SigningRequest, at endpoint: Endpoint, validFor duration: Duration
  ) async throws(ProviderError) -> PresignedRequest {
    try await presign(request, at: endpoint, validFor: TimeSpan(duration))
  }
}

extension URLRequest {
  /// The request of a presigned URL: its method, and the headers that were signed with it.
  public init(_ presigned: PresignedURL) throws(EndpointError) {
    self.init(try URL(signed: presigned.url), presigned.method, presigned.signedHeaders)
  }

  /// The request of a presigned URL that a mode has made.
  public init(_ presigned: PresignedRequest) throws(EndpointError) {
    self.init(try URL(signed: presigned.url), presigned.method, presigned.signedHeaders)
  }

  init(_ url: URL, _ method: String, _ headers: [HeaderField], body: Data? = nil) {
    self.init(url: url)
    httpMethod = method
    httpBody = body
    // A session writes the length of the body itself, and twice where it is there already. All at once,
    // since each header that is added alone is looked for among the others.
    allHTTPHeaderFields = headers.filter { !$0.name.isCaseless("content-length") }.dictionary
  }
}

extension Endpoint {
  /// The URL to send a request to, where a `URL` is expected; else it is a text.
  ///
  /// - Throws: `EndpointError` for a segment `.` or `..` of the key or of the endpoint's path, which a
  ///   session would resolve (PRE-PATH-2, PRE-HOST-7).
  @_disfavoredOverload
  public func url(for request: SigningRequest) throws(EndpointError) -> URL {
    try URL(signed: url(for: request))
  }

  /// The URL to send a request to that a version signs, if the endpoint fits.
  func url(
    for request: SigningRequest, of version: SignatureVersion?
  ) throws(EndpointError) -> URL {
    try check(for: request, version: version)
    return try url(for: request)
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
    let path = try? PercentEncoding.decode(text.pieces(at: "?", most: 2)[0], plusIsSpace: false)
    if SigningRequest.hasDotSegment(key: String(decoding: path ?? [], as: UTF8.self)) {
      throw .dotSegment
    }
    guard let url = URL(string: text), url.absoluteString == text else {
      throw .unreadableURL(host: URL(string: text)?.host)
    }
    self = url
  }
}

extension SigningRequest {
  /// The request with the `Content-Type` and the `Content-MD5` that a request made of it has beside, to
  /// compare what was signed with what OSS quotes.
  ///
  /// - Throws: `SigningError` for a value that no header can have.
  public func asSent(in request: URLRequest) throws(SigningError) -> SigningRequest {
    try adding(
      headers: ["Content-Type", "Content-MD5"].filter { name in
        !headers.contains { $0.name.lowercased() == name.lowercased() }
      }.compactMap { name in
        request.value(forHTTPHeaderField: name).map { HeaderField(name, $0) }
      })
  }
}

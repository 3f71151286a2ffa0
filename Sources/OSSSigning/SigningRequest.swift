public import OSSPrimitives

/// A request to OSS, ready to be signed.
///
/// Making the value checks what every version asks of it. Bucket and key are raw, never
/// percent-encoded. Headers and query are ordered lists: case, order and repetition stay as the
/// caller gives them.
///
///     let put = try SigningRequest(
///       method: "PUT", bucket: "photos", key: "2026/cat 1.jpg",
///       headers: [HeaderField("Content-Type", "image/jpeg")])
public struct SigningRequest: Sendable {
  /// The HTTP method, in upper case.
  public let method: String
  /// The bucket; nil for a request to the service, such as listing buckets.
  public let bucket: String?
  /// The key of the object; nil for a request to the bucket or the service.
  public let key: String?
  /// The headers as given.
  public let headers: [HeaderField]
  /// The query as given, decoded.
  public let query: [QueryParameter]
  /// The names of the headers that V2 and V4 are asked to sign beside their own choice, as given.
  public let additionalHeaders: [String]

  /// The headers as every version signs them.
  let canonicalHeaders: CanonicalHeaders
  /// What the bucket and the key are those of.
  let service: Service

  /// Makes a request that can be signed.
  ///
  /// - Parameters:
  ///   - method: upper-case letters, such as `PUT`.
  ///   - bucket: lower-case letters, digits, `-` and `_`. The rules for making a bucket are
  ///     stricter: `BucketName` of `OSSServices` has them.
  ///   - key: 1 to 1023 bytes of UTF-8 that do not begin with `/` or `\`; it needs a bucket (V1-REF-9).
  ///   - headers: the headers that will be sent; `Content-MD5`, `Content-Type` and every
  ///     `x-oss-` header are signed. `Content-MD5`, `Content-Type`, `x-oss-date` and
  ///     `x-oss-security-token` stand once at most.
  ///   - query: the parameters that will be sent, decoded.
  ///   - additionalHeaders: the names of further headers that V2 and V4 sign, in any order and case,
  ///     such as `Range` or `Host`. Names of headers that the request does not have change nothing
  ///     (V2-ADD-2, V4-ADD); names that no list can hold are refused when one of the two signs
  ///     (V2-REF-1, V4-REF-4). What is signed anyway, such as `Content-Type` and `x-oss-` names, V4
  ///     does not list even if it is asked to; V2 lists it if asked to, and signs another string
  ///     (V2-ADD-4, V2-ADD-6). V1 does not look at these names.
  /// - Throws: ``SigningError``, which names the field at fault.
  /// - Complexity: O(*n* log *n*) in the number of headers.
  public init(
    method: String, bucket: String? = nil, key: String? = nil,
    headers: [HeaderField] = [], query: [QueryParameter] = [], additionalHeaders: [String] = []
  ) throws(SigningError) {
    try Self.check(method: method)
    if let bucket { try Self.check(bucket: bucket) }
    if let key {
      if bucket == nil { throw .keyWithoutBucket }
      try Self.check(key: key)
    }
    try self.init(
      method, bucket: bucket, key: key, of: .objects, headers: headers, query: query,
      additionalHeaders: additionalHeaders)
  }

  /// Makes a request of parts that are checked but for the headers.
  init(
    _ method: String, bucket: String?, key: String?, of service: Service,
    headers: [HeaderField], query: [QueryParameter], additionalHeaders: [String]
  ) throws(SigningError) {
    canonicalHeaders = try CanonicalHeaders(headers)
    self.service = service
    self.method = method
    self.bucket = bucket
    self.key = key
    self.headers = headers
    self.query = query
    self.additionalHeaders = additionalHeaders
  }
}

extension SigningRequest {
  /// The methods that OSS knows, by name; any other is written as a text.
  public enum Method: String, Hashable, Sendable, CaseIterable {
    /// Stores an object, or sets something.
    case put = "PUT"
    /// Gets an object, or what is set.
    case get = "GET"
    /// Gets the headers of an object.
    case head = "HEAD"
    /// Does what the parameters say, such as a multipart upload.
    case post = "POST"
    /// Deletes.
    case delete = "DELETE"
    /// Asks what a browser may do.
    case options = "OPTIONS"
  }
}

extension SigningRequest {
  /// The request with further headers and parameters behind its own.
  ///
  ///     let typed = try put.adding(headers: [HeaderField("Content-Type", "image/jpeg")])
  ///
  /// - Throws: ``SigningError``, as the initializer does.
  /// - Complexity: O(*n* log *n*) in the number of headers.
  public func adding(
    headers: [HeaderField] = [], query: [QueryParameter] = []
  ) throws(SigningError) -> SigningRequest {
    try SigningRequest(
      method, bucket: bucket, key: key, of: service, headers: self.headers + headers,
      query: self.query + query, additionalHeaders: additionalHeaders)
  }

  /// Whether the key has a segment `.` or `..`, which many clients of HTTP resolve before they send it, so
  /// that OSS gets another key than the one that was signed (PRE-PATH-2).
  ///
  /// - Complexity: O(*n*) in the length of the key.
  public var hasDotSegment: Bool { key.map { Self.hasDotSegment(key: $0) } ?? false }

  /// Whether a key has such a segment.
  package static func hasDotSegment(key: String) -> Bool {
    key.bytes[...].pieces(at: "/").contains { $0.isText(".") || $0.isText("..") }
  }
}

extension SigningRequest: Redacted {
  /// The method, the bucket and the key, and the names of the headers and the parameters.
  public var description: String {
    let place = [bucket ?? "", key ?? ""].joined(separator: "/").shown
    // Embedded Swift has no key paths.
    let names = headers.map { $0.name.shown }.joined(separator: ", ")
    let parameters = query.map { $0.name.shown }.joined(separator: ", ")
    return "SigningRequest(\(method) \(place), headers: [\(names)], query: [\(parameters)])"
  }
}

// The rules for the parts of a request; LiveChannel and the forms of `OSSServices` share them.
extension SigningRequest {
  /// Refuses a method that is empty or not in upper-case letters (V1-REF-10).
  static func check(method: String) throws(SigningError) {
    if method.utf8.isEmpty || !method.isAll({ 0x41...0x5A ~= $0 }) {
      throw .invalidMethod(method)
    }
  }

  /// Refuses a bucket name that is empty or holds a byte outside `[a-z0-9_-]` (V1-REF-8); a name
  /// that new buckets cannot have is good (V1-NAME-2).
  package static func check(bucket: String) throws(SigningError) {
    if bucket.utf8.isEmpty || !bucket.isAll({ isBucketByte($0) || $0 == 0x5F }) {
      throw .invalidBucketName(bucket)
    }
  }

  /// Whether a byte is one of `[a-z0-9-]`, of which new buckets have their names.
  package static func isBucketByte(_ byte: UInt8) -> Bool {
    0x61...0x7A ~= byte || 0x30...0x39 ~= byte || byte == 0x2D
  }

  /// Refuses a key that OSS cannot hold (V1-REF-7).
  package static func check(key: String) throws(SigningError) {
    guard let first = key.utf8.first else { throw .invalidObjectKey(.empty) }
    let count = key.utf8.count
    if count > 1023 { throw .invalidObjectKey(.tooLong(byteCount: count)) }
    if first == UInt8(ascii: "/") || first == UInt8(ascii: "\\") {
      throw .invalidObjectKey(.leading(byte: first))
    }
  }
}

internal import OSSPrimitives

/// A request to OSS, ready to be signed.
///
/// Making the value checks it and brings its headers and query into canonical form, once; signing
/// it any number of times then cannot fail. Bucket and key are raw, never percent-encoded.
/// Headers and query are ordered lists: case, order and repetition stay as the caller gives them.
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

  let fields: CanonicalFields
  let subresources: CanonicalSubresources
  /// The parts of a V4 canonical request that neither time nor credentials change.
  let canonicalV4: CanonicalPartsV4
  /// Where the values that have a line of their own stand in the canonical fields.
  let contentMD5: Range<Int>?
  let contentType: Range<Int>?
  let ossDate: Range<Int>?

  /// Makes a request that can be signed.
  ///
  /// - Parameters:
  ///   - method: upper-case letters, such as `PUT`.
  ///   - bucket: lower-case letters, digits, `-` and `_`. The rules for making a bucket are
  ///     stricter: ``BucketName/checkForCreation(_:)``.
  ///   - key: 1 to 1023 bytes of UTF-8 that do not begin with `/` or `\`.
  ///   - headers: the headers that will be sent; `Content-MD5`, `Content-Type` and every
  ///     `x-oss-` header are signed. `Content-MD5`, `Content-Type`, `x-oss-date` and
  ///     `x-oss-security-token` stand once at most.
  ///   - query: the parameters that will be sent, decoded.
  ///   - additionalHeaders: the names of further headers that V2 and V4 sign, in any order and case,
  ///     such as `Range` or `Host`. Names of headers that the request does not have change nothing
  ///     (V2-ADD-2, V4-ADD); names that no list can hold are refused (V2-REF-1, V4-REF). What is
  ///     signed anyway, such as `Content-Type` and `x-oss-` names, V4 does not list even if it is
  ///     asked to; V2 lists it if asked to, and signs another string (V2-ADD-4, V2-ADD-6). V1 does
  ///     not look at these names.
  /// - Throws: ``SigningError``, which names the field at fault.
  /// - Complexity: O(*n* log *n*) in the number of headers and parameters.
  public init(
    method: String, bucket: String? = nil, key: String? = nil,
    headers: [HeaderField] = [], query: [QueryParameter] = [], additionalHeaders: [String] = []
  ) throws(SigningError) {
    try Self.check(
      method: method, bucket: bucket, key: key, headers: headers,
      additionalHeaders: additionalHeaders)
    self.method = method
    self.bucket = bucket
    self.key = key
    self.headers = headers
    self.query = query
    self.additionalHeaders = additionalHeaders
    fields = CanonicalFields(headers)
    subresources = CanonicalSubresources(query)
    canonicalV4 = CanonicalPartsV4(
      bucket: bucket, key: key, query: query, fields: fields, additionalHeaders: additionalHeaders)
    contentMD5 = fields.valueRange(of: "content-md5")
    contentType = fields.valueRange(of: "content-type")
    ossDate = fields.valueRange(of: "x-oss-date")
  }

  /// Refuses what cannot be signed.
  private static func check(
    method: String, bucket: String?, key: String?, headers: [HeaderField],
    additionalHeaders: [String]
  ) throws(SigningError) {
    if method.utf8.isEmpty || !method.utf8.allSatisfy({ 0x41...0x5A ~= $0 }) {
      throw .invalidMethod(method)
    }
    if let bucket { try BucketName.checkForSigning(bucket) }
    if let key {
      if bucket == nil { throw .keyWithoutBucket }
      try ObjectKey.check(key)
    }
    try check(headers)
    for name in additionalHeaders { try AdditionalHeaderName.check(name) }
  }

  /// Refuses headers that cannot be sent, and a second one of those that stand once (V1-REF-11).
  private static func check(_ headers: [HeaderField]) throws(SigningError) {
    var seen: [String] = []
    for header in headers {
      try header.check()
      for single in singleHeaders where header.hasName(single) {
        if seen.contains(where: header.hasName) { throw .repeatedHeader(name: header.name) }
        seen.append(single)
      }
    }
  }

  private static let singleHeaders = [
    "content-md5", "content-type", "x-oss-date", "x-oss-security-token",
  ]
}

extension SigningRequest {
  /// About how many bytes the string to sign has, for reserving room.
  var byteCountHint: Int {
    var count = 128 + fields.lines.count + (bucket?.utf8.count ?? 0) + (key?.utf8.count ?? 0)
    for subresource in subresources.assembled { count += subresource.count + 1 }
    return count
  }
}

internal import OSSPrimitives

/// What of OSS a request is for: it decides the URI that V4 signs, the product, and the host.
enum Service: Equatable, Sendable {
  /// Object storage, agentic buckets too.
  case objects
  /// OSS Vectors; the account where a bucket is named.
  case vectors(AccountID?)
  /// OSS Tables, with the parts of its path; the account where a bucket is named.
  case tables(AccountID?, path: [String])
}

extension Service {
  /// Refuses a version that does not sign for the service (VEC-SCO-1, TBL-SCO-1).
  func check(_ version: SignatureVersion) throws(SigningError) {
    let product: String
    switch self {
    case .objects: return
    case .vectors: product = "oss"
    case .tables: product = "osstables"
    }
    if case .v4(_, let signed) = version, signed.hasSameBytes(as: product) { return }
    throw .otherProduct(needed: product)
  }
}

extension SigningRequest {
  /// Makes a request to OSS Vectors, which V4 signs with the product `oss` (VEC-SCO-1).
  ///
  /// - Parameters:
  ///   - method: upper-case letters, such as `PUT`.
  ///   - bucket: the bucket; nil for a request to the service, such as ListVectorBuckets, which needs
  ///     no account (VEC-REF-2).
  ///   - key: what follows the bucket in the path; no operation of today has any.
  ///   - headers: as for object storage, and so are the query and the additional headers.
  ///   - query: the parameters that will be sent, decoded.
  ///   - additionalHeaders: the names of further headers that are signed.
  /// - Throws: ``SigningError``, which names the field at fault.
  /// - Complexity: O(*n* log *n*) in the number of headers.
  public init(
    method: String, vectors bucket: AccountBucket?, key: String? = nil,
    headers: [HeaderField] = [], query: [QueryParameter] = [], additionalHeaders: [String] = []
  ) throws(SigningError) {
    try Self.check(method: method)
    if let key {
      if bucket == nil { throw .keyWithoutBucket }
      try Self.check(key: key)
    }
    try self.init(
      method, bucket: bucket?.name, key: key, of: .vectors(bucket?.account), headers: headers,
      query: query, additionalHeaders: additionalHeaders)
  }

  /// Makes a request to OSS Tables, which ``SignatureVersion/v4Tables(region:)`` signs.
  ///
  ///     let bucket = try AccountBucket("lake", of: AccountID("1234567890"))
  ///     let policy = try SigningRequest(
  ///       method: "GET", tables: bucket,
  ///       path: ["buckets", bucket.tablesARN(in: .cnHangzhou), "policy"])
  ///
  /// - Parameters:
  ///   - method: upper-case letters, such as `PUT`.
  ///   - bucket: the bucket; nil for a request to the service, such as ListTableBuckets.
  ///   - path: the parts of the path, decoded, such as the ARN of a bucket or the name of a table; no
  ///     part is empty (TBL-REF-1), and together they keep the rules for a key.
  ///   - headers: as for object storage, and so are the query and the additional headers.
  ///   - query: the parameters that will be sent, decoded.
  ///   - additionalHeaders: the names of further headers that are signed.
  /// - Throws: ``SigningError``, which names the field at fault.
  /// - Complexity: O(*n* log *n*) in the number of headers.
  public init(
    method: String, tables bucket: AccountBucket?, path: [String],
    headers: [HeaderField] = [], query: [QueryParameter] = [], additionalHeaders: [String] = []
  ) throws(SigningError) {
    try Self.check(method: method)
    for part in path where part.utf8.isEmpty { throw .invalidObjectKey(.empty) }
    // The parts as they are signed, with a slash between them (TBL-URI-3).
    let key = path.isEmpty ? nil : path.joined(separator: "/")
    if let key { try Self.check(key: key) }
    try self.init(
      method, bucket: bucket?.name, key: key, of: .tables(bucket?.account, path: path),
      headers: headers, query: query, additionalHeaders: additionalHeaders)
  }

  /// What is before the host of an endpoint; nil without a bucket (VEC-HOST-1, TBL-HOST-1).
  var hostLabel: String? {
    guard let bucket else { return nil }
    switch service {
    case .objects, .vectors(nil), .tables(nil, _): return bucket
    case .vectors(let account?), .tables(let account?, _): return "\(bucket)-\(account)"
    }
  }

  /// Appends what V4 signs before the key, with a slash at each end.
  ///
  /// For object storage it is `/` or `/bucket/` (V4-URI-1, V4-URI-2), for the other services an ARN,
  /// percent-encoded but for its slashes (VEC-URI-1, VEC-URI-2, VEC-URI-3, TBL-URI-1, TBL-URI-2).
  func appendResource(in region: String, to buffer: inout Bytes) {
    buffer.append(ascii: "/")
    switch service {
    case .objects:
      guard let bucket else { return }
      buffer.append(bucket)
    case .vectors(let account):
      buffer.append("acs%3Aossvector%3A" + region + "%3A")
      buffer.append((account?.digits ?? "") + "%3A" + (bucket ?? ""))
    case .tables(let account, _):
      buffer.append("acs%3Aosstables%3A" + region + "%3A")
      buffer.append((account?.digits ?? "") + "%3Abucket/" + (bucket ?? ""))
    }
    buffer.append(ascii: "/")
  }
}

extension AccountBucket {
  /// The ARN of a bucket of OSS Tables, which is a part of most paths (TBL-URI-2).
  ///
  /// - Parameter region: the region in which it lies.
  public func tablesARN(in region: Region) -> String {
    "acs:osstables:\(region):\(account):bucket/\(name)"
  }
}

extension SignatureVersion {
  /// V4 for OSS Tables, whose product is `osstables` (TBL-SCO-1).
  ///
  /// - Parameter region: the region of the bucket.
  public static func v4Tables(region: Region) -> SignatureVersion {
    .v4(region: region.id, product: "osstables")
  }
}

extension Endpoint {
  /// The public endpoint of OSS Vectors in a region (VEC-HOST-2).
  public static func vectors(_ region: Region) -> Endpoint {
    Endpoint(aliyunHost: "\(region).oss-vectors")
  }

  /// The endpoint of OSS Vectors for machines inside a region (VEC-HOST-2).
  public static func internalVectors(_ region: Region) -> Endpoint {
    Endpoint(aliyunHost: "\(region)-internal.oss-vectors")
  }

  /// The public endpoint of OSS Tables in a region (TBL-HOST-2).
  public static func tables(_ region: Region) -> Endpoint {
    Endpoint(aliyunHost: "\(region).oss-tables")
  }

  /// The endpoint of OSS Tables for machines inside a region (TBL-HOST-2).
  public static func internalTables(_ region: Region) -> Endpoint {
    Endpoint(aliyunHost: "\(region)-internal.oss-tables")
  }
}

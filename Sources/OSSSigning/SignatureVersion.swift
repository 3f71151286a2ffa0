public import OSSPrimitives

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

/// A moment, under the name that it has in `OSSPrimitives`.
///
/// With it and ``TimeSpan`` `import OSSSigning` is enough to sign. A package that turns on the
/// feature `MemberImportVisibility` imports `OSSPrimitives` too, where it calls their members.
public typealias Moment = OSSPrimitives.Moment

/// A span of time, under the name that it has in `OSSPrimitives`.
public typealias TimeSpan = OSSPrimitives.TimeSpan

/// Which signature is made: chosen in one place, for requests and for upload forms.
public enum SignatureVersion: Hashable, Sendable {
  /// HMAC-SHA1; for accounts and tools that still ask for it.
  case v1
  /// HMAC-SHA256 over the string to sign of V1, with more in it.
  ///
  /// Legacy: the documents of OSS no longer have a page on it, and its SDKs of the second generation
  /// cannot make it. It is here for what still speaks it.
  case v2
  /// HMAC-SHA256 with a key for each day, region and product; what new accounts take.
  ///
  /// The region is that of the bucket, such as `cn-hangzhou`, without the `oss-` of host names
  /// (V4-SCO-3). The product is `oss` unless another is given; OSS Vectors has it, too (VEC-SCO-1).
  case v4(region: String, product: String = "oss")

  /// V4 for a region; the product is `oss` unless another is given (V4-SCO-2).
  ///
  /// - Parameters:
  ///   - region: the region of the bucket.
  ///   - product: lower-case letters, digits and `-`; a signer refuses others (V4-REF-3).
  public static func v4(region: Region, product: String = "oss") -> SignatureVersion {
    .v4(region: region.id, product: product)
  }

  /// V4 for a CloudBox, whose ID is where the region is (V4-SCO-4).
  ///
  /// Sign in headers: whether a CloudBox takes a presigned URL is open (V4-PRE-11).
  public static func v4(cloudBoxID: String) -> SignatureVersion {
    .v4(region: cloudBoxID, product: "oss-cloudbox")
  }

  /// Whether it is V4, for whichever region and product.
  package var isV4: Bool { number == .v4 }

  /// The version without its scope.
  enum Number: Sendable { case v1, v2, v4 }

  var number: Number {
    switch self {
    case .v1: .v1
    case .v2: .v2
    case .v4: .v4
    }
  }
}

/// What follows the date in the scope of a V4 signature: `/<region>/<product>/aliyun_v4_request`.
struct CredentialScope: Sendable {
  let text: Bytes
  /// The region, which OSS Vectors and OSS Tables have in the URI too.
  let regionName: String
  private let regionEnd: Int
  private let productEnd: Int

  /// Refuses a region or a product that no scope can hold (V4-REF-1, V4-REF-2, V4-REF-3).
  init(region: String, product: String) throws(SigningError) {
    _ = try Region(region)
    if !Self.isName(product) { throw .invalidProduct(product) }
    text = ("/" + region + "/" + product + "/aliyun_v4_request").bytes
    regionName = region
    regionEnd = 1 + region.utf8.count
    productEnd = regionEnd + 1 + product.utf8.count
  }

  /// Where the three names stand in the text.
  var region: Range<Int> { 1..<regionEnd }
  var product: Range<Int> { regionEnd + 1..<productEnd }
  var terminator: Range<Int> { productEnd + 1..<text.count }

  static func isName(_ name: String) -> Bool {
    !name.utf8.isEmpty
      && name.isAll {
        0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "-")
      }
  }

  /// Appends the scope of what is signed at a time (V4-SCO-1).
  func append(at time: CivilTime, to buffer: inout Bytes) {
    time.append(iso8601BasicDateTo: &buffer)
    buffer.append(contentsOf: text)
  }
}

public import OSSPrimitives

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

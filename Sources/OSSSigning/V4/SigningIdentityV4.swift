public import OSSPrimitives

/// Who signs, and for which region and product: all that a V4 signature needs but the secret.
///
/// An app that has its requests signed elsewhere makes one of these; a ``SignerV4`` has one.
public struct SigningIdentityV4: Sendable {
  /// The access key ID, which is sent with each request.
  public let accessKeyID: String
  /// The region of the scope, such as `cn-hangzhou`, or the ID of a CloudBox.
  public let region: String
  /// The product of the scope: `oss`, or `oss-cloudbox` for a CloudBox.
  public let product: String
  /// The UTF-8 bytes of the security token; nil for a long-term key pair.
  package let securityToken: Bytes?
  /// The token as a header delivers it: without outer blanks.
  let headerToken: Bytes?
  /// The same as text.
  let headerTokenText: String?
  /// What follows the date in the scope: `/<region>/<product>/aliyun_v4_request`.
  let scopeEnd: Bytes
  /// Where the region, the product and `aliyun_v4_request` stand in ``scopeEnd``.
  let regionRange: Range<Int>
  let productRange: Range<Int>
  let terminatorRange: Range<Int>

  /// Makes an identity that can be signed for.
  ///
  /// - Parameters:
  ///   - accessKeyID: letters, digits, `.`, `_` and `=` (V1-REF-3).
  ///   - securityToken: the token of STS; nil and "" both mean that there is none (V4-TOK-3).
  ///   - region: lower-case letters, digits and `-`, without the `oss-` of host names (V4-SCO-3).
  ///   - product: lower-case letters, digits and `-` (V4-REF-3).
  /// - Throws: ``SigningError``, which names the field at fault.
  /// - Complexity: O(*n*) in the length of the four.
  public init(
    accessKeyID: String, securityToken: String? = nil, region: String, product: String = "oss"
  ) throws(SigningError) {
    try Credentials.check(accessKeyID: accessKeyID)
    let token = try Credentials.checkedToken(securityToken)
    try self.init(accessKeyID: accessKeyID, token: token, region: region, product: product)
  }

  /// Makes an identity for a CloudBox (V4-SCO-4).
  ///
  /// - Parameters:
  ///   - accessKeyID: letters, digits, `.`, `_` and `=` (V1-REF-3).
  ///   - securityToken: the token of STS; nil and "" both mean that there is none (V4-TOK-3).
  ///   - cloudBoxID: the ID of the CloudBox, such as `cb-123`.
  /// - Throws: ``SigningError``, which names the field at fault.
  /// - Complexity: O(*n*) in the length of the three.
  public init(
    accessKeyID: String, securityToken: String? = nil, cloudBoxID: String
  ) throws(SigningError) {
    try self.init(
      accessKeyID: accessKeyID, securityToken: securityToken, region: cloudBoxID,
      product: "oss-cloudbox")
  }

  /// Makes an identity of an access key ID and a token that are checked already.
  init(
    accessKeyID: String, token: Bytes?, region: String, product: String
  ) throws(SigningError) {
    try Self.check(region: region, product: product)
    self.accessKeyID = accessKeyID
    self.region = region
    self.product = product
    securityToken = token
    headerToken = token.map(CanonicalField.trimmed)
    headerTokenText = headerToken.map { String(decoding: $0, as: UTF8.self) }
    scopeEnd = Bytes("/\(region)/\(product)/aliyun_v4_request".utf8)
    regionRange = 1..<1 + region.utf8.count
    let productStart = regionRange.upperBound + 1
    productRange = productStart..<productStart + product.utf8.count
    terminatorRange = productRange.upperBound + 1..<scopeEnd.count
  }

  /// Refuses a region or a product that no scope can hold (V4-REF-1 to 3).
  private static func check(region: String, product: String) throws(SigningError) {
    if !isScopeName(region) || region.utf8.starts(with: "oss-".utf8) {
      throw .invalidRegion(region)
    }
    if !isScopeName(product) { throw .invalidProduct(product) }
  }

  private static func isScopeName(_ name: String) -> Bool {
    !name.utf8.isEmpty
      && name.utf8.allSatisfy {
        0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "-")
      }
  }

  /// The scope of what is signed at a time (V4-SCO-1).
  public func scope(at time: UnixTime) -> CredentialScopeV4 {
    CredentialScopeV4(day: CredentialScopeV4.day(of: time), of: self)
  }
}

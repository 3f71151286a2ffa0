internal import OSSPrimitives

/// What a V4 signature of a form is made for: the access key ID, the moment, the region and the
/// product.
package struct PostScopeV4: Sendable {
  package let accessKeyID: String
  package let time: UnixTime
  package let region: String
  package let product: String

  package init(accessKeyID: String, time: UnixTime, region: String, product: String) {
    self.accessKeyID = accessKeyID
    self.time = time
    self.region = region
    self.product = product
  }

  /// The date in UTC, such as `20231203`.
  package var date: String { time.iso8601BasicDate }

  /// The value of the field `x-oss-credential` (POST-V4-2).
  package var credential: String {
    "\(accessKeyID)/\(date)/\(region)/\(product)/aliyun_v4_request"
  }

  /// Whether a text is a credential whose date is this one.
  static func isCredential(_ text: String, ofDate date: String) -> Bool {
    let parts = Bytes(text.utf8).split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return parts.count == 5 && parts.allSatisfy { !$0.isEmpty }
      && parts[1].elementsEqual(date.utf8) && parts[4].elementsEqual("aliyun_v4_request".utf8)
  }

  /// Refuses a region or a product that no scope can hold (POST-REF-3).
  static func check(region: String, product: String) throws(SigningError) {
    if !isName(region) || region.utf8.starts(with: "oss-".utf8) { throw .invalidRegion(region) }
    if !isName(product) { throw .invalidProduct(product) }
  }

  private static func isName(_ name: String) -> Bool {
    !name.utf8.isEmpty
      && name.utf8.allSatisfy {
        0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "-")
      }
  }
}

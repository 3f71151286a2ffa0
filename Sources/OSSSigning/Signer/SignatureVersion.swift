/// Which signature is made: chosen in one place, for requests by ``Signer`` and for upload forms by
/// ``PostSigner``.
public enum SignatureVersion: Hashable, Sendable {
  /// HMAC-SHA1; for accounts and tools that still ask for it.
  case v1
  /// HMAC-SHA256 over the string to sign of V1, with more in it; legacy, for what still speaks it.
  case v2
  /// HMAC-SHA256 with a key for each day, region and product; what new accounts take.
  case v4(region: String, product: String = "oss")

  /// V4 for a CloudBox, whose ID stands where the region stands (V4-SCO-4).
  public static func v4(cloudBoxID: String) -> SignatureVersion {
    .v4(region: cloudBoxID, product: "oss-cloudbox")
  }

  /// Whether it is V4, for whichever region and product.
  package var isV4: Bool {
    if case .v4 = self { true } else { false }
  }
}

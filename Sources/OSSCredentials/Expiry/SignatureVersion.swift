/// The version of OSS's signature.
public enum SignatureVersion: String, CaseIterable, Hashable, Sendable {
  /// HMAC-SHA1 over six lines; a URL carries the second at which it ends.
  case v1
  /// HMAC-SHA256 with a derived key; a URL carries its first second and how many follow.
  case v4
}

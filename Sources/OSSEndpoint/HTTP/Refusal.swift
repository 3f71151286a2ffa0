package import OSSPrimitives

/// Why a request is refused, as OSS says it.
package struct Refusal: Error, Sendable {
  /// A member of the error body that its code has.
  package struct Member: Hashable, Sendable {
    /// The name, such as `BucketName`.
    package let name: String
    /// The text, which may be any bytes.
    package let text: Bytes

    /// Makes a member.
    package init(_ name: String, _ text: Bytes) { (self.name, self.text) = (name, text) }
  }

  /// The status of HTTP.
  package let status: Int
  /// The code, such as `NoSuchKey`.
  package let code: String
  /// The message, as OSS writes it.
  package let message: String
  /// The error code of the troubleshooting pages, such as `0026-00000001`; nil where none is known.
  package let ec: String?
  /// What the code has beside code, message, RequestId, HostId and EC, in its order.
  package let members: [Member]

  /// Makes a refusal.
  package init(
    _ status: Int, _ code: String, _ message: String, ec: String? = nil, members: [Member] = []
  ) {
    (self.status, self.code, self.message) = (status, code, message)
    (self.ec, self.members) = (ec, members)
  }
}

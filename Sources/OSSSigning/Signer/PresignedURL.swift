public import OSSPrimitives

/// A URL that makes one request until it expires, whichever version signed it.
///
/// Whoever has the URL can make the request, as often as they like. With temporary credentials it
/// holds the security token. Its description is the URL all the same, since it is made to be handed
/// on: keep it out of logs.
public struct PresignedURL: Hashable, Sendable, CustomStringConvertible {
  /// The URL, ready to be sent.
  public let text: String
  /// The text of the signature, not percent-encoded: base64 with V1 and V2, hexadecimal with V4.
  public let signature: String
  /// The last second at which the URL works.
  public let expires: UnixTime

  /// The same as ``text``.
  public var description: String { text }

  /// Whether OSS would refuse the URL at this time because it has expired (PRE-EXP-1).
  ///
  /// Signing does not ask this: a URL with an expiry that has passed is signed like any other.
  public func hasExpired(at now: UnixTime) -> Bool { now.seconds > expires.seconds }
}

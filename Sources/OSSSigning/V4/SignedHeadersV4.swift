public import OSSPrimitives

/// What a V4 signature adds to the headers of a request.
public struct SignedHeadersV4: Sendable {
  /// The value of the `Authorization` header.
  public let authorization: String
  /// The time of signing, which ``date`` tells.
  public let time: UnixTime
  /// The value of the `x-oss-security-token` header to send; nil for a long-term key pair.
  public let securityToken: String?

  /// The value of the `x-oss-date` header to send, such as `20231216T162057Z`.
  public var date: String { time.iso8601Basic }

  /// The value of the `x-oss-content-sha256` header to send: OSS takes no other (V4-REQ-4).
  public var contentSHA256: String { "UNSIGNED-PAYLOAD" }

  /// The digits of the signature, with which the value of the header ends.
  public var signature: String {
    String(decoding: authorization.utf8.suffix(2 * SHA256Digest.byteCount), as: UTF8.self)
  }

  /// Every header to send, in the order given, followed by those that signing adds.
  ///
  /// Headers that the signature replaces are left out: `Authorization`, `x-oss-date`,
  /// `x-oss-content-sha256`, and `x-oss-security-token` where the credentials have a token. Values
  /// are as they were signed: without outer blanks, and those of one name in one header.
  /// - Complexity: O(*n* log *n*) in the number of headers.
  public func headers(of request: SigningRequest) -> [HeaderField] {
    var result = request.canonicalHeaders { header in
      header.hasName("authorization") || header.hasName("x-oss-date")
        || header.hasName("x-oss-content-sha256")
        || securityToken != nil && header.hasName("x-oss-security-token")
    }
    result.append(HeaderField("x-oss-content-sha256", contentSHA256))
    result.append(HeaderField("x-oss-date", date))
    if let securityToken { result.append(HeaderField("x-oss-security-token", securityToken)) }
    result.append(HeaderField("Authorization", authorization))
    return result
  }
}

/// What a V2 signature adds to the headers of a request.
public struct SignedHeadersV2: Sendable {
  /// The value of the `Authorization` header.
  public let authorization: String
  /// The value of the `Date` header to send.
  public let date: String
  /// The value of the `x-oss-security-token` header to send; nil for a long-term key pair.
  public let securityToken: String?

  /// Every header to send, in the order given, followed by those that signing adds.
  ///
  /// Headers that the signature replaces are left out: `Authorization`, `Date`, and
  /// `x-oss-security-token` where the credentials have a token. Values are as they were signed:
  /// without outer blanks, and those of one name in one header (V2-HDR-4, V2-HDR-6).
  /// - Complexity: O(*n* log *n*) in the number of headers.
  public func headers(of request: SigningRequest) -> [HeaderField] {
    var result = request.canonicalHeaders { header in
      header.hasName("authorization") || header.hasName("date")
        || securityToken != nil && header.hasName("x-oss-security-token")
    }
    result.append(HeaderField("Date", date))
    if let securityToken { result.append(HeaderField("x-oss-security-token", securityToken)) }
    result.append(HeaderField("Authorization", authorization))
    return result
  }
}

/// What a signature of any version adds to the headers of a request.
public enum SignedHeaders: Hashable, Sendable {
  /// What V1 adds.
  case v1(SignedHeadersV1)
  /// What V2 adds.
  case v2(SignedHeadersV2)
  /// What V4 adds.
  case v4(SignedHeadersV4)

  /// The value of the `Authorization` header.
  public var authorization: String {
    switch self {
    case .v1(let signed): signed.authorization
    case .v2(let signed): signed.authorization
    case .v4(let signed): signed.authorization
    }
  }

  /// Every header to send, in the order given, followed by those that signing adds.
  ///
  /// - Parameter request: the request that was signed.
  /// - Complexity: O(*n* log *n*) in the number of headers.
  public func headers(of request: SigningRequest) -> [HeaderField] {
    switch self {
    case .v1(let signed): signed.headers(of: request)
    case .v2(let signed): signed.headers(of: request)
    case .v4(let signed): signed.headers(of: request)
    }
  }
}

extension SigningError {
  /// The error class of the adapter protocol for this fault, such as `missing-secret`.
  public var code: String {
    switch self {
    case .emptyAccessKeyID: "missing-access-key-id"
    case .emptyAccessKeySecret: "missing-secret"
    case .invalidAccessKeyID: "invalid-access-key-id"
    case .invalidSecurityToken: "invalid-security-token"
    case .invalidMethod: "invalid-method"
    case .invalidBucketName: "invalid-bucket-name"
    case .keyWithoutBucket: "missing-bucket"
    case .invalidObjectKey: "invalid-object-key"
    case .invalidHeaderName: "invalid-header-name"
    case .invalidHeaderValue: "invalid-header-value"
    case .repeatedHeader: "duplicate-header"
    case .reservedParameter: "reserved-parameter"
    case .reservedHeader: "reserved-header"
    case .invalidExpiry, .invalidInterval, .invalidValidity: "invalid-expires"
    case .invalidEndpoint: "invalid-endpoint"
    case .bucketBeforeIPAddress: "invalid-addressing"
    case .invalidRegion: "invalid-region"
    case .invalidProduct: "invalid-product"
    case .invalidAdditionalHeader: "invalid-additional-header"
    case .foreignStringToSign: "invalid-string-to-sign"
    case .invalidSignerValue: "invalid-signer-value"
    }
  }
}

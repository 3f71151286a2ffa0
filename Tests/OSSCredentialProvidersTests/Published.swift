import OSSCredentialProviders
import OSSCredentials
import OSSPrimitives
import OSSSigning
import OSSTestDoubles

/// The examples of V4 that the tests of eleven SDKs share, for the key pair `ak`, `sk`.
enum Published {
  static let v4 = SignatureVersion.v4(region: "cn-hangzhou")
  /// The second and the signature of headers without a token.
  static let header = (
    time: Int64(1_702_743_657),
    signature: "e21d18daa82167720f9b1047ae7e7f1ce7cb77a31e8203a7d5f4624fa0284afe"
  )
  /// The same with the token `token`.
  static let headerWithToken = (
    time: Int64(1_702_784_856),
    signature: "b94a3f999cf85bcdc00d332fbd3734ba03e48382c36fa4d5af5df817395bd9ea"
  )
  /// The second and the signature of a URL of 599 seconds without a token.
  static let url = (
    time: Int64(1_702_781_677),
    signature: "a39966c61718be0d5b14e668088b3fa07601033f6518ac7b523100014269c0fe"
  )
  /// The same with the token `token`.
  static let urlWithToken = (
    time: Int64(1_702_785_388),
    signature: "3817ac9d206cd6dfc90f1c09c00be45005602e55898f26f5ddb06d7892e1f8b5"
  )

  static func endpoint() throws -> Endpoint { try Endpoint("http://oss-cn-hangzhou.aliyuncs.com") }

  static func headerRequest() throws -> SigningRequest {
    try request([
      HeaderField("content-type", "text/plain"),
      HeaderField("x-oss-content-sha256", "UNSIGNED-PAYLOAD"),
    ])
  }

  static func urlRequest() throws -> SigningRequest {
    try request([HeaderField("content-type", "application/octet-stream")])
  }

  private static func request(_ headers: [HeaderField]) throws -> SigningRequest {
    try SigningRequest(
      method: "PUT", bucket: "bucket", key: "1234+-/123/1.txt",
      headers: [
        HeaderField("x-oss-head1", "value"), HeaderField("abc", "value"),
        HeaderField("ZAbc", "value"), HeaderField("XYZ", "value"),
      ] + headers,
      query: [
        QueryParameter("param1", "value1"), QueryParameter("+param1", "value3"),
        QueryParameter("|param1", "value4"), QueryParameter("+param2", ""),
        QueryParameter("|param2", ""), QueryParameter("param2", ""),
      ])
  }

  /// The token of the examples.
  static func token(expires: Moment? = nil) throws -> FederationToken {
    try FederationToken(
      accessKeyID: "ak", accessKeySecret: "sk", securityToken: "token", expiration: expires)
  }

  /// A custom signer for the access key ID `ak` with V4, by default signed with `sk`.
  static func customSigner(
    token: String? = nil, at time: Int64,
    _ signature: (@Sendable (StringToSign) async throws -> String?)? = nil
  ) throws -> CustomSigner {
    let signer = try Signer(
      try Credentials(accessKeyID: "ak", accessKeySecret: "sk"), .v4(region: "cn-hangzhou"))
    return CustomSigner(
      try identity(token: token), clock: TestClock(seconds: time).read,
      signature: signature ?? { try signer.signature(of: $0.text).text })
  }

  static func identity(token: String?) throws -> SigningIdentity {
    try SigningIdentity(accessKeyID: "ak", securityToken: token, .v4(region: "cn-hangzhou"))
  }
}

extension [HeaderField] {
  /// Whether the header Authorization ends with the signature.
  func areSigned(by signature: String) -> Bool {
    contains { $0.name == "Authorization" && $0.value.hasSuffix("Signature=\(signature)") }
  }
}

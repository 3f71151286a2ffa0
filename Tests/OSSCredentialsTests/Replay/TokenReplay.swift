import OSSCredentials
import OSSPrimitives
import OSSServices
import OSSSigning
import Testing

/// The reading of token responses, done with what an app imports.
enum TokenReplay {
  static func response(_ input: VectorInput, _ expected: ExpectedAnswer) throws {
    try compare(try token(input), expected)
  }

  static func assumeRole(_ input: VectorInput, _ expected: ExpectedAnswer) throws {
    let body = try input.bytes("body")
    let response = try AssumeRoleResponse(
      body.span, format: try #require(RPCRequest.Format(rawValue: input.string("format"))),
      httpStatus: try input.optionalInteger("httpStatus").map { Int($0) },
      at: try input.optionalInteger("now").map { Moment(milliseconds: $0) })
    try compare(response.token, expected)
  }

  private static func compare(_ token: FederationToken, _ expected: ExpectedAnswer) throws {
    let credentials = token.credentials
    let expiration = try #require(token.expiration)
    let securityToken = try #require(credentials.securityToken)
    expected.member("accessKeyId", .string(credentials.accessKeyID))
    expected.member("accessKeySecret", .string(credentials.accessKeySecret))
    expected.member("securityToken", .string(String(decoding: securityToken, as: UTF8.self)))
    expected.member("expiration", .number(JSONNumber(expiration.milliseconds)))
  }

  /// The token that the input's answer holds.
  static func token(_ input: VectorInput) throws -> FederationToken {
    let body = try input.bytes("body")
    let status = try input.optionalInteger("httpStatus").map { Int($0) }
    let now = try input.optionalInteger("now").map { Moment(milliseconds: $0) }
    let decoder = try input.optionalString("decoder")
    return try TokenResponse.token(in: body.span, httpStatus: status, at: now) { bytes in
      switch decoder {
      case nil: bytes
      case "base64"?: try? Base64.decode(String(decoding: bytes, as: UTF8.self))
      default: nil
      }
    }
  }
}

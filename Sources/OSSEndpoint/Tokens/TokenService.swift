internal import OSSExplain
internal import OSSJSON
internal import OSSPrimitives

/// The token port: the server of an app, and STS behind it.
///
/// - `GET /distribute-token.json`: a token, as the pages on the iOS SDK show it.
/// - `GET /credentials`: a token for a credentials URI, with `Code`.
package final class TokenService: RequestHandler {
  private let service: EndpointService
  private var issuer: TokenIssuer

  /// Gives out tokens for an endpoint, whose clock they live by.
  ///
  /// - Parameter grant: asked at each token that is given out, with its number from 1.
  package init(
    _ service: EndpointService, grant: @escaping (Int) -> TokenGrant = { _ in TokenGrant() }
  ) {
    self.service = service
    issuer = TokenIssuer(grant)
  }

  /// The operation that a request asks for: `Token`, `Credentials`, `AssumeRole`, `AssumeRoleWithOIDC`,
  /// `Sign`; nil for none. A form needs its body for that.
  package static func operation(of request: WireRequest) -> String? {
    switch request.sent.path.text {
    case "/distribute-token.json": "Token"
    case "/credentials": "Credentials"
    default: nil
    }
  }

  package func head(_ request: WireRequest, _ connection: ConnectionInfo) -> HeadDecision {
    .readBody { [self] whole in answer(whole) }
  }

  package func fault(
    _ fault: HTTPFault, of request: WireRequest?, _ connection: ConnectionInfo
  ) -> WireResponse {
    Self.fault(400, fault.sentence, at: service.now)
  }

  private func answer(_ request: WireRequest) -> WireResponse {
    switch Self.operation(of: request) {
    case "Token": distributed
    case "Credentials": credentials
    default:
      Self.fault(404, "The token port has no such call; see spec/endpoint.md.", at: service.now)
    }
  }

  /// The answer of an app's server (TOK-SHAPE-1, TOK-SHAPE-2, TOK-STAT-5).
  private var distributed: WireResponse {
    let (token, grant) = issuer.next(for: service)
    let end = grant.zone.written(token.end)
    let members: JSONValue =
      switch grant.spelling {
      case .first:
        [
          "StatusCode": 200, "AccessKeyId": .string(token.id),
          "AccessKeySecret": .string(token.secret), "Expiration": .string(end),
          "SecurityToken": .string(token.token),
        ]
      case .second:
        [
          "accessKeyId": .string(token.id), "accessKeySecret": .string(token.secret),
          "expiration": .string(end), "securityToken": .string(token.token),
        ]
      }
    return Self.json(members, at: service.now)
  }

  /// The answer of a credentials URI, with `Code` and no `StatusCode` (TOK-STAT-4).
  private var credentials: WireResponse {
    let (token, grant) = issuer.next(for: service)
    return Self.json(
      [
        "Code": "Success", "AccessKeyId": .string(token.id),
        "AccessKeySecret": .string(token.secret), "SecurityToken": .string(token.token),
        "Expiration": .string(grant.zone.written(token.end)),
      ], at: service.now)
  }

  private static func json(_ value: JSONValue, _ status: Int = 200, at time: Moment) -> WireResponse
  {
    WireResponse(
      status: status,
      fields: [
        .init("Date", time.rfc1123), .init("Content-Type", "application/json"),
        .init("Cache-Control", "no-store"),
      ], body: value.canonical())
  }

  private static func fault(_ status: Int, _ sentence: String, at time: Moment) -> WireResponse {
    json(["error": .string(sentence)], status, at: time)
  }
}

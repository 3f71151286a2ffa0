internal import OSSCredentials
internal import OSSJSON
internal import OSSMistakes
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

extension ReferenceAnswers {
  /// Reads an answer of a token server, and shows the four parts of its token.
  func tokenResponse() throws(Refusal) -> Answer {
    let body = try reader.requiredBytes("body")
    let now = try reader.integer("now").map { Moment(milliseconds: $0) }
    let decoder = try tokenDecoder()
    let status = try reader.status("httpStatus")
    do {
      return Self.answer(
        showing: try TokenResponse.token(
          in: body.span, httpStatus: status, at: now, decoder: decoder))
    } catch {
      throw Refusal(error)
    }
  }

  /// What the input's decoder does to a body.
  private func tokenDecoder() throws(Refusal) -> (Bytes) -> Bytes? {
    switch try reader.text("decoder", orRefuseAs: .invalidInput) {
    case nil: { $0 }
    case "base64"?:
      { body in
        guard let text = String(validating: body, as: UTF8.self) else { return nil }
        return try? Base64.decode(text)
      }
    case "nothing"?: { _ in nil }
    default: throw .shape("decoder", "null, base64 or nothing")
    }
  }

  /// The four parts of a token.
  static func answer(showing token: FederationToken) -> Answer {
    let securityToken = token.credentials.securityToken ?? []
    var members: JSONObject = [
      "accessKeyId": .string(token.credentials.accessKeyID),
      "accessKeySecret": .string(token.credentials.accessKeySecret),
      "securityToken": .string(String(decoding: securityToken, as: UTF8.self)),
    ]
    members["expiration"] = token.expiration.map { .number(JSONNumber($0.milliseconds)) }
    return Answer(members: members)
  }
}

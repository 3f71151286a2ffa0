internal import OSSAppServer
internal import OSSCredentials
internal import OSSJSON
internal import OSSPrimitives

/// What is no refusal of OSS, and is brought as one: the answer of a token server, and a callback that
/// the server of the app does not accept.
struct HandedOut {
  let findings: [Found]

  /// - Returns: nil for any other evidence.
  init?(_ facts: Facts) {
    if let found = Self.token(facts) ?? Self.callback(facts) {
      findings = [found]
    } else {
      return nil
    }
  }

  /// An answer that hands out a token, read by the rules of token-responses.md.
  private static func token(_ facts: Facts) -> Found? {
    let body = facts.answer.body.stripped
    guard body.begins(with: "{"), let object = (try? JSONReader.read(body))?.objectValue,
      isToken(object)
        || object.members.contains(where: { $0.value.objectValue.map(isToken) == true })
    else { return nil }
    let now = facts.answer.value(of: "date").flatMap { try? Moment(rfc1123: $0.text) }
    do throws(TokenResponseError) {
      let token = try TokenResponse.token(in: body.span, httpStatus: nil, at: now)
      let end = token.expiration.map { "It expires at \($0.iso8601)." }
      return Found("token-answer-good", .likely, end)
    } catch {
      return Found("token-answer-unusable", .certain, error.description.shown)
    }
  }

  private static func isToken(_ object: JSONObject) -> Bool {
    let names = ["accesskeyid", "accesskeysecret", "securitytoken", "tempak", "tempsk"]
    let count = object.members.reduce(0) { count, member in
      names.contains(member.name.bytes.lowercased.text) ? count + 1 : count
    }
    return count > 1
  }

  /// A callback, whose string to sign is shown.
  private static func callback(_ facts: Facts) -> Found? {
    guard let request = facts.request, request.method.isText("POST"), facts.error == nil,
      let url = request.value(of: "x-oss-pub-key-url")
    else { return nil }
    let key = url.base64Decoded?.text ?? ""
    let isOfOSS = ["https://gosspublic.alicdn.com/", "http://gosspublic.alicdn.com/"].contains {
      key.begins(with: $0)
    }
    let detail = isOfOSS ? nil : "The URL of the key is not one of OSS: refuse the request."
    return Found("callback-not-verified", .likely, detail)
  }

  /// The bytes that OSS signed of a callback; nil for another request.
  static func stringToSign(_ request: SentRequest) -> Bytes? {
    guard request.value(of: "x-oss-pub-key-url") != nil else { return nil }
    let query = request.query.map { $0.raw }.joined(by: "&")
    let target = request.path + (request.query.isEmpty ? [] : "?".bytes + query)
    return CallbackRequest(target: target, body: request.body).stringToSign
  }
}

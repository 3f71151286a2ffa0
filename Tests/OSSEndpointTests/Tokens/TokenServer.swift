import OSSEndpoint
import OSSExplain
import OSSJSON
import OSSPrimitives
import Testing

/// An endpoint and its token port, without sockets.
struct TokenServer {
  static let secret = "a-secret-of-this-test"
  static let start = Moment(milliseconds: 1_701_605_532_250)

  let service: EndpointService
  let tokens: TokenService

  init(_ grant: @escaping (Int) -> TokenGrant = { _ in TokenGrant() }) {
    let key = KnownKey(id: "id".bytes, secret: Self.secret.bytes)
    let verifier = Verifier(hosts: HostTable(), keys: [key])
    service = EndpointService(
      LiveEndpoint(verifier, buckets: ["bucket", "other"]), clock: { Self.start })
    tokens = TokenService(service, grant: grant)
  }

  /// What a port answers.
  func answer(
    of handler: (any RequestHandler)? = nil, _ line: String, _ headers: [String] = [],
    body: String = ""
  ) throws -> WireResponse {
    try (handler ?? tokens).answer(line, headers, body: body)
  }

  func object(_ line: String) throws -> JSONObject {
    let answer = try answer(line)
    #expect(answer.status == 200, "\(answer.body.text)")
    return try #require(try JSONReader.read(answer.body).objectValue)
  }

  /// Sends a request to the endpoint, signed with V1 and with a token in its header; the code of the
  /// refusal, or 200.
  func send(
    _ method: String, _ resource: String, _ id: String, _ secret: String, _ token: String,
    _ headers: [String: String] = [:], body: String = ""
  ) throws -> String {
    let date = service.now.rfc1123
    let type = headers["content-type"] ?? ""
    var all = headers.filter { $0.key.hasPrefix("x-oss-") }
    if !token.isEmpty { all["x-oss-security-token"] = token }
    let lines = all.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
    let string = ([method, "", type, date] + lines + [resource]).joined(separator: "\n")
    let code = HMACSHA1Key(secret.bytes.span).authenticationCode(for: string.bytes.span)
    let signature = Base64.encode(code.bytes.span)
    let answer = try answer(
      of: service, "\(method) \(resource)",
      lines + ["Host: 127.0.0.1", "Date: " + date, "Authorization: OSS \(id):\(signature)"]
        + (type.isEmpty ? [] : ["Content-Type: " + type]), body: body)
    return answer.body.between("<Code>", "</Code>")?.text ?? (answer.status < 300 ? "200" : "")
  }
}

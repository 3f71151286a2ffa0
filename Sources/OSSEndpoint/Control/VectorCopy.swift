internal import OSSExplain
internal import OSSJSON
internal import OSSPrimitives

/// A request of the journal as a vector: what a client is to sign, with the credentials of the vectors.
struct VectorCopy {
  /// The operation, such as `v4.header`.
  let operation: String
  /// What is signed.
  let input: JSONObject

  /// Takes what was signed of a request, without the signature; nil where it carried none that a vector
  /// can have.
  init?(_ entry: JournalEntry) {
    let verdict = entry.verdict
    guard !verdict.isForm, let version = verdict.version, let resource = verdict.resource,
      [.v1, .v2, .v4].contains(version)
    else { return nil }
    var head = "\(entry.method) \(entry.target) HTTP/1.1\r\n".bytes
    for field in entry.headers { head += field.name + ": ".bytes + field.value + "\r\n".bytes }
    guard let request = try? SentRequest(wire: head + "\r\n".bytes) else { return nil }
    let signature = request.signature
    operation = version.rawValue + (verdict.isURL ? ".presign" : ".header")
    let seconds = entry.time.seconds
    var input: JSONObject = [
      "method": .string(entry.method),
      "headers": .array(
        request.fields.filter { !Self.isDropped($0.name.lowercased.text) }
          .map { [.string($0.name.text), .string($0.value.text)] }),
      "query": .array(
        request.query.filter { !$0.raw.isEmpty && !(verdict.isURL && $0.isOfSignature) }
          .map { [.string($0.name.text), $0.value.map { .string($0.text) } ?? .null] }),
    ]
    input["bucket"] = resource.bucket.map { .string($0.text) }
    if !resource.key.isEmpty { input["key"] = .string(resource.key.text) }
    input["credentials"] = Self.credentials(hasToken: request.hasToken)
    input["time"] = .number(JSONNumber(seconds))
    if version == .v4 { input["region"] = .string(verdict.region) }
    if verdict.isURL {
      let span = (request.parameters("x-oss-expires").first ?? nil)?.decimal ?? 3600
      input["expires"] = .number(JSONNumber(version == .v4 ? span : seconds + 3600))
      input["endpoint"] = .string("https://oss-\(verdict.region).aliyuncs.com")
    }
    if let list = signature.list, !list.isEmpty {
      input["additionalHeaders"] = .array(list.parts(at: ";").map { .string($0.text) })
    }
    self.input = input
  }

  private static func credentials(hasToken: Bool) -> JSONValue {
    var members: JSONObject = [
      "accessKeyId": "exampleAccessKeyID00", "accessKeySecret": "ExampleSecret0000000000000000ab",
    ]
    if hasToken { members["securityToken"] = "CAIS0Token" }
    return .object(members)
  }

  /// Whether a header is made by whoever signs or sends.
  private static func isDropped(_ name: String) -> Bool {
    [
      "authorization", "date", "x-oss-date", "x-oss-content-sha256", "x-oss-security-token", "host",
      "connection", "transfer-encoding", "expect", "user-agent", "accept", "accept-encoding",
      "cookie", "proxy-authorization", "security-token",
    ].contains(name)
  }
}

extension SentParameter {
  /// Whether it belongs to the signature of a URL.
  var isOfSignature: Bool {
    [
      "OSSAccessKeyId", "Expires", "Signature", "security-token", "x-oss-signature-version",
      "x-oss-signature", "x-oss-credential", "x-oss-date", "x-oss-expires", "x-oss-access-key-id",
      "x-oss-additional-headers", "x-oss-security-token",
    ].contains(name.text)
  }
}

extension SentRequest {
  /// Whether a security token came with it.
  fileprivate var hasToken: Bool {
    value(of: "x-oss-security-token") != nil
      || ["security-token", "x-oss-security-token"].contains { !parameters($0).isEmpty }
  }
}

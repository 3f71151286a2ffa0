internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// A call of an RPC service.
package enum RPCCall {
  /// A parameter, decoded.
  package typealias Parameter = (name: String, value: String)

  /// The names that a caller does not give (RPC-REF-1).
  static let reserved = [
    "Action", "Version", "Format", "AccessKeyId", "SignatureMethod", "SignatureVersion",
    "SignatureNonce", "Timestamp", "SecurityToken", "Signature",
  ]
}

extension STSModel {
  /// Signs a call, or all parameters of one as they stand (RPC-PAR-1 to RPC-SIG-4).
  func call(_ input: InputReader) throws(Refusal) -> Answer {
    if let value = input.object["allParameters"], !value.isNull {
      let complete = try input.pairs("allParameters", orRefuseAs: .invalidQueryParameter)
      let parts = try input.requiredObject("credentials")
      for name in ["accessKeyId", "securityToken"] { _ = try parts.bytes(name) }
      let secret = try parts.text("accessKeySecret", orRefuseAs: .invalidInput) ?? ""
      try accepts.refuse(.emptySecret, if: secret.utf8.isEmpty)
      try accepts.refuse(.brokenSecret, if: secret.breaksLines)
      let endpoint = try SigningEndpoint(input)
      let method = try input.word("method", of: "GET", "POST")
      try accepts.refuse(.path, if: !endpoint.path.isEmpty)
      return signed(complete, secret, method, endpoint)
    }
    let signer = try GivenCredentials(input, accepting: accepts)
    let endpoint = try SigningEndpoint(input)
    let method = try input.word("method", of: "GET", "POST")
    let action = try input.requiredText("action", orRefuseAs: .invalidQueryParameter)
    let version = try input.requiredText("version", orRefuseAs: .invalidQueryParameter)
    let given = try input.pairs("parameters", orRefuseAs: .invalidQueryParameter)
    let format = try input.word("format", of: "JSON", "XML")
    let nonce = try input.requiredText("nonce", orRefuseAs: .invalidNonce)
    let time = try input.time("time")
    try check(action, version, given)
    try accepts.refuse(.emptyNonce, if: nonce.utf8.isEmpty)
    try accepts.refuse(.path, if: !endpoint.path.isEmpty)
    var parameters: [RPCCall.Parameter] = [
      ("Action", action), ("Version", version), ("Format", format), ("AccessKeyId", signer.id),
      ("SignatureMethod", "HMAC-SHA1"), ("SignatureVersion", "1.0"),
      ("SignatureNonce", self.nonce(nonce)), ("Timestamp", timestamp(time)),
    ]
    if let token = signer.token { parameters.append(("SecurityToken", token)) }
    return signed(common(parameters) + chosen(given), signer.secret, method, endpoint)
  }

  /// Refuses a call without an action or a version, and wrong parameters (RPC-REF-1 to RPC-REF-3).
  private func check(
    _ action: String, _ version: String, _ given: [RPCCall.Parameter]
  ) throws(Refusal) {
    try accepts.refuse(.nothingCalled, if: action.utf8.isEmpty || version.utf8.isEmpty)
    for (index, parameter) in given.enumerated() {
      try accepts.refuse(.nameless, if: parameter.name.utf8.isEmpty)
      try accepts.refuse(.reserved, if: reserved.containsBytes(of: parameter.name))
      let former = given[..<index].map(\.name)
      try accepts.refuse(.repeated, if: former.containsBytes(of: parameter.name))
    }
  }

  /// The canonical query, the string to sign, the signature and what is sent (RPC-CAN, RPC-STS, RPC-SIG).
  private func signed(
    _ parameters: [RPCCall.Parameter], _ secret: String, _ method: String,
    _ endpoint: SigningEndpoint
  ) -> Answer {
    let sorted = parameters.sorted { precedes($0.name, $1.name) }
    let canonical = query(sorted.filter { isSigned(method, $0.name) })
    let string = stringToSign(method, canonical, encode)
    let signature = signature(key(secret), string.raw)
    let pieces = [query(sorted)].filter { !$0.isEmpty }
    let sent = sent(
      method, endpoint,
      (pieces + ["Signature=\(sentSignature(signature, encode))"]).joined(separator: "&"))
    var members: JSONObject = ["signature": .string(signature), "url": .string(sent.url)]
    members["body"] = sent.body.map { .string($0) }
    return Answer(
      members: members,
      stages: ["canonicalQuery": .string(canonical), "stringToSign": .string(string)])
  }

  private func query(_ parameters: [RPCCall.Parameter]) -> String {
    parameters.compactMap { piece(encode($0.name), encode($0.value)) }
      .joined(separator: "&")
  }
}

internal import OSSPrimitives
internal import OSSServices

extension Facts {
  /// What a browser asks for before its request, and the CORS rules do not allow (EXP-ANS-5).
  var preflight: [Found] {
    guard let request, request.method.isText("OPTIONS"), !answer.fields.isEmpty, error == nil,
      request.value(of: "access-control-request-method") != nil
    else { return [] }
    func names(_ value: Bytes?) -> [Bytes] {
      (value ?? []).lowercased.parts(at: ",").map { $0.stripped }.filter { !$0.isEmpty }
    }
    let origin = answer.value(of: "access-control-allow-origin")
    if let asked = request.value(of: "origin"),
      origin.map({ $0.isText("*") || $0 == asked }) != true
    {
      let detail = origin.map { "It allows the origin \($0.text.shown)." }
      return [Found("cors-refused", .likely, detail ?? "It names no origin.")]
    }
    for (kind, list) in [("method", "methods"), ("headers", "headers")] {
      let given = answer.value(of: "access-control-allow-" + list)
      let allowed = names(given)
      let asked = names(request.value(of: "access-control-request-" + kind))
      if let name = asked.first(where: { !allowed.contains($0) }), !allowed.contains("*".bytes) {
        // The answer may have been cut before it was posted.
        let detail = "It does not allow \(name.text.shown)."
        return [Found("cors-refused", given == nil ? .likely : .certain, detail)]
      }
    }
    guard origin?.isText("*") == true, answer.value(of: "access-control-allow-credentials") == nil
    else { return [] }
    // The answer allows all that is asked; what a browser still refuses is a request with cookies.
    return [Found("cors-credentials-refused", .likely, "The answer allows all that is asked.")]
  }

  /// What STS and other services with the RPC signature say of a signature; nil for another answer.
  var rpc: [Found]? {
    let mark = "string to sign is:".bytes
    guard let message = error?.message?.bytes, let start = message.index(of: mark) else {
      return nil
    }
    let server = Bytes(message[(start + mark.count)...]).stripped
    if let found = RPCTrial(self, server)?.findings { return found }
    guard let own = evidence.string?.stripped else {
      // Without the client's string, what encoders write otherwise decides what is looked at first.
      let isOpen = RPCTrial.isOpen(server)
      let string = Found("rpc-string-differs", isOpen ? .likely : .possible, RPCTrial.hint)
      let secret = Found("secret-wrong", isOpen ? .possible : .likely)
      return isOpen ? [string, secret] : [secret, string]
    }
    if own == server {
      return [Found("secret-wrong", .likely, "The two strings to sign are the same bytes.")]
    }
    return [
      Found(
        "rpc-string-differs", .likely, RPCTrial.difference(own, server),
        difference: TextDifference(part: "string to sign of STS", sent: server, signed: own))
    ]
  }
}

/// A call of STS, whose signature is made again with the secret that is given.
struct RPCTrial {
  private let signature: Bytes
  private let server: Bytes
  private let secret: Bytes

  /// - Returns: nil where the call or the secret is not given.
  init?(_ facts: Facts, _ server: Bytes) {
    guard let secret = facts.evidence.credentials?.accessKeySecret.bytes,
      let signature = facts.request?.parameter("Signature")
    else { return nil }
    (self.signature, self.server, self.secret) = (signature, server, secret)
  }

  static let hint =
    "encodeURIComponent leaves * ! ' ( ) as they are, and a form encoder writes a blank as +."

  /// What encoders write otherwise, as the string of STS has it, which is encoded twice; those of one
  /// row go together, and each column is another encoder.
  private static let kept: [[(escape: String, others: [String])]] = [
    [("%252A", ["%2A", "*"])],
    [
      ("%2521", ["%21", "!"]), ("%2527", ["%27", "'"]), ("%2528", ["%28", "("]),
      ("%2529", ["%29", ")"]),
    ],
    [("%2520", ["%2B", "+"])], [("~", ["%257E", "%7E"])],
  ]

  /// Whether an encoder that is often used makes another string of these parameters.
  static func isOpen(_ server: Bytes) -> Bool {
    kept.contains { row in row.contains { server.contains($0.escape) } }
  }

  /// The string of STS as each combination of encoders writes it: at most 81.
  private var variants: [Bytes] {
    var strings = [server]
    for row in Self.kept {
      for string in strings where row.contains(where: { string.contains($0.escape) }) {
        for column in 0..<2 {
          strings.append(
            row.reduce(string) { $0.replacing($1.escape, with: $1.others[column]) })
        }
      }
    }
    return strings
  }

  /// What the secret proves; nil where it makes the signature over nothing that is known.
  var findings: [Found]? {
    if isMade(secret + "&".bytes, server) {
      return [Found("secret-not-that-of-oss", .certain, isProved: true)]
    }
    if isMade(secret, server) {
      let detail = "The key of the HMAC lacks the & after the secret."
      return [Found("rpc-key-without-ampersand", .certain, detail, isProved: true)]
    }
    for string in variants where isMade(secret + "&".bytes, string) {
      return [
        Found(
          "rpc-string-differs", .certain, "The signature is that of a string with other escapes.",
          difference: TextDifference(part: "string to sign of STS", sent: server, signed: string),
          isProved: true)
      ]
    }
    return nil
  }

  private func isMade(_ key: Bytes, _ string: Bytes) -> Bool {
    var code = Bytes()
    Base64.append(HMACSHA1Key(key.span).authenticationCode(for: string.span), to: &code)
    return code == signature
  }

  /// In what two strings of STS differ; nil where their values do.
  static func difference(_ own: Bytes, _ server: Bytes) -> String? {
    if own.halves(at: "&").before != server.halves(at: "&").before {
      return "The method is another one."
    }
    let (one, other) = (pairs(own), pairs(server))
    if one == other { return "They differ in their percent-encoding: " + hint }
    if Set(one) == Set(other) { return "The parameters are in another order." }
    let (names, otherNames) = (Set(one.map(name)), Set(other.map(name)))
    let missing = names.symmetricDifference(otherNames).map { $0.text.shown }
    guard let least = missing.min(by: { $0.precedesInBytes($1) }) else { return nil }
    return "One side alone has \(least)."
  }

  private static func name(_ pair: Bytes) -> Bytes { pair.halves(at: "=").before }

  /// The parameters of a string of STS, decoded.
  private static func pairs(_ string: Bytes) -> [Bytes] {
    let last = string.parts(at: "&").last ?? []
    return last.percentDecoded.parts(at: "&").map { $0.percentDecoded }
  }
}

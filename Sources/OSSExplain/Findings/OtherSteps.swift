internal import OSSAppServer
internal import OSSCredentials
internal import OSSJSON
internal import OSSPrimitives
internal import OSSServices

extension Facts {
  /// What is no refusal of OSS, and is brought as one: the answer of a token server, and a callback that
  /// the server of the app does not accept; nil for any other evidence.
  var handedOut: Found? { tokenAnswer ?? callback }

  /// An answer that hands out a token, read by the rules of token-responses.md (EXP-ANS-30).
  private var tokenAnswer: Found? {
    let body = answer.body.stripped
    guard body.begins(with: "{"), let object = (try? JSONReader.read(body))?.objectValue
    else { return nil }
    let inner = object.members.first { $0.value.objectValue.map(Self.isToken) == true }
    guard Self.isToken(object) || inner != nil else { return nil }
    let now = answer.value(of: "date").flatMap { try? Moment(rfc1123: $0.text) }
    do throws(TokenResponseError) {
      let token = try TokenResponse.token(in: body.span, httpStatus: nil, at: now)
      let end = token.expiration.map { "It expires at \($0.iso8601)." }
      return Found("token-answer-good", .likely, end)
    } catch {
      // Credentials is where STS itself has them, and is read (TOK-SHAPE-6).
      let isRead = Self.isToken(object) || object["Credentials"] != nil
      let detail = (isRead ? nil : inner).map {
        "The members are in \($0.name.shown): a client reads them at the top of the JSON, beside StatusCode."
      }
      return Found("token-answer-unusable", .certain, detail ?? error.description.shown)
    }
  }

  private static func isToken(_ object: JSONObject) -> Bool {
    let names = ["accesskeyid", "accesskeysecret", "securitytoken", "tempak", "tempsk"]
    let count = object.members.reduce(0) { count, member in
      names.contains(member.name.bytes.lowercased.text) ? count + 1 : count
    }
    return count > 1
  }

  /// A callback, whose string to sign is shown (EXP-ANS-31).
  private var callback: Found? {
    guard let request, request.method.isText("POST"), error == nil,
      let url = request.value(of: "x-oss-pub-key-url")
    else { return nil }
    let key = url.base64Decoded?.text ?? ""
    let isOfOSS = ["https://gosspublic.alicdn.com/", "http://gosspublic.alicdn.com/"].contains {
      key.begins(with: $0)
    }
    let detail = isOfOSS ? nil : "The URL of the key is not one of OSS: refuse the request."
    return Found("callback-not-verified", .likely, detail)
  }
}

extension SentRequest {
  /// The parameters of a call of STS, those of the URL and then those of the body, in their order.
  var callParameters: [SignedItem] {
    let line = body.stripped.halves(at: "\n").before.stripped
    let form = line.parts(at: "&").filter { $0.contains(UInt8(ascii: "=")) }
    func item(_ text: Bytes, isInURL: Bool) -> SignedItem {
      let (name, value) = text.halves(at: "=")
      let decoded = { (text: Bytes) in text[...].percentDecoded(plusIsSpace: true) }
      return SignedItem(
        decoded(name), decoded(value ?? []), sent: (name, value),
        isSigned: !name.isText("Signature"), isSignedByName: isInURL)
    }
    return query.filter { !$0.raw.isEmpty }.map { item($0.raw, isInURL: true) }
      + form.map { item($0, isInURL: false) }
  }

  /// The bytes that OSS signed of a callback; nil for another request.
  var callbackString: Bytes? {
    guard value(of: "x-oss-pub-key-url") != nil else { return nil }
    let text = query.map { $0.raw }.joined(by: "&")
    let target = path + (query.isEmpty ? [] : "?".bytes + text)
    return CallbackRequest(target: target, body: body).stringToSign
  }
}

extension Facts {
  /// What a browser asks for before its request, and the CORS rules do not allow (EXP-ANS-5), or
  /// allow without credentials (EXP-ANS-26).
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
    // The answer allows all that is asked; what a browser still refuses is a request with cookies, or an
    // image that it stored before.
    let small = evidence.pasted.lowercased
    if ["canvas", "<img", "usecors"].contains(where: { small.contains($0) }) {
      return [Found("cors-answer-stored", .likely, "The answer allows all that is asked.")]
    }
    return [Found("cors-credentials-refused", .likely, "The answer allows all that is asked.")]
  }

  /// A parameter of a call of STS, in its URL or in its body.
  func rpcParameter(_ name: String) -> Bytes? {
    request?.callParameters.first { $0.name.isText(name) }?.value
  }

  /// The string to sign that a service with the RPC signature quotes; nil for another answer.
  var stringOfSTS: Bytes? {
    let text = error?.message?.bytes.behind("string to sign is:")?.stripped
    // One of RPC is encoded, and ends where the sentence goes on.
    let isCall = text.map { $0.begins(with: "GET&") || $0.begins(with: "POST&") } == true
    return isCall ? text.map { Bytes($0.prefix { $0 > 0x20 && $0 != UInt8(ascii: "\"") }) } : text
  }

  /// What STS and other services with the RPC signature say of a signature (EXP-STS-1, EXP-STS-2); nil
  /// for another answer, and where the client signed the same string.
  var rpc: [Found]? {
    guard let server = stringOfSTS else { return nil }
    if rpcParameter("Signature")?.isHexadecimal(40) == true {
      return [Found("signature-in-hexadecimal", .certain, "It is 40 hexadecimal digits.")]
    }
    guard let own = evidence.string?.stripped else {
      let begins = ["`GET&", "\"GET&", "'GET&"].contains { evidence.pasted.contains($0) }
      if self["secret-from-id"] != nil {
        let detail = "The code makes the key of the HMAC of the access key ID."
        return [Found("secret-is-the-id", .likely, detail)]
      }
      if begins, server.begins(with: "POST&") {
        let detail = "The code begins its string with GET&, and the call is sent by POST."
        return [Found("rpc-string-differs", .likely, detail), Found("secret-wrong", .possible)]
      }
      // Without the client's string, what encoders write otherwise decides what is looked at first.
      let isOpen = CallString.isOpen(server)
      let string = Found(
        "rpc-string-differs", isOpen ? .likely : .possible,
        CallString.hint(server, code: evidence.pasted))
      let secret = Found("secret-wrong", isOpen ? .possible : .likely)
      return isOpen ? [string, secret] : [secret, string]
    }
    if own == server { return nil }
    return [
      Found(
        "rpc-string-differs", .likely,
        CallString.difference(own, server) ?? CallString.unitHint(server, code: evidence.pasted),
        difference: TextDifference(part: "string to sign of STS", sent: server, signed: own))
    ]
  }
}

/// The strings to sign of calls of STS.
enum CallString {
  /// What of a string is written otherwise by encoders that are often used, or by the one in code.
  static func hint(_ server: Bytes, code: Bytes = []) -> String {
    if let hint = unitHint(server, code: code) { return hint }
    let escapes = kept.map { $0.bytes }.filter { server.index(of: $0) != nil }
    let signs = escapes.map { $0.percentDecoded.percentDecoded.text }
    let left = signs.filter { ["!", "'", "(", ")"].containsBytes(of: $0) }
    if !left.isEmpty, code.contains("encodeURIComponent(") {
      return "encodeURIComponent leaves \(left.joined(separator: " ")) as they are, and STS wants"
        + " them escaped, such as ' as %27."
    }
    let text = signs.reduce("") { $0 + " " + ($1 == " " ? "a blank" : $1) }
    return text.isEmpty
      ? "Compare the method and the encoding of each value."
      : "It holds" + text + ", which encoders write in more than one way."
  }

  /// That code encodes units of UTF-16; nil where it does not, or all is ASCII.
  static func unitHint(_ server: Bytes, code: Bytes) -> String? {
    let isOfUnits = code.contains("charCodeAt(") && code.contains("toString(16)")
    return isOfUnits && server.contains("%25E")
      ? "The code encodes each unit of UTF-16 as one number, and STS each byte of UTF-8." : nil
  }

  /// What encoders write otherwise, as the string of STS has it, which is encoded twice.
  private static let kept = ["%252A", "%2521", "%2527", "%2528", "%2529", "%2520", "~"]

  /// Whether an encoder that is often used makes another string of these parameters.
  static func isOpen(_ server: Bytes) -> Bool { kept.contains { server.contains($0) } }

  /// In what two strings of STS differ; nil where their values do.
  static func difference(_ own: Bytes, _ server: Bytes) -> String? {
    if own.halves(at: "&").before != server.halves(at: "&").before {
      return "The method is another one."
    }
    let (one, other) = (pairs(own), pairs(server))
    if one == other {
      let others = kept.filter { server.contains($0) && !own.contains($0) }.map { escape in
        let escape = escape.bytes.percentDecoded
        let sign = escape.percentDecoded.text
        return escape.text + " for " + (sign == " " ? "a blank" : sign)
      }
      return others.isEmpty
        ? "They differ in their percent-encoding. " + hint(server)
        : "They differ in their percent-encoding: STS writes " + others.joined(separator: ", ")
          + ", and the client does not."
    }
    if Set(one) == Set(other) { return "The parameters are in another order." }
    // A form has a plus sign for a blank.
    if one == other.map({ $0.replacing(" ", with: "+") }) {
      return "The client writes a blank as a plus sign: it is %20 in a call of STS."
    }
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

internal import OSSExplain
internal import OSSJSON
package import OSSPrimitives
internal import OSSServices

/// A call of STS as it was sent: its parameters, decoded once, and what signs it.
///
/// Nothing of the clients' signers is in it: the pieces are split and decoded, and what is signed is
/// written again from them (spec/sts.md, spec/acs3.md).
package struct STSCall {
  private let request: WireRequest
  /// The parameters of the query, and those of a form in the body.
  private let (query, form): ([Parameter], [Parameter])
  /// The header of signature version 3; nil in a call of version 1.0.
  private let authorization: Bytes?
  /// Whether headers name the call, as version 3 has it, also in one without a signature.
  private let hasHeaders: Bool
  /// The name of the call, such as `AssumeRole`; empty without one.
  package let action: Bytes

  private struct Parameter {
    let (name, value): (Bytes, Bytes)
  }

  /// Reads a call; a form needs its body.
  package init(_ request: WireRequest) {
    self.request = request
    let sent = request.sent
    query = sent.query.filter { !$0.raw.isEmpty }.map {
      Parameter(name: $0.name, value: $0.value ?? [])
    }
    let type = sent.value(of: "content-type") ?? []
    // With GET every parameter is in the query (RPC-SIG-3).
    form =
      sent.method.isText("GET") || !type.begins(with: "application/x-www-form-urlencoded")
      ? []
      : request.body.parts(at: "&").filter { !$0.isEmpty }.map { piece in
        let (name, value) = piece.halves(at: "=")
        return Parameter(
          name: name[...].percentDecoded(plusIsSpace: true),
          value: (value ?? [])[...].percentDecoded(plusIsSpace: true))
      }
    let header = sent.value(of: "authorization")
    authorization = header?.begins(with: "ACS3-") == true ? header : nil
    let named = (query + form).first { $0.name.isText("Action") }?.value
    hasHeaders = authorization != nil || named == nil
    action = (hasHeaders ? sent.value(of: "x-acs-action") : named) ?? []
  }

  /// The first value of a parameter; nil without one.
  package func value(_ name: String) -> Bytes? {
    (query + form).first { $0.name.isText(name) }?.value
  }

  /// The value of a parameter that the call must have.
  func required(_ name: String) throws(STSRefusal) -> Bytes {
    guard let value = value(name), !value.isEmpty else { throw .missing(name) }
    return value
  }

  /// Whether the answer is one in XML (RPC-PAR-3).
  func isXML() throws(STSRefusal) -> Bool {
    let accepted = hasHeaders ? request.sent.value(of: "accept") : nil
    guard let format = value("Format") else { return accepted?.contains("xml") == true }
    if format[...].isCaseless("xml") { return true }
    if format.isEmpty || format[...].isCaseless("json") { return false }
    throw STSRefusal(400, "InvalidParameter.Format", "Specified parameter format is not valid.")
  }

  /// Refuses a parameter that is there twice, or is not UTF-8 (RPC-CAN-3, ACS3-QRY-2).
  func checkParameters() throws(STSRefusal) {
    var names = NameSet()
    for one in query + form {
      let isText = String(validUTF8: one.name) != nil && String(validUTF8: one.value) != nil
      if isText, names.insert(one.name) { continue }
      let fault = isText ? "there twice" : "not UTF-8"
      throw STSRefusal(
        400, "InvalidParameter", "The parameter \(one.name.text.quoted) is \(fault).")
    }
  }

  /// Refuses another version than that of STS (ROLE-PAR-1).
  func checkVersion() throws(STSRefusal) {
    let header = request.sent.value(of: "x-acs-version")
    guard let version = hasHeaders ? header : value("Version") else {
      throw .missing("Version")
    }
    if !version.isText("2015-04-01") { throw .invalid("Version") }
  }

  /// What is known of a call whose signature is right.
  package struct Signed {
    /// The key that made it, and the nonce.
    let (key, nonce): (KnownKey, Bytes)
    /// Whether a token came with it.
    let hasToken: Bool
  }

  /// Verifies who calls.
  ///
  /// - Parameters:
  ///   - keys: the keys of the endpoint.
  ///   - now: the time by the endpoint's clock, from which the call may be 15 minutes away.
  package func verified(by keys: [KnownKey], at now: Moment) throws(STSRefusal) -> Signed {
    try checkParameters()
    let (key, nonce): (KnownKey, Bytes)
    let token: Bytes?
    if let authorization {
      (key, nonce) = try verifiedACS3(authorization, keys, now)
      token = request.sent.value(of: "x-acs-security-token")  // ACS3-HDR-1
    } else {
      (key, nonce) = try verifiedRPC(keys, now)
      token = value("SecurityToken")  // RPC-PAR-4
    }
    let hasToken = token?.isEmpty == false
    if key.token != nil, !hasToken { throw .missing("SecurityToken") }
    return Signed(key: key, nonce: nonce, hasToken: hasToken)
  }

  private func key(_ id: Bytes, _ keys: [KnownKey]) throws(STSRefusal) -> KnownKey {
    guard let key = keys.first(where: { $0.id == id }) else {
      throw STSRefusal(
        404, "InvalidAccessKeyId.NotFound", "Specified access key is not found.")
    }
    return key
  }

  /// Refuses a time that is not one of UTC (RPC-PAR-2, ACS3-HDR-6), or too far from now. A fraction of a
  /// second is served in version 1.0 (RPC-PAR-6).
  private func check(_ time: Bytes, at now: Moment) throws(STSRefusal) {
    guard time.ends(with: "Z"), authorization == nil || time.count == 20,
      let moment = try? Moment(iso8601: time.text)
    else {
      throw STSRefusal(
        400, "InvalidTimeStamp.Format",
        "Specified time stamp or date value is not well formatted.")
    }
    if max(moment.since(now), now.since(moment)) > TimeRules.maximumSkew {
      throw STSRefusal(
        400, "InvalidTimeStamp.Expired", "Specified time stamp or date value is expired.")
    }
  }

  /// Parameters by the bytes of their names, each `name=value`, percent-encoded (RPC-CAN-2, RPC-CAN-3,
  /// RPC-CAN-4, RPC-CAN-5, ACS3-QRY-1, ACS3-QRY-2, ACS3-QRY-3).
  private static func canonical(_ parameters: [Parameter]) -> Bytes {
    let sorted = parameters.sorted { $0.name[...].precedes($1.name[...]) }
    return sorted.map { encoded($0.name) + "=".bytes + encoded($0.value) }.joined(by: "&")
  }

  private static func encoded(_ bytes: Bytes) -> Bytes {
    var text = Bytes()
    PercentEncoding.append(bytes.span, keepingSlash: false, to: &text)
    return text
  }
}

extension STSCall {
  /// Signature version 1.0: every parameter but the signature, wherever it is sent (RPC-CAN-1).
  private func verifiedRPC(_ keys: [KnownKey], _ now: Moment)
    throws(STSRefusal) -> (KnownKey, Bytes)
  {
    let id = try required("AccessKeyId")
    for (name, value) in [("SignatureMethod", "HMAC-SHA1"), ("SignatureVersion", "1.0")] {
      if try required(name) != value.bytes { throw .invalid(name) }  // RPC-PAR-1
    }
    let (nonce, time) = (try required("SignatureNonce"), try required("Timestamp"))
    let (signature, key) = (try required("Signature"), try key(id, keys))
    try check(time, at: now)
    let signed = Self.canonical((query + form).filter { !$0.name.isText("Signature") })
    // RPC-STS-1, RPC-STS-2
    let string = request.sent.method + "&%2F&".bytes + Self.encoded(signed)
    let secret = key.secret + "&".bytes  // RPC-SIG-1
    let code = HMACSHA1Key(secret.span).authenticationCode(for: string.span).bytes
    if Base64.encode(code.span).bytes != signature { throw .mismatch(string) }
    return (key, nonce)
  }

  /// Signature version 3: a canonical request with its headers (ACS3-REQ-1).
  private func verifiedACS3(
    _ authorization: Bytes, _ keys: [KnownKey], _ now: Moment
  ) throws(STSRefusal) -> (KnownKey, Bytes) {
    let (id, list, signature) = try Self.parts(of: authorization)
    let sent = request.sent
    func header(_ name: String, _ plain: String) throws(STSRefusal) -> Bytes {
      guard let value = sent.value(of: name), !value.isEmpty else { throw .missing(plain) }
      return value
    }
    let (nonce, time) = (
      try header("x-acs-signature-nonce", "SignatureNonce"), try header("x-acs-date", "Timestamp")
    )
    let key = try key(id, keys)
    try check(time, at: now)
    // What every call signs is signed although the list does not name it (ACS3-HDR-1).
    let own = Self.signedNames.filter { sent.value(of: $0) != nil }.map { $0.bytes }
    var names = NameSet()
    // Each in lower case, once, sorted (ACS3-HDR-3, ACS3-HDR-5), its value without outer blanks.
    let signed = (list.parts(at: ";").map { $0.lowercased } + own).filter {
      !$0.isEmpty && names.insert($0)
    }.sorted { $0[...].precedes($1[...]) }
    var lines = Bytes()
    for name in signed {
      lines += name + ":".bytes + (sent.value(of: name.text) ?? []) + "\n".bytes
    }
    let body = Hexadecimal.encode(SHA256.hash(request.body.span).bytes.span)  // ACS3-PAY-1
    let canonical =
      [
        sent.method, "/".bytes, Self.canonical(query), lines, signed.joined(by: ";"), body.bytes,
      ].joined(by: "\n")  // ACS3-REQ-2
    // ACS3-STS-1, ACS3-SIG-1
    let hash = Hexadecimal.encode(SHA256.hash(canonical.span).bytes.span)
    let string = "ACS3-HMAC-SHA256\n\(hash)".bytes
    let code = HMACSHA256Key(key.secret.span).authenticationCode(for: string.span).bytes
    guard Hexadecimal.encode(code.span).bytes == signature, signed.joined(by: ";") == list,
      signed.allSatisfy({ sent.value(of: $0.text) != nil }),
      sent.value(of: "x-acs-content-sha256") == body.bytes
    else { throw .mismatch(string, canonical) }
    return (key, nonce)
  }

  private static let signedNames = [
    "host", "x-acs-action", "x-acs-version", "x-acs-date", "x-acs-signature-nonce",
    "x-acs-content-sha256", "x-acs-security-token",
  ]

  /// The access key ID, the list and the signature of a header (ACS3-AUTH-1).
  private static func parts(
    of header: Bytes
  ) throws(STSRefusal) -> (id: Bytes, list: Bytes, signature: Bytes) {
    var values: [Bytes] = []
    let (scheme, rest) = header.halves(at: " ")
    if scheme.isText("ACS3-HMAC-SHA256"), let rest {
      let pieces = rest.parts(at: ",").map { $0.trimmingBlanks }
      for (piece, name) in zip(pieces, ["Credential=", "SignedHeaders=", "Signature="])
      where piece.begins(with: name) && pieces.count == 3 {
        values.append(Bytes(piece.dropFirst(name.utf8.count)))
      }
    }
    guard values.count == 3, values.allSatisfy({ !$0.isEmpty }) else {
      throw STSRefusal(
        400, "IncompleteSignature",
        "The request signature does not conform to Alibaba Cloud standards.")
    }
    return (values[0], values[1], values[2])
  }
}

/// Why STS refuses a call, as it says it.
package struct STSRefusal: Error {
  /// The status of HTTP.
  package let status: Int
  /// The code, such as `MissingAction`.
  package let code: String
  /// The message.
  package let message: String

  init(_ status: Int, _ code: String, _ message: String) {
    (self.status, self.code, self.message) = (status, code, message)
  }

  /// That a parameter is not there, or empty.
  static func missing(_ name: String) -> STSRefusal {
    STSRefusal(400, "Missing" + name, name + " is mandatory for this action.")
  }

  /// That a parameter of every call has another value than it may have.
  static func invalid(_ name: String) -> STSRefusal {
    STSRefusal(400, "Invalid" + name, "Specified parameter \(name) is not valid.")
  }

  /// That the secret does not make the signature, with what the server signs.
  static func mismatch(_ string: Bytes, _ canonical: Bytes? = nil) -> STSRefusal {
    let request = canonical.map { " server CanonicalRequest is:" + $0.text } ?? ""
    return STSRefusal(
      400, "SignatureDoesNotMatch",
      "Specified signature is not matched with our calculation. server string to sign is:"
        + string.text + request)
  }

  /// What is wrong with a policy that this server can read.
  static func grammar(_ sentence: String) -> STSRefusal {
    STSRefusal(
      400, "InvalidParameter.PolicyGrammar",
      "The parameter Policy has not passed grammar check. " + sentence)
  }

  /// What is wrong with a parameter of AssumeRole (ROLE-REF).
  init(_ error: AssumeRoleError) {
    func wrong(_ name: String) -> STSRefusal {
      STSRefusal(400, "InvalidParameter." + name, "The parameter \(name) is wrongly formed.")
    }
    self =
      switch error {
      case .invalidRoleARN: wrong("RoleArn")
      case .sessionNameLength, .sessionNameByte: wrong("RoleSessionName")
      case .invalidDuration, .invalidMaximumDuration:
        STSRefusal(
          400, "InvalidParameter.DurationSeconds",
          "The Min/Max value of DurationSeconds is 15min/1hr.")
      case .policyLength:
        STSRefusal(
          400, "InvalidParameter.PolicySize", "The size of Policy must be smaller than 2048 bytes.")
      case .policyNotAnObject, .policyWildcard: .grammar("It is not an object of JSON.")
      case .externalIDLength, .externalIDByte: wrong("ExternalId")
      case .invalidProviderARN: wrong("OIDCProviderArn")
      case .identityTokenLength, .identityTokenByte: wrong("OIDCToken")
      }
  }
}

/// How STS writes its answers: in JSON or in XML, with the ID of the request.
struct STSAnswer {
  var isXML: Bool
  let requestID: String
  let host: String

  /// The answer to AssumeRole (ROLE-RSP-2, ROLE-RSP-3).
  ///
  /// - Parameters:
  ///   - end: the expiration, as it is written.
  ///   - role: the ARN of the role.
  func body(_ token: IssuedToken, end: String, role: String, session: String) -> Bytes {
    let user: KeyValuePairs = [
      "Arn": "\(role)/\(session)", "AssumedRoleId": "300000000000000001:\(session)",
    ]
    let pairs: KeyValuePairs = [
      "AccessKeyId": token.id, "AccessKeySecret": token.secret, "SecurityToken": token.token,
      "Expiration": end,
    ]
    if isXML {
      return XMLBody("AssumeRoleResponse", ["RequestId": requestID]) {
        $0.add("AssumedRoleUser", user)
        $0.add("Credentials", pairs)
      }.bytes
    }
    let answer: JSONValue = [
      "RequestId": .string(requestID), "AssumedRoleUser": Self.object(user),
      "Credentials": Self.object(pairs),
    ]
    return answer.compact().bytes
  }

  /// The answer to a call that is refused.
  func body(_ refusal: STSRefusal) -> Bytes {
    let members: KeyValuePairs = [
      "RequestId": requestID, "HostId": host, "Code": refusal.code, "Message": refusal.message,
    ]
    return isXML ? XMLBody("Error", members).bytes : Self.object(members).compact().bytes
  }

  private static func object(_ members: KeyValuePairs<String, String>) -> JSONValue {
    var object: JSONObject = [:]
    for (name, text) in members { object[name] = .string(text) }
    return .object(object)
  }
}

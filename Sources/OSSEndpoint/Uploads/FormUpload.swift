internal import OSSAppServer
internal import OSSExplain
internal import OSSJSON
package import OSSPrimitives
internal import OSSServices

/// What a form that was verified stores, and how it is answered.
struct FormUpload {
  let form: MultipartForm
  let bucket: Bytes

  /// The key, with the name of the file in the place of `${filename}`.
  var key: Bytes {
    (form.value("key") ?? []).replacing("${filename}", with: form.file?.name ?? "")
  }

  /// The put that stores the file.
  ///
  /// - Throws: the refusal of a form without a key or a file.
  func call(at time: Moment, region: String) throws(Refusal) -> StorageCall {
    guard let file = form.file, !key.isEmpty else {
      throw Refusal(
        400, "InvalidArgument", "The form has no field key, or no field file behind the others.")
    }
    var head = "PUT / HTTP/1.1\r\n"
    var hasType = false
    for field in form.fields where Self.isKept(field.name) {
      let name = field.name.lowercasedBytes.text
      hasType = hasType || name == "content-type"
      let value = field.value.filter { !$0.breaksLine }
      head += "\(field.name): \(Bytes(value).text)\r\n"
    }
    if let callback = form.value("callback") { head += "x-oss-callback: \(callback.text)\r\n" }
    let variables = form.fields.filter { $0.name.begins(with: "x:") }
      .map { JSONMember(name: $0.name, value: .string($0.value.text)) }
    if !variables.isEmpty {
      let json = JSONValue.object(JSONObject(variables)).compact()
      head += "x-oss-callback-var: \(Base64.encode(json.bytes.span))\r\n"
    }
    if !hasType { head += "Content-Type: \(file.type)\r\n" }
    guard let sent = try? SentRequest(wire: (head + "\r\n").bytes) else {
      throw Refusal(400, "InvalidArgument", "A field of the form has a name that no header has.")
    }
    let request = WireRequest(sent, framing: .counted(file.bytes.count), body: file.bytes)
    return StorageCall(request, bucket: bucket, key: key, time: time, region: region)
  }

  /// Whether a field is kept with the object.
  private static func isKept(_ name: String) -> Bool {
    let name = name.lowercasedBytes
    let signature = [
      "x-oss-signature", "x-oss-signature-version", "x-oss-credential", "x-oss-date",
      "x-oss-security-token", "x-oss-content-type",
    ]
    let others = [
      "content-type", "cache-control", "content-disposition", "content-encoding", "expires",
    ]
    return name.begins(with: "x-oss-") && !signature.contains(name.text)
      || others.contains(name.text)
  }

  /// The answer to a form whose file is stored: 204, or what a field asks for.
  func answer(_ stored: WireResponse, host: Bytes) -> WireResponse {
    var response = stored
    response.body = []
    if let address = form.value("success_action_redirect"), !address.isEmpty {
      response.status = 303
      response.fields.append(WireResponse.Field("Location", address.text))
      return response
    }
    switch form.value("success_action_status")?.text {
    case "200": response.status = 200
    case "201":
      response.status = 201
      let tag = stored.fields.first { $0.name == "ETag" }?.value ?? ""
      let address = "http://".bytes + host + "/".bytes + key
      response.body =
        XMLBody(
          "PostResponse",
          ["Bucket": bucket.text, "ETag": tag, "Key": key.text, "Location": address.text]
        ).bytes
      response.fields.append(WireResponse.Field("Content-Type", "application/xml"))
    default: response.status = 204
    }
    return response
  }
}

/// The body of an upload form, multipart/form-data, up to its file.
///
/// It is split at its marks as they were sent, and no byte of the file is changed. What follows the file
/// is not read (POST-FORM-3).
struct MultipartForm {
  /// The names and values of the fields before the file, in their order.
  private(set) var fields: [(name: String, value: Bytes)] = []
  /// What the file field holds; nil without one.
  private(set) var file: (name: String, type: String, bytes: Bytes)?

  /// How many fields a form may have.
  static let maximumFieldCount = 100

  /// Reads a body; nil for one that is no form with this Content-Type.
  init?(_ body: Bytes, contentType: Bytes) {
    guard contentType.lowercased.begins(with: "multipart/form-data"),
      let named = contentType.behind("boundary=")
    else { return nil }
    let boundary = named.halves(at: ";").before.filter { $0 != UInt8(ascii: "\"") }
    guard !boundary.isEmpty else { return nil }
    let mark = "\r\n--".bytes + boundary
    // The first mark may stand without the line end before it.
    let text = "\r\n".bytes + body
    guard var place = text.index(of: mark) else { return nil }
    while file == nil, fields.count < Self.maximumFieldCount {
      let start = place + mark.count
      guard text[start...].begins(with: "\r\n"),
        let end = text.index(of: mark, from: start),
        let blank = text.index(of: "\r\n\r\n".bytes, from: start), blank < end
      else { return }
      take(Bytes(text[start..<blank]), Bytes(text[(blank + 4)..<end]))
      place = end
    }
  }

  private mutating func take(_ head: Bytes, _ value: Bytes) {
    var (name, fileName, type): (String?, String?, String) = (nil, nil, "application/octet-stream")
    for line in head.parts(at: "\n").map({ $0.stripped }) {
      let (header, rest) = line.halves(at: ":")
      if header.lowercased.isText("content-type") { type = (rest ?? []).trimmingBlanks.text }
      guard header.lowercased.isText("content-disposition") else { continue }
      for part in (rest ?? []).parts(at: ";").map({ $0.trimmingBlanks }) {
        let (key, text) = part.halves(at: "=")
        let plain = (text ?? []).filter { $0 != UInt8(ascii: "\"") }
        if key.isText("name") { name = Bytes(plain).text }
        if key.isText("filename") { fileName = Bytes(plain).text }
      }
    }
    guard let name else { return }
    if name == "file" || fileName != nil {
      file = (fileName ?? "", type, value)
    } else {
      fields.append((name, value))
    }
  }

  /// The value of a field; the names of a form have no case.
  func value(_ name: String) -> Bytes? {
    fields.first { $0.name.bytes[...].isCaseless(name) }?.value
  }
}

/// An upload form, whose policy is what is signed (spec/post-policy.md).
struct FormVerifier {
  let form: MultipartForm
  let bucket: Bytes
  let region: String
  let now: Moment

  private var isV4: Bool { form.value("x-oss-signature-version") != nil }

  /// Verifies the form: its fields, the key, the token, the signature, then the policy.
  func verify(by keys: [KnownKey], _ verdict: inout Verdict) {
    guard let policy = form.value("policy") else {
      // One without any part of a signature is a stranger's.
      if form.value("signature") != nil || isV4 {
        fail(&verdict, "0002-00000702", "POST-V1-2", "The form has no field policy.")
      }
      return
    }
    (verdict.version, verdict.isForm) = (isV4 ? .v4 : .v1, true)
    guard let text = form.value(isV4 ? "x-oss-signature" : "signature") else {
      return fail(&verdict, "0002-00000703", "POST-V1-2", "The form has no signature.")
    }
    if text.isEmpty {
      return fail(&verdict, "0002-00000704", "POST-V1-2", "The signature of the form is empty.")
    }
    guard let credential = form.value(isV4 ? "x-oss-credential" : "ossaccesskeyid") else {
      return fail(&verdict, "0002-00000706", "POST-V1-2", "The form has no access key ID.")
    }
    let parts = credential.parts(at: "/")
    if isV4, let fault = scopeFault(parts) {
      return fail(&verdict, fault.ec, "POST-V4-2", fault.sentence)
    }
    let scope = isV4 ? Array(parts.suffix(4)) : nil
    verdict.accessKeyID = isV4 ? parts.dropLast(4).joined(by: "/") : credential
    guard let key = keys.first(where: { $0.id == verdict.accessKeyID }) else {
      return verdict.fail(
        .key, nil, "The access key ID is not one that the endpoint knows.",
        .unknownKey(verdict.accessKeyID))
    }
    checkToken(key, &verdict)
    if !FormSignature(policy: policy, text: text, scope: scope).isRight(key.secret) {
      verdict.fail(
        .signature, isV4 ? "POST-V4-3" : "POST-V1-1",
        "The secret does not make the signature of the policy.",
        Refusal(
          403, "SignatureDoesNotMatch", Refusal.mismatch, ec: "0002-00000705",
          members: [
            Refusal.Member("OSSAccessKeyId", key.id), Refusal.Member("SignatureProvided", text),
            Refusal.Member("StringToSign", policy),
          ]))
    }
    checkPolicy(policy, &verdict)
  }

  private func fail(
    _ verdict: inout Verdict, _ ec: String, _ clause: String, _ sentence: String
  ) {
    verdict.fail(
      .form, clause, sentence,
      Refusal(
        400, "InvalidArgument",
        "The bucket POST must contain the specified 'policy', 'OSSAccessKeyId' and 'Signature'.",
        ec: ec))
  }

  /// What is wrong with a credential of V4, or with its day.
  private func scopeFault(_ parts: [Bytes]) -> (ec: String, sentence: String)? {
    guard parts.count > 4, parts.last?.isText("aliyun_v4_request") == true else {
      return ("0002-00000710", "x-oss-credential is not an access key ID and a scope.")
    }
    let scope = Array(parts.suffix(4))
    let day = form.value("x-oss-date")?.prefix(8)
    if day.map({ Bytes($0) }) != scope[0] {
      return ("0002-00000709", "The day of x-oss-credential is not that of x-oss-date.")
    }
    if !scope[1].isText(region) {
      return ("0002-00000710", "The region of x-oss-credential is not \(region).")
    }
    return scope[2].isText("oss")
      ? nil : ("0002-00000710", "The product of x-oss-credential is not oss.")
  }

  private func checkToken(_ key: KnownKey, _ verdict: inout Verdict) {
    let sent = form.value("x-oss-security-token")
    if let fault = key.fault(ofToken: sent, at: now, clause: isV4 ? "POST-V4-7" : "POST-V1-3") {
      verdict.failures.append(fault)
    }
  }

  /// Whether the policy has not ended, and its conditions hold.
  private func checkPolicy(_ policy: Bytes, _ verdict: inout Verdict) {
    guard let bytes = try? Base64.decode(policy.text),
      let rules = try? PostPolicy(bytes: bytes)
    else {
      return fail(&verdict, "0002-00000701", "POST-POL-3", "The policy cannot be read.")
    }
    let sent = PostForm(
      bucket: bucket.text, fields: form.fields.map { FormField($0.name, $0.value.text) },
      fileByteCount: Int64(form.file?.bytes.count ?? 0))
    guard let fault = rules.faults(of: sent, at: now).first else { return }
    let message =
      if case .policyExpired = fault {
        "Invalid according to Policy: Policy expired."
      } else {
        "Invalid according to Policy: Policy Condition failed: \(fault)"
      }
    verdict.fail(
      .policy, "POST-CHK-1", "\(fault)", Refusal(403, "AccessDenied", message))
  }
}

/// What a client asks the endpoint to send to an app's server after an upload (spec/callback.md).
struct UploadNotice: Sendable {
  /// Where to send it, one after the other; nil for what is not an address of this machine.
  let addresses: [(url: String, address: LoopbackAddress?)]
  /// The value of `Host`; nil for the host of the address.
  private let host: String?
  private let body: Bytes
  private let isJSON: Bool
  private let variables: JSONObject

  /// Reads the parameter and the variables of a call; nil where none are there.
  ///
  /// - Throws: the refusal of what cannot be read.
  init?(_ call: StorageCall) throws(Refusal) {
    let header = call.header("x-oss-callback")
    let parameter = call.parameter("callback")?.text
    guard let text = header ?? parameter else { return nil }
    if header != nil, parameter != nil { throw Self.wrong("callback", text) }
    guard let object = Self.object(in: text), let urls = object["callbackUrl"]?.stringValue,
      let body = object["callbackBody"]?.stringValue, !body.isEmpty
    else { throw Self.wrong("callback", text) }
    let all = urls.split(separator: ";").map(String.init)
    let type = object["callbackBodyType"]?.stringValue ?? UploadCallback.BodyType.form.rawValue
    guard 1...UploadCallback.greatestURLCount ~= all.count,
      let bodyType = UploadCallback.BodyType(rawValue: type)
    else { throw Self.wrong("callback", text) }
    var variables: JSONObject = [:]
    if let own = call.header("x-oss-callback-var") ?? call.parameter("callback-var")?.text {
      guard let read = Self.object(in: own) else { throw Self.wrong("callback-var", own) }
      variables = read
    }
    addresses = all.map { ($0, LoopbackAddress($0)) }
    host = object["callbackHost"]?.stringValue
    (self.body, isJSON, self.variables) = (body.bytes, bodyType == .json, variables)
  }

  private static func object(in text: String) -> JSONObject? {
    guard let bytes = try? Base64.decode(text) else { return nil }
    return (try? JSONReader.read(bytes))?.objectValue
  }

  private static func wrong(_ name: String, _ text: String) -> Refusal {
    .argument("The callback configuration is not json format.", name, text.bytes)
  }

  /// The request to an address, signed.
  ///
  /// - Parameters:
  ///   - values: the variables of OSS; a text, or a number.
  ///   - keyURL: where the public key is.
  func request(
    to address: LoopbackAddress, _ values: JSONObject, keyURL: String, at time: Moment
  ) -> Bytes {
    let body = filled(values)
    let type = (isJSON ? UploadCallback.BodyType.json : .form).rawValue
    let head = [
      "POST \(address.target) HTTP/1.0", "Host: \(host ?? address.authority)", "Connection: close",
      "Content-Length: \(body.count)", "Content-Type: \(type)", "Date: \(time.rfc1123)",
      "Content-MD5: \(Base64.encode(MD5.hash(body.span).bytes.span))",
      "Authorization: "
        + CallbackKey.authorization(target: address.target.bytes, body: body),
      "x-oss-pub-key-url: \(Base64.encode(keyURL.bytes.span))", "x-oss-signature-version: 1.0",
      "x-oss-tag: CALLBACK", "User-Agent: http-client/0.0.1",
    ].map { String(decoding: $0.utf8.filter { !$0.breaksLine }, as: UTF8.self) }
    return (head.joined(separator: "\r\n") + "\r\n\r\n").bytes + body
  }

  /// The body with its variables: percent-encoded in a form, as values in JSON.
  private func filled(_ values: JSONObject) -> Bytes {
    var (text, rest) = (Bytes(), body)
    while let start = rest.index(of: "${".bytes),
      let end = rest.index(of: "}".bytes, from: start)
    {
      text += rest[..<start]
      let name = Bytes(rest[(start + 2)..<end]).text
      let value = values[name] ?? variables[name] ?? ""
      if isJSON {
        text += value.compact().bytes
      } else {
        let plain = value.stringValue ?? value.compact()
        text += PercentEncoding.encode(plain, keepingSlash: false).bytes
      }
      rest = Bytes(rest[(end + 1)...])
    }
    return text + rest
  }
}

/// An address of this machine, to which callbacks are sent.
struct LoopbackAddress: Sendable {
  let host: String
  let port: UInt16
  /// The path and the query.
  let target: String

  /// The host and the port as `Host` has them.
  var authority: String { port == 80 ? host : "\(host):\(port)" }

  /// Reads a URL of HTTP; nil for another scheme, and for a host that is not this machine.
  init?(_ url: String) {
    var rest = url.bytes
    if rest[...].prefix(7).isCaseless("http://") { rest = Bytes(rest.dropFirst(7)) }
    let authority = Bytes(rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") })
    let target = Bytes(rest.dropFirst(authority.count))
    let (host, port) = authority.halves(at: ":")
    guard host.isText("127.0.0.1") || host.isText("localhost"),
      let number = UInt64(digits: (port ?? "80".bytes)[...]), 1...65_535 ~= number,
      target.allSatisfy({ 0x21...0x7E ~= $0 })
    else { return nil }
    self.host = host.text
    self.port = UInt16(number)
    self.target = target.first == UInt8(ascii: "/") ? target.text : "/" + target.text
  }
}

extension Storage {
  /// What OSS says of an object that was just stored: the variables of a callback.
  func callbackValues(_ call: StorageCall, _ requestID: String) throws(Refusal) -> JSONObject {
    let object = try object(call)
    let type = object.fields.first { $0.name == "Content-Type" }?.value ?? ""
    return [
      "bucket": .string(call.bucketName.text), "object": .string(call.key.text),
      "etag": .string(object.etag.bytes.filter { $0 != UInt8(ascii: "\"") }.text),
      "size": .number(JSONNumber(object.body.count)), "mimeType": .string(type),
      "crc64": .string(object.crc.description),
      "contentMd5": .string(object.digest.map { Base64.encode($0.bytes.span) } ?? ""),
      "clientIp": "127.0.0.1", "reqId": .string(requestID),
      "operation": .string(call.method == "PUT" ? "PutObject" : "CompleteMultipartUpload"),
    ]
  }
}

/// The key that the endpoint signs callbacks with: one of tests, which everyone may know.
package enum CallbackKey {
  /// Where the endpoint gives the public key; no bucket has this name.
  package static let path = "/.oss-conform/callback_pub_key.pem"

  /// The public key.
  package static let pem = """
    -----BEGIN PUBLIC KEY-----
    MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAMwe7UTBfEz/0bhX2gvm5YrERmLQPEKg
    78m2Ds0zhLP7ZppVWDrmhnQ0ir9CAqIx5eLQyZgEz4lrmX/anN//bz8CAwEAAQ==
    -----END PUBLIC KEY-----

    """

  private static let privateExponent = """
    9a1f4feff658309b8872b482c331d867eac36aa0e89f367d57c4cb704d5209c2\
    925b56a36a5fce181152a6ea5ead03d8537b77bd1b38a965e9c15263538606c1
    """

  /// The value of `Authorization` for a callback (CALL-SIG-1).
  package static func authorization(target: Bytes, body: Bytes) -> String {
    let text = CallbackRequest(target: target, body: body).stringToSign
    guard let key = try? RSAPublicKey(pem: pem),
      let exponent = try? Hexadecimal.decode(privateExponent)
    else { return "" }
    let signature = key.sign(MD5.hash(text.span), privateExponent: exponent.span)
    return Base64.encode(signature.span)
  }
}

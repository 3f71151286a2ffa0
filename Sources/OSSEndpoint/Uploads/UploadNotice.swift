internal import OSSAppServer
internal import OSSExplain
internal import OSSJSON
package import OSSPrimitives
internal import OSSServices

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

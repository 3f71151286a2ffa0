internal import OSSAppServer
internal import OSSExplain
internal import OSSJSON
internal import OSSPrimitives
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

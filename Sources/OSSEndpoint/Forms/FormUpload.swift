internal import OSSExplain
internal import OSSJSON
internal import OSSPrimitives

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

internal import OSSJSON
internal import OSSPrimitives

// A request in JSON: the input of a signing operation, or a HAR entry.
extension SentRequest {
  /// Reads either; offsets of a URL count from its beginning.
  init(json text: Bytes) throws(SentRequestError) {
    let json: JSONValue
    do throws(JSONError) { json = try JSONReader.read(text) } catch { throw .invalidJSON(error) }
    let object = json.objectValue
    let input = object?["input"]?.objectValue ?? object
    if let input, input["bucket"] != nil || input["method"] != nil && input["url"] == nil {
      try self.init(input: input)
    } else {
      try self.init(har: object ?? [:])
    }
  }

  /// Reads what an adapter is asked to sign as the request that carries it, without a signature.
  private init(input: JSONObject) throws(SentRequestError) {
    let method = input["method"]?.stringValue?.bytes ?? "GET".bytes
    try Self.check(method: method[...])
    let key = input["key"].text.percentEncoded(keepingSlash: true)
    var target = try RequestTarget(("/".bytes + key)[...])
    let pairs = (input["query"]?.arrayValue ?? []).map { pair in
      let parts = pair.arrayValue ?? []
      let name = parts.first.text.percentEncoded(keepingSlash: true)
      if parts.count < 2 || parts[1].isNull { return name }
      return name + "=".bytes + parts.last.text.percentEncoded(keepingSlash: false)
    }
    target.addQuery(pairs.joined(by: "&")[...])
    var fields: [SentField] = []
    if let bucket = input["bucket"] {
      fields.append(SentField(added: "Host", Optional(bucket).text + ".oss.aliyuncs.com".bytes))
    }
    for pair in input["headers"]?.arrayValue ?? [] {
      let line = (pair.arrayValue?.first).text + ":".bytes + (pair.arrayValue?.last).text
      fields.append(try SentField(line: line[...], number: fields.count + 1))
    }
    try self.init(.input, method: method, target, fields)
  }

  /// Reads a HAR entry, its request alone, or a HAR file with one entry.
  ///
  /// The URL is read as it was sent; the decoded list of parameters beside it is not looked at. Names
  /// with a colon are those of HTTP/2, which has no request line: `:authority` is the host.
  private init(har object: JSONObject) throws(SentRequestError) {
    guard let request = try Self.request(in: object) else { throw .missingMember("request") }
    guard let method = request["method"]?.stringValue?.bytes else { throw .missingMember("method") }
    guard let url = request["url"]?.stringValue else { throw .missingMember("url") }
    try Self.check(method: method[...])
    let target = try RequestTarget(url.bytes[...], cutsFragment: true)
    var fields: [SentField] = []
    for header in request["headers"]?.arrayValue ?? [] {
      guard let name = header.objectValue?["name"]?.stringValue?.bytes,
        let value = header.objectValue?["value"]?.stringValue?.bytes
      else { throw .missingMember("headers") }
      let isHost = name[...].isCaseless(":authority")
      if name.first == UInt8(ascii: ":"), !isHost { continue }
      let line = (isHost ? "Host".bytes : name) + ":".bytes + value
      fields.append(try SentField(line: line[...], number: fields.count + 1))
    }
    if let host = target.hostField, !fields.contains(where: { $0.name[...].isCaseless("host") }) {
      fields.append(host)
    }
    try self.init(.har, method: method, target, fields)
  }

  private static func request(in object: JSONObject) throws(SentRequestError) -> JSONObject? {
    var object = object
    if let log = object["log"] {
      guard let entries = log.objectValue?["entries"]?.arrayValue else {
        throw .missingMember("entries")
      }
      guard entries.count == 1 else { throw .entryCount(entries.count) }
      object = entries[0].objectValue ?? [:]
    }
    guard let request = object["request"] else { return object["url"] == nil ? nil : object }
    return request.objectValue
  }
}

extension JSONValue? {
  /// The bytes of a string; empty for another value.
  fileprivate var text: Bytes { self?.stringValue?.bytes ?? [] }
}

internal import OSSJSON
internal import OSSPrimitives

// A request in JSON: the input of a signing operation, or a HAR entry.
extension SentRequest {
  /// Reads either; offsets of a URL count from its beginning.
  init(json text: Bytes) throws(SentRequestError) {
    let json: JSONValue
    do throws(JSONError) { json = try JSONReader.read(text) } catch {
      throw SentRequestError("The HAR entry is not JSON: " + error.description)
    }
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
    let key = input["key"].text.percentEncoded(keepingSlash: true)
    try self.init(.input, method[...], ("/".bytes + key)[...])
    let pairs = (input["query"]?.arrayValue ?? []).map { pair in
      let parts = pair.arrayValue ?? []
      let name = parts.first.text.percentEncoded(keepingSlash: true)
      if parts.count < 2 || parts[1].isNull { return name }
      return name + "=".bytes + parts.last.text.percentEncoded(keepingSlash: false)
    }
    addQuery(pairs.joined(by: "&")[...])
    if let bucket = input["bucket"] {
      let host = Optional(bucket).text + ".oss.aliyuncs.com".bytes
      fields = [SentField(name: "Host".bytes, rawValue: host, isAdded: true)]
    }
    for pair in input["headers"]?.arrayValue ?? [] {
      let (name, value) = (pair.arrayValue?.first, pair.arrayValue?.last)
      try addField((name.text + ":".bytes + value.text)[...], number: fields.count + 1)
    }
  }

  /// Reads a HAR entry, its request alone, or a HAR file with one entry.
  ///
  /// The URL is read as it was sent; the decoded list of parameters beside it is not looked at. Names
  /// with a colon are those of HTTP/2, which has no request line: `:authority` is the host.
  private init(har object: JSONObject) throws(SentRequestError) {
    guard let request = try Self.request(in: object) else { throw .missing("request") }
    guard let method = request["method"]?.stringValue?.bytes else { throw .missing("method") }
    guard let url = request["url"]?.stringValue?.bytes else { throw .missing("url") }
    try self.init(.har, method[...], url[...])
    for header in request["headers"]?.arrayValue ?? [] {
      guard let name = header.objectValue?["name"]?.stringValue?.bytes,
        let value = header.objectValue?["value"]?.stringValue?.bytes
      else { throw .missing("headers") }
      let isHost = name[...].isCaseless(":authority")
      if name.first == UInt8(ascii: ":"), !isHost { continue }
      let line = (isHost ? "Host".bytes : name) + ":".bytes + value
      try addField(line[...], number: fields.count + 1)
    }
    if let host = hostField, value(of: "host") == nil { fields.append(host) }
  }

  private static func request(in object: JSONObject) throws(SentRequestError) -> JSONObject? {
    var object = object
    if let log = object["log"] {
      guard let entries = log.objectValue?["entries"]?.arrayValue else { throw .missing("entries") }
      guard entries.count == 1 else {
        let sentence = "The HAR file has % entries; give the entry of one request."
        throw SentRequestError(sentence.filled(entries.count))
      }
      object = entries[0].objectValue ?? [:]
    }
    guard let request = object["request"] else { return object["url"] == nil ? nil : object }
    return request.objectValue
  }
}

extension SentRequestError {
  fileprivate static func missing(_ name: String) -> Self {
    let sentence =
      "The JSON is no input of a signing operation, and as a HAR entry it lacks the member '%'."
    return Self(sentence.filled(name))
  }
}

extension JSONValue? {
  /// The bytes of a string; empty for another value.
  fileprivate var text: Bytes { self?.stringValue?.bytes ?? [] }
}

internal import OSSJSON
package import OSSPrimitives

extension SentRequest {
  /// Reads JSON: the input of a signing operation, or a HAR entry.
  ///
  /// - Throws: ``SentRequestError``, with the place of the fault.
  /// - Complexity: O(*n*) in the length of the text.
  package init(json text: Bytes) throws(SentRequestError) {
    try Self.check(text)
    let json: JSONValue
    do throws(JSONError) { json = try JSONReader.read(text) } catch { throw .invalidJSON(error) }
    let object = json.objectValue
    let input = object?["input"]?.objectValue ?? object
    if let input, input["bucket"] != nil || input["method"] != nil && input["url"] == nil {
      try self.init(input: input)
    } else {
      try self.init(har: json)
    }
  }

  /// Reads what an adapter is asked to sign as the request that carries it, without a signature.
  private init(input: JSONObject) throws(SentRequestError) {
    let method = input["method"]?.stringValue?.bytes ?? "GET".bytes
    try Self.check(method: method[...])
    var text = "/".bytes
    PercentEncoding.append(
      Self.text(input["key"]).span, keepingSlash: true, to: &text)
    var target = try RequestTarget(text[...])
    target.addQuery(Self.query(input["query"])[...])
    var fields: [SentField] = []
    if let bucket = input["bucket"] {
      fields.append(SentField(added: "Host", Self.text(bucket) + ".oss.aliyuncs.com".bytes))
    }
    for pair in input["headers"]?.arrayValue ?? [] {
      let line = Self.text(pair.arrayValue?.first) + ":".bytes + Self.text(pair.arrayValue?.last)
      fields.append(try SentField(line: line[...], number: fields.count + 1))
    }
    try self.init(.input, method: method, target, fields)
  }

  private static func query(_ pairs: JSONValue?) -> Bytes {
    var query = Bytes()
    for pair in pairs?.arrayValue ?? [] {
      let parts = pair.arrayValue ?? []
      if !query.isEmpty { query.append(ascii: "&") }
      PercentEncoding.append(text(parts.first).span, keepingSlash: true, to: &query)
      if parts.count < 2 || parts[1].isNull { continue }
      query.append(ascii: "=")
      PercentEncoding.append(text(parts[1]).span, keepingSlash: false, to: &query)
    }
    return query
  }

  private static func text(_ value: JSONValue?) -> Bytes { value?.stringValue?.bytes ?? [] }
}

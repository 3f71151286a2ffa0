internal import OSSPrimitives
internal import OSSVectors

extension SentRequest {
  /// Reads a request as HTTP/1.1 writes it; nil where the first line is no request line.
  init?(http text: Bytes) {
    let message = HTTPMessage(text)
    let words = message.startLine.parts(at: 0x20).filter { !$0.isEmpty }
    guard words.count >= 2, let verb = words.first, verb.count <= 16,
      verb.allSatisfy({ 0x41...0x5a ~= $0 || 0x61...0x7a ~= $0 }),
      words[1].hasPrefix("/") || words[1].contains("://")
    else { return nil }
    self.init()
    method = verb
    takeURL(words[1])
    fields = message.fields
    if let host = field("host") { takeHost(host) }
  }

  /// Reads the input of a signing operation of the adapter protocol; nil for other JSON.
  init?(json text: Bytes) {
    guard let json = try? JSONReader.read(text), let object = json.objectValue else { return nil }
    let input = object["input"]?.objectValue ?? object
    guard input["method"] != nil || input["bucket"] != nil else { return nil }
    self.init()
    method = input["method"]?.protocolText
    namedBucket = input["bucket"]?.protocolText
    path = Bytes("/") + (input["key"]?.protocolText ?? []).percentEncodedPath
    fields = Self.pairs(input["headers"]).map { HTTPField(name: $0, value: ($1 ?? []).stripped) }
    let parameters = Self.pairs(input["query"]).map { name, value in
      name.percentEncodedPath + (value.map { Bytes("=") + Self.encoded($0) } ?? [])
    }
    if !parameters.isEmpty { takeQuery(Bytes(parameters.joined(separator: Bytes("&")))) }
  }

  private static func encoded(_ value: Bytes) -> Bytes {
    var result = Bytes()
    PercentEncoding.append(value.span, keepingSlash: false, to: &result)
    return result
  }

  private static func pairs(_ value: JSONValue?) -> [(Bytes, Bytes?)] {
    (value?.arrayValue ?? []).compactMap { element in
      guard let pair = element.arrayValue, let name = pair.first?.protocolText else { return nil }
      return (name, pair.count > 1 ? pair[1].protocolText : nil)
    }
  }
}

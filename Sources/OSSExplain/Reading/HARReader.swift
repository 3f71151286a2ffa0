internal import OSSJSON
internal import OSSPrimitives

extension SentRequest {
  /// Reads a HAR entry, its request alone, or a HAR file with one entry.
  ///
  /// The URL is read as it was sent; the decoded list of parameters beside it is not looked at. Names
  /// with a colon are those of HTTP/2, which has no request line: `:authority` is the host.
  ///
  /// - Throws: ``SentRequestError``; offsets of a URL count from its beginning.
  init(har json: JSONValue) throws(SentRequestError) {
    guard let request = try Self.request(in: json) else { throw .missingMember("request") }
    guard let method = request["method"]?.stringValue?.bytes else {
      throw .missingMember("method")
    }
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

  private static func request(in json: JSONValue) throws(SentRequestError) -> JSONObject? {
    guard var object = json.objectValue else { return nil }
    if let log = object["log"] {
      guard let entries = log.objectValue?["entries"]?.arrayValue else {
        throw .missingMember("entries")
      }
      guard entries.count == 1 else { throw .entryCount(entries.count) }
      guard let entry = entries[0].objectValue else { return nil }
      object = entry
    }
    guard let request = object["request"] else { return object["url"] == nil ? nil : object }
    return request.objectValue
  }
}

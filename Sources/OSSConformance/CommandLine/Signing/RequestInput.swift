internal import OSSPrimitives
internal import OSSVectors

/// Makes the protocol's input of the flags that describe a request.
struct RequestInput {
  /// The input without credentials.
  private(set) var object: JSONObject
  /// The time of signing, in Unix seconds.
  let time: Int64
  /// How the request is signed.
  let version: RequestedVersion

  /// Reads the flags; the clock is looked at only if no time is given.
  init(_ arguments: Arguments, _ console: some Console) throws(CommandError) {
    do throws(UsageError) {
      version = try RequestedVersion(arguments)
      time =
        try arguments.one(.time).map { text throws(UsageError) in
          try Self.seconds(of: text, flag: .time)
        } ?? console.now()
      object = [
        "method": .string(arguments.one(.method) ?? "GET"),
        "bucket": Self.text(arguments.one(.bucket)), "key": Self.text(arguments.one(.key)),
        "headers": try Self.headers(arguments.all(.header)),
        "query": .array(arguments.all(.query).map(Self.parameter)),
        "time": .number(JSONNumber(time)),
      ]
      for (member, flag) in [("region", Flag.region), ("product", .product)] {
        object[member] = arguments.one(flag).map { .string($0) }
      }
      let additional = arguments.all(.additionalHeader)
      if !additional.isEmpty {
        object["additionalHeaders"] = .array(additional.map { .string($0) })
      }
      if let endpoint = arguments.one(.endpoint) { object["endpoint"] = .string(endpoint) }
      if let how = arguments.one(.addressing) { object["addressing"] = .string(how) }
      if let text = arguments.one(.expires) {
        // V4 counts the seconds from the time of signing, the other versions those since 1970.
        let end = try expiry(text)
        object["expires"] = .number(JSONNumber(version == .v4 ? end - time : end))
      }
    } catch {
      throw .usage(error)
    }
  }

  /// The input with credentials.
  func with(credentials: JSONObject) -> JSONObject {
    var input = object
    input["credentials"] = .object(credentials)
    return input
  }

  /// The input with an endpoint, one that means nothing if none was given.
  ///
  /// The string to sign of a URL does not depend on it, but a URL cannot be without.
  func withEndpoint() -> RequestInput {
    var input = self
    if object["endpoint"] == nil { input.object["endpoint"] = "https://oss.aliyuncs.com" }
    return input
  }

  private func expiry(_ text: String) throws(UsageError) -> Int64 {
    guard text.hasPrefix("+") else { return try Self.seconds(of: text, flag: .expires) }
    guard let seconds = Int64(text.dropFirst()), seconds >= 0, seconds < 1 << 40 else {
      throw .invalidValue(.expires, text, expected: "a time or +SECONDS")
    }
    return time + seconds
  }

  /// A time as a person writes it: Unix seconds, RFC 1123 or ISO 8601.
  private static func seconds(of text: String, flag: Flag) throws(UsageError) -> Int64 {
    if let seconds = Int64(text), abs(seconds) < 1 << 40 { return seconds }
    if let time = try? Moment(rfc1123: text) { return time.seconds }
    if let time = try? Moment(iso8601: text) { return time.seconds }
    throw .invalidValue(flag, text, expected: "Unix seconds, RFC 1123 or ISO 8601")
  }

  private static func headers(_ texts: [String]) throws(UsageError) -> JSONValue {
    var headers: [JSONValue] = []
    for text in texts {
      let bytes = Array(text.utf8)
      guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
        throw .invalidValue(.header, text, expected: "NAME: VALUE")
      }
      let value = bytes[(colon + 1)...].drop(while: \.isBlank)
      headers.append([
        .string(String(decoding: bytes[..<colon], as: UTF8.self)),
        .string(String(decoding: value, as: UTF8.self)),
      ])
    }
    return .array(headers)
  }

  private static func parameter(_ text: String) -> JSONValue {
    let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return [
      .string(String(halves[0])), halves.count > 1 ? .string(String(halves[1])) : .null,
    ]
  }

  private static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}

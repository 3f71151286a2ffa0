internal import OSSPrimitives
internal import OSSSigning

/// The request that a text of an app is about, as far as a rule looks at it.
struct SubmittedRequest {
  /// The headers that belong to the content and to the signature, which every rule allows.
  static let ownHeaders: Set<String> = [
    "content-type", "content-md5", "content-length", "x-oss-date", "x-oss-content-sha256",
    "x-oss-security-token",
  ]
  /// The parameters of the signature in a URL of V4.
  private static let ownParameters: Set<String> = [
    "x-oss-signature-version", "x-oss-credential", "x-oss-date", "x-oss-expires",
    "x-oss-additional-headers", "x-oss-security-token",
  ]

  let method: String
  private(set) var bucket = ""
  private(set) var key = ""
  /// The headers that are signed, their names as canonical requests have them.
  private(set) var headers: [(name: String, value: String)] = []
  /// The names of the parameters that do not belong to the signature.
  private(set) var parameters: [String] = []
  /// The times at which the request says that it is signed; the first one is in the scope.
  private(set) var times: [Moment] = []
  /// When a presigned URL ends.
  private(set) var end: Moment?

  /// Reads a canonical request of V4 (V4-REQ-1).
  init(v4 text: String) throws(SigningRuleError) {
    let lines = text.pieces(at: "\n")
    guard lines.count >= 6, let blank = lines[3...].firstIndex(of: ""), blank + 3 == lines.count
    else { throw .unreadable }
    method = lines[0]
    try readPlace(lines[1], isEncoded: true)
    for line in lines[3..<blank] { try readHeader(line) }
    try readQuery(lines[2])
    if let date = try onlyHeader("x-oss-date") { times.append(try Self.time(date)) }
  }

  /// Reads a string to sign of V1 (V1-STS-1, PRE-STS-1).
  init(v1 text: String) throws(SigningRuleError) {
    let lines = text.pieces(at: "\n")
    let resource = lines.count - 1
    guard resource >= 4, !lines[3].utf8.isEmpty else { throw .unreadable }
    method = lines[0]
    headers = [("content-md5", lines[1]), ("content-type", lines[2])]
    for line in lines[4..<resource] {
      if !line.begins(with: "x-oss-") { throw .unreadable }
      try readHeader(line)
    }
    let parts = lines[resource].pieces(at: "?", most: 2)
    try readPlace(parts[0], isEncoded: false)
    // A question mark in a key reads as a parameter here, which the rule then has to name.
    for piece in parts.count == 2 ? parts[1].pieces(at: "&") : [] {
      let name = piece.pieces(at: "=", most: 2)[0]
      if name != "security-token" { parameters.append(name) }
    }
    if let seconds = Int64(decimal: lines[3]) {
      guard let end = try? Moment(seconds: seconds) else { throw .unreadable }
      self.end = end
    } else {
      guard let time = try? Moment(rfc1123: lines[3]) else { throw .unreadable }
      times = [time]
    }
  }

  /// The value of a header; nil without one.
  func onlyHeader(_ name: String) throws(SigningRuleError) -> String? {
    let values = headers.filter { $0.name == name }
    if values.count > 1 { throw .header(name) }
    return values.first?.value
  }

  private static func time(_ text: String) throws(SigningRuleError) -> Moment {
    guard let time = try? Moment(iso8601Basic: text) else { throw .unreadable }
    return time
  }

  /// Reads `/bucket/key`.
  private mutating func readPlace(_ text: String, isEncoded: Bool) throws(SigningRuleError) {
    let parts = text.pieces(at: "/", most: 3)
    guard parts.count == 3, parts[0].utf8.isEmpty else { throw .unreadable }
    bucket = parts[1]
    key = isEncoded ? try Self.decoded(parts[2]) : parts[2]
  }

  private mutating func readHeader(_ line: String) throws(SigningRuleError) {
    let parts = line.pieces(at: ":", most: 2)
    guard parts.count == 2 else { throw .unreadable }
    headers.append((parts[0], parts[1]))
  }

  /// Reads the query of V4, which holds the time and the end of a presigned URL (V4-PRE-2).
  private mutating func readQuery(_ text: String) throws(SigningRuleError) {
    if text.utf8.isEmpty { return }
    var own: [String: String] = [:]
    for piece in text.pieces(at: "&") {
      let pair = piece.pieces(at: "=", most: 2)
      let name = try Self.decoded(pair[0])
      if Self.ownParameters.contains(name), own[name] == nil {
        own[name] = try Self.decoded(pair.count == 2 ? pair[1] : "")
      } else {
        parameters.append(name)
      }
    }
    if own.isEmpty { return }
    guard let date = own["x-oss-date"],
      let seconds = own["x-oss-expires"].flatMap({ Int64(decimal: $0) })
    else { throw .unreadable }
    let time = try Self.time(date)
    guard let end = try? time.adding(seconds: seconds) else { throw .unreadable }
    times.append(time)
    self.end = end
  }

  private static func decoded(_ text: String) throws(SigningRuleError) -> String {
    guard let bytes = try? PercentEncoding.decode(text, plusIsSpace: false),
      let decoded = String(validUTF8: bytes)
    else { throw .unreadable }
    return decoded
  }
}

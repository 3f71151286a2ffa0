internal import OSSPrimitives
internal import OSSVectors

extension Feature {
  private static let key = TextPlace.text(
    "key", "a key", \.key, plain: FuzzRequest.plainKey)

  /// What the method, the bucket and the key can be.
  static let resources: [Feature] = [
    Feature(
      id: "method", title: "another method than GET", clauses: ["V1-STS-3"],
      isHeld: { !$0.method.hasSameBytes(as: "GET") }, remove: { $0.method = "GET" }),
    Feature(
      id: "no-bucket", title: "no bucket", clauses: ["V1-RES-1", "PRE-HOST-5"],
      implied: ["no-key"], isHeld: { $0.bucket == nil },
      remove: { request in
        request.bucket = FuzzRequest.plainBucket
        request.key = FuzzRequest.plainKey
      }),
    Feature(
      id: "no-key", title: "a bucket without a key", clauses: ["V1-RES-2", "PRE-PATH-3"],
      isHeld: { $0.key == nil },
      remove: { request in
        if request.bucket != nil { request.key = FuzzRequest.plainKey }
      }),
    Feature(
      id: "bucket-old", title: "a bucket whose name can no longer be made",
      clauses: ["V1-NAME-2"], level: .should, implied: ["bucket"],
      isHeld: { $0.bucket.map { !canBeMade($0) } ?? false },
      remove: { $0.bucket = FuzzRequest.plainBucket }),
    Feature(
      id: "bucket", title: "another bucket", clauses: ["V1-RES-2"],
      isHeld: { !($0.bucket?.hasSameBytes(as: FuzzRequest.plainBucket) ?? true) },
      remove: { $0.bucket = FuzzRequest.plainBucket }),
    Feature(
      id: "key", title: "another key", clauses: ["V1-RES-3"],
      isHeld: { !($0.key?.hasSameBytes(as: FuzzRequest.plainKey) ?? true) },
      remove: { $0.key = FuzzRequest.plainKey }),
    Feature(key, .zero, "V1-RES-3"), Feature(key, .percent, "V1-RES-4", "PRE-PATH-1"),
    Feature(key, .plus, "V1-RES-4", "PRE-PATH-1"),
    Feature(key, .innerBlank, "V1-RES-4", "PRE-PATH-1"),
    Feature(key, .spaceAtEnd, "V1-RES-4", "PRE-PATH-1"), Feature(key, .tabAtEnd, "V1-RES-4"),
    Feature(key, .blank, "V1-RES-4"), Feature(key, .strangeBlankAtEnd, "V1-RES-4"),
    Feature(key, .foreign, "V1-RES-4", "V1-STS-7"), Feature(key, .control, "V1-RES-4"),
    Feature(key, slashAtEnd, "V1-RES-3"),
    Feature(key, doubleSlash, "V1-RES-3", "PRE-PATH-2"),
    Feature(key, dotSegment, "V1-RES-3", "PRE-PATH-2"), Feature(key, .slash, "V1-RES-3"),
    Feature(key, .mark, "V1-RES-4", "PRE-PATH-1"), Feature(key, .long(254), "V1-RES-3"),
  ]

  private static let slashAtEnd = TextTrait(
    id: "-folder", title: "with a slash at its end", implied: ["-slash"],
    isHeld: { $0.utf8.last == UInt8(ascii: "/") },
    removed: { $0 + "a" })

  /// An empty segment, which programs take away.
  private static let doubleSlash = TextTrait(
    id: "-double", title: "with two slashes side by side", implied: ["-slash"],
    isHeld: { segments(of: $0).dropFirst().dropLast().contains(where: \.isEmpty) },
    removed: { text in changed(text) { $0.isEmpty } })

  /// A segment that programs resolve as they do in paths of files.
  private static let dotSegment = TextTrait(
    id: "-dots", title: "with a segment . or ..",
    isHeld: { segments(of: $0).contains(where: isDots) },
    removed: { changed($0, where: isDots) })

  private static func isDots(_ segment: Bytes) -> Bool {
    segment == [0x2e] || segment == [0x2e, 0x2e]
  }

  /// The bytes between slashes; a character may hold a slash and an accent, so text will not do.
  private static func segments(of text: String) -> [Bytes] {
    text.utf8.split(separator: 0x2f, omittingEmptySubsequences: false).map { Bytes($0) }
  }

  /// The text with `a` for each segment of which something is true.
  private static func changed(_ text: String, where isMeant: (Bytes) -> Bool) -> String {
    let segments = segments(of: text).map { isMeant($0) ? [0x61] : $0 }
    return String(decoding: Bytes(segments.joined(separator: [0x2f])), as: UTF8.self)
  }

  /// Whether OSS gives the name to a new bucket (V1-NAME-1).
  private static func canBeMade(_ name: String) -> Bool {
    (3...63).contains(name.utf8.count) && !name.utf8.contains(UInt8(ascii: "_"))
      && name.utf8.first != UInt8(ascii: "-") && name.utf8.last != UInt8(ascii: "-")
  }

  private static let secondsOfDay: Int64 = 86_400

  /// What the times and the endpoint can be.
  static let places: [Feature] = [
    Feature(
      id: "time", title: "another time of signing", clauses: ["V1-DATE-1"],
      isHeld: { $0.time != FuzzRequest.plainTime }, remove: { $0.time = FuzzRequest.plainTime }),
    Feature(
      id: "time-day", title: "one of the first nine days of a month", clauses: ["V1-DATE-1"],
      implied: ["time"], isHeld: { dayOfMonth($0.time) < 10 },
      remove: { $0.time += 10 * secondsOfDay }),
    Feature(
      id: "time-far", title: "a time of signing before 1970 or after 2199",
      clauses: ["V1-DATE-1"], implied: ["time", "time-day"],
      isHeld: { !(0...7_258_118_399).contains($0.time) },
      remove: { $0.time = FuzzRequest.plainTime }),
    Feature(
      id: "expires", title: "another expiry", clauses: ["PRE-STS-1"],
      isHeld: { $0.isPresigned && $0.expires != FuzzRequest.plainExpires },
      remove: { $0.expires = FuzzRequest.plainExpires }),
    Feature(
      id: "expires-past", title: "an expiry that has passed", clauses: ["PRE-EXP-1"],
      level: .should, implied: ["expires"], isHeld: { $0.isPresigned && $0.expires < $0.time },
      remove: { $0.expires = FuzzRequest.plainExpires }),
    Feature(
      id: "expires-far", title: "an expiry of more than 31 bits", clauses: ["PRE-STS-1"],
      implied: ["expires"], isHeld: { $0.isPresigned && $0.expires > Int64(Int32.max) },
      remove: { $0.expires = FuzzRequest.plainExpires }),
    Feature(
      id: "endpoint", title: "another endpoint", clauses: ["V1-RES-5", "PRE-HOST-6"],
      isHeld: { !$0.endpoint.hasSameBytes(as: FuzzRequest.plainEndpoint) },
      remove: { $0.endpoint = FuzzRequest.plainEndpoint }),
    endpoint("endpoint-path", "an endpoint with a path", "PRE-HOST-7", where: \.hasPath) {
      $0.path = ""
    },
    endpoint("endpoint-port", "an endpoint with a port", "PRE-HOST-6", where: \.hasPort) {
      $0.port = ""
    },
    endpoint(
      "endpoint-address", "an endpoint that is an IP address", "PRE-HOST-4", where: \.isAddress
    ) { $0.host = EndpointText.plainHost },
    endpoint(
      "endpoint-label", "an endpoint whose host has one label", "PRE-HOST-1",
      where: \.hasOneLabel
    ) { $0.host = EndpointText.plainHost },
    endpoint("endpoint-host", "another host", "PRE-HOST-1", where: \.hasOtherHost) {
      $0.host = EndpointText.plainHost
    },
    endpoint(
      "endpoint-scheme", "an endpoint with the scheme http", "PRE-HOST-6", where: \.isPlainHTTP
    ) { $0.scheme = "https" },
    endpoint(
      "endpoint-case", "an endpoint in upper case", "PRE-HOST-6", where: \.hasUpperCase
    ) { text in
      text.scheme = text.scheme.lowercased()
      text.host = text.host.lowercased()
    },
    addressing("virtual-host", "PRE-HOST-1"), addressing("path", "PRE-HOST-2"),
    addressing("cname", "PRE-HOST-3"),
  ]

  private static func endpoint(
    _ id: String, _ title: String, _ clause: String,
    where isHeld: @escaping @Sendable (EndpointText) -> Bool,
    remove: @escaping @Sendable (inout EndpointText) -> Void
  ) -> Feature {
    Feature(
      id: id, title: title, clauses: [clause], implied: ["endpoint", "endpoint-host"],
      isHeld: { isHeld(EndpointText($0.endpoint)) },
      remove: { request in
        var text = EndpointText(request.endpoint)
        remove(&text)
        request.endpoint = text.text
      })
  }

  private static func addressing(_ name: String, _ clause: String) -> Feature {
    Feature(
      id: "addressing-\(name)", title: "\(name) addressing", clauses: [clause, "V1-RES-5"],
      isHeld: { $0.addressing?.hasSameBytes(as: name) ?? false }, remove: { $0.addressing = nil })
  }

  /// The day of the month in the calendar of the Date header.
  private static func dayOfMonth(_ time: Int64) -> Int {
    guard let date = try? Moment(seconds: time).iso8601Basic else { return 0 }
    return Int(date.prefix(8).suffix(2)) ?? 0
  }
}

/// The text of an endpoint in pieces, each as it was written.
struct EndpointText: Sendable {
  static let plainHost = "oss-cn-hangzhou.aliyuncs.com"

  var scheme: String
  var host: String
  /// The port with its colon, or nothing.
  var port: String
  /// The path from its first slash on, or nothing.
  var path: String

  /// Takes an endpoint apart that the reference has read.
  init(_ text: String) {
    var rest = text[...]
    scheme = String(rest.prefix { $0 != ":" })
    rest = rest.dropFirst(scheme.count + 3)
    let authority = rest.prefix { $0 != "/" }
    path = String(rest.dropFirst(authority.count))
    let end = authority.lastIndex(of: "]").map { authority.index(after: $0) }
    let colon = authority[(end ?? authority.startIndex)...].firstIndex(of: ":")
    host = String(authority[..<(colon ?? authority.endIndex)])
    port = colon.map { String(authority[$0...]) } ?? ""
  }

  var text: String { "\(scheme)://\(host)\(port)\(path)" }

  var hasPath: Bool { !path.utf8.isEmpty }
  var hasPort: Bool { !port.utf8.isEmpty }
  var isAddress: Bool { host.hasPrefix("192.") || host.hasPrefix("[") }
  var hasOneLabel: Bool { !host.utf8.contains(UInt8(ascii: ".")) && !isAddress }
  var hasOtherHost: Bool { !host.hasSameBytes(as: Self.plainHost) }
  var isPlainHTTP: Bool { scheme.hasSameBytes(as: "http") }
  var hasUpperCase: Bool { (scheme + host).utf8.contains { 0x41...0x5a ~= $0 } }
}

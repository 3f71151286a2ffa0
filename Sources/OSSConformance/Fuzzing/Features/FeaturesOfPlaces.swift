internal import OSSPrimitives
internal import OSSVectors

extension Feature {
  private static let key = TextPlace.text(
    "key", "a key", \.key, plain: FuzzRequest.plainKey)

  /// What the method, the bucket and the key can be.
  static let resources: [Feature] = [
    [
      .member("method", "another method than GET", "V1-STS-3", of: \.method),
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
      .member(
        "bucket-old", "a bucket whose name can no longer be made", "V1-NAME-2", level: .should,
        implied: ["bucket"], of: \.bucket, where: { $0.bucket.map { !canBeMade($0) } ?? false }),
      .member(
        "bucket", "another bucket", "V1-RES-2", of: \.bucket,
        where: { !($0.bucket?.hasSameBytes(as: FuzzRequest.plainBucket) ?? true) }),
      .member(
        "key", "another key", "V1-RES-3", of: \.key,
        where: { !($0.key?.hasSameBytes(as: FuzzRequest.plainKey) ?? true) }),
    ],
    texts(key, [.zero, .slash, .slashAtEnd, .long(254)], "V1-RES-3"),
    texts(key, [.percent, .plus, .innerBlank, .spaceAtEnd, .mark], "V1-RES-4", "PRE-PATH-1"),
    texts(key, [.tabAtEnd, .blank, .strangeBlankAtEnd, .control], "V1-RES-4"),
    texts(key, [.foreign], "V1-RES-4", "V1-STS-7"),
    texts(key, [.doubleSlash, .dotSegment], "V1-RES-3", "PRE-PATH-2"),
  ].flatMap { $0 }

  /// Whether OSS gives the name to a new bucket (V1-NAME-1).
  private static func canBeMade(_ name: String) -> Bool {
    (3...63).contains(name.utf8.count) && !name.utf8.contains(UInt8(ascii: "_"))
      && name.utf8.first != UInt8(ascii: "-") && name.utf8.last != UInt8(ascii: "-")
  }

  private static let secondsOfDay: Int64 = 86_400

  /// What the times and the endpoint can be.
  static let places: [Feature] = [
    .member("time", "another time of signing", "V1-DATE-1", of: \.time),
    Feature(
      id: "time-day", title: "one of the first nine days of a month", clauses: ["V1-DATE-1"],
      implied: ["time"], isHeld: { dayOfMonth($0.time) < 10 },
      remove: { $0.time += 10 * secondsOfDay }),
    .member(
      "time-far", "a time of signing before 1970 or after 2199", "V1-DATE-1",
      implied: ["time", "time-day"], of: \.time, where: { !(0...7_258_118_399).contains($0.time) }),
    .member(
      "expires", "another expiry", "PRE-STS-1", of: \.expires,
      where: { $0.isPresigned && $0.expires != FuzzRequest.plainExpires }),
    .member(
      "expires-past", "an expiry that has passed", "PRE-EXP-1", level: .should,
      implied: ["expires"], of: \.expires, where: { $0.isPresigned && $0.expires < $0.time }),
    .member(
      "expires-far", "an expiry of more than 31 bits", "PRE-STS-1", implied: ["expires"],
      of: \.expires, where: { $0.isPresigned && $0.expires > Int64(Int32.max) }),
    .member("endpoint", "another endpoint", "V1-RES-5", "PRE-HOST-6", of: \.endpoint),
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
    .member(
      "addressing-\(name)", "\(name) addressing", clause, "V1-RES-5", of: \.addressing,
      where: { $0.addressing?.hasSameBytes(as: name) ?? false })
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

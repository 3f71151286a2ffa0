internal import OSSPrimitives
internal import OSSVectors

extension Feature {
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

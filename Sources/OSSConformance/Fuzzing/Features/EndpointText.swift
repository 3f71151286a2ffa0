internal import OSSPrimitives

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

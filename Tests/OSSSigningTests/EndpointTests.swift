import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `Endpoints` {
  struct Reading: Sendable, CustomTestStringConvertible {
    let text: String
    let scheme: String
    let host: String
    var port: UInt16?
    var prefix = ""
    var addressing = Addressing.virtualHost

    var testDescription: String { text }
  }

  static let readings = [
    Reading(text: "http://a", scheme: "http", host: "a"),
    Reading(
      text: "https://oss-cn-hangzhou.aliyuncs.com", scheme: "https",
      host: "oss-cn-hangzhou.aliyuncs.com"),
    Reading(text: "HTTPS://OSS.Example", scheme: "https", host: "oss.example"),
    Reading(text: "hTTp://a_b", scheme: "http", host: "a_b"),
    Reading(text: "https://a/", scheme: "https", host: "a"),
    Reading(text: "https://a///", scheme: "https", host: "a"),
    Reading(text: "https://a:1", scheme: "https", host: "a", port: 1),
    Reading(text: "https://a:443", scheme: "https", host: "a", port: 443),
    Reading(text: "http://a:65535/", scheme: "http", host: "a", port: 65_535),
    Reading(text: "http://a:0080", scheme: "http", host: "a", port: 80),
    Reading(text: "https://a/oss", scheme: "https", host: "a", prefix: "/oss"),
    Reading(text: "https://a/oss//", scheme: "https", host: "a", prefix: "/oss"),
    Reading(
      text: "https://a:8443/x/Y%2F/", scheme: "https", host: "a", port: 8443, prefix: "/x/Y%2F"),
    Reading(text: "https://a//b/../c", scheme: "https", host: "a", prefix: "//b/../c"),
    Reading(text: "http://192.0.2.1", scheme: "http", host: "192.0.2.1", addressing: .path),
    Reading(
      text: "http://192.0.2.1:9000/p", scheme: "http", host: "192.0.2.1", port: 9000, prefix: "/p",
      addressing: .path),
    Reading(text: "http://192.0.2.256", scheme: "http", host: "192.0.2.256"),
    Reading(text: "http://192.0.2", scheme: "http", host: "192.0.2"),
    Reading(text: "http://1.2.3.4.5", scheme: "http", host: "1.2.3.4.5"),
    Reading(text: "http://192.0.2.a", scheme: "http", host: "192.0.2.a"),
    Reading(
      text: "http://[1:2:3:4:5:6:7:8]", scheme: "http", host: "[1:2:3:4:5:6:7:8]", addressing: .path
    ),
    Reading(text: "http://[::]", scheme: "http", host: "[::]", addressing: .path),
    Reading(text: "http://[2001:DB8::1]", scheme: "http", host: "[2001:db8::1]", addressing: .path),
    Reading(
      text: "https://[::1]:8080/", scheme: "https", host: "[::1]", port: 8080, addressing: .path),
    Reading(
      text: "https://[::ffff:192.0.2.1]/o", scheme: "https", host: "[::ffff:192.0.2.1]",
      prefix: "/o", addressing: .path),
  ]

  @Test(arguments: readings)
  func `are read into their parts`(reading: Reading) throws {
    let endpoint = try Endpoint(reading.text)
    #expect(endpoint.scheme == reading.scheme)
    #expect(endpoint.host == reading.host)
    #expect(endpoint.port == reading.port)
    #expect(endpoint.pathPrefix == reading.prefix)
    #expect(endpoint.addressing == reading.addressing)
  }

  static let faults: [(String, SigningError.EndpointFault)] = [
    ("", .scheme), ("oss.example", .scheme), ("//oss.example", .scheme), ("https:/a", .scheme),
    ("https//a", .scheme), ("ftp://a", .scheme), ("oss://a", .scheme), (" https://a", .scheme),
    ("httpss://a", .scheme),
    ("http://", .host(offset: 7)), ("https:///path", .host(offset: 8)),
    ("https://:80", .host(offset: 8)), ("https://.a", .host(offset: 8)),
    ("https://a.", .host(offset: 10)), ("https://a..b", .host(offset: 10)),
    ("https://a b", .host(offset: 9)), ("https://a\n", .host(offset: 9)),
    ("https://user@a", .host(offset: 12)), ("https://a?b", .host(offset: 9)),
    ("https://a#b", .host(offset: 9)), ("https://a\\b", .host(offset: 9)),
    ("https://é", .host(offset: 8)), ("https://aé", .host(offset: 9)),
    ("https://a%2E", .host(offset: 9)), ("https://[::1", .host(offset: 8)),
    ("https://[....]", .host(offset: 8)), ("https://[::::]", .host(offset: 8)),
    ("https://[1::2::3]", .host(offset: 8)), ("https://[1:2:3:4:5:6:7]", .host(offset: 8)),
    ("https://[1:2:3:4:5:6:7:8:9]", .host(offset: 8)), ("https://[12345::]", .host(offset: 8)),
    ("https://[1:2:3:4:5:6:7::8]", .host(offset: 8)), ("https://[::192.0.2.256]", .host(offset: 8)),
    ("https://[192.0.2.1::]", .host(offset: 8)), ("https://a/%zz", .path(offset: 10)),
    ("https://a/b%2", .path(offset: 11)), ("https://[]", .host(offset: 8)),
    ("https://[:]", .host(offset: 8)),
    ("https://[::g]", .host(offset: 8)), ("https://[::1]a", .host(offset: 13)),
    ("https://[::1%25eth0]", .host(offset: 8)), ("https://::1", .host(offset: 8)),
    ("https://a:", .port(offset: 10)), ("https://a:0", .port(offset: 10)),
    ("https://a:65536", .port(offset: 10)), ("https://a:-1", .port(offset: 10)),
    ("https://a:80a", .port(offset: 10)), ("https://a:/b", .port(offset: 10)),
    ("https://a:99999999999999999999", .port(offset: 10)), ("https://u:p@a", .port(offset: 10)),
    ("https://[::1]:0", .port(offset: 14)), ("https://a:80?b", .port(offset: 10)),
    ("https://a/b c", .path(offset: 11)), ("https://a/?b", .path(offset: 10)),
    ("https://a/b#", .path(offset: 11)), ("https://a/é", .path(offset: 10)),
    ("https://a:80/\r\n", .path(offset: 13)), ("https://a/\"", .path(offset: 10)),
  ]

  @Test(arguments: faults)
  func `are refused with the part at fault and its place`(
    text: String, fault: SigningError.EndpointFault
  ) {
    #expect(throws: SigningError.invalidEndpoint(fault)) { try Endpoint(text) }
  }

  @Test(arguments: ["http://192.0.2.1", "https://[2001:db8::1]:8080"])
  func `with an IP address hold no bucket in the host`(text: String) throws {
    #expect(throws: SigningError.bucketBeforeIPAddress) {
      try Endpoint(text, addressing: .virtualHost)
    }
    #expect(try Endpoint(text, addressing: .path).addressing == .path)
    #expect(try Endpoint(text, addressing: .cname) == .cname(text))
  }

  @Test(
    arguments: [
      (nil, nil, "https://h:81/p/"), (nil, "b", "https://b.h:81/p/"),
      (.virtualHost, "b", "https://b.h:81/p/"), (.path, "b", "https://h:81/p/b/"),
      (.cname, "b", "https://h:81/p/"), (.path, nil, "https://h:81/p/"),
    ] as [(Addressing?, String?, String)])
  func `and a bucket make a URL`(addressing: Addressing?, bucket: String?, url: String) throws {
    let endpoint = try Endpoint("https://h:81/p", addressing: addressing)
    let request = try SigningRequest(method: "GET", bucket: bucket)
    #expect(endpoint.publicURL(for: request) == url)
  }

  @Test func `keep the key whole in a URL`() throws {
    let request = try SigningRequest(
      method: "GET", bucket: "b", key: "a//./..%41+é~ &?#",
      query: [QueryParameter("a b", "+&=/é"), QueryParameter("n"), QueryParameter("e", "")])
    #expect(
      try Endpoint("http://h").publicURL(for: request)
        == "http://b.h/a//./..%2541%2B%C3%A9~%20%26%3F%23?a%20b=%2B%26%3D%2F%C3%A9&n&e=")
  }
}

@Suite struct `Endpoints of a CloudBox` {
  /// V4-SCO-5.
  @Test(arguments: [
    ("https://cb-123.cn-hangzhou.oss-cloudbox.aliyuncs.com", "cb-123"),
    ("http://CB-F8z.cn-shenzhen.oss-cloudbox-control.aliyuncs.com:8080/p", "cb-f8z"),
  ])
  func `name its ID`(endpoint: String, id: String) throws {
    #expect(try Endpoint(endpoint).cloudBoxID == id)
  }

  @Test func `have a version of the signature with their ID as its region`() {
    #expect(
      SignatureVersion.v4(cloudBoxID: "cb-123") == .v4(region: "cb-123", product: "oss-cloudbox"))
  }

  @Test(arguments: [
    "https://oss-cn-hangzhou.aliyuncs.com", "https://cb-.cn-hangzhou.oss-cloudbox.aliyuncs.com",
    "https://ab-123.cn-hangzhou.oss-cloudbox.aliyuncs.com",
    "https://cb-123.cn-hangzhou.oss-cloudbox-x.aliyuncs.com",
    "https://cb-123.oss-cloudbox.aliyuncs.com", "https://b.cb-123.r.oss-cloudbox.aliyuncs.com",
    "https://cb-123.cn-hangzhou.oss-cloudbox.aliyuncs.com.evil",
    "https://cb-123.cn-hangzhou.oss-cloudbox.example.com", "http://192.0.2.1", "http://[::1]",
  ])
  func `differ from others`(endpoint: String) throws {
    #expect(try Endpoint(endpoint).cloudBoxID == nil)
  }
}

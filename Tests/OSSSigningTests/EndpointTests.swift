import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `Endpoints` {
  /// The scheme, host, port, path and addressing of each; a hyphen is what it has not.
  static let readings = [
    "http://a": "http a - - virtualHost",
    "https://oss-cn-hangzhou.aliyuncs.com": "https oss-cn-hangzhou.aliyuncs.com - - virtualHost",
    "HTTPS://OSS.Example": "https oss.example - - virtualHost",
    "hTTp://a_b": "http a_b - - virtualHost",
    "https://a/": "https a - - virtualHost",
    "https://a///": "https a - - virtualHost",
    "https://a:1": "https a 1 - virtualHost",
    "https://a:443": "https a 443 - virtualHost",
    "http://a:65535/": "http a 65535 - virtualHost",
    "http://a:0080": "http a 80 - virtualHost",
    "https://a/oss": "https a - /oss virtualHost",
    "https://a/oss//": "https a - /oss virtualHost",
    "https://a:8443/x/Y%2F/": "https a 8443 /x/Y%2F virtualHost",
    "https://a//b/../c": "https a - //b/../c virtualHost",
    "http://192.0.2.1": "http 192.0.2.1 - - path",
    "http://192.0.2.1:9000/p": "http 192.0.2.1 9000 /p path",
    "http://192.0.2.256": "http 192.0.2.256 - - virtualHost",
    "http://192.0.2": "http 192.0.2 - - virtualHost",
    "http://1.2.3.4.5": "http 1.2.3.4.5 - - virtualHost",
    "http://192.0.2.a": "http 192.0.2.a - - virtualHost",
    "http://[1:2:3:4:5:6:7:8]": "http [1:2:3:4:5:6:7:8] - - path",
    "http://[::]": "http [::] - - path",
    "http://[2001:DB8::1]": "http [2001:db8::1] - - path",
    "https://[::1]:8080/": "https [::1] 8080 - path",
    "https://[::ffff:192.0.2.1]/o": "https [::ffff:192.0.2.1] - /o path",
  ]

  @Test(arguments: readings)
  func `are read into their parts`(text: String, parts: String) throws {
    let endpoint = try Endpoint(text)
    let port = endpoint.port.map { "\($0)" } ?? "-"
    let path = endpoint.pathPrefix.isEmpty ? "-" : endpoint.pathPrefix
    #expect(
      parts == "\(endpoint.scheme) \(endpoint.host) \(port) \(path) \(endpoint.addressing)")
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

  // The vectors leave the spelling of a URL to the judge, which takes others too.
  @Test func `keep the key whole in a URL`() throws {
    let request = try SigningRequest(
      method: "GET", bucket: "b", key: "a//./..%41+é~ &?#",
      query: [QueryParameter("a b", "+&=/é"), QueryParameter("n"), QueryParameter("e", "")])
    #expect(
      try Endpoint("http://h").publicURL(for: request)
        == "http://b.h/a//./..%2541%2B%C3%A9~%20%26%3F%23?a%20b=%2B%26%3D%2F%C3%A9&n&e=")
  }

  @Test func `keep the port as it is written in a URL`() throws {
    let request = try SigningRequest(method: "GET", bucket: "b", key: "k")
    #expect(try Endpoint("http://h:0080").publicURL(for: request) == "http://b.h:0080/k")
  }
}

@Suite struct `Endpoints that name a region` {
  /// V4-SCO-6.
  @Test(arguments: [
    ("https://oss-cn-hangzhou.aliyuncs.com", "cn-hangzhou"),
    ("http://OSS-cn-beijing-internal.aliyuncs.com:8080", "cn-beijing"),
    ("https://ep-1a.oss.ap-southeast-1.privatelink.aliyuncs.com", "ap-southeast-1"),
    ("https://cn-hangzhou.oss-vectors.aliyuncs.com", "cn-hangzhou"),
    ("https://cn-hangzhou-internal.oss-tables.aliyuncs.com", "cn-hangzhou"),
  ])
  func `name it`(endpoint: String, region: String) throws {
    #expect(try Endpoint(endpoint).hostRegion == region)
  }

  @Test(arguments: [
    "https://oss-accelerate.aliyuncs.com", "https://oss-accelerate-overseas.aliyuncs.com",
    "https://img.example.com", "https://oss-cn-hangzhou.example.com", "http://192.0.2.1",
    "http://[::1]", "https://ep-1a.ecs.cn-hangzhou.privatelink.aliyuncs.com",
    "https://cb-123.cn-hangzhou.oss-cloudbox.aliyuncs.com",
  ])
  func `differ from others that name none`(endpoint: String) throws {
    #expect(try Endpoint(endpoint).hostRegion == nil)
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

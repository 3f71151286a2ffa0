import OSSSigning
import TestSupport
import Testing

@Suite struct `Requests of a URL` {
  static let endpoints = [
    "https://oss-cn-hangzhou.aliyuncs.com", "http://oss.example:8080/oss//x%2F",
    "http://192.0.2.1:9000", "https://[2001:db8::1]/p", "cname:https://img.example.com",
  ]

  private static func endpoint(_ text: String) throws -> Endpoint {
    text.hasPrefix("cname:") ? try .cname(String(text.dropFirst(6))) : try Endpoint(text)
  }

  @Test(arguments: endpoints)
  func `are those that the endpoint made the URL of`(text: String) throws {
    let endpoint = try Self.endpoint(text)
    var source = RandomRequests(seed: 1, hasFaults: true)
    var read = 0
    for _ in 0..<3_000 {
      guard let request = try? source.request(),
        let method = SigningRequest.Method(rawValue: request.method)
      else { continue }
      read += 1
      let url: String = endpoint.url(for: request)
      let again = try SigningRequest(
        url: url, method: method, endpoint: endpoint, bucket: request.bucket,
        headers: request.headers)
      try #require(again.bucket == request.bucket)
      try #require(again.key.map { Array($0.utf8) } == request.key.map { Array($0.utf8) })
      // A URL has one way to write an empty name (PRE-QRY-5).
      let query = request.query.map {
        QueryParameter($0.name, $0.name.isEmpty ? $0.value ?? "" : $0.value)
      }
      try #require(again.query == query)
      try #require(again.headers == request.headers)
      let back: String = endpoint.url(for: again)
      try #require(back == url)
    }
    #expect(read > 1_000)
  }

  @Test(
    arguments: [
      ("https://b.h", "b", nil), ("https://b.h/", "b", nil), ("https://h", nil, nil),
      ("HTTPS://B.H/K", "b", "K"), ("https://b.h:443/k", "b", "k"), ("https://b.h/a+b", "b", "a+b"),
      ("https://b.h/a%2Fb%252F", "b", "a/b%2F"), ("https://b.h/a/../b//", "b", "a/../b//"),
      ("https://b.h/%E7%8C%AB", "b", "猫"),
    ] as [(String, String?, String?)])
  func `have the bucket and the key of the URL`(url: String, bucket: String?, key: String?) throws {
    let request = try SigningRequest(url: url, method: .head, endpoint: Endpoint("https://h"))
    #expect(request.method == "HEAD")
    #expect(request.bucket == bucket)
    #expect(request.key == key)
    #expect(request.query.isEmpty)
  }

  @Test func `have its parameters, decoded once, a plus as a space`() throws {
    let request = try SigningRequest(
      url: "https://b.h/k?acl&a=&a+b=c+d%2B%2526&&=&x=y=z?/", method: .get,
      endpoint: Endpoint("https://h"))
    #expect(
      request.query == [
        QueryParameter("acl"), QueryParameter("a", ""), QueryParameter("a b", "c d+%26"),
        QueryParameter("", ""), QueryParameter("x", "y=z?/"),
      ])
  }

  @Test(arguments: [
    "https://b.evil/k", "https://b.evil.h.evil/k", "https://bh/k", "http://b.h/k", "b.h/k", "",
    "https://h.b/k", "https://b.h:8443/k", "https://u@b.h/k", "https://b.h:p/k", "https://.h/k",
    "ftp://b.h/k",
  ])
  func `are refused of a URL of another endpoint`(url: String) throws {
    let endpoint = try Endpoint("https://h")
    #expect(throws: RequestURLError.otherEndpoint) {
      try SigningRequest(url: url, method: .get, endpoint: endpoint)
    }
  }

  @Test func `are refused outside the path of the endpoint, and of another bucket`() throws {
    let endpoint = try Endpoint("http://192.0.2.1/oss")
    for url in ["http://192.0.2.1/", "http://192.0.2.1/ossx/b/k", "http://b.192.0.2.1/oss/b/k"] {
      #expect(throws: RequestURLError.otherEndpoint) {
        try SigningRequest(url: url, method: .get, endpoint: endpoint)
      }
    }
    let url = "http://192.0.2.1/oss/b/k"
    #expect(try SigningRequest(url: url, method: .get, endpoint: endpoint, bucket: "b").key == "k")
    #expect(throws: RequestURLError.otherBucket) {
      try SigningRequest(url: url, method: .get, endpoint: endpoint, bucket: "c")
    }
    #expect(throws: RequestURLError.otherEndpoint) {
      try SigningRequest(
        url: "https://b.img.example.com/k", method: .get, endpoint: .cname("img.example.com"),
        bucket: "b")
    }
  }

  @Test(
    arguments: [
      (
        "https://b.h/a#b", .fragment(offset: 13),
        "The URL has a fragment at byte 13; no request sends one."
      ),
      (
        "https://b.h/a%2", .unreadable(offset: 12),
        "The part of the URL from byte 12 on is not percent-encoded UTF-8."
      ),
      (
        "https://b.h/a?b=%FF", .unreadable(offset: 16),
        "The part of the URL from byte 16 on is not percent-encoded UTF-8."
      ),
      (
        "https://h/k", .unsignable(.keyWithoutBucket), "There is a key but no bucket that holds it."
      ),
      (
        "https://b.h//k", .unsignable(.invalidObjectKey(.leading(byte: 0x2F))),
        "The key begins with '/', which OSS does not hold."
      ),
    ] as [(String, RequestURLError, String)])
  func `say what is wrong with a URL`(url: String, error: RequestURLError, text: String) throws {
    let endpoint = try Endpoint("https://h")
    #expect(throws: error) { try SigningRequest(url: url, method: .get, endpoint: endpoint) }
    #expect(error.description == text)
  }

  @Test func `say that it belongs to another endpoint or bucket`() {
    #expect(RequestURLError.otherEndpoint.description == "The URL is not one of this endpoint.")
    #expect(
      RequestURLError.otherBucket.description == "The URL does not name the bucket that is given.")
  }
}

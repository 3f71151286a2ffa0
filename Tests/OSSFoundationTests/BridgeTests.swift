import OSSAppServer
import OSSFoundation
import Testing

@Suite struct `Bridges to Foundation` {
  private let signer: Signer
  private let put: SigningRequest
  private let date = Date(timeIntervalSince1970: 1_702_743_657)

  init() throws {
    let credentials = try Credentials(
      accessKeyID: "exampleAccessKeyID00", accessKeySecret: "ExampleSecret0000000000000000ab",
      securityToken: "CAISexample+Token/0000==")
    signer = try Signer(credentials, .v4(region: "cn-hangzhou"))
    put = try SigningRequest(
      "PUT", bucket: "photos", key: "a+b c.jpg", headers: ["Content-Type": "image/jpeg"],
      query: ["acl": nil, "x": ""])
  }

  @Test(arguments: [(0, 0), (1.5, 1500), (-0.0005, -1), (1e300, .max), (-1e300, .min)])
  func `a date becomes the millisecond in which it lies`(seconds: Double, expected: Int64) {
    #expect(Moment(Date(timeIntervalSince1970: seconds)).milliseconds == expected)
  }

  @Test func `a moment becomes a date, and a span an interval`() {
    #expect(Date(Moment(milliseconds: 1_702_743_657_250)) == date + 0.25)
    #expect(TimeInterval(TimeSpan.milliseconds(1250)) == 1.25)
    #expect(TimeSpan(1.2509) == .milliseconds(1250))
    #expect(TimeSpan(Duration.milliseconds(1250)) == .milliseconds(1250))
  }

  static let durations: [(seconds: Int64, attoseconds: Int64, expected: Int64)] = [
    (.max, 999_999_999_999_999_999, .max), (.max, 0, .max),
    (9_223_372_036_854_776, 0, .max), (9_223_372_036_854_775, 999_000_000_000_000_000, .max),
    (9_223_372_036_854_775, 806_999_999_999_999_999, .max - 1),
    (9_007_199_254_741, 1_000_000_000_000_000, 9_007_199_254_741_001), (0, 999, 0), (0, 0, 0),
    (0, -1, -1), (-1, -500_000_000_000_000, -1001), (-1, -1_000_000_000_000_000, -1001),
    (-9_223_372_036_854_775, -808_000_000_000_000_000, .min),
    (-9_223_372_036_854_775, -807_000_000_000_000_000, .min + 1),
    (-9_223_372_036_854_775, -999_999_999_999_999_999, .min), (.min, 0, .min),
    (.min, -999_999_999_999_999_999, .min),
  ]

  @Test(arguments: durations)
  func `a duration becomes the millisecond below it, or the last that there is`(
    seconds: Int64, attoseconds: Int64, expected: Int64
  ) {
    let duration = Duration(secondsComponent: seconds, attosecondsComponent: attoseconds)
    #expect(TimeSpan(duration) == .milliseconds(expected))
  }

  @Test func `a signed request has the URL, the method and every header`() throws {
    let request = try signer.urlRequest(for: put, at: .region("cn-hangzhou"), date: date)
    #expect(
      request.url?.absoluteString
        == "https://photos.oss-cn-hangzhou.aliyuncs.com/a%2Bb%20c.jpg?acl&x=")
    #expect(request.httpMethod == "PUT")
    let headers = try signer.sign(put, at: Moment(date)).headers
    for header in headers {
      #expect(request.value(forHTTPHeaderField: header.name) == header.value)
    }
    #expect(request.allHTTPHeaderFields?.count == headers.count)
  }

  @Test func `a presigned request has its method and its signed headers`() throws {
    let link = try signer.presign(put, at: .region("cn-hangzhou"), date: date, validFor: .hours(1))
    let request = try URLRequest(link)
    #expect(try request.url == URL(link))
    #expect(request.url?.absoluteString == link.url)
    #expect(request.httpMethod == "PUT")
    #expect(request.value(forHTTPHeaderField: "Content-Type") == "image/jpeg")
  }

  @Test func `credentials can be handed on`() throws {
    let credentials = try Credentials(accessKeyID: "id", accessKeySecret: "s", securityToken: "t")
    #expect(credentials.revealed() == ("s", "t"))
    let pair = try Credentials(accessKeyID: "id", accessKeySecret: "s")
    #expect(pair.revealed().securityToken == nil)
  }

  @Test func `an endpoint that has the bucket already is refused`() throws {
    let endpoint = try Endpoint("https://photos.oss-cn-hangzhou.aliyuncs.com")
    let error = #expect(throws: EndpointError.self) {
      try signer.urlRequest(for: put, at: endpoint)
    }
    #expect(
      error?.localizedDescription
        == "The host photos.oss-cn-hangzhou.aliyuncs.com has the bucket photos already; "
        + "leave it out of the endpoint.")
  }

  @Test(arguments: ["oss-cn-beijing", "oss-cn-beijing-internal"])
  func `an endpoint of another region is refused`(name: String) throws {
    let endpoint = try Endpoint("https://\(name).aliyuncs.com")
    #expect(throws: EndpointError.otherRegion(signed: "cn-hangzhou", host: endpoint.host)) {
      try signer.presign(put, at: endpoint, validFor: .hours(1))
    }
  }

  @Test func `endpoints that belong to no region or to the same one fit`() throws {
    let endpoints: [Endpoint] = try [
      .region("cn-hangzhou"), .internalRegion("cn-hangzhou"), .accelerate, .accelerateOverseas,
      .cname("img.example.com"), Endpoint("http://192.0.2.1:8080"),
    ]
    for endpoint in endpoints {
      _ = try signer.urlRequest(for: put, at: endpoint)
    }
  }

  @Test func `what people write first compiles, and does what it says`() throws {
    let endpoint = try Endpoint.region("cn-hangzhou")
    let get = try SigningRequest(.get, bucket: "photos", key: "a", query: ["acl": nil])
    #expect(get.method == "GET" && get.query == [QueryParameter("acl")])
    #expect(try signer.sign(get, date: date).headers == signer.sign(get, at: Moment(date)).headers)
    #expect(try !signer.sign(get).headers.isEmpty && !signer.sign(get, date: .now).headers.isEmpty)
    let url: URL = try endpoint.url(for: get)
    #expect(url.absoluteString == endpoint.url(for: get))
    #expect(try URL(signer.presign(get, at: endpoint, validFor: .seconds(60))).query != nil)
    let answer = ServerAnswer(
      status: 203, headers: ["date": "now", "X-Oss-Ec": "0002"], body: Data([1]))
    #expect(answer.date == "now" && answer.ecHeader == "0002" && answer.body == [1])
    #expect(ResponseVerdict(answer) == .failure(text: "\u{1}"))
    let other = URLResponse(
      url: url, mimeType: nil, expectedContentLength: 0, textEncodingName: nil)
    #expect(ResponseVerdict(other, body: nil) == .failure(text: nil))
  }

  @Test func `a token has the date of its end, and no request shows a value`() throws {
    let token = try FederationToken(
      accessKeyID: "id", accessKeySecret: "s", securityToken: "t", expiration: date)
    #expect(token.expiration == Moment(date))
    let request = try SigningRequest(
      "PUT", bucket: "photos", key: "a", headers: ["x-oss-meta-a": "hidden"])
    #expect("\(request)" == "SigningRequest(PUT photos/a, headers: [x-oss-meta-a], query: [])")
  }

  @Test func `what was signed is made again of a request that was sent`() throws {
    let sent = try signer.urlRequest(
      for: put, at: .region("cn-hangzhou"), body: Data("jpeg".utf8), contentMD5: true, date: date)
    let again = try signer.sign(put.asSent(in: sent), date: date)
    #expect(again.authorization == sent.value(forHTTPHeaderField: "Authorization"))
    let bare = try put.asSent(in: URLRequest(url: URL(fileURLWithPath: "/")))
    #expect(bare.headers == put.headers)
  }

  @Test func `every error says to Foundation what went wrong`() throws {
    let error: any Error = SigningError.emptyAccessKeySecret
    #expect(error.localizedDescription == SigningError.emptyAccessKeySecret.description)
    let bridged = try ListingFolder.text(of: "Sources/OSSFoundation/LocalizedErrors.swift")
    // Those of the vectors and for tests are no library of an app, and have no Foundation.
    let others = ["Sources/OSSVectors/", "Sources/OSSAppServer/", "Sources/OSSTesting/"]
    let refused: any Error = SigningRuleError.dotSegment
    #expect(refused.localizedDescription == "\(refused)")
    let own = try ListingFolder.text(of: "Sources/OSSAppServerFoundation/LocalizedErrors.swift")
    let sources = try ListingFolder.files().filter { file in
      !others.contains { file.hasPrefix($0) }
    }
    let lines = try sources.flatMap { try ListingFolder.text(of: $0).components(separatedBy: "\n") }
    let errors = lines.filter { $0.contains("public ") && $0.contains(": Error, ") }
      .map { $0.components(separatedBy: ": Error, ")[0].components(separatedBy: " ").last ?? "" }
    let ofServers = try ListingFolder.files().filter { $0.hasPrefix(others[1]) }
    let servers = try ofServers.flatMap {
      try ListingFolder.text(of: $0).components(separatedBy: "\n")
    }.filter { $0.contains("public enum ") && $0.contains(": Error, ") }
      .map { $0.components(separatedBy: ": Error, ")[0].components(separatedBy: " ").last ?? "" }
    // A fault of a condition is never thrown alone.
    #expect(
      servers.filter { !own.contains("\($0): DescribedServerError") } == ["PostConditionFault"])
    let missing = errors.filter { !bridged.contains("\($0): DescribedError") }
    #expect(errors.count > 20 && missing.isEmpty)
    // A provider shows the sentence of each, and of an error of others the type alone.
    let hidden = errors.filter { error in !lines.contains { $0.contains("\(error): PlainError,") } }
    #expect(hidden.isEmpty)
  }
}

@Suite struct `Data and dates where people write them` {
  private let date = Date(timeIntervalSince1970: 1_702_743_657)
  private let credentials: Credentials

  init() throws {
    credentials = try Credentials(
      accessKeyID: "exampleAccessKeyID00", accessKeySecret: "ExampleSecret0000000000000000ab")
  }

  @Test func `headers and parameters can be computed: they stand in the order of their names`()
    throws
  {
    let headers = ["x-oss-meta-b": "2", "Content-Type": "text/plain", "x-oss-meta-a": "1"]
    let parameters: [String: String?] = ["uploadId": "7", "acl": nil]
    let request = try SigningRequest(
      .put, bucket: "photos", key: "a", headers: headers, query: parameters)
    #expect(request.headers.map(\.name) == ["Content-Type", "x-oss-meta-a", "x-oss-meta-b"])
    #expect(request.query == [QueryParameter("acl"), QueryParameter("uploadId", "7")])
  }

  @Test func `a token is kept as a token server answers it, and read again`() throws {
    let token = try FederationToken(
      accessKeyID: "STS.a", accessKeySecret: "s", securityToken: "t",
      expiration: date + 0.25)
    let data = try JSONEncoder().encode(token)
    #expect(try JSONDecoder().decode(FederationToken.self, from: data) == token)
    #expect(try TokenResponse.token(in: data, date: date) == token)
    #expect(throws: TokenResponseError.self) { try TokenResponse.token(in: data, date: date + 1) }
    #expect(token.expirationDate == date + 0.25)
    let endless = FederationToken(token.credentials, expiration: nil)
    let kept = try JSONEncoder().encode(endless)
    #expect(try JSONDecoder().decode(FederationToken.self, from: kept) == endless)
    for damaged in ["{}", #"{"AccessKeyId":"","AccessKeySecret":"s","SecurityToken":"t"}"#] {
      #expect(throws: (any Error).self) {
        try JSONDecoder().decode(FederationToken.self, from: Data(damaged.utf8))
      }
    }
  }

  @Test func `a link is JSON for an app, which makes the same request of it`() throws {
    let put = try SigningRequest(
      .put, bucket: "photos", key: "a", headers: ["Content-Type": "image/png"])
    let link = try Signer(credentials, .v4(region: .cnHangzhou)).presign(
      put, at: .region(.cnHangzhou), date: date, validFor: .hours(1))
    let data = try JSONEncoder().encode(link)
    let read = try JSONDecoder().decode(PresignedRequest.self, from: data)
    #expect(try URLRequest(read) == URLRequest(link))
    #expect(read.limit.effective == link.expires && read.signedHeaders == link.signedHeaders)
    let again = try JSONDecoder().decode(
      PresignedRequest.self, from: JSONEncoder().encode(read))
    #expect(again.url == link.url)
  }

  @Test func `an error body, a callback and a link take data and dates`() throws {
    let error = try ServerError(xml: Data("<Error><Code>NoSuchKey</Code></Error>".utf8))
    #expect(error.code == "NoSuchKey")
    let signer = try Signer(credentials, .v4(region: "cn-hangzhou"))
    let put = try SigningRequest(.put, bucket: "photos", key: "users/7/a")
    #expect(CallbackRequest(target: "/a", body: Data("b".utf8)).body == Bytes("b".utf8))
    #expect(throws: RSAKeyError.self) { try RSAPublicKey(pem: Data([0xFF])) }
    let endpoint = try Endpoint.region("cn-hangzhou")
    let links = try [
      signer.presign(put, at: endpoint, date: date, until: date + 60),
      signer.presign(put, at: endpoint, date: date, validFor: Duration.seconds(60)),
    ]
    #expect(
      try links.allSatisfy {
        try $0 == signer.presign(put, at: endpoint, date: date, validFor: .minutes(1))
      })
  }

  @Test func `the CRC-64 of data and of a file is that of their bytes`() throws {
    let data = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let file = URL(filePath: NSTemporaryDirectory()).appending(path: "\(UUID())")
    try data.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let expected = CRC64.checksum(Bytes(data))
    #expect(try CRC64(data) == expected && CRC64(contentsOf: file) == expected)
  }
}

/// What a server writes may be anything; what is shown of it is short and stays on its line.
@Suite struct `Texts of servers` {
  /// A line end, an escape sequence, the end of a line and a turn of direction of Unicode, and a great
  /// length.
  private static let hostile =
    "a\n\u{1B}[1m\u{85}\u{2028}\u{202E}\u{2066}" + String(repeating: "x", count: 5000)

  private static func values() throws -> [any CustomStringConvertible] {
    let markup = "a&#10;\u{85}\u{2028}\u{202E}" + String(repeating: "x", count: 5000)
    let members = ["Code", "RequestId", "EC"].map { "<\($0)>\(markup)</\($0)>" }.joined()
    let name = String(repeating: "n", count: 5000)
    let body = Bytes("<Error>\(members)<\(name)>a</\(name)></Error>".utf8)
    let bare = ServerAnswer(
      status: 403, ecHeader: hostile, date: hostile, age: hostile, requestID: hostile)
    let full = ServerAnswer(status: 403, body: body)
    let error = try #require(full.error)
    let json = Bytes(
      #"{"Code":"\u202e","Message":"a\n\u2066\(String(repeating: "x", count: 5000))"}"#.utf8)
    var refusal: TokenResponseError?
    do {
      _ = try TokenResponse.token(in: json.span, httpStatus: 403, at: nil)
    } catch { refusal = error }
    let failure = FetchFailure.response(try #require(refusal))
    let credentials = try Credentials(
      accessKeyID: String(repeating: "k", count: 5000), accessKeySecret: "s")
    return [
      bare, full, error, RequestError(bare, tried: []), RequestError(full, tried: []),
      SigningEvent.resent(.retry, status: 503, requestID: hostile),
      SigningEvent.fetchFailed(failure), failure, credentials,
      ProviderError.unavailable(.fetchFailed(failure, retryAt: .epoch), cause: nil),
      FederationToken(credentials, expiration: nil), try Signer(credentials, .v1),
    ] + error.members.map { $0 as any CustomStringConvertible }
  }

  @Test func `are short and on one line`() throws {
    let values = try Self.values()
    #expect(values.count == 16)
    for value in values {
      for text in [value.description, String(reflecting: value)] {
        #expect(text.utf8.count < 1500, "\(type(of: value))")
        let foreign = text.unicodeScalars.filter {
          $0.value < 0x20 || [0x85, 0x2028, 0x202E, 0x2066].contains($0.value)
        }
        #expect(foreign.isEmpty, "\(type(of: value))")
      }
    }
  }
}

import OSSAppServer
import OSSPrimitives
import OSSServices
import OSSSigning
import Testing

@Suite struct `Rules of an app server` {
  private let now = Moment(milliseconds: 1_702_743_657_000)
  private let signer: Signer
  private let rule = SigningRule(
    bucket: "photos", keyPrefix: "users/7/", methods: [.put], contentTypes: ["image/jpeg"],
    maximumSize: 100)

  init() throws {
    let credentials = try Credentials(accessKeyID: "ak", accessKeySecret: "sk")
    signer = try Signer(credentials, .v4(region: "cn-hangzhou"))
  }

  private static func put(
    _ method: String = "PUT", bucket: String? = "photos", key: String? = "users/7/ä b.jpg",
    type: String? = "image/jpeg", size: String? = "100", more: [HeaderField] = [],
    query: [QueryParameter] = []
  ) throws -> SigningRequest {
    let content = [("Content-Type", type), ("Content-Length", size)].compactMap { name, value in
      value.map { HeaderField(name, $0) }
    }
    return try SigningRequest(
      method: method, bucket: bucket, key: key, headers: content + more, query: query,
      additionalHeaders: ["Content-Length"])
  }

  private func refusal(
    _ request: SigningRequest, at time: Moment? = nil
  ) throws -> SigningRuleError? {
    let text = try signer.identity.headers(for: request, at: time ?? now).stringToSign.requestText
    return refusal(of: text)
  }

  private func refusal(of text: String, _ signer: Signer? = nil) -> SigningRuleError? {
    do throws(SigningRuleError) {
      _ = try (signer ?? self.signer).signature(ofRequest: text, allowedBy: rule, at: now)
      return nil
    } catch {
      return error
    }
  }

  @Test func `sign what they allow, as the signer itself does`() throws {
    let unsigned = try signer.identity.headers(for: Self.put(), at: now)
    let signature = try signer.signature(
      ofRequest: unsigned.stringToSign.requestText, allowedBy: rule, at: now)
    let expected = try signer.signature(of: unsigned.stringToSign.text)
    #expect(signature == expected)
  }

  @Test func `sign a URL that ends in time, as the signer itself does`() throws {
    let endpoint = try Endpoint("https://oss-cn-hangzhou.aliyuncs.com")
    let identity = try SigningIdentity(
      accessKeyID: "ak", securityToken: "token", .v4(region: "cn-hangzhou"))
    let unsigned = try identity.url(for: Self.put(), at: endpoint, now: now, validFor: .hours(1))
    let signature = try signer.signature(
      ofRequest: unsigned.stringToSign.requestText, allowedBy: rule, at: now)
    #expect(signature == (try signer.signature(of: unsigned.stringToSign.text)))
    let long = try identity.url(for: Self.put(), at: endpoint, now: now, validFor: .hours(2))
    #expect(refusal(of: long.stringToSign.requestText) == .validity(until: now.adding(.hours(2))))
  }

  @Test func `refuse another method, bucket, key, type or size`() throws {
    #expect(try refusal(Self.put("DELETE")) == .method("DELETE"))
    #expect(try refusal(Self.put(bucket: "videos")) == .bucket("videos"))
    #expect(try refusal(Self.put(key: "users/70/a.jpg")) == .key(prefix: "users/7/"))
    #expect(try refusal(Self.put(key: "users%2F7/a.jpg")) == .key(prefix: "users/7/"))
    #expect(try refusal(Self.put(key: nil)) == .key(prefix: "users/7/"))
    #expect(try refusal(Self.put(bucket: nil, key: nil)) == .unreadable)
    #expect(try refusal(Self.put(type: "text/html")) == .contentType("text/html"))
    #expect(try refusal(Self.put(type: nil)) == .contentType(""))
    #expect(try refusal(Self.put(size: "101")) == .size(101, maximum: 100))
    #expect(try refusal(Self.put(size: "-1")) == .size(-1, maximum: 100))
    #expect(try refusal(Self.put(size: nil)) == .unsignedSize)
  }

  /// PRE-PATH-2.
  @Test(arguments: ["users/7/../8/a", "users/7/./a", "users/7/..", "users/7/."])
  func `refuse a key with a segment that a proxy may resolve`(key: String) throws {
    #expect(try refusal(Self.put(key: key)) == .dotSegment)
    let v1 = try Signer(Credentials(accessKeyID: "ak", accessKeySecret: "sk"), .v1)
    let text = try v1.identity.headers(for: Self.put(key: key), at: now).stringToSign.requestText
    #expect(refusal(of: text, v1) == .dotSegment)
    let wider = SigningRule(
      bucket: "photos", keyPrefix: "users/7/", methods: [.put], allowsDotSegments: true)
    #expect(throws: Never.self) {
      try v1.signature(ofRequest: text, allowedBy: wider, at: now)
    }
  }

  @Test(arguments: ["users/7/...", "users/7/.a", "users/7/a.", "users/7/a..b"])
  func `sign a key with other dots`(key: String) throws {
    #expect(try refusal(Self.put(key: key)) == nil)
  }

  @Test func `name each method, and sign none that has no name`() throws {
    #expect(try refusal(Self.put("PATCH")) == .method("PATCH"))
    let all = SigningRule(
      bucket: "photos", keyPrefix: "", methods: Set(SigningRequest.Method.allCases))
    for method in SigningRequest.Method.allCases {
      let request = try Self.put(method.rawValue)
      let text = try signer.identity.headers(for: request, at: now).stringToSign.requestText
      #expect(throws: Never.self) {
        try signer.signature(ofRequest: text, allowedBy: all, at: now)
      }
    }
  }

  @Test(
    arguments: [
      (.method("DELETE"), "The method 'DELETE' is not allowed."),
      (.dotSegment, "The key has a segment '.' or '..', which a proxy may resolve."),
      (.key(prefix: "users/7/"), "The key does not begin with 'users/7/'."),
    ] as [(SigningRuleError, String)])
  func `say why they refuse`(error: SigningRuleError, text: String) {
    #expect(error.description == text)
  }

  @Test func `refuse each header and parameter that they do not name`() throws {
    let copy = HeaderField("x-oss-copy-source", "/photos/users/8/secret.jpg")
    #expect(try refusal(Self.put(more: [copy])) == .header("x-oss-copy-source"))
    for name in ["acl", "x-oss-process", "X-OSS-Date"] {
      #expect(try refusal(Self.put(query: [QueryParameter(name)])) == .parameter(name))
    }
    var wider = rule
    wider.parameters = ["partNumber"]
    wider.headers = ["x-oss-meta-a"]
    let request = try Self.put(
      more: [HeaderField("x-oss-meta-a", "1")], query: [QueryParameter("partNumber", "1")])
    let text = try signer.identity.headers(for: request, at: now).stringToSign.requestText
    #expect(throws: Never.self) {
      try signer.signature(ofRequest: text, allowedBy: wider, at: now)
    }
  }

  @Test func `refuse a time that is more than 15 minutes away`() throws {
    #expect(try refusal(Self.put(), at: now.adding(.minutes(15))) == nil)
    for span in [TimeSpan.seconds(901), .seconds(-901)] {
      let time = now.adding(span)
      #expect(try refusal(Self.put(), at: time) == .time(time))
    }
  }

  @Test(arguments: [
    "", "PUT", "PUT\n/photos/users/7/a\n\n\n\nUNSIGNED-PAYLOAD", "OSS4-HMAC-SHA256\na\nb\nc",
    "PUT\n/photos/users/7/%zz\n\nx-oss-date:20231216T162057Z\n\n\nUNSIGNED-PAYLOAD",
    "PUT\n/photos/users/7/%ff\n\nx-oss-date:20231216T162057Z\n\n\nUNSIGNED-PAYLOAD",
    "PUT\n/photos/users/7/a\nx-oss-expires=60\n\n\nUNSIGNED-PAYLOAD",
    "PUT\n/photos/users/7/a\n\nx-oss-date\n\n\nUNSIGNED-PAYLOAD",
  ])
  func `refuse a text that is no canonical request`(text: String) {
    #expect(refusal(of: text) == .unreadable)
  }

  @Test func `of V1 allow no size, for V1 does not sign it`() throws {
    let credentials = try Credentials(accessKeyID: "ak", accessKeySecret: "sk")
    let v1 = try Signer(credentials, .v1)
    let unsigned = try v1.identity.headers(for: Self.put(), at: now)
    #expect(refusal(of: unsigned.stringToSign.requestText, v1) == .unsignedSize)
    var rule = rule
    rule.maximumSize = nil
    let signature = try v1.signature(
      ofRequest: unsigned.stringToSign.requestText, allowedBy: rule, at: now)
    #expect(signature == (try v1.signature(of: unsigned.stringToSign.text)))
    for (key, query) in [("users/7/a", [QueryParameter("acl")]), ("users/7/a?acl", [])] {
      let request = try Self.put(key: key, query: query)
      let text = try v1.identity.headers(for: request, at: now).stringToSign.requestText
      #expect(throws: SigningRuleError.parameter("acl")) {
        try v1.signature(ofRequest: text, allowedBy: rule, at: now)
      }
    }
    #expect(refusal(of: "PUT\n\nimage/jpeg\nnever\n/photos/users/7/a", v1) == .unreadable)
    let v2 = try Signer(credentials, .v2)
    #expect(refusal(of: unsigned.stringToSign.text, v2) == .unsupportedVersion)
  }
}

@Suite struct `Policies for one user` {
  @Test func `leave some actions on the objects of a prefix`() throws {
    let policy = try AssumeRoleRequest.policy(
      allowing: ["oss:PutObject", "oss:GetObject"], bucket: "photos", keyPrefix: "users/\"7\"/")
    #expect(
      policy == #"{"Version":"1","Statement":[{"Effect":"Allow","Action":["oss:PutObject","#
        + #""oss:GetObject"],"Resource":["acs:oss:*:*:photos/users/\"7\"/*"]}]}"#)
  }

  @Test(arguments: ["*", "users/?", "${oss:user}/"])
  func `refuse a wildcard`(prefix: String) {
    #expect(throws: AssumeRoleError.self) {
      try AssumeRoleRequest.policy(allowing: [], bucket: "photos", keyPrefix: prefix)
    }
  }
}

import OSSPrimitives
import OSSServices
import OSSSigning
import Testing

@Suite struct `Calls of RPC services` {
  private let endpoint = Result { try Endpoint("https://sts.aliyuncs.com") }

  private func signer(secret: String = "sk", token: String? = nil) throws -> RPCSigner {
    RPCSigner(try Credentials(accessKeyID: "ak", accessKeySecret: secret, securityToken: token))
  }

  @Test(arguments: RPCExample.all)
  func `agree with published examples`(example: RPCExample) throws {
    let signed = try signer(secret: example.secret).sign(
      complete: example.parameters, method: example.method, endpoint: endpoint.get())
    #expect(signed.stringToSign == example.stringToSign)
    if let signature = example.signature { #expect(signed.signature == signature) }
    #expect(RPCExample.all.count == 12)
    #expect(RPCExample.all.count { $0.signature != nil } == 10)
  }

  /// The page of the documents on the signature of STS.
  @Test func `are made as the documents make theirs`() throws {
    let credentials = try Credentials(accessKeyID: "testid", accessKeySecret: "testsecret")
    let role = try AssumeRoleRequest(
      roleARN: "acs:ram::1234567890123:role/firstrole", roleSessionName: "client")
    let signed = try RPCSigner(credentials).sign(
      role.rpcRequest(method: .get), endpoint: endpoint.get(),
      nonce: "571f8fb8-506e-11e5-8e12-b8e8563dc8d2",
      at: Moment(iso8601: "2015-09-01T05:57:34Z"))
    #expect(signed.signature == "gNI7b0AyKZHxDgjBGPDgJ1Ce3L4=")
    let query =
      "AccessKeyId=testid&Action=AssumeRole&Format=JSON"
      + "&RoleArn=acs%3Aram%3A%3A1234567890123%3Arole%2Ffirstrole&RoleSessionName=client"
      + "&SignatureMethod=HMAC-SHA1&SignatureNonce=571f8fb8-506e-11e5-8e12-b8e8563dc8d2"
      + "&SignatureVersion=1.0&Timestamp=2015-09-01T05%3A57%3A34Z&Version=2015-04-01"
    #expect(signed.canonicalQuery == query)
    #expect(
      signed.url
        == "https://sts.aliyuncs.com/?\(query)&Signature=gNI7b0AyKZHxDgjBGPDgJ1Ce3L4%3D")
    #expect(signed.body == nil && signed.contentType == nil)
  }

  /// With é in one character, as Python has it.
  static let policy =
    #"{"Statement": [{"Action": ["oss:*"],"Effect": "Allow","Resource": "#
    + #"["acs:oss:*:*:b/\#u{E9} \#u{1F642}~*"]}],"Version":"1"}"#

  /// aliyun-python-sdk-core 2.16.1, given the same parameters.
  @Test(
    arguments: [
      ("n*,\n:", nil, "first-role_0", 15_120, .xml, "XWT4zVaLFbp5cmm2ZTEZtQib+q4="),
      ("n%41',*", "tok+/== é", "first-role_18", 30_668, .json, "gP5t/UIkeyfYV3LmzlF4dhN4Bog="),
    ] as [(String, String?, String, Int, RPCRequest.Format, String)])
  func `agree with another SDK on hard text`(
    nonce: String, token: String?, name: String, duration: Int, format: RPCRequest.Format,
    signature: String
  ) throws {
    let credentials = try Credentials(
      accessKeyID: "akid", accessKeySecret: "sEcret+/é", securityToken: token)
    let role = try AssumeRoleRequest(
      roleARN: "acs:ram::1234567890123:role/\(name)", roleSessionName: "client@a.b-_",
      durationSeconds: duration, policy: Self.policy)
    let signed = try RPCSigner(credentials).sign(
      role.rpcRequest(format: format), endpoint: endpoint.get(), nonce: nonce,
      at: Moment(iso8601: "2015-09-01T05:57:34Z"))
    #expect(signed.signature == signature)
    #expect(signed.url == "https://sts.aliyuncs.com/")
    #expect(signed.contentType == "application/x-www-form-urlencoded")
    let body = try #require(signed.body)
    #expect(body.hasPrefix(signed.canonicalQuery + "&Signature="))
    #expect(body.contains("&SecurityToken=tok%2B%2F%3D%3D%20%C3%A9&") == (token != nil))
    #expect(!body.contains("+"))
  }

  @Test func `keep a port and know no path`() throws {
    let role = try AssumeRoleRequest(roleARN: "acs:ram::1:role/a", roleSessionName: "ab")
    let signed = try signer().sign(
      role.rpcRequest(), endpoint: Endpoint("http://h:8080"), nonce: "n", at: .epoch)
    #expect(signed.url == "http://h:8080/")
    #expect(throws: RPCError.endpointPath("/a")) {
      try signer().sign(
        role.rpcRequest(), endpoint: Endpoint("http://h/a"), nonce: "n", at: .epoch)
    }
    #expect(throws: RPCError.emptyNonce) {
      try signer().sign(role.rpcRequest(), endpoint: Endpoint("http://h"), nonce: "", at: .epoch)
    }
  }

  @Test(arguments: [
    "Action", "Version", "Format", "AccessKeyId", "SignatureMethod", "SignatureVersion",
    "SignatureNonce", "Timestamp", "SecurityToken", "Signature",
  ])
  func `do not take a parameter that signing writes`(name: String) throws {
    #expect(throws: RPCError.reservedParameter(name: name)) {
      try RPCRequest(action: "A", version: "1", parameters: [QueryParameter(name, "x")])
    }
    let other = [QueryParameter(name.lowercased(), "x")]
    #expect(throws: Never.self) {
      try RPCRequest(action: "A", version: "1", parameters: other)
    }
  }

  @Test func `have names, each once`() throws {
    #expect(throws: RPCError.missingParameter("Action")) {
      try RPCRequest(action: "", version: "1", parameters: [])
    }
    #expect(throws: RPCError.missingParameter("Version")) {
      try RPCRequest(action: "A", version: "", parameters: [])
    }
    #expect(throws: RPCError.missingName) {
      try RPCRequest(action: "A", version: "1", parameters: [QueryParameter("", "x")])
    }
    #expect(throws: RPCError.repeatedParameter(name: "a")) {
      try RPCRequest(
        action: "A", version: "1", parameters: [QueryParameter("a", "1"), QueryParameter("a")])
    }
    let forms = [QueryParameter("\u{E9}", "1"), QueryParameter("e\u{301}", "2")]
    #expect(try RPCRequest(action: "A", version: "1", parameters: forms).parameters.count == 2)
  }

  @Test func `have errors with a class and a sentence`() {
    let errors: [(RPCError, String)] = [
      (.missingParameter("Action"), "invalid-query-parameter"),
      (.missingName, "invalid-query-parameter"),
      (.reservedParameter(name: "a"), "reserved-parameter"),
      (.repeatedParameter(name: "a"), "duplicate-parameter"), (.emptyNonce, "invalid-nonce"),
      (.endpointPath("/a"), "invalid-endpoint"),
    ]
    for (error, code) in errors {
      #expect(error.code == code)
      #expect(error.description.hasSuffix("."))
    }
    #expect(Set(errors.map(\.0.description)).count == 6)
  }

  @Test func `show neither secret nor token`() throws {
    let signer = try signer(secret: "SecretNobodySees", token: "TokenNobodySees")
    let role = try AssumeRoleRequest(roleARN: "acs:ram::1:role/a", roleSessionName: "ab")
    let signed = try signer.sign(
      role.rpcRequest(method: .get), endpoint: endpoint.get(), nonce: "n", at: .epoch)
    #expect(signed.url.contains("TokenNobodySees"))
    for value in [signer, signed] as [any Sendable] {
      var dumped = ""
      dump(value, to: &dumped)
      for text in [dumped, "\(value)", String(reflecting: value), String(describing: [value])] {
        #expect(!text.contains("NobodySees"), "\(type(of: value))")
      }
    }
  }
}

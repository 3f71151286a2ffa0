import OSSPrimitives
import OSSSigning
import Testing

/// A mutant is a signer with one step replaced: each step must then be one that the result hangs on.
@Suite struct `A replaced step` {
  private let credentials = Result {
    try Credentials(accessKeyID: "ak", accessKeySecret: "sk", securityToken: "t")
  }
  private let endpoint = Result { try Endpoint("https://h") }

  static let v2: [@Sendable (inout StepsV2) -> Void] = [
    { $0.leadingLines = { $1.append(contentsOf: "X\n\n\n".utf8) } },
    { $0.dateLine = { $2.append(contentsOf: "x".utf8) } },
    { $0.canonicalizedHeaders = { _, _, _ in } },
    { $0.additionalHeaders = { _, _, _ in } },
    { $0.canonicalizedResource = { _, _, _ in } },
    { $0.signature = { _, _ in "x" } },
    { $0.authorization = { "\($0)\($1)\($2)" } },
  ]
  static let v2URL: [@Sendable (inout StepsV2) -> Void] = [
    { $0.expiryLine = { $2.append(contentsOf: "x".utf8) } },
    { $0.addedParameters = { _, _, _, _, _ in [] } },
    { $0.location = { _, _ in [] } },
    { $0.parameters = { _, _, _ in } },
  ]

  @Test func `of V2 changes what is signed or sent`() throws {
    let request = try SigningRequest(
      method: "GET", bucket: "b", key: "k", headers: [HeaderField("Range", "r")],
      query: [QueryParameter("a")], additionalHeaders: ["range"])
    let signer = SignerV2(try credentials.get())
    var results = [signer.sign(request, at: .epoch).authorization]
    for change in Self.v2 {
      var steps = StepsV2.standard
      change(&steps)
      let mutant = SignerV2(try credentials.get(), steps: steps)
      results.append(mutant.sign(request, at: .epoch).authorization)
    }
    #expect(Set(results).count == 8)
    var urls = [try signer.presignedURL(for: request, endpoint: endpoint.get(), expires: .epoch)]
    for change in Self.v2URL {
      var steps = StepsV2.standard
      change(&steps)
      let mutant = SignerV2(try credentials.get(), steps: steps)
      urls.append(
        try mutant.presignedURL(for: request, endpoint: endpoint.get(), expires: .epoch))
      #expect(steps.changesMoreThanString == (urls.count > 3))
    }
    #expect(Set(urls.map(\.text)).count == 5)
  }

  static let post: [@Sendable (inout StepsPost) -> Void] = [
    { $0.policy = { _, _ in [] } }, { $0.text = { $0 } },
    { $0.signingKeyV4 = { secret, _ in secret } }, { $0.signatureV4 = { _, _ in "x" } },
    { $0.fieldsV4 = { _, _, _, _ in [] } }, { $0.conditionsV4 = { _, _ in [] } },
  ]

  @Test func `of a form changes what is signed or sent`() throws {
    var results: Set<[FormField]> = []
    for change in [{ _ in }] + Self.post {
      var steps = StepsPost.standard
      change(&steps)
      let signer = PostSignerV4(
        unchecked: try credentials.get(), region: "r", product: "oss", steps: steps)
      results.insert(
        try signer.sign(expiration: .latest, conditions: [.bucket("b")], at: .epoch).fields)
    }
    #expect(results.count == 7)
    let policy: Bytes = [0x7B, 0x7D]
    var steps = StepsPost.standard
    steps.signatureV1 = { _, _ in "x" }
    let first = PostSignerV1(try credentials.get(), steps: steps).sign(policy.span)
    steps.fieldsV1 = { _, _, _, _ in [] }
    let second = PostSignerV1(try credentials.get(), steps: steps).sign(policy.span)
    #expect(first.signature == "x" && first.fields.count == 4)
    #expect(second.fields == [])
  }

  @Test func `of a check changes what it finds`() throws {
    let policy = try PostPolicy(expiration: .epoch, conditions: [.bucket("other")])
    let form = PostForm(bucket: "b", fields: [], fileByteCount: 0)
    var steps = StepsPost.standard
    #expect(policy.faults(of: form, at: .latest, steps: steps).count == 6)
    steps.hasExpired = { _, _ in false }
    #expect(policy.faults(of: form, at: .latest, steps: steps).count == 5)
    steps.fieldFaults = { _, _, _ in [] }
    #expect(policy.faults(of: form, at: .latest, steps: steps).count == 1)
    steps.holds = { _, _ in true }
    #expect(policy.faults(of: form, at: .latest, steps: steps) == [])
  }

  static let rpc: [@Sendable (inout StepsRPC) -> Void] = [
    { $0.commonParameters = { _, _, _, _ in [] } },
    { $0.encode = { $1.append(contentsOf: $0.utf8) } }, { $0.sorted = { $0.reversed() } },
    { $0.canonicalQuery = { _, _, _ in } }, { $0.stringToSign = { _, _, query in query } },
    { $0.signature = { _, _ in "x" } }, { $0.sent = { _, query, _ in query } },
  ]

  @Test func `of a call changes what is signed or sent`() throws {
    let role = try AssumeRoleRequest(roleARN: "acs:ram::1:role/a", roleSessionName: "ab")
    var results: Set<String> = []
    for change in [{ _ in }] + Self.rpc {
      var steps = StepsRPC.standard
      change(&steps)
      let signed = try RPCSigner(try credentials.get(), steps: steps).sign(
        role.rpcRequest(method: .get), endpoint: endpoint.get(), nonce: "n", at: .epoch)
      results.insert(signed.url)
    }
    #expect(results.count == 8)
  }

  static let live: [@Sendable (inout StepsLiveChannel) -> Void] = [
    { $0.parameters = { _, _ in [] } }, { $0.isSigned = { _ in true } },
    { $0.expiryLine = { _, _ in } }, { $0.canonicalizedParameters = { _, _ in } },
    { $0.canonicalizedResource = { _, _ in } }, { $0.signature = { _, _ in "x" } },
    { $0.location = { _, _ in [] } }, { $0.query = { _, _, _ in } },
  ]

  @Test func `of a publish URL changes it`() throws {
    let stream = try LiveChannelStream(bucket: "b", channel: "c", playlistName: "a.m3u8")
    var results: Set<String> = []
    for change in [{ _ in }] + Self.live {
      var steps = StepsLiveChannel.standard
      change(&steps)
      let signer = LiveChannelSigner(try credentials.get(), steps: steps)
      results.insert(
        try signer.publishURL(for: stream, endpoint: endpoint.get(), expires: .epoch).text)
    }
    #expect(results.count == 9)
  }

  @Test func `of a callback changes what is written or believed`() throws {
    var steps = StepsCallback.standard
    steps.callback = { _ in [] }
    steps.variables = { _ in [] }
    let callback = try UploadCallback(
      urls: ["a"], host: nil, body: "b", bodyType: nil, sendsServerName: nil, steps: steps)
    #expect(callback.parameter.isEmpty)
    #expect(try CallbackVariables([], steps: steps).parameter.isEmpty)
    steps.isAllowedKeyURL = { _ in true }
    steps.signedPath = { $1.append(contentsOf: $0) }
    steps.signedQuery = { _, _ in }
    steps.separator = { _ in }
    steps.isSignature = { _, _, _ in true }
    let request = CallbackRequest(target: Bytes("/%41?b".utf8), body: [0x63], steps: steps)
    #expect(request.stringToSign == Bytes("/%41c".utf8))
    #expect(try request.publicKeyURL(header: "AAAA") == "\0\0\0")
    try request.verify(authorization: "AAAA", key: `Callbacks of OSS`.documented.get())
  }
}

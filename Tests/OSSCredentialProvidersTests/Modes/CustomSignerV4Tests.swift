import OSSCredentialProviders
import OSSCredentials
import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `A custom signer of V4` {
  private func signer(
    token: String? = nil, at time: Int64 = PublishedV4.header.time,
    _ signature: @escaping @Sendable (String) async throws -> String?
  ) throws -> CustomSignerV4 {
    let identity = try SigningIdentityV4(
      accessKeyID: "ak", securityToken: token, region: "cn-hangzhou")
    return CustomSignerV4(
      identity: identity, clock: PublishedV4.clock(time), signature: signature)
  }

  /// What a signer's failure makes of headers, and of a URL.
  private func errors(of signer: CustomSignerV4) async throws -> [ProviderError?] {
    let (request, endpoint) = (try PublishedV4.urlRequest(), try PublishedV4.endpoint())
    return [
      await #expect(throws: ProviderError.self) { try await signer.sign(request) },
      await #expect(throws: ProviderError.self) {
        try await signer.presign(request, endpoint: endpoint, interval: .seconds(60))
      },
    ]
  }

  @Test func `is sent the string of V4`() async throws {
    let signer = try signer { string in
      #expect(
        string == """
          OSS4-HMAC-SHA256
          20231216T162057Z
          20231216/cn-hangzhou/oss/aliyun_v4_request
          f4613657f1b108998e8dbd10a1aa5da621dc2c6e02c9ddec0f163664848704c4
          """)
      return PublishedV4.header.signature
    }
    let signed = try await signer.sign(try PublishedV4.headerRequest())
    #expect(signed.headers.contains(HeaderField("x-oss-date", "20231216T162057Z")))
    #expect(
      signed.headers.contains { $0.value.hasSuffix("Signature=\(PublishedV4.header.signature)") })
    #expect(signed.generation == nil)
  }

  @Test(arguments: [
    "", "OSS ak:AAAAAAAAAAAAAAAAAAAAAAAAAAA=", PublishedV4.header.signature + "\n",
    String(PublishedV4.header.signature.dropLast()), PublishedV4.header.signature.uppercased(),
  ])
  func `that returns something else fails the request: CRED-MODE-3`(value: String) async throws {
    for error in try await errors(of: try signer { _ in value }) {
      guard case .unsigned(.invalidValue, nil) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test func `that returns nothing fails the request: CRED-MODE-3`() async throws {
    for error in try await errors(of: try signer { _ in nil }) {
      guard case .unsigned(.missingValue, nil) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test func `that throws fails the request, and its error is kept: CRED-MODE-16`() async throws {
    for error in try await errors(of: try signer { _ in throw AppError(text: "code -1001") }) {
      guard case .unsigned(.failed, let cause) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(cause as? AppError == AppError(text: "code -1001"))
    }
  }

  @Test func `signs for another token from then on: CRED-MODE-22`() async throws {
    let time = PublishedV4.headerWithToken.time
    let signer = try signer(token: "former", at: time, try PublishedV4.server())
    await signer.replace(
      with: try SigningIdentityV4(
        accessKeyID: "ak", securityToken: "token", region: "cn-hangzhou"))
    let signed = try await signer.sign(try PublishedV4.headerRequest())
    #expect(signed.headers.contains(HeaderField("x-oss-security-token", "token")))
    #expect(
      signed.headers.contains {
        $0.value.hasSuffix("Signature=\(PublishedV4.headerWithToken.signature)")
      })
  }

  @Test func `knows of a token that no URL outlives twelve hours: CRED-MODE-17`() async throws {
    for (token, findings) in [("token", [PresignLimit.Finding.aboveTwelveHours]), (nil, [])] {
      let signer = try signer(token: token, try PublishedV4.server())
      let url = try await signer.presign(
        try PublishedV4.urlRequest(), endpoint: try PublishedV4.endpoint(),
        interval: .seconds(43_201))
      #expect(url.limit.findings == findings)
    }
  }
}

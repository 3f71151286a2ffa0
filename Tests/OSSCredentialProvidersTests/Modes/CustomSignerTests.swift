import OSSCredentialProviders
import OSSCredentials
import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `A custom signer` {
  let clock = TestClock()
  /// A value in the right form.
  static let value = "OSS ak:AAAAAAAAAAAAAAAAAAAAAAAAAAA="

  private func signer(
    _ signature: @escaping @Sendable (String) async throws -> String?
  ) -> CustomSigner {
    CustomSigner(clock: clock.read, signature: signature)
  }

  private func request() throws -> SigningRequest {
    try SigningRequest(method: "GET", bucket: "examplebucket", key: "exampleobject.txt")
  }

  /// What a signer's failure makes of headers, and of a URL.
  private func error(
    of signer: CustomSigner
  ) async throws -> (header: ProviderError?, url: ProviderError?) {
    let request = try request()
    let endpoint = try Endpoint("https://oss-cn-hangzhou.aliyuncs.com")
    let header = await #expect(throws: ProviderError.self) { try await signer.sign(request) }
    let url = await #expect(throws: ProviderError.self) {
      try await signer.presign(request, endpoint: endpoint, interval: .seconds(60))
    }
    return (header, url)
  }

  @Test func `is sent the string, and its value is sent to OSS`() async throws {
    let signer = signer { string in
      // 2023-11-14T22:13:20Z
      #expect(
        string == "GET\n\n\nTue, 14 Nov 2023 22:13:20 GMT\n/examplebucket/exampleobject.txt")
      return Self.value
    }
    let signed = try await signer.sign(try request())
    #expect(
      signed.headers == [
        HeaderField("Date", "Tue, 14 Nov 2023 22:13:20 GMT"),
        HeaderField("Authorization", Self.value),
      ])
    #expect(signed.generation == nil)
  }

  @Test func `that throws fails the request, and its error is kept: CRED-MODE-16`() async throws {
    let errors = try await error(of: signer { _ in throw AppError(text: "code -1001") })
    for error in [errors.header, errors.url] {
      guard case .unsigned(.failed, let cause) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(cause as? AppError == AppError(text: "code -1001"))
    }
  }

  @Test func `that returns nothing fails the request: CRED-MODE-3`() async throws {
    let errors = try await error(of: signer { _ in nil })
    for error in [errors.header, errors.url] {
      guard case .unsigned(.missingValue, nil) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test(arguments: ["", "OSS", "OSSak:AAAA", value + "\n", " " + value, "OSS ak:AAAA"])
  func `that returns something else fails the request: CRED-MODE-3`(value: String) async throws {
    let errors = try await error(of: signer { _ in value })
    for error in [errors.header, errors.url] {
      guard case .unsigned(.invalidValue, nil) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test func `is told the corrected time after a refusal`() async throws {
    let signer = signer { _ in Self.value }
    let action = await signer.nextAction(
      after: .skewed(serverTime: clock.seconds(7_200)), generation: nil, tried: [])
    #expect(action == .correctClock)
    let signed = try await signer.sign(try request())
    #expect(signed.headers.first == HeaderField("Date", "Wed, 15 Nov 2023 00:13:20 GMT"))
  }

  @Test func `cannot be refreshed`() async throws {
    let signer = signer { _ in Self.value }
    let answer = ServerAnswer.error(403, "InvalidAccessKeyId")
    #expect(await signer.nextAction(after: answer, generation: nil, tried: []) == .giveUp)
    #expect(await signer.nextAction(after: nil, generation: nil, tried: []) == .retry)
  }
}

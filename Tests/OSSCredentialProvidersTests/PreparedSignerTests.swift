import OSSCredentialProviders
import OSSCredentials
import OSSPrimitives
import OSSSigning
import OSSTestDoubles
import Testing

@Suite struct `Prepared signers` {
  private let clock = TestClock(seconds: Published.header.time)

  private func provider() throws -> StaticKeyPairProvider {
    StaticKeyPairProvider(
      try Credentials(accessKeyID: "ak", accessKeySecret: "sk"), version: Published.v4,
      clock: clock.read)
  }

  @Test func `sign many requests at once, without a wait`() async throws {
    let prepared = try await provider().preparedSigner()
    let put = try Published.headerRequest()
    let signed = try [put, put].map { try prepared.sign($0) }
    #expect(signed.count == 2)
    #expect(signed.allSatisfy { $0.headers.areSigned(by: Published.header.signature) })
    #expect(prepared.time == clock.now && prepared.generation == 1 && prepared.expiration == nil)
    #expect("\(prepared)" == "PreparedSigner(ak, \(clock.now), generation: 1)")
  }

  @Test func `make URLs that end with the credentials, and refuse what does not fit`() throws {
    let request = try Published.urlRequest()
    let endpoint = try Published.endpoint()
    let signer = try Signer(
      try Credentials(accessKeyID: "ak", accessKeySecret: "sk"), Published.v4)
    let end = clock.seconds(60)
    for (expiration, bound) in [(nil, PresignLimit.Bound.interval), (end, .token)] {
      let prepared = PreparedSigner(signer, at: clock.now, expiration: expiration, generation: 3)
      let link = try prepared.presign(request, at: endpoint, validFor: .hours(1))
      #expect(link.limit.bound == bound && link.generation == 3)
      #expect(link.limit.effective == (expiration ?? clock.seconds(3_600)))
      let host = "oss-cn-beijing.aliyuncs.com"
      let elsewhere = try Endpoint("https://" + host)
      let error = #expect(throws: ProviderError.self) {
        try prepared.presign(request, at: elsewhere, validFor: .hours(1))
      }
      #expect(
        error.map { Failure($0) }
          == .unusableEndpoint(.otherRegion(signed: "cn-hangzhou", host: host)))
    }
  }

  @Test func `headers are there by their names, and the signature by its own`() async throws {
    let provider = try provider()
    let signed = try await provider.sign(try Published.headerRequest())
    #expect(signed.headerDictionary.count == signed.headers.count)
    #expect(signed.headerDictionary["Authorization"] == signed.authorization)
    #expect(signed.authorization.hasSuffix("Signature=\(Published.header.signature)"))
    #expect(SignedRequest(headers: [], generation: nil).authorization == "")
    let link = try await provider.presign(
      try Published.urlRequest(), at: try Published.endpoint(), validFor: .hours(1))
    #expect(link.headerDictionary.count == link.signedHeaders.count)
    #expect(link.headerDictionary["x-oss-head1"] == "value")
  }
}

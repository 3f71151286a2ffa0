import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `Presigned URLs` {
  private func signer(token: String? = nil) throws -> Signer {
    try Signer(Credentials(accessKeyID: "ak", accessKeySecret: "sk", securityToken: token), .v1)
  }

  private func presign(
    _ signer: Signer, headers: [HeaderField] = [], query: [QueryParameter] = [],
    expires: Int64 = 1_699_807_420
  ) throws -> PresignedURL {
    try signer.presign(
      SigningRequest(method: "GET", bucket: "b", key: "k", headers: headers, query: query),
      at: Endpoint("http://h"), now: .epoch, until: Moment(seconds: expires))
  }

  @Test(arguments: [(1_699_807_419, false), (1_699_807_420, false), (1_699_807_421, true)])
  func `work up to their last second`(now: Int64, expired: Bool) throws {
    let url = try presign(signer())
    #expect(url.hasExpired(at: try Moment(seconds: now)) == expired)
    #expect(url.expires.seconds == 1_699_807_420)
  }

  @Test func `can be made though they have expired`() throws {
    let url = try presign(signer(), expires: 0)
    #expect(url.url.contains("&Expires=0&"))
    #expect(url.hasExpired(at: .latest))
    #expect(!url.hasExpired(at: .earliest))
    #expect(
      try presign(signer(), expires: Moment.latest.seconds).expires.seconds
        == Moment.latest.seconds)
  }

  @Test(arguments: [-1, Moment.earliest.seconds])
  func `do not expire before 1970`(expires: Int64) throws {
    let signer = try signer()
    #expect(throws: SigningError.invalidExpiry(seconds: expires)) {
      try presign(signer, expires: expires)
    }
  }

  @Test(arguments: ["OSSAccessKeyId", "Expires", "Signature"])
  func `do not take a parameter that signing writes`(name: String) throws {
    let signer = try signer()
    #expect(throws: SigningError.reservedParameter(name: name)) {
      try presign(signer, query: [QueryParameter("a"), QueryParameter(name, "x")])
    }
    #expect(throws: Never.self) {
      try presign(signer, query: [QueryParameter(name.lowercased(), "x")])
    }
  }

  @Test func `take one security token, from the credentials or from the caller`() throws {
    let parameter = [QueryParameter("security-token", "caller")]
    let temporary = try signer(token: "t")
    #expect(throws: SigningError.reservedParameter(name: "security-token")) {
      try presign(temporary, query: parameter)
    }
    let url = try presign(signer(), query: parameter).url
    #expect(url.hasPrefix("http://b.h/k?security-token=caller&OSSAccessKeyId=ak&"))
    #expect(try presign(temporary).url.hasPrefix("http://b.h/k?security-token=t&"))
  }

  @Test func `do not take the token's header`() throws {
    let signer = try signer()
    #expect(throws: SigningError.reservedHeader(name: "X-OSS-Security-Token")) {
      try presign(signer, headers: [HeaderField("X-OSS-Security-Token", "t")])
    }
  }

  @Test func `describe themselves as their text`() throws {
    let url = try presign(signer())
    #expect("\(url)" == url.url)
  }
}

import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `Presigned URLs` {
  static let versions: [SignatureVersion] = [.v1, .v2, .v4(region: "cn-hangzhou")]

  private func signer(_ version: SignatureVersion, token: String? = nil) throws -> Signer {
    try Signer(
      Credentials(accessKeyID: "ak", accessKeySecret: "sk", securityToken: token), version)
  }

  private func presign(
    _ version: SignatureVersion, token: String? = nil, headers: [HeaderField] = [],
    query: [QueryParameter] = [], until end: Int64 = 1_699_807_420
  ) throws -> PresignedURL {
    let end = try Moment(seconds: end)
    return try signer(version, token: token).presign(
      SigningRequest(method: "GET", bucket: "b", key: "k", headers: headers, query: query),
      at: Endpoint("http://h"), now: version.isV4 ? end.adding(.seconds(-1)) : .epoch, until: end)
  }

  @Test(arguments: versions)
  func `work up to their last second`(version: SignatureVersion) throws {
    let url = try presign(version)
    #expect(url.expires.seconds == 1_699_807_420)
    #expect(url.hasExpired(at: try Moment(seconds: 1_699_807_420)) == false)
    #expect(url.hasExpired(at: try Moment(seconds: 1_699_807_421)))
    #expect("\(url)" == "PresignedURL(GET, ends: \(url.expires))")
  }

  @Test func `can be made though they have expired`() throws {
    let url = try presign(.v1, until: 0)
    #expect(url.url.contains("&Expires=0&"))
    #expect(url.hasExpired(at: .latest))
    #expect(!url.hasExpired(at: .earliest))
    let last = try presign(.v1, until: Moment.latest.seconds)
    #expect(last.expires.seconds == Moment.latest.seconds)
  }

  @Test(arguments: [-1, Moment.earliest.seconds], [SignatureVersion.v1, .v2])
  func `do not expire before 1970`(end: Int64, version: SignatureVersion) {
    #expect(throws: SigningError.invalidExpiry(seconds: end)) { try presign(version, until: end) }
  }

  @Test(arguments: [1, 43_201, 604_800])
  func `work with V4 for one second to seven days`(seconds: Int64) throws {
    // V4-PRE-4: with a token too, though the document gives twelve hours.
    let url = try signer(Self.versions[2], token: "t").presign(
      SigningRequest(method: "GET"), at: Endpoint("http://h"), now: .epoch,
      validFor: .seconds(seconds))
    #expect(url.url.contains("&x-oss-expires=\(seconds)&"))
    #expect(url.expires.seconds == seconds)
    #expect(PresignedURL.longestValidityWithToken == .hours(12))
  }

  /// V4-REF-5.
  @Test(arguments: [0, -1, 604_801, Int64.max, Int64.min])
  func `do not work with V4 for any other time`(seconds: Int64) throws {
    let signer = try signer(Self.versions[2])
    let error = SigningError.invalidValidity(seconds: TimeSpan.seconds(seconds).seconds)
    #expect(throws: error) {
      try signer.presign(
        SigningRequest(method: "GET"), at: Endpoint("http://h"), now: .epoch,
        validFor: .seconds(seconds))
    }
  }

  @Test func `can be made in the last second`() throws {
    let url = try signer(Self.versions[2]).presign(
      SigningRequest(method: "GET"), at: Endpoint("http://h"), now: .latest,
      validFor: .seconds(604_800))
    #expect(url.expires == .latest)
    // V4-PRE-9: the slashes are encoded.
    #expect(url.url.hasPrefix("http://h/?x-oss-credential=ak%2F99991231%2F"))
  }

  @Test(arguments: versions)
  func `take one security token, from the credentials or from the caller`(
    version: SignatureVersion
  ) throws {
    let name = version.isV4 ? "x-oss-security-token" : "security-token"
    let parameter = [QueryParameter(name, "caller")]
    #expect(throws: SigningError.reservedParameter(name: name)) {
      try presign(version, token: "t", query: parameter)
    }
    #expect(try presign(version, query: parameter).url.contains("?\(name)=caller&"))
    #expect(try presign(version, token: "t").url.contains("\(name)=t&"))
    #expect(try !presign(version, token: "").url.contains("token"))
    #expect(throws: SigningError.reservedHeader(name: "X-OSS-Security-Token")) {
      try presign(version, headers: [HeaderField("X-OSS-Security-Token", "t")])
    }
  }
}

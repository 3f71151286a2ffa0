import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `URLs presigned with V4` {
  private let moment = 1_702_743_657 as Int64

  private func signer(token: String? = nil) throws -> Signer {
    try Signer(
      Credentials(accessKeyID: "ak", accessKeySecret: "sk", securityToken: token),
      .v4(region: "cn-hangzhou"))
  }

  private func presign(
    _ signer: Signer, headers: [HeaderField] = [], query: [QueryParameter] = [],
    additionalHeaders: [String] = [], validFor seconds: Int64 = 3600
  ) throws -> PresignedURL {
    try signer.presign(
      SigningRequest(
        method: "GET", bucket: "b", key: "a b/\u{E9}", headers: headers, query: query,
        additionalHeaders: additionalHeaders), at: Endpoint("https://h.example"),
      now: Moment(seconds: moment), validFor: .seconds(seconds))
  }

  /// Signed by an implementation in another language (V4-PRE-1, V4-PRE-2, V4-PRE-5, V4-PRE-9).
  @Test func `hold the parameters of the caller and those of signing`() throws {
    let signer = try signer(token: "t+/=")
    let (headers, names) = ([HeaderField("Range", "bytes=0-9")], ["Range"])
    let query = [
      QueryParameter("x-oss-process", "image/resize,w_100"), QueryParameter("x-zzz", ""),
      QueryParameter("a", "1"),
    ]
    let url = try presign(signer, headers: headers, query: query, additionalHeaders: names)
    let signature = "2655382e578668ab5920d5a76369b5e8151aa02b016028a2698f8be06d50f139"
    #expect(url.signature == signature)
    #expect(
      url.url == """
        https://b.h.example/a%20b/%C3%A9?x-oss-process=image%2Fresize%2Cw_100&x-zzz=&a=1\
        &x-oss-credential=ak%2F20231216%2Fcn-hangzhou%2Foss%2Faliyun_v4_request\
        &x-oss-date=20231216T162057Z&x-oss-expires=3600\
        &x-oss-signature-version=OSS4-HMAC-SHA256&x-oss-additional-headers=range\
        &x-oss-security-token=t%2B%2F%3D&x-oss-signature=\(signature)
        """)
    let pending = try signer.identity.url(
      for: SigningRequest(
        method: "GET", bucket: "b", key: "a b/\u{E9}", headers: headers, query: query,
        additionalHeaders: names), at: Endpoint("https://h.example"), now: Moment(seconds: moment),
      validFor: .seconds(3600))
    #expect(
      pending.stringToSign.step(.canonicalRequest) == """
        GET
        /b/a%20b/%C3%A9
        a=1&x-oss-additional-headers=range&x-oss-credential=ak%2F20231216%2Fcn-hangzhou%2Foss\
        %2Faliyun_v4_request&x-oss-date=20231216T162057Z&x-oss-expires=3600&x-oss-process=image\
        %2Fresize%2Cw_100&x-oss-security-token=t%2B%2F%3D&x-oss-signature-version=OSS4-HMAC-SHA256\
        &x-zzz
        range:bytes=0-9

        range
        UNSIGNED-PAYLOAD
        """)
    #expect(
      pending.stringToSign.step(.canonicalRequestHash)
        == "15e59ce7e3e26d9c962520c2fb16d879c0f09ebdfd714c700f4c7b05ff575eae")
  }

  /// V4-PRE-8: signed by an implementation in another language.
  @Test func `sign the payload header that the caller gives`() throws {
    let signer = try signer()
    let url = try signer.presign(
      SigningRequest(
        method: "PUT", bucket: "b", key: "k", headers: [HeaderField("x-oss-content-sha256", "abc")]
      ), at: Endpoint("https://h.example"), now: Moment(seconds: moment), validFor: .seconds(60))
    #expect(url.signature == "1c82246fe8dbf11e331371b0dfabdec50989f01c7724172808d3d045dda48d02")
  }

  @Test(arguments: [1, 2, 43_200, 43_201, 604_799, 604_800])
  func `work for one second to seven days`(seconds: Int64) throws {
    // V4-PRE-4: with a token too, though the document gives twelve hours.
    let url = try presign(signer(token: "t"), validFor: seconds)
    #expect(url.url.contains("&x-oss-expires=\(seconds)&"))
    #expect(url.expires.seconds == moment + seconds)
    #expect(!url.hasExpired(at: try Moment(seconds: moment + seconds)))
    #expect(url.hasExpired(at: try Moment(seconds: moment + seconds + 1)))
  }

  /// V4-REF-5.
  @Test(arguments: [0, -1, 604_801, Int64.max, Int64.min])
  func `do not work for any other time`(seconds: Int64) throws {
    let signer = try signer()
    let error = SigningError.invalidValidity(seconds: TimeSpan.seconds(seconds).seconds)
    #expect(throws: error) { try presign(signer, validFor: seconds) }
    #expect(error.code == "invalid-expires")
  }

  @Test func `tell the limits of OSS`() {
    #expect(PresignedURL.longestValidityWithToken == .hours(12))
  }

  @Test func `can be made in the last second`() throws {
    let url = try signer().presign(
      SigningRequest(method: "GET"), at: Endpoint("http://h"), now: .latest,
      validFor: .seconds(604_800))
    #expect(url.expires == .latest)
    #expect(url.url.hasPrefix("http://h/?x-oss-credential=ak%2F99991231%2F"))
  }

  @Test(arguments: [
    "x-oss-signature-version", "x-oss-credential", "x-oss-date", "x-oss-expires",
    "x-oss-additional-headers", "x-oss-signature",
  ])
  func `do not take a parameter that signing writes`(name: String) throws {
    let signer = try signer()
    #expect(throws: SigningError.reservedParameter(name: name)) {
      try presign(signer, query: [QueryParameter("a"), QueryParameter(name, "x")])
    }
    #expect(throws: Never.self) {
      try presign(signer, query: [QueryParameter("X" + name.dropFirst(), "x")])
    }
  }

  /// V4-TOK-5, V4-REF-6.
  @Test func `take one security token, from the credentials or from the caller`() throws {
    let parameter = [QueryParameter("x-oss-security-token", "caller")]
    let temporary = try signer(token: "t")
    #expect(throws: SigningError.reservedParameter(name: "x-oss-security-token")) {
      try presign(temporary, query: parameter)
    }
    let url = try presign(signer(), query: parameter).url
    #expect(url.contains("?x-oss-security-token=caller&x-oss-credential="))
    let empty = try presign(signer(token: "")).url
    #expect(!empty.contains("token"))
  }

  /// V4-REF-7.
  @Test(arguments: ["X-Oss-Date", "x-oss-security-token"])
  func `do not take a header that a parameter would contradict`(name: String) throws {
    let signer = try signer()
    #expect(throws: SigningError.reservedHeader(name: name)) {
      try presign(signer, headers: [HeaderField(name, "x")])
    }
  }
}

import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `URLs presigned with V2` {
  private func presign(
    token: String? = nil, headers: [HeaderField] = [], query: [QueryParameter] = [],
    expires: Int64 = 1_699_807_420
  ) throws -> String {
    let credentials = try Credentials(
      accessKeyID: "ak", accessKeySecret: "sk", securityToken: token)
    return try Signer(credentials, .v2).presign(
      SigningRequest(
        method: "GET", bucket: "b", key: "a b/é", headers: headers, query: query),
      at: Endpoint("http://h"), now: .epoch, until: Moment(seconds: expires)
    ).url
  }

  @Test func `carry the parameters of the caller and of the signature`() throws {
    // The signature: HMAC-SHA256 with the key "sk", from the hmac module of Python.
    #expect(
      try presign(token: "t+", query: [QueryParameter("acl"), QueryParameter("x y", "+/")])
        == "http://b.h/a%20b/%C3%A9?acl&x%20y=%2B%2F&security-token=t%2B"
        + "&x-oss-signature-version=OSS2&x-oss-expires=1699807420&x-oss-access-key-id=ak"
        + "&x-oss-signature=0n%2FK6xbhCYDYHGW3TLxY43MqptSwIdPg0Xfomqcz%2FXs%3D")
  }

  @Test(arguments: [-1, -62_135_596_800])
  func `do not expire before 1970`(expires: Int64) {
    #expect(throws: SigningError.invalidExpiry(seconds: expires)) { try presign(expires: expires) }
  }

  @Test(arguments: [
    "x-oss-access-key-id", "x-oss-additional-headers", "x-oss-expires", "x-oss-signature",
    "x-oss-signature-version",
  ])
  func `do not take a parameter that signing writes`(name: String) throws {
    #expect(throws: SigningError.reservedParameter(name: name)) {
      try presign(query: [QueryParameter("a"), QueryParameter(name, "x")])
    }
    #expect(throws: Never.self) {
      try presign(query: [QueryParameter(name.uppercased(), "x")])
    }
  }

  @Test func `take one security token`() throws {
    let parameter = [QueryParameter("security-token", "caller")]
    #expect(throws: SigningError.reservedParameter(name: "security-token")) {
      try presign(token: "t", query: parameter)
    }
    #expect(try presign(query: parameter).contains("?security-token=caller&"))
    #expect(throws: SigningError.reservedHeader(name: "X-OSS-Security-Token")) {
      try presign(headers: [HeaderField("X-OSS-Security-Token", "t")])
    }
  }
}

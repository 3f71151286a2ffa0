import OSSPrimitives
import OSSSigning
import OSSVectors
import TestSupport
import Testing

@Suite struct `Signing errors` {
  /// The classes in the table of the adapter protocol, in its order.
  private func specifiedClasses() throws -> [String] {
    let page = try RealVectors.page("adapter-protocol.md")
    let section = try #require(page.split(separator: "\n## Classes of errors\n").last)
    let table = try #require(section.split(separator: "\n## ").first)
    return table.split(separator: "\n").filter { $0.hasPrefix("| `") }.compactMap { row in
      row.split(separator: "`").dropFirst().first.map(String.init)
    }
  }

  @Test func `the classes of the specification are those of the vectors`() throws {
    let specified = try specifiedClasses()
    #expect(specified.count == 70)
    #expect(Set(specified) == Set(ErrorClass.allCases.map(\.rawValue)))
    #expect(Set(specified).count == specified.count)
  }

  @Test(
    arguments: [
      "The value of the header 'x-oss-meta-a' holds a carriage return at byte 12.":
        .invalidHeaderValue(name: "x-oss-meta-a", byte: 0x0D, offset: 12),
      "The access key ID holds the byte 0xc3 at byte 0; it must be visible ASCII without ':' and ','.":
        .invalidAccessKeyID(byte: 0xC3, offset: 0),
      "The access key secret holds a line feed at byte 3.":
        .invalidAccessKeySecret(byte: 0x0A, offset: 3),
      "The header name 'a\u{FFFD}b' is not a header name from byte 1 on.":
        .invalidHeaderName("a\nb", offset: 1),
      "A presigned URL carries the time of signing in its query, not in the header 'X-Oss-Date'.":
        .reservedHeader(name: "X-Oss-Date"),
      "A presigned URL carries the security token in its query, not in the header 'x-oss-security-token'.":
        .reservedHeader(name: "x-oss-security-token"),
      "The name 'a b' is invalid for an additional header at byte 1.":
        .invalidAdditionalHeader("a b", offset: 1),
      "A URL cannot work for 604801 seconds; OSS takes 1 to 604800.":
        .invalidValidity(seconds: 604_801),
      "The signer's value is not 64 lower-case hexadecimal digits, from byte 64 on.":
        .invalidSignerValue(.digits(offset: 64)),
      "A URL cannot work for 0 seconds: it works for at least 1, up to the year 9999.":
        .invalidInterval(seconds: 0),
    ] as [String: SigningError])
  func `name the field and the place`(text: String, error: SigningError) {
    #expect(error.description == text)
  }
}

// The vectors of v4/refusals hold more; what all versions and all ways to sign have is here.
@Suite struct `Refusals of V4` {
  /// V4-REF-4.
  static let names: [(name: String, offset: Int)] = [
    ("", 0), ("a_b", 1), ("Authorization", 0), ("x-oss- ", 6), ("range\u{0}", 5),
  ]

  @Test(arguments: names)
  func `are due for a name that no list can hold`(name: String, offset: Int) throws {
    let request = try SigningRequest(method: "GET", additionalHeaders: ["range", name])
    let error = SigningError.invalidAdditionalHeader(name, offset: offset)
    let endpoint = try Endpoint("http://h")
    for version in [SignatureVersion.v2, .v4(region: "r")] {
      let signer = try signer(version)
      #expect(throws: error) { try signer.sign(request, at: .epoch) }
      #expect(throws: error) {
        try signer.presign(request, at: endpoint, now: .epoch, validFor: .seconds(1))
      }
    }
    // V1 does not look at these names.
    #expect(throws: Never.self) { try signer(.v1).sign(request, at: .epoch) }
  }

  @Test(arguments: ["range", "If-Match", "x-oss-meta-a_b", "X-OSS-A_B", "!#$%&'*+-.^`|~"])
  func `are not due for other names`(name: String) throws {
    let request = try SigningRequest(method: "GET", additionalHeaders: [name])
    let signer = try signer(.v4(region: "r"))
    #expect(throws: Never.self) { try signer.sign(request, at: .epoch) }
  }

  @Test func `hold for the identity of a signer elsewhere`() {
    #expect(throws: SigningError.emptyAccessKeyID) {
      try SigningIdentity(accessKeyID: "", .v4(region: "r"))
    }
    #expect(throws: SigningError.invalidAccessKeyID(byte: 0x2C, offset: 1)) {
      try SigningIdentity(accessKeyID: "a,k", .v4(region: "r"))
    }
    #expect(throws: SigningError.invalidSecurityToken(byte: 0x0A, offset: 1)) {
      try SigningIdentity(accessKeyID: "ak", securityToken: "t\n", .v4(region: "r"))
    }
  }
}

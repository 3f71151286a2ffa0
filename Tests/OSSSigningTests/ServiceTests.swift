import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `Requests to OSS Vectors, OSS Tables and agentic buckets` {
  private let bucket: AccountBucket
  private let v4 = SignatureVersion.v4(region: .cnHangzhou)
  private let v4Tables = SignatureVersion.v4Tables(region: .cnHangzhou)

  init() throws {
    bucket = try AccountBucket("photos", of: AccountID("42"))
  }

  private func identity(_ version: SignatureVersion) throws -> SigningIdentity {
    try SigningIdentity(accessKeyID: "ak", version)
  }

  @Test func `are refused by a signer of another version or product`() throws {
    let vectors = try SigningRequest(method: "GET", vectors: bucket)
    let tables = try SigningRequest(method: "GET", tables: bucket, path: ["get-table"])
    for (request, versions, product) in [
      (vectors, [.v1, .v2, v4Tables], "oss"), (tables, [.v1, .v2, v4], "osstables"),
    ] {
      for version in versions {
        let identity = try identity(version)
        #expect(throws: SigningError.otherProduct(needed: product)) {
          try identity.headers(for: request, at: .epoch)
        }
        #expect(throws: SigningError.otherProduct(needed: product)) {
          try identity.url(
            for: request, at: .region(.cnHangzhou), now: .epoch, validFor: .seconds(60))
        }
      }
    }
    _ = try identity(v4).headers(for: vectors, at: .epoch)
    _ = try identity(v4Tables).headers(for: tables, at: .epoch)
  }

  @Test func `keep their service with further headers and parameters`() throws {
    let request = try SigningRequest(method: "GET", tables: bucket, path: ["a/b", "c"])
      .adding(query: [QueryParameter("limit", "1")])
    #expect(
      Endpoint.tables(.cnHangzhou).url(for: request)
        == "https://photos-42.cn-hangzhou.oss-tables.aliyuncs.com/a%2Fb/c?limit=1")
    #expect(
      try Endpoint("https://example.com", addressing: .cname).url(for: request)
        == "https://example.com/a%2Fb/c?limit=1")
  }

  @Test func `name a bucket of OSS Tables by its ARN`() throws {
    let name = bucket.tablesARN(in: .cnHangzhou)
    #expect(name == "acs:osstables:cn-hangzhou:42:bucket/photos")
    let request = try SigningRequest(method: "GET", tables: bucket, path: ["buckets", name])
    #expect(
      Endpoint.tables(.cnHangzhou).url(for: request).hasSuffix(
        "/buckets/acs%3Aosstables%3Acn-hangzhou%3A42%3Abucket%2Fphotos"))
  }

  @Test func `go to the hosts of their services`() throws {
    let request = try SigningRequest(method: "GET", vectors: nil)
    #expect(
      Endpoint.vectors(.cnHangzhou).url(for: request)
        == "https://cn-hangzhou.oss-vectors.aliyuncs.com/")
    #expect(
      [Endpoint.internalVectors(.cnHangzhou), .internalTables(.cnHangzhou)].map(\.host) == [
        "cn-hangzhou-internal.oss-vectors.aliyuncs.com",
        "cn-hangzhou-internal.oss-tables.aliyuncs.com",
      ])
  }

  @Test func `are not sent to a host that begins with the bucket and its account`() throws {
    let request = try SigningRequest(method: "GET", vectors: bucket)
    let named = try Endpoint("https://photos-42.cn-hangzhou.oss-vectors.aliyuncs.com")
    #expect(throws: EndpointError.bucketInHost(bucket: "photos-42", host: named.host)) {
      try named.check(for: request, version: v4)
    }
    // Its first label is the bucket, and not that of the host for it.
    try Endpoint("https://photos.example.com").check(for: request, version: v4)
  }

  @Test func `of an agentic bucket keep the scheme, the port and the path of the endpoint`() throws
  {
    let space = try AgenticBucket("notes", .space, of: AccountID("42"), in: .cnHangzhou)
    let request = try SigningRequest(method: "GET", bucket: space.name, key: "1.txt")
    let base = try Endpoint("http://example.com:8080/base")
    let urls = try AgenticBucket.Style.allCases.map { style in
      try space.endpoint(base, by: style).url(for: request)
    }
    #expect(
      urls == [
        "http://notes-42-cn-hangzhou-bs-apsr.example.com:8080/base/1.txt",
        "http://example.com:8080/base/notes-42-cn-hangzhou-bs-apsr/1.txt",
        "http://notes-alias-bs-apsr.example.com:8080/base/1.txt",
      ])
  }

  @Test(arguments: [AgenticBucket.Style.virtualHost, .alias])
  func `of an agentic bucket name it before no IP address`(_ style: AgenticBucket.Style) throws {
    let space = try AgenticBucket("notes", .space, of: AccountID("42"), in: .cnHangzhou)
    let address = try Endpoint("http://192.0.2.1")
    #expect(throws: SigningError.bucketBeforeIPAddress) {
      try space.endpoint(address, by: style)
    }
  }
}

@Suite struct `Regions` {
  /// The IDs of the regions that have a name here.
  static let documented: [(Region, String)] = [
    (.cnHangzhou, "cn-hangzhou"), (.cnShanghai, "cn-shanghai"), (.cnQingdao, "cn-qingdao"),
    (.cnBeijing, "cn-beijing"), (.cnZhangjiakou, "cn-zhangjiakou"),
    (.cnHuhehaote, "cn-huhehaote"), (.cnWulanchabu, "cn-wulanchabu"),
    (.cnShenzhen, "cn-shenzhen"), (.cnHeyuan, "cn-heyuan"), (.cnGuangzhou, "cn-guangzhou"),
    (.cnChengdu, "cn-chengdu"), (.cnHongkong, "cn-hongkong"), (.apNortheast1, "ap-northeast-1"),
    (.apNortheast2, "ap-northeast-2"), (.apSoutheast1, "ap-southeast-1"),
    (.apSoutheast3, "ap-southeast-3"), (.apSoutheast5, "ap-southeast-5"),
    (.apSoutheast6, "ap-southeast-6"), (.apSoutheast7, "ap-southeast-7"),
    (.euCentral1, "eu-central-1"), (.euWest1, "eu-west-1"), (.usWest1, "us-west-1"),
    (.usEast1, "us-east-1"), (.naSouth1, "na-south-1"), (.meEast1, "me-east-1"),
    (.meCentral1, "me-central-1"),
  ]

  @Test(arguments: documented)
  func `stand for their ID in the version and in the endpoint`(region: Region, id: String) throws {
    #expect(try region == Region(id))
    #expect("\(region)" == id)
    #expect(SignatureVersion.v4(region: region) == .v4(region: id))
    #expect(try Endpoint.region(region) == Endpoint("https://oss-\(id).aliyuncs.com"))
    #expect(
      try Endpoint.internalRegion(region) == Endpoint("https://oss-\(id)-internal.aliyuncs.com"))
    let put = try SigningRequest(method: "PUT", bucket: "b", key: "k")
    #expect(throws: Never.self) {
      try Endpoint.internalRegion(region).check(for: put, version: .v4(region: region))
    }
  }

  @Test func `have the product that is given`() {
    #expect(
      SignatureVersion.v4(region: .usWest1, product: "oss-x")
        == .v4(region: "us-west-1", product: "oss-x"))
  }

  /// V4-REF-1, V4-REF-2.
  @Test(arguments: ["", "oss-cn-hangzhou", "CN-hangzhou", "cn_hangzhou", "cn-hangzhou\n", "杭州"])
  func `are refused that no scope can hold`(id: String) {
    let error = SigningError.invalidRegion(id)
    #expect(throws: error) { try Region(id) }
    #expect(throws: error) { try Endpoint.region(id) }
    #expect(throws: error) { try Endpoint.internalRegion(id) }
    #expect(throws: error) { try signer(.v4(region: id)) }
  }
}

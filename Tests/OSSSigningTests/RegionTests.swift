import OSSPrimitives
import OSSSigning
import Testing

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

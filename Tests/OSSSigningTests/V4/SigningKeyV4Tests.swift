import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `Signing keys` {
  private func signer(
    secret: String = "sk", region: String = "cn-hangzhou", product: String = "oss"
  ) throws -> Signer {
    try Signer(
      Credentials(accessKeyID: "ak", accessKeySecret: secret), .v4(region: region, product: product)
    )
  }

  /// Computed by a chain of four HMACs written apart in another language.
  static let keys: [(secret: String, region: String, product: String, time: Int64, key: String)] =
    [
      // The key of the examples that the SDKs share.
      (
        "sk", "cn-hangzhou", "oss", 1_702_743_657,
        "b412a03b134ebddd720f5167b5de6db66620ebb3b01cff4d49e3ccb09f8de97f"
      ),
      (
        "sk", "cn-hangzhou", "oss", 1_702_784_856,
        "0e11d77e422d3484e84ee6b628fdf2a85f3788e1a597f23116b477efb407e94e"
      ),
      (
        "sk", "cn-shanghai", "oss", 1_702_743_657,
        "d2f713456016aa8da377cd05ae9bde52eb5104359211527c9f0bccd02d547f4d"
      ),
      (
        "sk", "cn-hangzhou", "oss-cloudbox", 1_702_743_657,
        "fc868aa3452ab79a575e9af0b901571775a413bb0870984ec177e75f7d872104"
      ),
      // `aliyun_v4` and the secret: 64 bytes, 65 and 109.
      (
        String(repeating: "s", count: 55), "cn-hangzhou", "oss", 1_702_743_657,
        "cf4f5caa13ee09abbd10c1d5a77b2d08eb939db30f0a14ab347a9d2c077fe7ce"
      ),
      (
        String(repeating: "s", count: 56), "cn-hangzhou", "oss", 1_702_743_657,
        "f5d799dbb7d57ded62ecce2d4cccf2f42c3e33570ee013cdbf99e16dacdf6824"
      ),
      (
        String(repeating: "s", count: 100), "cn-hangzhou", "oss", 1_702_743_657,
        "9dadde6a96ae2758808fb94f7a1dd1b3e63f05785c07e7815d53089100b45c0c"
      ),
      // Bytes as they are: two spellings of one letter, and a blank.
      (
        "\u{E9}", "cn-hangzhou", "oss", 1_702_743_657,
        "a3b729bf8936a31d1dde980f89d26cbeb55c408733a6e85b9c757f46cbf38a94"
      ),
      (
        "e\u{301}", "cn-hangzhou", "oss", 1_702_743_657,
        "2e3dcd35761870ac2c747c2ccef5ac46e2e20e5596c06efa6f5a70686888a4fe"
      ),
      (
        " sk", "cn-hangzhou", "oss", 1_702_743_657,
        "9bacb8cd1e5821f6d830ef68d4a1724e9353a010af7f78386daa11aba5f8cc3f"
      ),
      // Regions whose bytes just fit a block with their padding, just do not, and fill two.
      (
        "sk", String(repeating: "r", count: 55), "oss", 1_702_743_657,
        "9a77c7fecd3815876e67173bbac809917627c4156d37faa17cef306b1739a01b"
      ),
      (
        "sk", String(repeating: "r", count: 56), "oss", 1_702_743_657,
        "a77d880e6086be69a1deb6fad8f367475bfa6878465177ea8dc22485e6d4b095"
      ),
      (
        "sk", String(repeating: "r", count: 64), "oss", 1_702_743_657,
        "2403cd1247b5593f7b954d82e1f2131b34073022c2a65893c9f415afbf5abdb3"
      ),
      (
        "sk", String(repeating: "r", count: 120), "oss", 1_702_743_657,
        "3caa0f10ba710b0f0f05d94c6ca346cde65b149d587c95ae2378cd455bf86b58"
      ),
      // The last second before 1970.
      (
        "sk", "cn-hangzhou", "oss", -1,
        "1ce769d79afa6d22f46d7238fb21532b921df46297633dae7531ecb3fab51ab6"
      ),
    ]

  @Test(arguments: keys)
  func `come from secret, date, region and product`(
    secret: String, region: String, product: String, time: Int64, key: String
  ) throws {
    let signer = try signer(secret: secret, region: region, product: product)
    let moment = try Moment(seconds: time)
    #expect(signer.signingKey(at: moment) == key)
    #expect(signer.prepared(at: moment).signingKey(at: moment) == key)
    #expect(Self.keys.count == 15)
  }

  /// V4-KEY-3: what is held for one day is not used on another.
  @Test(arguments: [
    (1_702_771_199, "5eb4fae82589e6d04690a55c0c2f66187feec3f242ad2a41eab1ab4eeefdcfd8"),
    (1_702_771_200, "94305328e209e3c33ebed5f8707028b35751ee482e1a08c1b2a978bdcc323d5c"),
    (-1, "32ba35789cc2526c6545ec266cfec4477708b934a33e0484adb3a80bc89dd93d"),
  ])
  func `are used for their own day only`(time: Int64, signature: String) throws {
    let request = try SigningRequest(method: "GET", bucket: "b", key: "k")
    let moment = try Moment(seconds: time)
    var signer = try signer()
    for day in [1_702_771_199, 1_702_771_200, -1, 0, time] as [Int64] {
      #expect(try signer.sign(request, at: moment).signature == signature)
      signer.prepare(at: try Moment(seconds: day))
      signer.prepare(at: try Moment(seconds: day))
      #expect(signer.isPrepared(at: try Moment(seconds: day)))
      #expect(!signer.isPrepared(at: .latest))
    }
    #expect(try signer.sign(request, at: moment).signature == signature)
  }

  @Test func `sign bytes, such as a policy`() throws {
    // RFC 4231 section 4.3 with another key would show nothing of the chain, so: the string to
    // sign of the SDKs' shared example, as bytes.
    let string = """
      OSS4-HMAC-SHA256
      20231216T162057Z
      20231216/cn-hangzhou/oss/aliyun_v4_request
      f4613657f1b108998e8dbd10a1aa5da621dc2c6e02c9ddec0f163664848704c4
      """
    let bytes = Bytes(string.utf8)
    #expect(
      try signer().signatureText(of: bytes.span, at: Moment(seconds: 1_702_743_657))
        == "e21d18daa82167720f9b1047ae7e7f1ce7cb77a31e8203a7d5f4624fa0284afe")
  }

  @Test(arguments: [
    (-62_135_596_800, "00010101"), (253_402_300_799, "99991231"), (0, "19700101"),
    (1_702_743_657, "20231216"), (1_702_684_800, "20231216"), (1_702_684_799, "20231215"),
    (1_702_771_199, "20231216"), (1_702_771_200, "20231217"), (-1, "19691231"),
  ])
  func `are for the day of the scope`(seconds: Int64, date: String) throws {
    let time = try Moment(seconds: seconds)
    let signer = try signer()
    #expect(signer.identity.scope(at: time) == "\(date)/cn-hangzhou/oss/aliyun_v4_request")
    let noon = try Moment(iso8601BasicDate: date).adding(.hours(12))
    #expect(signer.prepared(at: noon).isPrepared(at: time))
    let nextDay = noon.adding(.days(1))
    #expect(signer.prepared(at: nextDay).isPrepared(at: time) == (nextDay > .latest))
    #expect(signer.signingKey(at: noon) == signer.signingKey(at: time))
  }

  /// A broken clock shows what cannot be written; the first or the last day is taken for it.
  @Test func `are those of the ends of time beyond them`() throws {
    let signer = try signer()
    let late = Moment(milliseconds: .max)
    #expect(signer.prepared(at: late).isPrepared(at: .latest))
    #expect(signer.signingKey(at: late) == signer.signingKey(at: .latest))
    let early = Moment(milliseconds: .min)
    #expect(signer.prepared(at: early).isPrepared(at: .earliest))
    #expect(signer.signingKey(at: early) == signer.signingKey(at: .earliest))
  }

  @Test func `of a CloudBox name its ID`() throws {
    let credentials = try Credentials(accessKeyID: "ak", accessKeySecret: "sk")
    let signer = try Signer(credentials, .v4(cloudBoxID: "cb-123"))
    // ios OSSSingerTest.m and others, the key of their CloudBox example.
    #expect(
      signer.signingKey(at: try Moment(seconds: 1_702_743_657))
        == "2050b37df4494279f29cb1af160b9123e6a3208413bac32e41fe003432e6a34d")
  }
}

import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `Authorization values` {
  static let signature = "26NBxoKdsyly4EDv6inkoDft/yA="

  @Test(arguments: ["ak", "44CF9590006BF252F707", "STS.NU_a=", "OSS"])
  func `are read into ID and signature, and written as they were`(id: String) throws {
    let text = "OSS \(id):\(Self.signature)"
    let value = try Signature(text).read(as: .v1)
    #expect(value.accessKeyID == id)
    #expect(value.signature == Self.signature)
    #expect(Signature(text).text == text)
    #expect("\(Signature(text))" == "Signature(\(text.utf8.count) bytes)")
  }

  // The vectors of credentials/signer-values hold more; what the errors say is here.
  static let refused: [(String, SigningError.SignatureFault)] = [
    ("", .scheme), ("OSS", .scheme), ("oss ak:\(signature)", .scheme),
    ("OSS ", .missingColon), ("OSS ak", .missingColon), ("OSS ak \(signature)", .missingColon),
    ("OSS :\(signature)", .accessKeyID(offset: 4)),
    ("OSS a k:\(signature)", .accessKeyID(offset: 5)),
    ("OSS ak :\(signature)", .accessKeyID(offset: 6)),
    ("OSS a\nk:\(signature)", .accessKeyID(offset: 5)),
    ("OSS é:\(signature)", .accessKeyID(offset: 4)),
    ("OSS a,k:\(signature)", .accessKeyID(offset: 5)),
    ("OSS ak:", .signature(offset: 7)), ("OSS ak:\(signature) ", .signature(offset: 7)),
    ("OSS a:k:\(signature)", .signature(offset: 6)),
    // 21 bytes.
    ("OSS ak:AAAAAAAAAAAAAAAAAAAAAAAAAAAA", .signature(offset: 7)),
  ]

  @Test(arguments: refused)
  func `of another form are refused with the part at fault`(
    text: String, fault: SigningError.SignatureFault
  ) {
    #expect(throws: SigningError.invalidSignerValue(fault)) { try Signature(text).read(as: .v1) }
  }

  @Test func `cut short or with one byte changed are never read as before`() throws {
    let text = Array("OSS ak:\(Self.signature)".utf8)
    let whole = try Signature(String(decoding: text, as: UTF8.self)).read(as: .v1)
    for length in text.indices {
      #expect(throws: SigningError.self) {
        try Signature(String(decoding: text[..<length], as: UTF8.self)).read(as: .v1)
      }
    }
    var read = 0
    for index in text.indices {
      var changed = text
      for byte in UInt8(0)...0x7F where byte != text[index] {
        changed[index] = byte
        let signature = Signature(String(decoding: changed, as: UTF8.self))
        guard let value = try? signature.read(as: .v1) else { continue }
        read += 1
        #expect(value != whole)
      }
    }
    // Two bytes of the ID have 91 others of visible ASCII; so many does base64 have in 26 places and
    // 15 where two bits must be zero.
    #expect(read == 2 * 91 + 26 * 63 + 15)
  }

  /// V4-REM-2: what is no signature of V4.
  static let faults: [(text: String, offset: Int)] = [
    ("", 0), ("e21d", 4), (" \(digits)", 0), ("\(digits)\n", 64), ("\(digits)0", 64),
    ("F\(digits.dropFirst())", 0), ("\(digits.dropLast())g", 63),
    ("\(digits.dropLast())\u{E9}", 63), ("OSS ak:\(digits)", 0),
  ]
  private static let digits = String(repeating: "0123456789abcdef", count: 4)

  @Test(arguments: faults)
  func `of V4 are 64 digits and nothing else`(text: String, offset: Int) throws {
    let error = SigningError.invalidSignerValue(.digits(offset: offset))
    #expect(throws: error) { try Signature(text).read(as: .v4(region: "r")) }
    #expect(try Signature(Self.digits).read(as: .v4(region: "r")).signature == Self.digits)
  }
}

@Suite struct `Signing keys` {
  private let v4 = SignatureVersion.v4(region: "cn-hangzhou")

  /// V4-KEY-3: what is held for one day is not used on another.
  @Test(arguments: [
    (1_702_771_199, "5eb4fae82589e6d04690a55c0c2f66187feec3f242ad2a41eab1ab4eeefdcfd8"),
    (1_702_771_200, "94305328e209e3c33ebed5f8707028b35751ee482e1a08c1b2a978bdcc323d5c"),
    (-1, "32ba35789cc2526c6545ec266cfec4477708b934a33e0484adb3a80bc89dd93d"),
  ])
  func `are used for their own day only`(time: Int64, signature: String) throws {
    let request = try SigningRequest(method: "GET", bucket: "b", key: "k")
    let moment = try Moment(seconds: time)
    var signer = try signer(v4)
    for day in [1_702_771_199, 1_702_771_200, -1, 0, time] as [Int64] {
      #expect(try signer.sign(request, at: moment).signature == signature)
      signer.prepare(at: try Moment(seconds: day))
      signer.prepare(at: try Moment(seconds: day))
      #expect(signer.isPrepared(at: try Moment(seconds: day)))
      #expect(!signer.isPrepared(at: .latest))
    }
    #expect(try signer.sign(request, at: moment).signature == signature)
  }

  /// A broken clock shows what cannot be written; the first or the last day is taken for it.
  @Test func `are those of the ends of time beyond them`() throws {
    let signer = try signer(v4)
    let late = Moment(milliseconds: .max)
    #expect(signer.prepared(at: late).isPrepared(at: .latest))
    #expect(signer.signingKey(at: late) == signer.signingKey(at: .latest))
    let early = Moment(milliseconds: .min)
    #expect(signer.prepared(at: early).isPrepared(at: .earliest))
    #expect(signer.signingKey(at: early) == signer.signingKey(at: .earliest))
  }
}

@Suite struct `Presigned URLs` {
  private func presign(
    _ version: SignatureVersion, until end: Int64 = 1_699_807_420
  ) throws -> PresignedURL {
    let end = try Moment(seconds: end)
    return try signer(version).presign(
      SigningRequest(method: "GET", bucket: "b", key: "k"),
      at: Endpoint("http://h"), now: version.isV4 ? end.adding(.seconds(-1)) : .epoch, until: end)
  }

  @Test(arguments: SignatureVersion.each)
  func `work up to their last second`(version: SignatureVersion) throws {
    let url = try presign(version)
    #expect(url.expires.seconds == 1_699_807_420)
    #expect(url.hasExpired(at: try Moment(seconds: 1_699_807_420)) == false)
    #expect(url.hasExpired(at: try Moment(seconds: 1_699_807_421)))
    #expect("\(url)" == "PresignedURL(GET, ends: \(url.expires))")
  }

  @Test func `can be made in the last second`() throws {
    let url = try signer(.v4(region: "cn-hangzhou")).presign(
      SigningRequest(method: "GET"), at: Endpoint("http://h"), now: .latest,
      validFor: .seconds(604_800))
    #expect(url.expires == .latest)
    // V4-PRE-9: the slashes are encoded.
    #expect(url.url.hasPrefix("http://h/?x-oss-credential=ak%2F99991231%2F"))
  }

  /// V4-REF-5. The last two end after the year 9999.
  @Test(arguments: [Int64.min, -1, 0, 251_700_000_000, .max])
  func `are not made if they would not work at all`(seconds: Int64) throws {
    let request = try SigningRequest(method: "PUT", bucket: "b", key: "k")
    let (endpoint, time) = (try Endpoint("http://h"), try Moment(seconds: 1_702_743_657))
    // A span counts milliseconds, so that the longest one has fewer seconds.
    let whole = TimeSpan.seconds(seconds).seconds
    let versions: [(SignatureVersion, SigningError)] = [
      (.v1, .invalidInterval(seconds: whole)), (.v2, .invalidInterval(seconds: whole)),
      (.v4(region: "r"), .invalidValidity(seconds: whole)),
    ]
    for (version, error) in versions {
      let signer = try signer(version)
      #expect(throws: error) {
        try signer.presign(request, at: endpoint, now: time, validFor: .seconds(seconds))
      }
      #expect(
        try signer.presign(request, at: endpoint, now: time, validFor: .seconds(1)).expires
          == time.adding(seconds: 1))
    }
  }
}

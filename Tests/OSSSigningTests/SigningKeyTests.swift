import OSSPrimitives
import OSSSigning
import Testing

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

  @Test(arguments: [
    (-62_135_596_800, "00010101"), (253_402_300_799, "99991231"), (0, "19700101"),
    (1_702_743_657, "20231216"), (1_702_684_800, "20231216"), (1_702_684_799, "20231215"),
    (1_702_771_199, "20231216"), (1_702_771_200, "20231217"), (-1, "19691231"),
  ])
  func `are for the day of the scope`(seconds: Int64, date: String) throws {
    let time = try Moment(seconds: seconds)
    let signer = try signer(v4)
    #expect(signer.identity.scope(at: time) == "\(date)/cn-hangzhou/oss/aliyun_v4_request")
    let noon = try Moment(iso8601BasicDate: date).adding(.hours(12))
    #expect(signer.prepared(at: noon).isPrepared(at: time))
    let nextDay = noon.adding(.days(1))
    #expect(signer.prepared(at: nextDay).isPrepared(at: time) == (nextDay > .latest))
    #expect(signer.signingKey(at: noon) == signer.signingKey(at: time))
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

import OSSCredentials
import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `Limits of presigned URLs` {
  private static let now = Moment(milliseconds: 1_446_543_479_250)
  private static let v4 = SignatureVersion.v4(region: "cn-hangzhou")

  @Test func `are the earlier of two ends`() throws {
    var found: Set<PresignLimit.Bound> = []
    for interval in stride(from: Int64(1), through: 7200, by: 61) {
      for life in stride(from: Int64(-5000), through: 7_200_000, by: 61_003) {
        let tokenEnd = Self.now.adding(.milliseconds(life))
        let limit = try PresignLimit(
          Self.v4, interval: .seconds(interval), now: Self.now,
          credential: .temporary(expiration: tokenEnd))
        let end = 1_446_543_479_000 + interval * 1000
        #expect(limit.effective.milliseconds == min(end, tokenEnd.milliseconds))
        #expect((limit.bound == .token) == (tokenEnd.milliseconds < end))
        #expect(limit.findings == (limit.bound == .token ? [.outlivesToken] : []))
        found.insert(limit.bound)
      }
    }
    #expect(found.count == 2)
  }

  @Test func `take what has a token or an end for temporary`() throws {
    let end = Self.now.adding(.seconds(60))
    let pair = try Credentials(accessKeyID: "id", accessKeySecret: "secret")
    let triple = try Credentials(
      accessKeyID: "STS.id", accessKeySecret: "secret", securityToken: "token")
    #expect(Self.credential(pair, nil) == .longTerm)
    #expect(Self.credential(pair, end) == .temporary(expiration: end))
    #expect(Self.credential(triple, nil) == .temporary(expiration: nil))
    #expect(Self.credential(triple, end) == .temporary(expiration: end))
  }

  private static func credential(
    _ credentials: Credentials, _ expiration: Moment?
  ) -> PresignCredential {
    PresignCredential(
      ProvidedCredentials(credentials, expiration: expiration, generation: 1))
  }

  @Test func `refuse with the interval and the limit`() {
    #expect(throws: PresignLimitError.tooLong(.seconds(604_801), limit: .seconds(604_800))) {
      try PresignLimit(Self.v4, interval: .seconds(604_801), now: Self.now, credential: .longTerm)
    }
    #expect(throws: PresignLimitError.tooShort(.seconds(0))) {
      try PresignLimit(.v1, interval: .seconds(0), now: Self.now, credential: .longTerm)
    }
    #expect(throws: PresignLimitError.endOutOfRange(.seconds(.max))) {
      try PresignLimit(.v1, interval: .seconds(.max), now: Self.now, credential: .longTerm)
    }
    #expect(throws: PresignLimitError.endOutOfRange(.seconds(1))) {
      try PresignLimit(
        Self.v4, interval: .seconds(1), now: Moment(milliseconds: .max),
        credential: .longTerm)
    }
  }

  @Test(arguments: [
    (
      PresignLimitError.tooShort(.seconds(0)),
      "The interval of 0 seconds is shorter than one second."
    ),
    (
      .tooLong(.seconds(604_801), limit: .seconds(604_800)),
      "The interval of 604801 seconds is longer than 604800 seconds."
    ),
    (.endOutOfRange(.seconds(9)), "The interval of 9 seconds ends after the year 9999."),
  ])
  func `say why in a sentence`(error: PresignLimitError, text: String) {
    #expect(error.description == text)
  }
}

import OSSCredentials
import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `Limits of presigned URLs` {
  private static let now = Moment(milliseconds: 1_446_543_479_250)
  private static let v4 = SignatureVersion.v4(region: "cn-hangzhou")

  @Test func `credentials with a token or an expiry are temporary`() throws {
    let end = Self.now.adding(.seconds(60))
    let pair = try Credentials(accessKeyID: "id", accessKeySecret: "secret")
    let triple = try Credentials(
      accessKeyID: "STS.id", accessKeySecret: "secret", securityToken: "token")
    let expected: [(Credentials, Moment?, PresignCredential)] = [
      (pair, nil, .longTerm), (pair, end, .temporary(expiration: end)),
      (triple, nil, .temporary(expiration: nil)), (triple, end, .temporary(expiration: end)),
    ]
    for (credentials, expiration, kind) in expected {
      let provided = ProvidedCredentials(credentials, expiration: expiration, generation: 1)
      #expect(PresignCredential(provided) == kind)
    }
  }

  @Test(
    arguments: [
      (v4, 604_801, 0, "604801 seconds is longer than 604800 seconds."),
      (.v1, 0, 0, "0 seconds is shorter than one second."),
      (.v1, .max, 0, "9223372036854775 seconds ends after the year 9999."),
      (v4, 1, .max, "1 seconds ends after the year 9999."),
    ] as [(SignatureVersion, Int64, Int64, String)])
  func `an interval that no URL can have is refused with a sentence`(
    version: SignatureVersion, interval: Int64, now: Int64, fault: String
  ) {
    let error = #expect(throws: PresignLimitError.self) {
      try PresignLimit(
        version, interval: .seconds(interval), now: Moment(milliseconds: now),
        credential: .longTerm)
    }
    #expect(error?.description == "The interval of " + fault)
  }
}

@Suite struct `Refresh policies` {
  /// Each lifetime in seconds with the windows in milliseconds, computed by hand.
  @Test(arguments: [
    (0, 0, 0), (1, 333, 66), (100, 33_333, 6_666), (900, 300_000, 60_000),
    (2700, 900_000, 60_000), (3600, 900_000, 60_000), (43_200, 900_000, 60_000),
  ])
  func `scaled windows grow with the lifetime up to a limit`(
    lifetime: Int64, advisory: Int64, mandatory: Int64
  ) {
    let windows = RefreshPolicy.scaled.windows(forLifetime: .seconds(lifetime))
    #expect(windows.advisory == .milliseconds(advisory))
    #expect(windows.mandatory == .milliseconds(mandatory))
    let fixed = RefreshPolicy.fiveMinutes.windows(forLifetime: .seconds(lifetime))
    #expect(fixed == RefreshWindows(advisory: .zero, mandatory: .milliseconds(300_000)))
  }

  @Test func `a remaining time that is too long to count is the longest span`() {
    let standing = RefreshPolicy.scaled.standing(
      ofExpiration: Moment(milliseconds: .max),
      obtained: Moment(milliseconds: .min), at: Moment(milliseconds: -1))
    #expect(standing.phase == .fresh)
    #expect(standing.remaining == .milliseconds(.max))
  }
}

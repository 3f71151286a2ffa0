import OSSCredentials
import OSSPrimitives
import Testing

@Suite struct `Policies of refreshing` {
  private static let end = Moment(milliseconds: 1_700_003_600_000)

  private static func phase(
    _ policy: RefreshPolicy, lifetime: Int64, remaining: Int64
  ) -> CredentialStanding.Phase {
    policy.standing(
      ofExpiration: end, obtained: end.adding(.milliseconds(-lifetime)),
      at: end.adding(.milliseconds(-remaining))
    ).phase
  }

  /// Each lifetime in seconds with the windows in milliseconds, worked out by hand.
  @Test(arguments: [
    (0, 0, 0), (1, 333, 66), (100, 33_333, 6_666), (900, 300_000, 60_000),
    (2700, 900_000, 60_000), (3600, 900_000, 60_000), (43_200, 900_000, 60_000),
  ])
  func `scale the windows with the lifetime`(lifetime: Int64, advisory: Int64, mandatory: Int64) {
    let windows = RefreshPolicy.scaled.windows(forLifetime: .seconds(lifetime))
    #expect(windows.advisory == .milliseconds(advisory))
    #expect(windows.mandatory == .milliseconds(mandatory))
    let fixed = RefreshPolicy.fiveMinutes.windows(forLifetime: .seconds(lifetime))
    #expect(fixed == RefreshWindows(advisory: .zero, mandatory: .milliseconds(300_000)))
  }

  @Test func `go from phase to phase in one direction`() {
    let order: [CredentialStanding.Phase] = [.fresh, .advisory, .mandatory, .expired]
    var judged = 0
    for policy in RefreshPolicy.allCases {
      for lifetime: Int64 in [1, 59_999, 100_000, 900_000, 3_600_000, 43_200_000] {
        var reached = 0
        for remaining in stride(from: lifetime, through: -1000, by: -997) {
          let phase = Self.phase(policy, lifetime: lifetime, remaining: remaining)
          let rank = order.firstIndex(of: phase) ?? -1
          #expect(rank >= reached, "\(policy) \(lifetime) \(remaining)")
          #expect((phase == .expired) == (remaining <= 0))
          reached = max(reached, rank)
          judged += 1
        }
      }
    }
    #expect(judged > 90_000)
  }

  @Test func `leave a scaled credential of any lifetime two thirds of it`() {
    for lifetime in stride(from: Int64(3), through: 100_000, by: 7) {
      let used = lifetime * 2 / 3
      #expect(Self.phase(.scaled, lifetime: lifetime, remaining: lifetime - used) == .fresh)
    }
  }

  @Test func `count what cannot be counted as the most there is`() {
    let standing = RefreshPolicy.scaled.standing(
      ofExpiration: Moment(milliseconds: .max),
      obtained: Moment(milliseconds: .min), at: Moment(milliseconds: -1))
    #expect(standing.phase == .fresh)
    #expect(standing.remaining == .milliseconds(.max))
  }

  @Test func `tell nothing of an end that is not known`() {
    for policy in RefreshPolicy.allCases {
      let standing = policy.standing(ofExpiration: nil, obtained: Self.end, at: Self.end)
      #expect(standing.phase == .fresh)
      #expect(standing.remaining == nil)
    }
  }
}

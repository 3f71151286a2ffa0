/// The steps by which the standing of credentials is found, so that one of them can be replaced.
package struct StandingSteps: Sendable {
  /// What is left at a moment of the device's clock (CRED-EXP-1, CRED-EXP-2).
  package var remaining:
    @Sendable (_ expiration: UnixMilliseconds, _ now: UnixMilliseconds, ClockOffset) -> Milliseconds
  /// How long they live, if they were obtained at a moment of the device's clock (CRED-EXP-6).
  package var lifetime:
    @Sendable (_ expiration: UnixMilliseconds, _ obtained: UnixMilliseconds, ClockOffset) ->
      Milliseconds
  /// The windows of a policy (CRED-EXP-3, CRED-EXP-7, CRED-EXP-8).
  package var windows: @Sendable (RefreshPolicy, _ lifetime: Milliseconds) -> RefreshWindows
  /// The phase, from what is left and the windows (CRED-EXP-4, CRED-EXP-5).
  package var phase:
    @Sendable (_ remaining: Milliseconds, RefreshWindows) -> CredentialStanding.Phase

  /// The steps as the specification has them.
  package static let standard = StandingSteps(
    remaining: { $0.since($2.corrected($1)) },
    lifetime: { $0.since($2.corrected($1)) },
    windows: { $0.windows(forLifetime: $1) },
    phase: { remaining, windows in
      if remaining <= .zero { return .expired }
      if remaining < windows.mandatory { return .mandatory }
      return remaining < windows.advisory ? .advisory : .fresh
    })
}

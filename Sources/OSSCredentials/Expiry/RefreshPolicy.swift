package import OSSPrimitives

/// The rule by which credentials are renewed before they end.
public enum RefreshPolicy: String, CaseIterable, Hashable, Sendable {
  /// Renews with less than five minutes left, as the pages for the iOS SDK have it (CRED-EXP-3).
  ///
  /// It leaves credentials of 900 seconds, the shortest there are, 600 seconds of use.
  case fiveMinutes = "five-minutes"
  /// Renews with windows that shrink with the lifetime of the credentials (CRED-EXP-7, CRED-EXP-8).
  case scaled

  /// The windows for credentials of a lifetime (CRED-EXP-3, CRED-EXP-7, CRED-EXP-8).
  ///
  /// - Parameter lifetime: the span from the moment when they were obtained to the one when they
  ///   end; a negative one is treated as zero.
  package func windows(forLifetime lifetime: TimeSpan) -> RefreshWindows {
    switch self {
    case .fiveMinutes:
      return RefreshWindows(advisory: .zero, mandatory: .seconds(300))
    case .scaled:
      let span = max(lifetime, .zero).milliseconds
      return RefreshWindows(
        advisory: min(.seconds(900), .milliseconds(span / 3)),
        mandatory: min(.seconds(60), .milliseconds(span / 15)))
    }
  }

  /// How credentials stand towards their end (CRED-EXP-1, CRED-EXP-3, CRED-EXP-6).
  ///
  /// All moments are of one clock, the corrected one: ``ClockOffset/corrected(_:)``, CRED-EXP-2.
  /// Without a known end they are fresh (CRED-EXP-9), with nothing left they are expired
  /// (CRED-EXP-4). The mandatory window is checked first, and a window's own length is outside it
  /// (CRED-EXP-5). The type of a moment has its unit (CRED-EXP-10).
  ///
  /// - Parameters:
  ///   - expiration: when they end; nil where nothing is known of it.
  ///   - obtained: when they were obtained.
  ///   - now: the moment to judge them at.
  package func standing(
    ofExpiration expiration: Moment?, obtained: Moment, at now: Moment
  ) -> CredentialStanding {
    guard let expiration else { return CredentialStanding(.fresh, remaining: nil) }
    let remaining = expiration.since(now)
    let windows = windows(forLifetime: expiration.since(obtained))
    let phase: CredentialStanding.Phase =
      if remaining <= .zero {
        .expired
      } else if remaining < windows.mandatory {
        .mandatory
      } else {
        remaining < windows.advisory ? .advisory : .fresh
      }
    return CredentialStanding(phase, remaining: remaining)
  }
}

/// How long before their end credentials are to be renewed.
package struct RefreshWindows: Equatable, Sendable {
  /// With less than this left, one caller renews them and nobody waits.
  package let advisory: TimeSpan
  /// With less than this left, they are renewed before anything else is signed.
  package let mandatory: TimeSpan

  /// Makes two windows; an advisory one that is no longer than the mandatory one has no effect.
  package init(advisory: TimeSpan, mandatory: TimeSpan) {
    self.advisory = advisory
    self.mandatory = mandatory
  }
}

/// How credentials stand towards their end at one moment.
package struct CredentialStanding: Equatable, Sendable {
  /// The part of their life in which credentials are.
  package enum Phase: String, CaseIterable, Hashable, Sendable {
    /// There is nothing to do.
    case fresh
    /// One caller may renew them; nobody waits for it.
    case advisory
    /// They are to be renewed before anything else is signed with them.
    case mandatory
    /// They have ended; nothing may be signed with them.
    case expired
  }

  /// The part of their life.
  package let phase: Phase
  /// How much of it is left, negative after its end; nil where the end is not known.
  package let remaining: TimeSpan?

  init(_ phase: Phase, remaining: TimeSpan?) {
    self.phase = phase
    self.remaining = remaining
  }
}

internal import OSSPrimitives
package import OSSVectors

extension AdapterIdentity {
  /// The profiles that the SDK claims, in the order of the list (ADP-PROF-1, ADP-PROF-2).
  package var claimed: [Profile] {
    Profile.allCases.filter { profile in
      profiles?.contains { $0.hasSameBytes(as: profile.rawValue) }
        ?? Profile.unclaimed.contains(profile)
    }
  }

  /// A sentence for each name in the handshake that this runner does not know
  /// (ADP-PROF-3).
  var remarks: [String] {
    let unknownProfiles = (profiles ?? []).filter { Profile(rawValue: $0) == nil }
    let unknownHabits = habits.filter { Habit(rawValue: $0) == nil }
    return unknownProfiles.map { "The adapter claims the unknown profile “\($0)”." }
      + unknownHabits.map { "The adapter declares the unknown habit “\($0)”." }
  }
}

/// Which profiles a run is about.
package enum ProfileChoice: Hashable, Sendable {
  /// Those that the adapter claims.
  case claimed
  /// Those that whoever runs it names.
  case named([Profile])

  /// The vectors of the chosen profiles, and how many are of each other one.
  package func cut(
    _ vectors: [Vector], of corpus: Corpus, for identity: AdapterIdentity
  ) -> (asked: [Vector], unclaimed: [Profile: Int]) {
    let profiles =
      switch self {
      case .claimed: identity.claimed
      case .named(let profiles): profiles
      }
    if profiles.count == Profile.allCases.count { return (vectors, [:]) }
    var asked: [Vector] = []
    var unclaimed: [Profile: Int] = [:]
    for vector in vectors {
      let profile = corpus.profile(of: vector.id)
      if profiles.contains(profile) {
        asked.append(vector)
      } else {
        unclaimed[profile, default: 0] += 1
      }
    }
    return (asked, unclaimed)
  }
}

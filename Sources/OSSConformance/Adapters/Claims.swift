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

  /// A sentence for each name in the handshake and each class in a reply that this runner does not
  /// know (ADP-PROF-3, ADP-HELLO-6), and one if the clock is not that of the requests (ADP-RUN-4).
  package func remarks(on findings: [Finding]) -> [String] {
    let classes = findings.compactMap { finding -> String? in
      if case .rejected(let errorClass, _) = finding.reply { errorClass } else { nil }
    }
    return Self.unknown(operations, Operation.self, "lists the unknown operation")
      + Self.unknown(profiles ?? [], Profile.self, "claims the unknown profile")
      + Self.unknown(habits, Habit.self, "declares the unknown habit")
      + Self.unknown(classes, ErrorClass.self, "answers with the unknown error class")
      + ClockRemark.remarks(on: findings)
  }

  /// The first unknown names of a closed list, each once, with what may be meant.
  private static func unknown<Word: RawRepresentable<String> & CaseIterable>(
    _ names: [String], _ words: Word.Type, _ what: String
  ) -> [String] {
    var unknown: [String] = []
    for name in names where Word(rawValue: name) == nil && !unknown.contains(name) {
      unknown.append(name)
    }
    return unknown.prefix(8).map { name in
      let nearest = name.nearest(of: words.allCases.map(\.rawValue))
      return "The adapter \(what) “\(name.cut(after: 80))”"
        + nearest.asHint
    }
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

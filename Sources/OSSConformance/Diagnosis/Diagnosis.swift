internal import OSSJSON
internal import OSSPrimitives
package import OSSVectors

/// Which known mistakes give exactly the wrong answers of a run.
///
/// A wrong signature is a fingerprint: two mistakes that fail the same vectors hardly ever fail them
/// with the same bytes. So a mistake is named from what an SDK shows, be it the signature alone.
package struct Diagnosis: Sendable {
  /// The mistakes that explain failures, the one that explains most first; each failure is counted
  /// for the first that explains it.
  package let mistakes: [DiagnosedMistake]
  /// The failures that no known mistake explains, in groups.
  package let newKinds: [NewKind]

  /// Finds the mistakes behind a whole run.
  ///
  /// A mistake must explain failures and may not contradict passes: one that would have failed a
  /// vector that passed is taken only where nothing better is left, and with that remark.
  ///
  /// - Parameters:
  ///   - findings: The run, weighed.
  ///   - known: The mistakes that are known, and what they answer.
  /// - Complexity: O(*f* · *m*) in the numbers of failures and mistakes.
  package init(of findings: [Finding], by known: KnownMistakes) {
    guard findings.contains(where: { $0.verdict.failure != nil }) else {
      (mistakes, newKinds) = ([], [])
      return
    }
    var search = DiagnosisSearch(findings, known)
    mistakes = search.run()
    newKinds = NewKind.groups(of: search.unexplained)
  }

  /// The id of the mistake that explains a failure, by the id of its vector.
  var mistakeBehind: [String: String] {
    var behind: [String: String] = [:]
    for mistake in mistakes {
      for vector in mistake.vectors + mistake.unproven where behind[vector.id] == nil {
        behind[vector.id] = mistake.mistake.id
      }
    }
    return behind
  }

  /// The name of what explains a failure, and its fix; nil for a vector that did not fail.
  func explanation(of id: String) -> String? {
    let mistake = mistakes.first { ($0.vectors + $0.unproven).contains { $0.id == id } }
    if let mistake {
      let clauses = mistake.clauses.joined(separator: ", ")
      return "\(mistake.title) (\(clauses)): \(mistake.mistake.fix)"
    }
    return newKinds.first { $0.vectors.contains { $0.id == id } }.map { "unexplained: " + $0.what }
  }
}

/// A known mistake that explains failures of a run.
package struct DiagnosedMistake: Sendable {
  /// The mistake.
  package let mistake: Mistake
  /// The vectors that failed with exactly its answers and that no mistake before it explains.
  package let vectors: [Vector]
  /// The vectors whose refusals prove nothing because the mistake spoils every answer beside them.
  package let unproven: [Vector]
  /// How many failures have exactly its answers, those of earlier mistakes counted too.
  package let matches: Int
  /// How many of the failures it would have caused.
  package let possible: Int
  /// Vectors that passed although the mistake would have failed them.
  package let exceptions: [String]
  /// How many failures that look like those that it explains have no name.
  package let unexplainedBeside: Int
  /// Whether nothing speaks against the name (FMT-NAME-8); one of another kind is a guess.
  package let isCertain: Bool
  /// The operations in which it would fail vectors, explains no failure, and something passed.
  package let right: [OSSVectors.Operation]

  /// The id of the mistake, and that the name is a guess where it is one.
  package var title: String { (isCertain ? "" : "perhaps ") + mistake.id }

  /// The clauses of the mistake that the failures are about: a row covers every version.
  package var clauses: [String] {
    let cited = mistake.clauses.filter { clause in
      vectors.contains { $0.clauses.contains(clause) }
    }
    return cited.isEmpty ? mistake.clauses : cited
  }

  /// The level of the most binding vector that fails by it.
  var level: Level {
    Level.allCases.first { level in vectors.contains { $0.level == level } } ?? .may
  }

  /// The names of a family that a must vector has in its query without another of them.
  var mustNames: [String] {
    let alone = vectors.filter { $0.level == .must }.compactMap { vector in
      let query = vector.input["query"]?.arrayValue ?? []
      let sent = Set(query.compactMap { $0.arrayValue?.first?.stringValue })
      let own = mistake.names.filter(sent.contains)
      return own.count == 1 ? own[0] : nil
    }
    return mistake.names.filter(alone.contains)
  }

  /// The vectors of that level.
  var mostBinding: [Vector] { vectors.filter { $0.level == level } }

  /// The smallest of the most binding vectors.
  package var smallest: Vector? { mostBinding.smallest }
}

extension [Vector] {
  /// The vector whose input takes the fewest bytes, of several the first.
  var smallest: Vector? {
    self.min { $0.inputSize < $1.inputSize }
  }
}

extension Vector {
  /// How many bytes the input takes as JSON on one line.
  fileprivate var inputSize: Int { JSONValue.object(input).compact().utf8.count }
}

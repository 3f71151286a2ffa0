internal import OSSJSON
internal import OSSPrimitives
package import OSSVectors

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

internal import OSSPrimitives
public import OSSVectors

/// A known mistake that explains failures of a run, or two that were made together.
public struct DiagnosedMistake: Sendable {
  /// The mistake, or the two.
  public let mutants: [Mutant]
  /// The vectors that failed with exactly its answers and that no mistake before it explains.
  public let vectors: [Vector]
  /// How many failures have exactly its answers, those of earlier mistakes counted too.
  public let matches: Int
  /// How many of the failures it would have caused.
  public let possible: Int
  /// Vectors that passed although the mistake would have failed them.
  public let exceptions: [String]

  /// The name in plain words.
  public var name: String {
    mutants.map { $0.id.split(separator: "-").joined(separator: " ") }.joined(separator: " and ")
  }

  /// The clauses that it breaks.
  public var clauses: [String] {
    var clauses: [String] = []
    for mutant in mutants where !clauses.contains(mutant.clause) { clauses.append(mutant.clause) }
    return clauses
  }

  /// The smallest of the vectors.
  public var smallest: Vector? { vectors.smallest }
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

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

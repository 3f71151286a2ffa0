internal import OSSPrimitives
package import OSSVectors

extension FuzzResult {
  /// The shrunk requests as a suite, each with what is expected of it.
  ///
  /// The clauses are those of the features that are left, which a person should look over. A vector
  /// tells the mistake that it found, and no more: a name is not in it before it is certain.
  ///
  /// - Parameter name: The name of the suite.
  package func suite(named name: String) -> Suite {
    let vectors = kinds.enumerated().map { index, kind in
      let found = kind.finding.vector
      return Vector(
        id: "fuzz-\(seed)-\(index + 1)", operation: found.operation, level: kind.level,
        reason: RequestBinding(kind.request).reason, clauses: kind.clauses,
        comment: "An SDK signs it wrongly: \(kind.title).", flags: ["fuzz"],
        provenance: .derived(
          reason: "Found by fuzzing \(identity.sdk) with seed \(seed); computed by the reference."),
        input: found.input, expectation: found.expectation)
    }
    return Suite(name: name, vectors: vectors)
  }
}

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
      var vector = kind.finding.vector
      vector.id = "fuzz-\(seed)-\(index + 1)"
      vector.level = kind.level
      vector.reason = RequestBinding(kind.request).reason
      vector.clauses = kind.clauses
      vector.comment = "An SDK signs it wrongly: \(kind.title)."
      vector.flags = ["fuzz"]
      vector.provenance = .derived(
        reason: "Found by fuzzing \(identity.sdk) with seed \(seed); computed by the reference.")
      return vector
    }
    return Suite(name: name, vectors: vectors)
  }
}

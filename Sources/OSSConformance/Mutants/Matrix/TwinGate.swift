package import OSSVectors

/// Holds the twins, which mutants break, to the steps that they stand for.
package struct TwinGate: Sendable {
  /// How many answers were compared.
  package private(set) var compared = 0
  /// A sentence for each answer of a twin that is not the reference's.
  package private(set) var faults: [String] = []

  /// Asks every twin for every vector of its operations.
  ///
  /// - Complexity: O(*m* · *n*) in the numbers of twins and vectors.
  package init(_ twins: [Mutant] = Mutants.controls, vectors: [Vector]) {
    for vector in vectors {
      let right = ReferenceAdapter().answer(vector.operation, vector.input)
      for twin in twins where twin.operations.contains(vector.operation) {
        compared += 1
        if twin.answer(vector.operation, vector.input) != right {
          faults.append("\(twin.id) answers \(vector.id) otherwise than the reference.")
        }
      }
    }
  }
}

package import OSSMistakes
package import OSSVectors

/// Every mistake that the kit knows: those of the model, and those in explaining a refusal.
package enum Catalogue {
  /// All mistakes, in the order of the pages.
  package static let all: [Mistake] = Mistakes.all + ExplainMistakes.all

  /// The mistake of an id, if there is one.
  package static func named(_ id: String) -> Mistake? { all.first { $0.id == id } }
}

extension KillMatrix {
  /// Asks every mistake of the catalogue for every vector.
  package init(of mistakes: [Mistake] = Catalogue.all, over vectors: [Vector]) {
    self.init(mistakes: mistakes, vectors: vectors) { ReferenceAdapter().answer($0, $1) }
  }
}

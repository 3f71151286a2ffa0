package import OSSExplain
internal import OSSVectors

/// What an endpoint knows: the causes of refusals, and how binding the clauses are.
package struct EndpointKnowledge: Sendable {
  /// Why nothing is known: a sentence that names the file.
  package struct Fault: Error, CustomStringConvertible {
    package let description: String
  }

  /// What explains refusals.
  package let knowledge: Knowledge
  private let levels: [String: Level]

  /// Reads the files and the pages beside the vectors; without a page each clause is a must.
  init(vectors folder: String) throws(CommandError) {
    knowledge = try Knowledge(vectors: folder)
    let clauses = Specification(besideVectors: folder)?.clauses ?? []
    levels = Dictionary(clauses.map { ($0.id, $0.level) }) { first, _ in first }
  }

  /// Reads the files of the package whose sources this program was built from.
  package static func ofPackage() throws(Fault) -> EndpointKnowledge {
    do throws(CommandError) {
      return try EndpointKnowledge(vectors: VectorsFolder.packageRoot + "/vectors")
    } catch {
      throw Fault(description: error.description)
    }
  }

  /// The ids of all clauses; nil where a page is missing.
  var clauses: Set<String>? { levels.isEmpty ? nil : Set(levels.keys) }

  /// The clause of a mistake with a version, and whether it is a must; nil for an id that is not known.
  package func rule(
    of mistake: String, _ version: SignatureKind
  ) -> (clause: String, isMust: Bool)? {
    guard let cause = knowledge.cause(mistake),
      let clause = cause.clause(version) ?? cause.clauses.first
    else { return nil }
    return (clause, cause.clauses.contains { levels[$0] ?? .must == .must })
  }
}

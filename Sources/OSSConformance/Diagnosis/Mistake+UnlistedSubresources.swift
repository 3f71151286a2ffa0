internal import OSSMistakes
internal import OSSPrimitives
internal import OSSVectors

/// The one mistake that has a parameter; it is made for the names that an SDK does not know.
extension Mistake {
  /// The id of the mistake, whatever the names.
  static let unlistedSubresources = "subresources-not-listed"

  /// A signer whose list of subresources lacks some names.
  init(unlistedSubresources names: Set<String>, clause: String) {
    let list = names.sorted { $0.precedesInBytes($1) }.joined(separator: ", ")
    let missing = Set(names.map { Bytes($0.utf8) })
    self.init(
      Self.unlistedSubresources, [clause], "The list of subresources lacks \(list).",
      fix: "Add the names to the list, or sign what each operation declares.",
      in: [.v1Header, .v1Presign]
    ) { model in
      let former = model.signing.signsParameter
      model.signing.signsParameter = { input, part in
        former(input, part) && !missing.contains(part.given.name)
      }
    }
  }

  /// The mistake of an id; of that with a parameter the one for all names in some vectors.
  static func named(_ id: String, over vectors: [Vector]) -> Mistake? {
    id == unlistedSubresources
      ? Mistake(unlistedSubresources: Set(vectors.flatMap(\.subresources)), clause: "V1-SUB-1")
      : Catalogue.named(id)
  }

  /// Those of the vectors that a signer with the mistake fails.
  func failing(_ vectors: [Vector]) -> [Vector] {
    let answer = answering
    return vectors.filter {
      operations.contains($0.operation) && $0.isFailed(by: answer($0.operation, $0.input))
    }
  }

  /// Whether V1 signs the parameter of this name.
  static func isSubresource(_ name: String) -> Bool {
    SigningModel.isSubresource(Bytes(name.utf8))
  }
}

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

  /// Whether V1 signs the parameter of this name.
  static func isSubresource(_ name: String) -> Bool {
    SigningModel.isSubresource(Bytes(name.utf8))
  }
}

internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// The one mistake that has a parameter; it is made for the names that an SDK does not know.
extension Mutant {
  /// The id of the mistake, whatever the names.
  static let unlistedSubresources = "subresources-not-listed"

  /// A signer whose list of subresources lacks some names.
  init(unlistedSubresources names: Set<String>, clause: String) {
    let list = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined(separator: ", ")
    self.init(
      Self.unlistedSubresources, clause, "The list of subresources lacks \(list).",
      mend: "Add the names to the list, or sign what each operation declares.",
      on: [.v1Header, .v1Presign]
    ) { steps in
      let former = steps.signing.canonicalizedResource
      steps.signing.canonicalizedResource = { request, token, buffer in
        former(request.withoutParameters(named: names), token, &buffer)
      }
    }
  }

  /// Whether V1 signs the parameter of this name.
  static func isSubresource(_ name: String) -> Bool { Subresources.contains(Bytes(name.utf8)) }
}

extension SigningRequest {
  /// The request without some parameters of its query.
  fileprivate func withoutParameters(named names: Set<String>) -> SigningRequest {
    SigningRequest(
      uncheckedMethod: method, bucket: bucket, key: key, headers: headers,
      query: query.filter { !names.contains($0.name) })
  }
}

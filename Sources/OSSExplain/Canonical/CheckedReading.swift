package import OSSPrimitives

/// One reading of a request, and whether a secret makes the signature that the request carries.
package struct CheckedReading: Sendable {
  /// The bucket and the key as this reading has them.
  package let resource: SentResource
  /// What OSS signs in this reading.
  package let text: SignedText
  /// Whether the secret makes the signature of this text.
  package let isRight: Bool
  /// The clause that is open, and for which this reading is the other one; nil in the reading that is
  /// taken first.
  package let openClause: String?
}

extension SentRequest {
  /// How many parameters of which it is open whether V1 signs them are tried in each combination; of more
  /// of them, all are signed or none.
  private static let maximumOpenCount = 4

  /// The readings of the request, up to the first that is right: first the one of each place of the
  /// bucket that OSS is taken to have, then those in which one open clause is read the other way.
  ///
  /// It is open whether a `+` of a path of V4 is a space (V4-URI-4), and which parameters beside the
  /// settled ones V1 signs (V1-SUB-2, V1-SUB-3, V1-SUB-4).
  ///
  /// - Parameters:
  ///   - signature: the one that the request carries.
  ///   - known: what is known of the host.
  ///   - secret: the secret of the access key ID.
  /// - Returns: none where the request carries no whole signature of V1, V2 or V4.
  /// - Complexity: O(*n* log *n*) in the number of headers and parameters, O(*n*) in the length of the
  ///   request, for each reading.
  package func checked(
    _ signature: CarriedSignature, at known: KnownHost, secret: Bytes
  ) -> [CheckedReading] {
    guard let given = signature.text else { return [] }
    var readings: [CheckedReading] = []
    for own in openIngredients(signature, at: known) {
      var signed = own.ingredients
      signed.secret = secret
      var composition = Composition(signed)
      let text = SignedText(&composition)
      let hash = signed.version == .v4 ? text.hash : []
      let string = composition.string(text.bytes, hash)
      let code = composition.code(
        of: string, composition.signingKey(), isSHA1: signed.version == .v1)
      let isRight = constantTimeEqual(composition.signature(code).span, given.span)
      readings.append(
        CheckedReading(
          resource: own.resource, text: text, isRight: isRight, openClause: own.clause))
      if isRight { break }
    }
    return readings
  }

  /// What each reading is made of, first those that OSS is taken to have.
  private func openIngredients(
    _ signature: CarriedSignature, at known: KnownHost
  ) -> [OpenIngredients] {
    var (first, others): ([OpenIngredients], [OpenIngredients]) = ([], [])
    for resource in resources(at: known, isPlusOpen: signature.version == .v4) {
      guard let own = Ingredients(self, signature, resource, known) else { return [] }
      if resource.keepsPlus {
        others.append(OpenIngredients(resource, own, "V4-URI-4"))
        continue
      }
      first.append(OpenIngredients(resource, own, nil))
      guard own.version == .v1 else { continue }
      for (other, clause) in own.openSubresources(most: Self.maximumOpenCount) {
        others.append(OpenIngredients(resource, other, clause))
      }
    }
    return first + others
  }
}

/// What a reading is made of, with the clause that is open in it.
private struct OpenIngredients {
  let resource: SentResource
  let ingredients: Ingredients
  let clause: String?

  init(_ resource: SentResource, _ ingredients: Ingredients, _ clause: String?) {
    (self.resource, self.ingredients, self.clause) = (resource, ingredients, clause)
  }
}

extension Ingredients {
  /// The same with other choices of which open parameters V1 signs, each with the clause.
  fileprivate func openSubresources(most limit: Int) -> [(Ingredients, String)] {
    let open = parameters.indices.filter {
      SubresourceNames.openClause(of: parameters[$0].name) != nil
    }
    guard let first = open.first,
      let clause = SubresourceNames.openClause(of: parameters[first].name)
    else { return [] }
    let isMany = open.count > limit
    // As bits: which of the open parameters are signed.
    let choices = isMany ? [0, 1] : Array(0..<(1 << open.count))
    var others: [(Ingredients, String)] = []
    for choice in choices {
      var other = self
      for (place, index) in open.enumerated() {
        other.parameters[index].isSigned = choice >> (isMany ? 0 : place) & 1 == 1
      }
      let isFirst = open.allSatisfy { other.parameters[$0].isSigned == parameters[$0].isSigned }
      if !isFirst { others.append((other, clause)) }
    }
    return others
  }
}

/// What an upload form carries as its signature (POST-V1-1, POST-V4-3).
package struct FormSignature: Sendable {
  /// The text of the field `policy`, which is signed.
  package let policy: Bytes
  /// The text of the signature.
  package let text: Bytes
  /// The four parts of the scope with V4; nil with V1.
  package let scope: [Bytes]?

  /// Takes the fields of a form.
  package init(policy: Bytes, text: Bytes, scope: [Bytes]?) {
    (self.policy, self.text, self.scope) = (policy, text, scope)
  }

  /// Whether a secret makes the signature.
  package func isRight(_ secret: Bytes) -> Bool {
    let own = Ingredients(
      version: scope == nil ? .v1 : .v4, method: "POST".bytes, date: [], policy: policy,
      scope: scope ?? [], secret: secret)
    var composition = Composition(own)
    let code = composition.code(of: policy, composition.signingKey(), isSHA1: scope == nil)
    return constantTimeEqual(composition.signature(code).span, text.span)
  }
}

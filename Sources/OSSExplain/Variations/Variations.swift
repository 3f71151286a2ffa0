package import OSSJSON
package import OSSPrimitives

/// The table of variations: what clients are known to sign otherwise, and what else is worth a try.
///
/// A row of `variations.json` is an object. `id`, and `also`, which gives the same texts, name a mistake
/// or another cause; `versions`, `place` (`header` or `url`), `methods`, `with` and `without` (names of
/// headers) say of which requests it can be made. It changes a `part`, or several: by the `change`, a
/// word of ``TextChange`` or of a list, with an `argument` or one `from` elsewhere in the request, where
/// the tests of `where` pass. The objects in `and` are changes that are made with it.
package struct Variations: Sendable {
  /// How many pairs of variations are tried where no single one fits.
  package static let pairCount = 4_000

  /// How many bytes a text may have of which variations are tried, and those of all pairs; OSS takes
  /// no heads as long as that.
  package static let byteCount = 1 << 16
  package static let pairByteCount = 1 << 24

  let rows: [Variation]

  /// Reads the table.
  ///
  /// - Parameter json: the rows, a list of objects.
  /// - Throws: ``VariationError``, with the number of the row.
  package init(json: JSONValue) throws(VariationError) {
    guard let values = json.arrayValue else { throw VariationError(row: 0, fault: .notAnObject) }
    var rows: [Variation] = []
    for (index, value) in values.enumerated() {
      rows.append(try Variation(value, row: index + 1))
    }
    self.rows = rows
  }
}

/// What a client signed, which its signature proves.
package struct Proof: Hashable, Sendable {
  /// The ids of the variations that give this text, in the order of the table; none if the signature
  /// is right.
  package let ids: [String]
  /// Those of the second variation where only two together give it.
  package let secondIDs: [String]
  /// The names of the parts that are made otherwise.
  package let parts: [String]
  /// What was hashed first: the string to sign of V1 and V2, the canonical request of V4.
  package let text: Bytes
}

extension Variations {
  /// What the client of a request signed: the variations with which the secret makes its very
  /// signature; empty where none does.
  ///
  /// Single variations are tried first, then ``pairCount`` pairs. What gives the same text as another
  /// one is hashed once.
  ///
  /// - Parameters:
  ///   - request: the request as it was sent.
  ///   - signature: the one that it carries.
  ///   - host: what is known of the host.
  ///   - secret: the secret of the access key ID.
  ///   - pairs: how many pairs are tried.
  /// - Complexity: O(*n*) in the length of the request, for each variation and each of up to 64
  ///   headers and parameters.
  package func proofs(
    of request: SentRequest, signature: CarriedSignature, at host: KnownHost = .unknown,
    secret: Bytes, pairs: Int = Variations.pairCount
  ) -> [Proof] {
    guard signature.isWhole, let carried = signature.text else { return [] }
    var searches: [SignatureSearch] = []
    for resource in request.resources(at: host, isPlusOpen: false) {
      guard var own = Ingredients(request, signature, resource, host) else { return [] }
      own.secret = secret
      searches.append(SignatureSearch(own, .signature(carried)))
    }
    return proofs(&searches, pairs: pairs)
  }

  /// The same where only the texts of OSS are known.
  ///
  /// - Parameters:
  ///   - texts: the string to sign of OSS; with V4 also its canonical request.
  ///   - signature: the text of the client's signature.
  ///   - secret: the secret of the access key ID.
  package func proofs(of texts: CanonicalTexts, signature: Bytes, secret: Bytes) -> [Proof] {
    var own = Ingredients(texts)
    own.secret = secret
    var searches = [SignatureSearch(own, .signature(signature))]
    return proofs(&searches)
  }

  /// The variations of a request with which its canonical request has a hash; empty where none does.
  ///
  /// - Parameters:
  ///   - hash: the hash in the client's string to sign of V4, in hexadecimal digits.
  ///   - request: the request as it was sent.
  ///   - signature: the one that it carries.
  ///   - host: what is known of the host.
  package func matches(
    hash: Bytes, of request: SentRequest, signature: CarriedSignature,
    at host: KnownHost = .unknown
  ) -> [Proof] {
    var searches: [SignatureSearch] = []
    for resource in request.resources(at: host, isPlusOpen: false) {
      guard let own = Ingredients(request, signature, resource, host), own.version == .v4 else {
        return []
      }
      searches.append(SignatureSearch(own, .hash(hash)))
    }
    return proofs(&searches)
  }

  /// The same where only the canonical request of OSS is known.
  ///
  /// - Parameter host: the host that was sent, which a client may sign; nil where it is not known.
  package func matches(hash: Bytes, of parts: RequestParts, host: Bytes? = nil) -> [Proof] {
    var own = Ingredients(.v4(parts))
    if let host, !own.headers.contains(where: { $0.name.isText("host") }) {
      let name = "host".bytes
      own.headers.append(
        SignedItem(sentName: name, sentValue: host, name: name, value: host, isSigned: false))
    }
    var searches = [SignatureSearch(own, .hash(hash))]
    return proofs(&searches)
  }

  private func proofs(
    _ searches: inout [SignatureSearch], pairs: Int = Variations.pairCount
  ) -> [Proof] {
    for index in searches.indices {
      if let proof = searches[index].right() { return [proof] }
    }
    for index in searches.indices {
      if let proof = searches[index].single(of: rows) { return [proof] }
    }
    for index in searches.indices {
      if let proof = searches[index].pair(most: pairs) { return [proof] }
    }
    return []
  }
}

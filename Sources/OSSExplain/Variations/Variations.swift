package import OSSJSON
package import OSSPrimitives

/// The table of variations: what clients are known to sign otherwise, and what else is worth a try.
///
/// A row of `variations.json` is an object. `id`, and `also`, which gives the same texts, name a mistake
/// or another cause; `versions`, `place` (`header` or `url`), `methods`, `with` and `without` (names of
/// headers) say of which requests it can be made. It changes a `part`, or several: by the `change`, a
/// word of ``TextChange`` or ``ListChange``, with an `argument` or one `from` elsewhere in the request,
/// where the tests of `where` pass. The objects in `and` are changes that are made with it.
package struct Variations: Sendable {
  /// How many bytes a text may have of which variations are tried; OSS takes no heads as long as that.
  package static let byteCount = 1 << 16

  /// How many bytes the texts that are made for pairs may have, with 1000 more for what each pair costs
  /// besides.
  package static let pairByteCount = 1_000_000

  let rows: [Variation]

  /// Reads the table.
  ///
  /// - Parameter json: the rows, a list of objects.
  /// - Throws: ``KnowledgeError``, with the number of the row.
  package init(json: JSONValue) throws(KnowledgeError) {
    rows = try Optional(json).rows("variations.json", Variation.init)
  }
}

/// What a client signed, which its signature proves.
package struct Proof: Hashable, Sendable {
  /// The ids of the variations that give this text, in the order of the table; none if the signature
  /// is right.
  package let ids: [String]
  /// Those of the second variation where only two together give it.
  package let secondIDs: [String]
  /// What was hashed first: the string to sign of V1 and V2, the canonical request of V4.
  package let text: Bytes
}

extension Variations {
  /// What the client of a request signed: the variations with which the secret makes its very
  /// signature; empty where none does.
  ///
  /// Single variations are tried first, then pairs, as many as ``pairByteCount`` allows. What gives the
  /// same text as another one is hashed once.
  ///
  /// - Parameters:
  ///   - request: the request as it was sent.
  ///   - signature: the one that it carries.
  ///   - host: what is known of the host.
  ///   - secret: the secret of the access key ID.
  ///   - triesPairs: whether pairs are tried, too, which takes most of the time.
  /// - Complexity: O(*n*) in the length of the request, for each variation and each of up to 128
  ///   headers and parameters.
  package func proofs(
    of request: SentRequest, signature: CarriedSignature, at host: KnownHost = .unknown,
    secret: Bytes, triesPairs: Bool = true
  ) -> [Proof] {
    guard let text = signature.text else { return [] }
    return proofs(
      request.ingredients(signature, at: host), .signature(text, secret: secret), triesPairs)
  }

  /// The same where only the texts of OSS are known: the string to sign, with V4 also the canonical
  /// request.
  ///
  /// - Parameter sent: the request, of which a client may sign more; nil where it is not known.
  package func proofs(
    of text: SignedText, signature: Bytes, secret: Bytes, sent: SentRequest? = nil,
    host: Bytes? = nil, id: Bytes = [], triesPairs: Bool = true
  ) -> [Proof] {
    var own = Ingredients(text, sent: sent, host: host)
    own.id = id
    return proofs([own], .signature(signature, secret: secret), triesPairs)
  }

  /// The same of an upload form, of which the policy is signed, or of a call of STS.
  func proofs(of own: Ingredients, signature: Bytes, secret: Bytes) -> [Proof] {
    proofs([own], .signature(signature, secret: secret))
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
    proofs(request.ingredients(signature, at: host).filter { $0.version == .v4 }, .hash(hash))
  }

  /// The same where only the canonical request of OSS is known.
  ///
  /// - Parameter host: the host that was sent, which a client may sign; nil where it is not known.
  package func matches(hash: Bytes, of text: SignedText, host: Bytes? = nil) -> [Proof] {
    proofs([Ingredients(text, sent: nil, host: host)], .hash(hash))
  }

  /// The right text first, then each variation alone, then pairs (EXP-HASH-3).
  private func proofs(
    _ readings: [Ingredients], _ target: SignatureSearch.Target, _ triesPairs: Bool = true
  ) -> [Proof] {
    var searches = readings.map { SignatureSearch($0, target) }
    for index in searches.indices {
      if let proof = searches[index].right() { return [proof] }
    }
    for index in searches.indices {
      if let proof = searches[index].single(of: rows) { return [proof] }
    }
    for index in triesPairs ? searches.indices : 0..<0 {
      if let proof = searches[index].pair(of: searches.count) { return [proof] }
    }
    return []
  }
}

extension SentRequest {
  /// What each reading of the request is made of.
  fileprivate func ingredients(_ signature: CarriedSignature, at host: KnownHost) -> [Ingredients] {
    resources(at: host, isPlusOpen: false).compactMap {
      Ingredients(self, signature, $0, host)
    }
  }
}

internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in the query of a URL.
enum QueryMutants {
  static let all: [Mutant] = added + encoding + equal + kept + publicURL

  private static let added: [Mutant] = [
    missing("OSSAccessKeyId", "query-without-id"), missing("Expires", "query-without-expires"),
    missing("Signature", "query-without-signature"),
    pieces(
      "query-without-any", "PRE-QRY-1", "A URL that nothing signs is given out as presigned.",
      mend: "Fail where nothing can be added to the query, or there is nothing to sign with.",
      sightings: [
        .iOS("Since 2.11.0 a copy of no parameters is nil, and nothing is added to it."),
        .swiftV2("Without a provider of credentials the URL is returned as it is."),
      ]
    ) { pieces in
      for name in ["OSSAccessKeyId", "Expires", "Signature"] {
        pieces.query?.removeAll { $0.hasParameterName(name) }
      }
    },
    pieces(
      "query-id-in-lower-case", "PRE-QRY-1", "The access key ID stands under ossaccesskeyid.",
      mend: "Name the parameter OSSAccessKeyId."
    ) { $0.query = $0.query?.map { $0.replacing("OSSAccessKeyId=", with: "ossaccesskeyid=") } },
    pieces(
      "query-id-of-aws", "PRE-QRY-1", "The access key ID stands under AWSAccessKeyId.",
      mend: "Name the parameter OSSAccessKeyId."
    ) { $0.query = $0.query?.map { $0.replacing("OSSAccessKeyId=", with: "AWSAccessKeyId=") } },
    pieces(
      "query-expires-twice", "PRE-QRY-1", "Expires stands twice.", mend: "Write each once."
    ) { pieces in
      let expires = pieces.query?.first { $0.hasParameterName("Expires") }
      if let expires { pieces.query?.append(expires) }
    },
    pieces(
      "query-signature-encoded-twice", "PRE-QRY-2", "The signature is encoded twice.",
      mend: "Let one layer encode: the builder of the URL, or the signer.",
      sightings: [.swiftV2("The signer encodes the signature, and URLComponents does again.")]
    ) { $0.rewriteValues(where: { $0 == "Signature" }) { Bytes($0.text.percentEncoded().utf8) } },
    pieces(
      "query-signature-not-encoded", "PRE-QRY-2", "The signature is not encoded.",
      mend: "Percent-encode it: a bare plus sign is read as a space."
    ) { $0.rewriteValues(where: { $0 == "Signature" }) { Bytes($0.text.percentDecoded.utf8) } },
  ]

  private static let encoding: [Mutant] = [
    values(
      "query-values-not-encoded", "PRE-QRY-3", "The caller's values are not encoded.",
      mend: "Percent-encode each value once."
    ) { Bytes($0.text.percentDecoded.utf8) },
    values(
      "query-values-encoded-twice", "PRE-QRY-3", "The caller's values are encoded twice.",
      mend: "Let one layer encode."
    ) { Bytes($0.text.percentEncoded().utf8) },
    values(
      "query-plus-left-bare", "PRE-QRY-3", "A plus sign in a value is not encoded.",
      mend: "Write %2B: a bare plus sign is read as a space.",
      sightings: [.swiftV2("URLComponents leaves a plus sign bare, and makes %2B one.")]
    ) { $0.replacing("%2B", with: "+") },
    values(
      "query-ampersand-left-bare", "PRE-QRY-3", "An ampersand in a value is not encoded.",
      mend: "Write %26."
    ) { $0.replacing("%26", with: "&") },
    values(
      "query-percent-left-bare", "PRE-QRY-3", "A percent sign in a value is not encoded.",
      mend: "Write %25, also before two digits."
    ) { $0.replacing("%25", with: "%") },
    values(
      "query-values-as-latin-1", "PRE-QRY-3", "Values are encoded as Latin-1.",
      mend: "Percent-encode the UTF-8 bytes."
    ) { value in
      let latin = value.text.percentDecoded.latin1
      var text = Bytes()
      PercentEncoding.append(latin.span, keepingSlash: false, to: &text)
      return text
    },
    pieces(
      "query-names-not-encoded", "PRE-QRY-3", "The caller's names are not encoded.",
      mend: "Percent-encode each name once."
    ) { pieces in
      pieces.query = pieces.query?.map { parameter in
        let equals = parameter.firstIndex(of: UInt8(ascii: "=")) ?? parameter.endIndex
        return Bytes(Bytes(parameter[..<equals]).text.percentDecoded.utf8) + parameter[equals...]
      }
    },
    pieces(
      "query-names-mangled", "PRE-QRY-3",
      "Dots, spaces and brackets in a name are changed, as PHP's parser does.",
      mend: "Keep names as they are: do not parse the query into an array.",
      sightings: [.phpV1("The query passes through parse_str.")]
    ) { pieces in
      pieces.query = pieces.query?.map { parameter in
        let equals = parameter.firstIndex(of: UInt8(ascii: "=")) ?? parameter.endIndex
        let name = Bytes(parameter[..<equals]).replacing("%20", with: "_").replacing(".", with: "_")
          .replacing("%5B%5D", with: "")
        return name + parameter[equals...]
      }
    },
    presignQuery(
      "query-values-trimmed", "PRE-QRY-3", "Values are trimmed before they are signed and sent.",
      mend: "Keep blanks at the ends of a value.",
      sightings: [.iOS("Names and values are trimmed, in the string and in the URL.")]
    ) { parameters in
      parameters.map { pair in
        guard let parts = pair.arrayValue, let value = parts.last?.stringValue else { return pair }
        return [parts[0], .string(value.withoutOuterBlanks)]
      }
    },
    Mutant(
      "query-subresources-unsigned", "PRE-QRY-4",
      "No subresource is signed in a URL but the token.",
      mend: "Sign the subresources of the caller too.", on: [.v1Presign]
    ) { steps in
      var rules = ResourceRules()
      rules.isSigned = { $0.elementsEqual("security-token".utf8) }
      let broken = rules
      steps.signing.canonicalizedResource = { broken.append($0, $1, to: &$2) }
    },
    Mutant(
      "query-values-signed-encoded", "PRE-QRY-4", "Subresources are signed as the URL has them.",
      mend: "Sign the decoded value.", on: [.v1Presign]
    ) { steps in
      var rules = ResourceRules()
      let text = rules.text
      rules.text = { parameter in
        var encoded = parameter
        if parameter.name != Bytes("security-token".utf8) {
          encoded.value = parameter.value.map { Bytes($0.text.percentEncoded().utf8) }
        }
        return text(encoded)
      }
      let broken = rules
      steps.signing.canonicalizedResource = { broken.append($0, $1, to: &$2) }
    },
  ]

  private static let kept: [Mutant] = [
    pieces(
      "query-bare-name-gets-null", "PRE-QRY-5", "A bare name is sent with the value null.",
      mend: "Send the name alone, or with an equals sign."
    ) { pieces in
      pieces.query = pieces.query?.map {
        $0.contains(UInt8(ascii: "=")) || $0.isEmpty ? $0 : $0 + Bytes("=null".utf8)
      }
    },
    pieces(
      "query-bare-name-lost", "PRE-QRY-5", "A bare name is signed and not sent.",
      mend: "Send the name alone, or with an equals sign."
    ) { $0.query?.removeAll { !$0.contains(UInt8(ascii: "=")) } },
    pieces(
      "query-empty-value-lost", "PRE-QRY-5", "A parameter with an empty value is not sent.",
      mend: "Send the name alone, or with an equals sign.",
      sightings: [.phpV1("The function that writes the query loses parameters.")]
    ) { $0.query?.removeAll { $0.last == UInt8(ascii: "=") } },
    pieces(
      "query-unsigned-lost", "PRE-QRY-6", "A parameter that is not a subresource is not sent.",
      mend: "Send every parameter of the caller."
    ) { pieces in
      pieces.query?.removeAll { parameter in
        let name = Bytes(parameter.prefix { $0 != UInt8(ascii: "=") })
        return !Subresources.contains(name) && !URLPieces.isAdded(name.text)
      }
    },
    Mutant(
      "query-unsigned-signed", "PRE-QRY-6", "Every parameter of a URL is signed.",
      mend: "Sign the subresources alone.", on: [.v1Presign]
    ) { steps in
      var rules = ResourceRules()
      rules.isSigned = { _ in true }
      let broken = rules
      steps.signing.canonicalizedResource = { broken.append($0, $1, to: &$2) }
    },
  ]

  private static let equal: [Mutant] = [
    pieces(
      "query-order-reversed", "PRE-QRY-3", "The parameters stand in another order.",
      mend: "Nothing need be changed.",
      equivalent: "OSS reads parameters in any order, so URLs are compared as sets of parameters."
    ) { $0.query?.reverse() },
    pieces(
      "query-space-as-plus", "PRE-QRY-3", "A space is written as a plus sign.",
      mend: "Nothing need be changed in a query; in a path a plus sign is not a space.",
      sightings: [.goV1("Names are encoded as in a form.")],
      equivalent: "A server reads a plus sign in a query as a space, which FMT-JUDGE-3 follows."
    ) { $0.query = $0.query?.map { $0.replacing("%20", with: "+") } },
    pieces(
      "query-bare-name-with-equals", "PRE-QRY-5", "A bare name is sent with an equals sign.",
      mend: "Nothing need be changed.",
      sightings: [
        .java("Each name is followed by an equals sign."),
        .javaScript("Each name is followed by an equals sign."),
        .swiftV2("Each name is followed by an equals sign."),
      ],
      equivalent: "PRE-QRY-5 holds both for the same parameter."
    ) { pieces in
      pieces.query = pieces.query?.map {
        $0.contains(UInt8(ascii: "=")) ? $0 : $0 + Bytes("=".utf8)
      }
    },
    values(
      "query-slash-left-bare", "PRE-QRY-3", "A slash in a value is not encoded.",
      mend: "Nothing need be changed: a query may hold a slash.",
      sightings: [.iOS("Slashes stay in values and in the signature.")],
      equivalent: "A bare slash in a query decodes to itself."
    ) { $0.replacing("%2F", with: "/") },
    values(
      "query-tilde-encoded", "PRE-QRY-3", "A tilde is percent-encoded.",
      mend: "Nothing need be changed.",
      sightings: [.java("The encoder of the language's library encodes the tilde.")],
      equivalent: "A percent triplet decodes to the byte that it stands for."
    ) { $0.replacing("~", with: "%7E") },
    pieces(
      "query-triplets-in-lower-case", "PRE-QRY-3", "Percent triplets are in lower case.",
      mend: "Nothing need be changed in V1, which signs no encoded text.",
      equivalent: "Both cases decode to the same byte, and V1 signs decoded text."
    ) { pieces in
      pieces.query = pieces.query?.map {
        $0.replacing("%2F", with: "%2f").replacing("%3D", with: "%3d")
      }
    },
  ]

  private static let publicURL: [Mutant] = [
    publicPieces(
      "public-url-signed", "PUB-1", "A public URL carries an access key ID.",
      mend: "Add nothing to the URL of an object that anyone may read."
    ) { $0.query = ($0.query ?? []) + [Bytes("OSSAccessKeyId=exampleAccessKeyID00".utf8)] },
    publicPieces(
      "public-url-query-lost", "PUB-2", "The caller's parameters are not in a public URL.",
      mend: "Send every parameter, as in a presigned URL."
    ) { $0.query = nil },
    publicPieces(
      "public-url-key-lost", "PUB-1", "A public URL ends at the bucket.",
      mend: "Write the path that the presigned URL has."
    ) { $0.path = [UInt8(ascii: "/")] },
    publicPieces(
      "public-url-values-not-encoded", "PUB-2", "Values are not encoded in a public URL.",
      mend: "Encode them as in a presigned URL."
    ) { $0.rewriteValues(where: { _ in true }) { Bytes($0.text.percentDecoded.utf8) } },
    publicPieces(
      "public-url-question-mark", "PUB-2", "A question mark ends a public URL without parameters.",
      mend: "Write it before the first parameter.",
      equivalent: "An empty query has no parameter, and URLs are compared by their parameters."
    ) { $0.query = $0.query ?? [[]] },
  ]

  private static func missing(_ name: String, _ id: String) -> Mutant {
    pieces(
      id, "PRE-QRY-1", "The parameter \(name) is missing.", mend: "Write it into the query."
    ) { $0.query?.removeAll { $0.hasParameterName(name) } }
  }

  /// A mutant of a presigned URL's text.
  private static func pieces(
    _ id: String, _ clause: String, _ mistake: String, mend: String,
    sightings: [Sighting] = [], equivalent: String? = nil,
    _ change: @escaping @Sendable (inout URLPieces) -> Void
  ) -> Mutant {
    Mutant(
      id, clause, mistake, mend: mend, on: [.v1Presign], sightings: sightings,
      equivalent: equivalent
    ) { $0.rewritePieces(change) }
  }

  /// A mutant of the caller's values in a presigned URL, which are encoded already.
  private static func values(
    _ id: String, _ clause: String, _ mistake: String, mend: String,
    sightings: [Sighting] = [], equivalent: String? = nil,
    _ change: @escaping @Sendable (Bytes) -> Bytes
  ) -> Mutant {
    pieces(id, clause, mistake, mend: mend, sightings: sightings, equivalent: equivalent) {
      $0.rewriteValues(where: { !URLPieces.isAdded($0) }, change)
    }
  }

  /// A mutant of the caller's parameters, before they are signed.
  private static func presignQuery(
    _ id: String, _ clause: String, _ mistake: String, mend: String, sightings: [Sighting],
    _ change: @escaping @Sendable ([JSONValue]) -> [JSONValue]
  ) -> Mutant {
    Mutant(id, clause, mistake, mend: mend, on: .requests, sightings: sightings) {
      $0.rewriteElements("query", change)
    }
  }

  /// A mutant of a public URL's text.
  private static func publicPieces(
    _ id: String, _ clause: String, _ mistake: String, mend: String, equivalent: String? = nil,
    _ change: @escaping @Sendable (inout URLPieces) -> Void
  ) -> Mutant {
    Mutant(id, clause, mistake, mend: mend, on: [.publicURL], equivalent: equivalent) { steps in
      steps.rewritePieces(change)
    }
  }
}

internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in the order of parameters and in how they are encoded.
extension RPCMutants {
  private static func sorting(
    _ id: String, _ mistake: String,
    _ precedes: @escaping @Sendable (QueryParameter, QueryParameter) -> Bool
  ) -> Mutant {
    mutant(
      "sorted-\(id)", "RPC-CAN-2", mistake, mend: "Sort by the bytes of the names, decoded."
    ) { $0.sorted = { $0.sorted(by: precedes) } }
  }

  static let order: [Mutant] = [
    mutant(
      "unsorted", "RPC-CAN-2", "Parameters are signed in the order given.",
      mend: "Sort by the bytes of the names."
    ) { $0.sorted = { $0 } },
    sorting("without-case", "Names are sorted without regard to case.") {
      $0.nameBytes.lowercased.lexicographicallyPrecedes($1.nameBytes.lowercased)
    },
    sorting("as-numbers", "Digits in names are sorted as numbers.") {
      $0.nameBytes.precedesNaturally($1.nameBytes)
    },
    sorting("in-pairs", "Pairs are sorted as texts, the `=` among them.") {
      ($0.nameBytes + [0x3D]).lexicographicallyPrecedes($1.nameBytes + [0x3D])
    },
    sorting("encoded", "Names are sorted as they are encoded.") {
      $0.nameBytes.percentEncoded.lexicographicallyPrecedes($1.nameBytes.percentEncoded)
    },
    sorting("in-utf-16", "Names are sorted by units of UTF-16.") {
      $0.name.utf16.lexicographicallyPrecedes($1.name.utf16)
    },
    sorting("without-hyphens", "Names are sorted as cultures do, without hyphens.") {
      $0.nameBytes.withoutHyphens.lexicographicallyPrecedes($1.nameBytes.withoutHyphens)
    },
  ]

  private static func encoding(
    _ id: String, _ mistake: String, sightings: [Sighting] = [],
    _ change: @escaping @Sendable (String) -> String
  ) -> Mutant {
    mutant(
      "encoded-\(id)", "RPC-CAN-3", mistake,
      mend: "Write every byte but `A-Z a-z 0-9 - _ . ~` as `%` and two capital digits.",
      sightings: sightings
    ) { steps in
      let former = steps.encode
      steps.encode = { text, buffer in
        var encoded = Bytes()
        former(text, &encoded)
        buffer.append(contentsOf: change(encoded.text).utf8)
      }
    }
  }

  private static func keeping(
    _ id: String, _ mistake: String, _ escapes: [(String, String)]
  ) -> Mutant {
    encoding(id, mistake) { text in
      escapes.reduce(text) { $0.swapping($1.0, with: $1.1) }
    }
  }

  static let encoding: [Mutant] = [
    encoding(
      "plus-for-space", "A space is written as a plus sign.",
      sightings: [
        .credentialsPython("The composer of the string to sign uses `quote_plus`."),
        .goV1("The tool ossutil beside it uses `url.QueryEscape`."),
      ]
    ) { $0.swapping("%20", with: "+") },
    encoding("in-lower-case", "The digits of escapes are lower case.") { text in
      text.swapping("%2F", with: "%2f").swapping("%3A", with: "%3a")
    },
    keeping("plus-kept", "A plus sign stays as it is.", [("%2B", "+")]),
    keeping("asterisk-kept", "An asterisk stays as it is.", [("%2A", "*")]),
    keeping("slash-kept", "A slash stays as it is.", [("%2F", "/")]),
    keeping("tilde-encoded", "A tilde is encoded.", [("~", "%7E")]),
    keeping(
      "component", "The characters that encodeURIComponent leaves stay as they are.",
      [("%21", "!"), ("%27", "'"), ("%28", "("), ("%29", ")"), ("%2A", "*")]),
    keeping("percent-kept", "What looks encoded stays as it is.", [("%25", "%")]),
    keeping("line-ends-dropped", "Line ends are dropped.", [("%0D", ""), ("%0A", "")]),
    keeping(
      "composed", "Text is composed before it is encoded.", [("e%CC%81", "%C3%A9")]),
    keeping("cut-at-nul", "NUL is dropped.", [("%00", "")]),
    keeping(
      "ascii-alone", "Characters outside ASCII are dropped.",
      [("%C3%A9", ""), ("%E9%98%BF", "")]),
    mutant(
      "names-not-encoded", "RPC-CAN-3", "Names are not encoded.",
      mend: "Encode names as values are."
    ) { steps in
      steps.canonicalQuery = { steps, parameters, buffer in
        for (index, parameter) in parameters.enumerated() {
          if index > 0 { buffer.append(UInt8(ascii: "&")) }
          buffer.append(contentsOf: parameter.name.utf8)
          buffer.append(UInt8(ascii: "="))
          steps.encode(parameter.value ?? "", &buffer)
        }
      }
    },
    mutant(
      "empty-value-without-equals", "RPC-CAN-4", "An empty value has no `=`.",
      mend: "Keep the `=`."
    ) { steps in
      steps.rewriteQuery { pieces in pieces.map { $0.last == 0x3D ? Bytes($0.dropLast()) : $0 } }
    },
    mutant(
      "empty-value-dropped", "RPC-CAN-4", "A parameter with an empty value is left out.",
      mend: "Sign it with nothing after its `=`."
    ) { steps in steps.rewriteQuery { pieces in pieces.filter { $0.last != 0x3D } } },
  ]
}

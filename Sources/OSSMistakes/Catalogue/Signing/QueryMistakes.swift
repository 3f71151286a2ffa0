internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in which parameters are signed, how they are written, and in which order.
enum QueryMistakes {
  static let all: [Mistake] =
    SubresourceMistakes.all + names + values + empties + orders + joints + repeated

  private static let names: [Mistake] = [
    written(
      "query-signed-raw", ["V2-RES-4", "V4-QRY-2"], "Names and values are signed as they are.",
      fix: "Percent-encode names and values."
    ) { $0.percentDecoded },
    written(
      "query-signed-encoded-twice", ["V2-RES-4", "V4-QRY-2"], "Names and values are encoded twice.",
      fix: "Percent-encode each name and value once."
    ) { $0.encoded() },
    written(
      "query-slashes-kept", ["V2-RES-4", "V4-QRY-2"], "Slashes are left as they are.",
      fix: "Percent-encode the slashes of names and values too."
    ) { $0.keeping("/") },
    written(
      "query-marks-kept", ["V2-RES-4", "V4-QRY-2"],
      "The marks !*() are left, and ~ is percent-encoded.",
      fix: "Percent-encode all but letters, digits and -_.~.",
      seen: [.cSharp("V4 escapes names and values as WebUtility does it.")]
    ) { $0.keeping("!*()").replaced("~", by: "%7E") },
    written(
      "query-star-kept", ["V4-QRY-2"], "The star is left as it is, as Java's URLEncoder does.",
      fix: "Write %2A."
    ) { $0.keeping("*") },
    written(
      "query-tilde-signed-encoded", ["V2-RES-4", "V4-QRY-2"],
      "The tilde is signed percent-encoded.",
      fix: "Leave the tilde."
    ) { $0.replaced("~", by: "%7E") },
    written(
      "query-digits-lower-case", ["V2-RES-4", "V4-QRY-2"],
      "Percent triplets have lower-case digits.",
      fix: "Write the digits of triplets in upper case."
    ) { $0.withLowerTriplets },
    .signing(
      "query-name-space-as-plus", ["V2-RES-4", "V4-QRY-2"],
      "A space of a name is signed as a plus sign.",
      fix: "Write %20.", in: .signingV2V4,
      seen: [.goV1("The signers of V2 and V4 encode names with url.QueryEscape.")]
    ) { $0.signedName = { SigningModel.signed($0, $1).replaced("%20", by: "+") } },
    .signing(
      "query-value-space-as-plus", ["V2-RES-4", "V4-QRY-2"],
      "A space of a value is signed as a plus sign.", fix: "Write %20.", in: .signingV2V4
    ) { $0.signedValue = { SigningModel.signed($0, $1).replaced("%20", by: "+") } },
    .signing(
      "query-normalized", ["V4-REQ-5"], "Names and values are normalized.",
      fix: "Sign the bytes that are sent."
    ) {
      $0.signedName = { SigningModel.signed($0, $1.composed) }
      $0.signedValue = { SigningModel.signed($0, $1.composed) }
    },
    .signing(
      "query-names-signed-mangled", ["V4-QRY-7"],
      "Dots, brackets and blanks of names become underscores, and names that are numbers are lost.",
      fix: "Sign names as they are sent; do not parse the query into an array.", in: .signingV2V4,
      seen: [.phpV1("The signer of V4 reads the query with parse_str.")]
    ) {
      $0.leavesOutParameter { Int($0.given.name.text) != nil }
      $0.signedName = { version, name in
        SigningModel.signed(version, Bytes(name.map { " .[]".utf8.contains($0) ? 0x5F : $0 }))
      }
    },
  ]

  private static let values: [Mistake] = [
    .signing(
      "query-values-unsigned", ["V1-RES-7", "V4-QRY-3"],
      "Parameters are signed without their values.",
      fix: "Write the name, an equals sign and the value."
    ) { $0.parameterText = { $0.name } },
    .signing(
      "subresource-values-encoded", ["V1-RES-7", "PRE-QRY-4"], "Values are signed percent-encoded.",
      fix: "Sign the decoded value; encode it for the URL alone.", in: .signingV1,
      seen: [.swiftV2("The value is trimmed and percent-encoded before it is joined.")]
    ) { $0.signedValue = { $1.encoded() } },
    value(
      "subresource-values-decoded", ["V1-RES-7", "V4-QRY-2"],
      "Percent triplets in a value are decoded.",
      fix: "Treat the value as raw: it was decoded already."
    ) { $0.percentDecoded },
    value(
      "subresource-plus-as-space", ["V1-RES-7", "V4-QRY-2"],
      "A plus sign in a value is signed as a space.",
      fix: "Treat the value as raw: it was decoded already."
    ) { $0.replaced("+", by: " ") },
    value(
      "subresource-value-cut-at-equals", ["V1-RES-7", "V4-QRY-3"],
      "A value is signed up to its first equals sign.",
      fix: "Split a parameter at its first equals sign only."
    ) { $0.cut(at: "=") },
    value(
      "query-zero-dropped", ["V1-RES-11", "V4-QRY-7"], "The value 0 is treated as absent.",
      fix: "Ask whether there is a value, not whether it is true."
    ) { $0.isText("0") ? [] : $0 },
    value(
      "query-false-dropped", ["V1-RES-11"], "The value false is treated as absent.",
      fix: "Ask whether there is a value, not what it says."
    ) { $0.isText("false") ? [] : $0 },
    value(
      "query-values-signed-trimmed", ["V1-RES-11", "V2-RES-8", "V4-QRY-7"],
      "Values are signed without outer blanks.",
      fix: "Sign a value as it is sent, blanks included.",
      seen: [
        .iOS("V1 and V4 trim names and values; V1 trims them in the URL too."),
        .java("The signers of V2 and V4 trim values, and the URL keeps their blanks."),
      ]
    ) { $0.withoutOuterBlanks },
  ]

  private static let empties: [Mistake] = [
    .signing(
      "query-empty-signed-with-equals", ["V1-RES-8", "V2-RES-6", "V4-QRY-4"],
      "An empty value is signed as name=.",
      fix: "Write the name alone for a value that is absent or empty.",
      seen: [
        .java("V1 and V2 write only null, and not an empty string, without the equals sign."),
        .javaScript("V4 leaves the equals sign out only if the value is null."),
      ]
    ) { $0.parameterText = { $0.name + ($0.value.map { "=".raw + $0 } ?? []) } },
    .signing(
      "query-bare-signed-with-equals", ["V1-RES-8", "V2-RES-6", "V4-QRY-4"],
      "A bare name is signed as name=, as in S3.",
      fix: "Write the name alone for a value that is absent or empty."
    ) { $0.parameterText = { $0.name + "=".raw + ($0.value ?? []) } },
    .signing(
      "query-bare-unsigned", ["V1-RES-8", "V4-QRY-4"], "A bare name is not signed.",
      fix: "Sign the name of a parameter without a value."
    ) { $0.leavesOutParameter { $0.given.value == nil } },
    .signing(
      "query-empty-unsigned", ["V1-RES-8", "V4-QRY-4"],
      "A parameter with an empty value is not signed.",
      fix: "Sign the name of a parameter with an empty value."
    ) { $0.leavesOutParameter { $0.given.value?.isEmpty == true } },
  ]

  private static let orders: [Mistake] = [
    order(
      "query-order-given", "Parameters stand in the order given.", fix: "Sort parameters by name."
    ) { _, _ in false },
    order(
      "subresource-upload-id-first", breaking: ["V1-RES-6"],
      "The uploadId stands before the partNumber.",
      fix: "Sort subresources by name.",
      seen: [.libcloud("An upload of parts writes uploadId, then partNumber, unsorted.")]
    ) { left, right in
      left.name.isText("uploadId") && right.name.isText("partNumber")
        || left.name.precedes(right.name)
          && !(left.name.isText("partNumber") && right.name.isText("uploadId"))
    },
    order(
      "query-pairs-sorted",
      "Names are sorted together with the equals sign, which sorts after a hyphen.",
      fix: "Sort by the name alone: callback stands before callback-var.",
      seen: [.phpV2("V1 sorts the strings of name and value.")]
    ) { $0.text.precedes($1.text) },
    order(
      "query-order-raw", breaking: ["V2-RES-5", "V4-QRY-5"],
      "Names are sorted before they are encoded.",
      fix: "Sort by the names as they are written."
    ) { $0.given.name.precedes($1.given.name) },
    order(
      "query-order-folds-case", "Parameters are sorted without regard to case.",
      fix: "Compare names byte by byte: an upper-case letter stands before a lower-case one.",
      seen: [.c("V1 sorts names with apr_strnatcasecmp.")]
    ) { $0.name.lowerCase.precedes($1.name.lowerCase) },
    order(
      "query-order-ignores-hyphens", breaking: ["V1-RES-6", "V4-QRY-5"],
      "Hyphens do not count when parameters are sorted.",
      fix: "Sort by bytes, not by the rules of a language."
    ) { $0.name.withoutHyphens.precedes($1.name.withoutHyphens) },
    order(
      "query-order-locale", breaking: ["V1-RES-6", "V2-RES-5", "V4-QRY-5"],
      "Raw names are sorted by the rules of a locale, lower case before upper case.",
      fix: "Sort names byte by byte, with V2 and V4 as they are encoded.",
      seen: [.javaScript("V4 compares names with localeCompare before they are encoded.")]
    ) { left, right in
      let (one, two) = (left.given.name, right.given.name)
      return one.localeKey == two.localeKey
        ? two.precedes(one) : one.localeKey.precedes(two.localeKey)
    },
    order(
      "query-order-utf-16", breaking: ["V2-RES-5", "V4-QRY-5"],
      "Raw names are sorted by their UTF-16 units.", fix: "Sort the encoded names byte by byte."
    ) { $0.given.name.text.utf16.lexicographicallyPrecedes($1.given.name.text.utf16) },
    order(
      "query-order-numbers", breaking: ["V4-QRY-5"],
      "Names that are numbers are sorted by their value.",
      fix: "Sort the encoded names byte by byte.",
      seen: [.phpV2("In V4, keys of an array that are digits become numbers, and sort as such.")]
    ) { left, right in
      guard let one = Int(left.given.name.text), let two = Int(right.given.name.text) else {
        return left.name.precedes(right.name)
      }
      return one < two
    },
    order(
      "v4-url-added-after-callers", breaking: ["V4-PRE-2"],
      "The parameters that signing adds stand after the caller's.",
      fix: "Sort all parameters together."
    ) { $0.isAdded == $1.isAdded ? $0.name.precedes($1.name) : $1.isAdded },
  ]

  private static let joints: [Mistake] = [
    query("query-signed-with-question-mark", "The query begins with a question mark.") {
      $0.isEmpty ? $0 : "?".raw + $0
    },
    query("query-question-mark-alone", "A question mark stands for an absent query.") {
      $0.isEmpty ? "?".raw : $0
    },
  ]

  private static let repeated: [Mistake] = [
    chosen(
      "query-values-joined", ["V1-RES-12", "V4-QRY-8"],
      "The values of a name that is given twice are signed as one, with a comma between them.",
      fix: "Sign each of them, or send one."
    ) { parts in
      parts.reduce(into: []) { result, part in
        if let index = result.firstIndex(where: { $0.given.name == part.given.name }) {
          result[index].given.value = result[index].given.text + ",".raw + part.given.text
        } else {
          result.append(part)
        }
      }
    },
    chosen(
      // The vectors of V1 and V2 take this answer as well: there the rule is open.
      "query-last-value-signed", ["V4-QRY-8"],
      "Of a name that is given twice the last value is signed.",
      fix: "Sign each of them, or send one.",
      seen: [
        .oss2("Parameters are kept in a map."), .pythonV2("Parameters are kept in a map."),
      ]
    ) { parts in
      parts.enumerated().filter { index, part in
        !parts[(index + 1)...].contains { $0.given.name == part.given.name }
      }.map(\.element)
    },
    .signing(
      "query-case-collapsed", ["V1-RES-9", "V4-QRY-1"],
      "Of names that differ only in case the last one is signed.",
      fix: "Keep parameters under their exact names.",
      seen: [.c("In V1 and V4 the table of parameters compares names without regard to case.")]
    ) { model in
      let former = model.signsParameter
      model.signsParameter = { input, part in
        let name = part.given.name.lowerCase
        let last = input.query.last { $0.name.lowerCase == name }
        return former(input, part) && (part.isAdded || last == part.given)
      }
    },
  ]

  /// A mistake in how V2 and V4 write names and values.
  private static func written(
    _ id: String, _ clauses: [String], _ sentence: String, fix: String, seen: [SeenIn] = [],
    _ change: @escaping @Sendable (Bytes) -> Bytes
  ) -> Mistake {
    .signing(id, clauses, sentence, fix: fix, in: .signingV2V4, seen: seen) {
      $0.signedName = { change(SigningModel.signed($0, $1)) }
      $0.signedValue = { change(SigningModel.signed($0, $1)) }
    }
  }

  /// A mistake in a value before it is written.
  private static func value(
    _ id: String, _ clauses: [String], _ sentence: String, fix: String, seen: [SeenIn] = [],
    _ change: @escaping @Sendable (Bytes) -> Bytes
  ) -> Mistake {
    .signing(id, clauses, sentence, fix: fix, seen: seen) {
      $0.signedValue = { SigningModel.signed($0, change($1)) }
    }
  }

  private static func order(
    _ id: String, breaking clauses: [String] = ["V1-RES-6", "V2-RES-5", "V4-QRY-5"],
    _ sentence: String, fix: String, seen: [SeenIn] = [],
    _ precedes: @escaping @Sendable (QueryPart, QueryPart) -> Bool
  ) -> Mistake {
    .signing(id, clauses, sentence, fix: fix, seen: seen) { $0.parameterPrecedes = precedes }
  }

  private static func query(
    _ id: String, _ sentence: String, _ change: @escaping @Sendable (Bytes) -> Bytes
  ) -> Mistake {
    .signing(
      id, ["V4-QRY-6"], sentence,
      fix:
        "Write an ampersand between any two parameters of the canonical query, and nothing else.",
      in: .signingV4
    ) {
      $0.parts = { $1.changing(.query) { $0.text = change($0.text) } }
    }
  }

  private static func chosen(
    _ id: String, _ clauses: [String], _ sentence: String, fix: String, seen: [SeenIn] = [],
    equivalent: String? = nil, _ change: @escaping @Sendable ([QueryPart]) -> [QueryPart]
  ) -> Mistake {
    .signing(id, clauses, sentence, fix: fix, seen: seen, equivalent: equivalent) {
      $0.signedParameters = change
    }
  }
}

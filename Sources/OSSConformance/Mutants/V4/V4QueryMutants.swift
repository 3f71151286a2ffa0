internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in the canonical query of V4.
enum V4QueryMutants {
  static let all: [Mutant] = chosen + encodings + values + orders + joints + texts

  private static let chosen: [Mutant] = [
    query(
      "v4-query-subresources-alone", "V4-QRY-1", "Only the subresources of V1 are signed.",
      mend: "Sign every parameter."
    ) { $0.chosen = { $0.filter { Subresources.contains($0.name) } } },
    query(
      "v4-query-case-collapsed", "V4-QRY-1",
      "Of two parameters whose names differ in case alone one is signed.",
      mend: "Compare the names of parameters byte by byte.",
      sightings: [.c("Parameters are kept in a table without regard to case.")]
    ) { rules in
      rules.chosen = { parameters in
        var names: Set<Bytes> = []
        let last = parameters.reversed().filter { names.insert($0.name.lowercased).inserted }
        return last.reversed()
      }
    },
  ]

  private static let encodings: [Mutant] = [
    query(
      "v4-query-not-encoded", "V4-QRY-2", "Names and values are signed as they are.",
      mend: "Percent-encode both."
    ) { rules in
      rules.name = { $0 }
      rules.value = { $0 }
    },
    query(
      "v4-query-encoded-twice", "V4-QRY-2", "Names and values are percent-encoded twice.",
      mend: "Percent-encode each once."
    ) { rules in
      rules.name = { QueryRules.encoded(QueryRules.encoded($0)) }
      rules.value = { QueryRules.encoded(QueryRules.encoded($0)) }
    },
    query(
      "v4-query-slashes-kept", "V4-QRY-2", "Slashes are left as they are.",
      mend: "Percent-encode the slashes of names and values too."
    ) { rules in
      rules.name = { QueryRules.undoing("/", in: QueryRules.encoded($0)) }
      rules.value = { QueryRules.undoing("/", in: QueryRules.encoded($0)) }
    },
    query(
      "v4-query-space-as-plus", "V4-QRY-2", "A space of a name is signed as a plus sign.",
      mend: "Write %20.",
      sightings: [.goV1("Names are escaped as in a form.")]
    ) { $0.name = { QueryRules.encoded($0).replacing("%20", with: "+") } },
    query(
      "v4-query-value-space-as-plus", "V4-QRY-2", "A space of a value is signed as a plus sign.",
      mend: "Write %20."
    ) { $0.value = { QueryRules.encoded($0).replacing("%20", with: "+") } },
    query(
      "v4-query-marks-kept", "V4-QRY-2", "The marks !*() are left, and ~ is percent-encoded.",
      mend: "Percent-encode all but letters, digits and -_.~.",
      sightings: [
        Sighting(
          sdk: "aliyun-oss-csharp-sdk", version: "a62f3a9 (read, not run)",
          place: "Names and values are escaped as WebUtility does it.")
      ]
    ) { rules in
      let change: @Sendable (Bytes) -> Bytes = {
        QueryRules.undoing("!*()", in: QueryRules.encoded($0)).replacing("~", with: "%7E")
      }
      rules.name = change
      rules.value = change
    },
    query(
      "v4-query-digits-lower-case", "V4-QRY-2", "Percent triplets have lower-case digits.",
      mend: "Write the digits of triplets in upper case."
    ) { rules in
      rules.name = { QueryRules.encoded($0).withLowerTriplets }
      rules.value = { QueryRules.encoded($0).withLowerTriplets }
    },
  ]

  private static let values: [Mutant] = [
    query(
      "v4-query-values-unsigned", "V4-QRY-3", "Parameters are signed without their values.",
      mend: "Write the value behind the name."
    ) { rules in rules.text = { name, _ in name } },
    query(
      "v4-query-empty-with-equals", "V4-QRY-4",
      "A parameter with an empty value is signed with an equals sign.",
      mend: "Write the name alone.",
      sightings: [.javaScript("An equals sign is left out where the value is null alone.")]
    ) { $0.text = { $0 + ($1.map { [0x3D] + $0 } ?? []) } },
    query(
      "v4-query-bare-with-equals", "V4-QRY-4",
      "A parameter without a value is signed with an equals sign, as S3 has it.",
      mend: "Write the name alone."
    ) { $0.text = { $0 + [0x3D] + ($1 ?? []) } },
    query(
      "v4-query-empty-unsigned", "V4-QRY-4", "A parameter without a value is not signed.",
      mend: "Sign the name alone."
    ) { $0.chosen = { $0.filter { $0.value?.isEmpty == false } } },
  ]

  private static let orders: [Mutant] = [
    query(
      "v4-query-order-given", "V4-QRY-5", "The parameters are signed in the order given.",
      mend: "Sort them by their encoded names."
    ) { rules in rules.precedes = { _, _ in false } },
    query(
      "v4-query-order-raw", "V4-QRY-5", "The parameters are sorted by names not yet encoded.",
      mend: "Sort by the names as they are written."
    ) { $0.precedes = { $0.name.lexicographicallyPrecedes($1.name) } },
    query(
      "v4-query-order-locale", "V4-QRY-5",
      "Raw names are sorted by the rules of a locale, lower case before upper case.",
      mend: "Sort the encoded names byte by byte.",
      sightings: [.javaScript("Names are compared with localeCompare before they are encoded.")]
    ) { $0.precedes = { $0.name.precedesByLocale($1.name) } },
    query(
      "v4-query-order-utf-16", "V4-QRY-5", "Raw names are sorted by their UTF-16 units.",
      mend: "Sort the encoded names byte by byte."
    ) { $0.precedes = { $0.name.text.utf16.lexicographicallyPrecedes($1.name.text.utf16) } },
    query(
      "v4-query-repeated-joined", "V4-QRY-8", "The values of a name given twice become one value.",
      mend: "Write the parameter for each value, in the order given."
    ) { rules in
      rules.chosen = { parameters in
        var joined: [QueryRules.Parameter] = []
        for parameter in parameters {
          if let index = joined.firstIndex(where: { $0.name == parameter.name }) {
            joined[index].value = (joined[index].value ?? []) + [0x2C] + (parameter.value ?? [])
          } else {
            joined.append(parameter)
          }
        }
        return joined
      }
    },
    query(
      "v4-query-order-numbers", "V4-QRY-5", "Names that are numbers are sorted by their value.",
      mend: "Sort the encoded names byte by byte.",
      sightings: [.phpV2("Keys of an array that are digits become numbers, and sort as such.")]
    ) { rules in
      rules.precedes = { left, right in
        let (first, second) = (Int(left.name.text), Int(right.name.text))
        if let first, let second { return first < second }
        return left.encodedName.lexicographicallyPrecedes(right.encodedName)
      }
    },
    query(
      "v4-query-order-pairs", "V4-QRY-5", "Names and values are sorted together, with the =.",
      mend: "Sort by the names alone: = stands behind - among the bytes."
    ) { $0.precedes = { $0.text.lexicographicallyPrecedes($1.text) } },
  ]

  private static let joints: [Mutant] = [
    query(
      "v4-query-ampersand-at-end", "V4-QRY-6", "An ampersand follows the last parameter too.",
      mend: "Write an ampersand between two parameters."
    ) { $0.whole = { $0.isEmpty ? $0 : $0 + [0x26] } },
    query(
      "v4-query-question-mark", "V4-QRY-6", "The query begins with a question mark.",
      mend: "Write the parameters alone."
    ) { $0.whole = { $0.isEmpty ? $0 : [0x3F] + $0 } },
    query(
      "v4-query-mark-for-nothing", "V4-QRY-6",
      "A question mark stands for the query that a request does not have.",
      mend: "Leave the line empty."
    ) { $0.whole = { $0.isEmpty ? [0x3F] : $0 } },
    query(
      "v4-query-semicolons", "V4-QRY-6", "Semicolons stand between the parameters.",
      mend: "Write ampersands."
    ) { $0.whole = { $0.replacing("&", with: ";") } },
  ]

  private static let texts: [Mutant] = [
    query(
      "v4-query-values-trimmed", "V4-QRY-7", "Values are signed without blanks at their ends.",
      mend: "Sign a value as it is sent.",
      sightings: [
        .java("Values are trimmed in the canonical query, and sent as given."),
        .iOS("Values are trimmed in the canonical query."),
      ]
    ) { $0.value = { QueryRules.encoded($0.trimmed { $0 <= 0x20 }) } },
    query(
      "v4-query-zero-dropped", "V4-QRY-7", "The value 0 counts as none.",
      mend: "Ask whether there is a value, not whether it is true."
    ) { rules in
      rules.text = { name, value in
        guard let value, !value.isEmpty, !value.elementsEqual("0".utf8) else { return name }
        return name + [0x3D] + value
      }
    },
    query(
      "v4-query-names-mangled", "V4-QRY-7",
      "Dots, brackets and blanks of names become underscores, and numbers are no names.",
      mend: "Sign the names as they are sent.",
      sightings: [.phpV1("The query is read with parse_str.")]
    ) { rules in
      rules.chosen = { parameters in
        parameters.filter { Int($0.name.text) == nil }.map { parameter in
          var parameter = parameter
          let changed: Set<UInt8> = [0x20, 0x2E, 0x5B, 0x5D]
          parameter.name = Bytes(parameter.name.map { changed.contains($0) ? 0x5F : $0 })
          return parameter
        }
      }
    },
    query(
      "v4-query-names-lower-case", "V4-QRY-7", "Names are signed in lower case.",
      mend: "Sign the names as they are sent."
    ) { $0.name = { QueryRules.encoded($0.lowercased) } },
  ]

  private static func query(
    _ id: String, _ clause: String, _ mistake: String, mend: String, sightings: [Sighting] = [],
    _ change: (inout QueryRules) -> Void
  ) -> Mutant {
    var rules = QueryRules()
    change(&rules)
    let broken = rules
    return Mutant(id, clause, mistake, mend: mend, on: .signingV4, sightings: sightings) {
      $0.signingV4.query = { broken.append($0, $1, to: &$2) }
    }
  }
}

extension Bytes {
  /// Whether the bytes stand before others as a locale sorts words.
  fileprivate func precedesByLocale(_ other: Bytes) -> Bool {
    let (left, right) = (localeKey, other.localeKey)
    if left != right { return left.lexicographicallyPrecedes(right) }
    // Of two that differ in case alone the one in lower case comes first.
    return other.lexicographicallyPrecedes(self)
  }

  /// Marks before digits before letters, case left aside.
  private var localeKey: Bytes {
    Bytes(
      lowercased.flatMap { byte -> [UInt8] in
        let isLetter = 0x61...0x7A ~= byte || byte >= 0x80
        return [isLetter ? 2 : 0x30...0x39 ~= byte ? 1 : 0, byte]
      })
  }
}

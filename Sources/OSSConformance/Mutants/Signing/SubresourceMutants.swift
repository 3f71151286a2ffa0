internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in which parameters are signed, and how.
enum SubresourceMutants {
  static let all: [Mutant] = SubresourceListMutants.all + order + values + repeated

  private static let order: [Mutant] = [
    resource(
      "subresource-pairs-sorted", "V1-RES-6",
      "Assembled pairs are sorted, where an equals sign stands after a hyphen.",
      mend: "Sort by the name alone: callback stands before callback-var.",
      sightings: [.phpV2("The strings of name and value are sorted.")]
    ) { rules in
      let text = rules.text
      rules.precedes = { text($0).lexicographicallyPrecedes(text($1)) }
    },
    resource(
      "subresource-unsorted", "V1-RES-6", "Subresources stand in the order given.",
      mend: "Sort them by name."
    ) { $0.precedes = { _, _ in false } },
    resource(
      "subresource-order-folds-case", "V1-RES-6", "Subresources are sorted without regard to case.",
      mend: "Compare names byte by byte: an upper-case letter stands before a lower-case one.",
      sightings: [.c("Names are sorted with apr_strnatcasecmp.")]
    ) {
      $0.precedes = { $0.name.lowercased.lexicographicallyPrecedes($1.name.lowercased) }
    },
    resource(
      "subresource-order-ignores-hyphens", "V1-RES-6",
      "Hyphens do not count when subresources are sorted.",
      mend: "Sort by bytes, not by the rules of a language."
    ) {
      $0.precedes = { $0.name.withoutHyphens.lexicographicallyPrecedes($1.name.withoutHyphens) }
    },
    resource(
      "subresource-joined-with-question-mark", "V1-RES-6",
      "The first subresource follows an ampersand.",
      mend: "Write a question mark before the first one."
    ) { $0.separator = UInt8(ascii: "&") },
  ]

  private static let values: [Mutant] = [
    resource(
      "subresource-values-left-out", "V1-RES-7", "Subresources are signed without their values.",
      mend: "Write the name, an equals sign and the value."
    ) { $0.text = { $0.name } },
    resource(
      "subresource-values-encoded", "V1-RES-7", "Values are signed percent-encoded.",
      mend: "Sign the decoded value; encode it for the URL alone.",
      sightings: [.swiftV2("The value is trimmed and percent-encoded before it is joined.")]
    ) { rules in
      let text = rules.text
      rules.text = { parameter in
        var encoded = parameter
        encoded.value = parameter.value.map { Bytes($0.text.percentEncoded().utf8) }
        return text(encoded)
      }
    },
    value(
      "subresource-values-decoded", "V1-RES-7", "Percent triplets in a value are decoded.",
      mend: "Take the value as raw: it was decoded already."
    ) { Bytes($0.text.percentDecoded.utf8) },
    value(
      "subresource-plus-as-space", "V1-RES-7", "A plus sign in a value is signed as a space.",
      mend: "Take the value as raw: it was decoded already."
    ) { $0.replacing("+", with: " ") },
    value(
      "subresource-value-cut-at-equals", "V1-RES-7",
      "A value is signed up to its first equals sign.",
      mend: "Split a parameter at its first equals sign only."
    ) { Bytes($0.prefix { $0 != UInt8(ascii: "=") }) },
    resource(
      "subresource-empty-with-equals", "V1-RES-8", "An empty value is signed as name=.",
      mend: "Write the name alone for a value that is absent or empty.",
      sightings: [.java("Only null, and not an empty string, is written without the equals sign.")]
    ) { rules in
      rules.text = { parameter in
        guard let value = parameter.value else { return parameter.name }
        return parameter.name + [UInt8(ascii: "=")] + value
      }
    },
    resource(
      "subresource-bare-with-equals", "V1-RES-8", "A bare name is signed as name=.",
      mend: "Write the name alone for a value that is absent or empty."
    ) { $0.text = { $0.name + [UInt8(ascii: "=")] + ($0.value ?? []) } },
    resource(
      "subresource-bare-dropped", "V1-RES-8", "A bare name is not signed.",
      mend: "Sign the name of a parameter without a value."
    ) { rules in
      rules.chosen = { $0.filter { $0.value != nil } }
    },
    resource(
      "subresource-empty-dropped", "V1-RES-8", "A parameter with an empty value is not signed.",
      mend: "Sign the name of a parameter with an empty value."
    ) { rules in
      rules.chosen = { $0.filter { $0.value?.isEmpty != true } }
    },
    value(
      "subresource-zero-dropped", "V1-RES-11", "The value 0 counts as none.",
      mend: "Ask whether there is a value, not whether it is true."
    ) { $0.elementsEqual("0".utf8) ? [] : $0 },
    value(
      "subresource-false-dropped", "V1-RES-11", "The value false counts as none.",
      mend: "Ask whether there is a value, not what it says."
    ) { $0.elementsEqual("false".utf8) ? [] : $0 },
    value(
      "subresource-values-trimmed", "V1-RES-11", "Values are signed without outer blanks.",
      mend: "Sign a value as it is sent, blanks included.",
      sightings: [
        .iOS("Names and values are trimmed, in the string and in the URL."),
        .java("The signers of V2 and V4 trim values, which the URL keeps."),
      ]
    ) { $0.blanksTrimmed },
  ]

  private static let repeated: [Mutant] = [
    resource(
      "subresource-values-joined", "V1-RES-12",
      "The values of a name given twice are signed as one, with a comma between them.",
      mend: "Sign each of them, or send one."
    ) { rules in
      rules.chosen = { parameters in
        parameters.reduce(into: []) { result, parameter in
          if let index = result.firstIndex(where: { $0.name == parameter.name }) {
            result[index].value =
              (result[index].value ?? []) + Bytes(",".utf8)
              + (parameter.value ?? [])
          } else {
            result.append(parameter)
          }
        }
      }
    },
    resource(
      "subresource-last-wins", "V1-RES-12", "Of a name given twice the last value is signed.",
      mend: "Sign each of them, or send one.",
      sightings: [
        .oss2("Parameters are kept in a map."), .pythonV2("Parameters are kept in a map."),
      ],
      equivalent: "The rule is open, so the vector of the clause takes this answer too."
    ) { rules in
      rules.chosen = { parameters in
        parameters.enumerated().filter { index, parameter in
          !parameters[(index + 1)...].contains { $0.name == parameter.name }
        }.map(\.element)
      }
    },
    resource(
      "subresource-first-wins", "V1-RES-12", "Of a name given twice the first value is signed.",
      mend: "Sign each of them, or send one.",
      equivalent: "The rule is open, so the vector of the clause takes this answer too."
    ) { rules in
      rules.chosen = { parameters in
        parameters.enumerated().filter { index, parameter in
          !parameters[..<index].contains { $0.name == parameter.name }
        }.map(\.element)
      }
    },
    resource(
      "subresource-case-collapsed", "V1-RES-9",
      "Names that differ in case are taken for one, and the last is signed.",
      mend: "Keep parameters under their exact names.",
      sightings: [.c("The table of parameters compares names without regard to case.")]
    ) { rules in
      rules.isSigned = { _ in true }
      rules.chosen = { parameters in
        parameters.enumerated().filter { index, parameter in
          let name = parameter.name.lowercased
          return Subresources.contains(parameter.name)
            && !parameters[(index + 1)...].contains { $0.name.lowercased == name }
        }.map(\.element)
      }
    },
  ]

  /// A mutant of the rules for the resource.
  static func resource(
    _ id: String, _ clause: String, _ mistake: String, mend: String,
    sightings: [Sighting] = [], equivalent: String? = nil,
    _ change: (inout ResourceRules) -> Void
  ) -> Mutant {
    var rules = ResourceRules()
    change(&rules)
    let broken = rules
    return Mutant(
      id, clause, mistake, mend: mend, on: .signing, sightings: sightings, equivalent: equivalent
    ) { steps in
      steps.signing.canonicalizedResource = { broken.append($0, $1, to: &$2) }
    }
  }

  /// A mutant of a subresource's value, which an empty result leaves out.
  private static func value(
    _ id: String, _ clause: String, _ mistake: String, mend: String,
    sightings: [Sighting] = [], _ change: @escaping @Sendable (Bytes) -> Bytes
  ) -> Mutant {
    resource(id, clause, mistake, mend: mend, sightings: sightings) { rules in
      rules.chosen = { parameters in
        parameters.map { ResourceRules.Parameter(name: $0.name, value: $0.value.map(change)) }
      }
    }
  }
}

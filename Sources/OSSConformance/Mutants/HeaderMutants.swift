internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in the lines of the `x-oss-` headers.
enum HeaderMutants {
  static let all: [Mutant] = [
    headers(
      "header-values-not-trimmed", "V1-HDR-3",
      "Header values are signed with the blanks at their ends.",
      mend: "Take spaces and tabs off both ends of each value before it is signed.",
      sightings: [
        .oss2("The signer of V1 joins the values of the x-oss- headers as the caller gave them."),
        .pythonV2("The signer of V1 joins the values of the x-oss- headers as given."),
        .goV1("The signer of V1 writes header values as given."),
      ]
    ) { $0.value = { $0 } },
    headers(
      "header-names-first-seven-lowered", "V1-HDR-2",
      "Only the first seven bytes of a header name are put into lower case.",
      mend: "Put the whole name into lower case: the size of a pointer is not that of its string.",
      sightings: [
        .c("The macro that makes a string of a pointer takes the size of the pointer less one.")
      ]
    ) {
      $0.name = { name in
        Bytes(name.prefix(7)).asciiLowercased + name.dropFirst(7)
      }
    },
    headers(
      "header-value-zero-dropped", "V1-HDR-1",
      "A header whose value is 0 is not signed.",
      mend: "Ask whether the value is there, not whether it is true.",
      sightings: [.phpV1("A header is left out where empty() holds, which it does for \"0\".")]
    ) { rules in
      let isSigned = rules.isSigned
      rules.isSigned = { isSigned($0) && !$0.value.elementsEqual("0".utf8) }
    },
  ]

  /// A mutant of the rules for header lines.
  static func headers(
    _ id: String, _ clause: String, _ mistake: String, mend: String,
    sightings: [Sighting] = [], equivalent: String? = nil,
    _ change: (inout HeaderRules) -> Void
  ) -> Mutant {
    var rules = HeaderRules()
    change(&rules)
    let broken = rules
    return Mutant(
      id, clause, mistake, mend: mend, on: [.v1Header, .v1Presign], sightings: sightings,
      equivalent: equivalent
    ) { steps in
      steps.signing.canonicalizedHeaders = { broken.append($0, $1, to: &$2) }
    }
  }
}

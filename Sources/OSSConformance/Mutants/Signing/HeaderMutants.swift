internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in the lines of the `x-oss-` headers.
enum HeaderMutants {
  static let all: [Mutant] =
    chosen + names + values + HeaderOrderMutants.all + lines + repeated

  private static let chosen: [Mutant] = [
    headers(
      "header-value-zero-dropped", "V1-HDR-1", "A header whose value is 0 is not signed.",
      mend: "Ask whether the value is there, not whether it is true.",
      sightings: [.phpV1("A header is left out where empty() holds, which it does for \"0\".")]
    ) { $0.isSigned = { isOSS($0) && !$0.value.elementsEqual("0".utf8) } },
    headers(
      "header-only-meta-signed", "V1-HDR-1", "Only the x-oss-meta- headers are signed.",
      mend: "Sign every header whose name begins with x-oss-."
    ) { $0.isSigned = { $0.name.starts(with: "x-oss-meta-".utf8) } },
    headers(
      "header-meta-not-signed", "V1-HDR-1", "The x-oss-meta- headers are not signed.",
      mend: "Sign every header whose name begins with x-oss-."
    ) { $0.isSigned = { isOSS($0) && !$0.name.starts(with: "x-oss-meta-".utf8) } },
    headers(
      "header-unknown-dropped", "V1-HDR-1", "Only x-oss- headers that the SDK knows are signed.",
      mend: "Sign every header whose name begins with x-oss-, known or not.",
      sightings: [
        .iOS("Since 2.11.0 x-oss-hash-sha1 is sent, and stands in no string to sign.")
      ]
    ) { rules in
      let known = ["meta-", "acl", "date", "copy-", "object-acl", "security-token", "tagging"]
      rules.isSigned = { line in
        isOSS(line) && known.contains { line.name.starts(with: "x-oss-\($0)".utf8) }
      }
    },
    headers(
      "header-prefix-by-case", "V1-HDR-1",
      "Only headers whose name begins with x-oss- in lower case are signed.",
      mend: "Put the name into lower case before its beginning is compared."
    ) { $0.isSigned = { $0.given.name.utf8.starts(with: "x-oss-".utf8) } },
    headers(
      "header-prefix-too-short", "V1-HDR-1", "Headers that begin with x-oss are signed too.",
      mend: "Compare the beginning with x-oss-, the hyphen included."
    ) { $0.isSigned = { $0.name.starts(with: "x-oss".utf8) } },
    headers(
      "header-contains-x-oss", "V1-HDR-1",
      "A header with x-oss- anywhere in its name is signed.",
      mend: "Ask whether the name begins with x-oss-."
    ) { $0.isSigned = { $0.name.replacing("x-oss-", with: "").count < $0.name.count } },
    headers(
      "header-all-signed", "V1-HDR-1", "Every header is signed among the OSS headers.",
      mend: "Sign the x-oss- headers alone there."
    ) { $0.isSigned = { $0.name != Bytes("date".utf8) } },
    headers(
      "header-amz-prefix", "V1-HDR-1", "Headers that begin with x-amz- are signed, x-oss- are not.",
      mend: "Sign the headers whose name begins with x-oss-."
    ) { $0.isSigned = { $0.name.starts(with: "x-amz-".utf8) } },
  ]

  private static let names: [Mutant] = [
    headers(
      "header-names-not-lowered", "V1-HDR-2", "Header names are signed as they were given.",
      mend: "Put each name into lower case."
    ) { rules in
      rules.name = { $0 }
      rules.isSigned = { $0.name.lowercased.starts(with: "x-oss-".utf8) }
    },
    headers(
      "header-names-first-seven-lowered", "V1-HDR-2",
      "Only the first seven bytes of a header name are put into lower case.",
      mend: "Put the whole name into lower case: the size of a pointer is not that of its string.",
      sightings: [
        .c("The macro that makes a string of a pointer takes the size of the pointer less one.")
      ]
    ) { $0.name = { Bytes($0.prefix(7)).lowercased + $0.dropFirst(7) } },
    headers(
      "header-underscores-as-hyphens", "V1-HDR-2",
      "An underscore in a header name becomes a hyphen.",
      mend: "Change nothing of a name but the case of its letters."
    ) { $0.name = { $0.lowercased.replacing("_", with: "-") } },
  ]

  private static let values: [Mutant] = [
    headers(
      "header-values-not-trimmed", "V1-HDR-3",
      "Header values are signed with the blanks at their ends.",
      mend: "Take spaces and tabs off both ends of each value before it is signed.",
      sightings: [
        .oss2("The signer of V1 joins the values of the x-oss- headers as the caller gave them."),
        .pythonV2("The signer of V1 joins the values of the x-oss- headers as given."),
        .goV1("The signer of V1 writes header values as given."),
        .go1("The first value of each name is written as given."),
        .swiftV2("The signer of V1 writes header values as given."),
      ]
    ) { $0.value = { $0 } },
    headers(
      "header-tabs-not-trimmed", "V1-HDR-3", "Only spaces are taken off the ends of a value.",
      mend: "Take tabs off too: HTTP counts both as optional blanks.",
      sightings: [.goV1("The signer of V4 trims the space alone; that of V1 trims nothing.")]
    ) { $0.value = { $0.trimmed { $0 == 0x20 } } },
    headers(
      "header-leading-blanks-kept", "V1-HDR-3", "Blanks before a value are signed.",
      mend: "Take blanks off both ends."
    ) {
      $0.value = { given in Bytes(given[..<(given.lastIndex { !$0.isBlank } ?? -1).advanced(by: 1)])
      }
    },
    headers(
      "header-trailing-blanks-kept", "V1-HDR-3", "Blanks after a value are signed.",
      mend: "Take blanks off both ends."
    ) { $0.value = { Bytes($0.drop { $0.isBlank }) } },
    headers(
      "header-no-break-space-trimmed", "V1-HDR-3",
      "Blanks of Unicode, such as U+00A0, are taken off the ends of a value.",
      mend: "Take off the space and the tab only; other bytes arrive."
    ) { $0.value = { $0.withoutUnicodeBlanks } },
    headers(
      "header-inner-blanks-collapsed", "V1-HDR-4",
      "Several blanks inside a value are signed as one space.",
      mend: "Leave the inside of a value as it is."
    ) { $0.value = { Bytes($0.blanksTrimmed.split { $0.isBlank }.joined(separator: [0x20])) } },
    headers(
      "header-value-cut-at-colon", "V1-HDR-4", "A value is signed up to its first colon.",
      mend: "Split a header at its first colon only."
    ) { $0.value = { Bytes($0.blanksTrimmed.prefix { $0 != UInt8(ascii: ":") }) } },
    headers(
      "header-value-cut-at-comma", "V1-HDR-4", "A value is signed up to its first comma.",
      mend: "Sign the whole value."
    ) { $0.value = { Bytes($0.blanksTrimmed.prefix { $0 != UInt8(ascii: ",") }) } },
    headers(
      "header-values-percent-decoded", "V1-HDR-4", "Percent triplets in a value are decoded.",
      mend: "Sign a value as it is sent."
    ) { $0.value = { Bytes($0.blanksTrimmed.text.percentDecoded.utf8) } },
    headers(
      "header-values-percent-encoded", "V1-HDR-4", "Values outside ASCII are percent-encoded.",
      mend: "Sign the UTF-8 bytes of the value, and send the same."
    ) {
      $0.value = { given in
        let value = given.blanksTrimmed
        return value.allSatisfy { $0 < 0x80 } ? value : Bytes(value.text.percentEncoded().utf8)
      }
    },
    headers(
      "header-values-normalized", "V1-STS-7", "Values are normalized.",
      mend: "Sign the bytes that are sent."
    ) { $0.value = { Bytes($0.blanksTrimmed.text.composed.utf8) } },
    headers(
      "header-values-as-latin-1", "V1-HDR-4", "Values are signed as Latin-1.",
      mend: "Sign the UTF-8 bytes of the value."
    ) { $0.value = { $0.blanksTrimmed.text.latin1 } },
    headers(
      "header-values-lower-case", "V1-HDR-4", "Values are signed in lower case.",
      mend: "Put the name alone into lower case."
    ) { $0.value = { $0.blanksTrimmed.lowercased } },
    headers(
      "header-values-cut-at-1-kib", "V1-HDR-4", "A value is cut at 1024 bytes.",
      mend: "Sign the whole value, however long."
    ) { $0.value = { Bytes($0.blanksTrimmed.prefix(1024)) } },
    headers(
      "header-values-html-escaped", "V1-HDR-4", "Ampersands and angle brackets are escaped.",
      mend: "Sign a value as it is sent."
    ) {
      $0.value = { $0.blanksTrimmed.replacing("&", with: "&amp;").replacing("<", with: "&lt;") }
    },
    headers(
      "header-quotes-removed", "V1-HDR-4", "Quotation marks around a value are removed.",
      mend: "Sign a value as it is sent."
    ) { $0.value = { $0.blanksTrimmed.trimmed { $0 == UInt8(ascii: "\"") } } },
  ]

  private static let lines: [Mutant] = [
    headers(
      "header-space-after-colon", "V1-HDR-6", "A space follows the colon of a line.",
      mend: "Write nothing between the colon and the value."
    ) { $0.text = { $0.name + [0x3A, 0x20] + $0.value + [0x0A] } },
    headers(
      "header-lines-without-end", "V1-HDR-6", "Header lines have no line end.",
      mend: "End each line with an LF."
    ) { $0.text = { $0.name + [0x3A] + $0.value } },
    headers(
      "header-equals-for-colon", "V1-HDR-6", "An equals sign stands between name and value.",
      mend: "Write a colon."
    ) { $0.text = { $0.name + [0x3D] + $0.value + [0x0A] } },
    headers(
      "header-empty-value-without-colon", "V1-HDR-7",
      "A header with an empty value is signed as its name alone.",
      mend: "Write the colon also before an empty value."
    ) { $0.text = { $0.name + ($0.value.isEmpty ? [] : [0x3A] + $0.value) + [0x0A] } },
    headers(
      "header-empty-value-dropped", "V1-HDR-7", "A header with an empty value is not signed.",
      mend: "Sign every header that is sent, as its name and a colon if it has no value.",
      sightings: [
        .goV2("A header without a value is passed over."),
        .phpV1("A header is left out where empty() holds."),
      ]
    ) { $0.isSigned = { isOSS($0) && !$0.value.isEmpty } },
  ]

  private static let open = "The rule is open, so the vectors of the clause take this answer too."

  private static let repeated: [Mutant] = [
    headers(
      "header-last-value-wins", "V1-HDR-8", "Of a name given twice the last value is signed.",
      mend: "Join the values with a comma, and send them so.",
      sightings: [
        .oss2("Headers are kept in a map without regard to case."),
        .pythonV2("Headers are kept in a map without regard to case."),
      ], equivalent: open
    ) { $0.joined = { $1 } },
    headers(
      "header-first-value-wins", "V1-HDR-8", "Of a name given twice the first value is signed.",
      mend: "Join the values with a comma, and send them so.",
      sightings: [.goV1("The first of several values is taken.")], equivalent: open
    ) { rules in rules.joined = { first, _ in first } },
    headers(
      "header-values-joined-with-blank", "V1-HDR-8",
      "The values of a name given twice are joined with a comma and a space.",
      mend: "Join them with a comma alone."
    ) { $0.joined = { $0 + [0x2C, 0x20] + $1 } },
    headers(
      "header-line-for-each-value", "V1-HDR-8", "A name given twice has a line for each value.",
      mend: "Write one line for a name, its values joined with a comma."
    ) { rules in
      rules.joined = { $0 + [0x00] + $1 }
      rules.text = { line in
        Bytes(
          line.value.split(separator: 0, omittingEmptySubsequences: false).flatMap {
            line.name + [0x3A] + $0 + [0x0A]
          })
      }
    },
  ]

  private static func isOSS(_ line: HeaderRules.Line) -> Bool {
    line.name.starts(with: "x-oss-".utf8)
  }

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
      id, clause, mistake, mend: mend, on: .signing, sightings: sightings, equivalent: equivalent
    ) { steps in
      steps.signing.canonicalizedHeaders = { broken.append($0, $1, to: &$2) }
    }
  }
}

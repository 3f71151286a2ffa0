internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in the canonical headers of V4.
enum V4HeaderMutants {
  static let all: [Mutant] = chosen + types + values + orders + lines

  private static let chosen: [Mutant] = [
    headers(
      "v4-header-names-by-prefix", "V4-HDR-1",
      "A header whose name begins with Content-Type or Content-MD5 is signed.",
      mend: "Compare the whole name.",
      sightings: [.c("The names are compared over the length of the known one.")]
    ) { rules in
      rules.isSigned = { line, listed in
        isStandard(line, listed) || line.name.starts(with: "content-type".utf8)
          || line.name.starts(with: "content-md5".utf8)
      }
    },
    headers(
      "v4-header-value-zero-dropped", "V4-HDR-1", "A header whose value is 0 is not signed.",
      mend: "Ask whether the value is there, not whether it is true.",
      sightings: [.phpV1("A header is left out where empty() holds, which it does for \"0\".")]
    ) { $0.isSigned = { isStandard($0, $1) && !$0.value.elementsEqual("0".utf8) } },
    headers(
      "v4-header-meta-unsigned", "V4-HDR-1", "The x-oss-meta- headers are not signed.",
      mend: "Sign every header whose name begins with x-oss-."
    ) { $0.isSigned = { isStandard($0, $1) && !$0.name.starts(with: "x-oss-meta-".utf8) } },
    headers(
      "v4-header-unknown-unsigned", "V4-HDR-1",
      "Only the x-oss- headers of metadata and of signing itself are signed.",
      mend: "Sign every header whose name begins with x-oss-."
    ) { rules in
      let known = ["meta-", "date", "content-sha256", "security-token"]
      rules.isSigned = { line, listed in
        isStandard(line, listed)
          && (!line.name.starts(with: "x-oss-".utf8)
            || known.contains { line.name.starts(with: "x-oss-\($0)".utf8) })
      }
    },
    headers(
      "v4-header-all-signed", "V4-HDR-1", "Every header of the request is signed.",
      mend: "Sign the x-oss- headers, the two of the content and the additional ones."
    ) { rules in rules.isSigned = { _, _ in true } },
    headers(
      "v4-header-prefix-too-short", "V4-HDR-1", "Headers that begin with x-oss are signed too.",
      mend: "Compare the beginning with x-oss-, the hyphen included."
    ) { $0.isSigned = { isStandard($0, $1) || $0.name.starts(with: "x-oss".utf8) } },
  ]

  private static let types: [Mutant] = [
    headers(
      "v4-header-type-unsigned", "V4-HDR-1", "Content-Type is not signed.",
      mend: "Sign it without being asked."
    ) { $0.isSigned = { isStandard($0, $1) && !$0.name.elementsEqual("content-type".utf8) } },
    headers(
      "v4-header-md5-unsigned", "V4-HDR-1", "Content-MD5 is not signed.",
      mend: "Sign it without being asked."
    ) { $0.isSigned = { isStandard($0, $1) && !$0.name.elementsEqual("content-md5".utf8) } },
    headers(
      "v4-header-type-by-case", "V4-HDR-1",
      "Content-Type is found in its usual spelling and in lower case only.",
      mend: "Compare the names of headers without regard to case.",
      sightings: [
        .javaScript("A Content-Type in another spelling is not seen, and a second one is added.")
      ]
    ) { rules in
      rules.isSigned = { line, listed in
        guard line.name.elementsEqual("content-type".utf8) else { return isStandard(line, listed) }
        return ["Content-Type", "content-type"].contains { line.given.name.hasSameBytes(as: $0) }
      }
    },
    headers(
      "v4-header-names-not-lowered", "V4-HDR-2", "Header names are signed as they were given.",
      mend: "Put each name into lower case."
    ) { rules in
      rules.lines.name = { $0 }
      rules.isSigned = { line, listed in
        HeaderRulesV4.isSignedAnyway(line.name.lowercased) || listed.contains(line.name.lowercased)
      }
    },
    headers(
      "v4-header-names-capitalized", "V4-HDR-2", "Each word of a name begins with a capital.",
      mend: "Put each name into lower case."
    ) { rules in
      rules.lines.text = { line in
        var name = line.name
        for index in name.indices where index == 0 || name[index - 1] == 0x2D {
          if 0x61...0x7A ~= name[index] { name[index] &= 0xDF }
        }
        return name + [0x3A] + line.value + [0x0A]
      }
    },
  ]

  private static let values: [Mutant] = [
    headers(
      "v4-header-values-not-trimmed", "V4-HDR-3", "Values are signed with blanks at their ends.",
      mend: "Take spaces and tabs off both ends of each value before it is signed.",
      sightings: [
        .oss2("The signer of V4 joins the values as the caller gave them."),
        .pythonV2("The signer of V4 joins the values as the caller gave them."),
      ]
    ) { $0.lines.value = { $0 } },
    headers(
      "v4-header-tabs-not-trimmed", "V4-HDR-3", "Only spaces are taken off the ends of a value.",
      mend: "Take tabs off too.", sightings: [.goV1("The signer of V4 trims the space alone.")]
    ) { $0.lines.value = { $0.trimmed { $0 == 0x20 } } },
    headers(
      "v4-header-leading-blanks-kept", "V4-HDR-3", "Blanks before a value are signed.",
      mend: "Take blanks off both ends."
    ) { rules in
      rules.lines.value = { given in Bytes(given.reversed().drop { $0.isBlank }.reversed()) }
    },
    headers(
      "v4-header-inner-blanks-collapsed", "V4-HDR-4",
      "Several blanks inside a value are signed as one space, as S3 has it.",
      mend: "Leave the inside of a value as it is."
    ) {
      $0.lines.value = { Bytes($0.blanksTrimmed.split { $0.isBlank }.joined(separator: [0x20])) }
    },
    headers(
      "v4-header-value-cut-at-colon", "V4-HDR-4", "A value is signed up to its first colon.",
      mend: "Split a header at its first colon only."
    ) { $0.lines.value = { Bytes($0.blanksTrimmed.prefix { $0 != UInt8(ascii: ":") }) } },
    headers(
      "v4-header-space-after-comma", "V4-HDR-4", "Blanks around a comma are signed as one space.",
      mend: "Leave the inside of a value as it is."
    ) { rules in
      rules.lines.value = { given in
        let parts = given.blanksTrimmed.split(separator: 0x2C, omittingEmptySubsequences: false)
        return Bytes(parts.map { Bytes($0).blanksTrimmed }.joined(separator: [0x2C, 0x20]))
      }
    },
    headers(
      "v4-header-quotes-removed", "V4-HDR-4", "Quotation marks around a value are removed.",
      mend: "Sign a value as it is sent."
    ) { $0.lines.value = { $0.blanksTrimmed.trimmed { $0 == UInt8(ascii: "\"") } } },
    headers(
      "v4-header-values-percent-decoded", "V4-HDR-4", "Percent triplets in a value are decoded.",
      mend: "Sign a value as it is sent."
    ) { $0.lines.value = { Bytes($0.blanksTrimmed.text.percentDecoded.utf8) } },
    headers(
      "v4-header-values-html-escaped", "V4-HDR-4", "Ampersands and angle brackets are escaped.",
      mend: "Sign a value as it is sent."
    ) {
      $0.lines.value = {
        $0.blanksTrimmed.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      }
    },
    headers(
      "v4-header-values-lower-case", "V4-HDR-4", "Values are signed in lower case.",
      mend: "Put the name alone into lower case."
    ) { $0.lines.value = { $0.blanksTrimmed.lowercased } },
    headers(
      "v4-header-values-percent-encoded", "V4-HDR-4", "Values outside ASCII are percent-encoded.",
      mend: "Sign the UTF-8 bytes of the value, and send the same."
    ) {
      $0.lines.value = { given in
        let value = given.blanksTrimmed
        return value.allSatisfy { $0 < 0x80 } ? value : Bytes(value.text.percentEncoded().utf8)
      }
    },
  ]

  private static let orders: [Mutant] = [
    headers(
      "v4-header-order-natural", "V4-HDR-5", "Numbers in header names are sorted by their value.",
      mend: "Sort the names byte by byte.",
      sightings: [.c("Names are compared with apr_strnatcasecmp.")]
    ) { $0.lines.precedes = { $0.name.precedesNaturally($1.name) } },
    headers(
      "v4-header-order-culture", "V4-HDR-5", "Names are sorted by the rules of a culture.",
      mend: "Sort the names byte by byte.",
      sightings: [
        Sighting(
          sdk: "aliyun-oss-csharp-sdk", version: "a62f3a9 (read, not run)",
          place: "The names are sorted with the comparison of the current culture.")
      ]
    ) { rules in
      rules.lines.precedes = { left, right in
        let (first, second) = (left.name.withoutHyphens, right.name.withoutHyphens)
        return first != second
          ? first.lexicographicallyPrecedes(second)
          : left.name.lexicographicallyPrecedes(right.name)
      }
    },
    headers(
      "v4-header-order-of-lines", "V4-HDR-5", "Whole lines are sorted, with the colon.",
      mend: "Sort by the names alone: the colon stands behind the hyphen among the bytes."
    ) { $0.lines.precedes = { ($0.name + [0x3A]).lexicographicallyPrecedes($1.name + [0x3A]) } },
    headers(
      "v4-header-order-given", "V4-HDR-5", "The lines stand in the order of the headers.",
      mend: "Sort the names byte by byte."
    ) { rules in rules.lines.precedes = { _, _ in false } },
  ]

  private static let lines: [Mutant] = [
    headers(
      "v4-header-space-after-colon", "V4-HDR-6", "A space follows the colon of a line.",
      mend: "Write nothing between the colon and the value."
    ) { $0.lines.text = { $0.name + [0x3A, 0x20] + $0.value + [0x0A] } },
    headers(
      "v4-header-lines-end-with-crlf", "V4-HDR-6", "Header lines end with CR and LF.",
      mend: "End each line with an LF."
    ) { $0.lines.text = { $0.name + [0x3A] + $0.value + [0x0D, 0x0A] } },
    headers(
      "v4-header-empty-dropped", "V4-HDR-7", "A header with an empty value is not signed.",
      mend: "Sign every header that is sent, as its name and a colon if it has no value.",
      sightings: [
        .goV2("A header without a value is passed over."),
        .phpV1("A header is left out where empty() holds."),
        .cpp("A header without a value is passed over."),
        .iOS("A header without a value is passed over."),
      ]
    ) { $0.isSigned = { isStandard($0, $1) && !$0.value.isEmpty } },
    headers(
      "v4-header-empty-without-colon", "V4-HDR-7",
      "A header with an empty value is signed as its name alone.",
      mend: "Write the colon also before an empty value."
    ) { $0.lines.text = { $0.name + ($0.value.isEmpty ? [] : [0x3A] + $0.value) + [0x0A] } },
    headers(
      "v4-header-values-joined-with-semicolon", "V4-HDR-8",
      "The values of a name given twice are joined with a semicolon.",
      mend: "Join them with a comma."
    ) { $0.lines.joined = { $0 + [0x3B] + $1 } },
  ]

  private static func isStandard(_ line: HeaderRules.Line, _ listed: Set<Bytes>) -> Bool {
    HeaderRulesV4.isSignedAnyway(line.name) || listed.contains(line.name)
  }

  private static func headers(
    _ id: String, _ clause: String, _ mistake: String, mend: String, sightings: [Sighting] = [],
    _ change: (inout HeaderRulesV4) -> Void
  ) -> Mutant {
    var rules = HeaderRulesV4()
    change(&rules)
    let broken = rules
    return Mutant(id, clause, mistake, mend: mend, on: .signingV4, sightings: sightings) {
      $0.signingV4.headers = { broken.append($0, $1, to: &$2) }
    }
  }
}

internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in which headers are signed, and in their lines.
enum HeaderMistakes {
  static let all: [Mistake] =
    chosen + content + names + blanks + insides + orders + lines + repeated

  private static let chosen: [Mistake] = [
    omission(
      "header-value-zero-dropped", "A header whose value is 0 is not signed.",
      fix: "Ask whether the value is there, not whether it is true.",
      seen: [.phpV1("V1 and V4 leave a header out if empty() holds, which it does for \"0\".")]
    ) { $0.value.isText("0") },
    omission(
      "header-only-meta-signed", "Only the x-oss-meta- headers are signed.",
      fix: "Sign every header whose name begins with x-oss-."
    ) { $0.isOSS && !$0.name.begins(with: "x-oss-meta-") },
    omission(
      "header-meta-not-signed", "The x-oss-meta- headers are not signed.",
      fix: "Sign every header whose name begins with x-oss-."
    ) { $0.name.begins(with: "x-oss-meta-") },
    omission(
      "header-unknown-dropped", "Only x-oss- headers that the SDK knows are signed.",
      fix: "Sign every header whose name begins with x-oss-, known or not.",
      seen: [.iOS("Since 2.11.0 x-oss-hash-sha1 is sent, and is in no string to sign.")]
    ) { line in
      let known = [
        "meta-", "acl", "date", "copy-", "object-acl", "security-", "content-", "tagging",
      ]
      return line.isOSS && !known.contains { line.name.begins(with: "x-oss-\($0)") }
    },
    omission(
      "header-prefix-by-case", "Only names that begin with x-oss- in lower case are signed.",
      fix: "Put the name into lower case before its beginning is compared."
    ) { $0.isOSS && !$0.given.name.begins(with: "x-oss-") },
    addition(
      "header-prefix-too-short", breaking: ["V1-HDR-1", "V4-HDR-1"],
      "Headers that begin with x-oss are signed too.",
      fix: "Compare the beginning with x-oss-, the hyphen included."
    ) { $0.name.begins(with: "x-oss") },
    addition(
      "header-all-signed", "Every header is signed.",
      fix: "Sign the x-oss- headers, with V4 the two of the content too, and the additional ones."
    ) { !$0.name.isText("date") },
    omission(
      "header-outside-ascii-dropped", breaking: ["V1-HDR-4", "V4-HDR-4"],
      "A header is not signed if its value has bytes outside ASCII.",
      fix: "Sign the bytes that are sent.",
      seen: [.openDAL("A value that is not visible ASCII cannot be shown, and is passed over.")]
    ) { $0.value.contains { $0 >= 0x80 } },
  ]

  private static let content: [Mistake] = [
    omission(
      "v4-header-type-unsigned", breaking: ["V4-HDR-1"], "Content-Type is not signed.",
      fix: "Sign Content-Type without being asked.", in: .signingV4
    ) { $0.name.isText("content-type") },
    omission(
      "v4-header-md5-unsigned", breaking: ["V4-HDR-1"], "Content-MD5 is not signed.",
      fix: "Sign Content-MD5 without being asked.", in: .signingV4
    ) { $0.name.isText("content-md5") },
    omission(
      "v4-header-type-by-case", breaking: ["V4-HDR-1"],
      "Content-Type is found in its usual spelling and in lower case only.",
      fix: "Compare the names of headers without regard to case.", in: .signingV4,
      seen: [
        .javaScript("A Content-Type in another spelling is not seen, and a second one is added.")
      ]
    ) { line in
      line.name.isText("content-type")
        && !["Content-Type", "content-type"].contains { line.given.name.isText($0) }
    },
  ]

  private static let names: [Mistake] = [
    name(
      "header-names-not-lowered", "Header names are signed as they were given.",
      fix: "Put each name into lower case."
    ) { $0 },
    name(
      "header-names-first-seven-lowered",
      "Only the first seven bytes of a header name are put into lower case.",
      fix: "Put the whole name into lower case; take the length of the text, not of its pointer.",
      seen: [
        .c("The macro that makes a string of a pointer takes the size of the pointer less one.")
      ]
    ) { Bytes($0.prefix(7)).lowerCase + $0.dropFirst(7) },
    name(
      "header-names-lowered-as-turkish",
      "The letter I of a name becomes a dotless i, as in Turkish.",
      fix: "Put names into lower case by the rules of ASCII, not of the user's language."
    ) { $0.replaced("I", by: "\u{131}").lowerCase },
    header(
      "header-names-capitalized", ["V1-HDR-2", "V2-HDR-2", "V4-HDR-2"],
      "Each word of a name begins with a capital.", fix: "Put each name into lower case."
    ) {
      $0.headerText = { line in
        let words = line.name.pieces(at: "-").map { Bytes($0.prefix(1)).upperCase + $0.dropFirst() }
        return words.joined(with: "-") + ":".raw + line.value + "\n".raw
      }
    },
  ]

  private static let blanks: [Mistake] = [
    value(
      "header-values-not-trimmed", breaking: trims,
      "Header values are signed with the blanks at their ends.",
      fix: "Take spaces and tabs off both ends of each value before it is signed.",
      seen: [
        .oss2("The signers of V1, V2 and V4 join the values as the caller gave them."),
        .pythonV2("The signers of V1 and V4 join the values as the caller gave them."),
        .goV1("The signers of V1 and V2 write header values as given."),
        .go1("The first value of each name is written as given."),
        .swiftV2("The signer of V1 writes header values as given."),
      ]
    ) { $0 },
    value(
      "header-tabs-not-trimmed", breaking: trims, "Only spaces are taken off the ends of a value.",
      fix: "Take tabs off too: HTTP counts both as optional blanks.",
      seen: [.goV1("The signer of V4 trims the space alone; that of V1 trims nothing.")]
    ) { $0.dropping { $0 == 0x20 } },
    value(
      "header-leading-blanks-kept", breaking: trims, "Blanks before a value are signed.",
      fix: "Take blanks off both ends."
    ) { Bytes($0.reversed().drop(while: \.isSpaceOrTab).reversed()) },
    value(
      "header-trailing-blanks-kept", breaking: trims, "Blanks after a value are signed.",
      fix: "Take blanks off both ends."
    ) { Bytes($0.drop(while: \.isSpaceOrTab)) },
    value(
      "header-no-break-space-trimmed", breaking: ["V1-HDR-3", "V2-HDR-4"],
      "White space of Unicode, such as U+00A0, is taken off the ends of a value.",
      fix: "Take off the space and the tab only; other bytes arrive."
    ) { $0.withoutUnicodeBlanks },
  ]

  private static let insides: [Mistake] = [
    value(
      "header-inner-blanks-collapsed", "Several blanks inside a value are signed as one space.",
      fix: "Leave the inside of a value as it is."
    ) { $0.blanksCollapsed },
    value(
      "header-space-after-comma", breaking: ["V1-HDR-4", "V4-HDR-4"],
      "Blanks around a comma are signed as one space.",
      fix: "Leave the inside of a value as it is."
    ) { $0.trimmed.pieces(at: ",").map(\.trimmed).joined(with: ", ") },
    value(
      "header-value-cut-at-colon", breaking: ["V1-HDR-4", "V4-HDR-4"],
      "A value is signed up to its first colon.",
      fix: "Split a header at its first colon only."
    ) { $0.trimmed.cut(at: ":") },
    value(
      "header-values-percent-decoded", breaking: ["V1-HDR-4", "V4-HDR-4"],
      "Percent triplets in a value are decoded.",
      fix: "Sign a value as it is sent."
    ) { $0.trimmed.percentDecoded },
    value(
      "header-values-percent-encoded", breaking: ["V1-HDR-4", "V4-HDR-4"],
      "Values outside ASCII are percent-encoded.",
      fix: "Sign the UTF-8 bytes of the value, and send the same."
    ) { $0.contains { $0 >= 0x80 } ? $0.trimmed.encoded() : $0.trimmed },
    value(
      "header-values-normalized", breaking: ["V1-STS-7", "V2-HDR-4", "V4-REQ-5"],
      "Values are normalized.",
      fix: "Sign the bytes that are sent."
    ) { $0.trimmed.composed },
    value(
      "header-values-as-latin-1", breaking: ["V1-HDR-4", "V4-HDR-4"],
      "Values are signed as Latin-1.",
      fix: "Sign the UTF-8 bytes of the value."
    ) { $0.trimmed.latin1 },
    value(
      "header-values-lower-case", breaking: ["V1-HDR-4", "V4-HDR-4"],
      "Values are signed in lower case.",
      fix: "Put the name alone into lower case."
    ) { $0.trimmed.lowerCase },
    value(
      "header-values-cut-at-1-kib", breaking: ["V1-HDR-4"], "A value is cut at 1024 bytes.",
      fix: "Sign the whole value, however long."
    ) { Bytes($0.trimmed.prefix(1024)) },
    value(
      "header-values-html-escaped", breaking: ["V1-HDR-4", "V4-HDR-4"],
      "Ampersands and angle brackets are escaped.",
      fix: "Sign a value as it is sent."
    ) { $0.trimmed.replaced("&", by: "&amp;").replaced("<", by: "&lt;") },
  ]

  private static let orders: [Mistake] = [
    order(
      "header-lines-unsorted", "The lines stand in the order in which the headers were given.",
      fix: "Sort the lines by name."
    ) { _, _ in false },
    order(
      "header-lines-sorted-whole", "Whole lines are sorted, and a colon sorts after a hyphen.",
      fix: "Sort by the name alone: x-oss-copy-source stands before x-oss-copy-source-range."
    ) { $0.text.precedes($1.text) },
    order(
      "header-order-natural", "Numbers in names are sorted by their value.",
      fix: "Compare names byte by byte: a10 stands before a2.",
      seen: [.c("V1 and V4 sort names with apr_strnatcasecmp.")]
    ) { $0.name.precedesNaturally($1.name) },
    order(
      "header-order-before-lowering", "Names are sorted before they are put into lower case.",
      fix: "Put names into lower case first, then sort."
    ) { $0.given.name.precedes($1.given.name) },
    order(
      "header-order-ignores-hyphens", "Hyphens do not count when names are sorted.",
      fix: "Sort ordinally, not by the rules of a culture.",
      seen: [.cSharp("V1 and V4 sort the names by the user's culture.")]
    ) { left, right in
      let (first, second) = (left.name.withoutHyphens, right.name.withoutHyphens)
      return first == second ? left.name.precedes(right.name) : first.precedes(second)
    },
    order(
      "header-order-underscore-after-letters",
      "Names are sorted in upper case, in which the underscore sorts after the letters.",
      fix: "Sort the names in lower case, by their bytes."
    ) { $0.name.upperCase.precedes($1.name.upperCase) },
    order(
      "additional-lines-at-end", breaking: ["V2-HDR-3", "V4-ADD-2"],
      "The lines of additional headers stand after the others.",
      fix: "Sort the lines of both kinds together.", in: .signingV2V4
    ) { left, right in
      left.isSignedAnyway == right.isSignedAnyway
        ? left.name.precedes(right.name) : left.isSignedAnyway
    },
  ]

  private static let lines: [Mistake] = [
    line(
      "header-space-after-colon", "A space follows the colon of a line.",
      fix: "Write nothing between the colon and the value."
    ) { $0.name + ": ".raw + $0.value + "\n".raw },
    line(
      "header-lines-end-with-crlf", "Header lines end with CR and LF.",
      fix: "End each line with an LF."
    ) { $0.name + ":".raw + $0.value + "\r\n".raw },
    line(
      "header-empty-value-without-colon", breaking: empties,
      "A header with an empty value is signed as its name alone.",
      fix: "Write the colon also before an empty value."
    ) { $0.value.isEmpty ? $0.name + "\n".raw : $0.text },
    omission(
      "header-empty-value-dropped", breaking: empties,
      "A header with an empty value is not signed.",
      fix: "Sign every header that is sent, as its name and a colon if its value is empty.",
      seen: [
        .goV2("V1 and V4 pass over a header without a value."),
        .phpV1("V1 and V4 leave a header out if empty() holds."),
        .cpp("V4 passes over a header without a value."),
        .iOS("V4 passes over a header without a value."),
      ]
    ) { $0.value.isEmpty },
  ]

  private static let repeated: [Mistake] = [
    values(
      "header-last-value-wins", "Of a name that is given twice the last value is signed.",
      seen: [
        .oss2("Headers are kept in a map without regard to case."),
        .pythonV2("Headers are kept in a map without regard to case."),
      ], in: openButForV4
    ) { $1 },
    values(
      "header-first-value-wins", "Of a name that is given twice the first value is signed.",
      seen: [.goV1("The first of several values is taken.")],
      in: openButForV4
    ) { first, _ in first },
    values(
      "header-values-joined-with-blank",
      "The values of a name that is given twice are joined with a comma and a space."
    ) { $0 + ", ".raw + $1 },
    header(
      "header-line-for-each-value", joins, "A name that is given twice has a line for each value.",
      fix: "Write one line for a name, its values joined with a comma."
    ) {
      $0.headerValues = { $0 + "\u{0}".raw + $1 }
      $0.headerText = { line in
        line.value.pieces(at: "\u{0}").map { line.name + ":".raw + $0 + "\n".raw }.joined(with: "")
      }
    },
  ]

  /// The vectors of V1 and V2 take one of the values as well: there the rule is open.
  private static let openButForV4 = ["V4-HDR-8"]
  private static let trims = ["V1-HDR-3", "V2-HDR-4", "V4-HDR-3"]
  private static let empties = ["V1-HDR-7", "V2-HDR-5", "V4-HDR-7"]
  private static let joins = ["V1-HDR-8", "V2-HDR-6", "V4-HDR-8"]
}

extension HeaderMistakes {
  private static func header(
    _ id: String, _ clauses: [String], _ sentence: String, fix: String,
    in operations: Set<OSSVectors.Operation> = .signing, seen: [SeenIn] = [],
    equivalent: String? = nil, _ change: @escaping @Sendable (inout SigningModel) -> Void
  ) -> Mistake {
    .signing(
      id, clauses, sentence, fix: fix, in: operations, seen: seen, equivalent: equivalent, change)
  }

  private static func omission(
    _ id: String, breaking clauses: [String] = ["V1-HDR-1", "V2-HDR-1", "V4-HDR-1"],
    _ sentence: String,
    fix: String, in operations: Set<OSSVectors.Operation> = .signing, seen: [SeenIn] = [],
    _ isLeftOut: @escaping @Sendable (HeaderLine) -> Bool
  ) -> Mistake {
    header(id, clauses, sentence, fix: fix, in: operations, seen: seen) { $0.leavesOut(isLeftOut) }
  }

  private static func addition(
    _ id: String, breaking clauses: [String] = ["V1-HDR-1", "V2-HDR-1", "V4-HDR-1"],
    _ sentence: String,
    fix: String, _ isSigned: @escaping @Sendable (HeaderLine) -> Bool
  ) -> Mistake {
    header(id, clauses, sentence, fix: fix) { $0.alsoSigns { isSigned($1) } }
  }

  private static func name(
    _ id: String, breaking clauses: [String] = ["V1-HDR-2", "V2-HDR-2", "V4-HDR-2"],
    _ sentence: String, fix: String, seen: [SeenIn] = [],
    _ name: @escaping @Sendable (Bytes) -> Bytes
  ) -> Mistake {
    header(id, clauses, sentence, fix: fix, seen: seen) {
      $0.headerName = name
    }
  }

  private static func value(
    _ id: String, breaking clauses: [String] = ["V1-HDR-4", "V2-HDR-4", "V4-HDR-4"],
    _ sentence: String,
    fix: String, seen: [SeenIn] = [], _ value: @escaping @Sendable (Bytes) -> Bytes
  ) -> Mistake {
    header(id, clauses, sentence, fix: fix, seen: seen) { $0.headerValue = value }
  }

  private static func order(
    _ id: String, breaking clauses: [String] = ["V1-HDR-5", "V2-HDR-3", "V4-HDR-5"],
    _ sentence: String,
    fix: String, in operations: Set<OSSVectors.Operation> = .signing, seen: [SeenIn] = [],
    _ precedes: @escaping @Sendable (HeaderLine, HeaderLine) -> Bool
  ) -> Mistake {
    header(id, clauses, sentence, fix: fix, in: operations, seen: seen) {
      $0.headerPrecedes = precedes
    }
  }

  private static func line(
    _ id: String, breaking clauses: [String] = ["V1-HDR-6", "V2-HDR-5", "V4-HDR-6"],
    _ sentence: String,
    fix: String, _ text: @escaping @Sendable (HeaderLine) -> Bytes
  ) -> Mistake { header(id, clauses, sentence, fix: fix) { $0.headerText = text } }

  private static func values(
    _ id: String, _ sentence: String, seen: [SeenIn] = [], in clauses: [String] = joins,
    _ joined: @escaping @Sendable (Bytes, Bytes) -> Bytes
  ) -> Mistake {
    header(
      id, clauses, sentence, fix: "Join the values with a comma, and send them so.", seen: seen
    ) { $0.headerValues = joined }
  }
}

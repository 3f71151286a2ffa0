internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in which headers are signed, and in their lines.
enum HeaderMistakes {
  private static let rows = SigningMistakes.rows
  private static let chosenRows = rows.breaking("V1-HDR-1", "V2-HDR-1", "V4-HDR-1")
    .fix("Sign every header whose name begins with x-oss-, known or not, in whatever case.")
  private static let omission: MistakeRows<@Sendable (HeaderLine) -> Bool> = chosenRows.by {
    change in { $0.leavesOut(change) }
  }
  private static let addition: MistakeRows<@Sendable (HeaderLine) -> Bool> = chosenRows.by {
    change in { $0.alsoSigns { change($1) } }
  }
  private static let replaced = rows.breaking("V4-HDR-1", "V4-DATE-3", "V4-REQ-4")
    .fix("Look the headers that signing replaces up without regard to case.").in(.headersV4)
    .setting(\.foundName)
  /// Rows about the headers of a URL that its maker leaves out and that the other signer signs.
  private static let inURL = omission.breaking("V4-PRE-6", "V4-HDR-1")
    .fix("Sign the headers of a URL as those of a request.").in(.urlsV4)
  private static let unasked = omission.breaking("V4-HDR-1")
    .fix("Sign Content-Type and Content-MD5 without being asked, in whatever case.").in(.signingV4)
  private static let nameRows = rows.breaking("V1-HDR-2", "V2-HDR-2", "V4-HDR-2")
    .fix("Put each name into lower case, by the rules of ASCII.")
  private static let name = nameRows.setting(\.headerName)
  private static let blank = rows.breaking("V1-HDR-3", "V2-HDR-4", "V4-HDR-3", "V4-TOK-1")
    .fix("Take spaces and tabs off both ends of each value before it is signed.")
    .setting(\.headerValue)
  private static let inside: MistakeRows<SigningMistakes.Rewriting> =
    rows.breaking("V1-HDR-4", "V4-HDR-4")
    .fix("Sign the UTF-8 bytes of a value as they are sent, whatever is inside.").by { change in
      { $0.headerValue = { change($0.trimmed) } }
    }
  private static let order = rows.breaking("V1-HDR-5", "V2-HDR-3", "V4-HDR-5")
    .fix("Sort the lines by name, in lower case, byte by byte.").setting(\.headerPrecedes)
  private static let line = rows.breaking("V1-HDR-6", "V2-HDR-5", "V4-HDR-6")
    .fix("Write the name, a colon, the value and an LF, and nothing between them.")
    .setting(\.headerText)
  private static let joint = rows.breaking("V1-HDR-8", "V2-HDR-6", "V4-HDR-8")
    .fix("Write one line for a name, its values joined with a comma, and send them so.")
  private static let values = joint.setting(\.headerValues)

  static let all: [Mistake] = [
    // Which headers are signed.
    omission("header-value-zero-dropped", "A header whose value is 0 is not signed.")
      .fix("Ask whether the value is there, not whether it is true.")
      .seen("V1 and V4 leave a header out if empty() holds, which it does for \"0\".", .phpV1)
      .change { $0.value.isText("0") },
    omission("header-only-meta-signed", "Only the x-oss-meta- headers are signed.")
      .change { $0.isOSS && !$0.name.begins(with: "x-oss-meta-") },
    omission("header-meta-not-signed", "The x-oss-meta- headers are not signed.")
      .change { $0.name.begins(with: "x-oss-meta-") },
    omission("header-unknown-dropped", "Only x-oss- headers that the SDK knows are signed.")
      .seen("Since 2.11.0 x-oss-hash-sha1 is sent, and is in no string to sign.", .iOS)
      .change { line in
        let known = [
          "meta-", "acl", "date", "copy-", "object-acl", "security-", "content-", "tagging",
        ]
        return line.isOSS && !known.contains { line.name.begins(with: "x-oss-\($0)") }
      },
    omission("header-prefix-by-case", "Only names that begin with x-oss- in lower case are signed.")
      .change { $0.isOSS && !$0.given.name.begins(with: "x-oss-") },
    addition("header-prefix-too-short", "Headers that begin with x-oss are signed too.")
      .breaking("V1-HDR-1", "V4-HDR-1")
      .fix("Compare the beginning with x-oss-, the hyphen included.")
      .change { $0.name.begins(with: "x-oss") },
    rows("v4-host-signed", "Host is signed without being listed, as in S3.")
      .breaking("V4-PRE-5", "V4-ADD-2").fix("Sign and list Host only as an additional header.").in(
        .signingV4
      )
      .change {
        $0.alsoSigns { $1.name.isText("host") }
        $0.listedNames = { $1.filter { !$0.isText("host") } }
      },
    chosenRows("header-names-found-in-lower-case")
      .sentence(
        "Only names that the caller writes in lower case, be it x-oss- alone, are signed or listed."
      )
      .breaking("V1-HDR-1", "V4-HDR-1").change {
        $0.leavesOut { line in
          let name = line.given.name
          return name != name.lowerCase && !name.begins(with: "x-oss-")
        }
        $0.listedNames = { input, due in
          due.filter { name in input.headers.contains { $0.name == name } }
        }
      },
    replaced("replaced-header-found-in-lower-case")
      .sentence("A caller's header that signing replaces is found in lower case only.")
      .change { $0 },
    replaced("replaced-header-found-as-written")
      .sentence("A caller's header that signing replaces is found in the signer's spelling only.")
      .change { name in
        ["Date", "Authorization", "x-oss-date", "x-oss-content-sha256", "x-oss-security-token"]
          .contains { name.isText($0) } ? name.lowerCase : []
      },
    replaced("authorization-found-as-written")
      .sentence("A caller's Authorization header is replaced in this very spelling only.")
      .breaking("V4-HDR-1", "V4-AUTH-1")
      .change { $0.lowerCase.isText("authorization") && $0 == $0.lowerCase ? [] : $0.lowerCase },
    rows("v4-header-content-all-signed")
      .sentence("Each header whose name begins with Content- is signed unasked, and is not listed.")
      .breaking("V4-HDR-1", "V4-ADD-1").in(.signingV4)
      .fix("Of the headers of the content sign Content-Type and Content-MD5 alone.").change {
        $0.alsoSigns { $1.name.lowerCase.begins(with: "content-") }
        $0.listedNames = { $1.filter { !$0.begins(with: "content-") } }
      },
    addition("header-all-signed", "Every header is signed.")
      .fix("Sign the x-oss- headers, with V4 the two of the content too, and the additional ones.")
      .change { !$0.name.isText("date") },
    rows("v4-header-all-signed-and-listed")
      .sentence("Every signed header is listed as an additional one, as in S3's SignedHeaders.")
      .breaking("V4-ADD-3", "V4-AUTH-2").in(.signingV4)
      .fix("List only the additional headers that V4 does not sign by itself.").change { model in
        model.listedNames = { [former = SigningModel()] input, due in
          let signed = former.headers(input).map(\.name.lowerCase).filter {
            SigningModel.isSignedAnyway($0)
          }
          return Set(signed + due).sorted { $0.precedes($1) }
        }
      },
    omission("header-outside-ascii-dropped")
      .sentence("A caller's header is not signed if its value has bytes outside ASCII.")
      .breaking("V1-HDR-4", "V4-HDR-4").fix("Sign the bytes that are sent.")
      .seen("A value that is not visible ASCII cannot be shown, and is passed over.", .openDAL)
      .change { !$0.name.isText("x-oss-security-token") && $0.value.contains { $0 >= 0x80 } },
    // Content-Type and Content-MD5 with V4.
    unasked("v4-header-type-unsigned", "Content-Type is not signed.")
      .change { $0.name.isText("content-type") },
    inURL("v4-url-type-unsigned", "Content-Type is not signed in a URL.")
      .change { $0.name.isText("content-type") },
    inURL("v4-url-md5-unsigned", "Content-MD5 is not signed in a URL.")
      .change { $0.name.isText("content-md5") },
    inURL("v4-url-content-unsigned", "Neither Content-Type nor Content-MD5 is signed in a URL.")
      .change { !$0.isOSS && $0.isSignedAnyway },
    unasked("v4-header-md5-unsigned", "Content-MD5 is not signed.")
      .change { $0.name.isText("content-md5") },
    unasked("v4-header-type-by-case")
      .sentence("Content-Type is found in its usual spelling and in lower case only.").seen(
        "A Content-Type in another spelling is not seen, and a second one is added.", .javaScript
      ).change { line in
        line.name.isText("content-type")
          && !["Content-Type", "content-type"].contains { line.given.name.isText($0) }
      },
    unasked("v4-header-names-looked-up-by-case")
      .sentence("Content-Type and Content-MD5 are found and signed in this very spelling only.")
      .change { line in
        !line.isOSS && line.isSignedAnyway
          && !["Content-Type", "Content-MD5"].contains { line.given.name.isText($0) }
      },
    unasked("v4-header-type-in-usual-spelling")
      .sentence("Content-Type is found and signed in this very spelling only.")
      .change { $0.name.isText("content-type") && !$0.given.name.isText("Content-Type") },
    unasked("v4-header-type-in-lower-case")
      .sentence("Content-Type is found and signed only where the caller writes content-type.")
      .change { $0.name.isText("content-type") && !$0.given.name.isText("content-type") },
    unasked("v4-header-content-unsigned", "Neither Content-Type nor Content-MD5 is signed.")
      .change { !$0.isOSS && $0.isSignedAnyway },
    // Names.
    name("header-names-not-lowered", "Header names are signed as they were given.")
      .seen("The signers of V1 and V4 write names as given.", .gateway).change { $0 },
    name("header-names-first-seven-lowered")
      .sentence("Only the first seven bytes of a header name are put into lower case.")
      .fix("Put the whole name into lower case; take the length of the text, not of its pointer.")
      .seen(
        "The macro that makes a string of a pointer takes the size of the pointer less one.", .c
      ).change { Bytes($0.prefix(7)).lowerCase + $0.dropFirst(7) },
    name("header-names-lowered-as-turkish")
      .sentence("The letter I of a name becomes a dotless i, as in Turkish.")
      .change { $0.replaced("I", by: "\u{131}").lowerCase },
    nameRows("header-names-capitalized", "Each word of a name begins with a capital.") {
      $0.headerText = { line in
        let words = line.name.pieces(at: "-").map { Bytes($0.prefix(1)).upperCase + $0.dropFirst() }
        return words.joined(with: "-") + ":".raw + line.value + "\n".raw
      }
    },
    // Blanks at the ends of values.
    blank("header-values-not-trimmed", "Header values are signed with the blanks at their ends.")
      .seen("The signers of V1, V2 and V4 join the values as the caller gave them.", .oss2)
      .seen("The signers of V1 and V4 join the values as the caller gave them.", .pythonV2)
      .seen("The signers of V1 and V2 write header values as given.", .goV1)
      .seen("The first value of each name is written as given.", .go1)
      .seen("The signer of V1 writes header values as given.", .swiftV2).seen(
        "The signer of V1 writes header values as given.",
        .gateway, .ossUtil, .fog, .aliyungo
      ).change { $0 },
    blank("header-tabs-not-trimmed", "Only spaces are taken off the ends of a value.")
      .seen("The signer of V4 trims the space alone; that of V1 trims nothing.", .goV1)
      .change { $0.dropping { $0 == 0x20 } },
    blank("header-leading-blanks-kept", "Blanks before a value are signed.")
      .fix("Take spaces and tabs off the beginning of each value before it is signed.").change {
        Bytes($0.reversed().drop(while: \.isSpaceOrTab).reversed())
      },
    blank("header-trailing-blanks-kept", "Blanks after a value are signed.")
      .fix("Take spaces and tabs off the end of each value before it is signed.").change {
        Bytes($0.drop(while: \.isSpaceOrTab))
      },
    blank("header-no-break-space-trimmed")
      .sentence("White space of Unicode, such as U+00A0, is taken off the ends of a value.")
      .breaking("V1-HDR-3", "V2-HDR-4")
      .fix("Take off the space and the tab only; other bytes arrive.").change {
        $0.withoutUnicodeBlanks
      },
    SigningMistakes.inputs("header-unicode-blanks-lost")
      .sentence("White space of Unicode at the ends of a value is neither signed nor sent.")
      .breaking("V1-HDR-3", "V2-HDR-4").in(.signing)
      .fix("Take off the space and the tab only, and send the other bytes.").change { input in
        for index in input.headers.indices
        where input.headers[index].name.lowerCase.begins(with: "x-oss-") {
          input.headers[index].value = input.headers[index].value?.withoutUnicodeBlanks
        }
      },
    blank("header-controls-trimmed")
      .sentence("Control characters are taken off the ends, as by Java's `trim`.")
      .breaking("V1-HDR-4", "V2-HDR-4", "V4-HDR-4")
      .fix("Take off the space and the tab only; other bytes arrive.")
      .seen("V4 trims with str.strip, which takes off control characters.", .gateway)
      .change { $0.withoutOuterBlanks },
    // The inside of values.
    inside("header-inner-blanks-collapsed")
      .sentence("Several blanks inside a value are signed as one space.")
      .breaking("V1-HDR-4", "V2-HDR-4", "V4-HDR-4").change { $0.blanksCollapsed },
    inside("header-inner-spaces-collapsed")
      .sentence("Several spaces inside a value are signed as one; tabs stay.")
      .breaking("V1-HDR-4", "V2-HDR-4", "V4-HDR-4").change { $0.runsMerged(of: 0x20) },
    inside("header-outside-ascii-emptied")
      .sentence(
        "A value is signed as empty if it has other bytes than visible ASCII, blank and tab."
      )
      .breaking("V1-HDR-4", "V2-HDR-4", "V4-HDR-4")
      .fix("Sign the bytes of the value, also those that HeaderValue::to_str of Rust refuses.")
      .change { $0.allSatisfy { 0x20...0x7E ~= $0 || $0 == 0x09 } ? $0 : [] },
    inside("header-space-after-comma", "Blanks around a comma are signed as one space.")
      .change { $0.pieces(at: ",").map(\.trimmed).joined(with: ", ") },
    inside("header-value-cut-at-colon", "A value is signed up to its first colon.")
      .fix("Split a header at its first colon only.").change { $0.cut(at: ":") },
    inside("header-values-percent-encoded", "Values outside ASCII are percent-encoded.")
      .change { $0.contains { $0 >= 0x80 } ? $0.encoded() : $0 },
    inside("header-values-normalized", "Values are normalized.")
      .breaking("V1-STS-7", "V2-HDR-4", "V4-REQ-5").change { $0.composed },
    inside("header-values-lower-case", "Values are signed in lower case.") { $0.lowerCase },
    inside("header-values-decoded", "Values are percent-decoded before they are signed.")
      .breaking("V1-HDR-4", "V4-HDR-4").change { $0.tripletsDecoded },
    inside("header-plus-as-space", "A plus sign in a value is signed as a space.")
      .change { $0.replaced("+", by: " ") },
    inside("header-values-cut-at-comma", "A value is signed up to its first comma.")
      .change { $0.cut(at: ",") },
    inside("header-values-cut-at-semicolon", "A value is signed up to its first semicolon.")
      .change { $0.cut(at: ";") },
    inside("header-quotes-dropped", "Quotation marks of a value are not signed.")
      .change { $0.replaced("\"", by: "") },
    line("header-lines-cut-at-1-kib")
      .sentence("A line is cut at 1023 bytes and loses its LF, as in a buffer of 1024 bytes.")
      .breaking("V1-HDR-4", "V1-TOK-1").fix("Write the whole line, however long its value is.")
      .change { Bytes($0.text.prefix(1023)) },
    inside("header-values-html-escaped", "Ampersands and angle brackets are escaped.")
      .change { $0.replaced("&", by: "&amp;").replaced("<", by: "&lt;") },
    SigningMistakes.inputs("header-underscores-as-hyphens")
      .sentence("Underscores in the names of headers are sent and signed as hyphens.")
      .breaking("V1-HDR-2", "V4-HDR-2").fix("Keep the names of headers as they are given.")
      .in(.headers).change { input in
        for index in input.headers.indices {
          input.headers[index].name = input.headers[index].name.replaced("_", by: "-")
        }
      },
    // The order of the lines.
    order("header-lines-unsorted", "The lines stand in the order in which the headers were given.")
      .change { _, _ in false },
    order("header-lines-sorted-whole", "Whole lines are sorted, and a colon sorts after a hyphen.")
      .fix("Sort by the name alone: x-oss-copy-source is before x-oss-copy-source-range.")
      .change { $0.text.precedes($1.text) },
    order("header-order-natural", "Numbers in names are sorted by their value.")
      .fix("Compare names byte by byte: a10 is before a2.")
      .seen("V1 and V4 sort names with apr_strnatcasecmp.", .c)
      .change { $0.name.precedesNaturally($1.name) },
    order("header-order-before-lowering", "Names are sorted before they are put into lower case.")
      .change { $0.given.name.precedes($1.given.name) },
    order("header-order-ignores-hyphens", "Hyphens do not count when names are sorted.")
      .fix("Sort ordinally, not by the rules of a culture.")
      .seen("V1 and V4 sort the names by the user's culture.", .cSharp).change { left, right in
        let (first, second) = (left.name.withoutHyphens, right.name.withoutHyphens)
        return first == second ? left.name.precedes(right.name) : first.precedes(second)
      },
    order("header-order-underscore-after-letters")
      .sentence("Names are sorted in upper case, in which the underscore sorts after the letters.")
      .change { $0.name.upperCase.precedes($1.name.upperCase) },
    order("header-order-underscore-first")
      .sentence("Names are sorted as localeCompare does, the underscore before the hyphen.")
      .fix("Compare names byte by byte, not by the rules of a locale.")
      .change { $0.name.replaced("_", by: " ").precedes($1.name.replaced("_", by: " ")) },
    order("additional-lines-at-end", "The lines of additional headers stand after the others.")
      .breaking("V2-HDR-3", "V4-ADD-2").fix("Sort the lines of both kinds together.")
      .in(.signingV2V4).change {
        $0.isSignedAnyway == $1.isSignedAnyway ? $0.name.precedes($1.name) : $0.isSignedAnyway
      },
    // The form of a line.
    line("header-space-after-colon", "A space follows the colon of a line.")
      .change { $0.name + ": ".raw + $0.value + "\n".raw },
    line("header-lines-end-with-crlf", "Header lines end with CR and LF.")
      .change { $0.name + ":".raw + $0.value + "\r\n".raw },
    line("header-empty-value-without-colon")
      .sentence("A header with an empty value is signed as its name alone.")
      .breaking("V1-HDR-7", "V2-HDR-5", "V4-HDR-7").change {
        $0.value.isEmpty ? $0.name + "\n".raw : $0.text
      },
    omission("header-empty-value-dropped", "A header with an empty value is not signed.")
      .breaking("V1-HDR-7", "V2-HDR-5", "V4-HDR-7")
      .fix("Sign every header that is sent, as its name and a colon if its value is empty.")
      .seen("V1 and V4 pass over a header without a value.", .goV2)
      .seen("V1 and V4 leave a header out if empty() holds.", .phpV1)
      .seen("V4 passes over a header without a value.", .cpp, .iOS).change { $0.value.isEmpty },
    // A name that is given twice; with V1 and V2 the vectors take one of the values as well.
    values("header-last-value-wins", "Of a name that is given twice the last value is signed.")
      .breaking("V4-HDR-8")
      .seen("Headers are kept in a map without regard to case.", .oss2, .pythonV2).change { $1 },
    values("header-first-value-wins", "Of a name that is given twice the first value is signed.")
      .breaking("V4-HDR-8").seen("The first of several values is taken.", .goV1)
      .change { first, _ in first },
    values("header-values-joined-with-blank")
      .sentence("The values of a name that is given twice are joined with a comma and a space.")
      .change { $0 + ", ".raw + $1 },
    SigningMistakes.inputs("header-values-sent-with-blank")
      .sentence(
        "Values of a name that is given twice are signed and sent with a comma and a space."
      )
      .breaking("V1-HDR-8", "V2-HDR-6", "V4-HDR-8")
      .fix("Join the values with a comma alone, and send them so.").change { input in
        input.headers = input.headers.reduce(into: []) { headers, header in
          let name = header.name.lowerCase
          if let index = headers.firstIndex(where: { $0.name.lowerCase == name }) {
            headers[index].value = headers[index].text.trimmed + ", ".raw + header.text.trimmed
          } else {
            headers.append(header)
          }
        }
      },
    SigningMistakes.inputs("header-values-sorted-unstably")
      .sentence("Among many headers the values of one name are joined in another order.")
      .breaking("V1-HDR-8", "V4-HDR-8")
      .fix("Sort so that equal names keep their order: sort.SliceStable in Go, not sort.Slice.")
      .change { if $0.headers.count > 12 { $0.headers.reverse() } },
    joint("header-line-for-each-value", "A name that is given twice has a line for each value.") {
      $0.headerValues = { $0 + "\u{0}".raw + $1 }
      $0.headerText = { line in
        line.value.pieces(at: "\u{0}").map { line.name + ":".raw + $0 + "\n".raw }.joined(with: "")
      }
    },
  ]
}

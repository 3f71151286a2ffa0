internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in which parameters are signed, how they are written, and in which order.
enum QueryMistakes {
  private static let rows = SigningMistakes.rows
  /// Rows about how V2 and V4 write names and values.
  static let written: MistakeRows<SigningMistakes.Rewriting> = rows.breaking("V2-RES-4", "V4-QRY-2")
    .fix("Percent-encode all but letters, digits and -_.~ of names and values, once.")
    .in(.signingV2V4).by { change in
      {
        $0.signedName = { change(SigningModel.signed($0, $1)) }
        $0.signedValue = { change(SigningModel.signed($0, $1)) }
      }
    }
  private static let encodings: [Mistake] = [
    ResourceMistakes.encodings(
      "uri-not-encoded", "query-signed-raw", both: "all-signed-raw",
      "nothing is encoded, as in V1.",
      fix: "Percent-encode the path, and names and values."
    ) { $0.percentDecoded },
    ResourceMistakes.encodings(
      "uri-encoded-twice", "query-signed-encoded-twice", both: "all-signed-encoded-twice",
      "all is percent-encoded twice.",
      fix: "Percent-encode the key and each name and value once."
    ) { $0.encoded(keepingSlash: true) },
    ResourceMistakes.encodings(
      "uri-star-kept", "query-star-kept", both: "star-signed-bare",
      "the star is left, as Java's URLEncoder does.",
      fix: "Percent-encode * as %2A.", query: ["V4-QRY-2"]
    ) { $0.keeping("*") },
    ResourceMistakes.encodings(
      "uri-tilde-encoded", "query-tilde-signed-encoded", both: "tilde-signed-encoded",
      "the tilde is percent-encoded, as in a form.",
      fix: "Leave ~ as it is; it is never percent-encoded."
    ) { $0.replaced("~", by: "%7E") },
    ResourceMistakes.encodings(
      "percent-digits-lower-case", "query-digits-lower-case", both: "all-digits-lower-case",
      "the digits of percent triplets are in lower case.",
      fix: "Write the two digits of a percent triplet in upper case: %2F, not %2f."
    ) { $0.withLowerTriplets },
    ResourceMistakes.encodings(
      "uri-letters-kept", "query-letters-kept", both: "letters-signed-bare",
      "letters and digits of all scripts are left as they are.",
      fix: "Percent-encode every byte of a character that ASCII lacks."
    ) { $0.keepingLetters },
    ResourceMistakes.encodings(
      "uri-unreserved-encoded", "query-unreserved-signed-encoded",
      both: "unreserved-signed-encoded",
      "the marks -_.~ are percent-encoded, as by NON_ALPHANUMERIC of Rust.",
      fix: "Percent-encode all but letters, digits and -_.~; V2 encodes slashes too."
    ) {
      "-_.~".utf8.reduce($0) { $0.replaced([$1], by: "%\(String($1, radix: 16))".raw.upperCase) }
    },
    ResourceMistakes.encodings(
      "uri-marks-kept", "query-component-marks-kept", both: "component-marks-signed-bare",
      "the marks !'()* are left, as encodeURIComponent does.",
      fix: "Percent-encode all but letters, digits and -_.~; V2 encodes slashes too."
    ) { $0.keeping("!'()*") },
    [
      rows.wrapping(\.signedValue)("query-values-form-decoded")
        .sentence("Values are decoded as those of a form before they are signed.")
        .breaking("V4-QRY-7").in(.signingV2V4)
        .fix("Percent-encode each value as the caller gives it, without decoding it first.")
        .change { $2($0, $1.replaced("+", by: " ").tripletsDecoded) }
    ],
  ].flatMap(\.self)

  /// Rows about a value before it is written.
  private static let value: MistakeRows<SigningMistakes.Rewriting> =
    rows.breaking("V1-RES-7", "V4-QRY-2")
    .fix("Treat the value as raw: it was decoded already.").by { change in
      { $0.signedValue = { SigningModel.signed($0, change($1)) } }
    }
  private static let truthy = value.breaking("V1-RES-11")
    .fix("Ask whether there is a value, not what it says.")
  private static let empty = rows.breaking("V1-RES-8", "V4-QRY-4")
    .fix("Write the name alone for a value that is absent or empty.")
  private static let order = rows.breaking("V1-RES-6", "V2-RES-5", "V4-QRY-5")
    .fix("Sort parameters by name, byte by byte, with V2 and V4 as they are encoded.")
    .setting(\.parameterPrecedes)
  private static let query = SigningMistakes.part(.query).breaking("V4-QRY-6")
    .fix("Write an ampersand between any two parameters of the canonical query, and nothing else.")
    .in(.signingV4)
  private static let chosen = rows.breaking("V4-QRY-8")
    .fix("Sign each of the values, or send one.").setting(\.signedParameters)

  static let all: [Mistake] =
    SubresourceMistakes.all + encodings + [
      // Names and how they are encoded.
      written("query-slashes-kept", "Slashes of names and values are left as they are.")
        .change { $0.keeping("/") },
      written("query-marks-kept", "The marks !*() are left, and ~ is percent-encoded.")
        .seen("V4 escapes names and values as WebUtility does it.", .cSharp)
        .change { $0.keeping("!*()").replaced("~", by: "%7E") },
      written("query-plus-signed-bare", "Plus signs of names and values are left as they are.")
        .change { $0.keeping("+") },
      written("query-one-digit", "A byte below 16 is written with one digit.")
        .breaking("V4-QRY-2").fix("Write two digits for each byte: %0A, not %A.").change {
          $0.replaced("%0", by: "%")
        },
      written("query-marks-replaced-once")
        .sentence("Of each of the marks !'()* only the first is percent-encoded.")
        .fix("Replace all of them: replace with a text replaces the first alone in JavaScript.")
        .change { text in "!'()*".unicodeScalars.reduce(text) { $0.keepingLaterOnes(of: $1) } },
      written("query-semicolons-kept", "Semicolons of names and values are left as they are.")
        .change { $0.keeping(";") },
      written("query-delimiters-kept")
        .sentence("The marks ;,/?:@&=+$!'()* are left, as encodeURI does.")
        .change { $0.keeping(";,/?:@&=+$!'()*") },
      rows("query-names-signed-raw", "Names of parameters are signed without percent-encoding.")
        .breaking("V2-RES-4", "V4-QRY-2").fix("Percent-encode names as values.").in(.signingV2V4)
        .change { $0.signedName = { $1 } },
      rows("query-values-signed-raw", "Values of parameters are signed without percent-encoding.")
        .breaking("V2-RES-4", "V4-QRY-2").fix("Percent-encode values as names.").in(.signingV2V4)
        .change { $0.signedValue = { $1 } },
      rows("query-name-space-as-plus", "A space of a name is signed as a plus sign.")
        .breaking("V2-RES-4", "V4-QRY-2").fix("Percent-encode a space as %20, not as +.")
        .in(.signingV2V4).seen("The signers of V2 and V4 encode names with url.QueryEscape.", .goV1)
        .change { $0.signedName = { SigningModel.signed($0, $1).replaced("%20", by: "+") } },
      rows("query-value-space-as-plus", "A space of a value is signed as a plus sign.")
        .breaking("V2-RES-4", "V4-QRY-2").fix("Percent-encode a space as %20, not as +.")
        .in(.signingV2V4)
        .change { $0.signedValue = { SigningModel.signed($0, $1).replaced("%20", by: "+") } },
      rows("query-normalized", "Names and values are normalized.")
        .breaking("V4-REQ-5").fix("Sign the bytes that are sent.").change {
          $0.signedName = { SigningModel.signed($0, $1.composed) }
          $0.signedValue = { SigningModel.signed($0, $1.composed) }
        },
      rows(
        "query-names-signed-mangled",
        "Dots, brackets and blanks of names become underscores, and names that are numbers are lost."
      ).breaking("V4-QRY-7")
        .fix("Sign names as they are sent; do not parse the query into an array.").in(.signingV2V4)
        .seen("The signer of V4 reads the query with parse_str.", .phpV1).change {
          $0.leavesOutParameter { Int($0.given.name.text) != nil }
          $0.signedName = { version, name in
            SigningModel.signed(version, Bytes(name.map { " .[]".utf8.contains($0) ? 0x5F : $0 }))
          }
        },
      // Values.
      rows("query-values-unsigned", "Parameters are signed without their values.")
        .breaking("V1-RES-7", "V4-QRY-3").fix("Write the name, an equals sign and the value.")
        .change { $0.parameterText = { $0.name } },
      rows("subresource-values-encoded", "Values are signed percent-encoded.")
        .breaking("V1-RES-7", "PRE-QRY-4")
        .fix("Sign the decoded value; encode it for the URL alone.").in(.signingV1)
        .seen("The value is trimmed and percent-encoded before it is joined.", .swiftV2)
        .change { $0.signedValue = { $1.encoded() } },
      value("subresource-values-decoded", "Percent triplets in a value are decoded.")
        .change { $0.percentDecoded },
      value("subresource-plus-as-space", "A plus sign in a value is signed as a space.")
        .change { $0.replaced("+", by: " ") },
      value("subresource-value-cut-at-equals", "A value is signed up to its first equals sign.")
        .breaking("V1-RES-7", "V4-QRY-3").fix("Split a parameter at its first equals sign only.")
        .change { $0.cut(at: "=") },
      truthy("query-zero-dropped", "The value 0 is treated as absent.")
        .breaking("V1-RES-11", "V4-QRY-7").change { $0.isText("0") ? [] : $0 },
      truthy("query-false-dropped", "The value false is treated as absent.")
        .change { $0.isText("false") ? [] : $0 },
      value("query-values-signed-trimmed", "Values are signed without outer blanks.")
        .breaking("V1-RES-11", "V2-RES-8", "V4-QRY-7")
        .fix("Sign a value as it is sent, blanks included.")
        .seen("V1 and V4 trim names and values; V1 trims them in the URL too.", .iOS)
        .seen("The signers of V2 and V4 trim values, and the URL keeps their blanks.", .java)
        .change { $0.withoutOuterBlanks },
      // Parameters without a value.
      empty("query-empty-signed-with-equals", "An empty value is signed as name=.")
        .breaking("V1-RES-8", "V2-RES-6", "V4-QRY-4")
        .seen("V1 and V2 write only null, and not an empty string, without the equals sign.", .java)
        .seen("V4 leaves the equals sign out only if the value is null.", .javaScript)
        .change { $0.parameterText = { $0.name + ($0.value.map { "=".raw + $0 } ?? []) } },
      empty("query-bare-signed-with-equals", "A bare name is signed as name=, as in S3.")
        .breaking("V1-RES-8", "V2-RES-6", "V4-QRY-4")
        .change { $0.parameterText = { $0.name + "=".raw + ($0.value ?? []) } },
      empty("query-bare-unsigned", "A bare name is not signed.")
        .change { $0.leavesOutParameter { $0.given.value == nil } },
      empty("query-empty-unsigned", "A parameter with an empty value is not signed.")
        .change { $0.leavesOutParameter { $0.given.value?.isEmpty == true } },
      // The order of parameters.
      order("query-order-given", "Parameters stand in the order given.") { _, _ in false },
      order("subresource-upload-id-first", "The uploadId is before the partNumber.")
        .breaking("V1-RES-6")
        .seen("An upload of parts writes uploadId, then partNumber, unsorted.", .libcloud)
        .change { left, right in
          left.name.isText("uploadId") && right.name.isText("partNumber")
            || left.name.precedes(right.name)
              && !(left.name.isText("partNumber") && right.name.isText("uploadId"))
        },
      order("query-pairs-sorted")
        .sentence("Names are sorted together with the equals sign, which sorts after a hyphen.")
        .fix("Sort by the name alone: callback is before callback-var.")
        .seen("V1 sorts the strings of name and value.", .phpV2).change {
          $0.text.precedes($1.text)
        },
      order("query-order-raw", "Names are sorted before they are encoded.")
        .breaking("V2-RES-5", "V4-QRY-5").change { $0.given.name.precedes($1.given.name) },
      order("query-pairs-sorted-by-value")
        .sentence("Parameters of one name are sorted by their values.")
        .breaking("V4-QRY-8").fix("Keep the order of parameters that have one name.").in(.signingV4)
        .change {
          $0.name == $1.name ? $0.text.precedes($1.text) : $0.name.precedes($1.name)
        },
      order("query-order-folds-case", "Parameters are sorted without regard to case.")
        .seen("V1 sorts names with apr_strnatcasecmp.", .c)
        .change { $0.name.lowerCase.precedes($1.name.lowerCase) },
      order("query-order-ignores-hyphens", "Hyphens do not count when parameters are sorted.")
        .breaking("V1-RES-6", "V4-QRY-5")
        .change { $0.name.withoutHyphens.precedes($1.name.withoutHyphens) },
      order("query-order-locale")
        .sentence("Raw names are sorted by the rules of a locale, lower case before upper case.")
        .seen("V4 compares names with localeCompare before they are encoded.", .javaScript)
        .change { left, right in
          let (one, two) = (left.given.name, right.given.name)
          return one.localeKey == two.localeKey
            ? two.precedes(one) : one.localeKey.precedes(two.localeKey)
        },
      order("query-order-utf-16", "Raw names are sorted by their UTF-16 units.")
        .breaking("V2-RES-5", "V4-QRY-5").change {
          $0.given.name.text.utf16.lexicographicallyPrecedes($1.given.name.text.utf16)
        },
      order("query-order-numbers", "Names that are numbers are sorted by their value.")
        .breaking("V4-QRY-5")
        .seen("In V4, keys of an array that are digits become numbers, and sort as such.", .phpV2)
        .change { left, right in
          guard let one = Int(left.given.name.text), let two = Int(right.given.name.text) else {
            return left.name.precedes(right.name)
          }
          return one < two
        },
      order("presign-token-signed-last", "The token of a URL is signed after all parameters.")
        .breaking("PRE-TOK-1").fix("Sort the token's parameter among the others.").in(.presigning)
        .change { left, right in
          let isLast = right.isAdded && right.given.name.isToken
          return left.isAdded && left.given.name.isToken
            ? false : isLast || left.name.precedes(right.name)
        },
      order("url-added-after-callers")
        .sentence("The parameters that signing adds are signed after all of the caller's.")
        .breaking("PRE-TOK-1", "V4-PRE-2").fix("Sort all parameters together.")
        .change { $0.isAdded == $1.isAdded ? $0.name.precedes($1.name) : $1.isAdded },
      // The question mark.
      query("query-signed-with-question-mark", "The query begins with a question mark.")
        .change { if !$0.text.isEmpty { $0.text = "?".raw + $0.text } },
      query("query-ends-with-ampersand", "An ampersand follows the last parameter.")
        .change { if !$0.text.isEmpty { $0.text += "&".raw } },
      query("query-question-mark-alone", "A question mark means an absent query.")
        .change { if $0.text.isEmpty { $0.text = "?".raw } },
      // Names that are given twice.
      chosen(
        "query-values-joined",
        "The values of a name that is given twice are signed as one, with a comma between them."
      ).breaking("V1-RES-12", "V4-QRY-8").change { parts in
        parts.reduce(into: []) { result, part in
          if let index = result.firstIndex(where: { $0.given.name == part.given.name }) {
            result[index].given.value = result[index].given.text + ",".raw + part.given.text
          } else {
            result.append(part)
          }
        }
      },
      chosen("query-sorted-unstably", "Parameters of one name change places among many others.")
        .breaking("V1-RES-12", "V2-RES-7", "V4-QRY-8")
        .fix("Sort so that equal names keep their order: sort.SliceStable in Go, not sort.Slice.")
        .change { $0.count > 12 ? $0.reversed() : $0 },
      // The vectors of V1 and V2 take this answer as well: there the rule is open.
      chosen("query-last-value-signed", "Of a name that is given twice the last value is signed.")
        .seen("Parameters are kept in a map.", .oss2, .pythonV2).change { parts in
          parts.enumerated().filter { index, part in
            !parts[(index + 1)...].contains { $0.given.name == part.given.name }
          }.map(\.element)
        },
      rows("query-case-collapsed", "Of names that differ only in case the last one is signed.")
        .breaking("V1-RES-9", "V4-QRY-1").fix("Keep parameters under their exact names.")
        .seen("In V1 and V4 the table of parameters compares names without regard to case.", .c)
        .change { model in
          let former = model.signsParameter
          model.signsParameter = { input, part in
            let name = part.given.name.lowerCase
            let last = input.query.last { $0.name.lowerCase == name }
            return former(input, part) && (part.isAdded || last == part.given)
          }
        },
    ]
}

extension Bytes {
  /// Encoded text in which a mark is encoded at its first place alone.
  fileprivate func keepingLaterOnes(of mark: Unicode.Scalar) -> Bytes {
    let triplet = String(mark).raw.encoded()
    guard let first = text.firstRange(of: triplet.text) else { return self }
    let rest = Bytes(text[first.upperBound...].utf8)
    return Bytes(text[..<first.upperBound].utf8) + rest.replaced(triplet.text, by: String(mark))
  }
}

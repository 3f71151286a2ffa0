internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in what is taken for the input before all else: texts that are decoded or refused.
enum InputMistakes {
  static let all: [Mistake] = [
    RefusalMistakes.changes(.bucket)(
      "accepts-line-feed-after-bucket", "An LF after a bucket name is dropped."
    ).breaking("V1-REF-8")
      .seen("The pattern for bucket names ends in $; the LF is lost in the URL.", .oss2)
      .change { $0.last == 0x0A ? Bytes($0.dropLast()) : $0 },
    RefusalMistakes.changes(.key)(
      "key-decoded", "A key with percent triplets is decoded before all else."
    ).breaking("V1-RES-4", "V4-URI-4", "PRE-PATH-1").change { $0.tripletsDecoded },
    RefusalMistakes.changes(.key)(
      "key-trimmed", "Blanks at the ends of a key are dropped before all else."
    ).breaking("V1-RES-4").change { $0.withoutOuterBlanks },
    RefusalMistakes.changes(.key)(
      "key-plus-as-space", "A plus sign of a key is taken for a space before all else."
    ).breaking("V1-RES-4", "PRE-PATH-1").change { $0.replaced("+", by: " ") },
    RefusalMistakes.changes(.token)(
      "token-decoded", "A token with percent triplets is decoded before all else."
    ).breaking("V1-TOK-1").change { $0.tripletsDecoded },
    RefusalMistakes.changes(.token)(
      "token-plus-as-space", "A plus sign of a token is taken for a space."
    ).breaking("V1-TOK-1", "PRE-TOK-2").change { $0.replaced("+", by: " ") },
    SigningMistakes.inputs("query-decoded", "Values of parameters are decoded before all else.")
      .breaking("V1-RES-7", "V4-QRY-7").fix("Sign and send the values as they are given.")
      .in(.signing).change { input in
        for index in input.query.indices {
          input.query[index].value = input.query[index].value?.tripletsDecoded
        }
      },
    SigningMistakes.inputs("query-bare-dropped", "A bare name is neither signed nor sent.")
      .breaking("V1-RES-8", "V2-RES-6", "V4-QRY-4", "PRE-QRY-5").in(Set.signing.union([.publicURL]))
      .fix("Sign and send the name alone; http_build_query of PHP leaves out what is null.")
      .change { $0.query.removeAll { $0.value == nil } },
    SigningMistakes.inputs("query-names-lowered", "Names of parameters are put into lower case.")
      .breaking("V1-RES-9", "V4-QRY-1").fix("Sign and send the names as they are given.")
      .in(.signing).change { input in
        for index in input.query.indices {
          input.query[index].name = input.query[index].name.lowerCase
        }
      },
    SigningMistakes.rows(
      "header-outside-ascii-refused", "A header value with bytes outside ASCII is refused."
    ).breaking("V1-HDR-4", "V2-HDR-4", "V4-HDR-4").in(.signing)
      .fix("Sign the UTF-8 bytes of a value as they are sent, whatever is inside.").change {
        $0.refuses = { input in
          input.headers.contains { $0.text.contains { $0 >= 0x80 } } ? .invalidHeaderValue : nil
        }
      },
    RefusalMistakes.changes(.region)("v4-region-by-pattern")
      .sentence(
        "A region must look like cn-hangzhou or us-east-1, so the ID of a CloudBox is refused."
      ).breaking("V4-SCO-1", "V4-SCO-4").in(.authenticatingV4)
      .fix("Sign for every region of lower-case letters, digits and hyphens.").change { region in
        let parts = region.pieces(at: "-")
        let isUsual =
          2...3 ~= parts.count && parts[0].count == 2
          && parts[0...1].allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isLowerLetter) }
          && parts.dropFirst(2).allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isDigit) }
        return isUsual ? region : []
      },
  ]
}

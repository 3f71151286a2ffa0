internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in reading the answer of a token server (token-responses.md).
enum ResponseMistakes {
  /// Answers of STS are read by the same rules, once `Credentials` is found (ROLE-RSP-2).
  static let rows = MistakeRows(
    \.tokens, in: [.tokenParse, .stsParse], everywhere: { $0.sts.tokens = $0.tokens })

  // MARK: The body (TOK-BODY, TOK-DEC, TOK-REF-3, TOK-REF-4, TOK-REF-15, TOK-REF-16)

  private static let json = rows.wrapping(\.json)
  /// Readers of the JSON of answers and of policies.
  private static let readers = MistakeRows(\.self, in: [.tokenParse, .stsParse, .stsRole])
    .by { (read: @escaping @Sendable (Bytes, (Bytes) -> JSONValue?) -> JSONValue?) in
      { model in
        model.tokens.json = { [json = model.tokens.json] in read($0, json) }
        model.sts.tokens = model.tokens
        model.sts.isPolicy = { read($0.raw) { try? JSONReader.read($0) }?.objectValue != nil }
      }
    }
  private static let unique = readers.breaking("TOK-REF-16", "ROLE-REF-5")
    .fix("Refuse what has more than one reading: repeated names, halves of pairs.")
  private static let strict = json.breaking("TOK-REF-3")
    .fix("Refuse what is not JSON in UTF-8, and say where it is not.")
  private static let sizes = json.breaking("TOK-REF-15")
    .fix("Read up to 65,536 bytes and 64 levels, and refuse more before you read.")
  private static let names = rows.breaking("TOK-BODY-4").fix("Compare the texts byte by byte.")
  private static let objects = rows.breaking("TOK-REF-4")
    .fix("Refuse JSON or Credentials that is no object, and say so.")
  private static let decoding = rows.breaking("TOK-REF-2")
    .fix("Read what the decoder returns, and refuse an answer where it gives nothing.")

  static let all: [Mistake] = bodies + shapes + members + times

  private static let bodies: [Mistake] = [
    // Bodies.
    json("response-white-space-refused", "White space around the object is refused.")
      .breaking("TOK-BODY-1").fix("Skip spaces, tabs and line ends before and after the object.")
      .change { [$0.first, $0.last].contains { ($0 ?? 0) <= 0x20 } ? nil : $1($0) },
    rows("response-mark-refused", "A byte-order mark is refused.")
      .breaking("TOK-BODY-2", "TOK-DEC-3")
      .fix("Skip one byte-order mark at the beginning, also of the text that a decoder returns.")
      .seen("The JSON decoder of Go takes no byte-order mark.", .goV2)
      .seen("The JSON parser takes no byte-order mark.", .java)
      .seen("`json.loads` refuses a text that begins with a byte-order mark.", .oss2)
      .change { $0.withoutMark = { $0 } },
    rows.wrapping(\.withoutMark)("response-marks-skipped")
      .sentence("Each of several byte-order marks is skipped.").breaking("TOK-BODY-2")
      .fix("Skip one byte-order mark, and refuse what is not JSON then.")
      .change { bytes, without in
        var rest = bytes
        while rest != without(rest) { rest = without(rest) }
        return rest
      },
    rows.wrapping(\.withoutMark)("response-body-trimmed")
      .sentence("White space of Unicode and all byte-order marks are trimmed from the body.")
      .breaking("TOK-BODY-2", "TOK-REF-3").fix(
        "Skip one byte-order mark, and what JSON calls white space."
      )
      .change { bytes, _ in
        String(validUTF8: bytes).map { Bytes($0.trimmed().utf8) } ?? bytes
      },
    json("response-other-members-refused", "A member of an unknown name is refused.")
      .breaking("TOK-BODY-3")
      .fix("Ignore members that you do not know: answers hold request IDs and more.")
      .change { bytes, read in
        let json = read(bytes)
        return json?.objectValue?.members.contains { !TokenShape.knownNames.contains($0.name) }
          == true ? nil : json
      },
    names("response-names-in-any-case", "Names of members are compared without case.")
      .seen("Members are found without regard to case, as the JSON decoder of Go does.", .goV2)
      .change { tokens in
        let names = TokenShape.pascalCase + ["StatusCode", "Code", "Credentials"]
        tokens.name = { name in names.first { $0.lowercased() == name.lowercased() } ?? name }
      },
    names("response-member-names-in-any-case", "The names of the four are compared without case.")
      .change { tokens in
        tokens.shape = { answer in
          var shape = TokenShape(answer)
          let names = shape.names
          shape.object = JSONObject(
            shape.object.members.map { member in
              let name = names.first { $0.lowercased() == member.name.lowercased() }
              return JSONMember(name: name ?? member.name, value: member.value)
            })
          return shape
        }
      },
    names("response-exact-names-first")
      .sentence("A name in another case counts where no member has the exact name.")
      .fix("Compare the names byte by byte, and look for no other spelling.").change {
        $0.opened = { $0.bound(to: TokenShape.pascalCase + ["Credentials", "StatusCode", "Code"]) }
      },
    names("response-code-in-any-case", "The word Success is compared without case.")
      .breaking("TOK-BODY-4", "TOK-STAT-4")
      .seen("The Code of the metadata is compared in upper case.", .goV2)
      .change { $0.isCodeSuccess = { $0.stringValue?.lowercased() == "success" } },
    strict("response-not-json-is-empty", "What is not JSON is an answer without members.")
      .breaking("TOK-REF-3", "TOK-DEC-3")
      .seen("The error of the parser is passed over, and the object is nil.", .iOS)
      .change { $1($0) ?? [:] },
    strict("response-comma-before-end-accepted", "A comma before the end is accepted.")
      .seen("NSJSONSerialization takes it, as measured with Foundation on Linux.", .iOS)
      .change { $1($0) ?? LooseJSON.read($0, [.commaBeforeEnd]) },
    strict("response-zero-before-number-accepted", "A number may begin with zeros.")
      .change { $1($0) ?? LooseJSON.read($0, [.zeros]) },
    json("response-normalized", "The body is normalized before it is read.")
      .breaking("TOK-BODY-4", "TOK-MEM-2")
      .fix("Compare names byte by byte, and keep the characters of texts as they are.")
      .change { $1($0.composed) },
    unique("response-last-of-two-counts", "Of two members of one name the last counts.")
      .seen("The last one counts, as measured with Foundation on Linux.", .iOS)
      .seen("The JSON decoder of Go takes the last one.", .goV2)
      .seen("`json.loads` takes the last one.", .oss2)
      .change { $1($0) ?? LooseJSON.read($0, [.lastOfTwo]) },
    unique("response-last-of-two-unknown-counts")
      .sentence("A name may be there twice if it is none of those that are read.")
      .change { $1($0) ?? LooseJSON.read($0, [.lastOfTwoUnknown]) },
    readers("response-text-behind-ignored", "What follows the first JSON value is not looked at.")
      .breaking("TOK-REF-3", "ROLE-REF-5").fix("Refuse further text behind the object.")
      .change { $1($0) ?? LooseJSON.read($0, [.rest]) },
    strict("response-controls-in-texts-accepted", "A raw line end or tab in a text is accepted.")
      .change { $1($0) ?? LooseJSON.read($0, [.controls]) },
    unique("response-half-pair-accepted", "Half of a surrogate pair is accepted.")
      .seen("`json.loads` takes it.", .oss2).change {
        $1($0) ?? LooseJSON.read($0, [.halfPairs])
      },
    json("response-json-of-python").sentence(
      "Where Code says Success, JSON is read as Python reads it: of a name that an object has twice "
        + "the last counts, and half of a surrogate pair and NaN are accepted."
    ).breaking("TOK-REF-3", "TOK-REF-16")
      .fix("Refuse what has more than one reading: repeated names, halves of pairs.")
      .seen("`json.loads` reads the answer.", .oss2, .credentialsPython).change { bytes, read in
        let json = LooseJSON.read(bytes, [.lastOfTwo, .halfPairs, .notANumber])
        return json?.objectValue?["Code"] == "Success" ? json : read(bytes)
      },
    strict("response-utf-16-accepted", "UTF-16 is read.")
      .seen("NSJSONSerialization finds out the encoding.", .iOS).change { bytes, read in
        let isWide = bytes.count > 1 && (bytes.starts(with: [0xFF, 0xFE]) || bytes[1] == 0)
        guard isWide else { return read(bytes) }
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map {
          UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
        }
        return read(String(decoding: units.drop { $0 == 0xFEFF }, as: UTF16.self).raw)
      },
    strict("response-invalid-bytes-replaced", "Bytes that are not UTF-8 are replaced.")
      .change { $1($0.text.raw) },
    objects("response-no-object-is-empty", "JSON that is no object is an answer without members.")
      .seen(
        "A bare text or number is a parse error that nobody reads; an array is an exception.",
        .iOS
      ).change { tokens in
        tokens.json = { [read = tokens.json] in read($0).map { $0.objectValue == nil ? [:] : $0 }
        }
      },
    objects("response-credentials-of-any-kind", "Credentials that are no object are ignored.")
      .breaking("TOK-REF-4", "TOK-REF-8").change {
        $0.opened = {
          $0["Credentials"]?.objectValue == nil ? $0.withoutMembers(["Credentials"]) : $0
        }
      },
    sizes("response-any-size", "A body of any size is read.")
      .change { bytes, _ in try? JSONReader.read(bytes, limits: JSONLimits(depth: 64)) },
    sizes("response-any-depth", "A body of any depth is read.").change { bytes, _ in
      try? JSONReader.read(bytes, limits: JSONLimits(depth: 128, byteCount: 65_536))
    },
    sizes("response-small-bodies-alone", "A body of more than 4 KiB or 16 levels is refused.")
      .change { bytes, _ in
        try? JSONReader.read(bytes, limits: JSONLimits(depth: 16, byteCount: 4096))
      },
    decoding("response-decoder-ignored", "The decoder is not asked.")
      .breaking("TOK-DEC-1", "TOK-REF-2").seen(
        "The property responseDecoder is never read; only the initializer's argument is.", .iOS
      ).change { $0.decoded = { body, _ in body } },
    decoding("response-nothing-is-empty").sentence(
      "An answer for which the decoder gives nothing is refused as one that is not JSON."
    ).breaking("TOK-REF-2", "TOK-REF-13")
      .seen("The parser of JSON throws where the data is nil.", .iOS)
      .change { $0.decoded = { $1 ?? [] } },
    decoding("response-nothing-is-body")
      .sentence("Where the decoder gives nothing, the body is read as it came.")
      .breaking("TOK-REF-2").change { $0.decoded = { $1 ?? $0 } },
    decoding("response-limit-before-decoding", "The limit is held against the answer as it came.")
      .breaking("TOK-REF-15").fix("Judge the length of what the decoder gives.")
      .change { $0.decoded = { $0.count > 65_536 ? $0 : $1 } },
    rows("response-decoder-asked-first", "The decoder is asked before the HTTP status is judged.")
      .breaking("TOK-DEC-2", "TOK-REF-13")
      .fix("Judge the HTTP status first, and decode an answer of 200 alone.")
      .change { $0.move([.decoder], before: .httpStatus) },
  ]
}

extension TokenModel {
  /// Does something else before a step.
  mutating func insert(
    before kind: TokenStep.Kind,
    _ run: @escaping @Sendable (inout TokenReading, TokenModel) throws(Refusal) -> Void
  ) {
    let index = steps.firstIndex { $0.kind == kind } ?? steps.endIndex
    steps.insert(TokenStep(kind: .other, run: run), at: index)
  }

  /// Moves steps before another one, or to the end.
  mutating func move(_ kinds: [TokenStep.Kind], before kind: TokenStep.Kind?) {
    let moved = steps.filter { kinds.contains($0.kind) }
    steps.removeAll { kinds.contains($0.kind) }
    let index = steps.firstIndex { $0.kind == kind } ?? steps.endIndex
    steps.insert(contentsOf: moved, at: index)
  }
}

extension JSONObject {
  /// The object with other names for those that differ in case alone and are not there.
  fileprivate func bound(to names: [String]) -> JSONObject {
    JSONObject(
      members.map { member in
        let name = names.first { $0.lowercased() == member.name.lowercased() && self[$0] == nil }
        let isKnown = TokenShape.knownNames.containsBytes(of: member.name)
        let inner = member.value.objectValue?.bound(to: names)
        let isOpened = name == "Credentials" || member.name == "Credentials"
        return JSONMember(
          name: isKnown ? member.name : name ?? member.name,
          value: isOpened ? inner.map { .object($0) } ?? member.value : member.value)
      })
  }

  /// The object without the members of these names.
  func withoutMembers(_ names: [String]) -> JSONObject {
    JSONObject(members.filter { !names.contains($0.name) })
  }
}

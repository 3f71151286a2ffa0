internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in reading the body of a token server's answer (TOK-BODY, TOK-DEC, TOK-REF-3, -4, -15, -16).
enum TokenBodyMistakes {
  static let all: [Mistake] = bodies + texts + sizes + decoders

  private static let bodies: [Mistake] = [
    .token(
      "white-space-refused", ["TOK-BODY-1"], "White space around the object is refused.",
      fix: "Skip spaces, tabs and line ends before and after the object."
    ) { tokens in
      tokens.reading { bytes, read in
        [bytes.first, bytes.last].contains { ($0 ?? 0) <= 0x20 } ? nil : read(bytes)
      }
    },
    .token(
      "mark-refused", ["TOK-BODY-2", "TOK-DEC-3"], "A byte-order mark is refused.",
      fix: "Skip one byte-order mark at the beginning, of what a decoder gives too.",
      seen: [
        .goV2("The JSON decoder of Go takes no byte-order mark."),
        .java("The JSON parser takes no byte-order mark."),
        .oss2("`json.loads` refuses a text that begins with a byte-order mark."),
      ]
    ) { $0.withoutMark = { $0 } },
    .token(
      "other-members-refused", ["TOK-BODY-3"], "A member of an unknown name is refused.",
      fix: "Ignore members that you do not know: answers hold request IDs and more."
    ) { tokens in
      let names =
        TokenShape.pascalCase + TokenShape.camelCase
        + ["StatusCode", "statusCode", "Code", "Credentials", TokenShape.stsToken]
      tokens.reading { bytes, read in
        let json = read(bytes)
        let isKnown = json?.objectValue?.members.allSatisfy { names.contains($0.name) }
        return isKnown == false ? nil : json
      }
    },
    .token(
      "names-in-any-case", ["TOK-BODY-4"], "Names of members are compared without case.",
      fix: "Compare the names byte by byte.",
      seen: [.goV2("Members are found without regard to case, as the JSON decoder of Go does.")]
    ) { tokens in
      let names = TokenShape.pascalCase + ["StatusCode", "Code", "Credentials"]
      tokens.name = { name in names.first { $0.lowercased() == name.lowercased() } ?? name }
    },
    .token(
      "code-in-any-case", ["TOK-BODY-4", "TOK-STAT-4"],
      "The word Success is compared without case.", fix: "Compare Code with Success byte by byte.",
      seen: [.goV2("The Code of the metadata is compared in upper case.")]
    ) { $0.isCodeSuccess = { $0.stringValue?.lowercased() == "success" } },
  ]

  private static let texts: [Mistake] = [
    .token(
      "not-json-is-empty", ["TOK-REF-3", "TOK-DEC-3"],
      "What is not JSON is an answer without members.",
      fix: "Refuse what is not JSON, and say where it is not.",
      seen: [.iOS("The error of the parser is passed over, and the object is nil.")]
    ) { $0.reading { $1($0) ?? [:] } },
    .json(
      "comma-before-end-accepted", ["TOK-REF-3"], "A comma before the end is accepted.",
      fix: "Refuse a comma that no member follows.",
      seen: [.iOS("NSJSONSerialization takes it, as measured with Foundation on Linux.")],
      .commaBeforeEnd),
    .json(
      "last-of-two-counts", ["TOK-REF-16"], "Of two members of one name the last counts.",
      fix: "Refuse a name that an object has twice: another reader takes the first.",
      seen: [
        .iOS("The last one counts, as measured with Foundation on Linux."),
        .goV2("The JSON decoder of Go takes the last one."),
        .oss2("`json.loads` takes the last one."),
      ], .lastOfTwo),
    .json(
      "half-pair-accepted", ["TOK-REF-16"], "Half of a surrogate pair is accepted.",
      fix: "Refuse half of a surrogate pair: it has no bytes in UTF-8.",
      seen: [.oss2("`json.loads` takes it.")], .halfPairs),
    .json(
      "further-text-accepted", ["TOK-REF-3"], "What follows the object is ignored.",
      fix: "Refuse an answer in which anything but white space follows the object.", .furtherText),
    .token(
      "json-of-python", ["TOK-REF-3", "TOK-REF-16"],
      "Where Code says Success, JSON is read as Python reads it: of a name that an object has twice "
        + "the last counts, and half of a surrogate pair and NaN are accepted.",
      fix: "Refuse what has more than one reading: repeated names, halves of pairs and NaN.",
      seen: [
        .oss2("`json.loads` reads the answer."),
        .credentialsPython("`json.loads` reads the answer."),
      ]
    ) { tokens in
      tokens.reading { bytes, read in
        let json = LooseJSON.read(bytes, [.lastOfTwo, .halfPairs, .notANumber])
        return json?.objectValue?["Code"] == "Success" ? json : read(bytes)
      }
    },
    .token(
      "utf-16-accepted", ["TOK-REF-3"], "UTF-16 is read.",
      fix: "Read UTF-8 alone: JSON between systems is UTF-8.",
      seen: [.iOS("NSJSONSerialization finds out the encoding.")]
    ) { tokens in
      tokens.reading { bytes, read in
        let isWide = bytes.count > 1 && (bytes.starts(with: [0xFF, 0xFE]) || bytes[1] == 0)
        guard isWide else { return read(bytes) }
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map {
          UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
        }
        return read(String(decoding: units.drop { $0 == 0xFEFF }, as: UTF16.self).raw)
      }
    },
    .token(
      "invalid-bytes-replaced", ["TOK-REF-3"], "Bytes that are not UTF-8 are replaced.",
      fix: "Refuse bytes that are not UTF-8: the secret would be another."
    ) { $0.reading { $1(String(decoding: $0, as: UTF8.self).raw) } },
    .token(
      "no-object-is-empty", ["TOK-REF-4"], "JSON that is no object is an answer without members.",
      fix: "Refuse JSON that is no object, and say so.",
      seen: [
        .iOS("A bare text or number is a parse error that nobody reads; an array is an exception.")
      ]
    ) { $0.reading { bytes, read in read(bytes).map { $0.objectValue == nil ? [:] : $0 } } },
    .token(
      "credentials-of-any-kind", ["TOK-REF-4", "TOK-REF-8"],
      "Credentials that are no object are ignored.", fix: "Refuse Credentials that are no object."
    ) { tokens in
      tokens.opened = {
        $0["Credentials"]?.objectValue == nil ? $0.withoutMembers(["Credentials"]) : $0
      }
    },
  ]

  private static let sizes: [Mistake] = [
    .token(
      "any-size", ["TOK-REF-15"], "A body of any size and depth is read.",
      fix: "Refuse more than 65,536 bytes and more than 64 levels before you read."
    ) { $0.reading { bytes, _ in try? JSONReader.read(bytes, limits: JSONLimits(depth: 128)) } },
    .token(
      "small-bodies-alone", ["TOK-REF-15"], "A body of more than 4 KiB or 16 levels is refused.",
      fix: "Read bodies up to 65,536 bytes and 64 levels."
    ) { tokens in
      tokens.reading { bytes, _ in
        try? JSONReader.read(bytes, limits: JSONLimits(depth: 16, byteCount: 4096))
      }
    },
  ]

  private static let decoders: [Mistake] = [
    .token(
      "decoder-ignored", ["TOK-DEC-1", "TOK-REF-2"], "The decoder is not asked.",
      fix: "Give the body to the decoder, and read what it returns.",
      seen: [
        .iOS("The property responseDecoder is never read; only the initializer's argument is.")
      ]
    ) { $0.decoded = { body, _ in body } },
    .token(
      "body-for-nothing", ["TOK-REF-2"], "Where the decoder gives nothing, the body is read.",
      fix: "Refuse an answer for which the decoder gives nothing."
    ) { $0.decoded = { $1 ?? $0 } },
    .token(
      "nothing-is-empty", ["TOK-REF-2", "TOK-REF-13"],
      "An answer for which the decoder gives nothing is refused as one that is not JSON.",
      fix: "Say that the decoder gave nothing before you read JSON.",
      seen: [.iOS("The parser of JSON throws where the data is nil.")]
    ) { $0.decoded = { $1 ?? [] } },
    .token(
      "decoder-asked-first", ["TOK-DEC-2", "TOK-REF-13"],
      "The decoder is asked before the HTTP status is judged.",
      fix: "Judge the HTTP status first, and decode an answer of 200 alone."
    ) { $0.move([.decoder], before: .httpStatus) },
  ]
}

extension Mistake {
  /// A mistake in reading the answer of a token server.
  static func token(
    _ id: String, _ clauses: [String], _ sentence: String, fix: String, oss: Effect = .unknown,
    seen: [SeenIn] = [], change: @escaping @Sendable (inout TokenModel) -> Void
  ) -> Mistake {
    Mistake(
      "response-\(id)", clauses, sentence, fix: fix, in: [.tokenParse], oss: oss, seen: seen
    ) { change(&$0.tokens) }
  }

  /// A mistake that accepts more than RFC 8259 allows.
  fileprivate static func json(
    _ id: String, _ clauses: [String], _ sentence: String, fix: String, seen: [SeenIn] = [],
    _ excess: LooseJSON.Excess
  ) -> Mistake {
    token(id, clauses, sentence, fix: fix, seen: seen) { tokens in
      tokens.reading { bytes, read in read(bytes) ?? LooseJSON.read(bytes, [excess]) }
    }
  }
}

extension TokenModel {
  /// Reads JSON otherwise; the change gets the bytes and the reader that it replaces.
  fileprivate mutating func reading(
    _ change: @escaping @Sendable (Bytes, _ read: @Sendable (Bytes) -> JSONValue?) -> JSONValue?
  ) {
    let read = json
    json = { change($0, read) }
  }

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
  /// The object without the members of these names.
  func withoutMembers(_ names: [String]) -> JSONObject {
    JSONObject(members.filter { !names.contains($0.name) })
  }
}

internal import OSSCredentials
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Readers that take what is no token.
extension TokenResponseMutants {
  static let decoders: [Mutant] = [
    mutant(
      "decoder-ignored", "TOK-DEC-1", "The decoder is not asked.",
      mend: "Read what the decoder gives.",
      sightings: [
        .iOS("The property responseDecoder is never read; only the initializer's argument is.")
      ]
    ) { $0.decoded = { body, _ in body } },
    mutant(
      "decoded-twice", "TOK-DEC-1", "What the decoder gives is decoded once more.",
      mend: "Ask the decoder once."
    ) { steps in
      let former = steps.decoded
      steps.decoded = { body, decoded in
        let bytes = former(body, decoded)
        return bytes.flatMap { try? Base64.decode($0.text) } ?? bytes
      }
    },
    mutant(
      "body-for-nothing", "TOK-REF-2", "Where the decoder gives nothing, the body is read.",
      mend: "Refuse the answer: it is not what the application expects."
    ) { $0.decoded = { $1 ?? $0 } },
    mutant(
      "nothing-is-empty", "TOK-REF-2", "Where the decoder gives nothing, no bytes are read.",
      mend: "Say that the decoder failed.",
      sightings: [.iOS("The parser of JSON throws where the data is nil.")]
    ) { $0.decoded = { $1 ?? [] } },
    Mutant(
      "response-decoder-asked-first", "TOK-DEC-2", "The decoder is asked before the HTTP status.",
      mend: "Judge the HTTP status first.", on: [.tokenParse]
    ) { steps in
      steps.rewriteInput { _, input in
        if input["decoder"] == "nothing" { input["httpStatus"] = 200 }
      }
    },
    mutant(
      "decoded-not-judged", "TOK-DEC-3", "What the decoder gives is taken for an object.",
      mend: "Judge it as a body."
    ) { steps in
      let former = steps.json
      steps.json = { bytes in
        guard case .failure = former(bytes), bytes.count < 6 else { return former(bytes) }
        return .success(.object([:]))
      }
    },
    mutant(
      "decoded-mark-refused", "TOK-DEC-3", "A byte-order mark is skipped before decoding alone.",
      mend: "Judge what the decoder gives as a body."
    ) { $0.rewriteBytes { $0.starts(with: [0xEF, 0xBB, 0xBF]) ? [] : $0 } },
  ]

  static let notJSON: [Mutant] = [
    mutant(
      "not-json-is-empty", "TOK-REF-3", "What is not JSON is an answer without members.",
      mend: "Say that it is not JSON, and where.",
      sightings: [.iOS("The error of the parser is passed over, and the object is nil.")]
    ) { steps in
      let former = steps.json
      steps.json = { bytes in
        guard case .failure = former(bytes) else { return former(bytes) }
        return .success(.object([:]))
      }
    },
    mutant(
      "comma-before-end-taken", "TOK-REF-3", "A comma before the end is passed over.",
      mend: "Refuse what RFC 8259 does not have.",
      sightings: [.iOS("NSJSONSerialization takes it, as measured with Foundation on Linux.")]
    ) { $0.rewriteBytes { $0.replacing(",}", with: "}") } },
    mutant(
      "last-of-two-counts", "TOK-REF-16", "Of two members of one name the last counts.",
      mend: "Refuse the answer: another reader takes the first.",
      sightings: [
        .iOS("The last one counts, as measured with Foundation on Linux."),
        .goV2("The JSON decoder of Go takes the last one."),
        .oss2("`json.loads` takes the last one."),
      ]
    ) { $0.mendJSON { TokenRepeats.lastAlone($0) } },
    mutant(
      "half-of-a-pair-taken", "TOK-REF-16", "Half a surrogate pair is taken.",
      mend: "Refuse the answer: no bytes of UTF-8 stand for the text.",
      sightings: [.oss2("`json.loads` takes it.")]
    ) { $0.mendJSON { $0.replacing("\\ud83d\"", with: "\\ufffd\"") } },
    mutant(
      "utf-16-taken", "TOK-REF-3", "UTF-16 is read.", mend: "JSON between systems is UTF-8.",
      sightings: [.iOS("NSJSONSerialization finds out the encoding.")]
    ) { steps in
      steps.mendJSON { bytes in
        let rest = bytes.starts(with: [0xFF, 0xFE]) ? Bytes(bytes[2...]) : bytes
        guard rest.count > 1, rest.count.isMultiple(of: 2), rest[1] == 0 else { return bytes }
        return rest.filter { $0 != 0 }
      }
    },
    mutant(
      "further-text-taken", "TOK-REF-3", "What follows the object is passed over.",
      mend: "Refuse the answer: it may be the half of two."
    ) { steps in
      steps.mendJSON { bytes in
        bytes.lastIndex(of: 0x7D).map { Bytes(bytes[...$0]) } ?? bytes
      }
    },
    mutant(
      "foreign-bytes-replaced", "TOK-REF-3", "Bytes that are not UTF-8 are replaced.",
      mend: "Refuse them: the secret is another."
    ) { $0.mendJSON { Bytes($0.text.utf8) } },
    mutant(
      "typographic-quotes-taken", "TOK-REF-3", "Typographic quotation marks and commas are taken.",
      mend: "Refuse what RFC 8259 does not have."
    ) { $0.mendJSON { $0.replacing("\u{201C}", with: "\"").replacing("、", with: ",") } },
    mutant(
      "array-opened", "TOK-REF-4", "The first element of an array is read.",
      mend: "Refuse an array."
    ) { steps in
      let former = steps.object
      steps.object = { former($0.arrayValue?.first ?? $0) }
    },
    mutant(
      "no-object-is-empty", "TOK-REF-4", "JSON that is no object is an answer without members.",
      mend: "Say that it is no object.",
      sightings: [
        .iOS(
          "A bare text or number is a parse error that nobody reads; an array ends in an exception."
        )
      ]
    ) { steps in
      let former = steps.object
      steps.object = { former($0.objectValue == nil ? .object([:]) : $0) }
    },
    mutant(
      "credentials-passed-over", "TOK-REF-4", "Credentials that are no object are passed over.",
      mend: "Refuse them."
    ) { steps in
      steps.object = { value in
        guard var object = value.objectValue else { return .failure(.notObject(member: nil)) }
        if object["Credentials"]?.objectValue == nil { object["Credentials"] = nil }
        return .success(object)
      }
    },
  ]

  static let refusals: [Mutant] = [
    mutant(
      "any-spelling", "TOK-REF-6", "Each member is taken in whichever spelling it has.",
      mend: "Refuse an answer that mixes two.",
      sightings: [.javaScript("The first letter of each name is lowered, so both spellings count.")]
    ) { steps in
      steps.mend({ if case .torn = $0 { true } else { false } }) { TokenRepeats.merged($0) }
    },
    mutant(
      "other-spelling-passed-over", "TOK-REF-6", "Members of the other spelling are passed over.",
      mend: "Refuse an answer that mixes two.",
      sightings: [
        .iOS("Only PascalCase is looked for."), .android("Only PascalCase is looked for."),
        .java("Only PascalCase is looked for."),
      ]
    ) { steps in
      steps.mend({ if case .torn = $0 { true } else { false } }) { TokenLayout($0, .pascalCase) }
    },
    mutant(
      "unfit-taken", "TOK-REF-14", "An ID or token that no header can carry is taken.",
      mend: "Refuse it where it is read.",
      sightings: [.iOS("No byte of the members is looked at.")]
    ) { $0.fitnessFault = { _, _ in nil } },
    mutant(
      "unfit-token-taken", "TOK-REF-14", "The token's bytes are not looked at.",
      mend: "Refuse CR, LF and NUL."
    ) { steps in
      let former = steps.fitnessFault
      steps.fitnessFault = { id, _ in former(id, nil) }
    },
    mutant(
      "unfit-named-empty", "TOK-REF-14", "An ID that no header can carry is told as empty.",
      mend: "Say which byte is at fault."
    ) { steps in
      let former = steps.fitnessFault
      steps.fitnessFault = { former($0, $1) == nil ? nil : .emptyAccessKeyID }
    },
    mutant(
      "any-size", "TOK-REF-15", "A body of any size and depth is read.",
      mend: "Set a bound before reading."
    ) { steps in
      let former = steps.json
      steps.json = { bytes in
        let found = former(bytes)
        switch found {
        case .failure(.tooLarge), .failure(.tooDeep): break
        default: return found
        }
        let limits = JSONLimits(depth: 128)
        return Result { () throws(JSONError) in try JSONReader.read(bytes, limits: limits) }
      }
    },
    mutant(
      "small-alone", "TOK-REF-15", "A body of more than 4 KiB or 16 levels is refused.",
      mend: "Leave room for what servers add."
    ) { steps in
      let former = steps.json
      steps.json = { bytes in
        let depth = bytes.count(where: { $0 == 0x5B })
        return bytes.count > 4096 || depth > 16
          ? .failure(.tooLarge(byteCount: bytes.count, limit: 4096)) : former(bytes)
      }
    },
  ]
}

extension TokenSteps {
  /// Reads other bytes where there is no JSON.
  mutating func mendJSON(_ change: @escaping @Sendable (Bytes) -> Bytes) {
    let former = json
    json = { bytes in
      guard case .failure = former(bytes) else { return former(bytes) }
      return former(change(bytes))
    }
  }
}

/// How some readers make one of several members.
private enum TokenRepeats {
  /// The bytes without the first of two members of one name that stand at the end of the text.
  static func lastAlone(_ bytes: Bytes) -> Bytes {
    guard let comma = bytes.lastIndex(of: 0x2C), comma + 1 < bytes.count else { return bytes }
    let name = bytes[(comma + 1)...].prefix { $0 != 0x3A }
    let text = Bytes(name).text
    guard let first = bytes.index(of: text), first < comma else {
      return bytes.replacing("\\u0061", with: "b")
    }
    var result = bytes
    result.replaceSubrange(first + 1..<first + 2, with: Bytes("_".utf8))
    return result
  }

  /// A layout in which the members of both spellings and of Credentials stand side by side.
  static func merged(_ answer: JSONObject) -> TokenLayout {
    var result: JSONObject = [:]
    for member in answer.members + (answer["Credentials"]?.objectValue?.members ?? []) {
      let name = member.name == "stsToken" ? "securityToken" : member.name
      result[TokenSpelling.inAnyCase(name)] = member.value
    }
    return TokenLayout(result, .pascalCase)
  }
}

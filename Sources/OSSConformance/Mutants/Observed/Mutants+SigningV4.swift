internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// What real SDKs do in V4, each rule as one of them has it.
extension Mutants {
  static let signingV4: [Mutant] = listed + values + [anyRegion]

  private static let listed: [Mutant] = [
    Mutant(
      "v4-additional-list-as-given-in-headers", "V4-ADD-4",
      "In header signatures the names are listed as given, absent ones and repetitions too; they "
        + "are signed in order and sent sorted by their first letter alone.",
      mend: "List the headers that are sent, each once, and send the list that is signed.",
      on: [.v4Header],
      sightings: [.oss2("`_sign_request` hands the given names on; `_sign_url` does not.")]
    ) { steps in
      steps.rewriteListedNames { request, _ in request.namesAsGiven.sortedByBytes }
      steps.rewriteAuthorizationV4 { request, text in
        let names = request.namesAsGiven
        let signed = Bytes(names.sortedByBytes.joined(separator: [0x3B]))
        let sent = Bytes(names.sortedByFirstByte.joined(separator: [0x3B]))
        text = text.replacing(
          Bytes("AdditionalHeaders=".utf8) + signed + [0x2C],
          with: Bytes("AdditionalHeaders=".utf8) + sent + [0x2C])
      }
    },
    Mutant(
      "v4-additional-empty-value-left-out", "V4-ADD-2",
      "An additional header whose value is empty is neither signed nor listed.",
      mend: "Sign every additional header that is sent.", on: .signingV4,
      sightings: [.pythonV2("A name is listed where its value is longer than nothing.")]
    ) { steps in
      steps.rewriteInput { _, input in
        let filled = input.headerPairs.filter { !$0.value.isEmpty }.map(\.name)
        let empty = input.headerPairs.map(\.name).filter { !filled.contains($0) }
        guard let names = input["additionalHeaders"]?.arrayValue else { return }
        input["additionalHeaders"] = .array(
          names.filter { !empty.contains(Bytes(($0.stringValue ?? "").utf8).lowercased) })
      }
    },
  ]

  private static let values: [Mutant] = [
    Mutant(
      "v4-token-not-trimmed", "V4-TOK-1", "The token is signed with the blanks at its ends.",
      mend: "Take spaces and tabs off both ends of the token before it is signed.",
      on: [.v4Header],
      sightings: [
        .oss2("The token goes into the headers as it is, and no header is trimmed."),
        .pythonV2("The token goes into the headers as it is, and no header is trimmed."),
      ]
    ) { steps in
      steps.adjustV4 = { input, signing in
        guard let token = input.givenToken else { return }
        var rules = HeaderRulesV4()
        let former = rules.lines.text
        rules.lines.text = { line in
          guard line.name.elementsEqual(tokenName.utf8) else { return former(line) }
          return line.name + [0x3A] + Bytes(token.utf8) + [0x0A]
        }
        signing.headers = { [rules] in rules.append($0, $1, to: &$2) }
      }
      steps.rewriteHeaders { input, headers in
        guard let token = input.givenToken else { return }
        for index in headers.indices where headers[index].name.hasSameBytes(as: tokenName) {
          headers[index].value = token
        }
      }
    },
    Mutant(
      "v4-callers-date-read-as-http", "V4-DATE-3",
      "A request with an x-oss-date in the form of V4 is refused.",
      mend: "Put the time of signing in the place of the caller's.", on: [.v4Header],
      sightings: [.pythonV2("The header x-oss-date is read as an HTTP date, and nothing else.")]
    ) { steps in
      steps.rewriteInput { _, input in
        let isForeign = input.headerPairs.contains {
          $0.name.elementsEqual("x-oss-date".utf8) && !$0.value.hasSuffix(" GMT")
        }
        // A header that nobody signs stands for the one that is not read.
        if isForeign { input["headers"] = [["x-oss-date", "\n"]] }
      }
    },
  ]

  private static let anyRegion = Mutant(
    "v4-any-region-but-none", "V4-REF-1",
    "Any text is signed as a region, the empty one too; only a region that is left out is refused.",
    mend: "Refuse it before anything is signed.", on: .authenticatingV4,
    sightings: [.oss2("The region is compared with None, and with nothing else.")]
  ) { steps in
    let none = "\u{1}"
    steps.rewriteInput { _, input in
      if input["region"] == nil || input["region"] == .null { input["region"] = .string(none) }
    }
    steps.accept { fault in
      guard case .invalidRegion(let name) = fault else { return false }
      return !name.hasPrefix("oss-") && !name.hasSameBytes(as: none)
    }
  }
}

private let tokenName = "x-oss-security-token"

extension JSONObject {
  /// The headers, their names in lower case.
  fileprivate var headerPairs: [(name: Bytes, value: String)] {
    (self["headers"]?.arrayValue ?? []).compactMap { header in
      guard let pair = header.arrayValue, pair.count == 2 else { return nil }
      return (Bytes((pair[0].stringValue ?? "").utf8).lowercased, pair[1].stringValue ?? "")
    }
  }

  /// The token as it was given, where there is one.
  fileprivate var givenToken: String? {
    let token = self["credentials"]?.objectValue?["securityToken"]?.stringValue
    return token.flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension SigningRequest {
  /// The given names that are not signed anyway, in lower case.
  fileprivate var namesAsGiven: [Bytes] {
    additionalHeaders.map { Bytes($0.utf8).lowercased }
      .filter { !HeaderRulesV4.isSignedAnyway($0) }
  }
}

extension [Bytes] {
  fileprivate var sortedByBytes: [Bytes] { sorted { $0.lexicographicallyPrecedes($1) } }

  /// The names by their first byte, in the order given where it is the same.
  fileprivate var sortedByFirstByte: [Bytes] {
    enumerated().sorted { left, right in
      let sides = (left.element.first ?? 0, right.element.first ?? 0)
      return sides.0 != sides.1 ? sides.0 < sides.1 : left.offset < right.offset
    }.map(\.element)
  }
}

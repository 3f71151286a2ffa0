internal import OSSCredentials
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Readers that change the texts of a token.
extension TokenResponseMutants {
  static let texts: [Mutant] = [
    mutant(
      "plus-becomes-space", "TOK-MEM-2", "A plus sign becomes a space, and %2B a plus sign.",
      mend: "Take the text as JSON gives it: it is no form."
    ) { steps in
      steps.rewriteText { name, text in
        name.lowercased().hasSuffix("expiration")
          ? text : Bytes(text.utf8).replacing("+", with: " ").text
      }
    },
    mutant(
      "escapes-kept", "TOK-MEM-2", "Escapes are not decoded.",
      mend: "Decode the escapes of JSON: PHP escapes each slash."
    ) {
      $0.rewriteBytes { $0.replacing("\\/", with: "\\\\/").replacing("\\u0", with: "\\\\u0") }
    },
    mutant(
      "texts-composed", "TOK-MEM-2", "Texts are normalized.", mend: "Keep the characters."
    ) { $0.rewriteText { $1.composed } },
    mutant(
      "texts-cut", "TOK-MEM-2", "A long text is cut.", mend: "Take tokens of any length."
    ) { $0.rewriteText { String($1.prefix(255)) } },
    mutant(
      "prefix-demanded", "TOK-MEM-3", "An ID that does not begin with STS. is refused.",
      mend: "Leave it to OSS which IDs there are."
    ) { steps in
      let former = steps.fitnessFault
      steps.fitnessFault = { id, token in
        if let id, !id.hasPrefix("STS.") {
          return .invalidAccessKeyID(byte: id.utf8.first ?? 0, offset: 0)
        }
        return former(id, token)
      }
    },
  ]

  static let trims: [Mutant] = [
    mutant(
      "not-trimmed", "TOK-MEM-4", "White space around a text stays.",
      mend: "Trim the four texts of an answer as those that an application gives.",
      sightings: [
        .iOS("Federation tokens are not trimmed; the two providers of given keys trim theirs."),
        .android("Federation tokens are not trimmed; the two providers of given keys trim theirs."),
        .goV2("Nothing is trimmed."), .java("Tokens of a session are not trimmed."),
        .oss2("Nothing is trimmed."), .swiftV2("Nothing is trimmed."),
      ]
    ) { $0.trimmed = { $0 } },
    mutant(
      "keys-trimmed-alone", "TOK-MEM-4", "Only the ID and the secret are trimmed.",
      mend: "Trim all four.",
      sightings: [.javaScript("The client trims the ID and the secret when it is made.")]
    ) { steps in
      let former = steps.trimmed
      steps.trimmed = { $0 }
      steps.rewriteText { name, text in
        name.lowercased().hasPrefix("accesskey") ? former(text) : text
      }
    },
    mutant(
      "inner-space-dropped", "TOK-MEM-4", "White space inside a text is dropped too.",
      mend: "Drop what stands at the ends."
    ) { steps in
      steps.trimmed = { text in
        String(
          String.UnicodeScalarView(text.unicodeScalars.filter { !OuterWhiteSpace.contains($0) }))
      }
    },
    mutant(
      "one-line-trimmed", "TOK-MEM-4", "What follows a line end is dropped.",
      mend: "Drop white space alone."
    ) { steps in
      let former = steps.trimmed
      steps.trimmed = { text in
        let rest = former(text)
        return String(rest.prefix { !$0.isNewline })
      }
    },
    trimming(
      "trimmed-up-to-space", "Every character up to U+0020 is trimmed, and no other.",
      sightings: [
        .android("The constructor trims with String.trim."),
        .java("The static credentials trim with String.trim."),
      ]
    ) { $0.value <= 0x20 },
    trimming(
      "mark-not-trimmed", "A byte-order mark stays.",
      sightings: [.iOS("The set of white space and newlines does not hold U+FEFF.")]
    ) { $0.value != 0xFEFF && OuterWhiteSpace.contains($0) },
    trimming(
      "zero-width-space-not-trimmed", "A zero-width space and U+0085 stay.",
      sightings: [.javaScript("String.prototype.trim keeps U+200B and U+0085.")]
    ) { $0.value != 0x200B && $0.value != 0x85 && OuterWhiteSpace.contains($0) },
    trimming("line-separators-not-trimmed", "The separators of Unicode stay.") {
      !(0x2028...0x2029 ~= $0.value) && OuterWhiteSpace.contains($0)
    },
    trimming("unseen-trimmed", "Characters that nobody sees are trimmed as well.") {
      OuterWhiteSpace.contains($0) || [0x180E, 0x2060, 0, 0x1C, 0x1F].contains($0.value)
    },
    mutant(
      "marks-trimmed", "TOK-MEM-5", "A mark that stands on a blank is trimmed with it.",
      mend: "Trim characters of Unicode, not clusters of them."
    ) { steps in
      steps.trimmed = { text in
        let rest = text.drop { $0.isWhitespace }
        return String(rest.reversed().drop { $0.isWhitespace }.reversed())
      }
    },
  ]

  /// A mutant that trims other characters.
  private static func trimming(
    _ id: String, _ mistake: String, sightings: [Sighting] = [],
    _ isTrimmed: @escaping @Sendable (Unicode.Scalar) -> Bool
  ) -> Mutant {
    mutant(
      id, "TOK-MEM-5", mistake, mend: "Trim the characters that the clause lists.",
      sightings: sightings
    ) { steps in
      steps.trimmed = { text in
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !isTrimmed($0) }),
          let last = scalars.lastIndex(where: { !isTrimmed($0) })
        else { return "" }
        return String(scalars[first...last])
      }
    }
  }
}

extension TokenSteps {
  /// Changes the text of a member, before it is trimmed; told its name.
  mutating func rewriteText(_ change: @escaping @Sendable (String, String) -> String) {
    let former = text
    text = { name, value in former(name, value).map { change(name, $0) } }
  }
}

internal import OSSPrimitives
internal import OSSVectors

/// Mistakes of an SDK that shows more of its credentials than it should, or accepts invalid ones.
enum DescriptionMistakes {
  static let all = values + members + redacted + partly + written

  private static let values: [Mistake] = [
    taking(
      "credentials-without-id", ["CRED-VAL-2"], "Credentials without an access key ID are accepted."
    ) { fault, _ in fault != .missingAccessKeyID },
    taking(
      "credentials-without-secret", ["CRED-VAL-2"], "Credentials without a secret are accepted.",
      seen: .iOS("The check is in a method that 2.11 no longer calls.")
    ) { fault, _ in fault != .missingSecret },
    taking(
      "credentials-of-lines", ["CRED-VAL-4"],
      "A security token with a line end or NUL, which breaks its header, is accepted."
    ) { fault, _ in fault != .invalidSecurityToken },
    taking(
      "credentials-accept-nul", ["CRED-VAL-4"],
      "Only CR and LF are looked for in a security token, and NUL is accepted."
    ) { fault, parts in
      fault != .invalidSecurityToken || parts.shownToken.utf8.contains { $0 == 0x0D || $0 == 0x0A }
    },
    .credentials(
      "description-empty-token-refused", ["CRED-VAL-3"],
      "Credentials with an empty security token are refused.", in: [.credentialDescription],
      seen: [.credentialsPython("StaticSTSCredentialsProvider raises for an empty token.")]
    ) { model in
      let former = model.description.faults
      model.description.faults = { former($0) + ($0.token == "" ? [.invalidSecurityToken] : []) }
    },
  ]

  private static let members: [Mistake] = [
    showing(
      "description-of-members", ["CRED-LEAK-1", "CRED-LEAK-2"],
      "The description of credentials shows every member.",
      seen: .swiftV2("Credentials is a struct without a description of its own."),
      .iOS("OSSFederationToken describes itself so, and the log of a provider shows it."),
      .android("OSSFederationToken describes itself so.")
    ) { "Credentials(id: \($0.id), secret: \($0.secret), token: \($0.shownToken))" },
    showing("description-of-secret", ["CRED-LEAK-1"], "Only the token is hidden, not the secret.") {
      "<\($0.id) \($0.secret)>"
    },
    showing("description-of-token", ["CRED-LEAK-2"], "Only the secret is hidden, not the token.") {
      "<\($0.id) \($0.shownToken)>"
    },
    showing(
      "description-of-key-pair", ["CRED-LEAK-1"], "The secret is hidden only beside a token."
    ) { $0.shownToken.isEmpty ? "\($0.id):\($0.secret)" : $0.id },
    showing(
      "description-counts-id", ["CRED-LEAK-4"],
      "A secret or a token that is a part of the access key ID is shown beside it."
    ) { parts in
      let secrets = [parts.secret, parts.shownToken]
      return secrets.filter { rest(of: parts.id, without: $0) != "" }.joined(separator: ", ")
    },
  ]

  private static let redacted: [Mistake] = [
    showing(
      "description-redacts-secret-first", ["CRED-LEAK-2"],
      "In a text the secret is replaced first, so a token that contains it is no longer found."
    ) { rest(of: $0.shownToken, without: $0.secret) },
    showing(
      "description-redacts-token-first", ["CRED-LEAK-1"],
      "In a text the token is replaced first, so a secret that contains it is no longer found."
    ) { rest(of: $0.secret, without: $0.shownToken) },
    showing(
      "description-redacts-id-first", ["CRED-LEAK-1"],
      "In a text the ID is replaced first, so a secret that contains it is no longer found."
    ) { rest(of: $0.secret, without: $0.id) },
    showing(
      "description-by-pattern", ["CRED-LEAK-1"],
      "The secret is searched for as a regular expression, in which some characters are special."
    ) { $0.secret.contains { #"\[]{}()*?^$|%"#.contains($0) } ? $0.secret : "****" },
    showing(
      "description-to-mark", ["CRED-LEAK-1", "CRED-LEAK-2"],
      "What is hidden ends at a quotation mark or a blank."
    ) { afterFirst($0.secret) { $0 <= 0x22 } + afterFirst($0.shownToken) { $0 <= 0x22 } },
    showing("description-to-nul", ["CRED-LEAK-1"], "What is hidden ends at a NUL, as in C.") {
      afterFirst($0.secret) { $0 == 0 }
    },
    showing("description-of-accents", ["CRED-LEAK-1"], "Only secrets in ASCII are hidden.") {
      $0.secret.utf8.contains { $0 > 0x7F } ? $0.secret : "****"
    },
  ]

  private static let partly: [Mistake] = [
    showing(
      "description-of-half", ["CRED-LEAK-3"], "The first half of the secret is shown, then stars."
    ) { "\($0.id) \($0.secret.prefix(max(8, $0.secret.count / 2)))****" },
    showing(
      "description-of-ends", ["CRED-LEAK-3"],
      "Four characters at each end are shown, which is all of a short secret."
    ) { parts in
      let (head, tail) = (parts.secret.prefix(4), parts.secret.suffix(4))
      return parts.secret.count > 16 ? "\(head)****\(tail)" : parts.secret
    },
    showing(
      "description-of-short", ["CRED-LEAK-1", "CRED-LEAK-2"],
      "Secrets and tokens of fewer than eight bytes are not hidden."
    ) { parts in
      [parts.secret, parts.shownToken].filter { $0.utf8.count < 8 }.joined(separator: " ")
    },
  ]

  private static let written: [Mistake] = [
    showing("description-in-url", ["CRED-LEAK-3"], "A URL in a log holds the token.") {
      "https://example.com/?security-token=\(written($0.shownToken)[0])"
    },
    showing("description-in-base64", ["CRED-LEAK-3"], "The secret is shown in base64.") {
      "secret=\(written($0.secret)[1])"
    },
    showing("description-in-hexadecimal", ["CRED-LEAK-3"], "The secret is shown in hexadecimal.") {
      "<\(written($0.secret)[2])>"
    },
    showing(
      "description-of-bytes", ["CRED-LEAK-3"], "The secret is shown as an array of its bytes."
    ) { "[\(written($0.secret)[4])]" },
  ]
}

extension DescriptionMistakes {
  /// A mistake that makes one more text of credentials.
  private static func showing(
    _ id: String, _ clauses: [String], _ sentence: String, seen: SeenIn...,
    text: @escaping @Sendable (DescriptionModel.Parts) -> String
  ) -> Mistake {
    .credentials(id, clauses, sentence, in: [.credentialDescription], seen: seen) { model in
      let former = model.description.texts
      model.description.texts = { former($0) + [text($0)] }
    }
  }

  /// A mistake that refuses only some of the faults of credentials.
  private static func taking(
    _ id: String, _ clauses: [String], _ sentence: String, seen: SeenIn...,
    isRefused: @escaping @Sendable (ErrorClass, DescriptionModel.Parts) -> Bool
  ) -> Mistake {
    .credentials(id, clauses, sentence, in: [.credentialDescription], seen: seen) { model in
      let former = model.description.faults
      model.description.faults = { parts in former(parts).filter { isRefused($0, parts) } }
    }
  }

  /// What is left of a text that contains a word; nothing where it does not.
  private static func rest(of text: String, without word: String) -> String {
    let (bytes, word) = (text.raw, word.raw)
    guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: word) }) else {
      return ""
    }
    let rest = bytes[..<start] + [0x2A] + bytes[(start + word.count)...]
    return word.isEmpty ? "" : String(decoding: Array(rest), as: UTF8.self)
  }

  /// The ways in which programs write bytes, in the order of the model.
  private static func written(_ text: String) -> [String] {
    DescriptionModel.writtenForms(of: text.raw)
  }

  /// What follows the first byte of a kind.
  private static func afterFirst(_ text: String, where isEnd: (UInt8) -> Bool) -> String {
    String(decoding: Array(text.utf8.drop { !isEnd($0) }.dropFirst()), as: UTF8.self)
  }
}

extension DescriptionModel.Parts {
  fileprivate var shownToken: String { token ?? "" }
}

internal import OSSCredentials
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes of an SDK that shows more of its credentials than it should, or takes what are none.
enum DescriptionMutants {
  static let all: [Mutant] = whole + hidden + written + values

  private static let whole: [Mutant] = [
    showing(
      "description-of-members", "CRED-LEAK-1", "The language describes every member.",
      sightings: [.swiftV2("Credentials is a struct without a description of its own.")]
    ) { "Credentials(id: \($0.id), secret: \($0.secret), token: \($0.token ?? "nil"))" },
    showing(
      "description-of-token-class", "CRED-LEAK-2", "The description of a token shows all of it.",
      sightings: [
        .iOS("OSSFederationToken describes itself so, and the log of a provider too."),
        .android("OSSFederationToken does."),
      ]
    ) { "OSSFederationToken<\($0.id), \($0.secret), \($0.token ?? "(null)")>" },
    showing("description-of-secret", "CRED-LEAK-1", "The secret is shown, the token is not.") {
      "<\($0.id) \($0.secret)>"
    },
    showing("description-of-token", "CRED-LEAK-2", "The token is shown, the secret is not.") {
      "<\($0.id) \($0.token ?? "")>"
    },
    showing(
      "description-of-key-pair", "CRED-LEAK-1", "What hides temporary credentials forgets others."
    ) { $0.token == nil ? "\($0.id):\($0.secret)" : $0.id },
    showing("description-of-endless", "CRED-LEAK-2", "Without an expiration all is shown.") {
      $0.expiration == nil ? "\($0.id):\($0.secret):\($0.token ?? "")" : $0.id
    },
    showing("description-when-expired", "CRED-LEAK-2", "Expired credentials are logged whole.") {
      ($0.expiration ?? 0) < 0 ? "expired: \($0.id) \($0.secret) \($0.token ?? "")" : $0.id
    },
    showing("description-counts-id", "CRED-LEAK-4", "The secret is shown where the ID holds it.") {
      Bytes($0.id.utf8).contains($0.secret) ? "\($0.id), \($0.secret)" : $0.id
    },
    showing("description-counts-token", "CRED-LEAK-4", "The token is shown where the ID holds it.")
    {
      Bytes($0.id.utf8).contains($0.token ?? "-") ? "\($0.id), \($0.token ?? "")" : $0.id
    },
  ]

  private static let hidden: [Mutant] = [
    showing("description-of-half", "CRED-LEAK-3", "The first half is shown, and stars after it.") {
      "\($0.id) \($0.secret.prefix(max(8, $0.secret.count / 2)))****"
    },
    showing("description-of-ends", "CRED-LEAK-3", "Four characters at each end are shown.") {
      parts in
      let secret = parts.secret
      return secret.count > 16
        ? "\(secret.prefix(4))****\(secret.suffix(4))"
        : secret.count > 4 ? "\(secret.prefix(4))\(secret.dropFirst(4))" : "****"
    },
    showing("description-of-short", "CRED-LEAK-1", "Short secrets are not hidden.") { parts in
      parts.secret.utf8.count < 8 ? parts.secret : "****"
    },
    showing("description-of-short-token", "CRED-LEAK-2", "Short tokens are not hidden.") { parts in
      (parts.token ?? "").utf8.count < 8 ? parts.token ?? "" : "****"
    },
    showing(
      "description-blotted-in-turn", "CRED-LEAK-2", "Secret and token are blotted out in turn."
    ) {
      parts in
      Bytes("\(parts.secret) \(parts.token ?? "")".utf8)
        .replacing(Bytes(parts.secret.utf8), with: [0x2A])
        .replacing(Bytes((parts.token ?? "-").utf8), with: [0x2A]).text
    },
    showing("description-blotted-token-first", "CRED-LEAK-1", "The token is blotted out first.") {
      parts in
      Bytes("\(parts.secret) \(parts.token ?? "")".utf8)
        .replacing(Bytes((parts.token ?? "-").utf8), with: [0x2A])
        .replacing(Bytes(parts.secret.utf8), with: [0x2A]).text
    },
    showing(
      "description-hides-id-first", "CRED-LEAK-1", "The ID is blotted out, and then the secret."
    ) {
      parts in
      Bytes("\(parts.id) \(parts.secret)".utf8).replacing(Bytes(parts.id.utf8), with: [0x2A])
        .replacing(Bytes(parts.secret.utf8), with: [0x2A]).text
    },
    showing("description-by-pattern", "CRED-LEAK-1", "Hiding takes the secret for a pattern.") {
      $0.secret.contains("[") || $0.secret.contains("%") ? $0.secret : "****"
    },
    showing("description-to-mark", "CRED-LEAK-1", "What is hidden ends at a mark or a blank.") {
      let rest = $0.secret.unicodeScalars.drop { $0.value > 0x22 }
      return "****" + String(String.UnicodeScalarView(rest))
    },
    showing("description-to-nul", "CRED-LEAK-1", "What is hidden ends at a NUL.") {
      "****" + String(String.UnicodeScalarView($0.secret.unicodeScalars.drop { $0.value > 0 }))
    },
    showing("description-normalized", "CRED-LEAK-1", "Only composed letters are hidden.") {
      $0.secret.unicodeScalars.contains("\u{301}") ? $0.secret : "****"
    },
    showing("description-of-accents", "CRED-LEAK-1", "Only secrets in ASCII are hidden.") {
      $0.secret.utf8.contains { $0 > 0x7F } ? $0.secret : "****"
    },
    showing("description-of-words", "CRED-LEAK-2", "What follows a blank is shown.") {
      ($0.token ?? "").split(separator: " ").dropFirst().joined(separator: " ")
    },
  ]

  private static let written: [Mutant] = [
    showing("description-in-url", "CRED-LEAK-3", "A URL in a log holds the token.") {
      "https://example.com/?security-token=\(($0.token ?? "").percentEncoded())"
    },
    showing("description-in-base64", "CRED-LEAK-3", "The secret is shown in base64.") {
      "secret=\(Base64.encode(Bytes($0.secret.utf8).span))"
    },
    showing("description-in-hexadecimal", "CRED-LEAK-3", "The secret is shown in hexadecimal.") {
      "<\(Hexadecimal.encode(Bytes($0.secret.utf8).span))>"
    },
    showing("description-in-capitals", "CRED-LEAK-3", "The secret is shown in capital digits.") {
      Hexadecimal.encode(Bytes($0.secret.utf8).span).uppercased()
    },
    showing("description-of-bytes", "CRED-LEAK-3", "The bytes of the secret are shown.") {
      "\(Array($0.secret.utf8))"
    },
  ]

  private static let values: [Mutant] = [
    taking("credentials-without-id", "CRED-VAL-2", "Credentials without an ID are made.") {
      $0 == .emptyAccessKeyID
    },
    taking(
      "credentials-without-secret", "CRED-VAL-2", "Credentials without a secret are made.",
      sightings: [.iOS("The check stands in a method that 2.11 no longer calls.")]
    ) { $0 == .emptyAccessKeySecret },
    taking("credentials-of-lines", "CRED-VAL-4", "A token may break its header.") {
      if case .invalidSecurityToken = $0 { true } else { false }
    },
  ]

  /// What a text can show.
  struct Parts {
    let id: String
    let secret: String
    let token: String?
    let expiration: Int64?
  }

  /// A mutant with one more text, made of what it should hide.
  private static func showing(
    _ id: String, _ clause: String, _ mistake: String, sightings: [Sighting] = [],
    _ text: @escaping @Sendable (Parts) -> String
  ) -> Mutant {
    Mutant(
      id, clause, mistake, mend: "Show the access key ID, the end and the generation, no more.",
      on: [.credentialDescription], sightings: sightings
    ) { steps in
      let former = steps.texts
      steps.texts = { token in
        let parts = Parts(
          id: token.credentials.accessKeyID, secret: token.credentials.accessKeySecret,
          token: token.credentials.securityToken?.text, expiration: token.expiration?.milliseconds)
        return former(token) + [text(parts)]
      }
    }
  }

  /// A mutant that makes credentials of what must be refused.
  private static func taking(
    _ id: String, _ clause: String, _ mistake: String, sightings: [Sighting] = [],
    _ isPassedOver: @escaping @Sendable (SigningError) -> Bool
  ) -> Mutant {
    Mutant(
      id, clause, mistake, mend: "Refuse what cannot sign where it is made.",
      on: [.credentialDescription], sightings: sightings
    ) { $0.accept(isPassedOver) }
  }
}

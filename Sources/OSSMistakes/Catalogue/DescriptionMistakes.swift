internal import OSSPrimitives
internal import OSSVectors

/// Mistakes of an SDK that shows more of its credentials than it should, or accepts invalid ones.
enum DescriptionMistakes {
  private static let rows = MistakeRows(\.credentials.description, in: [.credentialDescription])
  private static let checked = rows.wrapping(\.faults)
  /// One more text that is made of credentials.
  private static let showing = rows.breaking("CRED-LEAK-1", "CRED-LEAK-2")
    .fix("Show the access key ID, the expiration and the generation, and nothing else.")
    .by { (text: @escaping @Sendable (DescriptionModel.Parts) -> String) in
      { $0.texts = { [former = $0.texts] in former($0) + [text($0)] } }
    }
  private static let half = showing.breaking("CRED-LEAK-3")
    .fix("Show no part of a secret or a token, in whatever form.")

  static let all: [Mistake] = [
    // Values.
    checked("description-empty-token-refused", "Credentials with an empty token are refused.")
      .breaking("CRED-VAL-3").fix("Treat an empty token as no token.")
      .seen("StaticSTSCredentialsProvider raises for an empty token.", .credentialsPython)
      .change { $1($0) + ($0.token == "" ? [.invalidSecurityToken] : []) },
    checked("description-line-feed-at-end-of-token")
      .sentence("A token may have a line feed at its end, where a pattern ends in $.")
      .breaking("CRED-VAL-4", "V1-REF-6").fix("Refuse a token with a line feed.")
      .change { parts, faults in
        guard let token = parts.token, token.hasSuffix("\n") else {
          return faults(parts)
        }
        var rest = parts
        rest.token = String(token.dropLast())
        return faults(rest)
      },
    // Members.
    showing("description-of-members", "The description of credentials shows every member.")
      .seen("Credentials is a struct without a description of its own.", .swiftV2)
      .seen("OSSFederationToken describes itself so, and the log of a provider shows it.", .iOS)
      .seen("OSSFederationToken describes itself so.", .android)
      .change { "Credentials(id: \($0.id), secret: \($0.secret), token: \($0.token ?? ""))" },
    showing("description-of-secret", "Only the token is hidden, not the secret.")
      .breaking("CRED-LEAK-1").change { "<\($0.id) \($0.secret)>" },
    showing("description-of-whole-token", "Only the secret is hidden, not the token.")
      .breaking("CRED-LEAK-2").change { "<\($0.id) \($0.token ?? "")>" },
    showing("description-counts-id")
      .sentence("A secret or a token that is a part of the access key ID is shown beside it.")
      .breaking("CRED-LEAK-4").change { parts in
        let secrets = [parts.secret, parts.token ?? ""]
        return secrets.filter { rest(of: parts.id, without: $0) != "" }.joined(separator: ", ")
      },
    // Partly.
    half("description-of-half", "The first half of the secret is shown, then stars.")
      .change { "\($0.id) \($0.secret.prefix(max(8, $0.secret.count / 2)))****" },
    half("description-of-token", "The token is shown, at least its first characters.")
      .change { "\($0.id) \(($0.token ?? "").prefix(8))…" },
    half("description-in-url", "The token is shown percent-encoded, as in the log of a URL.")
      .change { "https://example.com/?security-token=\(($0.token ?? "").encoded)" },
    half("description-in-base64")
      .sentence("The secret is shown in another form: its base64, or its bytes as numbers.")
      .change { "secret=\($0.secret.raw.base64)" },
  ]

  /// What is left of a text that contains a word; nothing where it does not.
  private static func rest(of text: String, without word: String) -> String {
    let rest = word.isEmpty ? text : text.replaced(word, by: "*")
    return rest.hasSameBytes(as: text) ? "" : rest
  }
}

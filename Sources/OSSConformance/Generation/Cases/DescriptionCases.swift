internal import OSSPrimitives
internal import OSSVectors

/// Suite `credentials/descriptions`: what credentials show of themselves, and what they are made of.
enum DescriptionCases {
  static let all: [BuiltCase] = plain + nested + short + forms + refusals

  // No word that an SDK may put around them holds eight characters of these by chance.
  private static let id = "Kq7Wk2Zr9Tb4Xn1Vm8Lp"
  private static let secret = "wJ4rT9kQz2LmX8vB5nC7yHd3Fg6Sp1"
  private static let token = "CAISq7+Wk2/Zr9Tb4Xn1VmHd8Lp3Yc6Jf5Gs0Qa=="

  private static func credentials(
    _ slug: String, _ clauses: [String], _ comment: String, id: String = id,
    secret: String = secret, token: JSONValue = .null, expiration: Int64? = nil
  ) -> BuiltCase {
    var input: JSONObject = [
      "credentials": [
        "accessKeyId": .string(id), "accessKeySecret": .string(secret), "securityToken": token,
      ]
    ]
    input["expiration"] = expiration.map { .number(JSONNumber($0)) }
    return BuiltCase(
      id: "description-\(slug)", operation: .credentialDescription, clauses: clauses,
      comment: comment, input: input, level: .should)
  }

  private static let plain: [BuiltCase] = [
    credentials(
      "key-pair", ["CRED-LEAK-1"], "The description of a key pair shows the secret."),
    credentials(
      "key-pair-expiring", ["CRED-LEAK-1"],
      "An expiration beside a key pair changes what is shown.",
      expiration: 1_446_544_379_000),
    credentials(
      "temporary", ["CRED-LEAK-2", "CRED-LEAK-1", "CRED-LEAK-3"],
      "Temporary credentials show the token.",
      token: .string(token), expiration: 1_446_544_379_000),
    credentials(
      "temporary-endless", ["CRED-LEAK-2", "CRED-LEAK-1"],
      "Without an expiration another text is made.", id: "STS.Nq_7Wk2Z=", token: .string(token)),
    credentials(
      "temporary-far", ["CRED-LEAK-2", "CRED-LEAK-1"],
      "An expiration that no date can show makes a dump of everything.", token: .string(token),
      expiration: 9_000_000_000_000_000),
    credentials(
      "temporary-past", ["CRED-LEAK-2", "CRED-LEAK-1"], "Expired credentials are described whole.",
      token: .string(token), expiration: -1),
    credentials(
      "empty-token", ["CRED-LEAK-1", "CRED-VAL-3"], "An empty token makes another description.",
      token: ""),
    credentials(
      "long-token", ["CRED-LEAK-2"], "A long token is shown up to some length.",
      token: .string(String(repeating: "CAISqwJ1q6Ft5B2y+/Rk8dTn3Zs7Vx4M", count: 32))),
  ]

  private static let nested: [BuiltCase] = [
    credentials(
      "secret-in-token", ["CRED-LEAK-2", "CRED-LEAK-1"],
      "The secret is blotted out first, and what is left of the token stays.",
      secret: "7+Wk2/Zr9Tb4Xn1", token: .string(token)),
    credentials(
      "token-in-secret", ["CRED-LEAK-1", "CRED-LEAK-2"],
      "The token is blotted out first, and what is left of the secret stays.",
      secret: "hJ6dR3sVTkq9Xw2Zt5pM8bY4cZ", token: "q9Xw2Zt5"),
    credentials(
      "token-is-secret", ["CRED-LEAK-2", "CRED-LEAK-1"], "Two equal parts are hidden once.",
      token: .string(secret)),
    credentials(
      "id-in-secret", ["CRED-LEAK-1"], "The secret counts as hidden where the ID in it is shown.",
      secret: "\(id)hJ6dR3sV"),
    credentials(
      "secret-in-id", ["CRED-LEAK-4", "CRED-LEAK-1"],
      "An ID that holds the secret cannot be shown, or is blotted out.",
      id: "Kq7hJ6dR3sVq9XwLp", secret: "hJ6dR3sVq9Xw"),
    credentials(
      "token-in-id", ["CRED-LEAK-4", "CRED-LEAK-2"], "An ID that holds the token is blotted out.",
      id: "STS.hJ6dR3sVq9Xw", token: "hJ6dR3sVq9Xw"),
  ]

  private static let short: [BuiltCase] = [
    credentials("one-character", ["CRED-LEAK-1"], "A short secret is not hidden.", secret: "~"),
    credentials(
      "two-characters", ["CRED-LEAK-1"], "A short secret is not hidden.", secret: "q7"),
    credentials(
      "seven-characters", ["CRED-LEAK-1", "CRED-LEAK-3"],
      "The first and the last characters are shown, which are all.", secret: "zQ4vK8w"),
    credentials(
      "eight-characters", ["CRED-LEAK-1", "CRED-LEAK-3"], "Half of a secret is shown.",
      secret: "zQ4vK8wX"),
    credentials(
      "short-token", ["CRED-LEAK-2"], "A short token is not hidden.", token: "t+/="),
  ]

  private static let forms: [BuiltCase] = [
    credentials(
      "pattern", ["CRED-LEAK-1", "CRED-LEAK-2"], "Hiding takes the secret for a pattern.",
      secret: "a.b*c(d[e$f^g|h\\i0", token: "tq+7Wk?(x){2}/Zr9"),
    credentials(
      "format", ["CRED-LEAK-1"], "A secret is taken for a format.", secret: "%@%s%n{0}\\u0041%25"),
    credentials(
      "quotation", ["CRED-LEAK-1"], "A quotation mark ends what is hidden.",
      secret: "hJ6dR3sV\"q9Xw2Zt5'pM8bY4c7`Zr9T"),
    credentials(
      "blanks", ["CRED-LEAK-1", "CRED-LEAK-2"], "What follows a blank is not hidden.",
      secret: "hJ6dR3s Vq9Xw2Zt 5pM8bY4c", token: "Wk2Zr9T b4Xn1VmH d8Lp3Yc6"),
    credentials(
      "line-end", ["CRED-LEAK-1"], "What follows a line end is not hidden.",
      secret: "hJ6dR3sVq\n9Xw2Zt5pM"),
    credentials(
      "nul", ["CRED-LEAK-1"], "What follows a NUL is not hidden.", secret: "hJ6dR3sVq\u{0}9Xw2Zt5pM"
    ),
    credentials(
      "composed", ["CRED-LEAK-1"], "A letter with an accent is changed before it is looked for.",
      secret: "caf\u{E9}caf\u{E9}caf\u{E9}"),
    credentials(
      "decomposed", ["CRED-LEAK-1"], "An accent that stands alone is joined with its letter.",
      secret: "cafe\u{301}cafe\u{301}cafe\u{301}"),
    credentials(
      "beyond-ascii", ["CRED-LEAK-2", "CRED-LEAK-1"], "Characters are counted as bytes.",
      secret: "\u{5BC6}\u{94A5}\u{1F511}\u{5BC6}\u{94A5}\u{1F511}\u{5BC6}\u{94A5}\u{1F511}",
      token: "\u{4EE4}\u{724C}\u{4EE4}\u{724C}"),
  ]

  private static func refused(
    _ slug: String, _ clauses: [String], _ comment: String, as errorClass: ErrorClass,
    id: String = id, secret: String = secret, token: JSONValue = .null
  ) -> BuiltCase {
    var definition = credentials(slug, clauses, comment, id: id, secret: secret, token: token)
    definition.level = .must
    return definition.refused(errorClass)
  }

  private static let refusals: [BuiltCase] = [
    refused(
      "without-id", ["CRED-VAL-2", "V1-REF-1"], "Credentials without an ID are made.",
      as: .missingAccessKeyID, id: ""),
    refused(
      "without-secret", ["CRED-VAL-2", "V1-REF-2"], "Credentials without a secret are made.",
      as: .missingSecret, secret: ""),
    refused(
      "token-of-lines", ["CRED-VAL-4", "V1-REF-6"], "A token that breaks its header is taken.",
      as: .invalidSecurityToken, token: "CAIS0\r\nx-oss-acl: public-read"),
    refused(
      "token-with-nul", ["CRED-VAL-4", "V1-REF-6"], "A token with a NUL is taken.",
      as: .invalidSecurityToken, token: "CAIS0\u{0}"),
  ]
}

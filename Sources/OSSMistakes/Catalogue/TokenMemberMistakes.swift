internal import OSSPrimitives
internal import OSSVectors

/// Mistakes about the four members of a token server's answer and the order of refusals
/// (TOK-MEM, TOK-REF-7 to TOK-REF-10, TOK-REF-12 to TOK-REF-14).
enum TokenMemberMistakes {
  static let all: [Mistake] = texts + trims + absences + asTheyAre + expiries + orders

  private static let texts: [Mistake] = [
    .token(
      "plus-becomes-space", ["TOK-MEM-2"], "The texts are decoded as those of a form.",
      fix: "Keep +, / and % as JSON gives them.", oss: .refusesSignature
    ) { tokens in
      tokens.reading { part, text in
        guard part != .expiration else { return text }
        let bytes = try? PercentEncoding.decode(text, plusIsSpace: true)
        return bytes.map { String(decoding: $0, as: UTF8.self) } ?? text
      }
    },
    .token(
      "escapes-kept", ["TOK-MEM-2"], "Escapes of JSON are not decoded.",
      fix: "Decode the escapes of JSON: PHP escapes each slash.", oss: .refusesSignature
    ) { tokens in
      let json = tokens.json
      tokens.json = {
        let slashes = $0.replaced("\\/", by: "\\\\/")
        return json(slashes.replaced("\\u0", by: "\\\\u0"))
      }
    },
    .token(
      "prefix-required", ["TOK-MEM-3"], "An ID that does not begin with STS. is refused.",
      fix: "Accept every access key ID that a request can carry."
    ) { tokens in
      let fault = tokens.fault
      tokens.fault = { part, text in
        let isOther = part == .accessKeyID && !text.hasPrefix("STS.")
        return isOther ? .invalidAccessKeyID : fault(part, text)
      }
    },
    .token(
      "invalid-texts-accepted", ["TOK-REF-14"],
      "An ID or a token that a request cannot carry is accepted.",
      fix: "Refuse an ID with other bytes than V1-REF-3 allows, and a token with CR, LF or NUL.",
      seen: [.iOS("No byte of the members is looked at.")]
    ) { $0.fault = { _, _ in nil } },
  ]

  private static let trims: [Mistake] = [
    .token(
      "not-trimmed", ["TOK-MEM-4", "TOK-MEM-5", "TOK-REF-10"], "White space around a text is kept.",
      fix: "Trim each of the four texts at both ends.", oss: .refusesSignature,
      seen: [
        .iOS("Federation tokens are not trimmed; the two providers of given keys trim theirs."),
        .android("Federation tokens are not trimmed; the two providers of given keys trim theirs."),
        .goV2("Nothing is trimmed."), .java("Tokens of a session are not trimmed."),
        .oss2("Nothing is trimmed."), .swiftV2("Nothing is trimmed."),
      ]
    ) { $0.trimmed = { $1 } },
    .token(
      "keys-trimmed-alone", ["TOK-MEM-4"], "Only the ID and the secret are trimmed.",
      fix: "Trim the token and the expiration, too.",
      seen: [.javaScript("The client trims the ID and the secret when it is made.")]
    ) { tokens in tokens.trimmed = { $0.rawValue < 2 ? $1.trimmed() : $1 } },
    .token(
      "inner-space-dropped", ["TOK-MEM-4"], "White space inside a text is dropped, too.",
      fix: "Drop white space at the ends of a text alone.", oss: .refusesSignature
    ) { tokens in
      tokens.trimmed = { _, text in
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.isBlank }))
      }
    },
    trimming(
      "trimmed-up-to-space", "Every character up to U+0020 is trimmed, and no other.",
      fix: "Trim the white space of Unicode, U+200B and U+FEFF, and keep control characters.",
      seen: [
        .android("The constructor trims with String.trim."),
        .java("The static credentials trim with String.trim."),
      ]
    ) { $0.value <= 0x20 },
    trimming(
      "mark-not-trimmed", "A byte-order mark at the end of a text is kept.",
      fix: "Trim U+FEFF, too.",
      seen: [.iOS("The set of white space and newlines does not hold U+FEFF.")]
    ) { $0.value != 0xFEFF && $0.isBlank },
    trimming(
      "zero-width-space-not-trimmed", "A zero-width space and U+0085 are kept.",
      fix: "Trim U+200B and U+0085, too.",
      seen: [.javaScript("String.prototype.trim keeps U+200B and U+0085.")]
    ) { $0.value != 0x200B && $0.value != 0x85 && $0.isBlank },
    trimming(
      "trimmed-as-python", "U+001C to U+001F are trimmed, and U+200B and U+FEFF are not.",
      fix: "Trim what the clause lists; `str.strip` of Python trims another set."
    ) { scalar in
      0x1C...0x1F ~= scalar.value || scalar.isBlank && ![0x200B, 0xFEFF].contains(scalar.value)
    },
  ]

  private static let absences: [Mistake] = [
    .token(
      "missing-is-empty", ["TOK-REF-7", "TOK-MEM-1"], "A missing member is the empty text.",
      fix: "Refuse the answer, and name the member that is missing.", oss: .halfAKey,
      seen: [
        .iOS("The property stays nil: (null) is the ID, the secret empty, the token left out."),
        .java("The token stays null, and is not sent."),
        .goV2("A member that is not there is the empty text."),
      ]
    ) { tokens in
      tokens.mayBeEmpty = { _ in true }
      tokens.value { $1 ?? "" }
      tokens.expireNever()
    },
    .token(
      "expiration-optional", ["TOK-REF-7", "TOK-MEM-1"], "The expiration may be missing.",
      fix: "Refuse an answer without an expiration: the server would be asked again each time.",
      seen: [
        .iOS("Without it the server is asked for each request."),
        .java("Without it the credentials are taken for long-term ones."),
        .javaScript("The expiration is never read."),
      ]
    ) { $0.value { $0 == .expiration ? $1 ?? "9999-12-31T23:59:59Z" : $1 } },
    .token(
      "token-optional", ["TOK-MEM-1", "TOK-REF-7", "TOK-REF-10"],
      "The security token may be missing or empty.",
      fix: "Refuse an answer without a token: OSS refuses an STS key without its token.",
      oss: .halfAKey,
      seen: [
        .iOS("A token that is missing is nil, and is not sent."),
        .java("A token that is missing is null, and is not sent."),
        .oss2("A token that is missing is None, and is not sent."),
        .goV2("An empty token is not sent."), .javaScript("An empty token is not sent."),
      ]
    ) { tokens in
      tokens.mayBeEmpty = { $0 == .securityToken }
      tokens.value { $0 == .securityToken ? $1 ?? "" : $1 }
    },
    .token(
      "null-is-text", ["TOK-REF-8", "TOK-MEM-1"], "Null is the text null.",
      fix: "Refuse a member that is null.", oss: .halfAKey,
      seen: [.android("getString of org.json makes the text null of it.")]
    ) { tokens in
      tokens.value { $1?.isNull == true ? "null" : $1 }
      tokens.expireNever()
    },
    .token(
      "values-become-texts", ["TOK-REF-9", "TOK-MEM-1"],
      "A number, a truth value or an array becomes a text.", fix: "Refuse what is not a text.",
      seen: [
        .android("getString converts numbers and truth values."),
        .java("getString converts numbers and truth values."),
        .oss2("The value is used as the parser of JSON gave it."),
      ]
    ) { tokens in
      tokens.value { _, value in
        guard let value, !value.isNull, value.stringValue == nil else { return value }
        return .string(value.compact().filter { $0.isLetter || $0.isNumber })
      }
      tokens.expireNever()
    },
    .token(
      "empty-accepted", ["TOK-REF-10", "TOK-MEM-1"], "An empty text is accepted.",
      fix: "Refuse a member that is empty.", oss: .halfAKey,
      seen: [
        .iOS("An empty ID and secret sign, and an empty token is sent."),
        .android("An empty ID and secret sign, and an empty token is sent."),
      ]
    ) { tokens in
      tokens.mayBeEmpty = { _ in true }
      tokens.expireNever()
    },
  ]

  private static let asTheyAre: [Mistake] = [
    asTheyAre(
      "members-as-they-are", ["TOK-REF-7", "TOK-REF-8", "TOK-REF-9", "TOK-REF-10", "TOK-MEM-4"],
      "The members in PascalCase are accepted as the parser of JSON gives them: missing, null, "
        + "empty, of any kind, with any blanks and bytes, and whatever other members there are.",
      .oss2("The fetcher of ECS roles takes what `dict.get` gives.")
    ) { _ in true },
    asTheyAre(
      "members-merely-present", ["TOK-REF-8", "TOK-REF-9", "TOK-REF-10", "TOK-MEM-4"],
      "The members in PascalCase must be there, and are then accepted as the parser of JSON gives "
        + "them: null, empty, of any kind, with any blanks and bytes.",
      .credentialsPython("URLCredentialsProvider asks whether the names are there.")
    ) { answer in TokenShape.pascalCase.allSatisfy { answer[$0] != nil } },
  ]

  private static let expiries: [Mistake] = [
    .token(
      "expired-accepted", ["TOK-REF-12"], "Whether a token has expired is not looked at.",
      fix: "Refuse a token that has expired: a fetch that brings it has failed.",
      oss: .tokenExpired,
      seen: [
        .iOS("What the getter gives is used once, whatever its expiration."),
        .swiftV2("A getter's expired credentials are served."),
      ]
    ) { $0.hasExpired = { _, _ in false } },
    .token(
      "last-moment-accepted", ["TOK-REF-12"], "A token that expires at this moment is accepted.",
      fix: "Refuse a token whose expiration is not after the present.", oss: .tokenExpired
    ) { $0.hasExpired = { $0 < $1 ?? .min } },
    .token(
      "expiry-in-seconds", ["TOK-REF-12"], "Expiry is judged in whole seconds.",
      fix: "Compare milliseconds.", oss: .tokenExpired,
      seen: [.android("The device's clock is cut to seconds before it is compared.")]
    ) { $0.hasExpired = { $0 / 1000 < ($1 ?? .min) / 1000 } },
    .token(
      "window-refused", ["TOK-REF-12"], "A token with less than five minutes left is refused.",
      fix: "Read a token that has not expired; when it is refreshed is another question."
    ) { $0.hasExpired = { $0 - ($1 ?? 0) < 300_000 && $1 != nil } },
    .token(
      "clock-required", ["TOK-REF-12"], "Without a clock every token has expired.",
      fix: "Judge expiry only where the present is known."
    ) { $0.hasExpired = { $0 <= $1 ?? .max } },
  ]

  private static let orders: [Mistake] = [
    order("http-status-last", "The HTTP status is judged last.", "first") {
      $0.move([.httpStatus], before: nil)
    },
    order("status-before-object", "The status is judged before Credentials.", "after Credentials") {
      $0.move([.status], before: .credentials)
    },
    order("members-before-status", "The status is judged after the members.", "before them") {
      $0.move([.status], before: .time)
    },
    order("null-first", "A null member is refused before all others.", "in its turn") { tokens in
      tokens.insert(before: .torn) { (reading, _) throws(Refusal) in
        let names = TokenShape.pascalCase + TokenShape.camelCase + ["Credentials"]
        if names.contains(where: { reading.object[$0]?.isNull == true }) {
          throw Refusal(.tokenNullMember, "A member is null.")
        }
      }
    },
    order("missing-first", "A missing member is refused before all others.", "in its turn") {
      $0.insert(before: .member(.accessKeyID)) { (reading, _) throws(Refusal) in
        if TokenPart.allCases.contains(where: { reading.shape?[$0] == nil }) {
          throw Refusal(.tokenMissingMember, "A member is missing.")
        }
      }
    },
    order("time-first", "The expiration is judged before the other members.", "last") {
      $0.move([.member(.expiration), .time, .expired], before: .member(.accessKeyID))
    },
    order("token-before-secret", "The token is judged before the secret.", "after the secret") {
      $0.move([.member(.securityToken)], before: .member(.accessKeySecret))
    },
  ]

  /// A mistake in the order of refusals.
  private static func order(
    _ id: String, _ sentence: String, _ place: String,
    change: @escaping @Sendable (inout TokenModel) -> Void
  ) -> Mistake {
    .token(
      id, ["TOK-REF-13"], sentence, fix: "Judge it \(place), in the order of the clause.",
      change: change)
  }

  /// A mistake that trims other characters.
  private static func trimming(
    _ id: String, _ sentence: String, fix: String, seen: [SeenIn] = [],
    _ isTrimmed: @escaping @Sendable (Unicode.Scalar) -> Bool
  ) -> Mistake {
    .token(id, ["TOK-MEM-5"], sentence, fix: fix, seen: seen) {
      $0.trimmed = { $1.trimmed(isTrimmed) }
    }
  }

  /// A mistake that accepts whatever the members are, where Code says Success.
  private static func asTheyAre(
    _ id: String, _ clauses: [String], _ sentence: String, _ seen: SeenIn,
    where isGiven: @escaping @Sendable (JSONObject) -> Bool
  ) -> Mistake {
    .token(
      id, clauses, sentence, fix: "Refuse an answer without four texts of one shape.", seen: [seen]
    ) { tokens in
      let accepts: @Sendable (JSONObject) -> Bool = {
        $0["Code"] == "Success" && $0["Expiration"]?.stringValue != nil && isGiven($0)
      }
      tokens.steps = tokens.steps.map { step in
        TokenStep(kind: step.kind) { (reading, model) throws(Refusal) in
          guard accepts(reading.object) else { return try step.run(&reading, model) }
          switch step.kind {
          case .member(let part):
            let value = reading.object[TokenShape.pascalCase[part.rawValue]]
            reading.members[part.outputName] = value ?? .null
          case .torn, .nullCredentials: break
          default: try step.run(&reading, model)
          }
        }
      }
    }
  }
}

extension Effect {
  /// A key without its token, or half a key.
  fileprivate static let halfAKey = Effect.refuses(
    evidence: "The page of 0002-00000003: an STS key without its token is InvalidAccessKeyId.")
  /// A token that has expired.
  fileprivate static let tokenExpired = Effect.refuses(
    evidence: "The page of 0002-00000007: SecurityTokenExpired.")
}

extension TokenModel {
  /// Changes the text of a member before it is trimmed.
  fileprivate mutating func reading(_ change: @escaping @Sendable (TokenPart, String) -> String) {
    let text = text
    self.text = { (part, value) throws(Refusal) in change(part, try text(part, value)) }
  }

  /// Changes the value that is read for a member.
  fileprivate mutating func value(
    _ change: @escaping @Sendable (TokenPart, JSONValue?) -> JSONValue?
  ) {
    let text = text
    self.text = { (part, value) throws(Refusal) in try text(part, change(part, value)) }
  }

  /// Reads an expiration that is no time as one that never comes.
  fileprivate mutating func expireNever() {
    let moment = moment
    self.moment = { moment($0, $1, $2) ?? ($0.contains(":") ? nil : .max) }
  }
}

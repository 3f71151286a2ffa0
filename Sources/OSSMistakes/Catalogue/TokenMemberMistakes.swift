internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// The four members and the order of refusals (TOK-MEM, TOK-REF-7 to TOK-REF-10, TOK-REF-12 to -14).
extension ResponseMistakes {
  private static let kept = rows.breaking("TOK-MEM-2")
    .fix("Decode the escapes of JSON, and keep +, / and % as it gives them.")
  private static let faults = rows.wrapping(\.fault)
  private static let trimming = rows.breaking("TOK-MEM-4")
    .fix("Trim each of the four texts at both ends, and at no other place.")
  private static let blanks = trimming.breaking("TOK-MEM-5")
    .fix("Trim the white space of Unicode, U+200B and U+FEFF, and nothing else.")
    .by { (isTrimmed: @escaping @Sendable (Unicode.Scalar) -> Bool) in
      { $0.trimmed = { $1.trimmed(isTrimmed) } }
    }
  private static let absent = rows.breaking("TOK-REF-7", "TOK-MEM-1")
    .fix("Refuse an answer without four texts that are not empty.")

  /// Accepts whatever the members are, where Code says Success and the answer fits.
  private static let unread = rows.breaking("TOK-REF-8", "TOK-REF-9", "TOK-REF-10", "TOK-MEM-4")
    .fix("Refuse an answer without four texts of one shape.")
    .by { (isGiven: @escaping @Sendable (JSONObject) -> Bool) in
      { tokens in
        tokens.steps = tokens.steps.map { step in
          TokenStep(kind: step.kind) { (reading, model) throws(Refusal) in
            let answer = reading.object
            guard answer["Code"] == "Success", answer["Expiration"]?.stringValue != nil,
              isGiven(answer)
            else { return try step.run(&reading, model) }
            switch step.kind {
            case .member(let part):
              reading.members[part.outputName] =
                answer[TokenShape.pascalCase[part.rawValue]] ?? .null
            case .torn, .nullCredentials: break
            default: try step.run(&reading, model)
            }
          }
        }
      }
    }
  private static let expiry = rows.breaking("TOK-REF-12")
    .fix("Refuse a token whose expiration is not after the present, in milliseconds.").setting(
      \.hasExpired)
  private static let order = rows.breaking("TOK-REF-13")
    .fix("Refuse an answer for its first fault, in the order of the clause.")

  static let members: [Mistake] = [
    // Texts.
    kept("response-plus-becomes-space", "The texts are decoded as those of a form.") { tokens in
      tokens.text = { [text = tokens.text] (part, value) throws(Refusal) in
        let text = try text(part, value)
        let bytes = try? PercentEncoding.decode(text, plusIsSpace: true)
        return part == .expiration ? text : bytes?.text ?? text
      }
    },
    kept("response-escapes-kept", "Escapes of JSON are not decoded.") { tokens in
      tokens.json = { [json = tokens.json] in
        json($0.replaced("\\/", by: "\\\\/").replaced("\\u0", by: "\\\\u0"))
      }
    },
    kept("response-escaped-slashes-kept", "The escape `\\/` of a slash is not decoded.")
      .change { $0.json = { [json = $0.json] in json($0.replaced("\\/", by: "\\\\/")) } },
    faults("response-prefix-required", "An ID that does not begin with STS. is refused.")
      .breaking("TOK-MEM-3").fix("Accept every access key ID that a request can carry.")
      .change { $0 == .accessKeyID && !$1.hasPrefix("STS.") ? .invalidAccessKeyID : $2($0, $1) },
    faults("response-invalid-id-accepted", "An ID that cannot be sent is accepted.")
      .breaking("TOK-REF-14").fix("Refuse an ID with other bytes than V1-REF-3 allows.")
      .seen("No byte of the members is looked at.", .iOS)
      .change { $0 == .accessKeyID ? nil : $2($0, $1) },
    faults("response-line-end-in-token-accepted", "A token with CR, LF or NUL in it is accepted.")
      .breaking("TOK-REF-14").fix("Refuse a token with CR, LF or NUL in it.")
      .seen("No byte of the members is looked at.", .iOS)
      .change { $0 == .securityToken ? nil : $2($0, $1) },
    // Trims.
    trimming("response-not-trimmed", "White space around a text is kept.")
      .breaking("TOK-MEM-4", "TOK-MEM-5", "TOK-REF-10", "ROLE-RSP-6").seen(
        "Federation tokens are not trimmed; the two providers of given keys trim theirs.", .iOS,
        .android
      ).seen("Nothing is trimmed.", .goV2).seen("Tokens of a session are not trimmed.", .java)
      .seen("Nothing is trimmed.", .oss2, .swiftV2).change { $0.trimmed = { $1 } },
    trimming("response-keys-trimmed-alone", "Only the ID and the secret are trimmed.").seen(
      "The client trims the ID and the secret when it is made.", .javaScript
    ).change { $0.trimmed = { $0.rawValue < 2 ? $1.trimmed() : $1 } },
    trimming("response-inner-space-dropped", "White space inside a text is dropped, too.")
      .breaking("TOK-MEM-4", "ROLE-RSP-6").change {
        $0.trimmed = { String(String.UnicodeScalarView($1.unicodeScalars.filter { !$0.isBlank })) }
      },
    blanks("response-trimmed-up-to-space", "Every character up to U+0020 is trimmed, and no other.")
      .seen("The constructor trims with String.trim.", .android)
      .seen("The static credentials trim with String.trim.", .java).change { $0.value <= 0x20 },
    blanks("response-ascii-blanks-alone-trimmed", "Only white space of ASCII is trimmed.")
      .change { 9...13 ~= $0.value || $0.value == 0x20 },
    blanks("response-trimmed-as-php", "What PHP's trim removes is trimmed: NUL, and no form feed.")
      .change { [0, 9, 10, 11, 13, 32].contains($0.value) },
    blanks("response-stripped-as-ruby", "What Ruby's strip removes is trimmed: ASCII and NUL.")
      .change { $0.value == 0 || 9...13 ~= $0.value || $0.value == 0x20 },
    blanks("response-stripped-as-java")
      .sentence("What Java's strip removes is trimmed: no U+0085, U+00A0, U+200B and U+FEFF.")
      .change {
        let kept: [UInt32] = [0x85, 0xA0, 0x2007, 0x200B, 0x202F, 0xFEFF]
        return 0x1C...0x1F ~= $0.value || $0.isBlank && !kept.contains($0.value)
      },
    blanks("response-mark-not-trimmed", "A byte-order mark at the end of a text is kept.")
      .seen("The set of white space and newlines does not hold U+FEFF.", .iOS)
      .change { $0.value != 0xFEFF && $0.isBlank },
    blanks("response-zero-width-space-not-trimmed", "A zero-width space and U+0085 are kept.")
      .seen("String.prototype.trim keeps U+200B and U+0085.", .javaScript)
      .change { $0.value != 0x200B && $0.value != 0x85 && $0.isBlank },
    // Absences.
    absent("response-missing-is-empty", "A missing member is the empty text.")
      .seen("The property stays nil: (null) is the ID, the secret empty, the token left out.", .iOS)
      .seen("The token stays null, and is not sent.", .java)
      .seen("A member that is not there is the empty text.", .goV2)
      .change { $0.accept(empty: TokenPart.allCases, timed: false) { $1 ?? "" } },
    absent("response-expiration-optional", "The expiration may be missing.").seen(
      "Without it the server is asked for each request.", .iOS
    ).seen("Without it the credentials are taken for long-term ones.", .java)
      .seen("The expiration is never read.", .javaScript)
      .change { $0.accept { $0 == .expiration ? $1 ?? "9999-12-31T23:59:59Z" : $1 } },
    absent("response-token-optional", "The security token may be missing or empty.").breaking(
      "TOK-MEM-1", "TOK-REF-7", "TOK-REF-10", "ROLE-RSP-3", "ROLE-RSP-11",
      "ROLE-RSP-15"
    ).seen("A token that is missing is nil, and is not sent.", .iOS)
      .seen("A token that is missing is null, and is not sent.", .java)
      .seen("A token that is missing is None, and is not sent.", .oss2)
      .seen("An empty token is not sent.", .goV2, .javaScript)
      .seen("STS.assumeRole hands on whatever members there are.", .javaScript)
      .change { $0.accept(empty: [.securityToken]) { $0 == .securityToken ? $1 ?? "" : $1 } },
    absent("response-null-is-text", "Null is the text null.").breaking("TOK-REF-8", "TOK-MEM-1")
      .seen("getString of org.json makes the text null of it.", .android)
      .change { $0.accept(timed: false) { $1?.isNull == true ? "null" : $1 } },
    absent("response-values-become-texts", "A number, a truth value or an array becomes a text.")
      .fix("Refuse a member that is not a text; do not convert it to one.")
      .breaking("TOK-REF-9", "TOK-MEM-1")
      .seen("getString converts numbers and truth values.", .android, .java)
      .seen("The value is used as the parser of JSON gave it.", .oss2).change {
        $0.accept(timed: false) { _, value in
          guard let value, !value.isNull, value.stringValue == nil else { return value }
          return .string(value.compact().filter { $0.isLetter || $0.isNumber })
        }
      },
    absent("response-numbers-become-texts", "A number becomes a text.")
      .fix("Refuse a member that is not a text; do not convert it to one.")
      .breaking("TOK-REF-9", "TOK-MEM-1").change {
        $0.accept { _, value in
          value?.numberValue.map { JSONValue.string($0.text) } ?? value
        }
      },
    absent("response-scalars-become-texts", "A number or a truth value becomes a text.")
      .fix("Refuse a member that is not a text; do not convert it to one.")
      .breaking("TOK-REF-9", "TOK-MEM-1").change {
        $0.accept { _, value in
          let text = value?.numberValue?.text ?? value?.boolValue.map { "\($0)" }
          return text.map { JSONValue.string($0) } ?? value
        }
      },
    absent("response-number-for-expiration", "A number for the expiration is taken for a time.")
      .breaking("TOK-REF-9").change {
        $0.accept { part, value in
          guard part == .expiration, let count = value?.integerValue else { return value }
          let seconds = count < 100_000_000_000 ? count : count.startOfSecond / 1000
          return .string(CivilTime.text(seconds, "yyyy-MM-ddTHH:mm:ssZ"))
        }
      },
    absent("response-empty-accepted", "An empty text is accepted.")
      .breaking("TOK-REF-10", "TOK-MEM-1")
      .seen("An empty ID and secret sign, and an empty token is sent.", .iOS, .android)
      .change { $0.accept(empty: TokenPart.allCases, timed: false) { $1 } },
    absent("response-blanks-accepted", "A text of blanks alone is trimmed to nothing and accepted.")
      .fix("Trim a text before you look whether it is empty.").breaking("TOK-REF-10")
      .change { tokens in
        tokens.mayBeEmpty = { _ in true }
        tokens.text = { [text = tokens.text] (part, given) throws(Refusal) in
          let text = try text(part, given)
          if text.utf8.isEmpty { throw Refusal(.tokenEmptyMember, "The \(part) is empty.") }
          return text
        }
      },
    // As they are.
    unread("response-members-as-they-are").sentence(
      "The members in PascalCase are accepted as the parser of JSON gives them: missing, null, "
        + "empty, of any kind, with any blanks and bytes, and whatever other members there are."
    ).breaking("TOK-REF-7", "TOK-REF-8", "TOK-REF-9", "TOK-REF-10", "TOK-MEM-4")
      .seen("The fetcher of ECS roles takes what `dict.get` gives.", .oss2).change { _ in true },
    unread("response-members-merely-present").sentence(
      "The members in PascalCase must be there, and are then accepted as the parser of JSON gives "
        + "them: null, empty, of any kind, with any blanks and bytes."
    ).seen("URLCredentialsProvider asks whether the names are there.", .credentialsPython)
      .change { answer in TokenShape.pascalCase.allSatisfy { answer[$0] != nil } },
    // Expiries.
    expiry("response-expired-accepted", "Whether a token has expired is not looked at.")
      .seen("What the getter gives is used once, whatever its expiration.", .iOS)
      .seen("A getter's expired credentials are served.", .swiftV2).change { _, _ in false },
    expiry("response-last-moment-accepted", "A token that expires at this moment is accepted.")
      .change { $0 < $1 ?? .min },
    expiry("response-expiry-within-the-second", "A token that expires in this second is refused.")
      .change { $0 / 1000 <= ($1 ?? .min) / 1000 },
    expiry("response-expiry-in-seconds", "Expiry is judged in whole seconds.")
      .seen("The device's clock is cut to seconds before it is compared.", .android)
      .change { $0 / 1000 < ($1 ?? .min) / 1000 },
    expiry("response-window-refused", "A token with less than five minutes left is refused.")
      .fix("Read a token that has not expired; when it is refreshed is another question.").change {
        $0 - ($1 ?? 0) < 300_000 && $1 != nil
      },
    expiry("response-clock-required", "Without a clock every token has expired.")
      .breaking("TOK-REF-12", "ROLE-RSP-2").fix("Judge expiry only where the present is known.")
      .change { $0 <= $1 ?? .max },
    // Orders.
    order("response-http-status-last", "The HTTP status is judged last.")
      .change { $0.move([.httpStatus], before: nil) },
    order("response-status-before-object", "The status is judged before Credentials.")
      .change { $0.move([.status], before: .credentials) },
    order("response-members-before-status", "The status is judged after the members.")
      .change { $0.move([.status], before: .time) },
    order("response-null-first", "A null member is refused before all others.") {
      $0.insert(before: .torn) { (reading, _) throws(Refusal) in
        let names = TokenShape.pascalCase + TokenShape.camelCase + ["Credentials"]
        if names.contains(where: { reading.object[$0]?.isNull == true }) {
          throw Refusal(.tokenNullMember, "A member is null.")
        }
      }
    },
    order("response-missing-first", "A missing member is refused before all others.") {
      $0.insert(before: .member(.accessKeyID)) { (reading, _) throws(Refusal) in
        if TokenPart.allCases.contains(where: { reading.shape?[$0] == nil }) {
          throw Refusal(.tokenMissingMember, "A member is missing.")
        }
      }
    },
    order("response-time-first", "The expiration is judged before the other members.")
      .change { $0.move([.member(.expiration), .time, .expired], before: .member(.accessKeyID)) },
  ]
}

extension TokenModel {
  /// Accepts other values of members, empty parts, and an expiration that is no time.
  mutating func accept(
    empty parts: [TokenPart] = [], timed: Bool = true,
    _ value: @escaping @Sendable (TokenPart, JSONValue?) -> JSONValue?
  ) {
    text = { [former = text] (part, given) throws(Refusal) in try former(part, value(part, given)) }
    mayBeEmpty = { parts.contains($0) }
    guard !timed else { return }
    moment = { [former = moment] in former($0, $1, $2) ?? ($0.contains(":") ? nil : .max) }
  }
}

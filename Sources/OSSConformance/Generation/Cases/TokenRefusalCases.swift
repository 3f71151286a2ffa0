internal import OSSPrimitives
internal import OSSVectors

/// Suite `credentials/token-refusals`: what is no token, and which refusal is due.
enum TokenRefusalCases {
  static let all: [BuiltCase] =
    notJSON + strict + tooMuch + notObjects + statuses + torn + expired + orders

  private static func refused(
    _ slug: String, _ comment: String, _ body: JSONValue
  ) -> BuiltCase {
    TokenResponseCases.response("not-json-\(slug)", ["TOK-REF-3"], comment, body)
      .refused(.tokenNotJSON)
  }

  private static func unpredictable(
    _ slug: String, _ comment: String, _ body: JSONValue
  ) -> BuiltCase {
    TokenResponseCases.response("not-json-\(slug)", ["TOK-REF-16"], comment, body)
      .shouldRefuse(.tokenNotJSON)
  }

  private static let notJSON: [BuiltCase] = [
    refused("empty", "No bytes are taken for no answer.", ""),
    refused("blank", "White space is taken for no answer.", " \r\n"),
    refused("mark-alone", "A byte-order mark is an answer.", "\u{FEFF}"),
    refused("page", "A page becomes an answer without members.", "<html></html>"),
    refused("text", "A text without quotes becomes a value.", "ok"),
    refused("form", "A form is read.", "AccessKeyId=STS.a&AccessKeySecret=b"),
    refused(
      "cut", "Half an answer is read.", .string(String(TokenBody.whole.text.dropLast(1)))),
    refused(
      "cut-in-token", "A token that was cut is taken for all of it.",
      .string(String(TokenBody.whole.text.dropLast(45)))),
    refused(
      "two-answers", "The second of two answers is passed over.",
      .string(TokenBody.whole.text + TokenBody.camel.text)),
    refused(
      "further-text", "What follows the object is passed over.",
      .string(TokenBody.whole.text + ";")),
    refused(
      "comma-before-end", "A comma before the end is passed over.",
      .string(String(TokenBody.whole.text.dropLast(1)) + ",}")),
    refused(
      "single-quotes", "Quotes of JavaScript are read.",
      .string(TokenBody.whole.text.replacing("\"", with: "'"))),
    refused("callback", "A call of JSONP is read.", .string("cb(\(TokenBody.whole.text))")),
    TokenResponseCases.response(
      "not-json-typographic-quote", ["TOK-REF-3"],
      "The sample of the page of 2017 is read, though a typographic quotation mark ends it.",
      .string(TokenResponseTexts.camelCaseAsPrinted)
    ).refused(.tokenNotJSON, by: "docs, \"Access control\" (iOS), 2017").flagged("published"),
    TokenResponseCases.response(
      "not-json-ideographic-commas", ["TOK-REF-3", "TOK-SHAPE-5"],
      "The sample of a translated page is read, though its commas and a name are Japanese.",
      .string(TokenResponseTexts.translated)
    ).refused(.tokenNotJSON, by: "docs, \"Authorize access\" (iOS), as translated by a machine")
      .flagged("published"),
  ]

  private static let strict: [BuiltCase] = [
    unpredictable(
      "status-twice", "The last of two members of one name counts.",
      .string(TokenBody.flat.repeating("StatusCode", "500").text)),
    unpredictable(
      "token-twice", "The first of two members of one name counts.",
      .string(TokenBody.whole.repeating("SecurityToken", "\"other\"").text)),
    unpredictable(
      "same-token-twice", "Two members that are equal are one.",
      .string(TokenBody.camel.repeating("securityToken", "\"\(TokenBody.token)\"").text)),
    unpredictable(
      "twice-inside", "A name twice in a member that is passed over is not seen.",
      .string(TokenBody.whole.with("Data", "{\"a\":1,\"\\u0061\":2}").text)),
    refused(
      "two-marks", "Any number of byte-order marks is skipped.",
      .string("\u{FEFF}\u{FEFF}" + TokenBody.whole.text)),
    refused(
      "mark-after-space", "A byte-order mark is skipped anywhere.",
      .string("\n\u{FEFF}" + TokenBody.whole.text)),
    refused(
      "utf-16-with-mark", "UTF-16 is read.",
      TokenResponseCases.bytes(utf16(TokenBody.whole.text, mark: true))),
    refused(
      "utf-16", "UTF-16 is recognized by its zeros, and read.",
      TokenResponseCases.bytes(utf16(TokenBody.camel.text, mark: false))),
    refused(
      "not-utf-8", "A byte that is not UTF-8 is replaced, and the secret is another.",
      TokenResponseCases.bytes(foreign(0xE9))),
    refused(
      "raw-line-end", "A line end inside a text is read.",
      .string(TokenBody.whole.with("SecurityToken", "\"CAIS\n\"").text)),
    unpredictable(
      "half-a-pair", "Half a surrogate pair is replaced.",
      .string(TokenBody.whole.with("AccessKeySecret", #""a\ud83d""#).text)),
    refused(
      "leading-zero", "A number with a leading zero is read.",
      .string(TokenBody.flat.with("StatusCode", "0200").text)),
    refused(
      "comment", "A comment is passed over.",
      .string("{/* a */" + TokenBody.whole.text.dropFirst())),
    refused("not-a-number", "NaN is a number.", .string(TokenBody.whole.with("a", "NaN").text)),
  ]

  /// The flat shape with a byte at the end of its secret.
  private static func foreign(_ byte: UInt8) -> Bytes {
    let halves = TokenBody.whole.text.split(separator: TokenBody.secret)
    return Bytes(halves[0].utf8) + Bytes(TokenBody.secret.utf8) + [byte] + Bytes(halves[1].utf8)
  }

  /// A text in UTF-16, the low byte first.
  private static func utf16(_ text: String, mark: Bool) -> Bytes {
    var bytes: Bytes = mark ? [0xFF, 0xFE] : []
    for unit in text.utf16 {
      bytes.append(UInt8(unit & 0xFF))
      bytes.append(UInt8(unit >> 8))
    }
    return bytes
  }

  private static let tooMuch: [BuiltCase] = [
    TokenResponseCases.response(
      "most-bytes", ["TOK-REF-15"], "A body that is just small enough is refused.",
      .string(padded(to: 65_536))
    ).should,
    TokenResponseCases.response(
      "too-many-bytes", ["TOK-REF-15"], "A body of any size is read.", .string(padded(to: 65_537))
    ).shouldRefuse(.tokenNotJSON),
    TokenResponseCases.response(
      "most-levels", ["TOK-REF-15"], "A body that is just flat enough is refused.",
      TokenBody.whole.with("a", levels(63))
    ).should,
    TokenResponseCases.response(
      "too-many-levels", ["TOK-REF-15"], "Arrays of any depth are read, perhaps by recursion.",
      TokenBody.whole.with("a", levels(64))
    ).shouldRefuse(.tokenNotJSON),
  ]

  /// The flat shape with blanks before its end.
  private static func padded(to count: Int) -> String {
    let text = TokenBody.whole.text
    return text.dropLast(1) + String(repeating: " ", count: count - text.utf8.count) + "}"
  }

  private static func levels(_ count: Int) -> String {
    String(repeating: "[", count: count) + String(repeating: "]", count: count)
  }
}

internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in the verdict on an answer to a presigned request (UPL-*).
enum VerdictMistakes {
  static let all: [Mistake] = statuses + texts

  private static let statuses: [Mistake] = [
    verdict(
      "203-success", ["UPL-STAT-1"], "A status of 203 is a success.",
      fix: "Take 203 for a failure: a proxy has changed the answer.",
      seen: [.goV2("The client takes every status from 200 to 299 for a success.")]
    ) { $0.isFailure = { status, _ in status >= 300 } },
    verdict(
      "redirects-success", ["UPL-STAT-1"], "A status from 300 to 399 is a success.",
      fix: "Take every status from 300 on for a failure."
    ) { $0.isFailure = { status, _ in status == 203 || status >= 400 } },
    verdict(
      "refusals-success", ["UPL-STAT-1"], "Every answer that arrives is a success.",
      fix: "Judge the status: clients of HTTP report errors of transport alone."
    ) { $0.isFailure = { _, _ in false } },
    verdict(
      "200-alone", ["UPL-STAT-2"], "A status of 200 alone is a success.",
      fix: "Take every status below 300 but 203 for a success."
    ) { $0.isFailure = { status, _ in status != 200 } },
    verdict(
      "204-alone", ["UPL-STAT-2"], "A status of 204 alone is a success, as of an upload by POST.",
      fix: "Take every status below 300 but 203 for a success."
    ) { $0.isFailure = { status, _ in status != 204 } },
  ]

  private static let texts: [Mistake] = [
    verdict(
      "text-lost", ["UPL-TEXT-1", "UPL-TEXT-2", "UPL-TEXT-3"], "The text of a failure is lost.",
      fix: "Give the body of a failure as its text."
    ) { $0.text = { _, _, _ in nil } },
    shown("text-latin-1", ["UPL-TEXT-1", "UPL-TEXT-2"], "The body is read as Latin 1.") { _, body in
      String(String.UnicodeScalarView(body.map { Unicode.Scalar($0) }))
    },
    shown("text-trimmed", ["UPL-TEXT-1"], "White space around the text is dropped.") { text, _ in
      text.trimmed()
    },
    shown("mark-dropped", ["UPL-TEXT-1"], "A byte-order mark is dropped from the text.") {
      text, _ in
      text.trimmed { $0 == "\u{FEFF}" }
    },
    shown("text-ends-at-nul", ["UPL-TEXT-1"], "The text ends at a byte of zero.") { text, _ in
      String(text.prefix { $0 != "\0" })
    },
    shown("invalid-text-lost", ["UPL-TEXT-2"], "A text that is not UTF-8 is lost.") { _, body in
      String(validating: body, as: UTF8.self)
    },
    shown("empty-text-lost", ["UPL-TEXT-3"], "An empty body has no text.") { text, _ in
      text.isEmpty ? nil : text
    },
    verdict(
      "203-without-text", ["UPL-TEXT-1"], "Below 400 a failure has no text.",
      fix: "Give the body of every failure as its text."
    ) { $0.text = { $0 < 400 ? nil : $2.decoded($1) } },
    verdict(
      "invalid-bytes-dropped", ["UPL-TEXT-2"], "Bytes that are not UTF-8 are dropped.",
      fix: "Replace them by U+FFFD."
    ) { $0.replacement = { _ in "" } },
    verdict(
      "invalid-bytes-each", ["UPL-TEXT-2"], "Each byte that is not UTF-8 is replaced.",
      fix: "Replace each longest beginning of a character by one U+FFFD."
    ) { $0.replacement = { String(repeating: "\u{FFFD}", count: $0) } },
    shown("invalid-run-once", ["UPL-TEXT-2"], "A run of bytes that are not UTF-8 is replaced once.")
    {
      text, _ in
      let parts = text.unicodeScalars.split(separator: "\u{FFFD}").map { String($0) }
      return parts.joined(separator: "\u{FFFD}")
    },
  ]

  private static let verdict = PartMistakes(
    \.answers.verdicts, "verdict-", in: [.responseVerdict])

  /// A mistake in the text, made of the right one and the body.
  private static func shown(
    _ id: String, _ clauses: [String], _ sentence: String,
    _ text: @escaping @Sendable (String, Bytes) -> String?
  ) -> Mistake {
    verdict(
      id, clauses, sentence, fix: "Give the whole body as UTF-8, with U+FFFD where it is not."
    ) { $0.text = { text($2.decoded($1), $1) } }
  }
}

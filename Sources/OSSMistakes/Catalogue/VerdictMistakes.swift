internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in the verdict on an answer to a presigned request (UPL).
enum VerdictMistakes {
  private static let rows = MistakeRows(\.verdicts, in: [.responseVerdict])
  private static let failure = rows.breaking("UPL-STAT-1")
    .fix("Take 203, which a proxy changed, and every status from 300 on for failures.")
    .setting(\.isFailure)
  private static let success = failure.breaking("UPL-STAT-2")
    .fix("Take every status below 300 but 203 for a success.")
  private static let text = rows.breaking("UPL-TEXT-1")
    .fix("Give the whole body of a failure as UTF-8, with U+FFFD where it is not.").setting(\.text)

  static let all: [Mistake] = [
    // Statuses.
    failure("verdict-203-success", "A status of 203 is a success.")
      .seen("The client takes every status from 200 to 299 for a success.", .goV2)
      .change { $0 >= 300 },
    failure("verdict-redirects-success", "A status from 300 to 399 is a success.")
      .change { $0 == 203 || $0 >= 400 },
    failure("verdict-refusals-success", "Every answer that arrives is a success.") { _ in false },
    success("verdict-200-alone", "A status of 200 alone is a success.") { $0 != 200 },
    success("verdict-204-alone", "A status of 204 alone is a success, as of an upload by POST.")
      .change { $0 != 204 },
    // Texts.
    text("verdict-text-lost", "The text of a failure is lost.")
      .breaking("UPL-TEXT-1", "UPL-TEXT-2", "UPL-TEXT-3").change { _ in nil },
    text("verdict-text-latin-1", "The body is read as Latin 1.")
      .breaking("UPL-TEXT-1", "UPL-TEXT-2")
      .change { String(String.UnicodeScalarView($0.map { Unicode.Scalar($0) })) },
    text("verdict-invalid-text-lost", "A text that is not UTF-8 is lost.")
      .breaking("UPL-TEXT-2").change { String(validUTF8: $0) },
    text("verdict-invalid-text-latin-1", "A text that is not UTF-8 is read as Latin 1.")
      .breaking("UPL-TEXT-2").change {
        String(validUTF8: $0)
          ?? String(String.UnicodeScalarView($0.map { Unicode.Scalar($0) }))
      },
    text("verdict-invalid-text-question-marks", "Bytes that are not UTF-8 become question marks.")
      .breaking("UPL-TEXT-2")
      .change { String(validUTF8: $0) ?? $0.text.replaced("\u{FFFD}", by: "?") },
    text("verdict-mark-dropped", "A byte-order mark at the beginning of the text is dropped.")
      .change { ($0.starts(with: [0xEF, 0xBB, 0xBF]) ? Bytes($0.dropFirst(3)) : $0).text },
    text("verdict-empty-text-lost", "An empty body has no text.")
      .breaking("UPL-TEXT-3").change { $0.isEmpty ? nil : $0.text },
  ]
}

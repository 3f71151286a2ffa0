internal import OSSCredentials
internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in the verdict on an answer to a presigned request.
enum AnswerVerdictMutants {
  static let all: [Mutant] = statuses + texts

  private static let statuses: [Mutant] = [
    verdict(
      "verdict-203-success", "UPL-STAT-1", "A status of 203 is a success.",
      mend: "Take it for a failure: a proxy has changed the answer.",
      sightings: [.goV2("The client takes every status from 200 to 299 for a success.")]
    ) { $0.afterStatus { status, isFailure in isFailure && status != 203 } },
    verdict(
      "verdict-redirects-success", "UPL-STAT-1", "Only a status from 400 on is a failure.",
      mend: "Begin with 300."
    ) { $0.afterStatus { status, isFailure in isFailure && !(300...399 ~= status) } },
    verdict(
      "verdict-refusals-success", "UPL-STAT-1", "Any answer without an error of transport is one.",
      mend: "Look at the status."
    ) { $0.isFailure = { _ in false } },
    verdict(
      "verdict-unknown-success", "UPL-STAT-1", "A status above 599 is a success.",
      mend: "Set no upper limit."
    ) { $0.afterStatus { status, isFailure in isFailure && status <= 599 } },
    verdict(
      "verdict-200-alone", "UPL-STAT-2", "Only a status of 200 is a success.",
      mend: "Take all below 300 but 203."
    ) { $0.isFailure = { $0 != 200 } },
    verdict(
      "verdict-all-failures", "UPL-STAT-2", "Every answer is a failure.",
      mend: "Look at the status."
    ) { $0.isFailure = { _ in true } },
    Mutant(
      "verdict-body-is-failure", "UPL-STAT-2", "A body makes a success a failure.",
      mend: "Look at the status alone.", on: [.responseVerdict]
    ) { steps in
      steps.rewriteNumber("status") { status, input in
        status == 200 && input["body"] != nil ? 500 : status
      }
    },
  ]

  private static let texts: [Mutant] = [
    shown("verdict-text-lost", "UPL-TEXT-1", "The text of a failure is lost.") { _ in nil },
    verdict(
      "verdict-text-latin-1", "UPL-TEXT-1", "The body is read as Latin 1.", mend: "Read UTF-8."
    ) { steps in
      steps.text = { body in
        String(String.UnicodeScalarView(body.map { Unicode.Scalar($0) }))
      }
    },
    shown("verdict-text-trimmed", "UPL-TEXT-1", "White space is taken off the text.") {
      $0.withoutOuterBlanks
    },
    shown("verdict-mark-dropped", "UPL-TEXT-1", "A byte-order mark is taken off the text.") {
      $0.unicodeScalars.first == "\u{FEFF}" ? String($0.unicodeScalars.dropFirst()) : $0
    },
    shown("verdict-text-ends-at-nul", "UPL-TEXT-1", "The text ends at a byte of zero.") {
      String($0.unicodeScalars.prefix { $0.value != 0 })
    },
    shown("verdict-text-composed", "UPL-TEXT-1", "The text is normalized.") { $0.composed },
    Mutant(
      "verdict-203-without-text", "UPL-TEXT-1", "Below 400 a failure has no text.",
      mend: "Give the body of every failure.", on: [.responseVerdict]
    ) { steps in
      steps.rewriteOutput { input, answer in
        if (input["status"]?.integerValue ?? 0) < 400 { answer.members["text"] = nil }
      }
    },
    shown(
      "verdict-invalid-text-lost", "UPL-TEXT-2", "Bytes that are no text make all of it vanish."
    ) { $0.unicodeScalars.contains("\u{FFFD}") ? nil : $0 },
    verdict(
      "verdict-invalid-bytes-dropped", "UPL-TEXT-2", "Bytes that are no text are left out.",
      mend: "Put U+FFFD in their place."
    ) { steps in
      steps.text = { body in
        String(
          String.UnicodeScalarView(
            String(decoding: body, as: UTF8.self).unicodeScalars.filter { $0 != "\u{FFFD}" }))
      }
    },
    verdict(
      "verdict-invalid-bytes-each", "UPL-TEXT-2",
      "Each byte of a sequence that is cut short is replaced.",
      mend: "Replace its longest beginning by one U+FFFD."
    ) { steps in
      let former = steps.text
      steps.text = { body in
        former(body.replacing([0xE7, 0xAC], with: [0xFF, 0xFF]))
      }
    },
    verdict(
      "verdict-invalid-run-once", "UPL-TEXT-2", "A run of bytes that are no text is replaced once.",
      mend: "Replace each longest beginning of a sequence."
    ) { steps in
      let former = steps.text
      steps.text = { former($0).replacing("\u{FFFD}\u{FFFD}", with: "\u{FFFD}") }
    },
    shown("verdict-empty-text-lost", "UPL-TEXT-3", "An empty body has no text.") {
      $0.isEmpty ? nil : $0
    },
  ]

  private static func verdict(
    _ id: String, _ clause: String, _ mistake: String, mend: String, sightings: [Sighting] = [],
    _ change: @escaping @Sendable (inout VerdictSteps) -> Void
  ) -> Mutant {
    Mutant(id, clause, mistake, mend: mend, on: [.responseVerdict], sightings: sightings) {
      change(&$0.verdict)
    }
  }

  /// A mutant that gives another text, or none.
  private static func shown(
    _ id: String, _ clause: String, _ mistake: String, sightings: [Sighting] = [],
    _ change: @escaping @Sendable (String) -> String?
  ) -> Mutant {
    Mutant(
      id, clause, mistake, mend: "Give the body as UTF-8, and nothing else.",
      on: [.responseVerdict], sightings: sightings
    ) { steps in
      steps.rewriteOutput { _, answer in
        guard let text = answer.members["text"]?.stringValue else { return }
        answer.members["text"] = change(text).map { .string($0) }
      }
    }
  }
}

extension VerdictSteps {
  /// Judges statuses otherwise.
  fileprivate mutating func afterStatus(_ change: @escaping @Sendable (Int, Bool) -> Bool) {
    let former = isFailure
    isFailure = { change($0, former($0)) }
  }
}

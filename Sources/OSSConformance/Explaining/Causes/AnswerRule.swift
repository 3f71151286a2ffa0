internal import OSSPrimitives
internal import OSSServices

/// A cause that the answer itself names: by its code, by words of its message or by its exact cause
/// (EXP-ANS-15).
package struct AnswerRule: Sendable {
  package let cause: RefusalCause
  /// How sure the answer makes it, if nobody has cut the answer.
  let certainty: Explanation.Certainty
  /// The codes: each is one of OSS, of its S3 interface or of STS, also with a suffix after a dot.
  package let codes: [String]
  /// What the message says beside one of the codes; nil where the code is enough.
  package let word: String?
  /// Words of the message that are enough, in small letters.
  package let phrases: [String]
  /// Beginnings of the exact cause (`EC`) that are enough.
  package let exactCauses: [String]
  /// Parameters and headers of which a request has one if this is its cause; empty where any may be
  /// refused so (EXP-ANS-23).
  let needs: [String]

  init(
    _ cause: RefusalCause, _ certainty: Explanation.Certainty = .likely, codes: [String] = [],
    with word: String? = nil, phrases: [String] = [], ecs: [String] = [], needs: [String] = []
  ) {
    (self.cause, self.certainty, self.codes, self.word) = (cause, certainty, codes, word)
    (self.phrases, exactCauses, self.needs) = (phrases, ecs, needs)
  }

  /// A rule whose cause nothing else names.
  init(
    _ id: String, _ sentence: String, _ certainty: Explanation.Certainty = .likely,
    codes: [String] = [], with word: String? = nil, phrases: [String] = [], ecs: [String] = [],
    change: String
  ) {
    self.init(
      RefusalCause(id, sentence, change: change), certainty, codes: codes, with: word,
      phrases: phrases, ecs: ecs)
  }

  /// All rules but those of signatures; of two that an answer matches the first one counts.
  package static let all: [AnswerRule] =
    ofTokens + ofForms + ofCallbacks + ofUploads + ofObjects + ofBuckets + ofAccess + ofSTS

  /// The rule for the answer; an exact cause says more than a code.
  static func first(for clues: Clues) -> AnswerRule? {
    let rules = all.filter { $0.isOf(clues.request) }
    let message = Bytes(clues.words.lowercased().utf8)
    return first(for: clues.error?.ec, in: rules)
      ?? rules.first { $0.isShown(by: clues.code, message) }
  }

  /// Whether a request may be refused so: one that is not shown may (EXP-ANS-23).
  private func isOf(_ request: SentRequest?) -> Bool {
    guard let request, request.method != nil, !needs.isEmpty else { return true }
    return needs.contains { request.hasParameter($0) || request.field($0) != nil }
  }

  /// The rule for an exact cause, among some of the rules.
  static func first(for ec: String?, in rules: [AnswerRule]) -> AnswerRule? {
    rules.first { rule in rule.exactCauses.contains { ec?.hasPrefix($0) == true } }
  }

  /// The code that goes with a message that is printed without one; empty where there are many.
  static func code(ofMessage message: String) -> String? {
    all.first { $0.isPhrase(of: Bytes(message.utf8)) }.map { $0.codes.first ?? "" }
  }

  private func isShown(by code: String, _ message: Bytes) -> Bool {
    let isCode = codes.contains { code == $0 || code.hasPrefix($0 + ".") }
    return isCode && (word.map(message.contains(text:)) ?? true) || isPhrase(of: message)
  }

  private func isPhrase(of message: Bytes) -> Bool {
    phrases.contains(where: message.contains(text:))
  }
}

extension Bytes {
  /// Whether the bytes of a text are somewhere in these; `String` searches ten times as long.
  fileprivate func contains(text: String) -> Bool {
    let due = text.utf8
    guard let first = due.first else { return true }
    return indices.dropLast(due.count - 1).contains { place in
      self[place] == first && self[place...].starts(with: due)
    }
  }
}

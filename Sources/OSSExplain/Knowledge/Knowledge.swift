package import OSSJSON
internal import OSSPrimitives

/// What is known of refusals: `explain.json`, and the words of the mistakes of `mistakes.json`.
package struct Knowledge {
  /// The causes that are no mistakes of the specification.
  package private(set) var causes: [Cause] = []
  let codes: AnswerCodes
  /// The rows for answers; of two that an answer matches the first one counts.
  let answers: [Rule]
  /// The rows that count where nothing else is found (EXP-ANS-16).
  let weakAnswers: [Rule]
  /// Further rows, by the step that reads them.
  private var steps: [(name: String, rules: [Rule])] = []
  /// What two texts that differ show.
  let differences: [DifferenceRow]
  let variations: Variations
  private var mistakes: [Cause] = []

  /// Reads the three files.
  ///
  /// - Throws: ``KnowledgeError``, which names the file, the list and the row.
  package init(
    explain: JSONValue, mistakes: JSONValue, variations: JSONValue
  ) throws(KnowledgeError) {
    let object = explain.objectValue ?? [:]
    func rules(_ value: JSONValue?, _ list: String) throws(KnowledgeError) -> [Rule] {
      var rules: [Rule] = []
      for (index, element) in (value?.arrayValue ?? []).enumerated() {
        let place = "explain.json, \(list), row \(index + 1),"
        guard let object = element.objectValue else {
          throw KnowledgeError(place, "is not an object")
        }
        rules.append(try Rule(object, place))
      }
      return rules
    }
    answers = try rules(object["answers"], "answers")
    weakAnswers = try rules(object["weak"], "weak")
    var codes = AnswerCodes()
    for (index, element) in (object["codes"]?.arrayValue ?? []).enumerated() {
      try codes.add(element.objectValue ?? [:], "explain.json, codes, row \(index + 1),")
    }
    for rule in answers { codes.add(rule) }
    self.codes = codes
    var differences: [DifferenceRow] = []
    for (index, element) in (object["differences"]?.arrayValue ?? []).enumerated() {
      let place = "explain.json, differences, row \(index + 1),"
      differences.append(try DifferenceRow(element.objectValue ?? [:], place))
    }
    self.differences = differences
    self.variations = try Variations(json: variations)
    for member in (object["steps"]?.objectValue ?? [:]).members {
      steps.append((member.name, try rules(member.value, member.name)))
    }
    causes = try Self.causes(object["causes"], "explain.json, causes")
    self.mistakes = try Self.causes(mistakes.objectValue?["mistakes"], "mistakes.json")
    try check()
  }

  private static func causes(
    _ value: JSONValue?, _ list: String
  ) throws(KnowledgeError) -> [Cause] {
    guard let elements = value?.arrayValue else { throw KnowledgeError(list, "is not a list") }
    var causes: [Cause] = []
    for (index, element) in elements.enumerated() {
      causes.append(try Cause(element.objectValue ?? [:], "\(list), row \(index + 1),"))
    }
    return causes
  }

  /// Each cause that a row names is known.
  private func check() throws(KnowledgeError) {
    var known: Set<Bytes> = ["none".bytes]
    for cause in causes + mistakes { known.insert(cause.id.bytes) }
    var used = differences.map { $0.cause } + variations.rows.flatMap { $0.ids }
    for rule in answers + weakAnswers + steps.flatMap({ $0.rules }) {
      used.append(rule.cause ?? "none")
      for other in rule.also { used.append(other.cause) }
    }
    for id in used where !known.contains(id.bytes) {
      throw KnowledgeError("explain.json", "names the unknown cause '\(id)'")
    }
  }

  /// The rows that a step reads.
  func rules(_ step: String) -> [Rule] { steps.first { $0.name == step }?.rules ?? [] }

  /// The cause of an id, or the mistake of it.
  package func cause(_ id: String) -> Cause? {
    causes.first { $0.id == id } ?? mistakes.first { $0.id == id }
  }
}

internal import OSSJSON
internal import OSSMistakes
internal import OSSPrimitives
internal import OSSVectors

/// Writes ``Report/json()``, whose documentation names the members.
enum JSONReport {
  static func bytes(_ report: Report, _ diagnosis: Diagnosis) -> Bytes {
    let object: JSONObject = [
      "format": 1,
      "runner": ["name": .string(Program.name), "version": .string(Program.version)],
      "sdk": [
        "name": .string(report.identity.name), "version": .string(report.identity.version),
        "language": .string(report.identity.language),
        "profiles": .array(report.identity.claimed.map { .string($0.rawValue) }),
        "habits": .array(report.identity.habits.map { .string($0) }),
      ],
      "corpus": [
        "digest": .string(report.corpus.digest()), "vectors": number(report.summary.declared),
      ],
      "exitStatus": number(Int(report.summary.exitStatus.rawValue)),
      "summary": summary(report.summary),
      "notes": .array(report.notes.map { .string($0) }),
      "diagnosis": DiagnosisJSON.value(diagnosis),
      "vectors": .array(report.results.map { result($0, of: report.corpus) }),
    ]
    return JSONValue.object(object).canonical()
  }

  private static func summary(_ summary: Summary) -> JSONValue {
    var levels: JSONObject = [:]
    for level in Level.allCases {
      let count = summary.levels[level] ?? LevelCount()
      levels[level.rawValue] = [
        "selected": number(count.selected), "passed": number(count.passed),
        "failed": number(count.failed), "unsupported": number(count.unsupported),
        "notComparable": number(count.notComparable),
      ]
    }
    return [
      "declared": number(summary.declared), "selected": number(summary.selected),
      "leftOut": number(summary.leftOut), "executed": number(summary.executed),
      "levels": .object(levels),
      "unclaimed": .object(
        JSONObject(
          Profile.allCases.compactMap { profile in
            summary.unclaimed[profile].map {
              JSONMember(name: profile.rawValue, value: number($0))
            }
          })),
      "failed": number(summary.failed), "failedShould": number(summary.failedShould),
      "failedMay": number(summary.failedMay),
      "expectedFailures": number(summary.expectedFailures),
      "unexpectedPasses": number(summary.unexpectedPasses),
      "failsDifferently": number(summary.failsDifferently),
      "unmappedRefusals": number(summary.unmappedRefusals),
      "otherClasses": number(summary.otherClasses),
      "notComparable": number(summary.notComparable),
      "timeouts": number(summary.timeouts), "crashes": number(summary.crashes),
    ]
  }

  private static func result(_ result: CheckResult, of corpus: Corpus) -> JSONValue {
    let vector = result.finding.vector
    var object: JSONObject = [
      "id": .string(vector.id), "operation": .string(vector.operation.rawValue),
      "level": .string(vector.level.rawValue),
      "profile": .string(corpus.profile(of: vector.id).rawValue),
      "clauses": .array(vector.clauses.map { .string($0) }),
      "standing": .string(result.standing.word),
    ]
    switch result.finding.verdict {
    case .passed: break
    case .unsupported(let reason): if let reason { object["reason"] = .string(reason) }
    case .notComparable(let reason): object["reason"] = .string(reason)
    case .failed(let failure):
      object["kind"] = .string(failure.kind.rawValue)
      object["message"] = .string(failure.message)
      object["differences"] = .array(failure.differences.map(difference))
    }
    if let known = result.standing.known { object["known"] = self.known(known) }
    let notes = result.finding.verdict.notes
    if !notes.isEmpty { object["notes"] = .array(notes.map { .string($0) }) }
    return .object(object)
  }

  private static func known(_ entry: ExpectedFailure) -> JSONValue {
    var object = JSONObject()
    object["status"] = entry.status.map { .string($0.word) }
    if case .mistake(let id) = entry.target { object["mistake"] = .string(id) }
    object["reason"] = .string(entry.reason)
    if let link = entry.link { object["link"] = .string(link) }
    return .object(object)
  }

  private static func difference(_ difference: Difference) -> JSONValue {
    var object: JSONObject = ["name": .string(difference.name)]
    if let part = difference.part { object["part"] = .string(part) }
    object["expected"] = text(difference.expected)
    object["actual"] = text(difference.actual)
    object["offset"] = difference.offset.map(number) ?? .null
    return .object(object)
  }

  private static func text(_ bytes: Bytes?) -> JSONValue {
    bytes.map { JSONValue(protocolText: $0) } ?? .null
  }

  private static func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }
}

/// Writes the member `diagnosis` of ``Report/json()``, whose documentation names its members.
enum DiagnosisJSON {
  static func value(_ diagnosis: Diagnosis) -> JSONValue {
    .array(diagnosis.mistakes.map(mistake) + diagnosis.newKinds.map(newKind))
  }

  private static func mistake(_ mistake: DiagnosedMistake) -> JSONValue {
    var object: JSONObject = [
      "mistakes": .array(
        mistake.mistakes.map { one in
          .object(
            JSONObject([
              JSONMember(name: "id", value: .string(one.id)),
              JSONMember(name: "sentence", value: .string(one.sentence)),
              JSONMember(name: "clauses", value: texts(mistake.clauses(of: one))),
              JSONMember(name: "fix", value: .string(one.fix)),
              JSONMember(name: "seen", value: .array(one.seen.map(\.json))),
            ]))
        }),
      "matches": .number(JSONNumber(mistake.matches)),
      "possible": .number(JSONNumber(mistake.possible)),
    ]
    if !mistake.unproven.isEmpty { object["unproven"] = texts(mistake.unproven.map(\.id)) }
    if !mistake.exceptions.isEmpty { object["exceptions"] = texts(mistake.exceptions) }
    append(mistake.vectors, mistake.smallest, to: &object)
    return .object(object)
  }

  private static func newKind(_ kind: NewKind) -> JSONValue {
    var object: JSONObject = [
      "mistakes": .array([]), "kind": .string(kind.kind.rawValue), "what": .string(kind.what),
    ]
    append(kind.vectors, kind.smallest, to: &object)
    return .object(object)
  }

  private static func append(
    _ vectors: [Vector], _ smallest: Vector?, to object: inout JSONObject
  ) {
    object["vectors"] = texts(vectors.map(\.id))
    guard let smallest else { return }
    object["smallest"] = [
      "id": .string(smallest.id), "operation": .string(smallest.operation.rawValue),
      "level": .string(smallest.level.rawValue),
      "clauses": texts(smallest.clauses), "input": .object(smallest.input),
    ]
  }

  private static func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}

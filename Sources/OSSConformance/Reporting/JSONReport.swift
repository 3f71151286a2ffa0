internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// Writes a report as a JSON object.
///
/// Its members: `format` (1), `runner` (`name`, `version`), `sdk` (`name`, `version`, `language`, `profiles`,
/// those that it claims, `habits`),
/// `corpus` (`digest`, as `Corpus.digest()` says, and `vectors`, their number), `zone` (the time zone of the
/// adapter; without one, left out), `exitStatus`,
/// `summary` (the numbers of ``Summary``; `levels` holds those of each level), `notes`,
/// `diagnosis` and `vectors`. Of the vectors each has `id`, `operation`, `level`, `profile`, `clauses`
/// and `standing` (a word of ``Standing``); if it failed, `kind` (a word of ``FailureKind``), `message` and `differences`
/// (`name`, `part`, `expected`, `actual`, `offset`); if the SDK does not support it and says why,
/// or it cannot be compared, `reason`; if it is listed, `known` (`status`, `reason`, `link`); and `notes` where there are any.
///
/// `diagnosis` has an element for each mistake behind failures, and for each group of failures that
/// no known mistake explains. Of a mistake: `mistakes` (one: `id`,
/// `sentence`, `clauses`, `fix` and `seen` of `sdk`, `version` and `place`), `certain`, `matches` and
/// `possible` (how many failures have exactly its answers, of how many that it would cause),
/// of a family `names` and `mustNames` (those of them that a must vector has without the others),
/// `unproven` (ids) where refusals prove nothing because of it, and `exceptions` where passed
/// vectors speak against it. Of a group: `mistakes` without any, `kind`, and
/// `what`, the sentence that is true of all. Of both: `vectors` (ids) and `smallest` (`id`,
/// `operation`, `level`, `clauses`, `comment`, `input`).
///
/// A text that is not Unicode is `{"base64":…}`, one that is missing is null. Of a very long one
/// the beginning is there, and at its end how many bytes it has and their SHA-256. Members may be added
/// without a new format; a reader passes over what it does not know.
enum JSONReport {
  static func bytes(_ report: Report, _ diagnosis: Diagnosis) -> Bytes {
    var object: JSONObject = [
      "format": 1,
      "runner": ["name": .string(Program.name), "version": .string(Program.version)],
      "sdk": [
        "name": .string(report.identity.name), "version": .string(report.identity.version),
        "language": .string(report.identity.language),
        "profiles": .texts(report.identity.claimed.map(\.rawValue)),
        "habits": .texts(report.identity.habits),
      ],
      "corpus": [
        "digest": .string(report.corpus.digest()), "vectors": .count(report.summary.declared),
      ],
      "exitStatus": .count(Int(report.summary.exitStatus.rawValue)),
      "summary": summary(report.summary),
      "notes": .texts(report.notes),
      "diagnosis": DiagnosisJSON.value(diagnosis),
      "vectors": .array(report.results.map { result($0, of: report.corpus) }),
    ]
    object["zone"] = report.run.zone.map { .string($0.name) }
    return JSONValue.object(object).canonical()
  }

  private static func summary(_ summary: Summary) -> JSONValue {
    var levels: JSONObject = [:]
    for level in Level.allCases {
      let count = summary.levels[level] ?? LevelCount()
      levels[level.rawValue] = [
        "selected": .count(count.selected), "passed": .count(count.passed),
        "failed": .count(count.failed), "unsupported": .count(count.unsupported),
        "notComparable": .count(count.notComparable),
      ]
    }
    return [
      "declared": .count(summary.declared), "selected": .count(summary.selected),
      "leftOut": .count(summary.leftOut), "executed": .count(summary.executed),
      "levels": .object(levels),
      "unclaimed": .object(
        JSONObject(
          Profile.allCases.compactMap { profile in
            summary.unclaimed[profile].map { JSONMember(name: profile.rawValue, value: .count($0)) }
          })),
      "failed": .count(summary.failed), "failedShould": .count(summary.failedShould),
      "failedMay": .count(summary.failedMay),
      "expectedFailures": .count(summary.expectedFailures),
      "unexpectedPasses": .count(summary.unexpectedPasses),
      "failsDifferently": .count(summary.failsDifferently),
      "unmappedRefusals": .count(summary.unmappedRefusals),
      "otherClasses": .count(summary.otherClasses),
      "notComparable": .count(summary.notComparable),
      "timeouts": .count(summary.timeouts), "crashes": .count(summary.crashes),
    ]
  }

  private static func result(_ result: CheckResult, of corpus: Corpus) -> JSONValue {
    let vector = result.finding.vector
    var object: JSONObject = [
      "id": .string(vector.id), "operation": .string(vector.operation.rawValue),
      "level": .string(vector.level.rawValue),
      "profile": .string(corpus.profile(of: vector.id).rawValue),
      "clauses": .texts(vector.clauses),
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
    if !notes.isEmpty { object["notes"] = .texts(notes) }
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
    object["offset"] = difference.offset.map(JSONValue.count) ?? .null
    return .object(object)
  }

  private static func text(_ bytes: Bytes?) -> JSONValue {
    bytes.map { JSONValue(protocolText: $0) } ?? .null
  }
}

/// Writes the member `diagnosis` of a ``JSONReport``, whose documentation names its members.
enum DiagnosisJSON {
  static func value(_ diagnosis: Diagnosis) -> JSONValue {
    .array(diagnosis.mistakes.map(mistake) + diagnosis.newKinds.map(newKind))
  }

  private static func mistake(_ mistake: DiagnosedMistake) -> JSONValue {
    var object: JSONObject = [
      "mistakes": [
        [
          "id": .string(mistake.mistake.id), "sentence": .string(mistake.mistake.sentence),
          "clauses": .texts(mistake.clauses), "fix": .string(mistake.mistake.fix),
          "seen": .array(mistake.mistake.seen.map(\.json)),
        ]
      ],
      "certain": .bool(mistake.isCertain),
      "matches": .count(mistake.matches), "possible": .count(mistake.possible),
    ]
    if !mistake.mistake.names.isEmpty {
      object["names"] = .texts(mistake.mistake.names)
      object["mustNames"] = .texts(mistake.mustNames)
    }
    if !mistake.unproven.isEmpty { object["unproven"] = .texts(mistake.unproven.map(\.id)) }
    if !mistake.exceptions.isEmpty { object["exceptions"] = .texts(mistake.exceptions) }
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
    object["vectors"] = .texts(vectors.map(\.id))
    guard let smallest else { return }
    object["smallest"] = [
      "id": .string(smallest.id), "operation": .string(smallest.operation.rawValue),
      "level": .string(smallest.level.rawValue),
      "clauses": .texts(smallest.clauses), "comment": .string(smallest.comment),
      "input": .object(smallest.input),
    ]
  }
}

extension SeenIn {
  /// The SDK, its version and the place.
  var json: JSONValue {
    ["sdk": .string(sdk), "version": .string(version), "place": .string(place)]
  }
}

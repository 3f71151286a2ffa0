internal import OSSJSON
package import OSSMistakes
internal import OSSPrimitives
internal import OSSVectors

/// How many of the mistakes of one topic are killed.
package struct MistakeScore: Hashable, Sendable {
  /// The topic, such as `V1-HDR`.
  package let topic: String
  /// The mistakes that a vector of their clause kills.
  package fileprivate(set) var killed = 0
  /// The mistakes that no vector of their clause kills, though one should.
  package fileprivate(set) var survived = 0
  /// The mistakes that no vector can tell from the reference.
  package fileprivate(set) var equivalent = 0

  fileprivate init(topic: String) { self.topic = topic }

  /// The scores of a matrix, topic by topic in the order of the catalogue.
  package static func scores(of matrix: KillMatrix) -> [MistakeScore] {
    func topic(_ row: KillMatrix.Row) -> String {
      Clause.topic(of: row.mistake.clauses.first ?? "")
    }
    return matrix.rows.inGroups(by: topic).map { rows in
      var score = MistakeScore(topic: topic(rows[0]))
      for row in rows { score.count(row) }
      return score
    }
  }

  private mutating func count(_ row: KillMatrix.Row) {
    if row.mistake.equivalent != nil {
      equivalent += 1
    } else if !row.openClauses.isEmpty {
      survived += 1
    } else {
      killed += 1
    }
  }
}

extension KillMatrix {
  /// The whole matrix: each mistake, what is known of it, and the vectors that kill it.
  func json(_ specification: Specification) -> JSONValue {
    [
      "vectors": .count(vectors.count),
      "scores": .array(MistakeScore.scores(of: self).map(\.json)),
      "mistakes": .array(rows.map { json(of: $0, specification) }),
      "idleVectors": .texts(idleVectors),
    ]
  }

  private func json(of row: Row, _ specification: Specification) -> JSONValue {
    var object = row.mistake.json
    object["effect"] = row.mistake.effect(by: specification).json
    object["kills"] = .texts(row.killers.map { vectors[$0].id })
    object["ownKills"] = .count(row.ownKillers.count)
    return .object(object)
  }
}

extension Mistake {
  /// What is known of the mistake by itself.
  var json: JSONObject {
    var object: JSONObject = [
      "id": .string(id), "clauses": .texts(clauses),
      "sentence": .string(sentence), "fix": .string(fix), "seen": .array(seen.map(\.json)),
    ]
    object["equivalent"] = equivalent.map { .string($0) }
    return object
  }

  /// The same with the vectors that catch it.
  func json(_ vectors: [Vector]) -> JSONObject {
    var object = json
    object["kills"] = .texts(vectors.map(\.id))
    return object
  }
}

extension Effect {
  fileprivate var json: JSONValue {
    switch self {
    case .refuses(let clause): ["oss": "refuses", "clause": .string(clause)]
    case .accepts(let evidence): ["oss": "accepts", "evidence": .string(evidence)]
    case .unknown: ["oss": "unknown"]
    }
  }
}

extension SeenIn {
  var json: JSONValue {
    ["sdk": .string(sdk), "version": .string(version), "place": .string(place)]
  }
}

extension MistakeScore {
  fileprivate var json: JSONValue {
    [
      "topic": .string(topic), "killed": .count(killed), "survived": .count(survived),
      "equivalent": .count(equivalent),
    ]
  }
}

extension KillMatrix {
  /// The matrix as a table, the score by topic, the survivors and the equivalents.
  var text: String {
    let table = columns(
      [["mistake", "clause", "kills", "of its clauses", "first"]]
        + rows.map { row in
          [
            row.mistake.id, row.mistake.clauses.first ?? "", String(row.killers.count),
            String(row.ownKillers.count),
            (row.ownKillers.first ?? row.killers.first).map { vectors[$0].id } ?? "-",
          ]
        })
    let scores = MistakeScore.scores(of: self)
    let score = columns(
      [["topic", "killed", "survived", "equivalent"]]
        + scores.map { [$0.topic, "\($0.killed)", "\($0.survived)", "\($0.equivalent)"] })
    return table + "\n" + score + "\n" + survivors + equivalents + total(scores)
  }

  private var survivors: String {
    let alive = rows.filter { !$0.openClauses.isEmpty && $0.mistake.equivalent == nil }
    if alive.isEmpty { return "Every mistake is caught.\n\n" }
    return alive.map { "Survives: \($0.mistake.id). \($0.mistake.sentence)\n" }.joined() + "\n"
  }

  private var equivalents: String {
    rows.compactMap { row in
      row.mistake.equivalent.map { "Equivalent: \(row.mistake.id). \($0)\n" }
    }.joined() + "\n"
  }

  private func total(_ scores: [MistakeScore]) -> String {
    let killed = scores.reduce(0) { $0 + $1.killed }
    let equivalent = scores.reduce(0) { $0 + $1.equivalent }
    return
      "\(killed) of \(rows.count - equivalent) mistakes killed by a vector of each of their clauses, "
      + "\(equivalent) equivalent, \(vectors.count) vectors.\n"
  }
}

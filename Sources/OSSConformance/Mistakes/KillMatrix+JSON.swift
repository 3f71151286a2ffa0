internal import OSSMistakes
internal import OSSPrimitives
internal import OSSVectors

extension KillMatrix {
  /// The whole matrix: each mistake, what is known of it, and the vectors that kill it.
  var json: JSONValue {
    [
      "vectors": .number(JSONNumber(vectors.count)),
      "scores": .array(MistakeScore.scores(of: self).map(\.json)),
      "mistakes": .array(rows.map { json(of: $0) }),
      "idleVectors": .array(idleVectors.map { .string($0) }),
    ]
  }

  private func json(of row: Row) -> JSONValue {
    var object = row.mistake.json
    object["kills"] = ids(row.killers)
    object["ownKills"] = .number(JSONNumber(row.ownKillers.count))
    return .object(object)
  }

  private func ids(_ indices: [Int]) -> JSONValue {
    .array(indices.map { .string(vectors[$0].id) })
  }
}

extension Mistake {
  /// What is known of the mistake.
  var json: JSONObject {
    var object: JSONObject = [
      "id": .string(id), "clauses": .array(clauses.map { .string($0) }),
      "sentence": .string(sentence), "fix": .string(fix), "effect": effect.json,
      "seen": .array(seen.map(\.json)),
    ]
    object["equivalent"] = equivalent.map { .string($0) }
    return object
  }
}

extension Effect {
  fileprivate var json: JSONValue {
    switch self {
    case .refuses(let evidence): ["oss": "refuses", "evidence": .string(evidence)]
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
      "topic": .string(topic), "killed": .number(JSONNumber(killed)),
      "survived": .number(JSONNumber(survived)),
      "equivalent": .number(JSONNumber(equivalent)),
    ]
  }
}

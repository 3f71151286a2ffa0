internal import OSSPrimitives
internal import OSSVectors

extension MutantMatrix {
  /// The whole matrix: each mutant, what is known of it, and the vectors that kill it.
  var json: JSONValue {
    [
      "vectors": .number(JSONNumber(vectors.count)),
      "scores": .array(MutantScore.scores(of: self).map(\.json)),
      "mutants": .array(rows.map { json(of: $0) }),
      "idleVectors": .array(idleVectors.map { .string($0) }),
    ]
  }

  private func json(of row: Row) -> JSONValue {
    var object = row.mutant.json
    object["kills"] = ids(row.killers)
    object["ownKills"] = .number(JSONNumber(row.ownKillers.count))
    object["crashes"] = ids(row.crashes)
    return .object(object)
  }

  private func ids(_ indices: [Int]) -> JSONValue {
    .array(indices.map { .string(vectors[$0].id) })
  }
}

extension Mutant {
  /// What is known of the mistake.
  var json: JSONObject {
    var object: JSONObject = [
      "id": .string(id), "clause": .string(clause), "mistake": .string(mistake),
      "mend": .string(mend), "sightings": .array(sightings.map(\.json)),
    ]
    object["equivalent"] = equivalent.map { .string($0) }
    return object
  }
}

extension Sighting {
  fileprivate var json: JSONValue {
    ["sdk": .string(sdk), "version": .string(version), "place": .string(place)]
  }
}

extension MutantScore {
  fileprivate var json: JSONValue {
    [
      "topic": .string(topic), "killed": .number(JSONNumber(killed)),
      "survived": .number(JSONNumber(survived)),
      "equivalent": .number(JSONNumber(equivalent)), "crashed": .number(JSONNumber(crashed)),
    ]
  }
}

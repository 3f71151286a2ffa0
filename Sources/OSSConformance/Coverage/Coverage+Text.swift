internal import OSSPrimitives
internal import OSSVectors

extension Coverage {
  /// One line for each clause, and one for all must clauses.
  var text: String {
    let table = columns(
      [["clause", "level", "vectors", "mistakes", "the first of each"]]
        + rows.map { row in
          [
            row.clause.id, row.clause.level.rawValue, String(row.vectors.count),
            String(row.mistakes.count),
            "\(row.vectors.first ?? "-")  \(row.mistakes.first ?? row.reason ?? "-")",
          ]
        })
    return table + "\n" + total
  }

  private var total: String {
    let must = rows.filter { $0.clause.level == .must }
    let cited = must.filter { !$0.vectors.isEmpty }.count
    let broken = must.filter { !$0.mistakes.isEmpty || $0.reason != nil }.count
    return "\(must.count) must clauses: \(cited) with a vector, "
      + "\(broken) with a mistake or a reason for none.\n"
  }

  /// Every clause with the ids of its vectors and mistakes, and every mistake's clause.
  var json: JSONValue {
    [
      "clauses": .array(
        rows.map { row in
          var object: JSONObject = [
            "id": .string(row.clause.id), "level": .string(row.clause.level.rawValue),
            "text": .string(row.clause.text),
            "vectors": .array(row.vectors.map { .string($0) }),
            "mistakes": .array(row.mistakes.map { .string($0) }),
          ]
          object["reason"] = row.reason.map { .string($0) }
          return .object(object)
        })
    ]
  }
}

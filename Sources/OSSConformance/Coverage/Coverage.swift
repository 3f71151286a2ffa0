package import OSSMistakes
internal import OSSPrimitives
package import OSSVectors

/// Which vectors cite each clause, and which mistakes break it.
package struct Coverage: Sendable {
  /// One clause, with what there is for it.
  package struct Row: Sendable {
    /// The clause.
    package let clause: Clause
    /// The ids of the vectors that cite it.
    package let vectors: [String]
    /// The ids of the mistakes that break it.
    package let mistakes: [String]
    /// Why it has no mistake, where a reason is stated.
    package let reason: String?
  }

  /// One row for each clause, in the order of the pages.
  package let rows: [Row]

  /// Sets vectors and mistakes beside the clauses.
  package init(
    specification: Specification, vectors: [Vector], mistakes: [Mistake] = Catalogue.all,
    reasons: [String: String] = MistakeReasons.withoutMistake
  ) {
    var citing: [String: [String]] = [:]
    for vector in vectors {
      for clause in vector.clauses { citing[clause, default: []].append(vector.id) }
    }
    var breaking: [String: [String]] = [:]
    for mistake in mistakes {
      for clause in mistake.clauses { breaking[clause, default: []].append(mistake.id) }
    }
    rows = specification.clauses.map { clause in
      Row(
        clause: clause, vectors: citing[clause.id] ?? [], mistakes: breaking[clause.id] ?? [],
        reason: reasons[clause.id])
    }
  }

  /// What is missing for the must clauses, a sentence for each fault.
  package var faults: [String] {
    rows.flatMap { row -> [String] in
      var faults: [String] = []
      if row.clause.level == .must, row.vectors.isEmpty {
        faults.append("The must clause \(row.clause.id) has no vector.")
      }
      if row.clause.level == .must, row.mistakes.isEmpty, row.reason == nil {
        faults.append(
          "The must clause \(row.clause.id) has neither a mistake nor a reason for none.")
      }
      if !row.mistakes.isEmpty, row.reason != nil {
        faults.append("The clause \(row.clause.id) has a mistake, and a reason for having none.")
      }
      return faults
    }
  }

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

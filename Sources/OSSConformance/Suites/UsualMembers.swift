internal import OSSJSON
internal import OSSVectors

/// How many vectors of an operation have each member of an input with each value.
struct UsualMembers {
  private let vectors: [Vector]
  private var counts: [String: [JSONValue: Int]] = [:]

  init(of operation: OSSVectors.Operation, in corpus: Corpus) {
    vectors = corpus.vectors.filter { $0.operation == operation }
    for member in vectors.flatMap(\.input.members) {
      counts[member.name, default: [:]][member.value, default: 0] += 1
    }
  }

  /// The members of an input that hardly another vector has, or that more vectors have otherwise.
  func unusual(in input: JSONObject) -> [JSONMember] {
    input.members.filter { member in
      let values = counts[member.name] ?? [:]
      let count = values[member.value] ?? 0
      return count < 2 || values.values.contains { $0 > count }
    }
  }

  /// The input with an answer that has most in common with the others, of the most binding level.
  var plainInput: JSONObject? {
    var best: (input: JSONObject, level: Level, score: Int)?
    for vector in vectors where vector.expectation.outcome.answer != nil {
      let score = vector.input.members.reduce(0) { sum, member in
        sum + 2 * (counts[member.name]?[member.value] ?? 0) - vectors.count
      }
      let isBetter =
        best.map { best in
          vector.level == best.level
            ? score > best.score : vector.level.isMoreBinding(than: best.level)
        } ?? true
      if isBetter { best = (vector.input, vector.level, score) }
    }
    return best?.input
  }
}

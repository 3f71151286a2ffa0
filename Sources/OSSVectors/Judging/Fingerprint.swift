internal import OSSJSON
internal import OSSPrimitives

/// The fingerprints of what a reply shows, and how they are compared.
package struct Fingerprint: Hashable, Sendable {
  /// By the name of a member in normal form, the fingerprint of its value.
  package typealias Members = [String: String]

  /// How many characters a fingerprint has.
  package static let length = 4

  /// What is expected.
  private let due: Members
  /// What the reply shows.
  private let shown: Members
  private let vector: Vector
  private let isRefusal: Bool

  /// The fingerprint of a member that is missing.
  private static let missing = JSONValue.null.fingerprint

  /// The fingerprints of the answer that is due; none where a refusal is.
  package static func due(of vector: Vector) -> Members {
    guard case .answer(let answer) = vector.expectation.outcome else { return [:] }
    return NormalForm(answer, to: vector).members.mapValues(\.fingerprint)
  }

  /// Takes the fingerprints of a reply to a vector; nil where it is neither an answer nor a refusal.
  ///
  /// - Parameter due: Those of the answer that is due, where they are known already.
  package init?(of reply: Reply, to vector: Vector, due: Members? = nil) {
    switch reply {
    case .ok(let answer):
      shown = NormalForm(answer, to: vector).members.mapValues(\.fingerprint)
      isRefusal = false
    case .rejected(let errorClass, _):
      // A class outside the list does not count (FMT-PRINT-7).
      let known = errorClass.flatMap(ErrorClass.init(rawValue:))
      shown = known.map { ["error": JSONValue.string($0.rawValue).fingerprint] } ?? [:]
      isRefusal = true
    default: return nil
    }
    self.vector = vector
    self.due = due ?? Self.due(of: vector)
  }

  /// Whether the reply is a refusal that names no class of the list.
  package var isUnnamedRefusal: Bool { isRefusal && shown.isEmpty }

  /// The members under which a row with the reply is listed (FMT-PRINT-11).
  package var listed: Members {
    if isRefusal || due.isEmpty { return shown }
    var listed: Members = [:]
    for (name, value) in due {
      let given = shown[name] ?? Self.missing
      if given != value { listed[name] = given }
    }
    return listed
  }

  /// The members to compare with those of rows, each with what is shown and what is expected
  /// (FMT-NAME-1).
  ///
  /// - Parameter names: The names of the members that the vector lists.
  package func compared(
    _ names: some Sequence<String>
  ) -> [(name: String, shown: String, due: String)] {
    if isRefusal {
      return shown.map { ($0.key, $0.value, Self.missing) }
    }
    var members: [(name: String, shown: String, due: String)] = []
    for name in Set(due.keys).union(names) {
      if shown[name] == nil, vector.operation.signsRequest, name != "error" { continue }
      members.append((name, shown[name] ?? Self.missing, due[name] ?? Self.missing))
    }
    // That there is no refusal says nothing of an answer that shows nothing else.
    return members.allSatisfy { $0.name == "error" } ? [] : members
  }

  /// Whether a reply under these members differs in something that this one shows.
  package func shows(oneOf members: some Sequence<String>) -> Bool {
    isRefusal || !vector.operation.signsRequest
      || members.contains { $0 == "error" || shown[$0] != nil }
  }
}

extension Finding {
  /// What the whole reply shows; nil where it is neither an answer nor a refusal.
  package var shown: Fingerprint? { fingerprint ?? Fingerprint(of: reply, to: vector) }
}

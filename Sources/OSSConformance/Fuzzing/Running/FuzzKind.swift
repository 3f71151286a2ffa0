internal import OSSPrimitives
package import OSSVectors

/// One kind of mistake that the fuzzer found: what it takes, and the smallest request that shows it.
package struct FuzzKind: Sendable {
  /// The smallest request, what is expected of it, and what came back.
  package let finding: Finding
  /// What the shrunk request has in it that the plainest one has not, in a few words each.
  package let features: [String]
  /// The clauses that say how such a request is signed.
  package let clauses: [String]
  /// How binding they are.
  package let level: Level
  /// How many failing requests have all these features.
  package internal(set) var count = 0
  /// The names with which the request fails, where the name of a subresource is what it takes.
  package internal(set) var names: [String] = []
  /// What the diagnosis says, if it says anything.
  package internal(set) var diagnosis: String?

  /// The part of a signature of V4 in which the answer first differs, in words, if it shows.
  package var stage: String? { shape?.stage }

  let shape: FailureShape?
  let request: FuzzRequest
  let told: [Feature]

  /// Makes a kind of a trial that cannot be shrunk any more.
  init(_ trial: FuzzTrial) {
    told = Feature.telling(trial.request)
    features = told.map(\.title)
    let clauses = Self.clauses(of: told, isPresigned: trial.request.isPresigned)
    let all = trial.request.isV4 ? ["V4-STS-1", "V4-STS-4"] : ["V1-STS-1", "V1-SIG-1"]
    self.clauses = clauses.isEmpty ? all : clauses
    let levels = told.map(\.level)
    level = levels.contains(.may) ? .may : levels.contains(.should) ? .should : .must
    finding = trial.finding
    shape = trial.shape
    request = trial.request
  }

  /// The clauses of features, of which those on presigned URLs stand for themselves.
  private static func clauses(of features: [Feature], isPresigned: Bool) -> [String] {
    var clauses: [String] = []
    for feature in features {
      let others = feature.clauses.filter(isAboutURLs)
      let headers = feature.clauses.filter { !isAboutURLs($0) }
      let wanted =
        isPresigned ? (others.isEmpty ? headers : others) : (headers.isEmpty ? others : headers)
      for clause in wanted where !clauses.contains(clause) { clauses.append(clause) }
    }
    return clauses
  }

  private static func isAboutURLs(_ clause: String) -> Bool {
    clause.hasPrefix("PRE-") || clause.hasPrefix("V4-PRE-") || clause == "V4-TOK-2"
  }

  /// The features in one phrase.
  package var title: String {
    let list = features.isEmpty ? "every request" : features.joined(separator: ", and ")
    switch request.operation {
    case .v4Presign: return "in a presigned URL of V4: \(list)"
    case .v4Header: return "with V4: \(list)"
    default: return request.isPresigned ? "in a presigned URL: \(list)" : list
    }
  }

  /// Whether both are the same mistake, as far as can be seen.
  func isSame(as other: FuzzKind) -> Bool {
    told.map(\.id) == other.told.map(\.id) && shape == other.shape
      && request.operation == other.request.operation
  }

  /// Whether a request has all that it takes.
  func isShown(by request: FuzzRequest) -> Bool {
    guard request.isV4 == self.request.isV4, request.isPresigned || !self.request.isPresigned
    else { return false }
    return names.isEmpty
      ? told.allSatisfy { $0.isHeld(request) } : request.query.contains(where: hasName)
  }

  /// Takes what the mistake needs out of a request, or as much of it as will do.
  func remove(from request: inout FuzzRequest) {
    if names.isEmpty {
      told.first?.remove(&request)
    } else {
      request.query.removeAll(where: hasName)
    }
  }

  private func hasName(_ parameter: FuzzPair) -> Bool {
    names.contains { $0.hasSameBytes(as: parameter.name) }
  }
}

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
  let reported: [Feature]

  /// Makes a kind of a trial that cannot be shrunk any more.
  init(_ trial: FuzzTrial) {
    let binding = RequestBinding(trial.request)
    reported = binding.features
    features = reported.map(\.title)
    clauses = binding.clauses
    level = binding.level
    finding = trial.finding
    shape = trial.shape
    request = trial.request
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
    reported.map(\.id) == other.reported.map(\.id) && shape == other.shape
      && request.operation == other.request.operation
  }

  /// Whether a request has all that it takes.
  func isShown(by request: FuzzRequest) -> Bool {
    guard request.isV4 == self.request.isV4, request.isPresigned || !self.request.isPresigned
    else { return false }
    return names.isEmpty
      ? reported.allSatisfy { $0.isHeld(request) } : request.query.contains(where: hasName)
  }

  /// Takes what the mistake needs out of a request, or as much of it as will do.
  func remove(from request: inout FuzzRequest) {
    if names.isEmpty {
      reported.first?.remove(&request)
    } else {
      request.query.removeAll(where: hasName)
    }
  }

  private func hasName(_ parameter: FuzzPair) -> Bool {
    names.contains { $0.hasSameBytes(as: parameter.name) }
  }
}

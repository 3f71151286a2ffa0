internal import OSSExplain
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

/// A suite of random requests, to which nobody could tune an SDK.
struct FreshSuite {
  /// What the requests are made from; the same seed gives the same suite.
  var seed: UInt64
  /// How many vectors the suite has.
  var count: Int
  /// What the requests ask for.
  var operations: Set<OSSVectors.Operation>
  /// The region of all requests; nil for many.
  var region: String?
  /// The credentials of all requests; nil for many.
  var credentials: GivenCredentials?

  /// The suite: every request with each step and the result.
  ///
  /// - Parameter progress: Hears how many vectors are made.
  func suite(named name: String, progress: (Int) -> Void = { _ in }) -> Suite {
    var generator = RequestGenerator(seed: seed, operations: operations)
    var suite = Suite(name: name, vectors: [])
    var number = 0
    // The reference refuses few of the requests, so this ends; the bound is for credentials that it
    // refuses always.
    while suite.vectors.count < count, number < 10 * count + 100 {
      number += 1
      var request = generator.next()
      change(&request)
      guard let vector = FuzzTrial.vector(for: request) else { continue }
      let binding = RequestBinding(request)
      suite.vectors.append(
        Vector(
          id: "fresh-\(seed)-\(number)", operation: vector.operation, level: binding.level,
          reason: binding.reason, clauses: binding.clauses,
          comment: "A random request: number \(number) of seed \(seed).", flags: ["fresh"],
          provenance: .derived(
            reason: "Computed by the reference from a random request; no SDK was asked."),
          input: vector.input, expectation: vector.expectation))
      progress(suite.vectors.count)
    }
    return suite
  }

  private func change(_ request: inout FuzzRequest) {
    if let region {
      request.region = region
      if request.endpoint.hasSameBytes(as: FuzzRequest.plainEndpoint) {
        request.endpoint = "https://oss-\(region).aliyuncs.com"
      }
    }
    guard let credentials else { return }
    request.accessKeyID = credentials.accessKeyID
    request.accessKeySecret = credentials.accessKeySecret
    request.securityToken = credentials.securityToken
  }
}

extension FuzzResult {
  /// The shrunk requests as a suite, each with what is expected of it.
  ///
  /// The clauses are those of the features that are left, which a person should look over. A vector
  /// names the mistake that it found, and no more: a name is not in it before it is certain.
  package func suite(named name: String) -> Suite {
    let vectors = kinds.enumerated().map { index, kind in
      let found = kind.finding.vector
      return Vector(
        id: "fuzz-\(seed)-\(index + 1)", operation: found.operation, level: kind.level,
        reason: RequestBinding(kind.request).reason, clauses: kind.clauses,
        comment: "An SDK signs it wrongly: \(kind.title).", flags: ["fuzz"],
        provenance: .derived(
          reason: "Found by fuzzing \(identity.sdk) with seed \(seed); computed by the reference."),
        input: found.input, expectation: found.expectation)
    }
    return Suite(name: name, vectors: vectors)
  }
}

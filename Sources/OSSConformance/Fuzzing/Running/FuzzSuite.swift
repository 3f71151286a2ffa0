internal import OSSPrimitives
package import OSSVectors

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

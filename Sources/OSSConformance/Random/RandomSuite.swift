internal import OSSExplain
internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// A suite of random inputs, to which nobody could tune an SDK.
struct RandomSuite {
  /// What the inputs are made from; the same seed and the same vectors give the same suite.
  var seed: UInt64 = 1
  /// How many vectors the suite has.
  var count = 1_000
  /// What the inputs ask for.
  var operations = RandomInputs.operations
  /// The region of all inputs; nil for many.
  var region: String?
  /// The credentials of all inputs; nil for many.
  var credentials: GivenCredentials?

  /// The suite: every input that is answered, with each step and the result.
  ///
  /// - Parameter progress: Hears how many vectors are made.
  func suite(
    named name: String, from vectors: [Vector], progress: (Int) -> Void = { _ in }
  ) -> Suite {
    var suite = Suite(name: name, vectors: [])
    let origins = vectors.filter { operations.contains($0.operation) }
    guard !origins.isEmpty else { return suite }
    var source = RandomInputs(seed: seed, vectors: origins)
    var number = 0
    // Many inputs are answered, so this ends; the bound is for a region or for credentials that are
    // refused always.
    while suite.vectors.count < count, number < 100 * count + 100 {
      number += 1
      let other = source.next()
      var input = other.input
      change(&input)
      let random = other.with(input)
      guard let outcome = random.outcome, case .answer = outcome else { continue }
      suite.vectors.append(vector("fresh", number, random, outcome))
      progress(suite.vectors.count)
    }
    return suite
  }

  /// So many inputs of each operation, with what is answered to each, or the class of the refusal.
  func suiteOfEach(named name: String, from vectors: [Vector]) -> Suite {
    var suite = Suite(name: name, vectors: [])
    for operation in operations {
      let origins = vectors.filter { $0.operation == operation }
      guard !origins.isEmpty else { continue }
      var source = RandomInputs(seed: seed, vectors: origins)
      let slug = operation.rawValue.split(separator: ".").joined(separator: "-")
      for number in 1...count {
        let random = source.next()
        guard let outcome = random.outcome else { continue }
        suite.vectors.append(vector("changed", number, random, outcome, slug + "-"))
      }
    }
    return suite
  }

  private func vector(
    _ flag: String, _ number: Int, _ random: RandomInput, _ outcome: Outcome, _ slug: String = ""
  ) -> Vector {
    random.vector(
      id: "\(flag)-\(seed)-\(slug)\(number)",
      comment: "A random input: number \(number) of seed \(seed).", flag: flag,
      reason: "Computed by the reference from a random input; no SDK was asked.",
      input: random.input, outcome: outcome)
  }

  private func change(_ input: inout JSONObject) {
    if let region {
      if input["region"] != nil { input["region"] = .string(region) }
      if let endpoint = input["endpoint"]?.stringValue, endpoint.hasSameBytes(as: Self.endpoint) {
        input["endpoint"] = .string("https://oss-\(region).aliyuncs.com")
      }
    }
    guard let credentials, input["credentials"] != nil else { return }
    var given: JSONObject = [
      "accessKeyId": .string(credentials.accessKeyID),
      "accessKeySecret": .string(credentials.accessKeySecret),
    ]
    given["securityToken"] = credentials.securityToken.map { .string($0) }
    input["credentials"] = .object(given)
  }

  /// The endpoint of most vectors.
  private static let endpoint = "https://oss-cn-hangzhou.aliyuncs.com"
}

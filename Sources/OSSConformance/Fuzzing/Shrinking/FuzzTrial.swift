internal import OSSPrimitives
internal import OSSVectors

/// A request of the fuzzer, put to an adapter and judged.
struct FuzzTrial: Sendable {
  let request: FuzzRequest
  let finding: Finding
  /// In which way the signature is wrong; nil where it is right, or where there is none.
  let shape: FailureShape?

  /// Judges a reply.
  init(request: FuzzRequest, vector: Vector, reply: Reply) {
    self.request = request
    finding = Finding(vector: vector, reply: reply)
    let steps = vector.expectation.outcome.answer?.stages ?? [:]
    shape = finding.verdict.failure.flatMap { FailureShape($0, steps: steps) }
  }

  /// The vector of a request whose expectation is the reference's answer; nil if there is none.
  ///
  /// The judge compares two answers and knows the signer of neither.
  static func vector(for request: FuzzRequest) -> Vector? {
    let input = request.input
    guard case .ok(let answer) = ReferenceAdapter().answer(request.operation, input) else {
      return nil
    }
    return Vector(
      id: "fuzz", operation: request.operation, level: .must,
      clauses: [request.isV4 ? "V4-STS-1" : "V1-STS-1"],
      comment: "A random request.", provenance: .derived(reason: "Computed by the reference."),
      input: input, expectation: Expectation(outcome: .answer(answer.asExpected(of: input))))
  }

  /// Asks an adapter for requests.
  ///
  /// - Returns: One trial for each request; nil where the reference has no answer, so that nobody
  ///   was asked.
  static func ask<Answering: Adapter & ~Copyable>(
    _ requests: [FuzzRequest], of adapter: inout Answering
  ) throws(AdapterError) -> [FuzzTrial?] {
    let vectors = requests.map { vector(for: $0) }
    let replies = try adapter.replies(to: vectors.compactMap { $0 }.map { AdapterRequest($0) }) {
      _, _ in
    }
    var rest = replies[...]
    return zip(requests, vectors).map { request, vector in
      guard let vector, let reply = rest.popFirst() else { return nil }
      return FuzzTrial(request: request, vector: vector, reply: reply)
    }
  }
}

package import OSSVectors

/// Asks an SDK for random requests and finds out in how many ways its answers are wrong.
///
/// Each failing request is first relieved of the mistakes that are known by then. If it still fails,
/// it shows a new one, and is shrunk. So a mistake is found though a more frequent one stands
/// before it in most requests.
package struct Fuzzer: Sendable {
  /// Says which mistake an answer looks like, or nothing.
  package typealias Diagnosis = @Sendable (Vector, Reply) -> String?

  /// How many requests to make.
  package var count = 2_000
  /// The seed of the requests.
  package var seed: UInt64 = 1
  /// How many kinds of mistakes to tell; requests are counted on when there are as many.
  package var findings = 20
  /// The operations to ask for, of which those are left out that the adapter does not have.
  package var operations = Set(FuzzRequest.operations)
  /// What knows the mistakes by name, if anything does.
  package var diagnose: Diagnosis?

  /// Makes a fuzzer of the standard size.
  package init() {}

  /// How many requests are made and judged at a time.
  static let batchSize = 500

  /// Runs to the end.
  ///
  /// - Parameters:
  ///   - adapter: Whom to ask. Beside the requests themselves it is asked for each request at most
  ///     once again per known mistake, and for each request that is shrunk at most
  ///     ``Shrinker/requestLimit`` times; at most three times ``findings`` are shrunk.
  ///   - progress: Called with the number of requests that are judged.
  /// - Throws: An ``AdapterError`` if there is nobody to ask.
  package func run<Answering: Adapter & ~Copyable>(
    with adapter: inout Answering, progress: (Int) -> Void = { _ in }
  ) throws(AdapterError) -> FuzzResult {
    let names = adapter.identity.operations
    let asked = operations.filter { names.contains($0.rawValue) }
    var generator = RequestGenerator(seed: seed, operations: asked)
    var run = FuzzRun(
      result: FuzzResult(identity: adapter.identity, seed: seed, operations: asked),
      findings: findings)
    if asked.isEmpty { return run.result }
    while run.result.count < count, run.result.ending == nil {
      let size = min(Self.batchSize, count - run.result.count)
      let requests = (0..<size).map { _ in generator.next() }
      try run.take(requests, from: &adapter)
      progress(run.result.count)
    }
    run.finish()
    var result = run.result
    for index in result.kinds.indices {
      let finding = result.kinds[index].finding
      result.kinds[index].diagnosis = diagnose?(finding.vector, finding.reply)
    }
    return result
  }
}

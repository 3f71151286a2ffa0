internal import OSSVectors

/// Takes the speed of operations, of the reference alone or beside an SDK.
package struct SpeedTrial {
  /// How many rounds to take for each operation.
  package var rounds = 21

  /// How long one side of a round should take, in nanoseconds.
  package var sampleDuration: Int64 = 20_000_000

  /// Hears how many operations are done.
  var progress: (Int) -> Void = { _ in }

  /// Creates a trial of 21 rounds of 20 ms for each side.
  package init() {}

  /// Times operations of the reference alone.
  ///
  /// - Returns: One comparison for each operation that the reference can do, without an SDK's side.
  package func run(_ operations: [TimedOperation], of reference: some Answerer) -> [SpeedComparison]
  {
    operations.enumerated().compactMap { count, operation in
      progress(count)
      return reference.workload(for: operation).map { timed(operation, $0, objection: nil) }
    }
  }

  /// Times operations of the reference and of an SDK in alternating rounds.
  ///
  /// - Returns: One comparison for each operation that the reference can do.
  package func run(
    _ operations: [TimedOperation], of reference: some Answerer,
    beside adapter: inout ProcessAdapter
  ) throws(BenchError) -> [SpeedComparison] {
    var comparisons: [SpeedComparison] = []
    for (count, operation) in operations.enumerated() {
      progress(count)
      guard let work = reference.workload(for: operation) else { continue }
      do throws(BenchError) {
        comparisons.append(try compare(operation, work, &adapter))
      } catch .refused(_, let reason) {
        comparisons.append(timed(operation, work, objection: reason))
      }
    }
    return comparisons
  }

  private func timed(
    _ operation: TimedOperation, _ work: (Int) -> Void, objection: String?
  ) -> SpeedComparison {
    let count = calibrated { time(work, $0) }
    let samples = (0..<rounds).map { _ in
      SpeedComparison.Sample(reference: Double(time(work, count)) / Double(count), sdk: nil)
    }
    return SpeedComparison(operation: operation.name, samples: samples, objection: objection)
  }

  private func compare(
    _ operation: TimedOperation, _ work: (Int) -> Void, _ adapter: inout ProcessAdapter
  ) throws(BenchError) -> SpeedComparison {
    let request = operation.request
    let count = calibrated { time(work, $0) }
    // The first call warms the SDK up.
    let sdkCount = try calibrated { count throws(BenchError) in
      try adapter.nanoseconds(for: request, count: count)
    }
    var samples: [SpeedComparison.Sample] = []
    for round in 0..<rounds {
      var reference: Int64 = 0
      // Who begins alternates, so that a warm cache or clock favors neither.
      if round.isMultiple(of: 2) { reference = time(work, count) }
      let sdk = try adapter.nanoseconds(for: request, count: sdkCount)
      if sdk == 0 {
        throw .untrue(operation: operation.name, count: sdkCount, nanoseconds: sdk)
      }
      if !round.isMultiple(of: 2) { reference = time(work, count) }
      samples.append(
        .init(
          reference: Double(reference) / Double(count), sdk: Double(sdk) / Double(sdkCount)))
    }
    return SpeedComparison(operation: operation.name, samples: samples, objection: nil)
  }

  private let greatestCount = 100_000_000

  private func time(_ work: (Int) -> Void, _ count: Int) -> Int64 {
    let start = ByteChannel.now()
    work(count)
    return ByteChannel.now() - start
  }

  /// The count that makes a sample about as long as it should be.
  private func calibrated<Failure: Error>(
    _ sample: (Int) throws(Failure) -> Int64
  ) throws(Failure) -> Int {
    var count = 1
    var duration = try sample(count)
    while duration < sampleDuration / 2 && count < greatestCount {
      // By at most a factor of ten: the first, cold samples say too much.
      let factor = min(max(sampleDuration / max(duration, 1), 2), 10)
      count = min(count * Int(factor), greatestCount)
      duration = try sample(count)
    }
    return count
  }
}

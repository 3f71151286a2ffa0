internal import OSSPrimitives
internal import OSSVectors

/// Why an adapter's speed could not be taken.
package enum BenchError: Error, Equatable, Sendable {
  /// The adapter does not list the feature `bench`.
  case noFeature(sdk: String)
  /// The adapter cannot do the operation, refuses the input or failed; the text says which.
  case refused(operation: String, reason: String)
  /// No reply came within the limit.
  case late(operation: String, seconds: Int)
  /// The adapter says that it took no time, or more than went by.
  case untrue(operation: String, count: Int, nanoseconds: Int64)
  /// The adapter ended, broke the protocol, or could not be started.
  case died(operation: String, how: String)
}

extension BenchError: CustomStringConvertible {
  /// One sentence that names the operation and the fault.
  package var description: String {
    switch self {
    case .noFeature(let sdk):
      "The adapter of \(sdk) does not list the feature bench, so its speed cannot be taken."
    case .refused(let operation, let reason):
      "The adapter does not time \(operation): \(reason)."
    case .late(let operation, let seconds):
      "The adapter did not finish timing \(operation) within \(seconds) s."
    case .untrue(let operation, let count, let nanoseconds):
      "The adapter says that \(operation) took \(nanoseconds) ns for \(count) times, "
        + "which cannot be true."
    case .died(let operation, let how):
      "The adapter failed while timing \(operation): \(how)."
    }
  }
}

extension ProcessAdapter {
  /// Has the adapter do an operation many times and say how long it took.
  ///
  /// - Parameters:
  ///   - request: What is done.
  ///   - count: How many times.
  ///   - limit: How long to wait for the reply, in nanoseconds.
  /// - Returns: The nanoseconds for all of them, as the adapter took them.
  /// - Throws: A ``BenchError`` if there is no such number, or none that can be true; the adapter is then started again for the
  ///   next request.
  package mutating func nanoseconds(
    for request: AdapterRequest, count: Int, limit: Int64 = 60_000_000_000
  ) throws(BenchError) -> Int64 {
    guard identity.features.contains("bench") else { throw .noFeature(sdk: identity.name) }
    let operation = request.operation.rawValue
    if let objection = identity.objection(to: request) {
      throw .refused(operation: operation, reason: objection)
    }
    var connection = try takeConnection(for: operation)
    let seq = AdapterSession.seq(numbers.next())
    RequestLine.appendBench(request, count: count, seq: seq, to: &connection.outgoing)
    let start = ByteChannel.now()
    let nanoseconds: Int64
    do throws(BenchError) {
      nanoseconds = try Self.awaitTiming(
        &connection, operation: operation, seq: seq, limit: limit)
      self.connection = consume connection
    } catch {
      // An adapter that has answered, if only to refuse, is as good as before.
      if case .refused = error { self.connection = consume connection }
      throw error
    }
    guard Self.canBeTrue(nanoseconds, count: count, within: ByteChannel.now() - start) else {
      throw .untrue(operation: operation, count: count, nanoseconds: nanoseconds)
    }
    return nanoseconds
  }

  /// Whether an operation can have taken so long: no more than went by meanwhile, and a nanosecond
  /// each time, as far as the coarsest clocks see it.
  private static func canBeTrue(_ nanoseconds: Int64, count: Int, within elapsed: Int64) -> Bool {
    let tick: Int64 = 20_000_000
    return nanoseconds <= elapsed + elapsed / 100 + tick && nanoseconds >= Int64(count) - tick
  }

  /// The connection that there is, or a fresh one if it was lost.
  private mutating func takeConnection(
    for operation: String
  ) throws(BenchError) -> AdapterConnection {
    if let connection = connection.take() { return connection }
    let fault = { (error: AdapterError) in
      BenchError.died(operation: operation, how: "started again, it \(error.predicate)")
    }
    return try rethrowing(as: fault, freshConnection())
  }

  private static func awaitTiming(
    _ connection: inout AdapterConnection, operation: String, seq: String, limit: Int64
  ) throws(BenchError) -> Int64 {
    let deadline = ByteChannel.now() + limit
    while true {
      let exchange = connection.exchange(until: deadline)
      let timing: Timing?
      do throws(LineFault) {
        timing = try readTiming(&connection, seq: seq)
      } catch {
        throw .died(operation: operation, how: connection.place(of: error))
      }
      switch timing {
      case .nanoseconds(let nanoseconds): return nanoseconds
      case .refused(let reason): throw .refused(operation: operation, reason: reason)
      case nil: break
      }
      if exchange == .ended { throw .died(operation: operation, how: connection.ending()) }
      if HeldSignals.isPending { throw .died(operation: operation, how: "it was interrupted") }
      if ByteChannel.now() >= deadline {
        throw .late(operation: operation, seconds: Int(limit / 1_000_000_000))
      }
    }
  }

  /// What a reply to a bench request says.
  private enum Timing {
    case nanoseconds(Int64)
    case refused(String)
  }

  private static func readTiming(
    _ connection: inout AdapterConnection, seq: String
  ) throws(LineFault) -> Timing? {
    guard let range = try connection.nextLine() else { return nil }
    let line = try ReplyLine(connection.incoming.storage, in: range)
    guard line.seq == seq else { throw .unknownSeq(line.seq) }
    if let nanoseconds = try line.nanoseconds() { return .nanoseconds(nanoseconds) }
    switch try line.reply() {
    case .ok: throw .missing("nanoseconds")
    case .rejected(let errorClass, let message):
      return .refused("the SDK refuses the input (\(message ?? errorClass ?? "no reason given"))")
    case .refusedByTransport(let message, _):
      return .refused("the HTTP library refuses the input (\(message ?? "no reason given"))")
    case .unsupported(let reason): return .refused(reason ?? "it is not supported")
    case .failed(let message): return .refused("it failed (\(message ?? "no reason given"))")
    case .timeout, .crash: return nil
    }
  }
}

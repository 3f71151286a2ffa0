import OSSCredentials
import OSSPrimitives
import Synchronization

/// A device clock that a test sets.
///
/// It is an atomic and not a mutex: ThreadSanitizer does not know the mutex of Swift on Linux.
final class TestClock: Sendable {
  private let milliseconds: Atomic<Int64>

  /// A clock that shows 2023-11-14T22:13:20Z, or another second.
  init(seconds: Int64 = 1_700_000_000) { milliseconds = Atomic(seconds * 1000) }

  var now: Moment {
    Moment(milliseconds: milliseconds.load(ordering: .sequentiallyConsistent))
  }

  /// The function with which a provider reads the clock.
  var read: @Sendable () -> Moment { { self.now } }

  func advance(by span: TimeSpan) {
    milliseconds.add(span.milliseconds, ordering: .sequentiallyConsistent)
  }

  /// The moment so many seconds from now.
  func seconds(_ count: Int64) -> Moment { now.adding(.seconds(count)) }
}

/// Counts from many tasks at once.
final class Counter: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .sequentiallyConsistent) }

  /// Adds one and returns the count.
  @discardableResult
  func add() -> Int { count.add(1, ordering: .sequentiallyConsistent).newValue }

  /// Waits until the count is reached; the time limit of the test ends a wait without success.
  func reaches(_ goal: Int) async {
    while value < goal { await Task.yield() }
  }
}

/// What the fetches of a test give, one after the other; the last one repeats.
final class FetchScript: Sendable {
  typealias Step = @Sendable () async throws -> FederationToken?

  private let steps: [Step]
  private let count = Counter()

  init(_ steps: Step...) { self.steps = steps }

  /// How many fetches began.
  var fetches: Int { count.value }

  func next() async throws -> FederationToken? {
    try await steps[min(count.add() - 1, steps.count - 1)]()
  }
}

/// Lets tasks wait until it is opened.
actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func pass() async {
    if !isOpen { await withCheckedContinuation { waiting.append($0) } }
  }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

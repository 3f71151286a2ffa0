import OSSCredentials
import OSSPrimitives
import OSSTestDoubles
import Synchronization

/// ThreadSanitizer does not know the mutex of Swift on Linux, so what tests count is an atomic.
typealias TestClock = ManualClock

extension ManualClock {
  /// A clock that shows a second.
  convenience init(seconds: Int64) { self.init(Moment(milliseconds: seconds * 1000)) }

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

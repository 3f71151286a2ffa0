import Synchronization

/// Counts from many tasks at once.
final class Counter: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .sequentiallyConsistent) }

  /// Adds one and returns the count.
  @discardableResult
  func add() -> Int { count.add(1, ordering: .sequentiallyConsistent).newValue }

  /// Waits until so many were counted; a test that waits in vain has its own time limit.
  func reaches(_ goal: Int) async {
    while value < goal { await Task.yield() }
  }
}

internal import Foundation

/// A value that one thread at a time reads or changes.
///
/// `Mutex` and `Atomic` need iOS 18 and macOS 15; the doubles work wherever the package does.
package final class Locked<Value: Sendable>: Sendable {
  private let lock = NSLock()
  // The compiler cannot see that this is safe: only `withLock` uses the value, and it holds the lock.
  private nonisolated(unsafe) var value: Value

  package init(_ value: Value) { unsafe self.value = value }

  /// Runs a closure that no other use of the value overlaps; it must not use the value again itself.
  package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return unsafe body(&value)
  }
}

extension Locked<Int> {
  /// The count before this call, which adds one.
  func next() -> Int {
    withLock { count in
      defer { count += 1 }
      return count
    }
  }
}

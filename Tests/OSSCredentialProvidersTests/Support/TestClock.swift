import OSSCredentials
import Synchronization

/// A device clock that a test sets.
///
/// It is an atomic, and no mutex: ThreadSanitizer does not know the mutex of Swift on Linux.
final class TestClock: Sendable {
  private let milliseconds = Atomic<Int64>(1_700_000_000_000)

  var now: UnixMilliseconds {
    UnixMilliseconds(milliseconds: milliseconds.load(ordering: .sequentiallyConsistent))
  }

  /// What a provider reads it by.
  var read: @Sendable () -> UnixMilliseconds { { self.now } }

  func advance(by span: Milliseconds) {
    milliseconds.add(span.count, ordering: .sequentiallyConsistent)
  }

  /// The moment so many seconds from now.
  func seconds(_ count: Int64) -> UnixMilliseconds { now.adding(.seconds(count)) }
}

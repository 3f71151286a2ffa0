import OSSCredentials
import OSSPrimitives
import Synchronization

/// A device clock that a test sets.
///
/// It is an atomic, and no mutex: ThreadSanitizer does not know the mutex of Swift on Linux.
final class TestClock: Sendable {
  private let milliseconds = Atomic<Int64>(1_700_000_000_000)

  var now: Moment {
    Moment(milliseconds: milliseconds.load(ordering: .sequentiallyConsistent))
  }

  /// What a provider reads it by.
  var read: @Sendable () -> Moment { { self.now } }

  func advance(by span: TimeSpan) {
    milliseconds.add(span.milliseconds, ordering: .sequentiallyConsistent)
  }

  /// The moment so many seconds from now.
  func seconds(_ count: Int64) -> Moment { now.adding(.seconds(count)) }
}

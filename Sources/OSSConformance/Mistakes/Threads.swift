#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Work on several cores at once.
package enum Threads {
  /// Calls a function with each element of a list, on as many threads as there are cores, at most eight.
  ///
  /// A thread that is done with one element takes the next that nobody has taken.
  ///
  /// - Parameters:
  ///   - elements: The elements; the longest work comes first.
  ///   - progress: Called on the thread that calls, with how many elements were taken before.
  ///   - work: The function.
  /// - Returns: The results, in the order of the elements.
  package static func map<Element: Sendable, Result>(
    _ elements: [Element], progress: (Int) -> Void = { _ in },
    _ work: @escaping @Sendable (Element) -> Result
  ) -> [Result] {
    let queue = Queue(elements.count)
    let others = (1..<max(1, min(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 8))).map { _ in
      let share = Share<Result>()
      let thread = Thread {
        while let place = queue.take() { share.results.append((place, work(elements[place]))) }
      }
      return (share: share, thread: thread)
    }
    var results: [(place: Int, result: Result)] = []
    while let place = queue.take() {
      progress(place)
      results.append((place, work(elements[place])))
    }
    for other in others {
      other.thread?.join()
      results += other.share.results
    }
    return results.sorted { $0.place < $1.place }.map(\.result)
  }

  /// What one thread has done; others read it when the thread has ended.
  private final class Share<Result> { var results: [(place: Int, result: Result)] = [] }

  /// Numbers from 0 on, each of which one thread takes.
  @safe private final class Queue {
    private let count: Int
    private var next = 0
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init(_ count: Int) {
      self.count = count
      unsafe lock.initialize(to: pthread_mutex_t())
      unsafe pthread_mutex_init(lock, nil)
    }

    deinit {
      unsafe pthread_mutex_destroy(lock)
      unsafe lock.deallocate()
    }

    func take() -> Int? {
      unsafe pthread_mutex_lock(lock)
      defer { unsafe pthread_mutex_unlock(lock) }
      guard next < count else { return nil }
      next += 1
      return next - 1
    }
  }

  /// A thread of the system.
  @safe private struct Thread {
    /// What a thread does, as the system hands it on.
    private final class Body {
      let run: () -> Void
      init(_ run: @escaping () -> Void) { self.run = run }
    }

    /// As much as the first thread has: what is usual for others is short on some systems.
    private static let stackSize = 8 << 20

    #if canImport(Darwin)
      private var id: pthread_t?
    #else
      private var id = pthread_t()
    #endif

    /// Starts a thread, if the system gives one.
    init?(_ run: @escaping () -> Void) {
      var attributes = pthread_attr_t()
      unsafe pthread_attr_init(&attributes)
      defer { unsafe pthread_attr_destroy(&attributes) }
      unsafe pthread_attr_setstacksize(&attributes, Self.stackSize)
      let body = unsafe Unmanaged.passRetained(Body(run))
      let failure = unsafe pthread_create(
        &id, &attributes, { unsafe Thread.main($0) }, body.toOpaque())
      if failure != 0 {
        unsafe body.release()
        return nil
      }
    }

    private static func main(_ body: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      if let body = unsafe body {
        unsafe Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run()
      }
      return nil
    }

    /// Waits until the thread has ended.
    func join() {
      #if canImport(Darwin)
        if let id = unsafe id { unsafe pthread_join(id, nil) }
      #else
        pthread_join(id, nil)
      #endif
    }
  }
}

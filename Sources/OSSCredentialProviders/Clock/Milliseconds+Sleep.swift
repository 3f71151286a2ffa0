internal import OSSCredentials

extension Milliseconds {
  /// Waits for the span, an hour at most; not at all for a negative one.
  ///
  /// - Throws: `CancellationError`, at once when the task is cancelled.
  func sleep() async throws {
    let count = min(max(self, .zero), .seconds(3_600)).count
    try await Task.sleep(nanoseconds: UInt64(count) * 1_000_000)
  }
}

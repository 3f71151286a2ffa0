internal import OSSPrimitives

extension TimeSpan {
  /// Waits for the span, an hour at most; not at all for a negative one.
  ///
  /// - Throws: `CancellationError`, at once when the task is cancelled.
  func sleep() async throws {
    let count = min(max(self, .zero), .hours(1)).milliseconds
    try await Task.sleep(nanoseconds: UInt64(count) * 1_000_000)
  }
}

internal import Foundation

/// Does what waits for other programs on a thread of its own, so that other tests go on meanwhile: they
/// run on as many threads as there are cores.
package func onOwnThread<Value: Sendable>(
  _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
  }
}

internal import Foundation
internal import OSSEndpoint
internal import OSSTestDoubles

/// What the thread of an endpoint says to others, which can wait for it.
final class EndpointRecord: Sendable {
  /// How far the thread is.
  struct State: Sendable {
    /// The port and what ends the endpoint, or why no endpoint started; nil before one of them is known.
    var start: Result<Start, LoopbackError>?
    var hasEnded = false
    var refusals: [RefusedRequest] = []
  }

  /// Where an endpoint listens, and what ends it.
  struct Start: Sendable {
    let port: UInt16
    let stop: Alarm
  }

  private let condition = NSCondition()
  private let state = Locked(State())

  /// The state as it is now.
  var now: State { state.withLock { $0 } }

  /// Changes the state, and wakes those who wait.
  func change(_ body: (inout State) -> Void) {
    condition.lock()
    state.withLock(body)
    condition.broadcast()
    condition.unlock()
  }

  /// Waits until the state has a value.
  func wait<Value>(for value: (State) -> Value?) -> Value {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let value = value(now) { return value }
      condition.wait()
    }
  }
}

internal import OSSCredentials
internal import OSSSigning

extension ActionSteps {
  /// Rejects other credentials, from the code, the exact cause and what was found.
  mutating func afterRejection(
    _ change: @escaping @Sendable (_ code: String?, _ ec: String?, Bool) -> Bool
  ) {
    let former = rejectsCredentials
    rejectsCredentials = { change($0, $1, former($0, $1)) }
  }

  /// Finds another fault of the clock, from the status and the fault that was found.
  mutating func afterFault(_ change: @escaping @Sendable (Int, ClockFault?) -> ClockFault?) {
    let former = clockFault
    clockFault = { change($0, former($0, $1)) }
  }

  /// Allows other actions, from the action, those that were tried, and what was found.
  mutating func afterLimit(
    _ change: @escaping @Sendable (ErrorAction, [ErrorAction], Bool) -> Bool
  ) {
    let former = mayTry
    mayTry = { change($0, $1, former($0, $1)) }
  }

  /// Takes other statuses for transient.
  mutating func afterTransience(_ change: @escaping @Sendable (Int, Bool) -> Bool) {
    let former = isTransient
    isTransient = { change($0, former($0)) }
  }
}

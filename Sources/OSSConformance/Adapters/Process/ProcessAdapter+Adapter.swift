public import OSSVectors

extension ProcessAdapter: Adapter {
  /// Asks the adapter, keeping its window full.
  ///
  /// - Parameters:
  ///   - requests: What to ask; those that the adapter does not list are answered for it.
  ///   - progress: Called once for each request, as soon as its reply is final, with its index.
  /// - Returns: One reply for each request, in the order of the requests.
  /// - Throws: Nothing once the adapter has been started: what goes wrong then is a reply.
  /// - Complexity: O(*n*) in the size of the requests and replies.
  public mutating func replies(
    to requests: [AdapterRequest], progress: (Int, Reply) -> Void
  ) throws(AdapterError) -> [Reply] {
    var replies = [Reply?](repeating: nil, count: requests.count)
    var wanted: [Int] = []
    for (index, request) in requests.enumerated() {
      if let objection = identity.objection(to: request) {
        replies[index] = .unsupported(reason: objection)
        progress(index, .unsupported(reason: objection))
      } else {
        wanted.append(index)
      }
    }
    var session = AdapterSession(
      schedule: RequestSchedule(
        requests: wanted, window: identity.window, limits: limits, now: ByteChannel.now()))
    while !session.isFinished {
      for settlement in advance(&session, requests) {
        replies[settlement.request] = settlement.reply
        progress(settlement.request, settlement.reply)
      }
    }
    restarts += session.schedule.restarts
    // Every request has been settled by now; the default only satisfies the type.
    return replies.map { $0 ?? .failed(message: nil) }
  }

  /// Does one round: start the adapter if there is none, send, wait, and take what has come.
  private mutating func advance(
    _ session: inout AdapterSession, _ requests: [AdapterRequest]
  ) -> [RequestSchedule.Settlement] {
    guard connection != nil else { return restart(&session) }
    return exchange(&session, requests)
  }
}

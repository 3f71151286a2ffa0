internal import OSSPrimitives
package import OSSVectors

/// How little an adapter has answered lately, from one run of requests to the next (ADP-RUN-7).
package struct Fruitlessness: Hashable, Sendable {
  /// How many requests in a row have failed alone.
  var failures = 0
  /// Since when no request was answered; nil where the last one was.
  var since: Int64?
  /// Why nothing is asked any more, if the adapter was given up.
  var end: String?

  /// Nothing has failed yet.
  package init() {}
}

/// Decides which request is sent next and which one is to blame for a failure.
///
/// This is the part of a session that needs no process: it takes what happened and the time, and
/// says what follows. Requests are numbers from 0.
///
/// A window of requests is under way at once. When the adapter dies or is late nobody knows whose
/// fault it was, so every request that was outstanding becomes a suspect and is sent again, alone. A
/// request is charged only if it fails as the only one that its process was ever sent; else it is
/// tried once more in a fresh one, because an earlier request may have left the adapter unwell.
package struct RequestSchedule {
  /// A request and the reply that counts.
  package struct Settlement: Hashable {
    package var request: Int
    package var reply: Reply

    /// Pairs the two.
    package init(request: Int, reply: Reply) {
      self.request = request
      self.reply = reply
    }
  }

  /// How an adapter failed.
  package enum Failure: Hashable {
    /// The oldest outstanding request was not answered in time.
    case late
    /// The process ended or broke the protocol; the text says how.
    case died(String)
  }

  /// The requests that were sent and have no reply, the oldest first.
  package private(set) var outstanding: [Int] = []

  /// How often a process was lost with work still to do.
  package private(set) var restarts = 0

  private let requests: [Int]
  /// How many requests may be outstanding.
  let window: Int
  private let limits: AdapterLimits
  private var next = 0
  /// To be sent alone, the first one first.
  private var suspects: ArraySlice<Int> = []
  private var isTryingAlone = false
  private var sentToProcess = 0
  private var oldestSince: Int64 = 0
  /// How little was answered until now.
  package private(set) var fruitlessness: Fruitlessness
  private let start: Int64
  private var failedStartsInARow = 0

  /// Plans a run.
  ///
  /// - Parameters:
  ///   - requests: The numbers of the requests to send, in order.
  ///   - window: How many of them may be outstanding; the limits may say fewer.
  ///   - limits: When a request is late and when to give up.
  ///   - now: The time.
  ///   - fruitlessness: How little was answered in the run before.
  package init(
    requests: [Int], window: Int, limits: AdapterLimits, now: Int64,
    after fruitlessness: Fruitlessness = Fruitlessness()
  ) {
    self.requests = requests
    self.window = max(1, min(window, limits.window))
    self.limits = limits
    self.fruitlessness = fruitlessness
    start = now
    // Between two runs the adapter was not asked.
    if fruitlessness.failures == 0 { self.fruitlessness.since = nil }
  }

  /// Whether every request has its reply.
  package var isFinished: Bool {
    outstanding.isEmpty && suspects.isEmpty && next == requests.count
  }

  /// Whether a request was sent and has no reply.
  package func isOutstanding(_ request: Int) -> Bool {
    outstanding.contains(request)
  }

  /// When the oldest outstanding request will be late, if there is one.
  package var deadline: Int64? {
    outstanding.isEmpty ? nil : oldestSince + limits.request
  }

  /// Takes the next request that may be sent now.
  ///
  /// - Returns: Its number, or nothing while the window is full or a suspect is tried alone.
  package mutating func takeNext(now: Int64) -> Int? {
    let request: Int
    if let suspect = suspects.first {
      guard outstanding.isEmpty else { return nil }
      suspects.removeFirst()
      isTryingAlone = true
      request = suspect
    } else {
      // The last suspect may still be out: nothing joins it.
      guard outstanding.count < window, !isTryingAlone, next < requests.count else { return nil }
      request = requests[next]
      next += 1
    }
    if outstanding.isEmpty { oldestSince = now }
    outstanding.append(request)
    sentToProcess += 1
    return request
  }

  /// Notes that an outstanding request has its reply.
  package mutating func answered(_ request: Int, now: Int64) {
    guard let place = outstanding.firstIndex(of: request) else { return }
    outstanding.remove(at: place)
    if place == 0 { oldestSince = now }
    isTryingAlone = false
    fruitlessness = Fruitlessness()
    fruitlessness.since = now
  }

  /// Notes that a fresh process is ready for requests.
  package mutating func started() {
    sentToProcess = 0
    failedStartsInARow = 0
  }

  /// Notes that the process is lost, and says which replies stand because of it.
  ///
  /// - Parameters:
  ///   - failure: What went wrong.
  ///   - now: The time.
  /// - Returns: The request that is charged, if one is, and every other one if all is given up.
  package mutating func failed(_ failure: Failure, now: Int64) -> [Settlement] {
    let isAlone = outstanding.count == 1 && sentToProcess == 1
    let lost = outstanding
    outstanding = []
    isTryingAlone = false
    var settlements: [Settlement] = []
    if isAlone {
      settlements = lost.map { Settlement(request: $0, reply: failure.reply) }
      fruitlessness.failures += 1
      let since = fruitlessness.since ?? start
      fruitlessness.since = since
      let failures = fruitlessness.failures
      if failures >= limits.failuresInARow && now - since >= limits.fruitless {
        settlements += giveUp("the \(failures) requests tried before it failed one by one")
      }
    } else {
      suspects = lost + suspects
    }
    if !isFinished { restarts += 1 }
    return settlements
  }

  /// Notes that no fresh process could be had, and says which replies stand because of it.
  ///
  /// - Parameter reason: Why not.
  /// - Returns: Every request without a reply if this was once too often, else none.
  package mutating func failedToStart(_ reason: String) -> [Settlement] {
    failedStartsInARow += 1
    guard failedStartsInARow >= limits.failedStartsInARow else { return [] }
    return giveUp("started again, the adapter \(reason)")
  }

  /// Gives up what has no reply yet, and all that comes later.
  mutating func giveUp(_ reason: String) -> [Settlement] {
    fruitlessness.end = reason
    let rest = outstanding + suspects + requests[next...]
    outstanding = []
    suspects = []
    next = requests.count
    return rest.map { Settlement(request: $0, reply: .crash("not tried: \(reason)")) }
  }
}

extension RequestSchedule.Failure {
  /// What a request is charged with that failed so.
  var reply: Reply {
    switch self {
    case .late: .timeout
    case .died(let how): .crash(how)
    }
  }
}

internal import OSSPrimitives
internal import OSSVectors

/// A run of the fuzzer under way.
struct FuzzRun {
  private(set) var result: FuzzResult
  /// How many kinds of mistakes are to be reported.
  let findings: Int
  private var shrinker: Shrinker
  private var shrunk = 0
  /// Every request that failed, for counting the kinds when all are known.
  private var failing: [FuzzRequest] = []

  /// Begins a run; `shrinkingTime` is how long all that is asked beside the requests may take.
  init(result: FuzzResult, findings: Int, shrinkingTime: Int64) {
    shrinker = Shrinker(timeLimit: shrinkingTime)
    self.result = result
    self.findings = findings
  }

  /// Asks for a batch of requests and looks at all that went wrong.
  mutating func take<Answering: Adapter & ~Copyable>(
    _ requests: [FuzzRequest], from adapter: inout Answering, progress: (Int) -> Void
  ) throws(AdapterError) {
    let former = result.count
    let trials = try FuzzTrial.ask(requests, of: &adapter) { progress(former + $0) }
      .compactMap { $0 }
    result.count += requests.count
    for trial in trials { count(trial) }
    if trials.allSatisfy({ $0.finding.reply.isNone }), !trials.isEmpty {
      result.ending = "none of \(trials.count) requests in a row had a reply"
    }
    try explain(trials.filter { $0.shape != nil }, with: &adapter)
  }

  private mutating func count(_ trial: FuzzTrial) {
    switch (trial.finding.verdict, trial.finding.reply) {
    case (.passed, _): result.agreed += 1
    case (.notComparable(let reason), _): result.unsupported.add(reason, about: trial.request)
    case (.unsupported(let reason), _):
      result.unsupported.add(reason ?? "no reason is given", about: trial.request)
    case (.failed, .rejected(let errorClass, let message)):
      let parts = [errorClass ?? "no class", message].compactMap { $0 }
      result.rejected.add(parts.joined(separator: ": "), about: trial.request)
    case (.failed, _):
      result.failed += 1
      failing.append(trial.request)
    }
  }

  /// Finds the kinds of mistakes behind failing requests.
  private mutating func explain<Answering: Adapter & ~Copyable>(
    _ trials: [FuzzTrial], with adapter: inout Answering
  ) throws(AdapterError) {
    var open = try unexplained(trials, with: &adapter)
    while let first = open.first {
      guard result.kinds.count < findings, shrunk < 3 * findings, !shrinker.isSpent else { break }
      shrunk += 1
      var kind = FuzzKind(try shrinker.shrink(first, with: &adapter))
      kind.names = try names(of: kind, with: &adapter)
      open.removeFirst()
      guard !result.kinds.contains(where: { $0.isSame(as: kind) }) else { continue }
      result.kinds.append(kind)
      open = try unexplained(open, with: &adapter)
    }
    result.unexplained += open.count
  }

  /// The trials that still fail when all that known mistakes need is taken out of the requests.
  private mutating func unexplained<Answering: Adapter & ~Copyable>(
    _ trials: [FuzzTrial], with adapter: inout Answering
  ) throws(AdapterError) -> [FuzzTrial] {
    let open = trials.filter { trial in
      !result.kinds.contains { $0.reported.isEmpty && $0.shape == trial.shape }
    }
    let changed = open.map { relieve($0.request) }
    let places = open.indices.filter { changed[$0] != nil }
    if places.isEmpty || shrinker.isSpent { return open }
    let replies = try shrinker.ask(places.compactMap { changed[$0] }, of: &adapter)
    var outcome = open.map { Optional($0) }
    for (place, trial) in zip(places, replies) {
      outcome[place] = trial.flatMap { $0.shape == nil ? nil : $0 }
    }
    return outcome.compactMap { $0 }
  }

  /// The request without what the known mistakes need; nil if it has none of that.
  private func relieve(_ request: FuzzRequest) -> FuzzRequest? {
    var changed = request
    // Taking one feature away may bring another one out, such as the tab behind a space.
    for _ in 0..<8 {
      let shown = result.kinds.filter { !$0.reported.isEmpty && $0.isShown(by: changed) }
      if shown.isEmpty { break }
      for kind in shown { kind.remove(from: &changed) }
    }
    return changed.isSame(as: request) ? nil : changed
  }

  /// Counts the requests of each kind, now that all are known.
  mutating func finish() {
    for index in result.kinds.indices {
      let kind = result.kinds[index]
      result.kinds[index].count = failing.count { kind.isShown(by: $0) }
    }
    result.shrinking = shrinker.asked
    result.isCutShort = shrinker.isSpent
  }

  /// The names with which the request of a kind fails, where the name is what it takes.
  private mutating func names<Answering: Adapter & ~Copyable>(
    of kind: FuzzKind, with adapter: inout Answering
  ) throws(AdapterError) -> [String] {
    let list: [String]
    switch kind.reported.map(\.id) {
    case ["sub-documented"]: list = SubresourceNames.documented
    case ["sub-unsent"]: list = SubresourceNames.unsent
    case ["sub-operated"]: list = SubresourceNames.operated
    case ["sub-shared"]: list = SubresourceNames.shared
    default: return []
    }
    guard kind.request.query.count == 1, !shrinker.isSpent else { return [] }
    let requests = list.map { name in
      var request = kind.request
      request.query[0].name = name
      return request
    }
    let trials = try shrinker.ask(requests, of: &adapter)
    return zip(list, trials).filter { $0.1?.shape == kind.shape }.map(\.0)
  }
}

extension Reply {
  /// Whether nobody answered.
  fileprivate var isNone: Bool {
    switch self {
    case .timeout, .crash: true
    case .ok, .rejected, .refusedByTransport, .unsupported, .failed: false
    }
  }
}

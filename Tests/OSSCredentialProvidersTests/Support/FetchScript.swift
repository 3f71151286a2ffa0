import OSSCredentials

/// What the fetches of a test give, one after the other; the last one repeats.
final class FetchScript: Sendable {
  typealias Step = @Sendable () async throws -> FederationToken?

  private let steps: [Step]
  private let count = Counter()

  init(_ steps: Step...) { self.steps = steps }

  /// How many fetches began.
  var fetches: Int { count.value }

  func next() async throws -> FederationToken? {
    try await steps[min(count.add() - 1, steps.count - 1)]()
  }
}

/// Holds up whoever comes, until it is opened.
actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func pass() async {
    if !isOpen { await withCheckedContinuation { waiting.append($0) } }
  }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

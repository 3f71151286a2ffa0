internal import OSSPrimitives
package import OSSVectors

/// Asks an SDK for random requests and finds out in how many ways its answers are wrong.
///
/// Each failing request is first relieved of the mistakes that are known by then. If it still fails,
/// it shows a new one, and is shrunk. So a mistake is found though a more frequent one is
/// before it in most requests.
package struct Fuzzer: Sendable {
  /// Says which mistake an answer looks like, or nothing.
  package typealias Diagnosis = @Sendable (Vector, Reply) -> String?

  /// How many requests to make.
  package var count = 2_000
  /// The seed of the requests.
  package var seed: UInt64 = 1
  /// How many kinds of mistakes to tell; requests are counted on when there are as many.
  package var findings = 20
  /// The operations to ask for, of which those are left out that the adapter does not have.
  package var operations = Set(FuzzRequest.operations)
  /// How long requests may be asked to shrink and to sort what failed, in nanoseconds.
  package var shrinkingTime: Int64 = 60_000_000_000
  /// What knows the mistakes by name, if anything does.
  package var diagnose: Diagnosis?

  /// Makes a fuzzer of the standard size.
  package init() {}

  /// How many requests are made and judged at a time.
  static let batchSize = 500

  /// Runs to the end.
  ///
  /// - Parameters:
  ///   - adapter: Whom to ask. Beside the requests themselves it is asked for each request at most
  ///     once again per known mistake, and for each request that is shrunk at most
  ///     ``Shrinker/requestLimit`` times; at most three times ``findings`` are shrunk. All that ends
  ///     after ``Shrinker/totalLimit`` times or ``shrinkingTime``.
  ///   - progress: Called with the number of requests that are judged.
  /// - Throws: An ``AdapterError`` if there is nobody to ask.
  package func run<Answering: Adapter & ~Copyable>(
    with adapter: inout Answering, progress: (Int) -> Void = { _ in }
  ) throws(AdapterError) -> FuzzResult {
    let names = adapter.identity.operations
    let asked = operations.filter { names.contains($0.rawValue) }
    var generator = RequestGenerator(seed: seed, operations: asked)
    var run = FuzzRun(
      result: FuzzResult(identity: adapter.identity, seed: seed, operations: asked),
      findings: findings, shrinkingTime: shrinkingTime)
    if asked.isEmpty { return run.result }
    while run.result.count < count, run.result.ending == nil {
      let size = min(Self.batchSize, count - run.result.count)
      let requests = (0..<size).map { _ in generator.next() }
      try run.take(requests, from: &adapter, progress: progress)
      progress(run.result.count)
    }
    run.finish()
    var result = run.result
    for index in result.kinds.indices {
      let finding = result.kinds[index].finding
      result.kinds[index].diagnosis = diagnose?(finding.vector, finding.reply)
    }
    return result
  }
}

/// What a run of the fuzzer came to.
package struct FuzzResult: Sendable {
  /// Who was asked.
  package let identity: AdapterIdentity
  /// The seed of the requests.
  package let seed: UInt64
  /// The operations that were asked for.
  package let operations: [OSSVectors.Operation]
  /// How many requests were asked.
  package internal(set) var count = 0
  /// How many were signed as the reference signs them.
  package internal(set) var agreed = 0
  /// How many were answered otherwise, or broke the adapter.
  package internal(set) var failed = 0
  /// How many the SDK refused, by the group of its message; refusals are not judged here.
  package internal(set) var rejected = MessageGroups()
  /// How many the SDK cannot do, by the group of the reason.
  package internal(set) var unsupported = MessageGroups()
  /// How many failing requests belong to no kind that is reported, because there were too many
  /// kinds.
  package internal(set) var unexplained = 0
  /// How many further requests were asked to shrink the failing ones.
  package internal(set) var shrinking = 0
  /// Whether that ended before all was shrunk and sorted, because it took too long.
  package internal(set) var isCutShort = false
  /// The kinds of mistakes, in the order in which they were found.
  package internal(set) var kinds: [FuzzKind] = []
  /// Why the run ended early, if it did.
  package internal(set) var ending: String?

  /// Makes the result of a run that has not begun.
  init(identity: AdapterIdentity, seed: UInt64, operations: Set<OSSVectors.Operation>) {
    self.identity = identity
    self.seed = seed
    self.operations = FuzzRequest.operations.filter(operations.contains)
  }

  /// How many requests the SDK did not refuse; whoever refuses all signs none.
  package var executed: Int { agreed + failed }

  /// The exit status that the result calls for; a mistake at level `may` does not fail the run.
  package var exitStatus: RunnerStatus {
    if executed == 0 { return .nothingRun }
    return unexplained > 0 || kinds.contains { $0.level != .may } ? .failures : .asExpected
  }
}

/// Messages that differ only in what they quote, and how many there are of each.
package struct MessageGroups: Sendable {
  /// How many messages there are.
  package private(set) var total = 0
  private var counts: [String: Int] = [:]

  /// Counts a message about a request.
  mutating func add(_ message: String, about request: FuzzRequest) {
    total += 1
    counts[Self.group(of: Self.without(Self.texts(of: request), message)), default: 0] += 1
  }

  /// The groups, the greatest first.
  package var groups: [(message: String, count: Int)] {
    counts.map { (message: $0.key, count: $0.value) }.sorted {
      $0.count != $1.count
        ? $0.count > $1.count : $0.message.precedesInBytes($1.message)
    }
  }

  /// The texts of a request that a message may repeat, the longest first.
  private static func texts(of request: FuzzRequest) -> [String] {
    let texts =
      [request.endpoint, request.bucket, request.key, request.securityToken].compactMap { $0 }
      + (request.headers + request.query).flatMap { [$0.name, $0.value ?? ""] }
    // A shorter one would be found in the words of the message itself.
    return texts.filter { $0.utf8.count > 3 }.sorted { $0.utf8.count > $1.utf8.count }
  }

  private static func without(_ texts: [String], _ message: String) -> String {
    texts.reduce(message) { $0.replacing($1, with: "…") }
  }

  /// A message without what is in quotation marks, and without numbers.
  static func group(of message: String) -> String {
    var text = ""
    var closing: Character?
    for character in message.prefix(400) {
      if let mark = closing {
        if character == mark {
          closing = nil
          text.append(character)
        }
        continue
      }
      if character.isNumber {
        if !text.hasSuffix("#") { text.append("#") }
        continue
      }
      text.append(character)
      closing = ["'": "'", "\"": "\"", "“": "”", "`": "`"][character]
      if closing != nil { text.append("…") }
    }
    return String(text.prefix(120))
  }
}

/// The reference behind the adapter protocol, without a process: every request and every reply goes
/// through the lines that would be sent.
struct RoundTripReference: Adapter {
  private let server = AdapterServer(ReferenceAdapter())

  /// What the reference says of itself.
  var identity: AdapterIdentity { server.subject.identity }

  mutating func ask(
    _ requests: [AdapterRequest], _ take: (Int, Reply) -> Void
  ) throws(AdapterError) {
    for (index, request) in requests.enumerated() { take(index, reply(to: request)) }
  }

  private func reply(to request: AdapterRequest) -> Reply {
    var line = Bytes()
    RequestLine.append(request, seq: "1", to: &line)
    let reply = server.replies(to: line)
    do throws(LineFault) {
      return try ReplyLine(reply, in: 0..<max(0, reply.count - 1)).reply()
    } catch {
      return .failed(message: "the reply \(error)")
    }
  }
}

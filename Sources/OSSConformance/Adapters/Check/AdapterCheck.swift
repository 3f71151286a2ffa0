internal import OSSJSON
internal import OSSPrimitives
package import OSSVectors

/// A step of the check of an adapter: what the protocol asks for, and whether the adapter does it.
package struct AdapterCheckStep: Hashable, Sendable {
  /// What came of a step.
  package enum Outcome: Hashable, Sendable {
    /// The adapter does it; what was seen may follow.
    case right(String = "")
    /// It does not: what was seen, and how an author fixes it.
    case wrong(String, fix: String)
    /// It could not be tried, for a reason.
    case untried(String)
  }

  /// The id of the clause that asks for it.
  package let clause: String
  /// What the adapter does when it is right, without “the adapter”.
  package let promise: String
  /// What came of it.
  package let outcome: Outcome

  /// Whether the adapter does otherwise.
  package var isWrong: Bool {
    if case .wrong = outcome { true } else { false }
  }
}

/// Talks with an adapter step by step, and says what it does wrong in the protocol.
///
/// What the SDK signs is not judged: an answer is compared with other answers of the same adapter alone.
package struct AdapterCheck: ~Copyable {
  /// What was found so far, in the order of the talk.
  package private(set) var steps: [AdapterCheckStep] = []
  /// What the adapter says of itself.
  package private(set) var identity: AdapterIdentity?

  var talk: AdapterTalk
  let limits: AdapterLimits
  /// The vectors whose inputs are asked.
  let corpus: Corpus
  /// The first request of each operation that the SDK answered, and its answer.
  var samples: [ProbeSample] = []
  /// When they were answered, in nanoseconds.
  var sampledAt: Int64 = 0

  /// Talks with an adapter.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments.
  ///   - corpus: The vectors; the plainest input of each operation is asked.
  ///   - limits: How long to wait.
  ///   - trace: What writes down all lines that go over the pipe, if anything does.
  /// - Throws: An ``AdapterError`` if the command cannot be started, or the trace cannot be written.
  package init(
    command: [String], asking corpus: Corpus, limits: AdapterLimits = AdapterLimits(),
    trace: AdapterTrace? = nil
  ) throws(AdapterError) {
    (self.limits, self.corpus) = (limits, corpus)
    talk = AdapterTalk(command: command, limits: limits, trace: trace)
    if let identity = try introduction() {
      self.identity = identity
      checkNames(identity)
      add("ADP-RUN-1", "answers a request of each of its operations", operations(of: identity))
      add("ADP-RUN-12", "gives the members that an output must have, with their types", outputs())
      checkClock()
      checkUnknown()
      checkTexts()
      add(
        "ADP-HELLO-2", "answers requests in flight, each as if it were alone", window(of: identity))
      if let outcome = refusals(of: identity) {
        add("ADP-RUN-3", "replies to input that is wrong, and goes on", outcome)
      }
    }
    checkOutput()
    if identity != nil { checkEnd() }
    if let fault = talk.traceFault { throw .trace(fault) }
  }

  mutating func add(
    _ clause: String, _ promise: String, _ outcome: AdapterCheckStep.Outcome
  ) {
    steps.append(AdapterCheckStep(clause: clause, promise: promise, outcome: outcome))
  }

  mutating func ask(_ request: ProbeRequest) -> AdapterTalk.Heard {
    talk.ask([request]).first ?? .nothing(.late(cameAtEnd: false))
  }

  /// What is wrong where no reply came, or one that makes no sense; nil where one came.
  func fault(in heard: AdapterTalk.Heard) -> AdapterCheckStep.Outcome? {
    switch heard {
    case .reply: nil
    case .nonsense(let fault):
      .wrong("the reply \(fault)", fix: "Write a reply of the page adapter-protocol.md.")
    case .nothing(let silence): wrong(silence, after: limits.request)
    }
  }

  private func wrong(_ silence: AdapterTalk.Silence, after limit: Int64) -> AdapterCheckStep.Outcome
  {
    let time = "\(Double(limit / 1_000_000) / 1_000) s"
    return switch silence {
    case .late(cameAtEnd: true):
      .wrong(
        "a line came only when the input was closed, and not within \(time)",
        fix: "Flush the standard output after each line, and read the input line by line.")
    case .late(cameAtEnd: false):
      .wrong(
        "no line came within \(time)", fix: "Answer each request with one line that ends in LF.")
    case .ended(let how):
      .wrong(
        how, fix: "Catch every error and reply with the status failed; see the standard error.")
    }
  }
}

extension AdapterCheck {
  /// The handshake: what the adapter says of itself, or nil where nothing can follow.
  private mutating func introduction() throws(AdapterError) -> AdapterIdentity? {
    let answered = "answers the handshake"
    let described = "gives its SDK's name, version and language, and its operations"
    let answer = try talk.shakeHands()
    if case .nothing(let silence) = answer {
      add("ADP-HELLO-4", answered, wrong(silence, after: limits.handshake))
      return nil
    }
    add("ADP-HELLO-4", answered, .right())
    switch answer {
    case .nothing: return nil
    case .fault(let fault):
      let fix =
        if case .longText = fault { "Write a shorter text." } else {
          "Add the member, as the page shows the handshake."
        }
      add("ADP-HELLO-1", described, .wrong("the answer \(fault)", fix: fix))
      return nil
    case .line(.refusal(let speaks, let message)):
      let version = speaks.map { " (it speaks \($0))" } ?? ""
      add(
        "ADP-HELLO-3", "speaks protocol version 1",
        .wrong(
          "it refuses\(version): \(message ?? "no reason given")", fix: "Reply with protocol 1."))
      return nil
    case .line(.identity(let identity)):
      add("ADP-HELLO-1", described, standing(of: identity))
      return identity
    }
  }

  private func standing(of identity: AdapterIdentity) -> AdapterCheckStep.Outcome {
    guard !identity.operations.isEmpty else {
      return .wrong("there is no operation", fix: "Name in operations what your SDK can do.")
    }
    return Self.unknown(identity.operations, of: OSSVectors.Operation.allCases.map(\.rawValue))
      ?? .right("\(identity.name) \(identity.version), \(identity.language)")
  }

  /// Names of profiles and habits (ADP-PROF-3).
  private mutating func checkNames(_ identity: AdapterIdentity) {
    let profiles = identity.claimed.map(\.rawValue).joined(separator: ", ")
    let named = Self.unknown(identity.profiles ?? [], of: Profile.allCases.map(\.rawValue))
    let habits = Self.unknown(identity.habits, of: Habit.allCases.map(\.rawValue))
    add("ADP-PROF-3", "names profiles and habits that exist", named ?? habits ?? .right(profiles))
  }

  /// What is wrong with a list of names that has one which nobody knows.
  private static func unknown(
    _ names: [String], of known: [String]
  ) -> AdapterCheckStep.Outcome? {
    guard let name = names.first(where: { !known.contains($0) }) else { return nil }
    let fix = name.nearest(of: known).map { "Write \($0)." }
    return .wrong(
      "\(LineFault.quoted(name)) is unknown",
      fix: fix ?? "Take a name of the page: \(known.prefix(4).joined(separator: ", ")), …")
  }
}

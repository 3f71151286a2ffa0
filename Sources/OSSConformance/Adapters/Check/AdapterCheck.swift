internal import OSSEndpoint
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

extension AdapterCheck {
  /// One request of each operation; the answers are what later steps compare with (ADP-RUN-1).
  mutating func operations(of identity: AdapterIdentity) -> AdapterCheckStep.Outcome {
    var seen: [String] = []
    for operation in OSSVectors.Operation.allCases
    where identity.operations.contains(operation.rawValue) {
      guard let input = ProbeSample.input(of: operation, in: corpus) else { continue }
      let request = ProbeRequest(operation: operation.rawValue, input: input)
      let heard = ask(request)
      if case .wrong(let what, let fix) = fault(in: heard) {
        return .wrong("\(operation.rawValue): \(what)", fix: fix)
      }
      guard case .reply(let reply) = heard else { continue }
      if case .failed(let message) = reply {
        return .wrong(
          "\(operation.rawValue) failed on a plain request: \(message ?? "no message")",
          fix: "Correct the call of the SDK; reply unsupported to what it cannot do, rejected to "
            + "what it refuses.")
      }
      seen.append("\(operation.rawValue) \(reply.status)")
      if case .ok = reply {
        samples.append(ProbeSample(operation: operation, input: input, reply: reply))
      }
    }
    sampledAt = MonotonicClock.now()
    return seen.isEmpty
      ? .untried("no known operation is listed")
      : .right(seen.prefix(3).joined(separator: ", ") + (seen.count > 3 ? ", …" : ""))
  }

  /// What the protocol does not have: an operation, a member; and a line as long as can be.
  mutating func checkUnknown() {
    let unknown = ask(ProbeRequest(operation: "no.such.operation", input: [:]))
    var outcome = fault(in: unknown)
    if outcome == nil, case .reply(let reply) = unknown {
      outcome =
        reply.status == "unsupported"
        ? .right()
        : .wrong(
          "the reply has the status \(reply.status)",
          fix: "Reply with the status unsupported to each operation that you do not list.")
    }
    add("ADP-RUN-11", "answers unsupported to an unknown operation", outcome ?? .right())
    add(
      "ADP-LINE-3", "ignores members that it does not know",
      reply(to: .extended, fix: "Read the members that you know, and skip the others."))
    add(
      "ADP-LINE-7", "reads a line of 1 MiB",
      reply(
        to: .long, fix: "Give the reader of lines a buffer of 1 MiB, or one without a limit."))
  }

  /// Asks the first sample again, in a line that looks different and means the same.
  private mutating func reply(
    to form: ProbeRequest.Form, fix: String
  ) -> AdapterCheckStep.Outcome {
    guard let sample = samples.first else { return Self.noSample }
    var request = sample.request
    request.form = form
    let heard = ask(request)
    if sample.isSame(heard, .reply(sample.reply)) { return .right() }
    return .wrong("\(Self.brief(heard)), where the plain line had an answer", fix: fix)
  }

  /// As many requests at once as the adapter takes, with two inputs that alternate (ADP-HELLO-2).
  mutating func window(of identity: AdapterIdentity) -> AdapterCheckStep.Outcome {
    let count = min(identity.window, limits.window)
    guard count > 1 else { return .untried("its window is 1") }
    guard let sample = samples.first(where: { $0.request(later: 86_400) != nil }) ?? samples.first,
      let other = sample.request(later: 86_400) ?? sample.request(text: "other")
    else { return Self.noSample }
    let alone = [.reply(sample.reply), ask(other)]
    let heard = talk.ask((0..<count).map { $0.isMultiple(of: 2) ? sample.request : other })
    for (place, one) in heard.enumerated() where !sample.isSame(one, alone[place % 2]) {
      return fault(in: one)
        ?? .wrong(
          "request \(place + 1) of \(count) had another answer than alone",
          fix: "Share no state between requests, such as the clock, or leave the window out.")
    }
    return .right("\(count) at once")
  }

  /// Inputs that must not end the adapter, whatever it replies (ADP-RUN-3).
  mutating func refusals(of identity: AdapterIdentity) -> AdapterCheckStep.Outcome? {
    guard let operation = identity.operations.first else { return nil }
    var inputs: [(name: String, input: JSONObject)] = [
      ("no members", [:]),
      ("members of another type", ["key": 1, "time": [], "credentials": "x"]),
    ]
    if var input = samples.first(where: { $0.input["credentials"] != nil })?.input {
      input["credentials"] = ["accessKeyId": "", "accessKeySecret": ""]
      inputs.append(("empty credentials", input))
    }
    var seen: [String] = []
    for (name, input) in inputs {
      let heard = ask(ProbeRequest(operation: operation, input: input))
      if case .wrong(let what, let fix) = fault(in: heard) {
        return .wrong("\(name): \(what)", fix: fix)
      }
      if case .reply(let reply) = heard { seen.append("\(name): \(reply.status)") }
    }
    return .right(seen.joined(separator: ", "))
  }

  /// Why a step that needs an answer cannot be tried.
  static var noSample: AdapterCheckStep.Outcome {
    .untried("no plain request had the answer ok, and the same again, which this step needs")
  }

  /// What came back, in a word or two.
  static func brief(_ heard: AdapterTalk.Heard) -> String {
    switch heard {
    case .reply(.ok): "ok with another output"
    case .reply(let reply): reply.status
    case .nonsense(let fault): "a reply that \(fault)"
    case .nothing(.late): "no line in time"
    case .nothing(.ended(let how)): how
    }
  }
}

extension AdapterCheck {
  /// The members and the types of each output; the reference shows them (ADP-RUN-12).
  func outputs() -> AdapterCheckStep.Outcome {
    guard !samples.isEmpty else { return Self.noSample }
    for sample in samples {
      guard let fault = sample.outputFault else { continue }
      return .wrong(
        "\(sample.operation.rawValue): \(fault)",
        fix: "Write the output as the tables of adapter-protocol.md list it.")
    }
    return .right()
  }
}

extension ProbeSample {
  /// How the output differs in members and types from one that can be right; nil if it does not.
  fileprivate var outputFault: String? {
    guard case .ok(let given) = reply,
      case .ok(let due) = ReferenceAdapter().answer(operation, input)
    else { return nil }
    for member in due.members.members {
      guard let value = given.members[member.name], value != .null else {
        if operation.signsRequest { continue }
        return "the output has no member \(member.name)"
      }
      if value.shape != member.value.shape {
        return "\(member.name) is \(value.shape), and must be \(member.value.shape)"
      }
    }
    let shown = due.members.members.map(\.name).filter { given.members[$0] != nil }
    return shown.isEmpty
      ? "the output has none of \(due.members.members.map(\.name).joined(separator: ", "))" : nil
  }
}

extension JSONValue {
  /// The type in words; a byte string is a text, and an array is what its first element is.
  fileprivate var shape: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a text"
    case .object(let object): object["base64"] == nil ? "an object" : "a text"
    case .array(let elements): elements.first.map { "an array of \($0.shape)" } ?? "an array"
    }
  }
}

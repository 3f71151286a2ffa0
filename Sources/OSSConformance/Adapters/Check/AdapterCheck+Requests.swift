internal import OSSEndpoint
internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

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

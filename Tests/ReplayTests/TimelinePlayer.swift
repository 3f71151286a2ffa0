import OSSCredentials
import OSSJSON
import OSSPrimitives
import OSSSigning
import Testing

/// Plays a script on the machine itself, moment by moment.
struct TimelinePlayer {
  private(set) var answers: [String: (what: String, at: Int64)] = [:]
  private(set) var asked: [String: Int64] = [:]
  private(set) var fetches: [(begins: Int64, ends: Int64)] = []
  private(set) var expirations: [String: Int64?] = [:]
  private(set) var answeredTwice = false
  /// The callers in the order in which they were answered.
  private(set) var answered: [String] = []

  private let input: VectorInput
  private let start: Int64
  private var clock: Int64
  private var machine: RefreshMachine
  private var callers: [String] = []
  private var generations: [String: Int] = [:]
  private var open: [(id: FetchID, place: Int)] = []

  init(_ input: VectorInput) throws {
    self.input = input
    start = try input.integer("start")
    clock = try input.optionalInteger("clock") ?? 0
    for member in try input.nested("tokens").object.members {
      let token = VectorInput(object: try #require(member.value.objectValue))
      expirations[member.name] = .some(try token.optionalInteger("expires"))
    }
    let policy = try #require(RefreshPolicy(rawValue: try input.string("policy")))
    let seed = UInt64(bitPattern: try input.optionalInteger("jitter") ?? 0)
    machine = RefreshMachine(policy: policy, seed: seed)
    guard input.object["held"].map({ !$0.isNull }) == true else { return }
    let held = try input.nested("held")
    let name = try held.string("token")
    let obtained = Moment(milliseconds: start + (try held.integer("obtained")) + clock)
    machine = RefreshMachine(
      policy: policy, seed: seed, holding: try token(name), obtainedAt: obtained)
    generations[name] = 1
  }

  mutating func play() throws {
    let isLast = input.object["completionsLast"]?.boolValue ?? false
    let until = try input.integer("until")
    var events: [VectorInput] = []
    for element in try input.elements("events") {
      events.append(VectorInput(object: try #require(element.objectValue)))
    }
    while true {
      let event = try events.first.map { try $0.integer("at") } ?? .max
      let end = open.map { fetches[$0.place].ends }.min() ?? .max
      guard min(event, end) <= until else { return }
      if end < event || (end == event && !isLast) {
        try finish(at: end)
      } else {
        try happen(events.removeFirst(), at: event)
      }
    }
  }

  private mutating func finish(at moment: Int64) throws {
    let index = try #require(open.firstIndex { fetches[$0.place].ends == moment })
    let (id, place) = open.remove(at: index)
    let result = try self.result(place)
    if let name = try result.optionalText("gives") {
      send(.fetched(try token(name), id), at: moment)
    } else {
      send(.failed(.transport(try result.string("fails")), id), at: moment)
    }
  }

  private mutating func happen(_ event: VectorInput, at moment: Int64) throws {
    if let caller = try event.optionalText("ask") {
      asked[caller] = moment
      callers.append(caller)
      send(.asked(CallerID(UInt64(callers.count))), at: moment)
    } else if let caller = try event.optionalText("cancel") {
      guard answers[caller] == nil else { return }
      answer(caller, "cancelled", at: moment)
      let number = try #require(callers.firstIndex(of: caller))
      send(.cancelled(CallerID(UInt64(number + 1))), at: moment)
    } else if let name = try event.optionalText("reject") {
      guard let generation = generations[name] else { return }
      send(.rejected(generation: generation), at: moment)
    } else if let name = try event.optionalText("replace") {
      send(.replaced(try token(name)), at: moment)
    } else if let offset = try event.optionalInteger("offset") {
      send(.clockCorrected(ClockOffset(.milliseconds(offset))), at: moment)
    } else {
      clock = try event.integer("clock")
    }
  }

  private mutating func send(_ event: RefreshEvent, at moment: Int64) {
    let now = Moment(milliseconds: start + moment + clock)
    for action in machine.handle(event, at: now) {
      switch action {
      case .fetch(let id):
        let takes = (try? result(fetches.count).integer("takes")) ?? 0
        open.append((id, fetches.count))
        fetches.append((moment, moment + takes))
      case .handOut(let given, let caller):
        let name = String(given.credentials.accessKeyID.dropFirst(4))
        generations[name] = given.generation
        answer(callers[Int(caller.number) - 1], name, at: moment)
      case .fail(_, let caller): answer(callers[Int(caller.number) - 1], "failure", at: moment)
      }
    }
  }

  private mutating func answer(_ caller: String, _ what: String, at moment: Int64) {
    if answers[caller] != nil { answeredTwice = true }
    answers[caller] = (what, moment)
    answered.append(caller)
  }

  private func result(_ place: Int) throws -> VectorInput {
    let results = try input.elements("fetches")
    return VectorInput(
      object: try #require(results[min(place, results.count - 1)].objectValue))
  }

  private func token(_ name: String) throws -> FederationToken {
    let end = expirations[name].flatMap { $0 }
    return FederationToken(
      try Credentials(
        accessKeyID: "STS.\(name)", accessKeySecret: "secret-\(name)",
        securityToken: "token-\(name)"),
      expiration: end.map { Moment(milliseconds: start + $0) })
  }
}

internal import OSSEndpoint
package import OSSJSON
internal import OSSPrimitives
package import OSSVectors

/// Asks an SDK for random inputs and finds out in how many ways its answers are wrong.
///
/// Of what fails, inputs are reduced that fail in different places and hold nothing of what is known by
/// then. So a mistake is found though a more frequent one is before it in most inputs.
package struct Fuzzer {
  /// The vectors whose inputs are changed.
  let vectors: [Vector]
  /// How many inputs to ask for.
  package var count = 10_000
  /// The seed of the inputs.
  package var seed: UInt64 = 1
  /// How many kinds of mistakes to tell.
  package var findings = 20
  /// How long inputs may be asked for to be reduced, in nanoseconds.
  package var reducingTime: Int64 = 60_000_000_000

  /// Makes a fuzzer of the standard size.
  ///
  /// - Parameter vectors: Those whose inputs are changed; scripts and descriptions are left out.
  package init(_ vectors: [Vector]) {
    self.vectors = vectors.filter { RandomInputs.operations.contains($0.operation) }
  }

  /// How many inputs are asked for at a time.
  private static let batch = 500
  /// How many inputs are reduced that hold what is left of a kind: they may show a rare one too.
  private static let furtherLimit = 5
  /// How often an adapter may be asked to reduce all inputs, and to reduce one.
  private static let limits = (all: 40_000, one: 2_000)
  /// How many failing inputs are kept; then no more are asked for.
  private static let failingLimit = 50_000
  /// The same for one where every failure costs the adapter's time limit, or its process.
  private static let costlyLimit = 40

  /// Runs to the end.
  ///
  /// - Parameters:
  ///   - adapter: Whom to ask for what it has of the vectors' operations.
  ///   - progress: Called with the number of inputs that are judged.
  /// - Throws: An ``AdapterError`` if there is nobody to ask.
  package func run<Answering: Adapter & ~Copyable>(
    with adapter: inout Answering, progress: (Int) -> Void = { _ in }
  ) throws(AdapterError) -> FuzzResult {
    let names = Set(adapter.identity.operations)
    let asked = vectors.filter { names.contains($0.operation.rawValue) }
    var result = FuzzResult(identity: adapter.identity, seed: seed, vectors: asked)
    if asked.isEmpty { return result }
    var source = RandomInputs(seed: seed, vectors: asked)
    var failing: [FuzzTrial] = []
    while result.count < count, result.ending == nil {
      let size = min(Self.batch, count - result.count)
      let inputs = (0..<size).map { _ in Self.next(of: &source) }
      let former = result.count
      let trials = try FuzzTrial.ask(inputs, of: &adapter) { progress(former + $0) }
      for trial in trials.compactMap({ $0 }) where result.add(trial) { failing.append(trial) }
      result.count = former + size
      if trials.allSatisfy({ $0?.finding.reply.isNone ?? true }) {
        result.ending = "none of \(size) inputs in a row had a reply"
      } else if failing.count >= Self.failingLimit {
        result.ending = "\(failing.count) inputs failed"
      }
    }
    try reduce(failing, with: &adapter, into: &result)
    return result
  }

  /// An input that can be asked for, of which there are many: vectors are.
  private static func next(of source: inout RandomInputs) -> RandomInput {
    for _ in 0..<1_000 {
      let input = source.next()
      if input.isAsked { return input }
    }
    return source.next()
  }

  private func reduce<Answering: Adapter & ~Copyable>(
    _ failing: [FuzzTrial], with adapter: inout Answering, into result: inout FuzzResult
  ) throws(AdapterError) {
    let deadline = MonotonicClock.now() + reducingTime
    var open = Self.inTurns(failing)
    var further = Self.furtherLimit
    while !open.isEmpty, result.kinds.count < findings {
      let new = open.firstIndex { !result.explains($0) }
      if new == nil { further -= 1 }
      guard further >= 0 else { break }
      let trial = open.remove(at: new ?? 0)
      let isCostly = [.timeout, .crash].contains(trial.place?.kind)
      let limit = isCostly ? Self.costlyLimit : Self.limits.one
      var reducer = Reducer(limit: min(limit, Self.limits.all - result.reducing))
      var (smallest, asked) = (trial, 0)
      _ = try reducer.reduce(trial.random.input) { (inputs) throws(AdapterError) in
        guard MonotonicClock.now() < deadline else { return inputs.map { _ in false } }
        let trials = try FuzzTrial.ask(inputs.map(trial.random.with), of: &adapter)
        asked += trials.count { $0 != nil }
        let shows = trials.map { $0?.place == trial.place }
        if let first = shows.firstIndex(of: true), let found = trials[first] { smallest = found }
        return shows
      }
      result.reducing += asked
      result.add(FuzzKind(smallest))
      result.isCutShort = MonotonicClock.now() >= deadline || result.reducing >= Self.limits.all
      if result.isCutShort { break }
    }
    for index in result.kinds.indices {
      result.kinds[index].count = failing.count { result.kinds[index].rest.isSubset(of: $0.parts) }
    }
    result.unexplained = open.count { !result.explains($0) }
  }

  /// The trials, one of each place of failure in turn, of each the smallest first.
  private static func inTurns(_ trials: [FuzzTrial]) -> [FuzzTrial] {
    let sizes = trials.map { JSONValue.object($0.random.input).compact().utf8.count }
    let sorted = zip(trials, sizes).sorted { $0.1 < $1.1 }.map(\.0)
    var turns: [FuzzPlace: Int] = [:]
    return sorted.enumerated().map { place, trial -> (turn: Int, place: Int, trial: FuzzTrial) in
      guard let at = trial.place else { return (0, place, trial) }
      turns[at, default: 0] += 1
      return (turns[at, default: 0], place, trial)
    }.sorted { ($0.turn, $0.place) < ($1.turn, $1.place) }.map(\.trial)
  }
}

extension RandomInput {
  /// Whether an adapter can be asked: not for an input of another shape than the protocol gives, and
  /// for a signature only where there is one. SDKs refuse by rules of their own what they do not sign.
  fileprivate var isAsked: Bool {
    switch outcome {
    case .answer: true
    case .rejection(let errorClass):
      errorClass != ErrorClass.invalidInput.rawValue && !operation.signsRequest
    case nil: false
    }
  }
}

/// A random input, put to an adapter and judged.
struct FuzzTrial {
  let random: RandomInput
  let finding: Finding
  /// Where the answer is wrong; nil where it is right or missing.
  let place: FuzzPlace?
  /// The parts of the input.
  let parts: Set<String>

  private init(_ random: RandomInput, _ vector: Vector, _ reply: Reply) {
    self.random = random
    finding = Finding(vector: vector, reply: reply).shortened
    place = finding.verdict.failure.flatMap { FuzzPlace($0, of: random.operation, reply) }
    parts = place == nil ? [] : InputParts(of: random.input).all
  }

  /// Asks an adapter for inputs.
  ///
  /// - Returns: One trial for each input; nil where nobody was asked.
  static func ask<Answering: Adapter & ~Copyable>(
    _ inputs: [RandomInput], of adapter: inout Answering, progress: (Int) -> Void = { _ in }
  ) throws(AdapterError) -> [FuzzTrial?] {
    let vectors = inputs.map { $0.isAsked ? $0.asked : nil }
    let places = vectors.indices.filter { vectors[$0] != nil }
    var trials = [FuzzTrial?](repeating: nil, count: inputs.count)
    var count = 0
    try adapter.ask(vectors.compactMap { $0.map { AdapterRequest($0) } }) { index, reply in
      let place = places[index]
      trials[place] = vectors[place].map { FuzzTrial(inputs[place], $0, reply) }
      count += 1
      progress(count)
    }
    return trials
  }
}

extension RandomInput {
  /// The vector by which the judge compares two answers; it knows what makes neither.
  fileprivate var asked: Vector? {
    outcome.map { outcome in
      vector(
        id: "fuzz", comment: "A random input.", flag: "fuzz",
        reason: "Computed by the reference.", input: input, outcome: outcome)
    }
  }
}

/// Where an answer is wrong, without what depends on the input at hand.
///
/// While an input is reduced it must continue to fail in the same place, so that one mistake does not
/// turn into another.
struct FuzzPlace: Hashable {
  let operation: OSSVectors.Operation
  let kind: FailureKind
  /// The first step or member that differs, with the sort of part in it; or the class of a refusal, or
  /// what a message begins with.
  private let name: String
  /// Which of the first lines of a string to sign differs; lines of headers come and go.
  private let line: Int?
  private let isMissing: Bool
  private let isAdded: Bool

  /// The place of a failure; nil for the refusal of a signature, which shows none.
  init?(_ failure: Failure, of operation: OSSVectors.Operation, _ reply: Reply) {
    if failure.kind == .rejected, operation.signsRequest { return nil }
    (self.operation, kind) = (operation, failure.kind)
    let first = failure.differences.first
    isMissing = first?.expected != nil && first?.actual == nil
    isAdded = first?.expected == nil && first?.actual != nil
    guard let first else {
      let words = failure.message.prefix { !$0.isNumber && !"'\"(".contains($0) }
      name = if case .rejected(let errorClass?, _) = reply { errorClass } else { String(words) }
      line = nil
      return
    }
    // A part may name a header or a parameter, which may be reduced: its first word stays.
    name = ([first.name] + (first.part?.split(separator: " ").prefix(1).map(String.init) ?? []))
      .joined(separator: " ")
    guard first.name == "stringToSign", let offset = first.offset, let due = first.expected else {
      line = nil
      return
    }
    line = min(4, due.prefix(offset).count { $0 == 0x0a })
  }
}

/// Makes an input that shows something the smallest one that shows it too.
///
/// Members and elements go, many at once where that is possible; texts lose what they can and become
/// the letter a, numbers become small and round. The result is minimal in one sense: no single step is
/// left that could be taken, unless the limit came first.
package struct Reducer {
  /// How many inputs may be tried.
  private let limit: Int
  /// How many were tried so far.
  package private(set) var tried = 0
  /// How many are tried at once.
  private static let batch = 16
  /// The time of most vectors, in seconds. It is plainer than 0, which is the first day of a month and
  /// the first second of all: another mistake may show there.
  static let usualMoment: Int64 = 1_702_743_657

  /// Makes a reducer for one input.
  package init(limit: Int) { self.limit = limit }

  /// The smallest input.
  ///
  /// - Parameter shows: Says of each of some inputs whether it shows the same as the given one.
  package mutating func reduce<Failure: Error>(
    _ input: JSONObject, while shows: ([JSONObject]) throws(Failure) -> [Bool]
  ) throws(Failure) -> JSONObject {
    var current = input
    var isSmaller = true
    while isSmaller, tried < limit {
      isSmaller = false
      var steps = current.steps
      // What comes before a step that was taken cannot be taken, mostly; the next round looks again.
      var place = 0
      while place < steps.count, tried < limit {
        let asked = Array(steps[place...].prefix(min(Self.batch, limit - tried)))
        tried += asked.count
        if let taken = try shows(asked).firstIndex(of: true) {
          current = asked[taken]
          isSmaller = true
          steps = current.steps
          place += taken
        } else {
          place += asked.count
        }
      }
    }
    return current
  }
}

extension JSONObject {
  /// The object after each step that makes it smaller, the greatest steps first.
  fileprivate var steps: [JSONObject] {
    let shorter = members.indices.map { index in
      var members = members
      members.remove(at: index)
      return JSONObject(members)
    }
    return shorter
      + members.indices.flatMap { index in
        members[index].value.steps.map { value in
          var members = members
          members[index].value = value
          return JSONObject(members)
        }
      }
  }
}

extension JSONValue {
  fileprivate var steps: [JSONValue] {
    switch self {
    case .null: []
    case .bool(let flag): flag ? [false] : []
    case .number(let number): Self.smaller(number.integer).map { .number(JSONNumber($0)) }
    case .string(let text): text.steps.map { .string($0) }
    case .object(let object): object.steps.map { .object($0) }
    case .array(let elements): Self.steps(elements).map { .array($0) }
    }
  }

  /// Whole numbers that are nearer to 0, or rounder.
  private static func smaller(_ number: Int64?) -> [Int64] {
    guard let number else { return [0] }
    if number == Reducer.usualMoment { return [] }
    let usual = number > 1_000_000_000 ? [Reducer.usualMoment] : []
    guard number != 0, number != .min else { return number == 0 ? [] : [0] }
    let sign = number.signum()
    let round = [0, 1, 10, 100, 1_000, 10_000, 60_000, 600_000, number.magnitude / 2]
    return usual + round.filter { $0 < number.magnitude }.map { Int64($0) * sign }
  }

  private static func steps(_ elements: [JSONValue]) -> [[JSONValue]] {
    elements.without(pieces: elements.count)
      + elements.earlier
      + elements.indices.flatMap { index in
        elements[index].steps.map { value in
          var elements = elements
          elements[index] = value
          return elements
        }
      }
  }
}

extension [JSONValue] {
  /// Where a number of an element is a moment, all from that one on earlier together, so that what lies
  /// between them is kept.
  fileprivate var earlier: [[JSONValue]] {
    guard let names = first?.objectValue?.members.map(\.name), count > 1 else { return [] }
    return names.flatMap { name -> [[JSONValue]] in
      let moments = map { $0.objectValue?[name]?.integerValue }
      return indices.flatMap { index -> [[JSONValue]] in
        let before = index == 0 ? 0 : moments[index - 1]
        guard let before, let moment = moments[index] else { return [] }
        return JSONValue.number(JSONNumber(moment &- before)).steps.compactMap(\.integerValue).map {
          gap in
          indices.map { later in
            guard later >= index, var object = self[later].objectValue, let at = moments[later]
            else { return self[later] }
            object[name] = .number(JSONNumber(at &- (moment &- before &- gap)))
            return .object(object)
          }
        }
      }
    }
  }
}

extension Array {
  /// The array without each half, each quarter and so on, down to pieces of one element or so many
  /// pieces.
  fileprivate func without(pieces limit: Int) -> [Self] {
    var result: [Self] = []
    var size = (count + 1) / 2
    while size > 0, !isEmpty {
      for start in stride(from: 0, to: count, by: size) {
        result.append(Self(self[..<start] + self[Swift.min(start + size, count)...]))
      }
      if size == 1 || count / size >= limit { break }
      size = (size + 1) / 2
    }
    return result
  }
}

extension String {
  /// Into how many pieces a text is cut at most: a long one loses its parts first.
  private static let pieces = 32

  /// The text without each part of it; and with `a` for all its characters, all letters and digits, and
  /// each one. The plainest text is `a`, not an empty one, which means something else than another.
  fileprivate var steps: [String] {
    if utf8.isEmpty { return ["a"] }
    let scalars = Array(unicodeScalars)
    let others = scalars.indices.filter { scalars[$0] != "a" }
    let words = others.filter {
      scalars[$0].properties.isAlphabetic || scalars[$0].properties.numericType != nil
    }
    let single = others.count <= Self.pieces ? others.map { [$0] } : []
    let sets = [others, words.count < others.count ? words : []].filter { !$0.isEmpty }
    let plainer = (sets + (others.count > 1 ? single : [])).map { places in
      var scalars = scalars
      for place in places { scalars[place] = "a" }
      return scalars
    }
    let shorter = scalars.without(pieces: Self.pieces)
    return (shorter.filter { !$0.isEmpty } + plainer).map { String(String.UnicodeScalarView($0)) }
  }
}

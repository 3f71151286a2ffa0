package import OSSJSON
internal import OSSPrimitives
package import OSSVectors

/// What a run of the fuzzer came to.
package struct FuzzResult {
  /// Who was asked.
  package let identity: AdapterIdentity
  /// The seed of the inputs.
  package let seed: UInt64
  /// The operations that were asked for.
  package let operations: [OSSVectors.Operation]
  /// How many inputs were asked.
  package internal(set) var count = 0
  /// How many were answered as the reference answers them.
  package private(set) var agreed = 0
  /// How many were answered otherwise, or broke the adapter.
  package private(set) var failed = 0
  /// How many the SDK refused to sign, by the group of its message; that is not judged here.
  package private(set) var rejected = MessageGroups()
  /// How many the SDK cannot do, by the group of the reason.
  package private(set) var unsupported = MessageGroups()
  /// How many failing inputs hold nothing of any kind that is reported.
  package internal(set) var unexplained = 0
  /// How many further inputs were asked to reduce the failing ones.
  package internal(set) var reducing = 0
  /// Whether that ended early, because it took too long.
  package internal(set) var isCutShort = false
  /// The kinds of mistakes, in the order in which they were found.
  package internal(set) var kinds: [FuzzKind] = []
  /// Why the run ended early, if it did.
  package internal(set) var ending: String?

  /// Makes the result of a run that has not begun.
  init(identity: AdapterIdentity, seed: UInt64, vectors: [Vector]) {
    (self.identity, self.seed) = (identity, seed)
    let asked = Set(vectors.map(\.operation))
    operations = OSSVectors.Operation.allCases.filter(asked.contains)
  }

  /// How many inputs the SDK did not refuse; an SDK that refuses all has signed none.
  package var executed: Int { agreed + failed }

  /// The exit status that the result calls for; a mistake at level `may` does not fail the run.
  package var exitStatus: RunnerStatus {
    if executed == 0 { return .nothingRun }
    return unexplained > 0 || kinds.contains { $0.level != .may } ? .failures : .asExpected
  }

  /// Counts a trial, and says whether its answer is wrong.
  mutating func add(_ trial: FuzzTrial) -> Bool {
    switch trial.finding.verdict {
    case .passed: agreed += 1
    case .notComparable(let reason):
      unsupported.add(reason, about: trial.random.input)
    case .unsupported(let reason):
      unsupported.add(reason ?? "no reason is given", about: trial.random.input)
    case .failed:
      guard trial.place != nil else {
        rejected.add(trial.finding.reply.refusal, about: trial.random.input)
        return false
      }
      failed += 1
      return true
    }
    return false
  }

  /// Whether a failing input holds what is left of a kind.
  func explains(_ trial: FuzzTrial) -> Bool { kinds.contains { $0.explains(trial) } }

  /// Adds a kind, or what is left of an input to the same kind; of two the one with fewer parts stays.
  mutating func add(_ kind: FuzzKind) {
    if let place = kinds.firstIndex(where: { $0.isSame(as: kind) }) {
      let known = [kinds[place].input] + kinds[place].others
      if !known.contains(kind.input) { kinds[place].others.append(kind.input) }
      return
    }
    var kind = kind
    kind.others = kinds.filter(kind.isSame).flatMap { [$0.input] + $0.others }
    kinds.removeAll(where: kind.isSame)
    kinds.append(kind)
  }

  /// The reduced inputs as a suite, each with what is expected of it.
  ///
  /// The clauses are those of the vector that an input was made from, which a person should look over.
  package func suite(named name: String) -> Suite {
    let vectors = kinds.enumerated().map { index, kind in
      let found = kind.finding.vector
      return kind.random.vector(
        id: "fuzz-\(seed)-\(index + 1)", comment: "An SDK answers it wrongly.", flag: "fuzz",
        reason: "Found by fuzzing \(identity.sdk) with seed \(seed); computed by the reference.",
        input: found.input, outcome: found.expectation.outcome)
    }
    return Suite(name: name, vectors: vectors)
  }
}

/// One kind of mistake: what is left of the inputs that show it, and where the answers differ.
package struct FuzzKind {
  /// The smallest input, what is expected of it, and what came back.
  package let finding: Finding
  /// How many failing inputs hold what is left.
  package internal(set) var count = 0
  /// What is left of other inputs that differ from this one in letters and numbers only.
  package internal(set) var others: [JSONObject] = []

  let random: RandomInput
  /// The parts of the smallest input.
  let rest: Set<String>
  private let place: FuzzPlace?

  init(_ trial: FuzzTrial) {
    finding = trial.finding
    random = trial.random
    rest = trial.parts
    place = trial.place
  }

  /// What is left of the input.
  package var input: JSONObject { finding.vector.input }

  /// How binding the answer to it is.
  package var level: Level { finding.vector.level }

  /// Whether both are the same mistake, as far as can be seen.
  func isSame(as other: FuzzKind) -> Bool { place == other.place && rest.isSubset(of: other.rest) }

  /// Whether an input that fails in the same place holds what is left.
  func explains(_ trial: FuzzTrial) -> Bool {
    place == trial.place && rest.isSubset(of: trial.parts)
  }
}

/// The parts of an input, by which two can be compared: where its members stand, and which sorts of
/// characters its texts have.
///
/// In a reduced text a small letter is what any letter would do for, and so is the plainest moment for
/// a number.
struct InputParts {
  private(set) var all: Set<String> = []

  /// The parts of an input.
  init(of input: JSONObject) { add(.object(input), at: "") }

  private mutating func add(_ value: JSONValue, at path: String) {
    all.insert(path)
    switch value {
    case .null, .bool: break
    case .number(let number):
      if number.integer != Reducer.usualMoment { all.insert(path + " number") }
    case .object(let object):
      for member in object.members { add(member.value, at: path + "." + member.name) }
    case .array(let elements):
      // An element of a pair is its name or its value; one of a list is like the others.
      let isPair = elements.count == 2 && elements.allSatisfy(\.isScalar)
      if elements.count > 1, !isPair { all.insert(path + " twice") }
      for (index, element) in elements.enumerated() {
        add(element, at: path + (isPair ? "[\(index)]" : "[]"))
      }
    case .string(let text): add(text, at: path)
    }
  }

  private mutating func add(_ text: String, at path: String) {
    if text.utf8.isEmpty { all.insert(path + " empty") }
    for length in [16, 64, 256, 1_024] where text.utf8.count > length {
      all.insert(path + " \(length)")
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "a"..."z": break
      case "A"..."Z": all.insert(path + " A")
      case "0"..."9": all.insert(path + " 0")
      case "\u{80}"...: all.insert(path + " é")
      default: all.insert(path + " " + String(scalar))
      }
    }
  }
}

extension Reply {
  /// Whether nobody answered.
  var isNone: Bool {
    switch self {
    case .timeout, .crash: true
    case .ok, .rejected, .refusedByTransport, .unsupported, .failed: false
    }
  }

  /// The class and the message of a refusal.
  fileprivate var refusal: String {
    guard case .rejected(let errorClass, let message) = self else { return "" }
    return [errorClass ?? "no class", message].compactMap { $0 }.joined(separator: ": ")
  }
}

/// Shows a run of the fuzzer to a person.
package struct FuzzText {
  private let style: Style

  init(style: Style) { self.style = style }

  /// Makes the text for a reader that is no terminal.
  package init() { style = Style(hasColor: false) }

  private static let groupLimit = 10
  private static let otherLimit = 5

  /// The report: each kind of mistake, what was refused, and the numbers.
  package func text(_ result: FuzzResult) -> String {
    var blocks = result.kinds.enumerated().map { block($0.offset + 1, $0.element, of: result) }
    blocks.append(groups("rejected", result.rejected) + groups("unsupported", result.unsupported))
    blocks.append(numbers(result))
    return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  /// A kind: in one line what is left of an input and where the answers differ, then both answers.
  private func block(_ number: Int, _ kind: FuzzKind, of result: FuzzResult) -> [String] {
    let word = kind.level == .may ? style.yellow("FOUND \(number)") : style.red("FOUND \(number)")
    let vector = kind.finding.vector
    let failure = kind.finding.verdict.failure
    let rest = style.bold("\(vector.operation.rawValue) \(Self.line(kind.input))")
    var lines = [
      "\(word) \(rest): \((failure?.message ?? "").visible)",
      "  \(vector.level.rawValue), as of \(kind.random.origin.id) "
        + "(\(vector.clauses.joined(separator: ", "))); "
        + "\(kind.count) of \(result.failed) failing inputs hold all that is left",
    ]
    if let first = failure?.differences.first { lines += DifferenceText(style: style).lines(first) }
    lines += failure?.notes.map { "  note: " + $0.visible } ?? []
    lines += kind.others.prefix(Self.otherLimit).map { "  also " + Self.line($0) }
    if kind.others.count > Self.otherLimit {
      lines.append("  also \(kind.others.count - Self.otherLimit) others")
    }
    return lines
  }

  private static func line(_ input: JSONObject) -> String {
    JSONValue.object(input).compact().visible
  }

  private func groups(_ word: String, _ groups: MessageGroups) -> [String] {
    let all = groups.groups
    var lines = all.prefix(Self.groupLimit).map { "\(word) \($0.count): \($0.message.visible)" }
    if all.count > Self.groupLimit {
      lines.append("\(word): \(all.count - Self.groupLimit) further messages")
    }
    return lines
  }

  private func numbers(_ result: FuzzResult) -> [String] {
    var lines = [
      row("adapter", "\(result.identity.sdk) (\(result.identity.language))".visible),
      row("operations", result.operations.map(\.rawValue).joined(separator: ", ")),
      row("seed", String(result.seed)),
      row(
        "inputs",
        "\(result.count): \(result.agreed) agree, \(result.failed) differ, "
          + "\(result.rejected.total) rejected, \(result.unsupported.total) unsupported"),
      row(
        "asked again",
        "\(result.reducing) times, to reduce what differs"
          + (result.isCutShort ? "; it took too long and was ended" : "")),
    ]
    if result.unexplained > 0 {
      lines.append(row("not reduced", "\(result.unexplained), of which no kind above is a part"))
    }
    if let ending = result.ending { lines.append(row("ended early", ending.visible)) }
    return lines + [closing(result)]
  }

  private func closing(_ result: FuzzResult) -> String {
    switch result.exitStatus {
    case .nothingRun where result.operations.isEmpty:
      return style.red("Nothing was asked: the adapter has none of the operations.")
    case .nothingRun: return style.red("Nothing was signed: the SDK refused every input.")
    case .failures, .usage:
      let kinds = result.kinds.count
      return style.red(
        kinds == 1 ? "1 kind of mistake was found." : "\(kinds) kinds of mistakes were found.")
    case .asExpected:
      let open = result.kinds.count
      return style.green(
        open == 0 ? "No mistake was found." : "No mistake was found, and \(open) open at level may."
      )
    }
  }

  private func row(_ name: String, _ text: String) -> String { name.padded(to: 12) + text }
}

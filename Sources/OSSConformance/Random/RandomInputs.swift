internal import OSSExplain
internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// An input that is almost that of a vector.
struct RandomInput {
  let operation: OSSVectors.Operation
  let input: JSONObject
  /// The vector that it was made from, whose clauses it is about.
  let origin: Vector
  /// How binding an answer to it is: as that of the vectors that it was made from, the weakest of them.
  let level: Level

  /// What the libraries make a vector expect for the input; nil for neither an answer nor a refusal.
  let outcome: Outcome?

  init(operation: OSSVectors.Operation, input: JSONObject, origin: Vector, level: Level) {
    (self.operation, self.input, self.origin, self.level) = (operation, input, origin, level)
    outcome =
      switch ReferenceAdapter().answer(operation, input) {
      case .ok(let answer): .answer(answer.asExpected(of: input))
      case .rejected(let errorClass?, _): .rejection(errorClass: errorClass)
      case .rejected, .refusedByTransport, .unsupported, .failed, .timeout, .crash: nil
      }
  }

  /// The same with another input.
  func with(_ input: JSONObject) -> RandomInput {
    RandomInput(operation: operation, input: input, origin: origin, level: level)
  }

  /// The vector of the input, or of a smaller one that came of it.
  func vector(
    id: String, comment: String, flag: String, reason: String, input: JSONObject, outcome: Outcome
  ) -> Vector {
    Vector(
      id: id, operation: operation, level: level,
      reason: level == .may ? "It is made from a vector of level may." : nil,
      clauses: origin.clauses, comment: comment, flags: [flag],
      provenance: .derived(reason: reason), input: input,
      expectation: Expectation(outcome: outcome))
  }
}

/// Random inputs of every operation that are almost right, as mistakes are: those of vectors, each
/// changed in a few places.
///
/// A change drops, repeats, swaps or mixes members and elements, takes a text or a number from another
/// vector, moves a number to a boundary, puts odd characters into a text, or gives a value another type.
/// The same seed and the same vectors give the same inputs.
struct RandomInputs {
  private var random: SplitMix64
  private let vectors: [Vector]
  /// The same vectors, by their operation.
  private let groups: [[Vector]]
  /// The places of the vectors that are still to come before each may come again.
  private var open: [Int] = []
  /// How many places are changed, each as likely as another.
  var changes = [1, 1, 1, 1, 2, 3]

  /// What no random input is made for: scripts, which ``TimelineSearch`` plays by rules of their own;
  /// and descriptions, in whose fixed words a secret of one letter is found.
  static let operations = OSSVectors.Operation.allCases.filter {
    $0 != .credentialTimeline && $0 != .credentialDescription
  }

  /// Makes a source of inputs of the vectors' operations; there is at least one vector.
  init(seed: UInt64, vectors: [Vector]) {
    random = SplitMix64(seed: seed)
    self.vectors = vectors
    groups = OSSVectors.Operation.allCases.map { operation in
      vectors.filter { $0.operation == operation }
    }.filter { !$0.isEmpty }
  }

  /// The next input: one in two is of each vector in turn, the others of any operation, however few
  /// vectors that has.
  mutating func next() -> RandomInput {
    let origin = random.chance(50) ? nextInTurn() : random.pick(random.pick(groups))
    let group = groups.first { $0[0].operation == origin.operation } ?? vectors
    var (value, level) = (JSONValue.object(origin.input), origin.level)
    for _ in 0..<random.pick(changes) {
      let other = random.pick(group)
      value = changed(value, like: .object(other.input))
      if level.isMoreBinding(than: other.level) { level = other.level }
    }
    return RandomInput(
      operation: origin.operation, input: value.objectValue ?? [:], origin: origin, level: level)
  }

  /// The next vector of all in a random order.
  private mutating func nextInTurn() -> Vector {
    if open.isEmpty { open = Array(vectors.indices) }
    open.swapAt(random.below(open.count), open.count - 1)
    return vectors[open.removeLast()]
  }

  /// The place of one of some values: in half of the cases each is as likely as its parts are many.
  private mutating func place(among values: [JSONValue]) -> Int {
    if random.chance(50) { return random.below(values.count) }
    var rest = random.below(values.reduce(0) { $0 + $1.size })
    for (index, value) in values.enumerated() {
      rest -= value.size
      if rest < 0 { return index }
    }
    return 0
  }

  /// A value with one change somewhere in it.
  private mutating func changed(_ value: JSONValue, like other: JSONValue?) -> JSONValue {
    switch value {
    case .object(let object) where !object.members.isEmpty:
      .object(changed(object, like: other?.objectValue))
    case .array(let elements) where !elements.isEmpty:
      .array(changed(elements, like: other?.arrayValue))
    case .object, .array, .null: other.flatMap { $0 == value ? nil : $0 } ?? odd()
    case .string(let text): changed(text, like: other)
    case .number(let number): changed(number, like: other)
    case .bool(let flag): random.chance(95) ? .bool(!flag) : odd()
    }
  }

  private mutating func changed(_ object: JSONObject, like other: JSONObject?) -> JSONObject {
    var object = object
    let index = place(among: object.members.map(\.value))
    let member = object.members[index]
    switch random.below(40) {
    case 0, 1: object.members.remove(at: index)
    case 2: object.members[index].value = .null
    case 3: object.members[index].value = odd()
    case 4...11:
      guard let other, !other.members.isEmpty else { break }
      let taken = random.pick(other.members)
      object[taken.name] = taken.value
    default:
      object.members[index].value = changed(member.value, like: other?[member.name])
    }
    return object
  }

  private mutating func changed(_ elements: [JSONValue], like other: [JSONValue]?) -> [JSONValue] {
    var elements = elements
    let index = place(among: elements)
    switch random.below(20) {
    case 0, 1: elements.remove(at: index)
    case 2: elements.append(elements[index])
    case 3: elements.swapAt(index, random.below(elements.count))
    case 4...8:
      guard let other, !other.isEmpty else { break }
      elements.insert(random.pick(other), at: index)
    case 9: elements[index] = random.chance(30) ? odd() : elements[index]
    default:
      let like = other.flatMap { $0.isEmpty ? nil : $0[min(index, $0.count - 1)] }
      elements[index] = changed(elements[index], like: like)
    }
    return elements
  }
}

extension RandomInputs {
  private static let pieces = [
    " ", "  ", "\t", "\n", "\r", "\0", "\u{b}", "\u{7f}", "\u{85}", "+", "%", "%20", "%2B", "%2f",
    "%zz", "/", "//", "/./", "/../", ".", "..", "~", "*", "?", "&", "=", "#", ":", ";", ",", "\"",
    "'",
    "\\", "$", "<", ">", "{", "}", "[", "]", "(", ")", "!", "@", "|", "^", "`", "0", "1", "A", "é",
    "e\u{301}", "中", "😀", "İ", "ı", "ß", "\u{212a}", "\u{a0}", "\u{200b}", "\u{2028}", "\u{feff}",
    "Ａ",
    " ", "\t", "null", "-", "Z", "&amp;", "<!--", "T24:00:00Z", "2100-02-29", "x-oss-", "X-OSS-",
    "OSS ",
  ]

  /// Lengths at which something changes: a block of a hash, what a name or a key may have.
  private static let lengths = [1, 2, 3, 63, 64, 65, 128, 129, 255, 256, 1_023, 1_024]

  private mutating func changed(_ text: String, like other: JSONValue?) -> JSONValue {
    var scalars = Array(text.unicodeScalars)
    let place = random.below(scalars.count + 1)
    let piece = Array(random.pick(Self.pieces).unicodeScalars)
    switch random.below(32) {
    case 0: return .string("")
    case 1: return random.chance(40) ? odd() : .string(text + text)
    case 2...5: if let other { return other }
    case 6...9:
      // A word of the other text in place of one, or a word less.
      let others = Array((other?.stringValue ?? "").unicodeScalars)
      let word = others[Self.word(in: others, at: random.below(others.count + 1))]
      scalars.replaceSubrange(Self.word(in: scalars, at: place), with: word)
    case 10, 11: if place < scalars.count { scalars.remove(at: place) }
    case 12: if place < scalars.count { scalars.append(scalars[place]) }
    case 13, 14: return .string(random.chance(50) ? text.uppercased() : text.lowercased())
    case 15, 16:
      let word = Self.word(in: scalars, at: place)
      let change = String(String.UnicodeScalarView(scalars[word]))
      let other = random.chance(50) ? change.uppercased() : change.lowercased()
      scalars.replaceSubrange(word, with: Array(other.unicodeScalars))
    case 17...19: scalars = piece + scalars
    case 20...22: scalars += piece
    case 23:
      if place < scalars.count { scalars[place] = Unicode.Scalar(UInt8(random.below(128))) }
    case 24:
      let count = random.pick(Self.lengths)
      if !scalars.isEmpty { scalars = (0..<count).map { scalars[$0 % scalars.count] } }
    case 25: if place < scalars.count { scalars.replaceSubrange(place...place, with: piece) }
    case 26: scalars.removeSubrange(place..<min(scalars.count, place + random.below(16)))
    default: scalars.insert(contentsOf: piece, at: place)
    }
    return .string(String(String.UnicodeScalarView(scalars)))
  }

  /// The letters and digits around a place, which may be none.
  private static func word(in text: [Unicode.Scalar], at place: Int) -> Range<Int> {
    let isWord = { (scalar: Unicode.Scalar) in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
    let start = text[..<place].lastIndex { !isWord($0) }.map { $0 + 1 } ?? 0
    return start..<(text[place...].firstIndex { !isWord($0) } ?? text.count)
  }

  private static let numbers: [Int64] = [
    0, 1, -1, 59, 60, 199, 200, 203, 299, 300, 403, 500, 599, 600, 604_800, 604_801, 1_000, 43_201,
    299_999, 300_000, 900_000, 2_147_483_647, 2_147_483_648, 253_402_300_799, 253_402_300_800,
    -62_135_596_800, -62_135_596_801, .max, .min,
  ]

  private mutating func changed(_ number: JSONNumber, like other: JSONValue?) -> JSONValue {
    let value = number.integer ?? 0
    switch random.below(16) {
    case 0...2: return .number(JSONNumber(random.pick(Self.numbers)))
    case 3, 4: return .number(JSONNumber(value &+ 1))
    case 5, 6: return .number(JSONNumber(value &- 1))
    case 7...9: return .number(JSONNumber(value &+ Int64(random.below(2_000_000)) &- 1_000_000))
    case 10: return .number(JSONNumber(value / 1_000))
    case 11: return .number(JSONNumber(value &* 1_000))
    case 12...14: return other ?? odd()
    default: return odd()
    }
  }

  /// A value of any type.
  private mutating func odd() -> JSONValue {
    random.pick([
      .null, true, false, 0, -1, 1_702_743_657, "", " ", "x", "中", [], ["x"], [["x", "y"]], [:],
      ["base64": "/w=="], ["base64": "eA=="], ["base64": "!"], ["a": 1],
      .number(JSONNumber(Int64.max)),
    ])
  }
}

extension JSONValue {
  /// How many parts the value has, itself among them.
  fileprivate var size: Int {
    switch self {
    case .null, .bool, .number, .string: 1
    case .array(let elements): elements.reduce(1) { $0 + $1.size }
    case .object(let object): object.members.reduce(1) { $0 + $1.value.size }
    }
  }
}

/// A suite of random inputs, to which nobody could tune an SDK.
struct RandomSuite {
  /// What the inputs are made from; the same seed and the same vectors give the same suite.
  var seed: UInt64 = 1
  /// How many vectors the suite has.
  var count = 1_000
  /// What the inputs ask for.
  var operations = RandomInputs.operations
  /// The region of all inputs; nil for many.
  var region: String?
  /// The credentials of all inputs; nil for many.
  var credentials: GivenCredentials?

  /// The suite: every input that is answered, with each step and the result.
  ///
  /// - Parameter progress: Hears how many vectors are made.
  func suite(
    named name: String, from vectors: [Vector], progress: (Int) -> Void = { _ in }
  ) -> Suite {
    var suite = Suite(name: name, vectors: [])
    let origins = vectors.filter { operations.contains($0.operation) }
    guard !origins.isEmpty else { return suite }
    var source = RandomInputs(seed: seed, vectors: origins)
    var number = 0
    // Many inputs are answered, so this ends; the bound is for a region or for credentials that are
    // refused always.
    while suite.vectors.count < count, number < 100 * count + 100 {
      number += 1
      let other = source.next()
      var input = other.input
      change(&input)
      let random = other.with(input)
      guard let outcome = random.outcome, case .answer = outcome else { continue }
      suite.vectors.append(vector("fresh", number, random, outcome))
      progress(suite.vectors.count)
    }
    return suite
  }

  /// So many inputs of each operation, with what is answered to each, or the class of the refusal.
  func suiteOfEach(named name: String, from vectors: [Vector]) -> Suite {
    var suite = Suite(name: name, vectors: [])
    for operation in operations {
      let origins = vectors.filter { $0.operation == operation }
      guard !origins.isEmpty else { continue }
      var source = RandomInputs(seed: seed, vectors: origins)
      let slug = operation.rawValue.split(separator: ".").joined(separator: "-")
      for number in 1...count {
        let random = source.next()
        guard let outcome = random.outcome else { continue }
        suite.vectors.append(vector("changed", number, random, outcome, slug + "-"))
      }
    }
    return suite
  }

  private func vector(
    _ flag: String, _ number: Int, _ random: RandomInput, _ outcome: Outcome, _ slug: String = ""
  ) -> Vector {
    random.vector(
      id: "\(flag)-\(seed)-\(slug)\(number)",
      comment: "A random input: number \(number) of seed \(seed).", flag: flag,
      reason: "Computed by the reference from a random input; no SDK was asked.",
      input: random.input, outcome: outcome)
  }

  private func change(_ input: inout JSONObject) {
    if let region {
      if input["region"] != nil { input["region"] = .string(region) }
      if let endpoint = input["endpoint"]?.stringValue, endpoint.hasSameBytes(as: Self.endpoint) {
        input["endpoint"] = .string("https://oss-\(region).aliyuncs.com")
      }
    }
    guard let credentials, input["credentials"] != nil else { return }
    var given: JSONObject = [
      "accessKeyId": .string(credentials.accessKeyID),
      "accessKeySecret": .string(credentials.accessKeySecret),
    ]
    given["securityToken"] = credentials.securityToken.map { .string($0) }
    input["credentials"] = .object(given)
  }

  /// The endpoint of most vectors.
  private static let endpoint = "https://oss-cn-hangzhou.aliyuncs.com"
}

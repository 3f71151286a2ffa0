internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// Random inputs of one operation: those of its vectors, each changed in one to three places.
///
/// A change drops, repeats, swaps or mixes members and elements, gives a value another type, moves a number
/// to a boundary, or puts odd characters into a text. So most inputs are almost right, as mistakes are.
struct RandomInputs {
  private var random: SplitMix64
  private let inputs: [JSONObject]

  /// Makes a source of inputs; the same seed gives the same ones.
  init(seed: UInt64, inputs: [JSONObject]) {
    random = SplitMix64(seed: seed)
    self.inputs = inputs
  }

  mutating func next() -> JSONObject {
    var input = random.pick(inputs)
    for _ in 0..<random.pick([1, 1, 1, 2, 3]) {
      let other = random.pick(inputs)
      input = changed(.object(input), like: .object(other)).objectValue ?? input
    }
    return input
  }

  /// A value with one change somewhere in it.
  private mutating func changed(_ value: JSONValue, like other: JSONValue?) -> JSONValue {
    switch value {
    case .object(let object) where !object.members.isEmpty:
      return .object(changed(object, like: other?.objectValue))
    case .array(let elements) where !elements.isEmpty:
      return .array(changed(elements, like: other?.arrayValue))
    case .string(let text): return changed(text)
    case .number(let number): return changed(number)
    case .bool(let flag): return random.chance(80) ? .bool(!flag) : odd()
    case .object, .array, .null: return odd()
    }
  }

  private mutating func changed(_ object: JSONObject, like other: JSONObject?) -> JSONObject {
    var object = object
    let index = random.below(object.members.count)
    let member = object.members[index]
    switch random.below(20) {
    case 0: object.members.remove(at: index)
    case 1: object.members[index].value = .null
    case 2: object.members[index].value = odd()
    case 3, 4:
      guard let other, !other.members.isEmpty else { break }
      let taken = random.pick(other.members)
      object[taken.name] = taken.value
    default:
      object.members[index].value = changed(member.value, like: other?[member.name])
    }
    return object
  }

  private mutating func changed(
    _ elements: [JSONValue], like other: [JSONValue]?
  ) -> [JSONValue] {
    var elements = elements
    let index = random.below(elements.count)
    switch random.below(10) {
    case 0: elements.remove(at: index)
    case 1: elements.append(elements[index])
    case 2: elements.swapAt(index, random.below(elements.count))
    case 3, 4:
      guard let other, !other.isEmpty else { break }
      elements.insert(random.pick(other), at: index)
    case 5: elements[index] = odd()
    default: elements[index] = changed(elements[index], like: other?.first)
    }
    return elements
  }

  private static let pieces = [
    " ", "\t", "\n", "\r", "\0", "\u{7f}", "+", "%", "%20", "%2B", "/", "//", ".", "..", "~", "*",
    "?", "&", "=", "#", ":", ";", ",", "\"", "\\", "$", "<", ">", "{", "}", "[", "]", "0", "1",
    "é", "e\u{301}", "中", "😀", "İ", "ı", "\u{a0}", "\u{200b}", "\u{feff}", "Ａ", "null", "-", "Z",
    "&amp;", "<!--", "T24:00:00Z", "2100-02-29", "x-oss-", "X-OSS-", "OSS ",
  ]

  private mutating func changed(_ text: String) -> JSONValue {
    var scalars = Array(text.unicodeScalars)
    let place = random.below(scalars.count + 1)
    switch random.below(12) {
    case 0: return .string("")
    case 1: return odd()
    case 2, 3:
      if place < scalars.count { scalars.remove(at: place) }
    case 4:
      if place < scalars.count { scalars.append(scalars[place]) }
    case 5: return .string(random.chance(50) ? text.uppercased() : text.lowercased())
    case 6: scalars = Array(random.pick(Self.pieces).unicodeScalars) + scalars
    case 7: scalars += Array(random.pick(Self.pieces).unicodeScalars)
    case 8:
      if place < scalars.count {
        scalars[place] = Unicode.Scalar(UInt8(random.below(128)))
      }
    default: scalars.insert(contentsOf: random.pick(Self.pieces).unicodeScalars, at: place)
    }
    return .string(String(String.UnicodeScalarView(scalars)))
  }

  private mutating func changed(_ number: JSONNumber) -> JSONValue {
    let edges: [Int64] = [
      0, 1, -1, 59, 60, 199, 200, 203, 299, 300, 403, 500, 599, 600, 604_800, 604_801, 1_000,
      299_999, 300_000, 900_000, 2_147_483_647, 2_147_483_648, 253_402_300_799, 253_402_300_800,
      -62_135_596_800, -62_135_596_801, .max, .min,
    ]
    let value = number.integer ?? 0
    switch random.below(8) {
    case 0, 1: return .number(JSONNumber(random.pick(edges)))
    case 2: return .number(JSONNumber(value &+ 1))
    case 3: return .number(JSONNumber(value &- 1))
    case 4: return .number(JSONNumber(value &+ Int64(random.below(2_000_000)) &- 1_000_000))
    case 5: return .number(JSONNumber(value / 1_000))
    case 6: return .number(JSONNumber(value &* 1_000))
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

/// The generator SplitMix64 of Steele, Lea and Flood: small, quick, and the same everywhere.
///
/// A seed is to give the same requests and scripts on every machine and with every release of Swift,
/// so the numbers in a range are made here too: the standard library does not promise its way to
/// them.
package struct SplitMix64: Sendable {
  private var state: UInt64

  /// Makes a generator; each seed gives another row of numbers.
  package init(seed: UInt64) { state = seed }

  /// The next number.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var number = state
    number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
    return number ^ (number >> 31)
  }

  /// A number from 0 to one less than a bound, which is at least 1.
  package mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// True in so many cases of a hundred.
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// One element of a list that is not empty.
  mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }

  /// One element of a list of elements with weights, which are not all 0.
  mutating func pick<Element>(weighted list: [(weight: Int, element: Element)]) -> Element {
    var rest = below(list.reduce(0) { $0 + $1.weight })
    for entry in list {
      if rest < entry.weight { return entry.element }
      rest -= entry.weight
    }
    return list[0].element
  }
}

/// A suite of known inputs with changes, of every operation: what the libraries answer to each, or the
/// class with which they refuse it.
struct ChangedSuite {
  /// What the changes are made from; the same seed gives the same suite.
  var seed: UInt64
  /// How many vectors of each operation the suite has.
  var count: Int
  /// What is not asked: scripts, whose answers are random (`simulate` plays those); and
  /// descriptions, in whose fixed words a secret of one letter is found.
  private static let others: Set<OSSVectors.Operation> = [
    .credentialTimeline, .credentialDescription,
  ]

  /// The suite, made from the inputs of some vectors.
  func suite(named name: String, from vectors: [Vector]) -> Suite {
    var suite = Suite(name: name, vectors: [])
    for operation in OSSVectors.Operation.allCases where !Self.others.contains(operation) {
      let inputs = vectors.filter { $0.operation == operation }.map(\.input)
      guard !inputs.isEmpty else { continue }
      var random = RandomInputs(seed: seed, inputs: inputs)
      let slug = operation.rawValue.split(separator: ".").joined(separator: "-")
      for number in 1...count {
        let input = random.next()
        guard let outcome = ReferenceAdapter().answer(operation, input).outcome(of: input)
        else { continue }
        suite.vectors.append(
          Vector(
            id: "changed-\(seed)-\(slug)-\(number)", operation: operation, level: .must,
            clauses: ["ADP-RUN-3"],
            comment: "A changed input: number \(number) of seed \(seed).", flags: ["changed"],
            provenance: .derived(
              reason: "Computed by the reference from a changed input; no SDK was asked."),
            input: input, expectation: Expectation(outcome: outcome)))
      }
    }
    return suite
  }
}

extension Reply {
  /// What the reply to an input makes a vector expect; nil for neither an answer nor a refusal.
  fileprivate func outcome(of input: JSONObject) -> Outcome? {
    switch self {
    case .ok(let answer): .answer(answer.asExpected(of: input))
    case .rejected(let errorClass?, _): .rejection(errorClass: errorClass)
    default: nil
    }
  }
}

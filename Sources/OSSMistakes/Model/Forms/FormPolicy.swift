internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// A condition of a policy: names without their dollar sign, values without backslashes.
package struct FormCondition: Sendable {
  /// The ways to match.
  package enum Match: String, Sendable {
    case object = ""
    case equal = "eq"
    case beginning = "starts-with"
    case size = "content-length-range"
    case oneOf = "in"
    case noneOf = "not-in"
  }

  let match: Match
  var name = ""
  var values: [String] = []
  var range: ClosedRange<Int64> = 0...0

  /// Whether a value is, begins with, or is or is not one of these (POST-COND-2 to POST-COND-6).
  static func fulfils(_ value: Bytes, _ match: Match, _ due: [Bytes]) -> Bool {
    switch match {
    case .object, .equal, .oneOf, .size: due.contains(value)
    case .beginning: value.starts(with: due[0])
    case .noneOf: !due.contains(value)
    }
  }
}

/// A policy that was read.
package struct FormPolicy: Sendable {
  /// What is wrong with a policy (POST-REF-1).
  package enum Fault: Error, Equatable, Sendable {
    case noConditions, type, memberCount, match, elementCount, name, value, emptyList, range
  }

  let bytes: Bytes
  let expiration: Int64
  let conditions: [FormCondition]

  /// JSON of at most 64 KiB and eight levels, in which `\$` is a dollar sign (POST-REF-1, POST-COND-8).
  static func json(_ bytes: Bytes) -> JSONValue? {
    var (rest, plain) = (bytes[...], Bytes())
    while let first = rest.first {
      let pair = rest.prefix(first == UInt8(ascii: "\\") ? 2 : 1)
      plain.append(contentsOf: pair.elementsEqual("\\$".utf8) ? "$".raw[...] : pair)
      rest = rest.dropFirst(pair.count)
    }
    return try? JSONReader.read(plain, limits: JSONLimits(depth: 8, byteCount: 65_536))
  }

  /// A time such as `2014-12-01T12:00:00.000Z`, with or without the fraction (POST-POL-5).
  static func expiration(_ text: String) -> Int64? {
    guard text.utf8.last == UInt8(ascii: "Z"), !text.utf8.contains(UInt8(ascii: "t")),
      let time = CivilTime(text), time.isReal
    else { return nil }
    return time.localSeconds
  }
}

extension FormModel {
  /// Makes a policy: the conditions, and with credentials those of V4 behind them (POST-V4-8).
  func policy(_ input: InputReader) throws(Refusal) -> Answer {
    let expires = try input.time("expiration", as: seconds)
    let list = try input.elements("conditions")
    var added: [FormCondition] = []
    if try input.nested("credentials") != nil {
      let signer = try FormSigner(input, self)
      added = conditions(of: signer, at: try input.time("time", as: seconds))
    }
    let given = try read(list)
    if given.isEmpty, added.isEmpty, !passesOver.contains(.noConditions) {
      throw .policy(.noConditions)
    }
    let policy: JSONObject = [
      "expiration": expiration(expires),
      "conditions": .array((self.given(given) + added).map(json)),
    ]
    return Answer(members: ["policy": .string(written(policy))])
  }

  /// A condition as a policy holds it (POST-COND-2 to POST-COND-7).
  private func json(_ condition: FormCondition) -> JSONValue {
    let values = condition.values.map { JSONValue.string(escaped($0, condition.match)) }
    let start: [JSONValue] = [.string(word(condition.match)), .string(arrayName(condition.name))]
    switch condition.match {
    case .object:
      return .object(JSONObject([JSONMember(name: objectName(condition.name), value: values[0])]))
    case .equal, .beginning: return .array(start + values)
    case .oneOf, .noneOf: return .array(start + [list(values)])
    case .size:
      return .array([start[0], size(condition.range.lowerBound), size(condition.range.upperBound)])
    }
  }

  /// Reads a policy (POST-POL-3, POST-POL-5, POST-REF-1).
  func read(policy bytes: Bytes) throws(Refusal) -> FormPolicy {
    guard let object = json(bytes)?.objectValue,
      let text = object["expiration"]?.stringValue, let expiration = readExpiration(text)
    else { throw Refusal(.invalidPolicy, "The bytes are not a policy.") }
    let list = object["conditions"]?.arrayValue ?? []
    if list.isEmpty, !passesOver.contains(.noConditions) { throw .policy(.noConditions) }
    return FormPolicy(bytes: bytes, expiration: expiration, conditions: try read(list))
  }

  /// Reads the conditions of a policy (POST-COND-1 to POST-COND-7).
  private func read(_ list: [JSONValue]) throws(Refusal) -> [FormCondition] {
    var conditions: [FormCondition] = []
    for element in list {
      do throws(FormPolicy.Fault) {
        conditions.append(try read(element))
      } catch {
        if !passesOver.contains(error) { throw .policy(error) }
      }
    }
    return conditions
  }

  private func read(_ json: JSONValue) throws(FormPolicy.Fault) -> FormCondition {
    if let members = json.objectValue?.members {
      guard members.count == 1 else { throw .memberCount }
      return FormCondition(
        match: .object, name: field(try name(members[0].name), .object),
        values: [try text(members[0].value)])
    }
    guard let elements = json.arrayValue else { throw .type }
    guard let word = elements.first?.stringValue, !word.utf8.isEmpty,
      let match = FormCondition.Match(rawValue: word), match.rawValue.hasSameBytes(as: word)
    else { throw .match }
    guard elements.count == 3 else { throw .elementCount }
    if match == .size {
      guard let least = elements[1].integerValue, let most = elements[2].integerValue else {
        throw .value
      }
      guard 0 <= least, least <= most, most <= greatestSize else { throw .range }
      return FormCondition(match: match, range: least...most)
    }
    guard let variable = elements[1].stringValue else { throw .value }
    guard let bare = bareName(variable) else { throw .name }
    let field = field(try name(bare), match)
    guard match == .oneOf || match == .noneOf else {
      return FormCondition(match: match, name: field, values: [try text(elements[2])])
    }
    guard let values = elements[2].arrayValue else { throw .value }
    guard !values.isEmpty else { throw .emptyList }
    var texts: [String] = []
    for value in values { texts.append(try text(value)) }
    return FormCondition(match: match, name: field, values: texts)
  }

  /// A name, which is not empty and does not begin with a dollar sign (POST-COND-7).
  private func name(_ text: String) throws(FormPolicy.Fault) -> String {
    guard let first = text.utf8.first, first != UInt8(ascii: "$") else { throw .name }
    return text
  }

  private func text(_ json: JSONValue) throws(FormPolicy.Fault) -> String {
    guard let text = json.stringValue else { throw .value }
    return unescaped(text)
  }
}

extension Refusal {
  fileprivate static func policy(_ fault: FormPolicy.Fault) -> Refusal {
    Refusal(.invalidPolicy, "The policy has a fault: \(fault).")
  }
}

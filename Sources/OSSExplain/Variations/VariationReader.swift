internal import OSSJSON
internal import OSSPrimitives

/// What is wrong with the table of variations, and in which row.
package struct VariationError: Error, Equatable, Sendable {
  /// The fault of a row.
  package enum Fault: Equatable, Sendable {
    case notAnObject
    case missing(String)
    case wrongType(String)
    case unknown(member: String, value: String)
  }

  /// The number of the row, from 1.
  package let row: Int
  package let fault: Fault
}

extension VariationError: CustomStringConvertible {
  /// One sentence with the row and the fault.
  package var description: String {
    let place = "Row " + String(row) + " of the table of variations "
    return switch fault {
    case .notAnObject: place + "is no object."
    case .missing(let name): place + "has no member '%'.".filled(name)
    case .wrongType(let name): place + "has a member '%' of another type.".filled(name)
    case .unknown(let name, let value):
      place + "has the member '%' with the unknown value %.".filled(name, value.quoted)
    }
  }
}

extension Variation {
  private static let members = [
    "id", "also", "versions", "place", "methods", "with", "without", "part", "change", "argument",
    "from",
    "where", "and",
  ]

  init(_ json: JSONValue, row: Int) throws(VariationError) {
    guard let object = json.objectValue else { throw VariationError(row: row, fault: .notAnObject) }
    let members = RowMembers(object: object, row: row)
    try members.check(Self.members)
    guard let id = try members.text("id") else { throw members.error(.missing("id")) }
    ids = try [id] + (members.texts("also") ?? [])
    var versions: Set<SignedVersion> = []
    for name in try members.texts("versions") ?? [] {
      switch name {
      case "v1": versions.insert(.v1)
      case "v2": versions.insert(.v2)
      case "v4": versions.insert(.v4)
      default: throw members.error(.unknown(member: "versions", value: name))
      }
    }
    if versions.isEmpty { throw members.error(.missing("versions")) }
    self.versions = versions
    switch try members.text("place") {
    case nil: isOfURL = nil
    case "url": isOfURL = true
    case "header": isOfURL = false
    case let other?: throw members.error(.unknown(member: "place", value: other))
    }
    methods = try members.bytes("methods")
    with = try members.bytes("with")
    without = try members.bytes("without")
    var steps = try VariationStep.steps(members)
    for step in object["and"]?.arrayValue ?? [] {
      guard let object = step.objectValue else { throw members.error(.wrongType("and")) }
      let members = RowMembers(object: object, row: row)
      try members.check(["part", "change", "argument", "from", "where"])
      steps += try VariationStep.steps(members)
    }
    self.steps = steps
  }
}

extension VariationStep {
  /// One step for each part that is named.
  fileprivate static func steps(_ members: RowMembers) throws(VariationError) -> [VariationStep] {
    let parts = try members.texts("part") ?? []
    if parts.isEmpty { throw members.error(.missing("part")) }
    guard let name = try members.text("change") else { throw members.error(.missing("change")) }
    let arguments = try members.bytes("argument")
    let condition = try members.condition()
    var source: VariationSource?
    if let text = try members.text("from") {
      source = VariationSource(text)
      if source == nil { throw members.error(.unknown(member: "from", value: text)) }
    }
    var steps: [VariationStep] = []
    for text in parts {
      guard let part = SignedPart(name: text) else {
        throw members.error(.unknown(member: "part", value: text))
      }
      let isList = part == .headers || part == .parameters || part == .additionalHeaders
      let list =
        isList ? ListChange.allCases.first { $0.rawValue.hasSameBytes(as: name) } : nil
      // An argument from the request is tried with a text in its place.
      if list == nil, TextChange(name, source == nil ? arguments : [[]]) == nil {
        throw members.error(.unknown(member: "change", value: name))
      }
      steps.append(
        VariationStep(
          part: part, name: name, arguments: arguments, source: source, condition: condition,
          list: list))
    }
    return steps
  }
}

/// The members of a row, read by their types.
private struct RowMembers {
  let object: JSONObject
  let row: Int

  private static func bytes(_ texts: [String]) -> [Bytes] { texts.map { $0.bytes } }

  func error(_ fault: VariationError.Fault) -> VariationError {
    VariationError(row: row, fault: fault)
  }

  func check(_ known: [String]) throws(VariationError) {
    for member in object.members where !known.containsBytes(of: member.name) {
      throw error(.unknown(member: member.name, value: ""))
    }
  }

  func text(_ name: String) throws(VariationError) -> String? {
    guard let value = object[name] else { return nil }
    guard let text = value.stringValue else { throw error(.wrongType(name)) }
    return text
  }

  /// A text, or several.
  func texts(_ name: String) throws(VariationError) -> [String]? {
    guard let value = object[name] else { return nil }
    return try texts(value, name)
  }

  private func texts(_ value: JSONValue, _ name: String) throws(VariationError) -> [String] {
    if let text = value.stringValue { return [text] }
    if value.boolValue != nil { return [] }
    guard let values = value.arrayValue else { throw error(.wrongType(name)) }
    var texts: [String] = []
    for value in values {
      guard let text = value.stringValue else { throw error(.wrongType(name)) }
      texts.append(text)
    }
    return texts
  }

  func bytes(_ name: String) throws(VariationError) -> [Bytes] {
    guard let value = object[name] else { return [] }
    return Self.bytes(try texts(value, name))
  }

  /// The tests of `where`; the word `not` before a name turns its test round.
  func condition() throws(VariationError) -> VariationCondition {
    guard let value = object["where"] else { return VariationCondition(tests: []) }
    guard let tests = value.objectValue else { throw error(.wrongType("where")) }
    var found: [(test: VariationCondition.Test, isNegative: Bool, texts: [Bytes])] = []
    for member in tests.members {
      let isNegative = member.name.begins(with: "not ")
      let name = isNegative ? member.name.pieces(at: " ", most: 2)[1] : member.name
      let test = VariationCondition.Test.allCases.first { $0.rawValue.hasSameBytes(as: name) }
      guard let test else { throw error(.unknown(member: "where", value: member.name)) }
      let texts = Self.bytes(try texts(member.value, "where"))
      found.append((test, isNegative, texts))
    }
    return VariationCondition(tests: found)
  }
}

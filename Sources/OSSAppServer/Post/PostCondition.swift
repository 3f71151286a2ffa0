internal import OSSJSON
public import OSSPrimitives

/// What a policy asks of an upload form (POST-COND).
///
/// Names of fields stand without the dollar sign, and values as the form has them; the policy is
/// written with both escaped as it needs.
public enum PostCondition: Sendable {
  /// The field has this value, written as `{"name": "value"}`.
  case field(String, equals: String)
  /// The field has this value, written as `["eq", "$name", "value"]`.
  case equal(String, String)
  /// The value of the field begins with this text; every value begins with an empty one.
  case startsWith(String, String)
  /// The file has a number of bytes in this range, both ends in it.
  case contentLength(ClosedRange<Int64>)
  /// The field has one of these values.
  case oneOf(String, [String])
  /// The field has none of these values.
  case noneOf(String, [String])

  /// The form is sent to this bucket.
  public static func bucket(_ name: String) -> PostCondition { .field("bucket", equals: name) }
}

extension PostCondition: Equatable {
  /// Whether two conditions are written with the same bytes.
  public static func == (left: Self, right: Self) -> Bool { left.json == right.json }
}

extension PostCondition {
  /// The condition as a policy holds it (POST-COND-2, POST-COND-3, POST-COND-4, POST-COND-5,
  /// POST-COND-6).
  var json: JSONValue {
    switch self {
    case .field(let name, let value):
      .object(JSONObject([JSONMember(name: name, value: Self.text(value))]))
    case .equal(let name, let value):
      .array(["eq", Self.variable(name), Self.text(value)])
    case .startsWith(let name, let value):
      .array(["starts-with", Self.variable(name), Self.text(value)])
    case .contentLength(let range):
      .array([
        "content-length-range", .number(JSONNumber(range.lowerBound)),
        .number(JSONNumber(range.upperBound)),
      ])
    case .oneOf(let name, let values):
      .array(["in", Self.variable(name), .array(values.map(Self.text))])
    case .noneOf(let name, let values):
      .array(["not-in", Self.variable(name), .array(values.map(Self.text))])
    }
  }

  private static func variable(_ name: String) -> JSONValue { .string("$" + name) }

  /// A value with a backslash before each dollar sign, which would begin a variable (POST-COND-8).
  private static func text(_ value: String) -> JSONValue {
    if !value.utf8.contains(UInt8(ascii: "$")) { return .string(value) }
    var escaped = Bytes()
    for byte in value.utf8 {
      if byte == UInt8(ascii: "$") { escaped.append(ascii: "\\") }
      escaped.append(byte)
    }
    return .string(String(decoding: escaped, as: UTF8.self))
  }
}

extension PostCondition: Redacted {
  /// The way to match and the name of the field; never a value, which may be the token.
  public var description: String { "PostCondition(\(outline))" }

  /// What is the matter where it does not hold, with the name of the field if there is one.
  var failure: String {
    switch self {
    case .field(let name, _), .equal(let name, _): "the field \(name.quoted) has another value"
    case .startsWith(let name, _): "the field \(name.quoted) begins otherwise"
    case .contentLength: "the file has another size"
    case .oneOf(let name, _): "the field \(name.quoted) has none of the allowed values"
    case .noneOf(let name, _): "the field \(name.quoted) has a value that is not allowed"
    }
  }

  /// The way to match, and the name of the field if there is one.
  var outline: String {
    switch self {
    case .field(let name, _), .equal(let name, _): "eq for the field \(name.quoted)"
    case .startsWith(let name, _): "starts-with for the field \(name.quoted)"
    case .contentLength: "content-length-range"
    case .oneOf(let name, _): "in for the field \(name.quoted)"
    case .noneOf(let name, _): "not-in for the field \(name.quoted)"
    }
  }
}

/// How one condition of a policy is read.
extension PostCondition {
  /// Reads a condition (POST-COND-1).
  init(_ json: JSONValue) throws(PostConditionFault) {
    if let object = json.objectValue {
      try self.init(object)
    } else if let elements = json.arrayValue {
      try self.init(elements)
    } else {
      throw .type
    }
  }

  /// Reads `{"name": "value"}`, of one member (POST-COND-2, POST-COND-7, POST-COND-10).
  private init(_ object: JSONObject) throws(PostConditionFault) {
    guard object.members.count == 1, let member = object.members.first else {
      throw .memberCount(object.members.count)
    }
    guard Self.isFieldName(member.name) else { throw .fieldName }
    self = .field(member.name, equals: try Self.value(member.value))
  }

  /// Reads an array that begins with the way to match (POST-COND-3, POST-COND-4, POST-COND-5,
  /// POST-COND-6).
  private init(_ elements: [JSONValue]) throws(PostConditionFault) {
    guard let match = elements.first?.stringValue else { throw .unknownMatch }
    let matches = ["content-length-range", "eq", "starts-with", "in", "not-in"]
    guard let way = matches.firstIndex(where: { match.hasSameBytes(as: $0) }) else {
      throw .unknownMatch
    }
    if elements.count != 3 { throw .elementCount(elements.count) }
    switch way {
    case 0: self = .contentLength(try Self.range(elements[1], elements[2]))
    case 1: self = .equal(try Self.name(elements[1]), try Self.value(elements[2]))
    case 2: self = .startsWith(try Self.name(elements[1]), try Self.value(elements[2]))
    case 3: self = .oneOf(try Self.name(elements[1]), try Self.list(elements[2]))
    default: self = .noneOf(try Self.name(elements[1]), try Self.list(elements[2]))
    }
  }

  /// The name of a field, after its dollar sign (POST-COND-7).
  private static func name(_ json: JSONValue) throws(PostConditionFault) -> String {
    guard let text = json.stringValue else { throw .valueType }
    guard text.utf8.first == UInt8(ascii: "$") else { throw .fieldName }
    let name = String(decoding: text.bytes[1...], as: UTF8.self)
    guard isFieldName(name) else { throw .fieldName }
    return name
  }

  /// A text with each `\$` as `$` (POST-COND-8), and a `$` alone as itself (POST-COND-9).
  private static func value(_ json: JSONValue) throws(PostConditionFault) -> String {
    guard let text = json.stringValue else { throw .valueType }
    let bytes = text.bytes
    var result = Bytes()
    for (index, byte) in bytes.enumerated() {
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      if byte != UInt8(ascii: "\\") || next != UInt8(ascii: "$") { result.append(byte) }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func list(_ json: JSONValue) throws(PostConditionFault) -> [String] {
    guard let elements = json.arrayValue else { throw .valueType }
    if elements.isEmpty { throw .emptyList }
    var texts: [String] = []
    for element in elements { texts.append(try value(element)) }
    return texts
  }

  private static func range(
    _ least: JSONValue, _ greatest: JSONValue
  ) throws(PostConditionFault) -> ClosedRange<Int64> {
    guard let least = least.integerValue, let greatest = greatest.integerValue else {
      throw .valueType
    }
    if least < 0 || greatest < least { throw .sizeRange }
    return least...greatest
  }
}

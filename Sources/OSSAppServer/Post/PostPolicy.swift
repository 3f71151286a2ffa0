public import OSSJSON
public import OSSPrimitives

/// A policy: what an upload form must be like, and until when (POST-POL).
///
/// The bytes are what is signed and sent. A policy that was read keeps the bytes that it was read
/// from: another writer of JSON would write others, and sign something else.
public struct PostPolicy: Sendable {
  /// The policy in UTF-8.
  public let bytes: Bytes
  /// The first moment at which OSS no longer takes a form.
  public let expiration: Moment
  /// The conditions, in their order.
  public let conditions: [PostCondition]

  /// Writes a policy, with its members in this order and no white space (POST-POL-3, POST-POL-4).
  ///
  /// - Parameters:
  ///   - expiration: the first moment at which OSS no longer takes a form.
  ///   - conditions: at least one.
  /// - Throws: ``PostPolicyError/noConditions`` or ``PostPolicyError/invalidCondition(index:_:)``.
  /// - Complexity: O(*n*) in the length of the policy.
  public init(
    expiration: Moment, conditions: [PostCondition]
  ) throws(PostPolicyError) {
    if conditions.isEmpty { throw .noConditions }
    for (index, condition) in conditions.enumerated() {
      if let fault = condition.fault { throw .invalidCondition(index: index, fault) }
    }
    let policy: JSONValue = [
      "expiration": .string(Self.text(of: expiration)),
      "conditions": .array(conditions.map { $0.json }),
    ]
    self.init(
      bytes: Bytes(policy.compact().utf8), expiration: expiration, conditions: conditions)
  }

  init(bytes: Bytes, expiration: Moment, conditions: [PostCondition]) {
    self.bytes = bytes
    self.expiration = expiration
    self.conditions = conditions
  }

  /// A time with milliseconds, as the documents of OSS write it (POST-POL-4, POST-POL-5).
  private static func text(of time: Moment) -> String {
    var text = Bytes()
    time.append(iso8601To: &text)
    text.removeLast()
    text.append(".000Z")
    return String(decoding: text, as: UTF8.self)
  }

  /// The base64 text of the bytes: the form field `policy`, and the string to sign (POST-POL-1).
  public var base64: String { Base64.encode(bytes.span) }
}

extension PostPolicy: Equatable {
  /// Whether two policies have the same bytes.
  public static func == (left: Self, right: Self) -> Bool { left.bytes == right.bytes }
}

extension PostCondition {
  /// What is wrong with a condition that a program made; nil if nothing is.
  fileprivate var fault: PostConditionFault? {
    switch self {
    case .field(let name, _), .equal(let name, _), .startsWith(let name, _):
      Self.isFieldName(name) ? nil : .fieldName
    case .contentLength(let range):
      range.lowerBound < 0 ? .sizeRange : nil
    case .oneOf(let name, let values), .noneOf(let name, let values):
      Self.isFieldName(name) ? (values.isEmpty ? .emptyList : nil) : .fieldName
    }
  }

  /// Whether a text can be the name of a field: it is not empty and has no dollar sign before it.
  static func isFieldName(_ name: String) -> Bool {
    guard let first = name.utf8.first else { return false }
    return first != UInt8(ascii: "$")
  }
}

extension PostPolicy: Redacted {
  /// The expiration and the number of conditions; the token may stand among them.
  public var description: String {
    "PostPolicy(expiration: \(expiration), conditions: \(conditions.count))"
  }
}

extension PostPolicy {
  /// How long and deep a policy may be.
  private static let limits = JSONLimits(depth: 8, byteCount: 64 << 10)

  /// Reads a policy, whose bytes are kept as they are (POST-POL-2, POST-POL-3).
  ///
  /// - Parameter bytes: JSON in UTF-8; of its members, `expiration` and `conditions` are looked at.
  ///   Beside the escapes of JSON, `\$` means a dollar sign, as the documents of OSS have it.
  /// - Throws: ``PostPolicyError``, which says what is wrong and in which condition.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(bytes: Bytes) throws(PostPolicyError) {
    let json: JSONValue
    do {
      json = try JSONReader.read(Self.withoutDollarEscapes(bytes), limits: Self.limits)
    } catch {
      throw .invalidJSON(error)
    }
    guard let object = json.objectValue else { throw .notAnObject }
    guard let time = object["expiration"]?.stringValue else { throw .missingMember("expiration") }
    let expiration = try Self.expiration(time)
    guard let list = object["conditions"]?.arrayValue else { throw .missingMember("conditions") }
    if list.isEmpty { throw .noConditions }
    self.init(bytes: bytes, expiration: expiration, conditions: try Self.conditions(list))
  }

  /// Reads the conditions of a policy.
  package static func conditions(_ list: [JSONValue]) throws(PostPolicyError) -> [PostCondition] {
    var conditions: [PostCondition] = []
    for (index, element) in list.enumerated() {
      do {
        conditions.append(try PostCondition(element))
      } catch {
        throw .invalidCondition(index: index, error)
      }
    }
    return conditions
  }

  /// Reads a time that ends with `Z` (POST-POL-5).
  private static func expiration(_ text: String) throws(PostPolicyError) -> Moment {
    if text.utf8.last != UInt8(ascii: "Z") { throw .expirationNotInUTC }
    do {
      return try Moment(iso8601: text)
    } catch {
      throw .invalidExpiration(error)
    }
  }

  /// The bytes with each `\$`, which JSON does not know, as `$` (POST-COND-8).
  private static func withoutDollarEscapes(_ bytes: Bytes) -> Bytes {
    var result = Bytes()
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count {
        if bytes[index + 1] != UInt8(ascii: "$") { result.append(bytes[index]) }
        result.append(bytes[index + 1])
        index += 2
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }
}

/// Why there is no policy for conditions, or why bytes are not a policy (POST-REF-1).
public enum PostPolicyError: Error, Equatable, Sendable {
  /// The bytes are not JSON; the offset in the error counts them with `\$` taken for `$`.
  case invalidJSON(JSONError)
  /// The JSON is not an object.
  case notAnObject
  /// The object lacks the member `expiration` or `conditions`, or it is of another type.
  case missingMember(String)
  /// The expiration is not a time such as `2014-12-01T12:00:00.000Z`.
  case invalidExpiration(TimeError)
  /// The expiration is not in UTC, with a `Z` at its end.
  case expirationNotInUTC
  /// There is no condition, and OSS asks for at least one.
  case noConditions
  /// The policy ends before it is signed, at this moment.
  case expired(Moment)
  /// The condition at an index, from 0, is invalid.
  case invalidCondition(index: Int, PostConditionFault)
}

/// Why a condition of a policy is invalid.
public enum PostConditionFault: Error, Equatable, Sendable {
  /// It is neither an object nor an array.
  case type
  /// It is an object that has not exactly one member.
  case memberCount(Int)
  /// It is an array whose first element is not the name of a way to match.
  case unknownMatch
  /// It is an array with too few or too many elements for its way to match.
  case elementCount(Int)
  /// The name of the field is empty, or lacks its dollar sign in an array, or has one too many.
  case fieldName
  /// A value is of another type than the way to match asks for.
  case valueType
  /// The list of values is empty.
  case emptyList
  /// The range of sizes is negative or ends before it begins.
  case sizeRange
}

extension PostPolicyError {
  /// The error class of the adapter protocol for this fault.
  public var code: String { "invalid-policy" }
}

extension PostPolicyError: PlainError, CustomStringConvertible {
  /// One sentence that says what is wrong with the policy; it counts conditions from 1.
  public var description: String {
    switch self {
    case .invalidJSON(let error):
      "The policy is not JSON: %".filled(
        error.description)
    case .notAnObject: "The policy is not a JSON object."
    case .missingMember(let name):
      "The policy has no member % of the right type.".filled(name.quoted)
    case .invalidExpiration(let error):
      "The expiration of the policy is no time: %".filled(
        error.description)
    case .expirationNotInUTC: "The expiration of the policy does not end with 'Z'."
    case .noConditions: "The policy has no condition."
    case .expired(let time): "The policy ends at %, before it is signed.".filled(time.description)
    case .invalidCondition(let index, let fault):
      "The condition % of the policy %.".filled(String(index &+ 1), fault.predicate)
    }
  }
}

extension PostConditionFault {
  /// What is to be said of the condition.
  fileprivate var predicate: String {
    switch self {
    case .type: "is neither an object nor an array"
    case .memberCount(let count): "is an object of \(count) members, where one is due"
    case .unknownMatch: "does not begin with a known way to match"
    case .elementCount(let count): "is an array of \(count) elements, which its way does not have"
    case .fieldName: "names no field"
    case .valueType: "has a value of another type than its way to match asks for"
    case .emptyList: "has an empty list of values"
    case .sizeRange: "has a range of sizes that holds none"
    }
  }
}

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

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

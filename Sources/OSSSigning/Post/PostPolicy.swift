public import OSSPrimitives

/// A policy: what an upload form must be like, and until when (POST-POL).
///
/// The bytes are what is signed and sent. A policy that was read keeps the bytes that it was read
/// from: another writer of JSON would write others, and sign something else.
public struct PostPolicy: Sendable {
  /// The policy in UTF-8.
  public let bytes: Bytes
  /// The first moment at which OSS no longer takes a form.
  public let expiration: UnixTime
  /// The conditions, in their order.
  public let conditions: [PostCondition]

  /// Writes a policy.
  ///
  /// - Parameters:
  ///   - expiration: the first moment at which OSS no longer takes a form.
  ///   - conditions: at least one.
  /// - Throws: ``PostPolicyError/noConditions`` or ``PostPolicyError/invalidCondition(index:_:)``.
  /// - Complexity: O(*n*) in the length of the policy.
  public init(
    expiration: UnixTime, conditions: [PostCondition]
  ) throws(PostPolicyError) {
    try self.init(expiration: expiration, conditions: conditions, steps: .standard)
  }

  package init(
    expiration: UnixTime, conditions: [PostCondition], steps: StepsPost
  ) throws(PostPolicyError) {
    if conditions.isEmpty, steps.refuses(.noConditions) { throw .noConditions }
    for (index, condition) in conditions.enumerated() {
      guard
        let fault = condition.fault.map({
          PostPolicyError.invalidCondition(index: index, $0)
        })
      else { continue }
      if steps.refuses(fault) { throw fault }
    }
    bytes = steps.policy(expiration, conditions)
    self.expiration = expiration
    self.conditions = conditions
  }

  init(bytes: Bytes, expiration: UnixTime, conditions: [PostCondition]) {
    self.bytes = bytes
    self.expiration = expiration
    self.conditions = conditions
  }

  /// The base64 text of the bytes: the form field `policy`, and the string to sign (POST-POL-1).
  public var base64: String { Base64.encode(bytes.span) }
}

extension PostPolicy: Hashable {
  /// Whether two policies have the same bytes.
  public static func == (left: Self, right: Self) -> Bool { left.bytes == right.bytes }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

extension StepsPost {
  /// The policy with its members in this order, no white space and milliseconds (POST-POL-4).
  static func policyBytes(expiration: UnixTime, conditions: [PostCondition]) -> Bytes {
    var time = Bytes()
    expiration.append(iso8601To: &time)
    time.removeLast()
    time.append(contentsOf: ".000Z".utf8)
    let policy: JSONValue = [
      "expiration": .string(String(decoding: time, as: UTF8.self)),
      "conditions": .array(conditions.map { $0.json }),
    ]
    return Bytes(policy.compact().utf8)
  }
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

internal import OSSJSON
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
    text.append(contentsOf: ".000Z".utf8)
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

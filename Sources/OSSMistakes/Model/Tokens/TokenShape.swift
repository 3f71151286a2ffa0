package import OSSPrimitives

/// Where the four members of an answer stand, and how they are spelled (TOK-SHAPE-6).
package struct TokenShape: Sendable {
  /// The object that holds the members.
  package var object: JSONObject
  /// The names of ID, secret, token and expiration.
  package var names: [String]
  /// Whether the members stand in the outer object, in PascalCase.
  package var isFlat: Bool

  /// TOK-SHAPE-1.
  package static let pascalCase = ["AccessKeyId", "AccessKeySecret", "SecurityToken", "Expiration"]
  /// TOK-SHAPE-2.
  package static let camelCase = ["accessKeyId", "accessKeySecret", "securityToken", "expiration"]
  /// TOK-SHAPE-4.
  package static let stsToken = "stsToken"

  /// An object in which `Credentials` stands is nested; any other in which one of the names in
  /// camelCase stands is camelCase; every other is flat (TOK-SHAPE-6).
  package init(_ answer: JSONObject) {
    object = answer
    names = Self.pascalCase
    isFlat = false
    if let credentials = answer["Credentials"] {
      object = credentials.objectValue ?? [:]
    } else if Self.camelCaseStands(in: answer) {
      names = Self.camelCase
      if answer[names[2]] == nil, answer[Self.stsToken] != nil { names[2] = Self.stsToken }
    } else {
      isFlat = true
    }
  }

  /// The value of a part.
  package subscript(part: TokenPart) -> JSONValue? { object[names[part.rawValue]] }

  /// Whether an answer has members of two shapes, or one member in two spellings (TOK-REF-6).
  package static func isTorn(_ answer: JSONObject) -> Bool {
    let groups = [
      pascalCaseStands(in: answer), camelCaseStands(in: answer), answer["Credentials"] != nil,
    ]
    if groups.count(where: { $0 }) > 1 { return true }
    if answer["securityToken"] != nil, answer[stsToken] != nil { return true }
    guard let inner = answer["Credentials"]?.objectValue else { return false }
    return pascalCaseStands(in: inner) && camelCaseStands(in: inner)
  }

  private static func pascalCaseStands(in object: JSONObject) -> Bool {
    pascalCase.contains { object[$0] != nil }
  }

  private static func camelCaseStands(in object: JSONObject) -> Bool {
    (camelCase + [stsToken]).contains { object[$0] != nil }
  }
}

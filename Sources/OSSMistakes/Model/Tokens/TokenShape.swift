package import OSSJSON
internal import OSSPrimitives

/// Where the four members of an answer are, and how they are spelled (TOK-SHAPE-6).
package struct TokenShape: Sendable {
  /// The object that holds the members.
  package var object: JSONObject
  /// The names of ID, secret, token and expiration.
  package var names: [String]
  /// Whether the members are in the outer object, in PascalCase.
  package var isFlat: Bool

  /// TOK-SHAPE-1.
  package static let pascalCase = ["AccessKeyId", "AccessKeySecret", "SecurityToken", "Expiration"]
  /// TOK-SHAPE-2.
  package static let camelCase = ["accessKeyId", "accessKeySecret", "securityToken", "expiration"]
  /// The statuses of an answer (TOK-STAT-2, TOK-STAT-3, TOK-STAT-4).
  static let statuses = ["StatusCode", "statusCode", "Code"]
  /// TOK-SHAPE-4.
  package static let stsToken = "stsToken"

  /// Every name that the page reads.
  static let knownNames = pascalCase + camelCase + [stsToken, "Credentials"] + statuses

  /// Members of an object under four names.
  init(object: JSONObject, names: [String], isFlat: Bool) {
    (self.object, self.names, self.isFlat) = (object, names, isFlat)
  }

  /// An object that has `Credentials` is nested; any other that has one of the names in camelCase is
  /// camelCase; every other is flat (TOK-SHAPE-6).
  package init(_ answer: JSONObject) {
    object = answer
    names = Self.pascalCase
    isFlat = false
    if let credentials = answer["Credentials"] {
      object = credentials.objectValue ?? [:]
    } else if Self.hasCamelCase(in: answer) {
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
      hasPascalCase(in: answer), hasCamelCase(in: answer), answer["Credentials"] != nil,
    ]
    if groups.count(where: { $0 }) > 1 { return true }
    if answer["securityToken"] != nil, answer[stsToken] != nil { return true }
    guard let inner = answer["Credentials"]?.objectValue else { return false }
    return hasPascalCase(in: inner) && hasCamelCase(in: inner)
  }

  private static func hasPascalCase(in object: JSONObject) -> Bool {
    pascalCase.contains { object[$0] != nil }
  }

  private static func hasCamelCase(in object: JSONObject) -> Bool {
    (camelCase + [stsToken]).contains { object[$0] != nil }
  }
}

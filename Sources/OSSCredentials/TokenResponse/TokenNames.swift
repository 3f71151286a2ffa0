/// The names of the four members in one spelling.
struct TokenNames: Sendable {
  /// The name of the access key ID.
  let accessKeyID: String
  /// The name of the access key secret.
  let accessKeySecret: String
  /// The name of the security token.
  let securityToken: String
  /// The name of the expiration.
  let expiration: String

  /// The names in PascalCase, as most servers write them (TOK-SHAPE-1).
  static let pascalCase = TokenNames(
    accessKeyID: "AccessKeyId", accessKeySecret: "AccessKeySecret",
    securityToken: "SecurityToken", expiration: "Expiration")
  /// The names in camelCase (TOK-SHAPE-2).
  static let camelCase = TokenNames(
    accessKeyID: "accessKeyId", accessKeySecret: "accessKeySecret",
    securityToken: "securityToken", expiration: "expiration")
  /// The names in camelCase with the shorter one of the token (TOK-SHAPE-4).
  static let shortCamelCase = TokenNames(
    accessKeyID: "accessKeyId", accessKeySecret: "accessKeySecret",
    securityToken: "stsToken", expiration: "expiration")

  /// Every spelling.
  static let all = [pascalCase, camelCase, shortCamelCase]

  /// The four names, in the order in which they are judged.
  var inOrder: [String] { [accessKeyID, accessKeySecret, securityToken, expiration] }
}

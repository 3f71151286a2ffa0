/// The names of the four members in one spelling.
package struct TokenNames: Hashable, Sendable {
  /// The name of the access key ID.
  package var accessKeyID: String
  /// The name of the access key secret.
  package var accessKeySecret: String
  /// The name of the security token.
  package var securityToken: String
  /// The name of the expiration.
  package var expiration: String

  /// The names in PascalCase, as most servers write them (TOK-SHAPE-1).
  package static let pascalCase = TokenNames(
    accessKeyID: "AccessKeyId", accessKeySecret: "AccessKeySecret",
    securityToken: "SecurityToken", expiration: "Expiration")
  /// The names in camelCase (TOK-SHAPE-2).
  package static let camelCase = TokenNames(
    accessKeyID: "accessKeyId", accessKeySecret: "accessKeySecret",
    securityToken: "securityToken", expiration: "expiration")
  /// The names in camelCase with the shorter one of the token (TOK-SHAPE-4).
  package static let shortCamelCase = TokenNames(
    accessKeyID: "accessKeyId", accessKeySecret: "accessKeySecret",
    securityToken: "stsToken", expiration: "expiration")

  /// Every spelling.
  static let all = [pascalCase, camelCase, shortCamelCase]

  /// Makes a spelling of its four names.
  package init(
    accessKeyID: String, accessKeySecret: String, securityToken: String, expiration: String
  ) {
    self.accessKeyID = accessKeyID
    self.accessKeySecret = accessKeySecret
    self.securityToken = securityToken
    self.expiration = expiration
  }

  /// The four names, in the order in which they are judged.
  var inOrder: [String] { [accessKeyID, accessKeySecret, securityToken, expiration] }
}

package import OSSJSON
internal import OSSPrimitives

/// Where the four members of an answer stand, and how they are spelled (TOK-SHAPE-6).
struct TokenLayout {
  /// The object that holds them.
  let object: JSONObject
  /// Their names in it.
  let names: TokenNames

  /// Finds the layout of an answer.
  ///
  /// The nested one is that of AssumeRole (TOK-SHAPE-3). Other names and other objects are passed
  /// over (TOK-BODY-3, TOK-SHAPE-5). A flat answer in PascalCase needs a status (TOK-STAT-5).
  ///
  /// - Parameter answer: the body's object, of which the status has been judged.
  /// - Throws: what two members do not belong together (TOK-REF-6), or that no status is in a flat answer,
  ///   or that `Credentials` is null.
  init(of answer: JSONObject) throws(TokenResponseError) {
    let pascal = answer.first(of: .pascalCase)
    let camel = answer.first(of: .camelCase) ?? answer.first(of: .shortCamelCase)
    let credentials = answer["Credentials"]
    let found = [pascal, camel, credentials.map { _ in "Credentials" }].compactMap { $0 }
    if found.count > 1 { throw .torn(found[0], found[1]) }
    object = try credentials.map(Self.object) ?? answer
    if credentials != nil {
      names = .pascalCase
    } else if camel != nil {
      names = try Self.camelCaseNames(in: answer)
    } else {
      if answer["StatusCode"] == nil, answer["Code"] == nil { throw .missingMember("StatusCode") }
      names = .pascalCase
    }
  }

  /// The object in which the members are, in PascalCase alone (TOK-REF-6).
  private static func object(
    _ credentials: JSONValue
  ) throws(TokenResponseError) -> JSONObject {
    guard let object = credentials.objectValue else { throw .nullMember("Credentials") }
    let camel = object.first(of: .camelCase) ?? object.first(of: .shortCamelCase)
    if let camel, let pascal = object.first(of: .pascalCase) { throw .torn(pascal, camel) }
    return object
  }

  /// The spelling in camelCase, by the one name that the token has (TOK-REF-6).
  private static func camelCaseNames(
    in answer: JSONObject
  ) throws(TokenResponseError) -> TokenNames {
    let (long, short) = (TokenNames.camelCase, TokenNames.shortCamelCase)
    guard answer[short.securityToken] != nil else { return long }
    if answer[long.securityToken] != nil { throw .torn(long.securityToken, short.securityToken) }
    return short
  }
}

extension JSONObject {
  /// The first of the four names that a member has.
  package func first(of names: TokenNames) -> String? {
    names.inOrder.first { self[$0] != nil }
  }
}

/// The names of the four members in one spelling.
package struct TokenNames: Sendable {
  /// The name of the access key ID.
  package let accessKeyID: String
  /// The name of the access key secret.
  package let accessKeySecret: String
  /// The name of the security token.
  package let securityToken: String
  /// The name of the expiration.
  package let expiration: String

  /// The names in PascalCase, as most servers write them (TOK-SHAPE-1).
  package static let pascalCase = TokenNames(
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

  /// The names that the CLI of Alibaba Cloud reads in the output of a process (CHAIN-PROC-2).
  package static let ofCLI = TokenNames(
    accessKeyID: "access_key_id", accessKeySecret: "access_key_secret", securityToken: "sts_token",
    expiration: "expiration")

  /// Every spelling of a token server.
  static let all = [pascalCase, camelCase, shortCamelCase]

  /// The four names, in the order in which they are judged.
  var inOrder: [String] { [accessKeyID, accessKeySecret, securityToken, expiration] }
}

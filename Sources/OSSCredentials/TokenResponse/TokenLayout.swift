package import OSSPrimitives

/// Where the four members of an answer stand, and how they are spelled (TOK-SHAPE-6).
package struct TokenLayout: Sendable {
  /// The object that holds them.
  package var object: JSONObject
  /// Their names in it.
  package var names: TokenNames

  /// Makes a layout.
  package init(_ object: JSONObject, _ names: TokenNames) {
    self.object = object
    self.names = names
  }

  /// Finds the layout of an answer.
  ///
  /// - Parameter answer: the body's object, of which the status has been judged.
  /// - Returns: the layout; or what two members do not belong together, or that no status stands in
  ///   a flat answer, or that `Credentials` is null.
  static func of(_ answer: JSONObject) -> Result<TokenLayout, TokenResponseError> {
    let pascal = answer.first(of: TokenNames.pascalCase)
    let camel = answer.first(of: .camelCase) ?? answer.first(of: .shortCamelCase)
    let nested = answer["Credentials"] == nil ? nil : "Credentials"
    let found = [pascal, camel, nested].compactMap { $0 }
    if found.count > 1 { return .failure(.torn(found[0], found[1])) }
    if nested != nil { return inside(answer["Credentials"] ?? .null) }
    if camel != nil { return camelCase(answer) }
    if answer["StatusCode"] == nil, answer["Code"] == nil {
      return .failure(.missingMember("StatusCode"))
    }
    return .success(TokenLayout(answer, .pascalCase))
  }

  private static func camelCase(
    _ answer: JSONObject
  ) -> Result<TokenLayout, TokenResponseError> {
    let short = TokenNames.shortCamelCase
    guard answer[short.securityToken] != nil else {
      return .success(TokenLayout(answer, .camelCase))
    }
    let long = TokenNames.camelCase
    return answer[long.securityToken] == nil
      ? .success(TokenLayout(answer, short))
      : .failure(.torn(long.securityToken, short.securityToken))
  }

  private static func inside(
    _ credentials: JSONValue
  ) -> Result<TokenLayout, TokenResponseError> {
    guard let object = credentials.objectValue else {
      return .failure(.nullMember("Credentials"))
    }
    let camel = object.first(of: .camelCase) ?? object.first(of: .shortCamelCase)
    if let camel, let pascal = object.first(of: .pascalCase) {
      return .failure(.torn(pascal, camel))
    }
    return .success(TokenLayout(object, .pascalCase))
  }
}

extension JSONObject {
  /// The first of the four names that a member has.
  fileprivate func first(of names: TokenNames) -> String? {
    names.inOrder.first { self[$0] != nil }
  }
}

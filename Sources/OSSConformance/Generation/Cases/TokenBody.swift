/// The body of a token response, of which each member's value is a JSON text.
struct TokenBody {
  /// The ID that the cases use.
  static let id = "STS.exampleAccessKeyID00"
  /// The secret that the cases use.
  static let secret = "ExampleSecret0000000000000000ab"
  /// The token that the cases use.
  static let token = "CAISexample+Token/0000=="
  /// The expiration that the cases use, as the pages show it.
  static let expiration = "2015-11-03T09:52:59Z"
  /// The same moment in milliseconds.
  static let end: Int64 = 1_446_544_379_000

  private var members: [(name: String, value: String)]

  init(_ members: [(name: String, value: String)]) { self.members = members }

  private static func four(_ names: [String]) -> [(name: String, value: String)] {
    let texts = [id, secret, token, expiration].map { "\"\($0)\"" }
    return Array(zip(names, texts)).map { (name: $0.0, value: $0.1) }
  }

  /// The four members in PascalCase, without a status.
  static let bare = TokenBody(
    four(["AccessKeyId", "AccessKeySecret", "SecurityToken", "Expiration"]))
  /// The flat shape of the iOS pages.
  static let flat = TokenBody([(name: "StatusCode", value: "200")] + bare.members)
  /// The flat shape with both words of success, which readers of either take.
  static let whole = flat.with("Code", "\"Success\"")
  /// The flat shape in camelCase.
  static let camel = TokenBody(
    four(["accessKeyId", "accessKeySecret", "securityToken", "expiration"]))
  /// The nested shape.
  static let nested = nested(bare)

  /// The answer of AssumeRole with these credentials.
  static func nested(_ credentials: TokenBody) -> TokenBody {
    TokenBody([
      (name: "RequestId", value: "\"6894B13B-6D71-4EF5-88FA-F32781734A7F\""),
      (name: "Credentials", value: credentials.text),
    ])
  }

  /// The body with a member of a JSON text: in the place of the one of that name, or at the end.
  func with(_ name: String, _ value: String) -> TokenBody {
    var result = self
    if let index = members.firstIndex(where: { $0.name == name }) {
      result.members[index].value = value
    } else {
      result.members.append((name: name, value: value))
    }
    return result
  }

  /// The body without a member.
  func without(_ name: String) -> TokenBody { TokenBody(members.filter { $0.name != name }) }

  /// The body with a member twice.
  func repeating(_ name: String, _ value: String) -> TokenBody {
    TokenBody(members + [(name: name, value: value)])
  }

  /// The body under another name for a member.
  func renaming(_ name: String, _ other: String) -> TokenBody {
    TokenBody(members.map { $0.name == name ? (name: other, value: $0.value) : $0 })
  }

  /// The body with its members from the last to the first.
  var reversed: TokenBody { TokenBody(members.reversed()) }

  /// The JSON text.
  var text: String {
    "{" + members.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ",") + "}"
  }
}

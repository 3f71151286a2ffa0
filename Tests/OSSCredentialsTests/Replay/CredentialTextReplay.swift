import OSSCredentials
import OSSPrimitives
import OSSSigning
import Testing

/// Texts of credentials and signers, done with what an app imports.
enum CredentialTextReplay {
  static func description(_ input: VectorInput, _ expected: ExpectedAnswer) throws {
    let parts = try input.nested("credentials")
    let secret = try parts.string("accessKeySecret")
    let token = try parts.optionalString("securityToken")
    let credentials = try Credentials(
      accessKeyID: parts.string("accessKeyId"), accessKeySecret: secret, securityToken: token)
    let end = try input.optionalInteger("expiration").map { Moment(milliseconds: $0) }
    let texts = ShownTexts.all(of: FederationToken(credentials, expiration: end))
    #expect(texts.count == 12)
    let search = SecretFinder(besides: credentials.accessKeyID)
    var revealed: [JSONValue] = []
    if search.finds(secret, in: texts) { revealed.append("accessKeySecret") }
    if let token, search.finds(token, in: texts) { revealed.append("securityToken") }
    expected.member("reveals", .array(revealed))
  }

  static func signerValue(_ input: VectorInput, _ expected: ExpectedAnswer) throws {
    let answer = SignerAnswer(
      value: try input.optionalString("value"), error: try input.optionalString("error"))
    let value = try answer.authorization()
    expected.member("accessKeyId", .string(value.accessKeyID))
    expected.member("signature", .string(value.signature))
  }

  static func contentType(_ input: VectorInput, _ expected: ExpectedAnswer) throws {
    let type = ContentType.of(
      filePath: try input.optionalString("filePath"),
      uploadName: try input.optionalString("uploadName"))
    expected.member("contentType", .string(type))
  }
}

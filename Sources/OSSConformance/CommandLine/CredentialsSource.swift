internal import OSSExplain
internal import OSSJSON
internal import OSSPrimitives

/// Where a user's credentials come from: a file or the environment, never the command line.
///
/// What is on a command line is seen by every process of the machine and kept by the shell.
enum CredentialsSource {
  /// What the help says of it.
  static let details = [
    "The secret comes from OSS_ACCESS_KEY_ID, OSS_ACCESS_KEY_SECRET and, where there is one,",
    "OSS_SESSION_TOKEN or OSS_SECURITY_TOKEN; or from the file of --credentials.",
  ]
  private static let idVariable = "OSS_ACCESS_KEY_ID"
  private static let secretVariable = "OSS_ACCESS_KEY_SECRET"
  private static let tokenVariables = ["OSS_SESSION_TOKEN", "OSS_SECURITY_TOKEN"]

  /// The credentials as they are given, which a signer may refuse.
  static func read(_ arguments: Arguments) throws(CommandError) -> GivenCredentials {
    if let path = arguments.one(.credentials) { return try file(path, arguments.console) }
    let environment = arguments.console.environment
    return GivenCredentials(
      accessKeyID: try variable(idVariable, environment),
      accessKeySecret: try variable(secretVariable, environment),
      securityToken: token(environment))
  }

  /// Credentials that sign nothing anybody would accept, for showing a string to sign; the token is
  /// real, because it is part of the string, and so is the access key ID where it is needed.
  static func withoutSecret(
    _ environment: [String: String], needsID: Bool
  ) throws(CommandError) -> GivenCredentials {
    GivenCredentials(
      accessKeyID: needsID ? try variable(idVariable, environment) : "id",
      accessKeySecret: "secret", securityToken: token(environment))
  }

  private static func variable(
    _ name: String, _ environment: [String: String]
  ) throws(CommandError) -> String {
    guard let value = environment[name], !value.isEmpty else {
      throw .noCredentials(variable: name)
    }
    return value
  }

  private static func token(_ environment: [String: String]) -> String? {
    tokenVariables.compactMap { environment[$0] }.first { !$0.isEmpty }
  }

  private static func file(
    _ path: String, _ console: some Console
  ) throws(CommandError) -> GivenCredentials {
    // Who gives the JSON in place of a file must not find the secret on the terminal.
    if path.utf8.contains(UInt8(ascii: "{")) { throw .credentialsInPlaceOfFile }
    if path != "-", FileAccess.isReadableByOthers(path) {
      console.complain(
        "warning: other users can read \(path.visible); make it yours alone with chmod 600.\n")
    }
    let bytes = try console.read(path, limit: Evidence.limit)
    // The error of the reader might show what is in the file.
    guard let json = try? JSONReader.read(bytes) else { throw .notJSON(nil, file: path) }
    guard let object = json.objectValue else { throw .notObject(file: path) }
    func text(_ member: String) throws(CommandError) -> String {
      guard let text = object[member]?.stringValue else {
        throw .credentials(member: member, file: path)
      }
      return text
    }
    let hasToken = !(object["securityToken"] ?? .null).isNull
    return GivenCredentials(
      accessKeyID: try text("accessKeyId"), accessKeySecret: try text("accessKeySecret"),
      securityToken: hasToken ? try text("securityToken") : nil)
  }
}

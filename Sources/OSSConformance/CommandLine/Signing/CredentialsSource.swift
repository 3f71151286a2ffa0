internal import OSSPrimitives
internal import OSSVectors

/// Why a file of credentials cannot be used; nothing that stands in it is ever told.
enum CredentialsFileError: Error, Hashable {
  /// The file cannot be read.
  case unreadable(file: String)
  /// The file is not JSON.
  case notJSON(file: String)
  /// The file's JSON is not an object.
  case notObject(file: String)
  /// A member is missing or no string, or a security token is neither a string nor null.
  case noText(file: String, member: String)
}

extension CredentialsFileError: CustomStringConvertible {
  /// One sentence that names the file and the member.
  var description: String {
    switch self {
    case .unreadable(let file): "\(file): it cannot be read."
    case .notJSON(let file): "\(file): this is not JSON."
    case .notObject(let file): "\(file): this is not a JSON object."
    case .noText(let file, let member): "\(file): the member \(member) must be a string."
    }
  }
}

/// Where a user's credentials come from: a file or the environment, never the command line.
///
/// What stands on a command line is seen by every process of the machine and kept by the shell.
enum CredentialsSource {
  private static let idVariable = "OSS_ACCESS_KEY_ID"
  private static let secretVariable = "OSS_ACCESS_KEY_SECRET"
  private static let tokenVariables = ["OSS_SESSION_TOKEN", "OSS_SECURITY_TOKEN"]
  private static let members = ["accessKeyId", "accessKeySecret", "securityToken"]

  /// The credentials as the protocol's input has them.
  static func read(
    _ arguments: Arguments, _ console: some Console
  ) throws(CommandError) -> JSONObject {
    guard let path = arguments.one(.credentials) else {
      return try fromEnvironment(console.environment)
    }
    do throws(CredentialsFileError) {
      return try fromFile(path)
    } catch {
      throw .credentials(error)
    }
  }

  /// Credentials that sign nothing anybody would accept, for showing a string to sign; the token is
  /// real, because it is part of the string, and so is the access key ID where it is needed.
  static func withoutSecret(
    _ environment: [String: String], needsID: Bool
  ) throws(CommandError) -> JSONObject {
    let id = environment[idVariable] ?? ""
    if needsID && id.isEmpty { throw .noCredentials(variable: idVariable) }
    return [
      "accessKeyId": .string(needsID ? id : "id"), "accessKeySecret": "secret",
      "securityToken": token(environment),
    ]
  }

  private static func fromEnvironment(
    _ environment: [String: String]
  ) throws(CommandError) -> JSONObject {
    var object: JSONObject = [:]
    for (member, variable) in zip(members, [idVariable, secretVariable]) {
      guard let value = environment[variable], !value.isEmpty else {
        throw .noCredentials(variable: variable)
      }
      object[member] = .string(value)
    }
    object["securityToken"] = token(environment)
    return object
  }

  private static func token(_ environment: [String: String]) -> JSONValue {
    let values = tokenVariables.compactMap { environment[$0] }
    return values.first { !$0.isEmpty }.map { .string($0) } ?? .null
  }

  private static func fromFile(_ path: String) throws(CredentialsFileError) -> JSONObject {
    guard let bytes = FileAccess.read(path) else { throw .unreadable(file: path) }
    guard let json = try? JSONReader.read(bytes) else { throw .notJSON(file: path) }
    guard let object = json.objectValue else { throw .notObject(file: path) }
    var found: JSONObject = [:]
    for member in members {
      let value = object[member] ?? .null
      let mayBeMissing = member == "securityToken"
      guard value.stringValue != nil || (mayBeMissing && value.isNull) else {
        throw .noText(file: path, member: member)
      }
      found[member] = value
    }
    return found
  }
}

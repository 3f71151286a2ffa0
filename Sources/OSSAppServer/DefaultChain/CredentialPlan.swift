public import OSSPrimitives
public import OSSSigning

/// What gives credentials, and the roles that are assumed with them, one after the other.
///
/// It is what a profile or a variable asks for; nothing has been run or called yet.
public struct CredentialPlan: Equatable, Sendable {
  /// What gives the first credentials.
  public enum Origin: Equatable, Sendable {
    /// The credentials themselves, without an end that is known.
    case credentials(Credentials)
    /// The metadata service of an ECS instance; nil for the role that the instance has.
    case metadata(roleName: String?)
    /// A call of STS with the token of an identity provider, which a file holds.
    case oidc(PlannedRole, providerARN: String, tokenFile: String)
    /// A command that prints credentials, see ``ProcessOutput``.
    case process(command: String)
    /// The URL of a token response.
    case uri(String)
    /// A login with the CLI, which keeps what its user got (CHAIN-PROF-10).
    case login
  }

  /// What gives the first credentials.
  public let origin: Origin
  /// The roles, the one that gives the last credentials at the end.
  public let roles: [PlannedRole]

  init(_ origin: Origin, roles: [PlannedRole] = []) {
    self.origin = origin
    self.roles = roles
  }
}

/// A role that a profile asks for (CHAIN-PROF-6).
public struct PlannedRole: Equatable, Sendable {
  /// The ARN of the role, not checked.
  public let roleARN: String
  /// The name of the session; nil where the caller makes one up.
  public let sessionName: String?
  /// How long the credentials shall last, in seconds; 3600 where the profile does not say it
  /// (CHAIN-PROF-7).
  public let durationSeconds: Int64
  /// The policy of the session; nil for none.
  public let policy: String?
  /// The external ID; nil for none.
  public let externalID: String?
}

extension CredentialPlan.Origin: Redacted {
  /// What it is; never a command or a URL, which may hold a secret.
  public var description: String {
    switch self {
    case .credentials(let credentials): credentials.description
    case .metadata(let roleName): "metadata(\((roleName ?? "").shown))"
    case .oidc(let role, _, _): "oidc(\(role))"
    case .process: "process"
    case .uri: "uri"
    case .login: "login"
    }
  }
}

extension PlannedRole: Redacted {
  /// The ARN of the role.
  public var description: String { "PlannedRole(\(roleARN.shown))" }
}

/// Why a source has no credentials, or none that can be used.
///
/// It names members, variables, profiles and files, and shows no other value.
public enum CredentialSourceError: Error, Equatable, Sendable {
  /// The variable of this name is not set, or is empty (CHAIN-ORD-2, CHAIN-ORD-3).
  case missingVariable(String)
  /// The variable of this name takes the source out (CHAIN-ORD-4, CHAIN-ORD-5).
  case switchedOff(by: String)
  /// There is no such file.
  case missingFile(String)
  /// The file is not one of profiles (CHAIN-PROF-1).
  case invalidFile
  /// No profile or section has the name; empty for no name (CHAIN-PROF-2, CHAIN-FILE-3).
  case unknownProfile(String)
  /// The mode or type is not known (CHAIN-PROF-3, CHAIN-FILE-4).
  case unsupportedMode
  /// The member, which the mode needs, is missing or empty (CHAIN-PROF-4, CHAIN-PROF-5).
  case missingMember(String)
  /// The member has another type than it must have (CHAIN-PROF-4).
  case invalidMember(String)
  /// The credentials cannot sign.
  case invalidCredentials(SigningError)
  /// The profiles are each other's source (CHAIN-PROF-8).
  case cycle(String)
}

extension CredentialSourceError: PlainError, CustomStringConvertible {
  /// The error class of the adapter protocol for this fault, such as `unknown-profile`.
  public var code: String {
    switch self {
    case .missingVariable, .switchedOff, .missingFile: "no-credentials"
    case .unknownProfile: "unknown-profile"
    case .unsupportedMode: "unsupported-mode"
    case .invalidFile, .missingMember, .invalidMember, .invalidCredentials, .cycle:
      "invalid-profile"
    }
  }

  /// One sentence that names what is at fault, and shows no secret.
  public var description: String {
    switch self {
    case .missingVariable(let name): "The variable % of the environment is not set.".filled(name)
    case .switchedOff(let name): "The variable % of the environment forbids it.".filled(name)
    case .missingFile(let path): "There is no file %.".filled(path.shown)
    case .invalidFile: "The file is not one of profiles that can be read."
    case .unknownProfile(let name): "There is no profile '%'.".filled(name.shown)
    case .unsupportedMode: "The mode of the profile is not known."
    case .missingMember(let name): "The profile has no %.".filled(name)
    case .invalidMember(let name): "The % of the profile has another type.".filled(name)
    case .invalidCredentials(let fault):
      "The credentials cannot be used: %".filled(fault.description)
    case .cycle(let name): "The profile '%' is its own source.".filled(name.shown)
    }
  }
}

internal import OSSCredentials
internal import OSSJSON
public import OSSPrimitives
public import OSSSigning

/// Where a program on a server looks for credentials that its own settings do not name.
///
/// It gives what the sources ask for, one after the other, and reads a variable or a file only when it is
/// the turn of its source. Where a plan gives nothing, because a server does not answer, its caller takes
/// the next one (CHAIN-ORD-3).
///
///     let variables = ProcessInfo.processInfo.environment
///     var chain = DefaultChain(environment: { variables[$0] }) { path in
///       let place = NSString(string: path).expandingTildeInPath
///       return FileManager.default.contents(atPath: place).map { ContiguousArray($0) }
///     }
///     while let link = chain.next() { print(link.source) }
public struct DefaultChain {
  /// A source, in the order in which they are asked (CHAIN-ORD-1).
  public enum Source: String, CaseIterable, Hashable, Sendable {
    /// The variables of a key pair or a token.
    case environment
    /// The variables of a role that an identity provider opens.
    case oidc
    /// A profile of the CLI.
    case cliProfile = "cli-profile"
    /// A section of a file of credentials.
    case credentialsFile = "credentials-file"
    /// The metadata service of an ECS instance.
    case metadata
    /// The URL of a token response.
    case uri
  }

  /// What a source asks for.
  public struct Link: Equatable, Sendable {
    /// The source.
    public let source: Source
    /// What it asks for.
    public let plan: CredentialPlan
  }

  /// The path of the profiles of the CLI (CHAIN-ORD-7).
  public static let profilesPath = "~/.aliyun/config.json"
  /// The path of the credentials, where no variable names another one (CHAIN-ORD-7).
  public static let credentialsPath = "~/.alibabacloud/credentials.ini"

  /// Why the sources before the last link gave nothing, in their order.
  public private(set) var passedOver: [(source: Source, reason: CredentialSourceError)] = []
  private var remaining = Source.allCases[...]
  private let environment: (String) -> String?
  private let file: (String) -> Bytes?

  /// Makes a chain that has asked nothing yet.
  ///
  /// - Parameters:
  ///   - environment: the value of the variable of a name; nil where it is not set.
  ///   - file: the bytes of the file at a path, where `~/` begins what is below the home; nil for
  ///     none.
  public init(
    environment: @escaping (String) -> String?, file: @escaping (String) -> Bytes?
  ) {
    self.environment = environment
    self.file = file
  }

  /// The next source that asks for something; nil when all were asked.
  public mutating func next() -> Link? {
    while let source = remaining.popFirst() {
      do throws(CredentialSourceError) {
        return Link(source: source, plan: try plan(of: source))
      } catch {
        passedOver.append((source: source, reason: error))
      }
    }
    return nil
  }

  /// What a source asks for; one variable names the profile and the section (CHAIN-ORD-6), and two
  /// take a source out (CHAIN-ORD-4, CHAIN-ORD-5).
  private func plan(of source: Source) throws(CredentialSourceError) -> CredentialPlan {
    switch source {
    case .environment:
      let (id, secret) = (try needed("ACCESS_KEY_ID"), try needed("ACCESS_KEY_SECRET"))
      let token = variable("SECURITY_TOKEN")
      return CredentialPlan(.credentials(try CLIProfile.credentials(id, secret, token)))
    case .oidc: return try oidc()
    case .cliProfile:
      if ChainVariables.isOn("CLI_PROFILE_DISABLED", environment) {
        throw .switchedOff(by: ChainVariables.name("CLI_PROFILE_DISABLED"))
      }
      let text = try bytes(at: Self.profilesPath)
      return try CLIProfiles(text.span).plan(ofProfile: variable("PROFILE"))
    case .credentialsFile:
      let text = try bytes(at: variable("CREDENTIALS_FILE") ?? Self.credentialsPath)
      return try CredentialsFile(text.span).plan(ofSection: variable("PROFILE"))
    case .metadata:
      if ChainVariables.isOn("ECS_METADATA_DISABLED", environment) {
        throw .switchedOff(by: ChainVariables.name("ECS_METADATA_DISABLED"))
      }
      return CredentialPlan(.metadata(roleName: variable("ECS_METADATA")))
    case .uri: return CredentialPlan(.uri(try needed("CREDENTIALS_URI")))
    }
  }

  private func oidc() throws(CredentialSourceError) -> CredentialPlan {
    var members = JSONObject()
    for (name, variable) in [
      ("ram_role_arn", try needed("ROLE_ARN")),
      ("oidc_provider_arn", try needed("OIDC_PROVIDER_ARN")),
      ("oidc_token_file", try needed("OIDC_TOKEN_FILE")),
      ("ram_session_name", self.variable("ROLE_SESSION_NAME") ?? ""),
    ] { members[name] = .string(variable) }
    return try CLIProfile(members: members).plan(.oidc)
  }

  private func variable(_ name: String) -> String? { ChainVariables.value(name, environment) }

  private func needed(_ name: String) throws(CredentialSourceError) -> String {
    guard let value = variable(name) else { throw .missingVariable(ChainVariables.name(name)) }
    return value
  }

  private func bytes(at path: String) throws(CredentialSourceError) -> Bytes {
    guard let bytes = file(path) else { throw .missingFile(path) }
    return bytes
  }
}

// It is asked by one caller, with closures that may belong to its isolation.
@available(*, unavailable)
extension DefaultChain: Sendable {}

/// The variables of the chain, which begin with `ALIBABA_CLOUD_` (CHAIN-ORD-8).
enum ChainVariables {
  static func name(_ name: String) -> String { "ALIBABA_CLOUD_" + name }

  /// The value without its outer white space; nil where it is not set or empty (CHAIN-ORD-2).
  static func value(_ name: String, _ environment: (String) -> String?) -> String? {
    let text = environment(Self.name(name)).map { OuterWhiteSpace.trimmed($0) }
    return text?.utf8.isEmpty == false ? text : nil
  }

  /// Whether a switch is `true`, in any case of its letters.
  static func isOn(_ name: String, _ environment: (String) -> String?) -> Bool {
    value(name, environment)?.isCaseless("true") == true
  }
}

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

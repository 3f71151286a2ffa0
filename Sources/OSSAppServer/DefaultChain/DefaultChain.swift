internal import OSSCredentials
internal import OSSJSON
public import OSSPrimitives

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

public import OSSCredentials
public import OSSPrimitives
public import OSSSigning

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#elseif canImport(Foundation)
  internal import Foundation
#endif

/// The mode of servers and tools: credentials of the variables of the environment.
///
/// They are read once, of the first set of variables whose access key ID is there; the sets do not mix
/// (CRED-MODE-27):
///
/// - `OSS_ACCESS_KEY_ID`, `OSS_ACCESS_KEY_SECRET` and, if there is a token, `OSS_SESSION_TOKEN`
/// - `ALIBABA_CLOUD_ACCESS_KEY_ID`, `ALIBABA_CLOUD_ACCESS_KEY_SECRET` and, if there is a token,
///   `ALIBABA_CLOUD_SECURITY_TOKEN`
///
/// Of a token's end nothing is known, and OSS rejects it then.
///
///     let signer = try EnvironmentProvider(version: .v4(region: "cn-hangzhou"))
public struct EnvironmentProvider: CredentialsProvider {
  private let held: StaticKeyPairProvider

  /// Makes a provider of variables.
  ///
  /// White space around the texts is dropped (CRED-TRIM). An empty variable is treated as one that is
  /// not set.
  ///
  /// - Parameters:
  ///   - environment: the variables, by their names.
  ///   - version: which signature is made; a region that no scope can hold fails each signature.
  ///   - clock: what reads the device's clock.
  ///   - log: what hears of each event; it should return soon.
  public init(
    environment: [String: String], version: SignatureVersion,
    clock: @escaping @Sendable () -> Moment, log: (@Sendable (SigningEvent) -> Void)? = nil
  ) throws(EnvironmentError) {
    held = StaticKeyPairProvider(
      try Self.credentials(in: environment), version: version, clock: clock, log: log)
  }

  private static func credentials(
    in environment: [String: String]
  ) throws(EnvironmentError) -> Credentials {
    func value(_ name: String) -> String? {
      let text = environment[name].map { OuterWhiteSpace.trimmed($0) }
      return text?.utf8.isEmpty == false ? text : nil
    }
    for names in VariableNames.all {
      guard let id = value(names.id) else { continue }
      guard let secret = value(names.secret) else { throw .missing(names.secret) }
      do {
        return try Credentials(
          accessKeyID: id, accessKeySecret: secret, securityToken: value(names.token))
      } catch {
        throw .invalid(error)
      }
    }
    throw .missing(VariableNames.all[0].id)
  }

  /// Which signature is made.
  public var version: SignatureVersion { held.version }

  /// What hears of each event; nil for nothing.
  public var log: (@Sendable (SigningEvent) -> Void)? { held.log }

  /// Hands out the credentials.
  ///
  /// - Throws: ``ProviderError/rejected(generation:)`` for a token that OSS rejected.
  public func credentials() async throws(ProviderError) -> ProvidedCredentials {
    try await held.credentials()
  }

  /// Hands out what signs at this moment.
  public func preparedSigner() async throws(ProviderError) -> PreparedSigner {
    try await held.preparedSigner()
  }

  /// Hands a token out no more that OSS rejected; a key pair stays.
  public func reject(generation: Int) async { await held.reject(generation: generation) }

  /// The time to sign with: the device's, corrected by what was learned.
  public func correctedTime() async -> Moment { await held.correctedTime() }

  /// Takes in how far the device's clock is off, if an answer of OSS shows it.
  @discardableResult
  public func correctClock(by answer: ServerAnswer) async -> Bool {
    await held.correctClock(by: answer)
  }
}

/// The names of the variables of one set of credentials.
private struct VariableNames {
  let id: String
  let secret: String
  let token: String

  /// The sets, in the order in which they are looked for.
  static let all = [
    VariableNames(
      id: "OSS_ACCESS_KEY_ID", secret: "OSS_ACCESS_KEY_SECRET", token: "OSS_SESSION_TOKEN"),
    VariableNames(
      id: "ALIBABA_CLOUD_ACCESS_KEY_ID", secret: "ALIBABA_CLOUD_ACCESS_KEY_SECRET",
      token: "ALIBABA_CLOUD_SECURITY_TOKEN"),
  ]
}

/// Why the environment holds no credentials.
public enum EnvironmentError: Error, Equatable, Sendable {
  /// The variable of this name is not set, or is empty.
  case missing(String)
  /// The variables are set, and no request can carry them.
  case invalid(SigningError)
}

extension EnvironmentError: PlainError, CustomStringConvertible {
  /// One sentence that names the variable or the fault, and no value.
  public var description: String {
    switch self {
    case .missing(let name): "The variable \(name) of the environment is not set."
    case .invalid(let error): "The variables of the environment cannot sign. \(error)"
    }
  }
}

#if canImport(FoundationEssentials) || canImport(Foundation)
  extension EnvironmentProvider {
    /// Makes a provider of the variables of this process, with the clock of the device.
    public init(
      version: SignatureVersion, log: (@Sendable (SigningEvent) -> Void)? = nil
    ) throws(EnvironmentError) {
      try self.init(
        environment: ProcessInfo.processInfo.environment, version: version,
        clock: SystemClock.now, log: log)
    }
  }
#endif

public import OSSCredentials
public import OSSPrimitives
public import OSSSigning

/// The first mode: a key pair of an account or a RAM user, which has no end.
///
/// It is handed out forever (CRED-MODE-4).
///
/// Whoever has the app has the key. It is for places that are safe, such as a server; an app on a
/// device takes ``FederationTokenProvider`` or ``CredentialsURIProvider``.
///
///     let signer = try StaticKeyPairProvider(
///       accessKeyID: id, accessKeySecret: secret, version: .v4(region: "cn-hangzhou"))
public struct StaticKeyPairProvider: CredentialsProvider {
  /// The pair, as a token that never ends.
  private let pair: StaticTokenProvider

  /// Makes a provider of a key pair.
  ///
  /// White space around the two texts is dropped (CRED-TRIM).
  ///
  /// - Parameters:
  ///   - accessKeyID: the access key ID.
  ///   - accessKeySecret: the access key secret.
  ///   - version: which signature is made; a region that no scope can hold fails each signature.
  ///   - clock: what reads the device's clock.
  /// - Throws: a `SigningError` for a pair that cannot sign.
  public init(
    accessKeyID: String, accessKeySecret: String, version: SignatureVersion,
    clock: @escaping @Sendable () -> Moment
  ) throws(SigningError) {
    let credentials = try Credentials(
      accessKeyID: OuterWhiteSpace.trimmed(accessKeyID),
      accessKeySecret: OuterWhiteSpace.trimmed(accessKeySecret))
    let token = FederationToken(credentials, expiration: nil)
    pair = StaticTokenProvider(token, version: version, clock: clock)
  }

  /// The version that is signed with, and the signer of the pair.
  public var signer: KeptSigner { pair.signer }

  /// Hands out the key pair.
  public func credentials() async throws(ProviderError) -> ProvidedCredentials {
    try await pair.credentials()
  }

  /// Does nothing: there is no other key pair to sign with.
  public func reject(generation: Int) async {}

  /// The time to sign with: the device's, corrected by what was learned.
  public func correctedTime() async -> Moment { await pair.correctedTime() }

  /// Takes in how far the device's clock is off, if an answer of OSS shows it.
  @discardableResult
  public func correctClock(by answer: ServerAnswer) async -> Bool {
    await pair.correctClock(by: answer)
  }

  /// What the credentials are: a pair that cannot be fetched again.
  public var signingCredential: SigningCredential { .fixed }
}

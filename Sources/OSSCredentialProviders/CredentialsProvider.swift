public import OSSCredentials
public import OSSPrimitives

/// A mode that hands out credentials: a key pair, a token, or what it fetches.
///
/// The package has four, and an app may write its own. Each can sign, see ``RequestSigner``; a
/// provider of an app can as soon as it has the members here.
///
///     let provided = try await provider.credentials()
///     await provider.reject(generation: provided.generation)
public protocol CredentialsProvider: RequestSigner {
  /// Hands out credentials that are valid now, and fetches them first where it must.
  ///
  /// Nothing blocks a thread (CRED-MODE-2); without credentials there is no result (CRED-MODE-3).
  /// Cancelling the task that asks ends its own wait and no fetch (CRED-MODE-10).
  ///
  /// - Throws: a ``ProviderError``, with the cause.
  func credentials() async throws(ProviderError) -> ProvidedCredentials

  /// Drops the credentials that OSS rejected, if they are still the ones in use.
  ///
  /// - Parameter generation: that of the credentials that the rejected request was signed with.
  func reject(generation: Int) async

  /// The time to sign with: the device's, corrected by what was learned.
  func correctedTime() async -> Moment

  /// Takes in how far the device's clock is off, if an answer of OSS shows it.
  ///
  /// - Returns: whether the time to sign with is another one now.
  @discardableResult
  func correctClock(by answer: ServerAnswer) async -> Bool

  /// What the credentials are, as far as it decides what to do when OSS refuses a request.
  var signingCredential: SigningCredential { get }

  /// The version of the signature, and the signer of the credentials in use.
  var signer: KeptSigner { get }
}

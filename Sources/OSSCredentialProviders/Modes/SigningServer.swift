internal import OSSCredentials
internal import OSSSigning

/// The function of an app that has a string signed elsewhere (CRED-MODE-2).
struct SigningServer {
  /// Its type keeps it off every actor: a signer that computes would otherwise hold up that of the
  /// caller, such as the main one. (Calling it from a concurrent function was not enough.)
  let signature: @concurrent @Sendable (StringToSign) async throws -> String?

  /// What it gives for a string, read strictly (CRED-SIGN, V4-REM-2).
  func sign(
    _ string: StringToSign, _ version: SignatureVersion
  ) async throws(ProviderError) -> Signature {
    let (answer, cause) = await answer(for: string)
    do throws(SignerError) {
      return try answer.signature(of: version)
    } catch {
      throw .unsigned(error, cause: cause)
    }
  }

  private func answer(for string: StringToSign) async -> (SignerAnswer, cause: (any Error)?) {
    do {
      return (SignerAnswer(value: try await signature(string)), nil)
    } catch {
      // The error itself is kept; its text may repeat what was to be signed, and is not.
      return (SignerAnswer(value: nil, error: "\(type(of: error))"), error)
    }
  }
}

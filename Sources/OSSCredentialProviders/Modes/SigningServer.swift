internal import OSSCredentials

/// The function of an app that has a string signed elsewhere.
struct SigningServer {
  /// Its type keeps it off every actor: a signer that computes would otherwise hold up that of the
  /// caller, such as the main one. (Calling it from a concurrent function was not enough.)
  let signature: @concurrent @Sendable (String) async throws -> String?

  /// What it gives for a string.
  func answer(for stringToSign: String) async -> CustomAnswer {
    do {
      return CustomAnswer(SignerAnswer(value: try await signature(stringToSign)), cause: nil)
    } catch {
      // The error itself is kept; its text may repeat what was to be signed, and is not.
      return CustomAnswer(SignerAnswer(value: nil, error: "\(type(of: error))"), cause: error)
    }
  }
}

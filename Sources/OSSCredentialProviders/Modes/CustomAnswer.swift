internal import OSSCredentials
internal import OSSSigning

/// What a custom signer gave for one string, with what it threw, if it threw something.
struct CustomAnswer {
  private let answer: SignerAnswer
  private let cause: (any Error)?

  init(_ answer: SignerAnswer, cause: (any Error)?) {
    self.answer = answer
    self.cause = cause
  }

  /// The value of V1, read strictly (CRED-SIGN).
  func readAuthorization() throws(ProviderError) -> AuthorizationV1 {
    do throws(SignerError) {
      return try answer.authorization()
    } catch {
      throw .unsigned(error, cause: cause)
    }
  }

  /// The signature of V4, read strictly (V4-REM-2).
  func readSignatureV4() throws(ProviderError) -> SignatureV4 {
    do throws(SignerError) {
      return try answer.signatureV4()
    } catch {
      throw .unsigned(error, cause: cause)
    }
  }
}

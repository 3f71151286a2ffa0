internal import OSSCredentials
internal import OSSMistakes
internal import OSSServices
internal import OSSSigning
internal import OSSVectors

extension Refusal {
  init(_ error: SigningError) {
    self.init(errorClass: error.code, error.description)
  }

  init(_ error: SignerError) {
    self.init(errorClass: error.code, error.description)
  }

  init(_ error: RPCError) {
    self.init(errorClass: error.code, error.description)
  }

  init(_ error: AssumeRoleError) {
    self.init(errorClass: error.code, error.description)
  }

  init(_ error: ErrorBodyError) {
    self.init(.invalidErrorBody, error.description)
  }

  init(_ error: PostPolicyError) {
    self.init(errorClass: error.code, error.description)
  }

  init(_ error: TokenResponseError) {
    self.init(errorClass: error.code, error.description)
  }
}

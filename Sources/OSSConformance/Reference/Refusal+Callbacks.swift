internal import OSSMistakes
internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning

extension Refusal {
  init(_ error: LiveChannelError) {
    self.init(errorClass: error.code, error.description)
  }

  init(_ error: CallbackError) {
    self.init(errorClass: error.code, error.description)
  }

  init(_ error: CallbackVerificationError) {
    self.init(errorClass: error.code, error.description)
  }

  init(_ error: RSAKeyError) {
    self.init(errorClass: error.code, error.description)
  }
}

internal import OSSPrimitives
internal import OSSSigning

extension Refusal {
  init(_ error: LiveChannelError) {
    self.init(named: error.code, error.description)
  }

  init(_ error: CallbackError) {
    self.init(named: error.code, error.description)
  }

  init(_ error: CallbackVerificationError) {
    self.init(named: error.code, error.description)
  }

  init(_ error: RSAKeyError) {
    self.init(named: error.code, error.description)
  }

  private init(named errorClass: String, _ message: String) {
    self.errorClass = errorClass
    self.message = message
  }
}

internal import OSSCredentials
internal import OSSSigning
internal import OSSVectors

/// Why the reference does not answer a request: an error class and a sentence.
struct Refusal: Error {
  let errorClass: String
  let message: String

  init(_ errorClass: ErrorClass, _ message: String) {
    self.errorClass = errorClass.rawValue
    self.message = message
  }

  init(_ error: SigningError) {
    errorClass = error.code
    message = error.description
  }

  init(_ error: SignerError) {
    errorClass = error.code
    message = error.description
  }

  init(_ error: RPCError) {
    errorClass = error.code
    message = error.description
  }

  init(_ error: AssumeRoleError) {
    errorClass = error.code
    message = error.description
  }

  init(_ error: ErrorBodyError) {
    self.init(.invalidErrorBody, error.description)
  }

  init(_ error: PostPolicyError) {
    errorClass = error.code
    message = error.description
  }

  init(_ error: TokenResponseError) {
    errorClass = error.code
    message = error.description
  }

  /// An input of another shape than the protocol gives.
  static func shape(_ member: String, _ expected: String) -> Refusal {
    Refusal(.invalidInput, "The input's member '\(member)' is not \(expected).")
  }
}

internal import OSSCredentials
internal import OSSMistakes
internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning
internal import OSSVectors

/// An error of the libraries that names its class of the adapter protocol.
protocol CodedError: Error, CustomStringConvertible {
  /// The raw value of an ``ErrorClass``.
  var code: String { get }
}

extension SigningError: CodedError {}
extension SignerError: CodedError {}
extension RPCError: CodedError {}
extension AssumeRoleError: CodedError {}
extension PostPolicyError: CodedError {}
extension TokenResponseError: CodedError {}
extension LiveChannelError: CodedError {}
extension CallbackError: CodedError {}
extension CallbackVerificationError: CodedError {}
extension RSAKeyError: CodedError {}

extension Refusal {
  init(_ error: some CodedError) {
    self.init(errorClass: error.code, error.description)
  }

  init(_ error: ErrorBodyError) {
    self.init(.invalidErrorBody, error.description)
  }
}

internal import OSSAppServer
internal import OSSCredentials
internal import OSSServices
internal import OSSSigning
internal import OSSVectors

/// Why a request is not answered: an error class and a sentence.
package struct InputRefusal: Error {
  /// The raw value of an ``ErrorClass``.
  let errorClass: String
  /// What is wrong, in a sentence.
  let message: String

  /// Makes a refusal of a class of the closed list.
  init(_ errorClass: ErrorClass, _ message: String) {
    self.init(errorClass: errorClass.rawValue, message)
  }

  /// Makes a refusal of the code of an error.
  init(errorClass: String, _ message: String) {
    self.errorClass = errorClass
    self.message = message
  }

  /// An input of another shape than the protocol gives.
  static func shape(_ member: String, _ expected: String) -> InputRefusal {
    InputRefusal(.invalidInput, "The input's member '\(member)' is not \(expected).")
  }
}

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

extension InputRefusal {
  init(_ error: some CodedError) {
    self.init(errorClass: error.code, error.description)
  }
}

internal import OSSVectors

/// Why a request is not answered: an error class and a sentence.
package struct Refusal: Error {
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
  static func shape(_ member: String, _ expected: String) -> Refusal {
    Refusal(.invalidInput, "The input's member '\(member)' is not \(expected).")
  }
}

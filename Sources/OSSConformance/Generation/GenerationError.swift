public import OSSVectors

/// Why vectors could not be made.
public enum GenerationError: Error, Hashable, Sendable {
  /// The folder's files cannot be read as vectors.
  case vectors(VectorError)
  /// A file cannot be read or written.
  case file(FileError)
  /// A list of known failures cannot be read.
  case expectations(ExpectationsError)
  /// The reference refuses a case that expects an answer.
  case refused(id: String, errorClass: String, message: String)
  /// The reference answers a case that expects a refusal.
  case notRefused(id: String, expected: String)
  /// The reference refuses a case with another class.
  case refusedOtherwise(id: String, expected: String, actual: String)
  /// The reference does not fulfil an expectation that a case states.
  case referenceFails(id: String, message: String)
  /// A recorded expectation is not what the reference gives.
  case recordedDiffers(id: String, member: String, expected: String, actual: String)
  /// A file says that it is built, and no builder makes it.
  case noBuilder(suite: String)
  /// A vector is to be added to a suite that is built.
  case builtSuite(String)
}

extension GenerationError: CustomStringConvertible {
  /// One sentence that names the file or the vector, and what is wrong.
  public var description: String {
    switch self {
    case .vectors(let error): error.description
    case .file(let error): error.description
    case .expectations(let error): error.description
    case .refused(let id, let errorClass, let message):
      "\(id): the reference refuses the input as \(errorClass): \(message)"
    case .notRefused(let id, let expected):
      "\(id): the reference answers, but \(expected) is expected."
    case .refusedOtherwise(let id, let expected, let actual):
      "\(id): the reference refuses the input as \(actual), but \(expected) is expected."
    case .referenceFails(let id, let message):
      "\(id): the reference does not do what is expected: \(message)"
    case .recordedDiffers(let id, let member, let expected, let actual):
      "\(id): '\(member)' is recorded as \(expected), but the reference gives \(actual)."
    case .noBuilder(let suite):
      "\(suite).json says that it is built, but no builder makes it."
    case .builtSuite(let suite):
      "\(suite) is a built suite: define the case in Sources/OSSConformance/Generation/Cases."
    }
  }
}

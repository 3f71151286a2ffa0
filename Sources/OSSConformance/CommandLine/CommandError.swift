internal import OSSVectors

/// Why a command could not do its work; each kind has its exit status.
enum CommandError: Error {
  case usage(UsageError)
  case vectors(VectorError)
  case noVectors(searched: [String])
  case selection(SelectionError)
  case expectations(ExpectationsError)
  case adapter(AdapterError)
  case bench(BenchError)
  case grading(GradingError, file: String)
  case generation(message: String)
  case results(ResultsError)
  case file(FileError)
  case noCredentials(variable: String)
  case credentials(CredentialsFileError)
  case request(field: String, fault: String)
  case refused(errorClass: String?, message: String?)

  /// How the program ends.
  var exitStatus: RunnerStatus {
    switch self {
    case .selection, .adapter, .bench: .nothingRun
    default: .usage
    }
  }
}

extension CommandError: CustomStringConvertible {
  /// One sentence.
  var description: String {
    switch self {
    case .usage(let error): error.description
    case .vectors(let error): error.description
    case .noVectors(let searched):
      "There is no folder of vectors at \(searched.joined(separator: " or ")); name it with "
        + "--vectors PATH."
    case .selection(let error): error.description
    case .expectations(let error): error.description
    case .adapter(let error): error.description
    case .bench(let error): error.description
    case .grading(let error, let file): "\(file): \(error)"
    case .generation(let message): message
    case .results(let error): error.description
    case .file(let error): error.description
    case .noCredentials(let variable):
      "The variable \(variable) is not set; set it, or name a file with --credentials FILE."
    case .credentials(let error): error.description
    case .request(let field, let fault): "The \(field) \(fault)."
    case .refused(let errorClass, let message):
      "The request cannot be signed: "
        + [errorClass, message].compactMap { $0 }.joined(separator: ": ")
    }
  }
}

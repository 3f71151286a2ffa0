internal import OSSPrimitives
internal import OSSVectors

/// Why a page of results cannot be made of a report.
enum ResultsError: Error, Hashable {
  /// The file is not JSON.
  case notJSON(file: String, JSONError)
  /// The report lacks a member, or has one of the wrong type.
  case malformed(VectorError)
}

extension ResultsError: CustomStringConvertible {
  /// One sentence that names the file.
  var description: String {
    switch self {
    case .notJSON(let file, let error): "\(file): this is not JSON. \(error)"
    case .malformed(let error): error.description
    }
  }
}

public import OSSPrimitives
public import OSSVectors

/// Why a list of known failures cannot be used.
public enum ExpectationsError: Error, Hashable, Sendable {
  /// The file cannot be read.
  case unreadable(file: String)
  /// The file is not the JSON that this kit reads.
  case notJSON(file: String, JSONError)
  /// A member is missing, unknown, empty or of the wrong type.
  case malformed(VectorError)
  /// An entry has not exactly one of `id` and `pattern`.
  case noTarget(VectorLocation)
  /// No vector has the id of an entry; the nearest id that there is may be meant.
  case unknownID(String, nearest: String?, file: String)
  /// No vector's id matches the pattern of an entry.
  case unmatchedPattern(String, file: String)
  /// Two entries have the same id or pattern.
  case repeatedTarget(String, file: String)
}

extension ExpectationsError: CustomStringConvertible {
  /// One sentence that names the file and the entry.
  public var description: String {
    switch self {
    case .unreadable(let file): "\(file): it cannot be read."
    case .notJSON(let file, let error): "\(file): this is not JSON. \(error)"
    case .malformed(let error): error.description
    case .noTarget(let place): "\(place): the entry must have either an id or a pattern."
    case .unknownID(let id, let nearest, let file):
      "\(file): no vector has the id \(id)"
        + (nearest.map { "; did you mean \($0)?" } ?? ".")
    case .unmatchedPattern(let pattern, let file):
      "\(file): no vector's id matches the pattern \(pattern)."
    case .repeatedTarget(let target, let file): "\(file): \(target) stands there twice."
    }
  }
}

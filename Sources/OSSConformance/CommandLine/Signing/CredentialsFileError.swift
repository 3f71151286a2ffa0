internal import OSSPrimitives
internal import OSSVectors

/// Why a file of credentials cannot be used; nothing that stands in it is ever told.
enum CredentialsFileError: Error, Hashable {
  /// The file cannot be read.
  case unreadable(file: String)
  /// The file is not JSON.
  case notJSON(file: String)
  /// The file's JSON is not an object.
  case notObject(file: String)
  /// A member is missing or no string, or a security token is neither a string nor null.
  case noText(file: String, member: String)
}

extension CredentialsFileError: CustomStringConvertible {
  /// One sentence that names the file and the member.
  var description: String {
    switch self {
    case .unreadable(let file): "\(file): it cannot be read."
    case .notJSON(let file): "\(file): this is not JSON."
    case .notObject(let file): "\(file): this is not a JSON object."
    case .noText(let file, let member): "\(file): the member \(member) must be a string."
    }
  }
}

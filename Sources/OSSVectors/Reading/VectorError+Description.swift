internal import OSSPrimitives

extension VectorError: CustomStringConvertible {
  /// One sentence: the place, then what is wrong there.
  public var description: String {
    switch self {
    case .missingFolder(let path): "\(path): there is no such folder of vectors."
    case .emptyFolder(let path): "\(path): the folder holds no file of vectors."
    case .unreadable(let path): "\(path): it cannot be read."
    case .nonASCII(let file, let offset):
      "\(file): byte \(offset) is not ASCII; write the character as an escape."
    case .notJSON(let file, let error): "\(file): this is not JSON. \(error)"
    case .unknownFormat(let file, let format):
      "\(file): the format is \(format), and this kit reads format 1."
    case .wrongCount(let file, let declared, let found):
      "\(file): the count says \(declared) and there are \(found) vectors."
    case .misnamedSuite(let file, let suite):
      "\(file): the suite is called \(quoted(suite)), which is not the path of the file."
    case .duplicateID(let id, let file, let firstFile):
      "\(file): the id \(quoted(id)) is taken, by a vector in \(firstFile)."
    default: memberDescription
    }
  }

  private var memberDescription: String {
    switch self {
    case .unknownMember(let place): "\(place): the format has no such member."
    case .missingMember(let place): "\(place): the member is missing."
    case .wrongType(let place, let expected): "\(place): the value must be \(expected)."
    case .emptyText(let place): "\(place): the text must not be empty."
    case .emptyList(let place): "\(place): the list must not be empty."
    case .repeatedEntry(let place, let entry): "\(place): \(quoted(entry)) stands there twice."
    case .invalidSlug(let place, let text):
      "\(place): \(quoted(text)) must be lower-case words and digits joined by single hyphens."
    case .invalidClause(let place, let text):
      "\(place): \(quoted(text)) is not the id of a clause, such as V1-RES-4."
    case .unknownWord(let place, let text, let list):
      "\(place): \(quoted(text)) is not \(list)."
    case .invalidBase64(let place): "\(place): the text is not base64."
    default: ""
    }
  }

  private func quoted(_ text: String) -> String { JSONValue.string(text).compact() }
}

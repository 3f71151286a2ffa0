public import OSSJSON
internal import OSSPrimitives

/// Why vectors could not be read.
///
/// Every case names the file; those about a vector also say which vector and which member, so that
/// the sentence alone is enough to fix the file.
public enum VectorError: Error, Equatable, Sendable {
  /// There is no folder at this path.
  case missingFolder(path: String)
  /// The folder holds no file of vectors.
  case emptyFolder(path: String)
  /// A file or folder is there but could not be read.
  case unreadable(path: String)
  /// A byte is not ASCII; other characters stand as escapes in these files.
  case nonASCII(file: String, offset: Int)
  /// The file is not the JSON that this kit reads.
  case notJSON(file: String, JSONError)
  /// The file says that it is of another format than 1.
  case unknownFormat(file: String, format: Int64)
  /// The file's `count` is not the number of its vectors (FMT-FILE-3).
  case wrongCount(file: String, declared: Int64, found: Int)
  /// The file's `suite` is not what its path says.
  case misnamedSuite(file: String, suite: String)
  /// Two vectors have one id.
  case duplicateID(String, file: String, firstFile: String)
  /// A member that the format does not have; it may be a misspelling.
  case unknownMember(VectorLocation)
  /// A member that must be there is not.
  case missingMember(VectorLocation)
  /// A value has another JSON type than the format says.
  case wrongType(VectorLocation, expected: String)
  /// A text that must say something is empty or blank.
  case emptyText(VectorLocation)
  /// A list that must name something is empty.
  case emptyList(VectorLocation)
  /// A list names the same thing twice.
  case repeatedEntry(VectorLocation, entry: String)
  /// A name is not lower-case words joined by hyphens.
  case invalidSlug(VectorLocation, text: String)
  /// A clause's id is not upper-case words and a number joined by hyphens.
  case invalidClause(VectorLocation, text: String)
  /// A word is not in the closed list that it must be from.
  case unknownWord(VectorLocation, text: String, list: String)
  /// An object that says `base64` holds text that is not base64.
  case invalidBase64(VectorLocation)
}

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
    case .unknownMember(let place):
      "\(place): the format has no such member; it is misspelt, or newer than this kit."
    case .missingMember(let place): "\(place): the member is missing."
    case .wrongType(let place, let expected): "\(place): the value must be \(expected)."
    case .emptyText(let place): "\(place): the text must not be empty."
    case .emptyList(let place): "\(place): the list must not be empty."
    case .repeatedEntry(let place, let entry): "\(place): \(quoted(entry)) is there twice."
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

  private func quoted(_ text: String) -> String { JSONValue.string(text.shortened).compact() }
}

/// A place in a file of vectors: which file, which vector in it, which member of that.
public struct VectorLocation: Hashable, Sendable {
  /// The file, as it was named to the reader.
  public var file: String
  /// The vector: its id, or its index such as `vectors[3]` where the id itself is at fault.
  public var vector: String?
  /// The member as a path from the vector, or from the file's own object, such as
  /// `expect.stages.stringToSign`; empty for the whole.
  public var path: String

  /// Names a place.
  public init(file: String, vector: String? = nil, path: String = "") {
    self.file = file
    self.vector = vector
    self.path = path
  }

  /// The place of a member of the object at this place.
  package func member(_ name: String) -> VectorLocation {
    var place = self
    place.path = path.isEmpty ? name : path + "." + name
    return place
  }

  /// The place of an element of the array at this place.
  package func element(_ index: Int) -> VectorLocation {
    var place = self
    place.path = path + "[\(index)]"
    return place
  }
}

extension VectorLocation: CustomStringConvertible {
  /// The parts that are known, from the file inwards.
  public var description: String {
    var text = file
    if let vector { text += ", vector \(vector.shortened)" }
    if !path.isEmpty { text += ", member \(path.shortened)" }
    return text
  }
}

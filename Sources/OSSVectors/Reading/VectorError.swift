public import OSSPrimitives

/// Why vectors could not be read.
///
/// Every case names the file; those about a vector also say which vector and which member, so that
/// the sentence alone is enough to mend the file.
public enum VectorError: Error, Hashable, Sendable {
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
  /// The file's `count` is not the number of its vectors.
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

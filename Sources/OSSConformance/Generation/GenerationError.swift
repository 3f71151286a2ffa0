internal import OSSJSON
internal import OSSPrimitives
package import OSSVectors

/// Why the files of a folder of vectors cannot be completed as they are.
package enum GenerationError: Error, Equatable, Sendable {
  /// An entry or a file is not what the format allows.
  case vectors(VectorError)
  /// A file cannot be read or written.
  case file(FileError)
  /// A line of the ledger is not one.
  case ledger(file: String, line: Int)
  /// A file is not the JSON report of a run.
  case report(VectorError)
  /// A file is not a JSON report, or not JSON at all.
  case notReport(file: String)
  /// An entry lacks what only people can state.
  case unstated(VectorLocation, what: String)
  /// The reference refuses an entry that does not state a refusal.
  case refused(VectorLocation, errorClass: String, message: String)
  /// The reference answers an entry that states a refusal, or breaks on it.
  case notRefused(VectorLocation, expected: String)
  /// The reference refuses an entry with another class.
  case refusedOtherwise(VectorLocation, expected: String, actual: String)
  /// A member of what is expected is not what the reference gives.
  case differs(VectorLocation, expected: String, actual: String)
  /// A vector is not the one that the ledger has under its id.
  case changed(VectorLocation)
  /// The ledger has the vector in another suite.
  case moved(VectorLocation, from: String)
  /// The ledger has an id that no file has any more.
  case gone(id: String, suite: String)
  /// A vector has the id of one that was retired.
  case reused(VectorLocation)
  /// An id that is to be accepted is in no file and not in the ledger.
  case unknownID(String, nearest: String?)
  /// A vector says that an SDK gave its bytes, and the run of that SDK shows otherwise.
  case notConfirmed(VectorLocation, sdk: String)
}

extension GenerationError: CustomStringConvertible {
  /// One sentence that names the file, the vector and the member, and what is wrong there.
  package var description: String {
    switch self {
    case .vectors(let error), .report(let error): error.description
    case .file(let error): error.description
    case .ledger(let file, let line):
      "\(file), line \(line): this is neither a suite with its count nor an id with its digest."
    case .notReport(let file): "\(file): this is not a JSON report of check or grade."
    case .unstated(let place, let what): "\(place): people state \(what); it is missing."
    case .refused(let place, let errorClass, let message):
      "\(place): the reference refuses the input as \(errorClass) (\(message)); if that is right, "
        + "state \"expect\": {\"error\": {\"class\": \"\(errorClass)\"}}."
    case .notRefused(let place, let expected):
      "\(place): the reference answers, but \(expected) is expected."
    case .refusedOtherwise(let place, let expected, let actual):
      "\(place): the reference refuses the input as \(actual), but \(expected) is expected."
    case .differs(let place, let expected, let actual):
      "\(place): the file has \(expected.cut(after: 2_000)), but the reference gives "
        + "\(actual.cut(after: 2_000))."
    case .changed(let place):
      "\(place): the ledger has this id for a vector with other text; "
        + "--accept \((place.vector ?? "ID").shortened) takes the change."
    case .moved(let place, let from):
      "\(place): the ledger has this id in \(from.shortened).json; "
        + "--accept \((place.vector ?? "ID").shortened) takes the move."
    case .gone(let id, let suite):
      "\(suite.shortened).json: the vector \(id.shortened) is in the ledger and not in the file; "
        + "--accept \(id.shortened) retires it."
    case .reused(let place):
      "\(place): a vector that was retired had this id, and an id is never used again."
    case .unknownID(let id, let nearest):
      "No vector matches \(id)" + nearest.asHint
    case .notConfirmed(let place, let sdk):
      "\(place): it names \(sdk), which gave something else in the run that is reported."
    }
  }
}

/// A file of vectors as people write it: an entry may lack what the generator fills in, and a
/// character may stand as itself.
struct SuiteDraft {
  /// The path of the file below the folder, without its extension.
  let name: String
  /// The file, as messages name it.
  let file: String
  /// The profile of the suite; `signing` where the file names none.
  var profile = Profile.signing
  /// The vectors, complete or not.
  var entries: [JSONValue] = []

  /// Makes the draft of a file that is not there yet.
  init(name: String, file: String) {
    self.name = name
    self.file = file
  }

  /// Reads a file. `count` is not looked at: it is written again.
  init(name: String, file: String, reading bytes: Bytes) throws(VectorError) {
    self.init(name: name, file: file)
    let reader = try MemberReader(bytes, file: file)
    try reader.allow(only: ["format", "suite", "profile", "count", "vectors"])
    let format = try reader.integer("format")
    guard format == 1 else { throw .unknownFormat(file: file, format: format) }
    let suite = try reader.text("suite")
    guard suite.hasSameBytes(as: name) else { throw .misnamedSuite(file: file, suite: suite) }
    profile = try Profile(reader) ?? .signing
    entries = try reader.elements("vectors")
  }
}

internal import OSSPrimitives
internal import OSSVectors

/// A file of vectors as people write it: an entry may lack what the generator fills in, and a
/// character may stand as itself.
struct SuiteDraft {
  /// The path of the file below the folder, without its extension.
  let name: String
  /// The file, as messages name it.
  let file: String
  /// The vectors, complete or not.
  var entries: [JSONValue] = []

  /// Makes the draft of a file that is not there yet.
  init(name: String, file: String) {
    self.name = name
    self.file = file
  }

  /// Reads a file. `count` is not looked at: it is written anew.
  init(name: String, file: String, reading bytes: Bytes) throws(VectorError) {
    self.init(name: name, file: file)
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONReader.read(bytes)
    } catch {
      throw .notJSON(file: file, error)
    }
    let reader = try MemberReader(json, at: VectorLocation(file: file))
    try reader.allow(only: ["format", "suite", "count", "vectors"])
    let format = try reader.integer("format")
    guard format == 1 else { throw .unknownFormat(file: file, format: format) }
    let suite = try reader.text("suite")
    guard suite.hasSameBytes(as: name) else { throw .misnamedSuite(file: file, suite: suite) }
    entries = try reader.elements("vectors")
  }
}

internal import OSSPrimitives

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Corpus {
  /// The file beside the suites that is no suite: the JSON Schema of all of them.
  private static let schemaName = "schema.json"

  /// Reads every suite below a folder.
  ///
  /// Files are read in the order of their paths' bytes, so that of several faults the same one is
  /// always told first. Errors name files as paths that begin with the folder's.
  ///
  /// - Parameter directory: The path of the folder of vectors.
  /// - Throws: ``VectorError`` with the place of the first fault.
  /// - Complexity: O(*n*) in the size of the files.
  public static func read(from directory: String) throws(VectorError) -> Corpus {
    var suites: [Suite] = []
    for name in try fileNames(in: directory) {
      let path = directory.hasSuffix("/") ? directory + name : directory + "/" + name
      guard let data = FileManager.default.contents(atPath: path) else {
        throw .unreadable(path: path)
      }
      let suite = try Suite(reading: Bytes(data), file: path)
      guard suite.fileName.hasSameBytes(as: name) else {
        throw .misnamedSuite(file: path, suite: suite.name)
      }
      suites.append(suite)
    }
    return try Corpus(suites: suites)
  }

  /// The paths of the suites' files below a folder, in the order of their bytes.
  package static func fileNames(in directory: String) throws(VectorError) -> [String] {
    guard FileManager.default.fileExists(atPath: directory) else {
      throw .missingFolder(path: directory)
    }
    guard (try? FileManager.default.contentsOfDirectory(atPath: directory)) != nil,
      let names = try? FileManager.default.subpathsOfDirectory(atPath: directory)
    else {
      // What can be read as a file is none of the folders that the reader cannot enter.
      throw FileManager.default.contents(atPath: directory) == nil
        ? .unreadable(path: directory) : .missingFolder(path: directory)
    }
    let files = names.filter { $0.hasSuffix(".json") && !$0.hasSameBytes(as: schemaName) }
    guard !files.isEmpty else { throw .emptyFolder(path: directory) }
    return files.sorted { $0.precedesInBytes($1) }
  }
}

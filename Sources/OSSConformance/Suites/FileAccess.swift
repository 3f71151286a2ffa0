internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Reads and writes whole files, so that no other file of the tool needs to.
enum FileAccess {
  /// The bytes of a file, or nothing if they cannot be had.
  static func read(_ path: String) -> Bytes? {
    FileManager.default.contents(atPath: path).map { Bytes($0) }
  }

  /// Makes the folder that a file is to be in, if it is not there.
  static func makeFolder(around path: String) throws(FileError) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw .unwritable(path: path)
    }
  }

  /// Whether there is a folder at a path.
  static func isFolder(_ path: String) -> Bool {
    // The function that asks for the kind of a file has another signature on each system.
    (try? FileManager.default.contentsOfDirectory(atPath: path)) != nil
  }
}

/// Why a file could not be read or written.
package enum FileError: Error, Equatable, Sendable {
  /// The file cannot be read.
  case unreadable(path: String)
  /// The file cannot be written.
  case unwritable(path: String)
  /// The file is no archive that tar unpacks.
  case noArchive(path: String)
  /// There is no program tar to unpack the file.
  case noTar(path: String)
}

extension FileError: CustomStringConvertible {
  /// One sentence that names the file.
  package var description: String {
    switch self {
    case .unreadable(let path): "\(path): it cannot be read."
    case .unwritable(let path): "\(path): it cannot be written."
    case .noArchive(let path): "\(path): it is neither a folder nor an archive that tar unpacks."
    case .noTar(let path): "\(path): the program tar, which unpacks it, cannot be started."
    }
  }
}

extension MemberReader {
  /// Reads the JSON object of a file.
  init(path: String) throws(VectorError) {
    guard let bytes = FileAccess.read(path) else { throw .unreadable(path: path) }
    try self.init(bytes, file: path)
  }

  /// Reads a JSON object from the bytes of a file.
  init(_ bytes: Bytes, file: String) throws(VectorError) {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONReader.read(bytes)
    } catch {
      throw .notJSON(file: file, error)
    }
    try self.init(json, at: VectorLocation(file: file))
  }
}

/// Finds the folder of vectors where nobody names one.
enum VectorsFolder {
  /// The root of the package that this file was compiled in.
  ///
  /// A program that was built here and stays here finds the package's own vectors without any flag.
  static var packageRoot: String { ancestor(of: #filePath, levels: 4) }

  /// The places to look at, first to last: beside the program, where a wheel puts them, and in the package.
  static func candidates(executable: String) -> [String] {
    let folder = ancestor(of: executable, levels: 1)
    return [
      folder + "/vectors", ancestor(of: folder, levels: 1) + "/share/oss-conform/vectors",
      packageRoot + "/vectors",
    ]
  }

  private static func ancestor(of path: String, levels: Int) -> String {
    var rest = path[...]
    for _ in 0..<levels {
      guard let slash = rest.lastIndex(of: "/") else { return "." }
      rest = rest[..<slash]
    }
    return String(rest)
  }
}

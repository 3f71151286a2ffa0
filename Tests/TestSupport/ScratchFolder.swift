import FoundationEssentials
package import OSSPrimitives

/// A folder that is gone when the test is.
package final class ScratchFolder {
  /// The folder's path.
  package let path: String

  /// Makes an empty folder.
  package init() throws {
    path = FileManager.default.temporaryDirectory.path + "/oss-test-" + UUID().uuidString
    try makeFolder("")
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  package func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: "\(path)/\(name)", withIntermediateDirectories: true)
  }

  /// Writes a file, and makes the folders around it.
  package func write(_ bytes: Bytes, to name: String) throws {
    try makeFolder(name.split(separator: "/").dropLast().joined(separator: "/"))
    try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
  }

  package func write(_ text: String, to name: String) throws {
    try write(Bytes(text.utf8), to: name)
  }

  /// The text of a file; nil if there is none.
  package func read(_ name: String) -> String? {
    FileManager.default.contents(atPath: "\(path)/\(name)").map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}

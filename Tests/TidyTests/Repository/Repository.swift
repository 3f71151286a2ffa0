import FoundationEssentials
import Testing

/// The files of this package, found from this file and read once.
enum Repository {
  /// The folder that holds `Package.swift`.
  static let root = #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 }

  /// Every Swift file in `Sources` and `Tests`, in the order of their paths.
  static let swiftFiles: [SwiftFile] = files(in: ["Sources", "Tests"], endingIn: ".swift").map {
    SwiftFile(path: $0, text: text(of: $0))
  }

  static let sources = swiftFiles.filter { $0.path.hasPrefix("Sources/") }

  /// The pages of the specification.
  static let pages = files(in: ["spec"], endingIn: ".md")

  /// The paths below the given folders, from the root, of files whose name ends so.
  static func files(in folders: [String], endingIn end: String = "") -> [String] {
    folders.flatMap { folder in
      let names = try? FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)")
      return (names ?? []).map { "\(folder)/\($0)" }
    }.filter { path in
      path.hasSuffix(end) && !isLeftover(path) && !isFolder(path)
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  static func isFolder(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: "\(root)/\(path)", isDirectory: &isFolder)
      && isFolder
  }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(root)/\(path)")
  }

  /// What running the adapters leaves behind and `.gitignore` names.
  private static func isLeftover(_ path: String) -> Bool {
    ["/__pycache__/", "/.venv/", "/.DS_Store"].contains { path.contains($0) }
  }

  /// The bytes of a file; empty, which every test would notice, if it cannot be read.
  static func bytes(of path: String) -> [UInt8] {
    FileManager.default.contents(atPath: "\(root)/\(path)").map { Array($0) } ?? []
  }

  static func text(of path: String) -> String { String(decoding: bytes(of: path), as: UTF8.self) }
}

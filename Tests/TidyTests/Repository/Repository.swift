import FoundationEssentials
import TestSupport

/// A Swift file, line by line.
struct SwiftFile: Sendable {
  /// The path from the root of the package.
  let path: String
  let lines: [String]

  init(path: String, text: String) {
    self.path = path
    lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
  }

  var name: String { String(path.split(separator: "/").last ?? "") }

  /// The name of the target, which is the folder in `Sources` or `Tests`.
  var target: String { String(path.split(separator: "/").dropFirst().first ?? "") }

  /// Whether a line is documentation of a case of an enumeration.
  func documentsCase(at index: Int) -> Bool {
    let words = lines[index...].lazy.map { $0.drop { $0 == " " } }
    return words.first?.hasPrefix("///") == true
      && words.first { !$0.hasPrefix("//") }?.hasPrefix("case ") == true
  }

  /// How many blanks begin a line; nil if it is empty.
  func indentation(of index: Int) -> Int? {
    lines[index].isEmpty ? nil : lines[index].utf8.prefix { $0 == 0x20 }.count
  }
}

/// What `grep` says where it cannot search.
struct GrepError: Error {
  let text: String
}

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

  /// The paths below the given folders, from the root, of files whose name ends so, without what
  /// running the adapters leaves behind and `.gitignore` names.
  static func files(in folders: [String], endingIn end: String = "") -> [String] {
    let leftovers = ["/__pycache__/", "/.venv/", "/.DS_Store"]
    return folders.flatMap { folder in
      let names = try? FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)")
      return (names ?? []).map { "\(folder)/\($0)" }
    }.filter { path in
      path.hasSuffix(end) && !leftovers.contains(where: path.contains) && !isFolder(path)
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  static func isFolder(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: "\(root)/\(path)", isDirectory: &isFolder)
      && isFolder
  }

  /// The lines that `grep` prints for a pattern, each after its file, in all text files of the package:
  /// a debug build searches slowly.
  static func grep(_ options: String, _ pattern: String) throws -> [(path: String, text: Substring)]
  {
    let files = [
      "Sources", "Tests", "spec", "vectors", ".ci", "README.md", "Package.swift", "LICENSE",
      ".gitignore", ".gitattributes", ".spi.yml", ".swift-format",
    ]
    let command = [
      "grep", "-rI", "--exclude-dir=__pycache__", "--exclude-dir=.venv", options, "-e",
    ]
    let (status, text) = try programOutput(command + [pattern] + files, in: root)
    // 1 says that nothing was found.
    if status > 1 { throw GrepError(text: text) }
    return text.split(separator: "\n").map {
      let parts = $0.split(separator: ":", maxSplits: 1)
      return (String(parts[0]), parts.count > 1 ? parts[1] : "")
    }
  }

  /// The bytes of a file; empty, which every test would notice, if it cannot be read.
  static func bytes(of path: String) -> [UInt8] {
    FileManager.default.contents(atPath: "\(root)/\(path)").map { Array($0) } ?? []
  }

  static func text(of path: String) -> String { String(decoding: bytes(of: path), as: UTF8.self) }
}

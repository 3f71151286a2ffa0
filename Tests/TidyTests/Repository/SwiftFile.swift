import FoundationEssentials
import Testing

/// A Swift file as text and as code alone.
struct SwiftFile: Sendable {
  /// The path from the root of the package.
  let path: String
  let lines: [String]
  /// The file's bytes with comments, the insides of strings and raw identifiers turned into blanks;
  /// line ends stay, so that offsets and lines mean the same.
  let code: [UInt8]
  let codeLines: [String]

  init(path: String, text: String) {
    self.path = path
    var blanker = CodeBlanker(text)
    code = blanker.blanked()
    lines = Self.lines(of: Array(text.utf8))
    codeLines = Self.lines(of: code)
  }

  private static func lines(of bytes: [UInt8]) -> [String] {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }

  var name: String { String(path.split(separator: "/").last ?? "") }

  /// The name of the target, which is the folder in `Sources` or `Tests`.
  var target: String { String(path.split(separator: "/").dropFirst().first ?? "") }

  /// The places of a text in the code, as `path:line`.
  func places(of text: String) -> [String] {
    codeLines.indices.filter { codeLines[$0].contains(text) }.map { "\(path):\($0 + 1)" }
  }
}

extension SwiftFile {
  /// The modules that the file imports, and the index of the line of each.
  func imports() -> [(module: String, line: Int)] {
    codeLines.indices.compactMap { index in
      let words = codeLines[index].split(separator: " ")
      guard let position = words.firstIndex(of: "import"),
        words[..<position].allSatisfy({ $0.hasPrefix("@") || Self.accessLevels.contains($0) })
      else { return nil }
      let names = words[(position + 1)...].drop { Self.kinds.contains($0) }
      return names.first.map { (String($0.prefix { $0 != "." }), index) }
    }
  }

  private static let accessLevels: Set<Substring> = [
    "public", "package", "internal", "fileprivate", "private",
  ]
  private static let kinds: Set<Substring> = [
    "struct", "class", "enum", "protocol", "typealias", "func", "let", "var",
  ]
}

extension SwiftFile {
  /// The indices of the lines that begin a public declaration, the cases of public enumerations
  /// and the requirements of public protocols among them.
  func publicDeclarations() -> [Int] {
    var indices: Set<Int> = []
    for index in codeLines.indices {
      let words = codeLines[index].split(separator: " ")
      guard words.contains("public"), !words.contains("import") else { continue }
      indices.insert(index)
      if words.contains("enum") { indices.formUnion(members(of: index, ["case"])) }
      if words.contains("protocol") {
        let kinds: Set<Substring> = ["func", "var", "init", "associatedtype", "mutating", "static"]
        indices.formUnion(members(of: index, kinds))
      }
    }
    return indices.sorted()
  }

  /// Whether the declaration around a line has the attribute `@Suite`.
  func isInSuite(_ index: Int) -> Bool {
    func depth(_ line: String) -> Int { line.prefix { $0 == " " }.count }
    let own = depth(codeLines[index])
    let head = codeLines[..<index].last { line in
      depth(line) < own && line.contains { $0.isLetter }
    }
    return head?.contains("@Suite") == true
  }

  /// The indices of the lines directly in the body of a type that begin with one of these words.
  private func members(of index: Int, _ kinds: Set<Substring>) -> [Int] {
    var depth = 0
    var members: [Int] = []
    for line in index..<codeLines.count {
      let first = codeLines[line].split { $0 == " " || $0 == "(" }.first
      if depth == 1, let first, kinds.contains(first) { members.append(line) }
      for byte in codeLines[line].utf8 {
        if byte == UInt8(ascii: "{") { depth += 1 }
        if byte == UInt8(ascii: "}") { depth -= 1 }
      }
      if line > index, depth <= 0 { break }
    }
    return members
  }

  /// The first paragraph of the documentation above a line; empty if there is none.
  func firstParagraph(above index: Int) -> String {
    var first = index
    while first > 0, lines[first - 1].drop(while: { $0 == " " }).hasPrefix("@") { first -= 1 }
    var comment: [Substring] = []
    while first > 0 {
      let line = lines[first - 1].drop { $0 == " " }
      guard line.hasPrefix("///") else { break }
      comment.insert(line.dropFirst(3).drop { $0 == " " }, at: 0)
      first -= 1
    }
    return comment.prefix { !$0.isEmpty }.joined(separator: " ")
  }
}

extension SwiftFile {
  /// A declaration with a body: a function, an initializer, a subscript or a computed property.
  struct Function {
    /// Its place, as `path:line`.
    let place: String
    /// The lines from its first word to the brace that closes its body.
    let lineCount: Int
  }

  /// Every function in the file; one inside another counts for both.
  ///
  /// The formatter indents bodies, so the next brace at the depth of a declaration closes it.
  func functions() -> [Function] {
    codeLines.indices.compactMap { start in
      guard isDeclaration(start), let open = lineOfBody(of: start) else { return nil }
      let end =
        codeLines[open].hasSuffix("}")
        ? open
        : codeLines[(open + 1)...].firstIndex { line in
          Self.depth(of: line) == Self.depth(of: codeLines[start])
            && line.drop { $0 == " " }.hasPrefix("}")
        }
      return end.map { Function(place: "\(path):\(start + 1)", lineCount: $0 - start + 1) }
    }
  }

  private static func depth(of line: String) -> Int { line.prefix { $0 == " " }.count }

  /// Whether a line declares what may have a body.
  private func isDeclaration(_ index: Int) -> Bool {
    let words = codeLines[index].split { $0 == " " }
    let position = words.firstIndex { word in
      let name = word.prefix { $0.isLetter }
      return ["func", "init", "deinit", "subscript", "var"].contains(name)
    }
    guard let position else { return false }
    return words[..<position].allSatisfy { word in
      word.hasPrefix("@") || word.allSatisfy { $0.isLetter || "()".contains($0) }
    }
  }

  /// The line on which the body of a declaration begins; nil if it has none, as a requirement of a
  /// protocol or a stored property.
  private func lineOfBody(of start: Int) -> Int? {
    let depth = Self.depth(of: codeLines[start])
    for index in start..<codeLines.count {
      let text = codeLines[index].drop { $0 == " " }
      if text.isEmpty { continue }
      let isDeeper = Self.depth(of: codeLines[index]) > depth
      let continues = [")", "->", "{", "where ", "throws", "async"].contains { text.hasPrefix($0) }
      if index > start, !isDeeper, !continues { return nil }
      if text.contains("="), text.contains("var "), !text.contains("{ ") { return nil }
      if text.hasSuffix("{"), !isDeeper || text.hasPrefix("->") { return index }
      if text.hasSuffix("}"), text.contains("{"), !isDeeper { return index }
    }
    return nil
  }
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

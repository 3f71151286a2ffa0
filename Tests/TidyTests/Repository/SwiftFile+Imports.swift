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

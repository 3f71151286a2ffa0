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

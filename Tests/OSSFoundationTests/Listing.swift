import Foundation

/// A listing of a page or of a documentation comment, which becomes a function that is compiled.
struct Listing {
  /// The file, from the root of the package.
  let file: String
  /// The line of the file on which its code begins, counted from 1.
  let line: Int
  let code: [String]

  /// The listings of a page: what is between ``` swift and ```.
  static func ofPage(_ file: String, _ text: String) -> [Listing] {
    blocks(file, text.components(separatedBy: "\n"), language: "swift")
  }

  /// The blocks of one language on a page.
  static func blocks(_ file: String, _ lines: [String], language: String) -> [Listing] {
    var found: [Listing] = []
    var start: Int?
    for (index, line) in lines.enumerated() {
      if line == "```" + language {
        start = index + 1
      } else if line == "```", let first = start {
        found.append(Listing(file: file, line: first + 1, code: Array(lines[first..<index])))
        start = nil
      }
    }
    return found
  }

  /// The listings in the documentation comments of a source: indented text after an empty line.
  static func ofSource(_ file: String, _ text: String) -> [Listing] {
    var found: [Listing] = []
    var code: [String] = []
    var (start, isAfterBlank) = (0, false)
    for (index, line) in (text + "\n").components(separatedBy: "\n").enumerated() {
      let comment = line.trimmingCharacters(in: .whitespaces)
      let isCode = comment.hasPrefix("///     ") && (isAfterBlank || !code.isEmpty)
      if isCode {
        if code.isEmpty { start = index + 1 }
        code.append(String(comment.dropFirst(8)))
      } else if !code.isEmpty {
        found.append(Listing(file: file, line: start, code: code))
        code = []
      }
      isAfterBlank = comment == "///"
    }
    return found
  }

  /// The modules that the code imports.
  var imports: [String] { code.filter { $0.hasPrefix("import ") } }

  /// The code without its imports, without the lines of a manifest, and without empty ends.
  private var body: [String] {
    let others = ["import ", ".package(", ".product("]
    return code.map { line in others.contains { line.hasPrefix($0) } ? "" : line }
  }

  /// Whether the code declares something, which then is beside the functions.
  var isDeclaration: Bool {
    let first = body.first { !$0.isEmpty && !$0.hasPrefix("//") } ?? ""
    return ["struct ", "func ", "@Suite", "extension ", "final class "].contains {
      first.hasPrefix($0)
    }
  }

  /// How many lines have code.
  var lineCount: Int {
    code.count { line in
      let text = line.trimmingCharacters(in: .whitespaces)
      return !text.isEmpty && !text.hasPrefix("//") && !text.hasPrefix("import ")
    }
  }

  /// The code as it is compiled, and errors on the lines of its file.
  ///
  /// - Parameters:
  ///   - name: the name of the function.
  ///   - parameters: those of the function.
  ///   - isRun: whether a signer or a link of the listing is put to use afterwards.
  func function(_ name: String, _ parameters: [String], isRun: Bool) -> String {
    let place = "#sourceLocation(file: \"\(file)\", line: \(line))\n"
    var text = place + body.joined(separator: "\n") + "\n#sourceLocation()\n"
    if isDeclaration { return text }
    // What runs is sent to the server of the test.
    if isRun { text.replace("at: .region(\"cn-hangzhou\")", with: "at: context.endpoint") }
    let names = isRun ? ["signer", "link"] : []
    let checks = names.filter { name in code.contains { $0.hasPrefix("let \(name) =") } }
      .map { "try await verify(\($0), context)\n" }
    return "func \(name)(_ context: Context, \(parameters.joined(separator: ", "))) "
      + "async throws {\n" + text + checks.joined() + "}\n"
  }
}

import Testing

/// What neither the compiler nor the formatter, with the rules of `.swift-format`, says of a source.
@Suite struct `Sources` {
  @Test func `no file has more than 500 lines, and no function more than 60`() {
    var counted = 0
    for file in Repository.swiftFiles {
      #expect(file.lines.dropLast().count <= 500, "\(file.path)")
      for (index, count) in functions(in: file) {
        counted += 1
        #expect(count <= 60, "\(file.path):\(index + 1)")
      }
    }
    #expect(counted > 1_000)
  }

  /// Each function with a body: the formatter puts the brace that ends it below its first word.
  private func functions(in file: SwiftFile) -> [(index: Int, count: Int)] {
    let kinds = ["func ", "init(", "init<", "init?(", "deinit {", "subscript("]
    return file.lines.indices.compactMap { start in
      let line = file.lines[start]
      guard let depth = file.indentation(of: start),
        !line.utf8.dropFirst(depth).starts(with: "//".utf8),
        !line.hasSuffix("}"),
        kinds.contains(where: line.contains) || line.contains("var ") && line.hasSuffix("{"),
        let end = file.lines.indices[(start + 1)...].first(where: { index in
          file.indentation(of: index).map { own in
            own < depth || own == depth && file.lines[index].utf8.dropFirst(depth).first == 0x7D
          } ?? false
        }), file.indentation(of: end) == depth
      else { return nil }
      return (start, end - start + 1)
    }
  }

  @Test func `every test is in a suite and named by a sentence`() {
    var counted = 0
    for file in Repository.swiftFiles where file.path.hasPrefix("Tests/") {
      for index in file.lines.indices {
        guard let own = file.indentation(of: index),
          file.lines[index].utf8.dropFirst(own).starts(with: "@Test".utf8)
        else { continue }
        counted += 1
        let name = file.lines[index...].first { $0.contains("func ") }
        let head = file.lines[..<index].indices.last { head in
          file.indentation(of: head).map { $0 < own } ?? false
        }
        let isInSuite = head.map { file.lines[$0].contains("@Suite") } ?? false
        #expect(name?.contains("func `") == true && isInSuite, "\(file.path):\(index + 1)")
      }
    }
    #expect(counted > 200)
  }

  /// What is unsafe must be marked so, as the compiler says.
  @Test(arguments: [
    ("", "@unchecked", []), ("", "@testable", []), ("", "XCTest", []), ("", "try!", []),
    ("", " as! ", []),
    ("Sources/", "fatalError", []), ("Sources/", "preconditionFailure", []),
    ("Sources/", "assertionFailure", []), ("Sources/", " print(", []),
    ("Sources/", "nonisolated(unsafe)", ["Sources/OSSTestDoubles/Scripts.swift"]),
    (
      "", "unsafe ",
      [
        "Sources/OSSConformance/Adapters/Process/AdapterConnection.swift",
        "Sources/OSSConformance/Adapters/Process/ByteChannel.swift",
        "Sources/OSSConformance/Adapters/Process/ChildProcess.swift",
        "Sources/OSSConformance/CommandLine/Console.swift",
        "Sources/OSSConformance/Serving/ServedEndpoint.swift",
        "Sources/OSSConformance/Files/FileAccess.swift",
        "Sources/OSSEndpoint/Server/Socket.swift",
        "Sources/OSSExplainPage/Module.swift",
        "Sources/OSSTestDoubles/Scripts.swift",
        "Sources/OSSVectors/Reading/FileSystem.swift",
        "Tests/OSSCredentialProvidersTests/HopTests.swift",
        "Tests/OSSExplainPageTests/PageTests.swift",
      ]
    ),
  ])
  func `use what is unsafe in no file but those named`(
    folder: String, word: String, files: [String]
  ) throws {
    let found = try Repository.grep("-F", word).filter { found in
      found.path.hasPrefix(folder) && found.path.hasSuffix(".swift")
        && !found.path.hasPrefix("Tests/TidyTests/")
        && !found.text.drop { $0 == " " }.hasPrefix("//")
    }
    #expect(Set(found.map(\.path)) == Set(files))
  }

  /// The rule of the formatter leaves out the functions of tests.
  @Test func `no test forces a value out of an optional`() throws {
    let found = try Repository.grep("-E", #"[])A-Za-z0-9_>?"}]!([^=a-z]|$)"#).filter { found in
      found.path.hasPrefix("Tests/") && found.path.hasSuffix(".swift")
        && !found.path.hasPrefix("Tests/TidyTests/")
    }
    for (path, text) in found where Self.forces(text) { Issue.record("\(path): \(text)") }
  }

  /// Whether the mark is outside texts and comments.
  private static func forces(_ line: Substring) -> Bool {
    let bare = line.replacing(#/#".*"#|"(\\.|[^"\\])*"/#, with: "")
    let code = bare.split(separator: "//").first ?? ""
    return code.contains(#/[\])A-Za-z0-9_>?}]!([^=a-z]|$)/#)
  }
}

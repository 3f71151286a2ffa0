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

/// Which sources may import what; the build checks that a target names the modules that it imports.
@Suite struct `Imports` {
  /// The libraries that sign, and their doubles for tests.
  private static let signers = [
    "OSSSigning/", "OSSServices/", "OSSAppServer/", "OSSCredentials/", "OSSCredentialProviders/",
    "OSSFoundation/", "OSSTestDoubles/",
  ]
  private static let client = "OSSCredentialProviders/Transport/URLSessionTransport.swift"
  private static let system = [
    "OSSVectors/Reading/FileSystem.swift", "OSSConformance/", "OSSEndpoint/Server/", "oss-conform/",
  ]
  private static let reference = "OSSConformance/Reference/"

  /// The beginnings of the paths in `Sources` that may import a module; all may import the others of
  /// this package.
  static let allowed: [String: [String]] = [
    "FoundationEssentials": [
      "OSSCredentialProviders/SystemClock.swift",
      "OSSCredentialProviders/Modes/StaticProviders.swift", "OSSAppServerFoundation/",
    ],
    // Of the providers, the HTTP client alone.
    "Foundation": [client, "OSSFoundation/", "OSSTestDoubles/", "OSSTesting/"],
    // What links it is for tests alone.
    "Testing": ["OSSTesting/"],
    "FoundationNetworking": [client, "OSSFoundation/"],
    "Glibc": system,
    "Darwin": system,
    "Musl": ["OSSVectors/Reading/FileSystem.swift"],
    "Synchronization": ["oss-conform/"],
    // The judge, the runner and the vectors know no signer. What explains a refusal reads answers and
    // forms with the libraries, and never signs; the commands that sign call the library themselves.
    "OSSSigning": signers + [
      reference, "OSSConformance/CommandLine/", "OSSConformance/Timelines/Simulator.swift",
      // The app server's half of the self-signed mode signs, as its owner's server does.
      "OSSEndpoint/Tokens/TokenService.swift",
      // The names of subresources are one list, which is no signer.
      "OSSExplain/Canonical/SentResource.swift",
    ],
    "OSSServices": signers + [
      reference, "OSSExplain/", "OSSEndpoint/", "OSSConformance/CommandLine/",
    ],
    "OSSAppServer": signers + [
      reference, "OSSExplain/", "OSSEndpoint/Uploads/", "OSSEndpoint/Tokens/",
      "OSSAppServerFoundation/",
    ],
    // What plays scripts makes the credentials that they name; the bounds judge the trace alone.
    "OSSCredentials": signers + [reference, "OSSExplain/", "OSSConformance/Timelines/"],
  ]

  @Test func `each source imports only what it may`() {
    let free = Set(Repository.sources.map(\.target)).subtracting(Self.allowed.keys)
    var counted = 0
    for file in Repository.sources {
      for (index, line) in file.lines.enumerated() {
        let words = line.prefix { $0 != "/" }.split(separator: " ")
        guard words.prefix(2).contains("import"), let module = words.last else { continue }
        counted += 1
        // Foundation after `#else` replaces FoundationEssentials.
        let isFallback =
          module == "Foundation" && index > 2
          && file.lines[index - 2].hasSuffix("import FoundationEssentials")
        let name = isFallback ? "FoundationEssentials" : String(module)
        let isAllowed = Self.allowed[name]?.contains { file.path.hasPrefix("Sources/" + $0) }
        #expect(
          isAllowed ?? free.contains(name), "\(file.path):\(index + 1) imports \(module)")
      }
    }
    #expect(counted > 300)
  }
}

import FoundationEssentials
import OSSVectors
import TestSupport
import Testing

@Suite struct `Folders` {
  @Test func `the repository has only these files and folders at its top`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Repository.root)
    let ignored = Repository.text(of: ".gitignore").split(separator: "\n")
      .map { $0.hasSuffix("/") ? String($0.dropLast()) : String($0) }
    let tracked = names.filter { $0 != ".git" && !ignored.contains($0) }
    #expect(
      Set(tracked) == [
        "Package.swift", "README.md", "LICENSE", ".gitignore", ".gitattributes", ".spi.yml", ".ci",
        "spec", "vectors", "Sources", "Tests",
      ])
  }

  @Test func `each name of a file occurs once in a target`() {
    var seen: Set<String> = []
    for file in Repository.swiftFiles {
      #expect(seen.insert("\(file.target)/\(file.name)").inserted, "\(file.path)")
      #expect(!["Utils.swift", "Helpers.swift", "Placeholder.swift"].contains(file.name))
    }
  }

  @Test func `each library has a test target`() {
    for target in [
      "OSSPrimitives", "OSSSigning", "OSSServices", "OSSAppServer", "OSSCredentials",
      "OSSCredentialProviders",
      "OSSFoundation", "OSSExplain", "OSSVectors", "OSSConformance",
    ] {
      #expect(Repository.isFolder("Sources/\(target)"))
      #expect(Repository.isFolder("Tests/\(target)Tests"))
    }
  }

  @Test func `the package index builds the documentation of each library`() {
    let products = Repository.text(of: "Package.swift").split(separator: ".library(name: \"")
      .dropFirst().map { $0.prefix { $0 != "\"" } }
    let documented = Repository.text(of: ".spi.yml").split(separator: "        - ").dropFirst()
      .map { $0.prefix { $0 != "\n" } }
    #expect(Set(documented) == Set(products))
    #expect(documented.count == products.count)
  }
}

@Suite struct `Text files` {
  /// Every text file of the package.
  static let files =
    Repository.files(in: ["Sources", "Tests", "spec", "vectors", ".ci"])
    .filter { !$0.hasSuffix(".xz") }
    + ["README.md", "Package.swift", "LICENSE", ".gitignore", ".gitattributes", ".spi.yml"]

  @Test func `hold no path of a machine`() {
    // Each in two pieces, or this file would be found.
    let paths = [
      "/" + "work/", "/" + "root/", "/" + "opt/", "/" + "home/", "bash" + "_jobs", "/" + "tmp/h/",
      "/" + "tmp/wt/", "C:" + "\\Users",
    ]
    for file in Self.files {
      let text = Repository.text(of: file)
      for path in paths where text.contains(path) { Issue.record("\(file) holds \(path)") }
      #expect(!text.isEmpty, "\(file)")
    }
    #expect(Self.files.count > 300)
  }

  @Test func `each line of a text file ends with LF`() {
    for file in Self.files {
      let bytes = Repository.bytes(of: file)
      #expect(!bytes.contains(0x0D), "\(file)")
      #expect(bytes.last == 0x0A, "\(file)")
      #expect(bytes.suffix(2) != [0x0A, 0x0A], "\(file)")
    }
  }

  @Test func `hold nothing that looks like a live key`() {
    let mark = "LT" + "AI"
    // A public page shows this ID of a key, and the hash that OSS showed there needs it.
    let observed = mark + "5tRcn582YUNAgVGppY4u"
    for file in Self.files {
      let text = Repository.text(of: file)
      let isObserved = file == "vectors/v4/observed.json"
      let rest = isObserved ? text.replacing(observed, with: "") : text
      #expect(!rest.contains(mark), "\(file)")
    }
  }
}

/// What the pages for readers say is compared with the repository.
@Suite struct `Pages` {
  static let pages = ["README.md"] + Repository.files(in: ["spec", "vectors"], endingIn: ".md")

  @Test(arguments: pages)
  func `link to files that exist`(page: String) {
    let folder = page.split(separator: "/").dropLast().map { "\($0)/" }.joined()
    // What is between fences is code.
    let prose = Repository.text(of: page).split(separator: "```", omittingEmptySubsequences: false)
      .enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
    for piece in prose.split(separator: "](").dropFirst() {
      let target = piece.prefix { $0 != ")" && $0 != "#" }
      if target.isEmpty || target.contains("://") { continue }
      #expect(Repository.exists(folder + target), "\(page) links to \(target)")
    }
    #expect(Self.pages.count >= 8)
  }

  @Test(arguments: ["README.md", "vectors/README.md"])
  func `the pages for readers state how many vectors there are`(page: String) throws {
    let count = try RealVectors.corpus.get().vectors.count
    let words = Repository.text(of: page).split { $0 == " " || $0 == "\n" || $0 == "*" }
    let stated = words.indices.dropFirst().filter {
      words[$0] == "vectors" || words[$0] == "cases"
    }.compactMap { Int(words[words.index(before: $0)]) }
    #expect(stated == [count])
  }

  @Test(arguments: pages)
  func `name commands and flags that exist`(page: String) {
    // The cases alone, without the sentences behind them.
    let file = Repository.text(of: "Sources/OSSConformance/CommandLine/Parsing/Command.swift")
    let table = file.prefix { $0 != "}" }
    let flags = Repository.sources.filter { $0.path.contains("/CommandLine/") }
      .flatMap { $0.lines.filter { $0.contains("\"--") } }.joined()
    // A line that ends in a backslash continues on the next.
    let lines = Repository.text(of: page).split(separator: "\\\n").joined().split(separator: "\n")
    var counted = 0
    for line in lines {
      let parts = line.split(separator: "oss-conform ", omittingEmptySubsequences: false)
      for part in parts.dropFirst() {
        let words = part.prefix { $0 != "`" && $0 != "#" }.split(separator: " ")
        guard let command = words.first, line.contains("`") || line.hasPrefix("    ") else {
          continue
        }
        counted += 1
        #expect(
          table.contains(" \(command),") || table.contains(" \(command)\n")
            || table.contains("\"\(command)\""), "\(page) names \(command)")
        for word in words.prefix(while: { $0 != "--" }) where word.hasPrefix("--") {
          #expect(flags.contains("\"\(word)\""), "\(page) names \(word)")
        }
      }
    }
    #expect(table.contains(" list,"))
    #expect(page != "README.md" || counted > 5)
  }

  @Test func `show the lines of a replay that this package runs itself`() {
    let blocks = Repository.text(of: "README.md").split(separator: "```swift\n").dropFirst()
      .compactMap { $0.split(separator: "```\n").first }
    let shown = blocks.filter { $0.contains("Judge.verdict") }.map(String.init)
    #expect(shown == [Repository.text(of: "Tests/ReplayTests/JudgedTests.swift")])
  }

  /// That the files exist is a test of all links.
  @Test func `walk through ten files at most, and through none twice`() {
    let page = Repository.text(of: "spec/README.md")
    let walks = page.split(separator: "\n**").dropFirst().map { walk in
      walk.split(separator: "\n\n").prefix(2).joined().split(separator: "](../").dropFirst()
        .map { $0.prefix { $0 != ")" } }
    }
    #expect(walks.count == 3)
    for files in walks {
      #expect((3...10).contains(files.count), "\(files)")
      #expect(Set(files).count == files.count, "\(files)")
    }
  }
}

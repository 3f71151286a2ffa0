import FoundationEssentials
import OSSPrimitives
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
        ".swift-format", "spec", "vectors", "Sources", "Tests",
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
    let targets = Set(Repository.sources.map(\.target))
    #expect(targets.count > 12)
    // What Foundation shows of errors is tested with all that Foundation shows.
    let others = ["OSSTestDoubles", "OSSAppServerFoundation", "oss-conform"]
    for target in targets where !others.contains(target) {
      #expect(Repository.isFolder("Tests/\(target)Tests"))
    }
  }

  @Test func `the package needs no unsafe flag, and tools of version 6.2`() {
    let manifest = Repository.text(of: "Package.swift")
    #expect(!manifest.contains("unsafeFlags"))
    #expect(manifest.hasPrefix("// swift-tools-version: 6.2\n"))
  }

  @Test func `the package index builds the documentation of each library`() {
    let products = Repository.text(of: "Package.swift").split(separator: ".library(name: \"")
      .dropFirst().map { $0.prefix { $0 != "\"" } }
    let documented = Repository.text(of: ".spi.yml").split(separator: "        - ").dropFirst()
      .map { $0.prefix { $0 != "\n" } }
    #expect(documented.sorted() == products.sorted())
    // The index reads no longer file.
    #expect(Repository.bytes(of: ".spi.yml").count <= 1_000)
  }
}

@Suite struct `Text files` {
  @Test func `end each line with LF, and hold no path of a machine and no live key`() throws {
    // Each in two pieces, or this file would be found.
    let banned = [
      "\r", "/" + "work/", "/" + "root/", "/" + "opt/", "/" + "home/", "bash" + "_jobs",
      "/" + "tmp/(h|wt)/", "C:" + "\\\\Users",
    ]
    // An ID of a user's key has 12 or 20 characters behind its mark, one of STS 24.
    let keys = ["LT" + "AI[A-Za-z0-9]{8}", "STS" + "\\.N[A-Za-z0-9]{24}"]
    let found = try Repository.grep("-E", banned.joined(separator: "|"))
    let live = try Repository.grep("-E", keys.joined(separator: "|"))
      .filter { !$0.text.contains("exampleAccessKeyID") }
    for (path, line) in found + live { Issue.record("\(path) holds what it must not: \(line)") }
    let files = Repository.files(in: ["Sources", "Tests", "spec", "vectors", ".ci"])
      .filter { !$0.hasSuffix(".png") }
    for file in files + ["README.md", "Package.swift", ".spi.yml"] {
      let end = Repository.bytes(of: file).suffix(2)
      #expect(end.last == 0x0A && end.first != 0x0A, "\(file)")
    }
    #expect(files.count > 300)
  }
}

/// What the pages for readers say is compared with the repository; `.ci/pages.py` looks at their links
/// and their commands.
@Suite struct `Pages` {
  @Test(arguments: ["README.md", "vectors/README.md"])
  func `the pages for readers state how many vectors there are`(page: String) throws {
    let count = try RealVectors.corpus.get().vectors.count
    let stated = Repository.text(of: page).matches(of: #/([0-9]+)\**\s\**(vectors|cases)[\s*]/#)
    #expect(stated.map(\.output.1) == ["\(count)"])
  }

  @Test func `show the lines of a replay that this package runs itself`() {
    let blocks = Repository.text(of: "vectors/README.md").split(separator: "```swift\n").dropFirst()
      .compactMap { $0.split(separator: "```\n").first }
    let shown = blocks.filter { $0.contains("Judge.verdict") }.map(String.init)
    #expect(shown == [Repository.text(of: "Tests/ReplayTests/JudgedTests.swift")])
  }

  @Test func `walk through ten files at most, and through none twice`() {
    let page = Repository.text(of: "spec/README.md")
    let walks = page.split(separator: "\n**").dropFirst().map { walk in
      walk.split(separator: "\n\n").prefix(2).joined().split(separator: "](").dropFirst()
        .map { $0.prefix { $0 != ")" } }
    }
    #expect(walks.count == 6)
    for files in walks {
      #expect((3...10).contains(files.count), "\(files)")
      #expect(Set(files).count == files.count, "\(files)")
    }
  }
}

import FoundationEssentials
import Testing

@Suite struct `Folders` {
  @Test func `the repository has only these files and folders at its top`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Repository.root)
    let ignored = Repository.text(of: ".gitignore").split(separator: "\n")
      .map { $0.hasSuffix("/") ? String($0.dropLast()) : String($0) }
    let tracked = names.filter { $0 != ".git" && !ignored.contains($0) }
    #expect(
      Set(tracked) == [
        "Package.swift", "README.md", "LICENSE", ".gitignore", ".gitattributes", ".ci",
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
      "OSSPrimitives", "OSSSigning", "OSSServices", "OSSCredentials", "OSSCredentialProviders",
      "OSSFoundation", "OSSVectors", "OSSConformance",
    ] {
      #expect(Repository.isFolder("Sources/\(target)"))
      #expect(Repository.isFolder("Tests/\(target)Tests"))
    }
  }
}

@Suite struct `Text files` {
  /// Every text file of the package.
  static let files =
    Repository.files(in: ["Sources", "Tests", "spec", "vectors", ".ci"])
    .filter { !$0.hasSuffix(".xz") }
    + ["README.md", "Package.swift", "LICENSE", ".gitignore", ".gitattributes"]

  @Test func `text files hold no path of a machine`() {
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

  @Test func `text files hold nothing that looks like a live key`() {
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

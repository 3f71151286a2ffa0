import FoundationEssentials
import Testing

@Suite struct `The tree` {
  @Test func `has these names at the top and no other`() throws {
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

  @Test func `names a file after what is in it, once in each target`() {
    var seen: Set<String> = []
    for file in Repository.swiftFiles {
      #expect(seen.insert("\(file.target)/\(file.name)").inserted, "\(file.path)")
      #expect(!["Utils.swift", "Helpers.swift", "Placeholder.swift"].contains(file.name))
    }
  }

  @Test func `has a test target for each library`() {
    for target in [
      "OSSPrimitives", "OSSSigning", "OSSServices", "OSSCredentials", "OSSCredentialProviders",
      "OSSVectors", "OSSConformance",
    ] {
      #expect(Repository.isFolder("Sources/\(target)"))
      #expect(Repository.isFolder("Tests/\(target)Tests"))
    }
  }
}

import Testing

@Suite struct `Text files` {
  /// Every text file of the package.
  static let files =
    Repository.files(in: ["Sources", "Tests", "spec", "vectors", ".ci"])
    .filter { !$0.hasSuffix(".xz") }
    + ["README.md", "Package.swift", "LICENSE", ".gitignore", ".gitattributes"]

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

  @Test func `end their lines with LF, and the last one too`() {
    for file in Self.files {
      let bytes = Repository.bytes(of: file)
      #expect(!bytes.contains(0x0D), "\(file)")
      #expect(bytes.last == 0x0A, "\(file)")
      #expect(bytes.suffix(2) != [0x0A, 0x0A], "\(file)")
    }
  }

  @Test func `of vectors are ASCII`() {
    let files = Repository.files(in: ["vectors"], endingIn: ".json")
    for file in files {
      #expect(Repository.bytes(of: file).allSatisfy { $0 == 0x0A || 0x20...0x7E ~= $0 }, "\(file)")
    }
    #expect(files.count >= 21)
  }

  @Test func `hold nothing that looks like a live key`() {
    let mark = "LT" + "AI"
    for file in Self.files { #expect(!Repository.text(of: file).contains(mark), "\(file)") }
  }
}

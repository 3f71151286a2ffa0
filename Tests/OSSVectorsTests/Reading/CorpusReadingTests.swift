import OSSVectors
import TestSupport
import Testing

@Suite struct `The reader of a corpus` {
  @Test func `the reader of a corpus reads suites in the order of their paths`() throws {
    let folder = try ScratchFolder()
    try folder.write(Samples.suite("v1/header", ids: ["c", "d"]), to: "v1/header.json")
    try folder.write(Samples.suite("b", ids: ["b"]), to: "b.json")
    try folder.write(Samples.suite("v1-extra", ids: ["a"]), to: "v1-extra.json")
    try folder.write("{}", to: "schema.json")
    try folder.write("text", to: "README.md")
    let corpus = try Corpus.read(from: folder.path)
    #expect(corpus.suites.map(\.name) == ["b", "v1-extra", "v1/header"])
    #expect(corpus.vectors.map(\.id) == ["b", "a", "c", "d"])
    #expect(corpus[id: "d"]?.id == "d")
    #expect(corpus[id: "e"] == nil)
  }

  @Test func `the reader of a corpus refuses an id that is in two files`() throws {
    let folder = try ScratchFolder()
    try folder.write(Samples.suite("a", ids: ["one"]), to: "a.json")
    try folder.write(Samples.suite("b", ids: ["one"]), to: "b.json")
    #expect(throws: VectorError.duplicateID("one", file: "b.json", firstFile: "a.json")) {
      try Corpus.read(from: folder.path)
    }
  }

  @Test func `the reader of a corpus refuses a suite under another name than its file's`() throws {
    let folder = try ScratchFolder()
    try folder.write(Samples.suite("a", ids: ["one"]), to: "b.json")
    #expect(throws: VectorError.misnamedSuite(file: folder.path + "/b.json", suite: "a")) {
      try Corpus.read(from: folder.path)
    }
  }

  @Test func `the reader of a corpus says that a folder is missing or empty`() throws {
    let folder = try ScratchFolder()
    #expect(throws: VectorError.missingFolder(path: folder.path + "/none")) {
      try Corpus.read(from: folder.path + "/none")
    }
    try folder.write("{}", to: "schema.json")
    #expect(throws: VectorError.missingFolder(path: folder.path + "/schema.json")) {
      try Corpus.read(from: folder.path + "/schema.json")
    }
    #expect(throws: VectorError.emptyFolder(path: folder.path)) {
      try Corpus.read(from: folder.path)
    }
  }

  @Test func `the reader of a corpus says that a file cannot be read`() throws {
    let folder = try ScratchFolder()
    try folder.write("", to: "a.json/inner.txt")
    #expect(throws: VectorError.unreadable(path: folder.path + "/a.json")) {
      try Corpus.read(from: folder.path)
    }
  }
}

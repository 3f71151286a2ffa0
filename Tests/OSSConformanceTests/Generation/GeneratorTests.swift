import OSSConformance
import OSSPrimitives
import OSSVectors
import Testing

@Suite struct `The generator` {
  @Test func `writes what stands in vectors, byte for byte`() throws {
    let files = try Generator(directory: RealVectors.folder).files()
    for file in files {
      #expect(file.isCurrent, "\(file.suite)")
      #expect(try file.bytes == RealVectors.bytes(of: file.suite), "\(file.suite)")
    }
    #expect(try Set(files.map(\.suite)) == Set(RealVectors.corpus.get().suites.map(\.name)))
    #expect(Set(files.map(\.suite)).count == files.count)
    #expect(files.count >= 20)
    #expect(try files.map(\.count).reduce(0, +) == RealVectors.corpus.get().vectors.count)
  }

  @Test func `adds the steps that a recorded vector lacks, and nothing else`() throws {
    var suite = try RealVectors.suite("v1/published")
    let original = try RealVectors.bytes(of: suite.name)
    var stripped = 0
    for index in suite.vectors.indices {
      guard case .answer(var answer) = suite.vectors[index].expectation.outcome,
        !answer.stages.members.isEmpty
      else { continue }
      answer.stages = [:]
      suite.vectors[index].expectation.outcome = .answer(answer)
      stripped += 1
    }
    #expect(stripped == 21)
    let folder = try VectorFolder(suite)
    let file = try folder.generated(suite.name)
    #expect(!file.isCurrent)
    #expect(file.bytes == original)
  }

  @Test func `keeps the order of the steps, whichever is missing`() throws {
    var suite = try RealVectors.suite("v1/published")
    let original = try RealVectors.bytes(of: suite.name)
    guard case .answer(var answer) = suite.vectors[0].expectation.outcome else { return }
    answer.stages["canonicalizedHeaders"] = nil
    suite.vectors[0].expectation.outcome = .answer(answer)
    #expect(try VectorFolder(suite).generated(suite.name).bytes == original)
  }

  @Test func `brings a file into canonical form`() throws {
    let suite = try RealVectors.suite("primitives/sha1")
    let original = try RealVectors.bytes(of: suite.name)
    let folder = try VectorFolder(suite)
    #expect(try folder.generated(suite.name).isCurrent)
    try folder.write(original + [0x0A], to: suite.fileName)
    let file = try folder.generated(suite.name)
    #expect(!file.isCurrent)
    #expect(file.bytes == original)
  }

  @Test func `writes only what is not current`() throws {
    let suite = try RealVectors.suite("primitives/sha1")
    let folder = try VectorFolder(suite)
    let generator = Generator(directory: folder.path)
    let files = try generator.files()
    #expect(files.filter(\.isCurrent).map(\.suite) == ["primitives/sha1"])
    let chosen = files.filter { ["primitives/sha1", "primitives/none"].contains($0.suite) }
    try generator.write(chosen)
    #expect(folder.bytes(of: "primitives/sha1") == suite.canonicalBytes())
    #expect(folder.bytes(of: "v1/date") == nil)
  }

  @Test func `refuses a file that says it is built and is not`() throws {
    var suite = try RealVectors.suite("primitives/sha1")
    suite.kind = .built
    let folder = try VectorFolder(suite)
    #expect(throws: GenerationError.noBuilder(suite: "primitives/sha1")) {
      try Generator(directory: folder.path).files()
    }
  }

  @Test func `refuses a recorded vector with the ID of a built one`() throws {
    var suite = try RealVectors.suite("primitives/sha1")
    suite.vectors[0].id = try #require(RealVectors.suite("v1/date").vectors.first?.id)
    let folder = try VectorFolder(suite)
    let error = GenerationError.vectors(
      .duplicateID(suite.vectors[0].id, file: "v1/date.json", firstFile: "primitives/sha1.json"))
    #expect(throws: error) { try Generator(directory: folder.path).files() }
  }
}

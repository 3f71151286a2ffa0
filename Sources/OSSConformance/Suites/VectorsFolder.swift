internal import OSSExplain
internal import OSSJSON
internal import OSSPrimitives
package import OSSVectors

/// Finds the folder of vectors where nobody names one.
enum VectorsFolder {
  /// The root of the package that this file was compiled in.
  ///
  /// A program that was built here and stays here finds the package's own vectors without any flag.
  static var packageRoot: String { ancestor(of: #filePath, levels: 4) }

  /// The places to look at, first to last: beside the program, where a wheel puts them, and in the package.
  static func candidates(executable: String) -> [String] {
    let folder = ancestor(of: executable, levels: 1)
    return [
      folder + "/vectors", ancestor(of: folder, levels: 1) + "/share/oss-conform/vectors",
      packageRoot + "/vectors",
    ]
  }

  private static func ancestor(of path: String, levels: Int) -> String {
    var rest = path[...]
    for _ in 0..<levels {
      guard let slash = rest.lastIndex(of: "/") else { return "." }
      rest = rest[..<slash]
    }
    return String(rest)
  }
}

extension Arguments {
  /// The corpus that the flags name, or the one that lies where it should.
  func corpus() throws(CommandError) -> Corpus {
    let folder = try vectorsFolder()
    return try rethrowing(as: CommandError.vectors, Corpus.read(from: folder, by: FileAccess.read))
  }

  /// The clauses of the pages that stand beside the vectors.
  func specification() throws(CommandError) -> Specification {
    let folder = try vectorsFolder()
    guard let specification = Specification(besideVectors: folder) else {
      throw .noPages(besideVectors: folder)
    }
    return specification
  }

  /// The mistakes that are known, by the files beside the vectors; none where there are no such files.
  func knownMistakes(of corpus: Corpus) throws(CommandError) -> KnownMistakes {
    let folder = try vectorsFolder()
    return try rethrowing(as: CommandError.vectors, KnownMistakes(in: folder, of: corpus))
  }

  /// The folder that the flags name, or the first that is where it should be.
  func vectorsFolder() throws(CommandError) -> String {
    if let path = one(.vectors) { return path }
    let candidates = VectorsFolder.candidates(executable: console.executablePath)
    guard let path = candidates.first(where: { FileSystem.isFolder($0) }) else {
      throw .noVectors(searched: candidates)
    }
    return path
  }
}

extension KnownMistakes {
  /// Reads the two files in a folder of vectors; where they are missing, no mistake is known.
  package init(in folder: String, of corpus: Corpus) throws(VectorError) {
    guard let mistakes = FileAccess.read("\(folder)/\(Self.mistakesFile)") else {
      self = .none
      return
    }
    try self.init(
      mistakes: mistakes, fingerprints: FileAccess.read("\(folder)/\(Self.fingerprintsFile)"),
      corpus: corpus, folder: folder)
  }
}

extension Knowledge {
  /// The names of the files.
  static let files = ["explain.json", KnownMistakes.mistakesFile, "variations.json"]

  /// Reads the files beside the vectors.
  init(vectors folder: String) throws(CommandError) {
    func json(_ name: String) throws(CommandError) -> JSONValue {
      let path = folder + "/" + name
      guard let bytes = FileAccess.read(path) else { throw .vectors(.unreadable(path: path)) }
      do throws(JSONError) { return try JSONReader.read(bytes) } catch {
        throw .notJSON(error, file: path)
      }
    }
    let (explain, mistakes) = (try json(Self.files[0]), try json(Self.files[1]))
    let variations = try json(Self.files[2])
    do throws(KnowledgeError) {
      try self.init(explain: explain, mistakes: mistakes, variations: variations)
    } catch {
      throw .knowledge(error)
    }
  }
}

internal import OSSJSON
public import OSSPrimitives

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// All suites of a folder, with each vector found by its id.
public struct Corpus: Sendable {
  /// The suites, in the order of their paths.
  public let suites: [Suite]
  /// Every vector, suite by suite.
  public let vectors: [Vector]

  private let indices: [String: Int]
  private let profiles: [Profile]

  /// Makes a corpus of suites, sorted by name.
  ///
  /// - Throws: ``VectorError/duplicateID(_:file:firstFile:)`` if two suites have a vector of one id;
  ///   the files are then named as they are called below the folder of vectors.
  public init(suites: [Suite]) throws(VectorError) {
    self.suites = suites.sorted { $0.fileName.utf8.lexicographicallyPrecedes($1.fileName.utf8) }
    vectors = self.suites.flatMap(\.vectors)
    profiles = self.suites.flatMap { suite in suite.vectors.map(suite.profile) }
    var indices: [String: Int] = [:]
    indices.reserveCapacity(vectors.count)
    for index in vectors.indices {
      let id = vectors[index].id
      if let first = indices.updateValue(index, forKey: id) {
        throw .duplicateID(
          id, file: Self.file(of: index, in: self.suites),
          firstFile: Self.file(of: first, in: self.suites))
      }
    }
    self.indices = indices
  }

  /// The file of the vector that is at a place among those of all suites.
  private static func file(of index: Int, in suites: [Suite]) -> String {
    var end = 0
    for suite in suites {
      end += suite.vectors.count
      if index < end { return suite.fileName }
    }
    return ""
  }

  /// The vector of an id, if there is one.
  public subscript(id id: String) -> Vector? {
    indices[id].map { vectors[$0] }
  }

  /// The profile of the vector of an id; `signing` for an id that no vector has.
  public func profile(of id: String) -> Profile {
    indices[id].map { profiles[$0] } ?? .signing
  }
}

/// One file of vectors.
public struct Suite: Hashable, Sendable {
  /// The file's path below the folder of vectors, without its extension, such as `v1/header`.
  public var name: String
  /// The profile of its vectors, but for those that ``profile(of:)`` puts elsewhere.
  public var profile: Profile
  /// The vectors, in the order of the file.
  public var vectors: [Vector]

  /// Makes a suite of vectors, without checking them.
  public init(name: String, profile: Profile = .signing, vectors: [Vector]) {
    self.name = name
    self.profile = profile
    self.vectors = vectors
  }
}

extension Corpus {
  /// The files beside the suites that are no suites: the JSON Schema of all of them, the mistakes
  /// that are known and what they answer, and what explains a refusal.
  private static let otherNames: Set = [
    "schema.json", KnownMistakes.mistakesFile, KnownMistakes.fingerprintsFile,
    "explain.json", "variations.json",
  ]

  /// Reads every suite below a folder.
  ///
  /// Files are read in the order of their paths' bytes, so that of several faults the same one is
  /// always reported first. Errors name files as paths that begin with the folder's.
  ///
  /// - Parameter directory: The path of the folder of vectors.
  /// - Throws: ``VectorError`` with the place of the first fault.
  /// - Complexity: O(*n*) in the size of the files.
  public static func read(from directory: String) throws(VectorError) -> Corpus {
    try read(from: directory) { FileManager.default.contents(atPath: $0).map { Bytes($0) } }
  }

  /// Reads every suite below a folder with a reader of files, which may have a limit.
  package static func read(
    from directory: String, by reader: (_ path: String) -> Bytes?
  ) throws(VectorError) -> Corpus {
    var suites: [Suite] = []
    for name in try fileNames(in: directory) {
      let path = directory.hasSuffix("/") ? directory + name : directory + "/" + name
      guard let bytes = reader(path) else { throw .unreadable(path: path) }
      let suite = try Suite(reading: bytes, file: path)
      guard suite.fileName.hasSameBytes(as: name) else {
        throw .misnamedSuite(file: path, suite: suite.name)
      }
      suites.append(suite)
    }
    return try Corpus(suites: suites)
  }

  /// The paths of the suites' files below a folder, in the order of their bytes.
  package static func fileNames(in directory: String) throws(VectorError) -> [String] {
    guard FileManager.default.fileExists(atPath: directory) else {
      throw .missingFolder(path: directory)
    }
    guard (try? FileManager.default.contentsOfDirectory(atPath: directory)) != nil,
      let names = try? FileManager.default.subpathsOfDirectory(atPath: directory)
    else {
      // What can be read as a file is not one of the folders that the reader cannot enter.
      throw FileManager.default.contents(atPath: directory) == nil
        ? .unreadable(path: directory) : .missingFolder(path: directory)
    }
    let files = names.filter { name in
      // What an editor or a system hides is no suite.
      name.hasSuffix(".json") && !otherNames.contains(name)
        && !name.split(separator: "/").contains { $0.hasPrefix(".") }
    }
    guard !files.isEmpty else { throw .emptyFolder(path: directory) }
    return files.sorted { $0.precedesInBytes($1) }
  }
}

extension Suite {
  /// Reads one file of vectors, strictly.
  ///
  /// - Parameters:
  ///   - bytes: What is in the file.
  ///   - file: The name to give the file in errors.
  /// - Throws: ``VectorError`` with the place of the first fault.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(reading bytes: Bytes, file: String) throws(VectorError) {
    let json: JSONValue
    let isASCII: Bool
    do throws(JSONError) {
      (json, isASCII) = try JSONReader.readNotingASCII(bytes)
    } catch {
      throw Self.nonASCII(bytes, file: file) ?? .notJSON(file: file, error)
    }
    if !isASCII, let error = Self.nonASCII(bytes, file: file) { throw error }
    try self.init(json: json, file: file)
  }

  /// The error of the first byte outside ASCII (FMT-FILE-1).
  ///
  /// It comes before errors of JSON: the JSON may well be right and only not portable.
  private static func nonASCII(_ bytes: Bytes, file: String) -> VectorError? {
    bytes.firstIndex { $0 >= 0x80 }.map { .nonASCII(file: file, offset: $0) }
  }

  private init(json: JSONValue, file: String) throws(VectorError) {
    let reader = try MemberReader(json, at: VectorLocation(file: file))
    let format = try reader.integer("format")
    guard format == 1 else { throw .unknownFormat(file: file, format: format) }
    try reader.allow(only: ["format", "suite", "profile", "count", "vectors"])
    let name = try reader.text("suite")
    guard NameRules.isSuiteName(name) else {
      throw .invalidSlug(reader.place.member("suite"), text: name)
    }
    let declared = try reader.integer("count")
    let vectors = try Self.vectors(reader, file: file)
    // FMT-FILE-3.
    guard declared == vectors.count else {
      throw .wrongCount(file: file, declared: declared, found: vectors.count)
    }
    self.init(name: name, profile: try Profile(reader) ?? .signing, vectors: vectors)
  }

  private static func vectors(
    _ reader: MemberReader, file: String
  ) throws(VectorError) -> [Vector] {
    let elements = try reader.elements("vectors")
    var vectors: [Vector] = []
    var ids: Set<String> = []
    vectors.reserveCapacity(elements.count)
    ids.reserveCapacity(elements.count)
    for index in elements.indices {
      let vector = try Vector(
        json: elements[index],
        at: VectorLocation(file: file, vector: "vectors[" + String(index) + "]"))
      guard ids.insert(vector.id).inserted else {
        throw .duplicateID(vector.id, file: file, firstFile: file)
      }
      vectors.append(vector)
    }
    return vectors
  }
}

extension Suite {
  /// Whether a text can be the name of a suite: words of `a-z`, `0-9` and hyphens, with slashes between.
  package static func isName(_ text: String) -> Bool { NameRules.isSuiteName(text) }
}

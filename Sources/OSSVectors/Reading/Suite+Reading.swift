public import OSSPrimitives

extension Suite {
  /// Reads one file of vectors, strictly.
  ///
  /// - Parameters:
  ///   - bytes: What stands in the file.
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

  /// The error of the first byte outside ASCII.
  ///
  /// It comes before errors of JSON: the JSON may well be right and only not portable.
  private static func nonASCII(_ bytes: Bytes, file: String) -> VectorError? {
    bytes.firstIndex { $0 >= 0x80 }.map { .nonASCII(file: file, offset: $0) }
  }

  private init(json: JSONValue, file: String) throws(VectorError) {
    let reader = try MemberReader(json, at: VectorLocation(file: file))
    let format = try reader.integer("format")
    guard format == 1 else { throw .unknownFormat(file: file, format: format) }
    try reader.allow(only: ["format", "suite", "count", "vectors"])
    let name = try reader.text("suite")
    guard NameRules.isSuiteName(name) else {
      throw .invalidSlug(reader.place.member("suite"), text: name)
    }
    let declared = try reader.integer("count")
    let vectors = try Self.vectors(reader, file: file)
    guard declared == vectors.count else {
      throw .wrongCount(file: file, declared: declared, found: vectors.count)
    }
    self.init(name: name, vectors: vectors)
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

public import OSSJSON
public import OSSPrimitives

extension Corpus {
  /// The files beside the suites that are no suites: the JSON Schema of all of them, the mistakes
  /// that are known and what they answer, and what explains a refusal.
  private static let otherNames: Set = [
    "schema.json", KnownMistakes.mistakesFile, KnownMistakes.fingerprintsFile,
    "explain.json", "variations.json",
  ]

  #if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
    /// Reads every suite below a folder.
    ///
    /// Files are read in the order of their paths' bytes, so that of several faults the same one is
    /// always reported first. Errors name files as paths that begin with the folder's.
    ///
    /// - Parameter directory: The path of the folder of vectors.
    /// - Throws: ``VectorError`` with the place of the first fault.
    /// - Complexity: O(*n*) in the size of the files.
    public static func read(from directory: String) throws(VectorError) -> Corpus {
      try read(from: directory) { FileSystem.contents(of: $0) }
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
      guard FileSystem.isFolder(directory) else { throw .missingFolder(path: directory) }
      guard let names = FileSystem.paths(below: directory) else {
        throw .unreadable(path: directory)
      }
      let files = names.filter { name in
        // What an editor or a system hides is no suite.
        name.hasSuffix(".json") && !otherNames.contains(name)
          && !name.split(separator: "/").contains { $0.hasPrefix(".") }
      }
      guard !files.isEmpty else { throw .emptyFolder(path: directory) }
      return files.sorted { $0.precedesInBytes($1) }
    }
  #endif
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

extension Vector {
  private static let memberNames = [
    "id", "operation", "level", "reason", "profile", "clauses", "comment", "flags", "provenance",
    "input", "expect",
  ]

  /// Reads a vector from JSON, strictly.
  ///
  /// - Parameters:
  ///   - json: The vector's object.
  ///   - place: Where it is; the vector's id takes the place of the index once it is known.
  /// - Throws: ``VectorError`` with the place of the first fault.
  /// - Complexity: O(*n*) in the size of the object.
  public convenience init(json: JSONValue, at place: VectorLocation) throws(VectorError) {
    var reader = try MemberReader(json, at: place)
    let id = try reader.text("id")
    guard NameRules.isSlug(id) else {
      throw .invalidSlug(place.member("id"), text: id)
    }
    let here = VectorLocation(file: place.file, vector: id)
    reader.place = here
    try reader.allow(only: Self.memberNames)
    let operation: Operation = try reader.word("operation", list: "an operation of this kit")
    let level: Level = try reader.word("level")
    let reason = try reader.optionalText("reason")
    if level == .may, reason == nil { throw .missingMember(here.member("reason")) }
    self.init(
      id: id, operation: operation, level: level, reason: reason,
      profile: try Profile(reader), clauses: try Self.clauses(reader),
      comment: try reader.text("comment"), flags: try Self.flags(reader),
      provenance: try Provenance(reader.members("provenance")),
      input: try Self.input(reader, of: operation),
      expectation: try Expectation(reader.members("expect"), operation: operation))
  }

  private static func clauses(_ reader: MemberReader) throws(VectorError) -> [String] {
    let clauses = try reader.texts("clauses")
    guard !clauses.isEmpty else { throw .emptyList(reader.place.member("clauses")) }
    for (index, clause) in clauses.enumerated() where !NameRules.isClause(clause) {
      throw .invalidClause(reader.place.member("clauses").element(index), text: clause)
    }
    return clauses
  }

  private static func input(
    _ reader: MemberReader, of operation: Operation
  ) throws(VectorError) -> JSONObject {
    let input = try reader.members("input")
    try input.allow(only: operation.inputMembers)
    return input.object
  }

  private static func flags(_ reader: MemberReader) throws(VectorError) -> [String] {
    let flags = try reader.texts("flags")
    for (index, flag) in flags.enumerated() where !NameRules.isSlug(flag) {
      throw .invalidSlug(reader.place.member("flags").element(index), text: flag)
    }
    return flags
  }
}

extension MemberReader {
  /// A member's word, which must be a raw value of a closed list.
  package func word<Word: RawRepresentable<String>>(
    _ name: String, list: @autoclosure () -> String
  ) throws(VectorError) -> Word {
    let text = try text(name)
    guard let word = Word(rawValue: text) else {
      throw .unknownWord(place.member(name), text: text, list: list())
    }
    return word
  }
}

extension Profile {
  /// Reads the member `profile` of a suite or a vector, if it is there.
  package init?(_ reader: MemberReader) throws(VectorError) {
    if reader.object["profile"] == nil { return nil }
    self = try reader.word("profile")
  }
}

extension Expectation {
  /// Reads what a vector expects.
  init(_ reader: MemberReader, operation: Operation) throws(VectorError) {
    let outcome = try Outcome(reader, operation: operation, besides: ["exact", "any_of"])
    self.init(
      outcome: outcome, alternatives: try Self.alternatives(reader, operation: operation),
      exact: try Self.exact(reader, outcome: outcome))
  }

  private static func alternatives(
    _ reader: MemberReader, operation: Operation
  ) throws(VectorError) -> [Alternative] {
    guard reader.object["any_of"] != nil else { return [] }
    var alternatives: [Alternative] = []
    for (index, value) in try reader.elements("any_of").enumerated() {
      let one = try MemberReader(value, at: reader.place.member("any_of").element(index))
      alternatives.append(
        Alternative(
          reason: try one.text("reason"),
          outcome: try Outcome(one, operation: operation, besides: ["reason"])))
    }
    guard !alternatives.isEmpty else { throw .emptyList(reader.place.member("any_of")) }
    return alternatives
  }

  private static func exact(
    _ reader: MemberReader, outcome: Outcome
  ) throws(VectorError) -> [String] {
    guard reader.object["exact"] != nil else { return [] }
    let names = try reader.texts("exact")
    guard !names.isEmpty else { throw .emptyList(reader.place.member("exact")) }
    for (index, name) in names.enumerated() {
      guard case .answer(let answer) = outcome, answer.members[name] != nil else {
        throw .unknownWord(
          reader.place.member("exact").element(index), text: name,
          list: "a member of the expected answer")
      }
    }
    return names
  }
}

extension Outcome {
  /// Reads an outcome: a rejection where there is an `error`, else an answer.
  init(
    _ reader: MemberReader, operation: Operation, besides others: [String]
  ) throws(VectorError) {
    guard reader.object["error"] != nil else {
      self = .answer(
        try Answer(reader, operation: operation, besides: others))
      return
    }
    try reader.allow(only: others + ["error"])
    let error = try reader.members("error")
    try error.allow(only: ["class"])
    let name = try error.text("class")
    guard let errorClass = ErrorClass(rawValue: name) else {
      throw .unknownWord(error.place.member("class"), text: name, list: "a class of errors")
    }
    self = .rejection(errorClass)
  }
}

extension Answer {
  /// Reads the answer that an object of expectations holds beside its own members.
  ///
  /// The members of a signing operation are a closed list, because the judge compares only what an
  /// adapter gives: one that is misspelt here would never be compared. Members of other operations
  /// must all be given, so that a misspelling fails the first run; of a timeline they are bounds, which
  /// are read strictly too.
  init(
    _ reader: MemberReader, operation: Operation, besides others: [String]
  ) throws(VectorError) {
    var members = JSONObject()
    members.members.reserveCapacity(reader.object.members.count)
    let given = reader.object.members
    for index in given.indices
    where given[index].name != "stages" && !others.containsBytes(of: given[index].name) {
      try Self.check(given[index], of: reader, operation: operation)
      members.members.append(given[index])
    }
    guard !members.members.isEmpty else { throw .emptyList(reader.place) }
    if operation == .credentialTimeline { _ = try TimelineBounds(members, at: reader.place) }
    self.init(members: members, stages: try Self.stages(reader))
  }

  private static func check(
    _ member: JSONMember, of reader: MemberReader, operation: Operation
  ) throws(VectorError) {
    guard operation.signsRequest else { return }
    let name = member.name
    if name == "signature" || isProof(name, of: operation) {
      try checkText(member.value, at: reader.place.member(name))
    } else if name == "headers" || name == "fields" {
      try checkHeaders(member.value, at: reader.place.member(name))
    } else {
      throw .unknownMember(reader.place.member(name))
    }
  }

  /// Whether the output of a signing operation has a text of this name beside the signature.
  private static func isProof(_ name: String, of operation: Operation) -> Bool {
    switch operation {
    case .v1Header, .v2Header, .v4Header: name == "authorization" || name == "target"
    case .v1String: name == "authorization"
    case .postV1, .postV4: name == "policy"
    case .stsRPC: name == "url" || name == "body"
    case .stsACS3, .serviceHeader: name == "authorization" || name == "url"
    default: name == "url"
    }
  }

  private static func stages(_ reader: MemberReader) throws(VectorError) -> JSONObject {
    guard reader.object["stages"] != nil else { return [:] }
    let stages = try reader.members("stages")
    let members = stages.object.members
    for index in members.indices {
      guard StageName(rawValue: members[index].name) != nil else {
        throw .unknownMember(stages.place.member(members[index].name))
      }
      try checkText(members[index].value, at: stages.place.member(members[index].name))
    }
    return stages.object
  }

  /// Accepts a string, or bytes that are not Unicode as `{"base64":…}` (FMT-BYTES-1).
  private static func checkText(
    _ value: JSONValue, at place: @autoclosure () -> VectorLocation
  ) throws(VectorError) {
    if case .string = value { return }
    guard let object = value.objectValue, object.members.count == 1,
      let text = object["base64"]?.stringValue
    else { throw .wrongType(place(), expected: "a string, or an object with base64 alone") }
    do throws(Base64Error) {
      _ = try Base64.decode(text)
    } catch {
      throw .invalidBase64(place().member("base64"))
    }
  }

  private static func checkHeaders(
    _ value: JSONValue, at place: @autoclosure () -> VectorLocation
  ) throws(VectorError) {
    guard let headers = value.arrayValue else { throw .wrongType(place(), expected: "an array") }
    for (index, header) in headers.enumerated() {
      guard let pair = header.arrayValue, pair.count == 2 else {
        throw .wrongType(place().element(index), expected: "a pair of name and value")
      }
      for (part, text) in pair.enumerated() {
        try checkText(text, at: place().element(index).element(part))
      }
    }
  }
}

extension Provenance {
  /// Reads the object that says where an expected answer comes from.
  init(_ reader: MemberReader) throws(VectorError) {
    let kind = try reader.text("kind")
    let note = try reader.optionalText("note")
    switch kind {
    case "published":
      try reader.allow(only: ["kind", "source", "note"])
      self = .published(source: try reader.text("source"), note: note)
    case "agreed":
      try reader.allow(only: ["kind", "sdks", "note"])
      let sdks = try reader.texts("sdks")
      guard !sdks.isEmpty else { throw .emptyList(reader.place.member("sdks")) }
      self = .agreed(sdks: sdks, note: note)
    case "observed":  // FMT-OBS-1.
      try reader.allow(only: ["kind", "source", "read", "quote", "note"])
      self = .observed(
        source: try reader.text("source"), read: try reader.text("read"),
        quote: try reader.text("quote"), note: note)
    case "derived":
      try reader.allow(only: ["kind", "reason", "note"])
      self = .derived(reason: try reader.text("reason"), note: note)
    default:
      throw .unknownWord(
        reader.place.member("kind"), text: kind, list: "one of published, agreed, observed, derived"
      )
    }
  }
}

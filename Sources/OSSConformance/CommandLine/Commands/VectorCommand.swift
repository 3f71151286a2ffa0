internal import OSSPrimitives

/// `vector`: makes a vector of a request and adds it to a suite.
enum VectorCommand {
  static let from = Flag(
    "--from", "FILE", "the request: operation and input, and what else is known; - for input")
  static let into = Flag(
    "--into", "SUITE", "the suite, such as v1/headers; it is made if it is not there")
  static let id = Flag("--id", "ID", "the id of the vector")
  static let clause = Flag("--clause", "ID", isRepeatable: true, "a clause that it checks")
  static let comment = Flag("--comment", "SENTENCE", "which mistake it catches")
  static let level = Flag("--level", "LEVEL", "must, should or may; must if not given")
  static let reason = Flag("--reason", "SENTENCE", "why a vector of level may is one")
  static let flags = [from, into, id, clause, comment, level, reason]

  static func run(_ arguments: Arguments, _ console: some Console) throws(CommandError)
    -> RunnerStatus
  {
    guard let path = arguments.one(from) else {
      throw .usage(.missingFlag(from, command: .vector))
    }
    guard let suite = arguments.one(into) else {
      throw .usage(.missingFlag(into, command: .vector))
    }
    var entry = try request(path, console)
    for member in overrides(arguments).members { entry[member.name] = member.value }
    let generator = Generator(directory: try arguments.vectorsFolder(console))
    return try GenerationOutput(isCheck: false).finish(generator, console) {
      [entry] generator throws(GenerationError) in try generator.run(adding: entry, to: suite)
    }
  }

  /// The entry as far as the file has it.
  private static func request(
    _ path: String, _ console: some Console
  ) throws(CommandError) -> JSONObject {
    let bytes = path == "-" ? console.readInput() : FileAccess.read(path)
    guard let bytes else { throw .file(.unreadable(path: path)) }
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONReader.read(bytes)
    } catch {
      throw .generation(message: "\(path): \(error)")
    }
    guard let object = json.objectValue else {
      throw .generation(message: "\(path): it does not hold a JSON object.")
    }
    return object
  }

  private static func overrides(_ arguments: Arguments) -> JSONObject {
    var members = JSONObject()
    for (name, flag) in [
      ("id", id), ("comment", comment), ("level", level), ("reason", reason),
    ] {
      members[name] = arguments.one(flag).map { .string($0) }
    }
    let clauses = arguments.all(clause)
    if !clauses.isEmpty { members["clauses"] = .array(clauses.map { .string($0) }) }
    return members
  }
}

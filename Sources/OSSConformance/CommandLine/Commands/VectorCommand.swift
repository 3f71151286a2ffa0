internal import OSSPrimitives

/// `vector`: makes a vector of a request and adds it to a recorded suite.
enum VectorCommand {
  static let from = Flag(
    "--from", "FILE", "the request: operation and input, and what else is known; - for input")
  static let into = Flag("--into", "SUITE", "the recorded suite, such as v1/recorded")
  static let id = Flag("--id", "ID", "the id of the vector")
  static let clause = Flag("--clause", "ID", isRepeatable: true, "a clause that it checks")
  static let comment = Flag("--comment", "SENTENCE", "which mistake it catches")
  static let level = Flag("--level", "LEVEL", "must, should or may; must if not given")
  static let reason = Flag("--reason", "SENTENCE", "why a vector of level may is one")
  static let flags = [from, into, id, clause, comment, level, reason]

  private struct Options {
    let draft: VectorDraft
    let suite: String
    let generator: Generator
  }

  static func run(_ arguments: Arguments, _ console: some Console) throws(CommandError)
    -> RunnerStatus
  {
    let options = try options(arguments, console)
    let file: Generator.File
    do throws(GenerationError) {
      file = try options.generator.file(adding: options.draft, to: options.suite)
      try options.generator.write([file])
    } catch {
      throw .generation(message: error.description)
    }
    console.write("\(file.suite).json: \(file.count) vectors, written\n")
    return .asExpected
  }

  private static func options(
    _ arguments: Arguments, _ console: some Console
  ) throws(CommandError) -> Options {
    guard let path = arguments.one(from) else {
      throw .usage(.missingFlag(from, command: .vector))
    }
    guard let suite = arguments.one(into) else {
      throw .usage(.missingFlag(into, command: .vector))
    }
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
    return Options(
      draft: VectorDraft(object, overrides: overrides(arguments)), suite: suite,
      generator: Generator(directory: try arguments.vectorsFolder(console)))
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

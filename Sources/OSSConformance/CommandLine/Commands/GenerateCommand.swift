internal import OSSExplain
internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// `generate`: completes the files of vectors, or says what is wrong with them.
enum GenerateCommand: CommandWork {
  static let check = Flag("--check", "write nothing; fail if a file is not current")
  static let accept = Flag(
    "--accept", "ID", isRepeatable: true,
    "take the change of this vector, its move or its withdrawal; * and ? are wild")
  static let confirm = Flag(
    "--confirm", "REPORT", isRepeatable: true,
    "a JSON report of an SDK: name it in the provenance of the vectors that it passed")
  static let fresh = Flag("--fresh", "write a new suite of random inputs that are answered")
  static let changed = Flag(
    "--changed",
    "with --fresh: COUNT inputs of every operation, those that are refused too")
  static let into = Flag("--into", "FILE", "with --fresh: the file of the new suite")
  static let seed = Flag(
    "--seed", "NUMBER", "with --fresh: what the inputs are made from; 1 if not given")
  static let count = Flag("--count", "COUNT", "with --fresh: how many vectors; 1000 if not given")
  static let operation = Flag(
    "--operation", "NAME", isRepeatable: true,
    "with --fresh: an operation to ask for; all that can be made if not given")
  static let region = Flag(
    "--region", "REGION", "with --fresh: the region of all inputs; many if not given")
  static let credentials = Flag(
    "--credentials", "FILE",
    "with --fresh: the credentials of all inputs, which the suite then holds")
  private static let freshFlags = [
    fresh, changed, into, seed, count, operation, region, credentials,
  ]

  static let usage = CommandUsage(
    summary: "complete the files of vectors, or check them",
    flags: [check, accept, confirm] + freshFlags + [.vectors],
    details: [
      "The vector files are the only source. Write id, operation, level, clauses, comment and input of",
      "a vector into a file: the rest of it is computed, and the ledger gets its id.",
      "A file with a value that differs is an error, and then nothing is written.",
    ])

  static func run(_ arguments: Arguments) throws(CommandError) -> RunnerStatus {
    for flag in freshFlags.dropFirst() where !arguments.has(fresh) && arguments.has(flag) {
      throw .missingFlag(fresh, command: .generate)
    }
    for flag in [check, accept, confirm] { try arguments.refuse(fresh, with: flag) }
    if arguments.has(fresh) { return try writeFresh(arguments) }
    var generator = Generator(directory: try arguments.vectorsFolder())
    generator.accepted = arguments.all(accept).map(Glob.init)
    generator.reports = arguments.all(confirm)
    let isCheck = arguments.has(check)
    let status = try GenerationOutput(isCheck: isCheck).finish(generator, arguments) {
      generator throws(GenerationError) in try generator.run()
    }
    guard isCheck, status == .asExpected else { return status }
    let gate = JudgeGate(vectors: try arguments.corpus().vectors)
    for fault in gate.faults { arguments.console.write("\(fault)\n") }
    arguments.console.write(
      "\(gate.tried) changed expectations; \(gate.faults.count) faults.\n")
    return gate.faults.isEmpty ? .asExpected : .failures
  }

  private static func writeFresh(_ arguments: Arguments) throws(CommandError) -> RunnerStatus {
    var random = RandomSuite()
    guard let path = arguments.one(into), let name = try arguments.suiteName(into) else {
      throw .missingFlag(into, command: .generate)
    }
    random.seed = try arguments.seed(seed) ?? random.seed
    random.count = try arguments.number(count, in: 1...100_000) ?? random.count
    if arguments.has(changed) {
      for flag in [operation, region, credentials] { try arguments.refuse(changed, with: flag) }
      let made = random.suiteOfEach(named: name, from: try arguments.corpus().vectors)
      return try write(made, to: path, arguments)
    }
    random.operations = try arguments.randomOperations(operation)
    random.region = arguments.one(region)
    if arguments.has(credentials) {
      random.credentials = try CredentialsSource.read(arguments)
    }
    let vectors = try arguments.corpus().vectors
    let progress = arguments.progress(random.count, "vectors")
    let made = random.suite(named: name, from: vectors, progress: progress.show)
    progress.end()
    guard made.vectors.count == random.count else {
      throw .fewVectors(made: made.vectors.count, of: random.count)
    }
    return try write(made, to: path, arguments)
  }

  private static func write(
    _ made: Suite, to path: String, _ arguments: Arguments
  ) throws(CommandError) -> RunnerStatus {
    try rethrowing(FileAccess.makeFolder(around: path))
    try rethrowing(FileAccess.write(made.canonicalBytes(), to: path))
    arguments.console.write("\(path): \(made.vectors.count) vectors, written.\n")
    return .asExpected
  }
}

/// What `generate` and `vector` print, and how they end.
struct GenerationOutput {
  let isCheck: Bool

  /// Completes the files, writes them unless they are only checked, and says what was done.
  func finish(
    _ generator: Generator, _ arguments: Arguments,
    _ run: (Generator) throws(GenerationError) -> Generator.Result
  ) throws(CommandError) -> RunnerStatus {
    let console = arguments.console
    do throws(GenerationError) {
      let result = try run(generator)
      if !result.faults.isEmpty {
        for fault in result.faults {
          console.complain("\(arguments.given.hidden(in: fault.description).visible)\n")
        }
        console.complain("Nothing is written. Faults: \(result.faults.count).\n")
        return .failures
      }
      if !isCheck { try generator.write(result.files) }
      for note in result.notes { console.write("\(note)\n") }
      console.write(text(result.files))
      return isCheck && !result.files.allSatisfy(\.isCurrent) ? .failures : .asExpected
    } catch {
      throw .of(error)
    }
  }

  /// One line for each file that is not current, and one for all.
  private func text(_ files: [Generator.File]) -> String {
    let verb = isCheck ? "not as generate writes it" : "written"
    let lines = files.filter { !$0.isCurrent }.map { file in
      "\(file.path): \(file.count.map { "\($0) vectors, " } ?? "")\(verb)\n"
    }
    let count = files.reduce(0) { $0 + ($1.count ?? 0) }
    let suites = files.count { $0.count != nil }
    let current = files.count(where: \.isCurrent)
    let state = isCheck ? "\(current) of \(files.count) current" : "\(lines.count) written"
    return lines.joined() + "\(count) vectors in \(suites) files and a ledger; \(state).\n"
  }
}

/// `vector`: makes a vector of a request and adds it to a suite.
enum VectorCommand: CommandWork {
  static let from = Flag(
    "--from", "FILE", "the request: operation and input, and what else is known; - for input")
  static let into = Flag(
    "--into", "SUITE", "the suite, such as v1/headers; it is made if it is not there")
  static let id = Flag("--id", "ID", "the id of the vector")
  static let clause = Flag("--clause", "ID", isRepeatable: true, "a clause that it checks")
  static let comment = Flag("--comment", "SENTENCE", "which mistake it catches")
  static let level = Flag("--level", "LEVEL", "must, should or may; must if not given")
  static let reason = Flag("--reason", "SENTENCE", "why a vector of level may is one")
  static let keepCredentials = Flag(
    "--keep-credentials", "keep the credentials of the request, which may be real ones")
  static let usage = CommandUsage(
    summary: "make a vector from a request and add it to a suite",
    flags: [from, into, id, clause, comment, level, reason, keepCredentials, .vectors])

  static func run(_ arguments: Arguments) throws(CommandError) -> RunnerStatus {
    guard let path = arguments.one(from) else {
      throw .missingFlag(from, command: .vector)
    }
    guard let suite = arguments.one(into) else {
      throw .missingFlag(into, command: .vector)
    }
    var entry = try request(path, arguments.console)
    if !arguments.has(keepCredentials), let credentials = PlaceholderCredentials(of: entry) {
      entry = try credentials.replacing(in: entry)
      arguments.console.complain(
        "note: The credentials are replaced by those of the other vectors; "
          + "\(keepCredentials.name) keeps them.\n")
    }
    for member in overrides(arguments).members { entry[member.name] = member.value }
    let generator = Generator(directory: try arguments.vectorsFolder())
    return try GenerationOutput(isCheck: false).finish(generator, arguments) {
      [entry] generator throws(GenerationError) in try generator.run(adding: entry, to: suite)
    }
  }

  /// The entry as far as the file has it.
  private static func request(
    _ path: String, _ console: some Console
  ) throws(CommandError) -> JSONObject {
    let bytes = try console.read(path, limit: Evidence.limit)
    let fault = { (error: JSONError) in CommandError.notJSON(error, file: path) }
    let json = try rethrowing(as: fault, JSONReader.read(bytes))
    guard let object = json.objectValue else { throw .notObject(file: path) }
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
    if !clauses.isEmpty { members["clauses"] = .texts(clauses) }
    return members
  }
}

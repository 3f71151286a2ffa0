internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// The words of a command line, sorted: flags with their values, operands, an adapter's command; and
/// the console of the command.
struct Arguments {
  let command: Command
  /// What the command has around it.
  let console: any Console
  /// The words as they were given, which no message repeats but by a rule.
  let given: GivenWords
  /// The words that belong to no flag.
  private(set) var words: [String] = []
  /// What is after `--`.
  private(set) var adapterCommand: [String] = []
  /// Whether help about the command is asked for.
  private(set) var wantsHelp = false
  private var values: [String: [String]] = [:]

  /// Sorts the words after the command.
  ///
  /// A value follows its flag, or is joined to it with `=`. Nothing after `--` is looked at.
  init(_ command: Command, _ arguments: [String], _ console: any Console) throws(CommandError) {
    (self.command, self.console) = (command, console)
    given = GivenWords(arguments)
    var rest = arguments[...]
    while let word = rest.popFirst() {
      switch word {
      case "--":
        guard case .command = command.operands else {
          throw .unexpectedWord("--", command: command)
        }
        guard !rest.isEmpty else { throw .missingWord("a program after --", command: command) }
        adapterCommand = Array(rest)
        rest = []
      case "--help", "-h": wantsHelp = true
      case let word where word.hasPrefix("-") && word.utf8.count > 1:
        try takeFlag(word, &rest)
      default: words.append(word)
      }
    }
    if !wantsHelp { try checkOperands() }
  }

  /// The values of a flag, in the order given.
  func all(_ flag: Flag) -> [String] { values[flag.name] ?? [] }

  /// The value of a flag that can be given once.
  func one(_ flag: Flag) -> String? { values[flag.name]?.first }

  func has(_ flag: Flag) -> Bool { values[flag.name] != nil }

  func refuse(_ one: Flag, with other: Flag) throws(CommandError) {
    if has(one), has(other) { throw .conflict(one, other) }
  }

  private mutating func takeFlag(
    _ word: String, _ rest: inout ArraySlice<String>
  ) throws(CommandError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let flag = command.flags.first(where: { $0.name == name }) else {
      throw .unknownFlag(
        name, command: command, nearest: name.nearest(of: command.flags.map(\.name)))
    }
    if values[flag.name] != nil, !flag.isRepeatable { throw .repeatedFlag(flag) }
    if flag.value == nil {
      if parts.count > 1 { throw .unexpectedValue(flag) }
      values[flag.name] = []
    } else if parts.count > 1 {
      values[flag.name, default: []].append(String(parts[1]))
    } else {
      guard let value = rest.popFirst(), value != "--" else { throw .missingValue(flag) }
      values[flag.name, default: []].append(value)
    }
  }

  private func checkOperands() throws(CommandError) {
    let limit: Int
    switch command.operands {
    case .none: limit = 0
    case .one(let name):
      limit = 1
      if words.isEmpty { throw .missingWord(name, command: command) }
    case .some(let name):
      limit = .max
      if words.isEmpty { throw .missingWord(name, command: command) }
    case .two(let first, let second):
      limit = 2
      if words.count < 2 {
        throw .missingWord(words.isEmpty ? first : second, command: command)
      }
    case .optional: limit = 1
    case .command(let isRequired):
      limit = 0
      if isRequired, adapterCommand.isEmpty {
        throw .missingWord("-- COMMAND...", command: command)
      }
    }
    if words.count > limit { throw .unexpectedWord(words[limit], command: command) }
  }

  /// Begins to show how far long work is.
  func progress(_ total: Int, _ unit: String, asksAdapter: Bool = false) -> Progress {
    Progress(total, unit, console, isQuiet: has(.quiet), asksAdapter: asksAdapter)
  }

  /// Writes JSON where the flags ask for it, else a text.
  func write(_ json: @autoclosure () -> JSONValue, or text: @autoclosure () -> String) {
    has(.json) ? console.write(json().canonical()) : console.write(text())
  }

  /// The number of a flag, if it is given.
  func number(_ flag: Flag, in range: ClosedRange<Int>) throws(CommandError) -> Int? {
    guard let text = one(flag) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw .invalidValue(
        flag, text, expected: "a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// The seed of a flag, if it is given.
  func seed(_ flag: Flag) throws(CommandError) -> UInt64? {
    guard let text = one(flag) else { return nil }
    guard let seed = UInt64(text) else {
      throw .invalidValue(flag, text, expected: "a number from 0 of 64 bits at most")
    }
    return seed
  }

  /// The operations of a flag that random requests can be made for; none for all of them.
  func fuzzOperations(_ flag: Flag) throws(CommandError) -> Set<OSSVectors.Operation> {
    var operations: Set<OSSVectors.Operation> = []
    for name in all(flag) {
      guard let known = FuzzRequest.operations.first(where: { $0.rawValue.hasSameBytes(as: name) })
      else {
        let names = FuzzRequest.operations.map(\.rawValue).joined(separator: ", ")
        throw .invalidValue(flag, name, expected: "one of \(names)")
      }
      operations.insert(known)
    }
    return operations
  }

  /// The name of the suite in the file of a flag: its path below a folder `vectors`, else its own.
  func suiteName(_ flag: Flag) throws(CommandError) -> String? {
    guard let path = one(flag) else { return nil }
    let parts = path.split(separator: "/").map(String.init)
    let start = parts.lastIndex { $0.hasSameBytes(as: "vectors") }.map { $0 + 1 }
    let name = parts[(start ?? max(0, parts.count - 1))...].joined(separator: "/")
    let suite = String(name.dropLast(".json".count))
    guard name.hasSuffix(".json"), Suite.isName(suite) else {
      throw .invalidValue(flag, path, expected: "a file of a-z, 0-9 and hyphens that ends in .json")
    }
    return suite
  }

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
    guard let path = candidates.first(where: FileAccess.isFolder) else {
      throw .noVectors(searched: candidates)
    }
    return path
  }

  /// The vectors that the flags select.
  func selection() throws(CommandError) -> Selection {
    var selection = Selection()
    selection.ids = all(.id).flatMap { $0.split(separator: ",").map(String.init) }
    selection.patterns = all(.match).map(Glob.init)
    selection.clauses = all(.clause)
    selection.suites = all(.suite)
    selection.flags = all(.flag)
    selection.skipped = all(.skip).map(Glob.init)
    selection.hasAnswersOnly = has(.answersOnly)
    selection.operations = try words(.operation)
    selection.levels = try words(.level)
    return selection
  }

  /// The profiles that the flags name; those that the adapter claims where they name none.
  func profiles() throws(CommandError) -> ProfileChoice {
    guard let text = one(.profiles) else { return .claimed }
    if text.hasSameBytes(as: "all") { return .named(Profile.allCases) }
    var profiles: [Profile] = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let profile = Profile(rawValue: String(name)) else {
        let list = Profile.allCases.map(\.rawValue).joined(separator: ", ")
        throw .invalidValue(.profiles, text, expected: "all, or some of \(list)")
      }
      profiles.append(profile)
    }
    return .named(profiles)
  }

  /// The vectors of a corpus that the flags select, and how many they leave out of those.
  func vectors(of corpus: Corpus) throws(CommandError) -> (selected: [Vector], leftOut: Int) {
    let selection = try selection()
    return try rethrowing(as: CommandError.selection, selection.vectors(of: corpus))
  }

  private func words<Word: RawRepresentable<String> & CaseIterable>(
    _ flag: Flag
  ) throws(CommandError) -> [Word] {
    var words: [Word] = []
    for text in all(flag) {
      guard let word = Word(rawValue: text) else {
        let list = Word.allCases.map(\.rawValue).joined(separator: ", ")
        throw .invalidValue(flag, text, expected: "one of \(list)")
      }
      words.append(word)
    }
    return words
  }
}

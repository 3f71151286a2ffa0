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
        guard case .command = command.usage.operands else {
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
    let flags = command.usage.flags
    guard let flag = flags.first(where: { $0.name == name }) else {
      throw .unknownFlag(name, command: command, nearest: name.nearest(of: flags.map(\.name)))
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
    switch command.usage.operands {
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

  /// The operations of a flag that random inputs can be made for; all of them if it is not given.
  func randomOperations(_ flag: Flag) throws(CommandError) -> [OSSVectors.Operation] {
    let known = RandomInputs.operations
    var operations: [OSSVectors.Operation] = []
    for name in all(flag) {
      guard let operation = known.first(where: { $0.rawValue.hasSameBytes(as: name) }) else {
        let names = known.map(\.rawValue).joined(separator: ", ")
        throw .invalidValue(flag, name, expected: "one of \(names)")
      }
      operations.append(operation)
    }
    return operations.isEmpty ? known : operations
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
    return try rethrowing(selection.vectors(of: corpus))
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

/// The words of a command line that no error repeats: one in the wrong place may be a secret.
///
/// What is shown is a rule and no guess: the path of what is there, and words of letters. A secret of
/// OSS is 30 letters and digits in one piece or more, a token is longer, and JSON has quotes.
struct GivenWords {
  /// A text that is not shown, and what is shown in its place.
  private var hidden: [(text: String, substitute: String)] = []

  /// Takes the words of a command line as they were given.
  init(_ words: [String]) {
    var flag: String?
    for word in words {
      let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let isFlag = word.hasPrefix("--") && halves.first.map { Self.isHarmless(String($0)) } == true
      let place = isFlag && halves.count > 1 ? String(halves[0]) : flag
      take(word, of: place)
      if isFlag, halves.count > 1 { take(String(halves[1]), of: place) }
      // A value may have parts, and a message may write the marks between them otherwise.
      for part in word.split(whereSeparator: { ",=:".contains($0) })
      where !Self.isShown(String(part)) {
        take(String(part), of: place)
        for piece in part.utf8.split(whereSeparator: { !$0.isLetterOrDigit })
        where piece.count >= 8 {
          take(String(decoding: piece, as: UTF8.self), of: place)
        }
      }
      flag = isFlag && halves.count == 1 ? word : nil
    }
    hidden.sort { $0.text.utf8.count > $1.text.utf8.count }
  }

  /// A message with the number of bytes in the place of each word that it may not show.
  func hidden(in message: String) -> String {
    var message = message.bytes
    for (text, substitute) in hidden { message = message.replacing(text, with: substitute) }
    return message.text
  }

  private mutating func take(_ text: String, of flag: String?) {
    // A word of one or two bytes is no secret, and is a part of others.
    guard text.utf8.count > 2, !Self.isShown(text) else { return }
    let substitute = "(not shown: \(text.utf8.count) bytes\(flag.map { " of \($0)" } ?? ""))"
    let quoted = JSONValue.string(text).compact().dropFirst().dropLast()
    let cut = [text.shortened, text.cut(after: 40)].map { String($0.prefix { $0 != "…" }) }
    for form in [text, String(quoted), text.visible] + cut
    where !hidden.contains(where: { $0.text.hasSameBytes(as: form) }) {
      hidden.append((form, substitute))
    }
  }

  /// Whether a text names something that is there, or has harmless words alone behind such a folder.
  private static func isShown(_ text: String) -> Bool {
    if FileAccess.exists(text) { return true }
    var rest = text[...]
    while let slash = rest.lastIndex(of: "/"), slash > rest.startIndex {
      rest = rest[..<slash]
      if FileSystem.isFolder(String(rest)) { return isHarmless(String(text[slash...])) }
    }
    return isHarmless(text)
  }

  /// Whether each piece between marks is at most 20 letters, with up to three digits behind them, or
  /// digits alone.
  private static func isHarmless(_ text: String) -> Bool {
    let text = text.first == "+" ? text.dropFirst() : text[...]
    guard text.utf8.count <= 100 else { return false }
    return text.utf8.split { "./_-,=*?:".utf8.contains($0) }.allSatisfy { piece in
      let digits = piece.drop { $0.isLetterOrDigit && $0 > 0x39 }
      let letterCount = piece.count - digits.count
      return piece.count <= 20 && digits.allSatisfy { 0x30...0x39 ~= $0 }
        && (letterCount == 0 || digits.count <= 3)
    }
  }
}

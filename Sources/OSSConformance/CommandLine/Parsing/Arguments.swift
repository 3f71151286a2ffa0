/// The words of a command line, sorted: flags with their values, operands, an adapter's command.
struct Arguments: Hashable {
  /// The command that is given.
  let command: Command
  /// The words that belong to no flag.
  private(set) var words: [String] = []
  /// What stands after `--`.
  private(set) var adapterCommand: [String] = []
  /// Whether help about the command is asked for.
  private(set) var wantsHelp = false
  private var values: [String: [String]] = [:]

  /// Sorts the words after the command.
  ///
  /// A value stands after its flag, or joined to it with `=`. Nothing after `--` is looked at.
  init(_ command: Command, _ arguments: [String]) throws(UsageError) {
    self.command = command
    var rest = arguments[...]
    while let word = rest.popFirst() {
      switch word {
      case "--":
        guard case .command = command.operands else {
          throw .unexpectedWord("--", command: command)
        }
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

  /// Whether a flag is given.
  func has(_ flag: Flag) -> Bool { values[flag.name] != nil }

  /// Refuses two flags at once.
  func refuse(_ one: Flag, with other: Flag) throws(UsageError) {
    if has(one), has(other) { throw .conflict(one, other) }
  }

  private mutating func takeFlag(
    _ word: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
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

  private func checkOperands() throws(UsageError) {
    let limit: Int
    switch command.operands {
    case .none: limit = 0
    case .one(let name):
      limit = 1
      if words.isEmpty { throw .missingWord(name, command: command) }
    case .optional: limit = 1
    case .command(let isRequired):
      limit = 0
      if isRequired, adapterCommand.isEmpty {
        throw .missingWord("-- COMMAND...", command: command)
      }
    }
    if words.count > limit { throw .unexpectedWord(words[limit], command: command) }
  }
}

/// The texts of the command `help`, made from the table that the parser reads.
enum HelpText {
  /// What the program is for and which commands it has.
  static var overview: String {
    let width = Command.allCases.map(\.rawValue.utf8.count).max() ?? 0
    let rows = Command.allCases.map { command in
      "  " + command.rawValue.padded(to: width + 2) + command.summary
    }
    return """
      \(Program.name) checks how an SDK signs requests to Alibaba Cloud OSS.

      usage: \(Program.name) COMMAND [FLAGS]

      \(rows.joined(separator: "\n"))

      \(Program.name) help COMMAND tells about the flags of a command.
      Exit status: 0 as expected; 1 failures, or passes that were expected to fail;
      2 wrong usage; 3 the adapter could not run, or nothing was run.

      """
  }

  /// What a command does and which flags it has.
  static func text(_ command: Command) -> String {
    let flags = command.flags
    var text = "usage: \(Program.name) \(command.rawValue)"
    if !flags.isEmpty { text += " [FLAGS]" }
    text += command.operands.usage + "\n\n"
    text += "\(command.rawValue): \(command.summary).\n"
    for line in command.details { text += line + "\n" }
    if flags.isEmpty { return text }
    let width = flags.map(\.usage.utf8.count).max() ?? 0
    text += "\n"
    for flag in flags { text += "  " + flag.usage.padded(to: width + 2) + flag.help + "\n" }
    return text
  }
}

extension String {
  /// The text with blanks after it, up to a width.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - utf8.count))
  }
}

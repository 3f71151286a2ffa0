/// The commands of the program.
enum Command: String, CaseIterable {
  case check
  case adapterCheck = "adapter-check"
  case list, show, explain, sign, presign
  case stringToSign = "string-to-sign"
  case vector, generate, adapter, export, grade, fuzz, simulate
  case matrix, advise, help, version
}

/// What is on the command line beside the flags.
enum Operands: Hashable {
  /// Nothing.
  case none
  /// One word, called so in the help.
  case one(String)
  /// One word or more, each called so in the help.
  case some(String)
  /// Two words, called so in the help.
  case two(String, String)
  /// One word or none.
  case optional(String)
  /// An adapter's command after `--`, which may be required.
  case command(isRequired: Bool)

  /// How the help shows them, with a blank before.
  var usage: String {
    switch self {
    case .none: ""
    case .one(let name): " \(name)"
    case .some(let name): " \(name)..."
    case .two(let first, let second): " \(first) \(second)"
    case .optional(let name): " [\(name)]"
    case .command(let isRequired): isRequired ? " -- COMMAND..." : " [-- COMMAND...]"
    }
  }
}

extension Command {
  /// What the command does, in one line.
  var summary: String {
    switch self {
    case .check: "run vectors through an SDK's adapter or the reference"
    case .list: "list vectors"
    case .show: "show vectors, clauses, topics of clauses or mistakes whole"
    case .explain: "explain why OSS refused a request, from its error and more"
    case .sign: "sign a request's headers, or a given string to sign"
    case .presign: "make a presigned URL"
    case .stringToSign: "print the string to sign of a request; needs no secret"
    case .vector: "make a vector from a request and add it to a suite"
    case .generate: "complete the files of vectors, or check them"
    case .adapterCheck: "show what an adapter does wrong in the protocol, step by step"
    case .adapter: "run the built-in reference as an adapter"
    case .export: "write the requests of vectors to a file"
    case .grade: "judge a file of replies to exported requests"
    case .fuzz: "compare an SDK with the reference on random requests"
    case .simulate: "search for orders of events that break rules for credentials"
    case .matrix: "show several SDKs side by side, clause by clause"
    case .help: "explain a command and its flags"
    case .advise: "say what changes for an SDK between two corpora"
    case .version: "print the versions of the tool and of the vectors"
    }
  }

  /// What the command takes beside flags.
  var operands: Operands {
    switch self {
    case .check, .fuzz, .simulate: .command(isRequired: false)
    case .adapterCheck: .command(isRequired: true)
    case .show: .some("ID")
    case .grade: .one("FILE")
    case .help: .optional("COMMAND")
    case .advise: .two("OLD", "NEW")
    default: .none
    }
  }

  /// Whether a person who calls the command has credentials at hand.
  var takesCredentials: Bool {
    switch self {
    case .sign, .presign, .stringToSign, .explain: true
    default: false
    }
  }

  /// The flags that the command knows.
  var flags: [Flag] {
    switch self {
    case .check: Flag.selection + Flag.judging + [.timeout, .window, .zone, .trace]
    case .list: Flag.selection + [.vectors]
    case .show: [.vectors, .json]
    case .explain: ExplainCommand.flags
    case .sign: Flag.request + [.credentials, .string]
    case .presign: Flag.request + [.expires, .credentials]
    case .stringToSign: Flag.request + [.expires]
    case .vector: VectorCommand.flags + [.vectors]
    case .generate: GenerateCommand.flags
    case .adapterCheck: AdapterCheckCommand.flags
    case .adapter, .help: []
    case .version: [.vectors]
    case .advise: AdviseCommand.flags
    case .export: Flag.selection + [.vectors] + ExportCommand.flags
    case .grade: Flag.selection + Flag.judging
    case .fuzz: FuzzCommand.flags
    case .simulate: SimulateCommand.flags
    case .matrix: MatrixCommand.flags
    }
  }

  /// What else the help says about the command.
  var details: [String] {
    switch self {
    case .check: CheckCommand.details
    case .adapterCheck: AdapterCheckCommand.details
    case .explain: ExplainCommand.details
    case .generate: GenerateCommand.details
    case .sign, .presign:
      [
        "The secret comes from OSS_ACCESS_KEY_ID, OSS_ACCESS_KEY_SECRET and, where there is one,",
        "OSS_SESSION_TOKEN or OSS_SECURITY_TOKEN; or from the file of --credentials.",
      ]
    case .fuzz:
      [
        "Without a command the reference is compared with itself through the adapter protocol.",
        "Requests of V1 and V4 alternate, if the adapter supports both.",
        "Each failing request is made smaller for as long as it fails in the same way.",
      ]
    case .simulate: SimulateCommand.details
    case .matrix: MatrixCommand.details
    case .advise: AdviseCommand.details
    case .stringToSign:
      [
        "No line feed is added at the end of the string.",
        "With --expires it is the string of a presigned URL. In V2 and V4 that contains the",
        "access key ID, which comes from OSS_ACCESS_KEY_ID.",
        "A security token comes from OSS_SESSION_TOKEN or OSS_SECURITY_TOKEN.",
      ]
    case .show: ShowCommand.details
    default: []
    }
  }
}

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

      \(Program.name) help COMMAND explains a command and its flags.
      Exit status: 0 success; 1 a must failed, or a result is not as the list of known
      failures says; 2 wrong usage; 3 the adapter could not run, or nothing was run.

      """
  }

  /// What a command does and which flags it has.
  static func text(_ command: Command) -> String {
    let flags = command.flags
    var text = "usage: \(Program.name) \(command.rawValue)"
    if !flags.isEmpty { text += " [FLAGS]" }
    text += command.operands.usage + "\n\n"
    text += "\(command.rawValue): \(command.summary).\n"
    text += wrapped(command.details.joined(separator: " ")).map { $0 + "\n" }.joined()
    if flags.isEmpty { return text }
    let width = flags.map(\.usage.utf8.count).max() ?? 0
    text += "\n"
    for flag in flags {
      let name = "  " + flag.usage.padded(to: width + 2)
      text += wrapped(flag.help, after: name).map { $0 + "\n" }.joined()
    }
    return text
  }
}

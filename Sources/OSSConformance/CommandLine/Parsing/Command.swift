internal import OSSVectors

/// The commands of the program.
enum Command: String, CaseIterable {
  case check
  case adapterCheck = "adapter-check"
  case list, show, explain, sign, presign
  case stringToSign = "string-to-sign"
  case serve
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

/// What the help says of a command, and what the parser takes.
struct CommandUsage {
  /// What the command does, in one line.
  let summary: String
  /// What it takes beside flags.
  var operands = Operands.none
  /// The flags that it knows.
  var flags: [Flag] = []
  /// What else the help says.
  var details: [String] = []
}

/// What the program does for a command.
protocol CommandWork {
  /// What the help says of it, and what the parser takes.
  static var usage: CommandUsage { get }

  /// Does it; the status is that of the program.
  static func run(_ arguments: Arguments) throws(CommandError) -> RunnerStatus
}

extension Command {
  /// What the command does.
  ///
  /// `list`, `help` and `version` are in ShowCommand.swift, `vector` in GenerateCommand.swift, `sign`,
  /// `presign` and `string-to-sign` in SigningCommands.swift, and `adapter-check`, `adapter`, `export` and
  /// `grade` in AdapterCommands.swift.
  var work: any CommandWork.Type {
    switch self {
    case .check: CheckCommand.self
    case .adapterCheck: AdapterCheckCommand.self
    case .list: ListCommand.self
    case .show: ShowCommand.self
    case .explain: ExplainCommand.self
    case .sign: SignCommand.self
    case .presign: PresignCommand.self
    case .stringToSign: StringToSignCommand.self
    case .serve: ServeCommand.self
    case .vector: VectorCommand.self
    case .generate: GenerateCommand.self
    case .adapter: AdapterCommand.self
    case .export: ExportCommand.self
    case .grade: GradeCommand.self
    case .fuzz: FuzzCommand.self
    case .simulate: SimulateCommand.self
    case .matrix: MatrixCommand.self
    case .advise: AdviseCommand.self
    case .help: HelpCommand.self
    case .version: VersionCommand.self
    }
  }

  /// What the help says of it, and what the parser takes.
  var usage: CommandUsage { work.usage }

  /// Whether a person who calls the command has credentials at hand.
  var takesCredentials: Bool { [.sign, .presign, .stringToSign, .explain].contains(self) }
}

/// The texts of the command `help`, made from the table that the parser reads.
enum HelpText {
  /// What the program is for and which commands it has.
  static var overview: String {
    let width = Command.allCases.map(\.rawValue.utf8.count).max() ?? 0
    let rows = Command.allCases.map { command in
      "  " + command.rawValue.padded(to: width + 2) + command.usage.summary
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
    let usage = command.usage
    let flags = usage.flags
    var text = "usage: \(Program.name) \(command.rawValue)"
    if !flags.isEmpty { text += " [FLAGS]" }
    text += usage.operands.usage + "\n\n"
    text += "\(command.rawValue): \(usage.summary).\n"
    text += wrapped(usage.details.joined(separator: " ")).map { $0 + "\n" }.joined()
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

/// A flag of the command line: what it is called, what it takes, what it means.
///
/// The parser and the help read the same flags, so neither can know one that the other does not.
struct Flag: Hashable {
  /// The name with its hyphens, such as `--id`.
  let name: String
  /// The word that represents the value in the help; none for a flag that takes no value.
  let value: String?
  /// Whether the flag may be given more than once.
  let isRepeatable: Bool
  /// What the flag means, in one line.
  let help: String

  init(_ name: String, _ value: String, isRepeatable: Bool = false, _ help: String) {
    self.name = name
    self.value = value
    self.isRepeatable = isRepeatable
    self.help = help
  }

  init(_ name: String, _ help: String) {
    self.name = name
    value = nil
    isRepeatable = false
    self.help = help
  }

  /// The flag and its value as the help shows them.
  var usage: String { value.map { "\(name) \($0)" } ?? name }

  static let id = Flag(
    "--id", "ID", isRepeatable: true, "the vector of this id, or of each id of a list with commas")
  static let match = Flag(
    "--match", "GLOB", isRepeatable: true, "the vectors whose id matches; * and ? are wild")
  static let clause = Flag(
    "--clause", "CLAUSE", isRepeatable: true, "the vectors that cite the clause")
  static let operation = Flag(
    "--operation", "NAME", isRepeatable: true, "the vectors of the operation")
  static let level = Flag(
    "--level", "LEVEL", isRepeatable: true, "the vectors of the level: must, should, may")
  static let suite = Flag(
    "--suite", "NAME", isRepeatable: true,
    "the vectors of the suite, such as v1/headers, or of the folder, such as v1")
  static let flag = Flag("--flag", "NAME", isRepeatable: true, "the vectors that have the flag")
  static let skip = Flag(
    "--skip", "GLOB", isRepeatable: true, "leave out the vectors and suites of this id or name")
  static let answersOnly = Flag(
    "--answers-only", "leave out the vectors that expect a refusal")

  /// The flags that select vectors.
  static let selection = [
    id, match, clause, operation, level, suite, flag, skip, answersOnly,
  ]

  static let vectors = Flag("--vectors", "PATH", "the folder of vectors")
  static let quiet = Flag("--quiet", "print the last line only")
  static let verbose = Flag(
    "--verbose", "print every failed vector with its request and answer, and all ids")
  static let noSteps = Flag(
    "--no-steps", "compare results alone, and not the steps that the adapter shows")
  static let expectations = Flag(
    "--expectations", "FILE", "the list of known failures to compare with")
  static let updateExpectations = Flag(
    "--update-expectations", "write the list of known failures from this run")
  static let strict = Flag("--strict", "let a should that fails fail the run, too")
  static let profiles = Flag(
    "--profiles", "NAME,...", "the profiles to run, or all; the claimed ones if not given")
  static let report = Flag(
    "--report", "FORMAT=FILE,...", isRepeatable: true,
    "write a report too: \(ReportFormat.list()); - is the standard output")

  /// The flags of the commands that judge.
  static let judging = [
    vectors, profiles, noSteps, strict, expectations, updateExpectations, report, quiet, verbose,
  ]

  static let timeout = Flag(
    "--timeout", "SECONDS", "the time limit for one request; 2 if not given")
  static let zone = Flag(
    "--zone", "NAME", "the time zone of the adapter; \(AdapterZone.usual.name) if not given")
  static let trace = Flag(
    "--trace", "FILE", "write each line to and from the adapter; - is the standard error")
  static let window = Flag(
    "--window", "COUNT", "the maximum of unanswered requests; 64 if not given")

  static let method = Flag("--method", "VERB", "the HTTP method; GET if not given")
  static let bucket = Flag("--bucket", "NAME", "the bucket")
  static let key = Flag("--key", "KEY", "the object's key, not percent-encoded")
  static let header = Flag(
    "--header", "'NAME: VALUE'", isRepeatable: true, "a header of the request")
  static let query = Flag(
    "--query", "NAME[=VALUE]", isRepeatable: true, "a query parameter, not percent-encoded")
  static let endpoint = Flag(
    "--endpoint", "URL", "such as https://oss-cn-hangzhou.aliyuncs.com")
  static let addressing = Flag(
    "--addressing", "HOW", "virtual-host, path or cname; by the endpoint if not given")
  static let time = Flag(
    "--time", "TIME", "Unix seconds, RFC 1123 or ISO 8601; now if not given")
  static let expires = Flag(
    "--expires", "TIME", "Unix seconds, or +SECONDS from the time of signing")
  static let json = Flag("--json", "print a JSON object")
  static let credentials = Flag(
    "--credentials", "FILE", "JSON with accessKeyId, accessKeySecret, securityToken")
  static let string = Flag("--string", "FILE", "sign the bytes of this file; - is standard input")

  static let signature = Flag(
    "--signature", "VERSION", "v1, v2 or v4; v4 if a region is given, else v1")
  static let region = Flag("--region", "REGION", "V4: such as cn-hangzhou")
  static let product = Flag("--product", "NAME", "V4: the product of the scope; oss if not given")
  static let additionalHeader = Flag(
    "--additional-header", "NAME", isRepeatable: true, "V2, V4: a further header to sign")

  /// The flags that say how a request is signed.
  static let signing = [signature, region, product]
  /// The flags that describe a request.
  static let request =
    [method, bucket, key, header, query, additionalHeader, endpoint, addressing] + signing
    + [time, json]
}

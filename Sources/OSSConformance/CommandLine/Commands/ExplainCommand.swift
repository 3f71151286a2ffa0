internal import OSSExplain
internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// `explain`: says why OSS refused a request; it needs no secret, and uses one if it is given.
enum ExplainCommand: CommandWork {
  static let text = Flag(
    "--text", "FILE", "whatever you have: an answer, a request, a log, or one after another")
  static let body = Flag(
    "--body", "FILE", "the error body, the answer, or what curl -v printed; - for input")
  static let request = Flag(
    "--request", "FILE",
    "the request: a curl command, HTTP, a HAR entry, a log, or JSON as adapters get it")
  static let string = Flag("--string", "FILE", "the string that your client signed")
  static let url = Flag("--url", "URL", "the presigned URL that failed; put it in quotes")
  static let environment = Flag(
    "--use-environment", "use the secret of OSS_ACCESS_KEY_ID and OSS_ACCESS_KEY_SECRET")
  static let usage = CommandUsage(
    summary: "explain why OSS refused a request, from its error and more",
    flags: [text, body, request, string, url, .credentials, environment, .vectors, .json],
    details: [
      "Give what you have: --text with anything, and --body, --url, --request and --string apart.",
      "More evidence helps. One of them may be - for the standard input. No secret is needed. If you give one, it is used",
      "to compute the signature again, and is never printed. The exit status is 0 when something",
      "explains the refusal, 1 when nothing does.",
    ])

  static func run(_ arguments: Arguments) throws(CommandError) -> RunnerStatus {
    let hasEnough = [text, body, url, request].contains { arguments.has($0) }
    guard hasEnough else {
      throw .missingWord("--text, --body, --url or --request", command: .explain)
    }
    let inputs = [text, body, request, string].filter { arguments.one($0) == "-" }
    if inputs.count > 1 { throw .conflict(inputs[0], inputs[1]) }
    let evidence = try evidence(arguments)
    // Beside other evidence, a request that cannot be read does no harm (EXP-EV-1).
    let isAlone = ![text, body, url].contains { arguments.has($0) }
    if isAlone, evidence.request == nil { throw .unreadableRequest(evidence.requestFault) }
    let explanation = Explainer(try arguments.knowledge()).explain(evidence)
    let text = ExplanationText(style: arguments.console.style)
    arguments.write(explanation.json, or: text.text(explanation))
    // That the signature is right explains no refusal.
    let explains = explanation.findings.contains {
      $0.certainty != .possible && $0.cause.id != "signature-of-the-secret"
    }
    return explains ? .asExpected : .failures
  }

  private static func evidence(_ arguments: Arguments) throws(CommandError) -> Evidence {
    Evidence(
      text: try bytes(text, arguments), body: try bytes(body, arguments),
      request: try bytes(request, arguments), string: try bytes(string, arguments),
      url: arguments.one(url).map { $0.bytes }, credentials: try credentials(arguments))
  }

  private static func bytes(_ flag: Flag, _ arguments: Arguments) throws(CommandError) -> Bytes? {
    try arguments.one(flag).map { path throws(CommandError) in
      try arguments.console.read(path, limit: Evidence.limit)
    }
  }

  /// The credentials; none unless they are asked for, so that those of another account that happen
  /// to be in the environment lead nobody astray.
  private static func credentials(
    _ arguments: Arguments
  ) throws(CommandError) -> GivenCredentials? {
    guard arguments.has(.credentials) || arguments.has(environment) else { return nil }
    return try CredentialsSource.read(arguments)
  }
}

/// Shows what explains a refusal to a person, or to a program.
struct ExplanationText {
  /// What is said where nothing explains the refusal.
  static let nothing = "Nothing that you gave explains it."
  /// What is said first where the cause cannot be known, before what to give.
  static let open = "This text cannot show the cause yet: paste "

  let style: Style

  func text(_ explanation: Explanation) -> String {
    let found = explanation.findings
    let isSure = found.contains { $0.certainty != .possible }
    let proof = found.first { $0.isProved && $0.certainty == .certain }
    // Guesses beside something surer, and other names of what is proved, would only distract.
    let shown = found.filter {
      (!isSure || $0.certainty != .possible)
        && (proof == nil || $0.certainty == .certain || !$0.isProved)
    }
    let blocks = shown.map { block($0).joined(separator: "\n") + "\n" }
    let missing = explanation.missing
    let head = missing.isEmpty ? Self.nothing : Self.open + Self.list(missing) + "."
    return (isSure ? "" : head + (found.isEmpty ? "\n" : "\n\n"))
      + blocks.joined(separator: "\n") + expected(explanation)
  }

  /// Where OSS shows no text, the one that it makes of the request: to compare one's own with.
  private func expected(_ explanation: Explanation) -> String {
    guard let (name, lines) = explanation.expected else { return "" }
    return
      "\nOSS makes this \(name) of the request as you show it; compare your own, line by line:\n"
      + lines.map { "  " + $0.text.visible + "\n" }.joined()
  }

  /// Things one after another, the last one behind an "and".
  private static func list(_ names: [String]) -> String {
    let (first, last) = (names.dropLast().joined(separator: "; "), names.suffix(1).joined())
    return first.isEmpty ? last : first + "; and " + last
  }

  private func block(_ finding: FoundCause) -> [String] {
    var lines = [
      "\(word(finding)) \(style.bold(finding.cause.id))", "  " + finding.sentence,
    ]
    if let detail = finding.detail { lines.append("  " + detail.visible) }
    if let difference = finding.difference {
      lines.append("  \(difference.part.visible):")
      lines += DifferenceText(style: style, names: ("OSS", "client")).lines(difference.judged)
    }
    lines.append("  change   " + finding.fix)
    if let clause = finding.clause { lines.append("  clause   \(clause)") }
    if let vector = finding.vector { lines.append("  vector   \(vector)") }
    if finding.cause.isMistake {
      lines.append("  more     \(Program.name) show \(finding.cause.id)")
    }
    return lines
  }

  private func word(_ finding: FoundCause) -> String {
    let proved = finding.isProved ? ", proved:" : ""
    return switch finding.certainty {
    case .certain: style.red("CERTAIN") + proved
    case .likely: style.yellow("LIKELY") + proved
    case .possible: "POSSIBLE"
    }
  }
}

extension TextDifference {
  /// The same as the judge has it, with the first byte that differs.
  fileprivate var judged: Difference {
    Difference(name: part, part: nil, expected: sent, actual: signed)
  }
}

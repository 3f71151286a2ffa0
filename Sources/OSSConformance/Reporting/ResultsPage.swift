internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// The page that shows what each SDK gets wrong: first what OSS refuses, then advice.
struct ResultsPage {
  private let specification: Specification

  /// Makes a page whose links and evidence are those of a specification.
  init(_ specification: Specification) { self.specification = specification }

  /// The page in Markdown.
  func text(_ runs: [ReportedRun]) -> String {
    Self.opening + runs.map { "\n" + section($0) }.joined()
  }

  private static let opening = """
    # Results

    What real SDKs get wrong, each mistake by its name (`oss-conform mutants --json` has them all).
    `oss-conform results` writes this page from the reports of `oss-conform check`, and `.ci/run`
    fails when it is not current.

    *OSS refuses* lists what fails must vectors: each row has the clause and its evidence, how many
    must vectors fail, and the input of the smallest one, without what most vectors have alike.
    *Advice* lists the rest, with the number of vectors: rules that protect the caller, or on which
    SDKs disagree. Failures that no known mistake explains are counted there. Vectors of profiles that
    the SDK does not claim are not counted.

    """

  private func section(_ run: ReportedRun) -> String {
    var lines = ["## \(run.sdk)", "", summary(run), ""]
    let refused = run.mistakes.filter { !run.musts(of: $0).isEmpty }
    if !refused.isEmpty {
      lines += ["### OSS refuses", "", "| mistake | evidence | vectors | smallest request |"]
      lines.append("|---|---|---|---|")
      lines += refused.map { row($0, run) } + [""]
    }
    let advice = run.mistakes.filter { run.musts(of: $0).count < $0.vectors.count }
    let named = advice.filter { !$0.ids.isEmpty }
    let unexplained = advice.filter(\.ids.isEmpty).reduce(0) {
      $0 + $1.vectors.count - run.musts(of: $1).count
    }
    if !advice.isEmpty { lines += ["### Advice", ""] + named.map { advise($0, run) } }
    if unexplained > 0 { lines.append("- Unexplained: \(unexplained).") }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n") + "\n"
  }

  private func summary(_ run: ReportedRun) -> String {
    let counts = Level.allCases.map { level in
      "\(run.levels.values.count { $0 == level }) \(level.rawValue)"
    }
    return "\(run.executed) of \(run.declared) vectors run, \(run.levels.count) failed: "
      + counts.joined(separator: ", ") + "."
  }

  /// A mistake that OSS refuses.
  private func row(_ mistake: ReportedMistake, _ run: ReportedRun) -> String {
    let clause = mistake.clauses.compactMap { specification[id: $0] }.first { $0.level == .must }
    return "| \(name(of: mistake))\(cell(mistake.text)) | \(clause.map(evidence) ?? "-") "
      + "| \(run.musts(of: mistake).count) "
      + "| `\(mistake.smallest)`: ``\(cell(mistake.request.cut(after: 120)))`` |"
  }

  /// The link to a clause, and its first evidence in a few words.
  private func evidence(of clause: Clause) -> String {
    let first = clause.evidence.split(separator: ", read ").first ?? ""
    let link = "[\(clause.id)](\(clause.page).md)"
    guard let address = first.firstRange(of: "https://") else {
      return "\(link): \(cell(String(first).cut(after: 80)))"
    }
    let title = first[..<address.lowerBound].split(separator: ", ").joined(separator: ", ")
    let isThread = title.hasPrefix("thread")
    let place = first[address.lowerBound...].prefix { $0 != " " }
    return "\(link): [\(isThread ? "a server's answer" : cell(title))](\(place))"
  }

  /// A line of advice: the name, the clauses, and how many vectors fail.
  private func advise(_ mistake: ReportedMistake, _ run: ReportedRun) -> String {
    let count = mistake.vectors.count - run.musts(of: mistake).count
    let lower = mistake.clauses.filter { specification[id: $0]?.level != .must }
    let clauses = (lower.isEmpty ? mistake.clauses : lower).prefix(3).joined(separator: ", ")
    return "- \(name(of: mistake))\(cell(mistake.text.cut(after: 90))) (\(clauses); \(count))"
  }

  private func name(of mistake: ReportedMistake) -> String {
    mistake.ids.isEmpty
      ? "unexplained: " : mistake.ids.map { "`\($0)`" }.joined(separator: " and ") + ": "
  }

  /// The text as it may be in a cell of a table.
  private func cell(_ text: String) -> String {
    text.visible.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}

/// One element of the diagnosis in a JSON report.
struct ReportedMistake: Hashable {
  /// The ids of the mistakes; none where no known mistake explains the failures.
  var ids: [String]
  /// What is wrong, in sentences; for an unexplained one, in a few words and what is known of it.
  var text: String
  /// The clauses that are broken.
  var clauses: [String]
  /// The ids of the vectors that failed so.
  var vectors: [String]
  /// The id of the smallest vector.
  var smallest: String
  /// What the smallest vector asks for, and its input, on one line.
  var request: String

  /// Reads an element.
  init(_ reader: MemberReader, reasons: [String: String]) throws(VectorError) {
    ids = []
    clauses = []
    var sentences: [String] = []
    for (index, value) in try reader.elements("mistakes").enumerated() {
      let mistake = try MemberReader(
        value, at: reader.place.member("mistakes").element(index))
      ids.append(try mistake.text("id"))
      sentences.append(try mistake.text("sentence"))
      for clause in try mistake.texts("clauses") where !clauses.contains(clause) {
        clauses.append(clause)
      }
    }
    vectors = try reader.texts("vectors")
    if reader.object["unproven"] != nil { vectors += try reader.texts("unproven") }
    let vector = try reader.members("smallest")
    smallest = try vector.text("id")
    let input = try vector.members("input").object
    request = try vector.text("operation") + " " + JSONValue.object(input.brief).compact()
    if ids.isEmpty {
      sentences = [try reader.text("what")]
      for reason in vectors.compactMap({ reasons[$0] }) where !sentences.contains(reason) {
        sentences.append(reason)
      }
      if sentences.count > 1 { sentences[0] += "." }
      clauses = Array(try vector.texts("clauses").prefix(1))
    }
    if reader.object["exceptions"] != nil {
      let exceptions = try reader.texts("exceptions").map { "`\($0)`" }.joined(separator: ", ")
      sentences.append("It passes \(exceptions), which such a signer fails.")
    }
    text = sentences.joined(separator: " ")
  }
}

extension JSONObject {
  /// The input without empty lists and without what most vectors have alike: the sample credentials,
  /// the time, the expiry and the endpoint.
  fileprivate var brief: JSONObject {
    let sample = FuzzRequest(operation: .v1Presign).input
    let common = ["credentials", "time", "expires", "endpoint"]
    return JSONObject(
      members.filter { member in
        if common.contains(member.name), member.value == sample[member.name] { return false }
        return member.value.arrayValue?.isEmpty != true
      })
  }
}

/// What the page of results takes from one JSON report.
struct ReportedRun: Hashable {
  /// The SDK and its version.
  var sdk: String
  /// How many vectors of the claimed profiles were run, and how many vectors there are.
  var executed: Int64
  var declared: Int64
  /// The level of each vector that failed.
  var levels: [String: Level]
  /// What is behind the failures.
  var mistakes: [ReportedMistake]

  /// Reads a report.
  init(_ bytes: Bytes, file: String) throws(VectorError) {
    let reader = try MemberReader(bytes, file: file)
    let identity = try reader.members("sdk")
    sdk = try identity.text("name") + " " + identity.text("version")
    declared = try reader.members("summary").integer("declared")
    let claimed = try identity.texts("profiles")
    executed = 0
    levels = [:]
    var reasons: [String: String] = [:]
    for (index, value) in try reader.elements("vectors").enumerated() {
      let vector = try MemberReader(value, at: reader.place.member("vectors").element(index))
      guard claimed.contains(try vector.text("profile")) else { continue }
      if try vector.text("standing") != "unsupported" { executed += 1 }
      guard vector.object["kind"] != nil else { continue }
      let id = try vector.text("id")
      levels[id] = Level(rawValue: try vector.text("level"))
      if let known = vector.object["known"]?.objectValue {
        reasons[id] = known["reason"]?.stringValue
      }
    }
    mistakes = []
    for (index, value) in try reader.elements("diagnosis").enumerated() {
      let place = reader.place.member("diagnosis").element(index)
      var mistake = try ReportedMistake(MemberReader(value, at: place), reasons: reasons)
      mistake.vectors.removeAll { levels[$0] == nil }
      if !mistake.vectors.isEmpty { mistakes.append(mistake) }
    }
  }

  /// The vectors of a mistake whose level is must.
  func musts(of mistake: ReportedMistake) -> [String] {
    mistake.vectors.filter { levels[$0] == .must }
  }
}

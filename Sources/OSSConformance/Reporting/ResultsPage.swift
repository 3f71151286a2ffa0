internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// The page that shows what each SDK gets wrong.
enum ResultsPage {
  /// The page in Markdown.
  static func text(_ runs: [ReportedRun]) -> String {
    opening + runs.map { "\n" + section($0) }.joined()
  }

  private static let opening = """
    # Results

    What real SDKs get wrong, each mistake by its name. `oss-conform results` writes this page from
    the reports of `oss-conform check`, and `.ci/run` fails when it is not current.

    A mistake is named when a signer that makes it, and nothing else wrong, gives exactly the answers
    that the SDK gave, or in a timeline gives its callers the same and breaks the same bounds, and
    would have failed no vector that the SDK passed, or few of them, which the row names. Two
    names in one row were made together. What no known mistake explains is listed
    as unexplained, with what the SDK's list of known failures says of it; so is what makes an SDK
    break, for no signer that breaks is among the known mistakes. Each failed vector counts once, and
    refusals that prove nothing count for the mistake that spoils every answer of their operation. The
    level is the most binding one among the vectors: at level may the evidence is open. Vectors of
    profiles that the SDK does not claim are not counted.

    A request is the beginning of the input of the smallest of the vectors, without empty lists and
    without the credentials, the time, the expiry and the endpoint that most vectors share. The name
    before it is that of the vector.

    """

  private static func section(_ run: ReportedRun) -> String {
    var lines = ["## \(run.sdk)", "", summary(run), ""]
    if !run.mistakes.isEmpty {
      lines.append("| mistake | clause | level | vectors | smallest request |")
      lines.append("|---|---|---|---|---|")
      lines += run.mistakes.map { row($0, level: run.level(of: $0.vectors)) }
      lines.append("")
    }
    return lines.dropLast().joined(separator: "\n") + "\n"
  }

  private static func summary(_ run: ReportedRun) -> String {
    let counts = Level.allCases.map { level in
      "\(run.levels.values.count { $0 == level }) \(level.rawValue)"
    }
    return "\(run.executed) of \(run.declared) vectors run, \(run.levels.count) failed: "
      + counts.joined(separator: ", ") + "."
  }

  private static func row(_ mistake: ReportedMistake, level: Level) -> String {
    let name =
      mistake.ids.isEmpty
      ? "unexplained" : mistake.ids.map { "`\($0)`" }.joined(separator: " and ")
    return "| \(name): \(cell(mistake.text)) | \(mistake.clauses.joined(separator: ", ")) "
      + "| \(level.rawValue) | \(mistake.vectors.count) "
      + "| `\(mistake.smallest)`: ``\(cell(mistake.request.cut(after: 120)))`` |"
  }

  /// The text as it may stand in a cell of a table.
  private static func cell(_ text: String) -> String {
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

  /// The most binding level of some vectors.
  func level(of ids: [String]) -> Level {
    let levels = ids.compactMap { self.levels[$0] }
    return Level.allCases.first(where: levels.contains) ?? .may
  }
}

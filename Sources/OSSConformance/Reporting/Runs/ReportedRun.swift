internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// One element of the diagnosis in a JSON report.
struct ReportedMistake: Hashable {
  /// The ids of the mistakes; none where no known mistake explains the failures.
  var ids: [String]
  /// What is said before a name that is a guess.
  var doubt: String
  /// What to do instead.
  var fixes: [String] = []
  /// The names of a family, and those of them that break a must.
  var names: [String] = []
  var mustNames: [String] = []
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

  init(_ reader: MemberReader, reasons: [String: String]) throws(VectorError) {
    ids = []
    clauses = []
    doubt = reader.object["certain"] == .bool(false) ? "perhaps " : ""
    var sentences: [String] = []
    for mistake in try reader.readers("mistakes") {
      ids.append(try mistake.text("id"))
      sentences.append(try mistake.text("sentence"))
      fixes.append(try mistake.text("fix"))
      for clause in try mistake.texts("clauses") where !clauses.contains(clause) {
        clauses.append(clause)
      }
    }
    vectors = try reader.texts("vectors")
    if reader.object["unproven"] != nil { vectors += try reader.texts("unproven") }
    let vector = try reader.members("smallest")
    smallest = try vector.text("id")
    request = Self.request(
      try vector.text("operation"), try vector.members("input").object)
    if reader.object["names"] != nil {
      (names, mustNames) = (try reader.texts("names"), try reader.texts("mustNames"))
    }
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

  /// What a charge alone says of vectors: mistakes that meet in each of them.
  init?(_ charge: Charge, _ failed: [Vector], _ known: KnownMistakes?) {
    let mistakes = charge.mistakes.compactMap { id in known?[id: id] }
    guard let vector = failed.smallest, !mistakes.isEmpty else { return nil }
    ids = charge.mistakes
    doubt = ""
    text = mistakes.map { $0.naming(charge.names, breaking: []).sentence }.joined(separator: " ")
    clauses = mistakes.flatMap(\.clauses)
    vectors = failed.map(\.id)
    smallest = vector.id
    request = Self.request(vector.operation.rawValue, vector.input)
  }

  /// What a vector asks for, and its input, on one line.
  static func request(_ operation: String, _ input: JSONObject) -> String {
    operation + " " + JSONValue.object(input.brief).compact()
  }

  /// What is wrong, with no name of a family but those that break a must.
  var mustText: String {
    let every = names.joined(separator: ", ")
    return mustNames.isEmpty ? text : text.replacing(every, with: mustNames.joined(separator: ", "))
  }
}

extension JSONObject {
  /// The input without empty lists, without an ID and a secret of letters and digits, and without what
  /// most vectors have alike: the time, the expiry, the endpoint, and of a call of STS also the version and the format.
  fileprivate var brief: JSONObject {
    let common: JSONObject = [
      "time": 1_702_743_657, "expires": 1_702_747_257,
      "endpoint": ["https://oss-cn-hangzhou.aliyuncs.com", "https://sts.aliyuncs.com"],
      "version": "2015-04-01", "format": "JSON",
    ]
    return JSONObject(
      members.compactMap { member in
        let usual = common[member.name]
        if usual == member.value || usual?.arrayValue?.contains(member.value) == true { return nil }
        if member.value.arrayValue?.isEmpty == true { return nil }
        if ["accessKeyId", "accessKeySecret"].contains(member.name),
          let text = member.value.stringValue, !text.isEmpty,
          text.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == UInt8(ascii: ".") })
        {
          return nil
        }
        guard let parts = member.value.objectValue else { return member }
        let brief = parts.brief
        return brief.members.isEmpty ? nil : JSONMember(name: member.name, value: .object(brief))
      })
  }
}

/// One vector in a JSON report.
struct ReportedResult: Hashable {
  /// What became of a vector.
  enum State: Hashable { case passed, failed, notRun }
  let id: String
  let level: Level
  let clauses: [String]
  let state: State
  /// The word of the standing, such as `expected-failure`.
  let standing: String
  /// How it failed, if it did.
  let message: String
  /// The first step that differs, if there is one.
  let difference: Difference?

  /// Reads an element of `vectors`.
  init(_ reader: MemberReader) throws(VectorError) {
    id = try reader.text("id")
    level = Level(rawValue: try reader.text("level")) ?? .may
    clauses = try reader.texts("clauses")
    standing = try reader.text("standing")
    let isFailed = reader.object["kind"] != nil
    state = isFailed ? .failed : standing == "unsupported" ? .notRun : .passed
    message = try reader.optionalText("message") ?? ""
    let first = reader.object["differences"]?.arrayValue?.first?.objectValue
    difference = first.map { first in
      Difference(
        name: first["name"]?.stringValue ?? "", part: first["part"]?.stringValue,
        expected: first["expected"]?.protocolText, actual: first["actual"]?.protocolText)
    }
  }
}

/// What pages about several SDKs take from one JSON report.
struct ReportedRun: Hashable {
  /// The SDK and its version.
  var sdk: String
  var language: String
  var digest: String
  /// The vectors of the claimed profiles.
  var results: [ReportedResult]
  /// How many vectors of the claimed profiles were run, and how many vectors there are.
  var executed: Int64
  var declared: Int64
  /// The level of each vector that failed.
  var levels: [String: Level]
  /// What is behind the failures.
  var mistakes: [ReportedMistake]

  init(_ bytes: Bytes, file: String) throws(VectorError) {
    let reader = try MemberReader(bytes, file: file)
    let identity = try reader.members("sdk")
    sdk = try identity.text("name") + " " + identity.text("version")
    language = try identity.text("language")
    digest = try reader.members("corpus").text("digest")
    declared = try reader.members("summary").integer("declared")
    let claimed = try identity.texts("profiles")
    executed = 0
    levels = [:]
    results = []
    var reasons: [String: String] = [:]
    for vector in try reader.readers("vectors") {
      guard claimed.contains(try vector.text("profile")) else { continue }
      let result = try ReportedResult(vector)
      results.append(result)
      if result.standing != "unsupported" { executed += 1 }
      guard result.state == .failed else { continue }
      levels[result.id] = result.level
      if let known = vector.object["known"]?.objectValue {
        reasons[result.id] = known["reason"]?.stringValue
      }
    }
    mistakes = []
    for element in try reader.readers("diagnosis") {
      var mistake = try ReportedMistake(element, reasons: reasons)
      mistake.vectors.removeAll { levels[$0] == nil }
      if !mistake.vectors.isEmpty { mistakes.append(mistake) }
    }
  }

  /// How many vectors of a level failed.
  func failed(at level: Level) -> Int { levels.values.count { $0 == level } }

  /// How many vectors of each level failed, in words.
  var failures: String {
    Level.allCases.map { "\(failed(at: $0)) \($0.rawValue)" }.joined(separator: ", ")
  }

  /// The vectors of a mistake whose level is must.
  func musts(of mistake: ReportedMistake) -> [String] {
    mistake.vectors.filter { levels[$0] == .must }
  }
}

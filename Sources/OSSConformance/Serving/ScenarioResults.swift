internal import OSSEndpoint
internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// What a command did in all scenarios, beside the list of what is known of it.
///
/// An entry of the list is about `NAME/CLAUSE`: a scenario, and the clause of a finding.
struct ScenarioResults {
  var runs: [ScenarioRun] = []
  var known: Expectations?

  init(known: Expectations?) { self.known = known }

  enum Standing: String {
    case passed, failed, known, skipped
    case notAsked = "not asked"
  }

  private func entry(_ run: ScenarioRun, _ finding: ScenarioFinding) -> ExpectedFailure? {
    known?.entry(for: run.scenario.name + "/" + finding.clause)
  }

  func standing(of run: ScenarioRun) -> Standing {
    if run.isSkipped { return .skipped }
    if !run.isAsked { return .notAsked }
    if run.findings.isEmpty { return .passed }
    return run.findings.allSatisfy { entry(run, $0) != nil } ? .known : .failed
  }

  /// The entries of which nothing was found, although their scenarios were played and asked something.
  private var stale: [ExpectedFailure] {
    let played = runs.filter { !$0.isSkipped && $0.isAsked }
    let found = played.flatMap { run in run.findings.map { run.scenario.name + "/" + $0.clause } }
    return (known?.entries ?? []).filter { entry in
      if found.contains(where: entry.target.covers) { return false }
      guard case .id(let id) = entry.target else { return true }
      return played.contains { id.hasPrefix($0.scenario.name + "/") }
    }
  }

  /// The list that fits: entries that hold, or are about what was not played, then new ones.
  func updated(sdk: String) -> Expectations {
    let stale = stale
    var list = Expectations(
      sdk: known?.sdk ?? sdk, entries: known?.entries.filter { !stale.contains($0) } ?? [])
    for run in runs {
      for finding in run.findings where entry(run, finding) == nil {
        list.entries.append(
          ExpectedFailure(
            target: .id(run.scenario.name + "/" + finding.clause), status: .failure(.mismatch),
            reason: finding.sentence))
      }
    }
    return list
  }

  private func count(_ standing: Standing) -> Int {
    runs.count { self.standing(of: $0) == standing }
  }

  /// Whether no run says anything of the client, and it skipped not all of them.
  private var isNothingAsked: Bool {
    count(.notAsked) > 0 && count(.notAsked) + count(.skipped) == runs.count
  }

  private var callCount: Int { runs.reduce(0) { $0 + $1.trace.calls.count } }

  var exitStatus: RunnerStatus {
    if callCount == 0 || isNothingAsked { return .nothingRun }
    return count(.failed) > 0 || !stale.isEmpty ? .failures : .asExpected
  }
}

extension ScenarioResults {
  /// The line of a scenario, and below it what is wrong.
  func text(of run: ScenarioRun) -> String {
    let standing = standing(of: run)
    let word = standing == .failed ? "FAILED" : standing.rawValue
    let time = "\(run.duration / 10_000_000)"
    let seconds = String(repeating: "0", count: max(0, 3 - time.utf8.count)) + time
    var text = word.padded(to: 11) + run.scenario.name.padded(to: 43)
    text += counted(run.trace.calls.count, "call").padded(to: 12)
    text += "\(seconds.dropLast(2)).\(seconds.suffix(2)) s\n"
    if standing == .failed {
      for (name, sentence) in [("what", run.scenario.title), ("right", run.scenario.right)] {
        text += wrapped(sentence, after: ("  " + name).padded(to: 9)).map { $0 + "\n" }.joined()
      }
    }
    for finding in standing == .passed ? [] : run.findings {
      let name = "  " + finding.clause + "  "
      text += wrapped(finding.sentence, after: name).map { $0 + "\n" }.joined()
      for number in finding.calls.prefix(4) where number <= run.trace.calls.count {
        text += ("    " + run.trace.calls[number - 1].text).cut(toColumns: 80) + "\n"
      }
      if finding.calls.count > 4 { text += "    and \(finding.calls.count - 4) more\n" }
    }
    for missing in run.isSkipped ? [] : run.missing {
      text += wrapped(missing.sentence, after: "  ").map { $0 + "\n" }.joined()
    }
    return text
  }

  /// The entries that are stale, and the counts.
  var lastLines: String {
    var text = ""
    for entry in stale {
      let name = entry.target.text
      text += wrapped(
        "\(name) is listed as known, and was not found: remove it.", after: "stale   "
      )
      .map { $0 + "\n" }.joined()
    }
    text += "\(counted(runs.count, "scenario")): \(count(.passed)) passed, \(count(.failed)) failed"
    for standing in [Standing.known, .skipped, .notAsked] where count(standing) > 0 {
      text += ", \(count(standing)) \(standing.rawValue)"
    }
    text += stale.isEmpty ? "." : ", \(stale.count) stale."
    if callCount == 0 {
      text += " The command sent nothing; does it use OSS_ENDPOINT?"
    } else if isNothingAsked {
      text += "\nNothing was asked; does the command do what OSS_TASK names?"
    }
    return text + "\n"
  }

  /// The results for a program.
  var json: JSONValue {
    let scenarios = runs.map { run -> JSONValue in
      let findings = run.findings.map { finding -> JSONValue in
        [
          "clause": .string(finding.clause), "sentence": .string(finding.sentence),
          "calls": .array(finding.calls.map { .number(JSONNumber($0)) }),
          "known": .bool(entry(run, finding) != nil),
        ]
      }
      return [
        "name": .string(run.scenario.name), "group": .string(run.scenario.group.rawValue),
        "task": .string(run.scenario.task.rawValue), "title": .string(run.scenario.title),
        "standing": .string(standing(of: run).rawValue),
        "exitStatus": .number(JSONNumber(Int(run.status))),
        "milliseconds": .number(JSONNumber(run.duration / 1_000_000)),
        "findings": .array(findings), "missing": .array(run.missing.map { .string($0.sentence) }),
        "trace": .array(run.trace.calls.map(\.json)),
      ]
    }
    return [
      "format": 1, "exitStatus": .number(JSONNumber(Int(exitStatus.rawValue))),
      "stale": .array(stale.map { .string($0.target.text) }), "scenarios": .array(scenarios),
    ]
  }

  /// The results as JUnit XML: one test case for each scenario, and one for each entry that is stale.
  var junit: String {
    let (failed, stale) = (count(.failed), stale)
    let skipped = count(.known) + count(.skipped) + count(.notAsked)
    let counts =
      #"tests="\#(runs.count + stale.count)" failures="\#(failed + stale.count)" skipped="\#(skipped)""#
    var text = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
    text += #"<testsuite name="\#(Program.name) scenarios" \#(counts)>"# + "\n"
    for run in runs {
      text += "  <testcase classname=\"\(run.scenario.group.rawValue)\" "
      text += "name=\"\(run.scenario.name.xml)\""
      let sentences = run.findings.map { $0.clause + " " + $0.sentence }.joined(separator: " ")
      switch standing(of: run) {
      case .passed: text += "/>\n"
      case .failed:
        let block = self.text(of: run).split(separator: "\n").map { String($0).xml }
        text += "><failure message=\"\(sentences.xml)\">\(block.joined(separator: "\n"))</failure>"
        text += "</testcase>\n"
      case .known: text += "><skipped message=\"known: \(sentences.xml)\"/></testcase>\n"
      case .notAsked:
        let missing = run.missing.filter { !$0.isRight }.map(\.sentence).joined(separator: " ")
        text += "><skipped message=\"not asked: \(missing.xml)\"/></testcase>\n"
      case .skipped: text += "><skipped message=\"The client cannot do it.\"/></testcase>\n"
      }
    }
    for entry in stale {
      text += "  <testcase classname=\"known\" name=\"\(entry.target.text.xml)\">"
      text += "<failure message=\"It is listed as known, and was not found.\"/></testcase>\n"
    }
    return text + "</testsuite>\n"
  }
}

extension ExpectedFailure.Target {
  /// The word of the list.
  fileprivate var text: String {
    switch self {
    case .id(let id): id
    case .pattern(let glob): glob.pattern
    case .mistake(let id): id
    }
  }
}

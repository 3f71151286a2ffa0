internal import OSSJSON
internal import OSSMistakes
internal import OSSPrimitives
internal import OSSVectors

/// Shows a search for broken bounds to a person.
struct TimelineSearchText {
  let style: Style

  /// The report: what was found, as a script, and the numbers.
  func text(_ result: TimelineSearch.Result) -> String {
    var lines = result.finding.map { finding($0) + [""] } ?? []
    lines += numbers(result)
    lines.append(closing(result))
    return lines.joined(separator: "\n") + "\n"
  }

  /// The last line alone.
  func closing(_ result: TimelineSearch.Result) -> String {
    if result.finding != nil { return style.red("A bound is broken.") }
    if result.orders + result.steps == 0 { return style.red("No timeline was played.") }
    if result.failing > 0 {
      return style.yellow("No other order breaks a bound that the script's order keeps.")
    }
    return style.green("No bound is broken.")
  }

  private func finding(_ finding: TimelineSearch.Finding) -> [String] {
    let violation = finding.violation
    var lines = [
      "\(style.red("FOUND")) \(style.bold(violation.sentence)) (\(finding.origin))",
      "  expected \(violation.expected), found \(violation.actual); the shortest script:",
    ]
    lines += finding.script.words.map { "    \($0)" }
    lines += finding.happenings.map { moment, words in
      "    " + "\(moment) ms".padded(to: 12) + words
    }
    lines.append("  as the input of credential.timeline:")
    lines.append("    " + JSONValue.object(finding.script.json).compact())
    return lines
  }

  private func numbers(_ result: TimelineSearch.Result) -> [String] {
    var lines: [String] = []
    func row(_ name: String, _ text: String) { lines.append(name.padded(to: 12) + text) }
    if result.timelines > 0 {
      var text = "\(result.timelines)"
      if result.cutShort > 0 {
        text += "; \(result.cutShort) have more orders than were tried"
      }
      if result.unsupported > 0 { text += "; \(result.unsupported) unsupported" }
      if result.failing > 0 { text += "; \(result.failing) fail in the order of the script" }
      row("timelines", text)
      row("orders", "\(result.orders)")
    }
    if result.scripts > 0 { row("random", "\(result.steps) steps in \(result.scripts) scripts") }
    return lines
  }
}

extension TimelineSearch.Finding {
  /// What happened when, in its order, and what callers got after the other things of the moment.
  var happenings: [(moment: Int64, words: String)] {
    let occurrences = order.isEmpty ? script.events.indices.map { .event($0) } : order
    let happened = occurrences.map { occurrence -> (moment: Int64, words: String) in
      switch occurrence {
      case .event(let index): (script.events[index].at, script.events[index].action.words)
      case .end(let number):
        (trace.fetches[number].ends ?? script.until, "the fetch ends, number \(number + 1)")
      }
    }
    let answers = trace.answers.map { ($0.at, "\($0.caller): \($0.outcome.shown)") }
    return (happened + answers).enumerated().sorted {
      ($0.element.moment, $0.offset) < ($1.element.moment, $1.offset)
    }.map(\.element)
  }
}

extension TimelineSearch.Result {
  /// The result as a program reads it: the counts, and what was found, if anything was.
  var json: JSONValue {
    func count(_ number: Int) -> JSONValue { .number(JSONNumber(number)) }
    var object: JSONObject = [
      "timelines": count(timelines), "orders": count(orders), "cutShort": count(cutShort),
      "unsupported": count(unsupported), "failing": count(failing), "scripts": count(scripts),
      "steps": count(steps),
    ]
    object["finding"] = finding?.json
    return .object(object)
  }
}

extension TimelineSearch.Finding {
  /// What was found: the bound that is broken, the shortest script, and what happened in it.
  fileprivate var json: JSONValue {
    [
      "origin": .string(origin), "sentence": .string(violation.sentence),
      "expected": .string(violation.expected), "actual": .string(violation.actual),
      "script": .object(script.json), "output": .object(trace.members),
      "order": .array(
        happenings.map {
          ["at": .number(JSONNumber($0.moment)), "what": .string($0.words)]
        }),
    ]
  }
}

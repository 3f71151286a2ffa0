internal import OSSPrimitives
internal import OSSVectors

/// Writes a report as JUnit XML: one test case for each vector, its class the operation, its time the one that the
/// answer took.
///
/// What turns a run red is a `failure`. Other failures, and what the SDK does not support or
/// cannot be compared, are `skipped` with the reason. An operation that the SDK does not claim has no case.
struct JUnitReport {
  private let diagnosis: Diagnosis
  private let durations: [Int64]
  private var text = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"

  static func bytes(_ report: Report, _ diagnosis: Diagnosis) -> Bytes {
    var writer = JUnitReport(diagnosis: diagnosis, durations: report.run.durations)
    writer.write(report)
    return writer.text.bytes
  }

  private mutating func write(_ report: Report) {
    // What the SDK does not claim to do is no test of it.
    let cases = report.results.enumerated().filter { report.isClaimed($0.element) }
    let results = cases.map(\.element)
    let skipped = results.count { !$0.standing.isRed && $0.standing != .passed }
    let errors = results.count { $0.standing.isRed && $0.isError }
    let failures = report.summary.red - errors
    let counts =
      #"tests="\#(cases.count)" failures="\#(failures)" errors="\#(errors)" skipped="\#(skipped)""#
      + time(durations.reduce(0, +))
    text += #"<testsuites name="\#(Program.name)" \#(counts)>"# + "\n"
    text += #"  <testsuite name="\#(report.identity.sdk.xml)" \#(counts)>"# + "\n"
    writeProperties(report)
    for (index, result) in cases {
      write(result, time: durations.isEmpty ? "" : time(durations[index]))
    }
    text += "  </testsuite>\n</testsuites>\n"
  }

  private mutating func writeProperties(_ report: Report) {
    let properties = [
      ("corpus", report.corpus.digest()), ("declared", String(report.summary.declared)),
      ("executed", String(report.summary.executed)), ("runner", Program.version),
      ("language", report.identity.language),
    ]
    text += "    <properties>\n"
    for (name, value) in properties {
      text += #"      <property name="\#(name)" value="\#(value.xml)"/>"# + "\n"
    }
    text += "    </properties>\n"
  }

  /// An attribute with nanoseconds in seconds; nothing where none were measured.
  private func time(_ nanoseconds: Int64) -> String {
    if durations.isEmpty { return "" }
    let digits = String((nanoseconds + 500) / 1_000 % 1_000_000)
    let seconds = (nanoseconds + 500) / 1_000_000_000
    return
      #" time="\#(seconds).\#(String(repeating: "0", count: 6 - digits.utf8.count))\#(digits)""#
  }

  private mutating func write(_ result: CheckResult, time: String) {
    let vector = result.finding.vector
    let name = #"classname="\#(vector.operation.rawValue)" name="\#(vector.id.xml)""#
    text += "    <testcase \(name)\(time)"
    guard let child = child(of: result) else {
      text += "/>\n"
      return
    }
    text += ">\n      \(child)\n    </testcase>\n"
  }

  private func child(of result: CheckResult) -> String? {
    switch result.standing {
    case .passed: nil
    case .failed: failure(result.finding.verdict.failure?.kind.rawValue ?? "", result)
    case .failsDifferently: failure(result.standing.word, result)
    case .unexpectedPass(let entry):
      #"<failure type="unexpected-pass" message="\#(entry.reason.xml)"/>"#
    case .failedBelow(let level):
      skipped("\(level.rawValue): " + (result.finding.verdict.failure?.message ?? ""))
    case .expectedFailure(let entry): skipped("known: " + entry.reason)
    case .unsupported:
      switch result.finding.verdict {
      case .unsupported(let reason?): skipped("unsupported: " + reason)
      case .notComparable(let reason): skipped("not comparable: " + reason)
      case .unsupported(nil), .passed, .failed: skipped("unsupported")
      }
    }
  }

  private func skipped(_ message: String) -> String {
    #"<skipped message="\#(message.xml)"/>"#
  }

  private func failure(_ type: String, _ result: CheckResult) -> String {
    let message = result.finding.verdict.failure?.message ?? "It is not supported."
    let style = Style(hasColor: false)
    var block = FindingText(style: style).lines(result, isVerbose: true)
    if let explanation = diagnosis.explanation(of: result.finding.vector.id) {
      block.append("  diagnosis: " + explanation)
    }
    let element = result.isError ? "error" : "failure"
    return #"<\#(element) type="\#(type)" message="\#(message.xml)">"#
      + block.map(\.xml).joined(separator: "\n") + "</\(element)>"
  }
}

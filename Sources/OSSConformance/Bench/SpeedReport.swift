package import OSSJSON
internal import OSSPrimitives

/// How fast one operation is here, and how fast it is in an SDK.
package struct SpeedComparison: Hashable, Sendable {
  /// The operation's name in the protocol, and what is made again each time.
  package let operation: String

  /// How many rounds were taken.
  package let rounds: Int

  /// The reference's nanoseconds for one operation, the median over the rounds.
  package let reference: Double

  /// The SDK's nanoseconds for one operation, the median over the rounds; none without an adapter.
  package let sdk: Double?

  /// How many times longer the SDK takes, the median of each round's ratio.
  ///
  /// Both sides of a ratio were measured a moment apart, so a machine that is slower for a while
  /// moves both. That is why it is not the quotient of the two medians.
  package let ratio: Double?

  /// Why there is no number for the SDK although there is an adapter.
  package let objection: String?

  /// Draws the sum of the rounds.
  package init(operation: String, samples: [Sample], objection: String?) {
    self.operation = operation
    self.objection = objection
    rounds = samples.count
    reference = Self.median(samples.map(\.reference)) ?? 0
    sdk = Self.median(samples.compactMap(\.sdk))
    ratio = Self.median(
      samples.compactMap { sample in
        sample.sdk.flatMap { sample.reference > 0 ? $0 / sample.reference : nil }
      })
  }

  /// One round: nanoseconds for one operation.
  package struct Sample: Hashable {
    package var reference: Double
    package var sdk: Double?

    /// Pairs the two sides of a round.
    package init(reference: Double, sdk: Double?) {
      self.reference = reference
      self.sdk = sdk
    }
  }

  /// The middle value, or the mean of the two in the middle.
  private static func median(_ values: [Double]) -> Double? {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return nil }
    let upper = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[upper - 1] + sorted[upper]) / 2 : sorted[upper]
  }
}

/// Speeds for people and for programs.
package struct SpeedReport: Hashable, Sendable {
  /// The SDK whose speeds stand beside the reference's, if there is one.
  package let sdk: AdapterIdentity?

  /// One comparison for each operation.
  package let comparisons: [SpeedComparison]

  /// Creates a report.
  package init(sdk: AdapterIdentity?, comparisons: [SpeedComparison]) {
    self.sdk = sdk
    self.comparisons = comparisons
  }

  /// A table, one line an operation, and then why numbers are missing; each line has its LF.
  package var text: String {
    var rows = [["operation", "reference"] + (sdk.map { [$0.name.visible, "ratio"] } ?? [])]
    for comparison in comparisons {
      var row = [comparison.operation, Self.nanoseconds(comparison.reference)]
      if sdk != nil {
        row.append(comparison.sdk.map(Self.nanoseconds) ?? "-")
        row.append(comparison.ratio.map { Self.fixed($0, digits: 1) + " x" } ?? "-")
      }
      rows.append(row)
    }
    var text = columns(rows, alignsRight: true)
    for comparison in comparisons {
      if let objection = comparison.objection {
        text += "\(comparison.operation): \(objection.visible)\n"
      }
    }
    return text
  }

  /// The same numbers, in nanoseconds for one operation.
  package var json: JSONValue {
    var report: JSONObject = ["format": .number(JSONNumber(1))]
    if let sdk {
      report["sdk"] = .object([
        "name": .string(sdk.name), "version": .string(sdk.version),
        "language": .string(sdk.language),
      ])
    }
    report["operations"] = .array(comparisons.map { .object(Self.object($0)) })
    return .object(report)
  }

  private static func object(_ comparison: SpeedComparison) -> JSONObject {
    var object: JSONObject = [
      "operation": .string(comparison.operation),
      "rounds": .number(JSONNumber(comparison.rounds)),
      "reference": number(comparison.reference),
    ]
    object["sdk"] = comparison.sdk.map(number)
    object["ratio"] = comparison.ratio.map(number)
    object["objection"] = comparison.objection.map { .string($0) }
    return object
  }

  private static func number(_ value: Double) -> JSONValue {
    // A number with two digits behind the point always follows the grammar.
    (try? JSONNumber(text: fixed(value, digits: 2))).map { .number($0) } ?? .null
  }

  private static func nanoseconds(_ value: Double) -> String {
    fixed(value, digits: value < 100 ? 1 : 0) + " ns"
  }

  /// A number that is not negative, rounded to some digits behind the point.
  private static func fixed(_ value: Double, digits: Int) -> String {
    guard value.isFinite, value < 1e15 else { return "0" }
    var scale: Int64 = 1
    for _ in 0..<digits { scale *= 10 }
    let scaled = Int64((value * Double(scale)).rounded())
    guard digits > 0 else { return String(scaled) }
    let fraction = String(scaled % scale)
    let zeros = String(repeating: "0", count: digits - fraction.count)
    return "\(scaled / scale).\(zeros)\(fraction)"
  }
}

internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// What the generator writes into `provenance` where nobody states a source.
///
/// A reason that people wrote is not one of these, and is kept.
enum DefaultProvenance {
  static let refusal = "The refusal follows from the clause; SDKs need not make it."
  static let alternatives = "SDKs part ways here; any_of holds what the others give."
  static let bounds =
    "Bounds confirm no bytes; two machines that were written apart keep them."
  static let differs =
    "The SDKs at hand do otherwise; the clause says why these bytes are held right."
  static let unconfirmed =
    "The SDKs at hand do otherwise or cannot be asked; the clause says why this is held right."
  static let nobody = "No SDK at hand does this operation by itself."
  static let computed = "Computed by the reference; no SDK has confirmed it yet."

  /// The reasons that give way when a run of an SDK confirms the vector.
  static let confirmable = [differs, unconfirmed, nobody, computed]

  /// The provenance of an entry that has none.
  static func json(of entry: JSONObject) -> JSONValue {
    let expect = entry["expect"]?.objectValue ?? [:]
    let reason =
      if expect["error"] != nil {
        refusal
      } else if expect["any_of"] != nil {
        alternatives
      } else if entry["operation"] == .string(Operation.credentialTimeline.rawValue) {
        bounds
      } else {
        computed
      }
    return ["kind": "derived", "reason": .string(reason)]
  }

  private typealias Operation = OSSVectors.Operation
}

/// Which vectors a real SDK answered with the expected bytes, read from the JSON report of its run.
struct Confirmation {
  /// The SDK with its version, as `provenance.sdks` names it.
  let sdk: String
  /// The ids of the vectors that it passed, and not by an alternative.
  let passed: Set<String>

  init(_ bytes: Bytes, file: String) throws(GenerationError) {
    guard let json = try? JSONReader.read(bytes) else { throw .notReport(file: file) }
    do throws(VectorError) {
      let reader = try MemberReader(json, at: VectorLocation(file: file))
      let identity = try reader.members("sdk")
      sdk = try identity.text("name") + " " + identity.text("version")
      var passed: Set<String> = []
      for value in try reader.elements("vectors") {
        guard let result = value.objectValue, result["standing"] == "passed",
          let id = result["id"]?.stringValue
        else { continue }
        let notes = (result["notes"]?.arrayValue ?? []).compactMap(\.stringValue)
        if !notes.contains(where: { $0.hasPrefix("Another answer") }) { passed.insert(id) }
      }
      self.passed = passed
    } catch {
      throw .report(error)
    }
  }
}

/// Keeps `provenance.sdks` true: it names the SDKs whose runs confirm a vector, and no other.
struct Confirmations {
  let reports: [Confirmation]

  /// The provenance of a vector after the runs.
  ///
  /// A list that names an SDK without a report is older evidence that people state: it is only
  /// checked. So is a reason that people wrote.
  func provenance(
    of vector: Vector, at place: VectorLocation, faults: inout [GenerationError]
  ) -> Provenance {
    let passed = reports.filter { $0.passed.contains(vector.id) }.map(\.sdk)
    switch vector.provenance {
    case .agreed(let sdks, let note):
      let reported = reports.map(\.sdk)
      let isOurs = sdks.allSatisfy(reported.contains)
      guard isOurs, vector.canBeConfirmed else {
        for sdk in sdks where reported.contains(sdk) && !passed.contains(sdk) {
          faults.append(.notConfirmed(place, sdk: sdk))
        }
        return vector.provenance
      }
      let kept = sdks.filter(passed.contains) + passed.filter { !sdks.contains($0) }
      return kept.isEmpty
        ? .derived(reason: DefaultProvenance.unconfirmed, note: note)
        : .agreed(sdks: kept, note: note)
    case .derived(let reason, let note)
    where DefaultProvenance.confirmable.contains(reason) && vector.canBeConfirmed
      && !passed.isEmpty:
      return .agreed(sdks: passed, note: note)
    case .derived, .published, .observed:
      return vector.provenance
    }
  }
}

extension Vector {
  /// Whether an SDK that passes gives the very bytes that are expected.
  ///
  /// A refusal has none, an alternative has others, and three operations are judged by what their
  /// answer means: bounds, what a description does not show, and an expiry that an adapter states.
  fileprivate var canBeConfirmed: Bool {
    guard case .answer = expectation.outcome, expectation.alternatives.isEmpty else {
      return false
    }
    let judgedByMeaning: [OSSVectors.Operation] = [
      .credentialTimeline, .credentialDescription, .presignExpiry,
    ]
    return !judgedByMeaning.contains(operation)
  }
}

/// Every id that a vector ever had, suite by suite, with the digest of the vector (FMT-ID-1).
///
/// The ledger makes a change visible: a vector that is not the one of its digest was changed, and an
/// id without a vector was withdrawn. Neither happens by accident.
struct Ledger: Hashable {
  /// The file's name below the folder of vectors.
  static let fileName = "ledger.txt"

  /// A vector that is there, or was.
  struct Entry: Hashable {
    let id: String
    /// The first 16 digits of the SHA-256 of the vector as compact JSON; nil when it is retired.
    var digest: String?
  }

  /// The suites in the order of their files, each with its entries: those of the file in its order,
  /// then the retired ones.
  private(set) var suites: [(name: String, entries: [Entry])] = []

  init() {}

  init(reading bytes: Bytes, file: String) throws(GenerationError) {
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    var counts: [Int] = []
    for (index, line) in lines.enumerated() where !line.hasPrefix("#") && !line.isEmpty {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 2 else { throw .ledger(file: file, line: index + 1) }
      if line.hasPrefix("  "), !suites.isEmpty {
        let digest = words[1].hasSameBytes(as: Self.retired) ? nil : words[1]
        suites[suites.count - 1].entries.append(Entry(id: words[0], digest: digest))
      } else if !line.hasPrefix(" "), let count = Int(words[1]), Suite.isName(words[0]) {
        suites.append((words[0], []))
        counts.append(count)
      } else {
        throw .ledger(file: file, line: index + 1)
      }
    }
    for (suite, count) in zip(suites, counts)
    where suite.entries.count(where: { $0.digest != nil }) != count {
      let line = lines.firstIndex { $0.hasPrefix(suite.name + " ") } ?? 0
      throw .ledger(file: file, line: line + 1)
    }
  }

  static func == (one: Ledger, other: Ledger) -> Bool { one.bytes == other.bytes }
  func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

  var bytes: Bytes {
    var text = """
      # Every id that a vector ever had, by suite with the number of its vectors. Behind an id is the
      # start of the SHA-256 of the vector as compact JSON, or "retired": then it is never used again.
      # oss-conform generate writes this file.

      """
    for suite in suites {
      text += "\(suite.name) \(suite.entries.count(where: { $0.digest != nil }))\n"
      for entry in suite.entries { text += "  \(entry.id) \(entry.digest ?? Self.retired)\n" }
    }
    return text.bytes
  }

  /// The ledger of these suites: all that this one has, and what is new.
  func updated(
    for suites: [Suite], in folder: String, isAccepted: (String) -> Bool,
    faults: inout [GenerationError]
  ) -> Ledger {
    var known: [String: (suite: String, digest: String?)] = [:]
    for suite in self.suites {
      for entry in suite.entries { known[entry.id] = (suite.name, entry.digest) }
    }
    var result = Ledger()
    for suite in suites {
      var entries: [Entry] = []
      for vector in suite.vectors {
        let entry = Entry(id: vector.id, digest: Self.digest(of: vector))
        let place = VectorLocation(file: "\(folder)/\(suite.fileName)", vector: vector.id)
        if let before = known.removeValue(forKey: vector.id) {
          if before.digest == nil {
            faults.append(.reused(place))
          } else if !isAccepted(vector.id) {
            if before.suite != suite.name { faults.append(.moved(place, from: before.suite)) }
            if before.digest != entry.digest { faults.append(.changed(place)) }
          }
        }
        entries.append(entry)
      }
      result.suites.append((suite.name, entries))
    }
    result.retire(known, from: self.suites, isAccepted: isAccepted, faults: &faults)
    return result
  }

  /// Adds the ids that no file has any more.
  private mutating func retire(
    _ missing: [String: (suite: String, digest: String?)],
    from before: [(name: String, entries: [Entry])], isAccepted: (String) -> Bool,
    faults: inout [GenerationError]
  ) {
    for suite in before {
      for entry in suite.entries where missing[entry.id] != nil {
        if entry.digest != nil, !isAccepted(entry.id) {
          faults.append(.gone(id: entry.id, suite: suite.name))
        }
        let index = suites.firstIndex { $0.name == suite.name } ?? suites.count
        if index == suites.count { suites.append((suite.name, [])) }
        suites[index].entries.append(Entry(id: entry.id))
      }
    }
    suites.sort { "\($0.name).json".precedesInBytes("\($1.name).json") }
  }

  private static let retired = "retired"

  private static func digest(of vector: Vector) -> String {
    let text = vector.json.compact().bytes
    return String(SHA256.hash(text.span).hexadecimal.prefix(16))
  }
}

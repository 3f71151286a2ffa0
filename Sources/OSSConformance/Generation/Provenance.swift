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

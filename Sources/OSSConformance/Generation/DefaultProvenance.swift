internal import OSSPrimitives
internal import OSSVectors

/// What the generator writes into `provenance` where nobody states a source.
///
/// A reason that people wrote is none of these, and stays.
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

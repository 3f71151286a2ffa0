public import OSSPrimitives
public import OSSVectors

/// A request that becomes a vector of a recorded suite.
///
/// The draft is a vector as the format has it, of which only `operation` and `input` must be
/// there. What is expected may be given, with its provenance; the reference must then agree.
/// Without it the reference computes it, and the provenance says so.
public struct VectorDraft: Sendable {
  private var members: JSONObject

  /// Reads a draft.
  ///
  /// - Parameters:
  ///   - json: the members of the vector that are known.
  ///   - overrides: members that are given apart, such as on the command line.
  public init(_ json: JSONObject, overrides: JSONObject = JSONObject()) {
    members = json
    for member in overrides.members { members[member.name] = member.value }
  }

  /// The finished vector.
  ///
  /// - Parameter file: the name of the suite's file, for messages.
  /// - Throws: ``GenerationError/vectors(_:)`` for a member that is missing or wrong, or what
  ///   completing the vector finds.
  public func vector(for file: String) throws(GenerationError) -> Vector {
    var json = JSONObject()
    for name in ["id", "operation", "level", "reason", "clauses", "comment", "flags"] {
      json[name] = members[name] ?? Self.defaults[name]
    }
    json["provenance"] = members["provenance"] ?? Self.computed
    json["input"] = members["input"]
    json["expect"] = members["expect"] ?? expectation()
    // A misspelt member is kept, so that reading the vector refuses it.
    for member in members.members where json[member.name] == nil {
      json[member.name] = member.value
    }
    let vector: Vector
    do {
      vector = try Vector(json: .object(json), at: VectorLocation(file: file))
    } catch {
      throw .vectors(error)
    }
    return try RecordedVector().completed(vector)
  }

  private static let defaults: JSONObject = ["level": "must", "flags": []]
  private static let computed: JSONValue = [
    "kind": "derived",
    "reason":
      "Made with oss-conform vector: the reference computed it, spec/oracle recomputes it.",
  ]

  /// What the reference answers; nil where the operation or the input is missing, which reading
  /// the vector then reports.
  private func expectation() -> JSONValue? {
    guard let word = members["operation"]?.stringValue,
      let operation = OSSVectors.Operation(rawValue: word),
      let input = members["input"]?.objectValue
    else { return nil }
    switch ReferenceAdapter().answer(operation, input) {
    case .ok(let answer):
      var json = answer.asExpected(of: input).members
      if !answer.stages.members.isEmpty { json["stages"] = .object(answer.stages) }
      return .object(json)
    case .rejected(let errorClass?, _):
      return ["error": ["class": .string(errorClass)]]
    default:
      return nil
    }
  }
}

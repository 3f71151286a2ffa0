internal import OSSPrimitives
internal import OSSVectors

/// The definition of one vector of a built suite: what is asked, and why.
///
/// What is expected is not written here; the reference computes it and the second oracle confirms
/// it. A refusal is an exception, whose class is stated, and so are the bounds of a timeline.
struct BuiltCase {
  let id: String
  let operation: OSSVectors.Operation
  let clauses: [String]
  let comment: String
  let input: JSONObject
  /// The input by its parts, where the operation signs with V4.
  var signing: SigningInput?
  var level = Level.must
  /// Why a `may` vector is one.
  var reason: String?
  var flags: [String] = []
  /// The class of the refusal that is expected; nil where an answer is.
  var refusal: ErrorClass?
  /// The document that states what is expected, where one does.
  var source: String?
  var alternatives: [Alternative] = []
  /// Outcomes that are right too, where they are stated and not computed.
  var outcomes: [OSSVectors.Alternative] = []
  /// What is expected where it is stated and not computed; the reference must pass it.
  var stated: Answer?
  /// The members whose text is meant exactly.
  var exact: [String] = []
}

extension BuiltCase {
  /// A case of `v1.header`.
  static func header(
    _ id: String, _ clauses: String..., comment: String,
    input change: (inout SigningInput) -> Void = { _ in }
  ) -> BuiltCase {
    var input = SigningInput()
    change(&input)
    return BuiltCase(
      id: id, operation: .v1Header, clauses: clauses, comment: comment, input: input.headerInput)
  }

  /// A case of `v1.presign`.
  static func presign(
    _ id: String, _ clauses: String..., comment: String,
    input change: (inout SigningInput) -> Void = { _ in }
  ) -> BuiltCase {
    var input = SigningInput()
    change(&input)
    return BuiltCase(
      id: id, operation: .v1Presign, clauses: clauses, comment: comment, input: input.presignInput)
  }

  /// A case of `public.url`.
  static func publicURL(
    _ id: String, _ clauses: String..., comment: String,
    input change: (inout SigningInput) -> Void = { _ in }
  ) -> BuiltCase {
    var input = SigningInput()
    change(&input)
    return BuiltCase(
      id: id, operation: .publicURL, clauses: clauses, comment: comment, input: input.publicInput)
  }

  /// The case at the level of a `should` clause.
  var should: BuiltCase {
    var result = self
    result.level = .should
    return result
  }

  /// The case as one whose answer a document states.
  func published(_ source: String) -> BuiltCase {
    var result = self
    result.source = source
    return result
  }

  /// The case at the level of a `may` clause, with why.
  func may(_ reason: String, _ alternatives: Alternative...) -> BuiltCase {
    var result = self
    result.level = .may
    result.reason = reason
    result.alternatives = alternatives
    return result
  }

  /// The case with another outcome that is right too: what SDKs give that part ways here.
  func or(_ outcome: Outcome, because reason: String) -> BuiltCase {
    var result = self
    result.outcomes.append(OSSVectors.Alternative(reason: reason, outcome: outcome))
    return result
  }

  /// The case as one that means the text of some members, where parts would be compared.
  func exactly(_ members: String...) -> BuiltCase {
    var result = self
    result.exact = members
    return result
  }

  /// The case with flags, by which vectors are selected.
  func flagged(_ flags: String...) -> BuiltCase {
    var result = self
    result.flags = flags
    return result
  }

  /// The case as one that must be refused, with the document that says so, if one does.
  func refused(_ errorClass: ErrorClass, by source: String? = nil) -> BuiltCase {
    var result = self
    result.refusal = errorClass
    result.source = source
    return result
  }
}

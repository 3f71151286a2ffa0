internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in upload forms, in the order of the specification.
enum PostMutants {
  static let all: [Mutant] =
    PostPolicyMutants.all + PostSignatureMutants.all + PostCheckMutants.all
    + PostRefusalMutants.all

  /// The operations that sign a form.
  static let signing: Set<OSSVectors.Operation> = [.postV1, .postV4]
  /// The operations that read or write a policy.
  static let policies: Set<OSSVectors.Operation> = [.postPolicy, .postCheck]
  /// All operations of forms.
  static let operations: Set<OSSVectors.Operation> = [.postPolicy, .postV1, .postV4, .postCheck]

  /// A mutant of forms.
  static func form(
    _ id: String, _ clause: String, _ mistake: String, mend: String,
    on operations: Set<OSSVectors.Operation> = operations, sightings: [Sighting] = [],
    change: @escaping @Sendable (inout ReferenceSteps) -> Void
  ) -> Mutant {
    Mutant(
      id, clause, mistake, mend: mend, on: operations, sightings: sightings, change: change)
  }
}

extension ReferenceSteps {
  /// Changes the policy that is written.
  mutating func rewritePolicy(_ change: @escaping @Sendable (Bytes) -> Bytes) {
    let former = post.policy
    post.policy = { change(former($0, $1)) }
  }

  /// Passes over the faults of a policy of which a statement is true.
  mutating func acceptPolicies(_ fault: @escaping @Sendable (PostPolicyError) -> Bool) {
    let former = post.refuses
    post.refuses = { former($0) && !fault($0) }
  }

  /// Passes over the faults of a condition of which a statement is true.
  mutating func acceptConditions(_ fault: @escaping @Sendable (PostConditionFault) -> Bool) {
    acceptPolicies {
      if case .invalidCondition(_, let reason) = $0 { fault(reason) } else { false }
    }
  }

  /// Changes what is found wrong with the fields of a form.
  mutating func rewriteFieldFaults(
    _ change: @escaping @Sendable (PostForm, [PostFormFault]) -> [PostFormFault]
  ) {
    let former = post.fieldFaults
    post.fieldFaults = { change($1, former($0, $1, $2)) }
  }

  /// Changes whether a condition holds; told what the reference says.
  mutating func rewriteHolding(
    _ change: @escaping @Sendable (PostCondition, PostForm, Bool) -> Bool
  ) {
    let former = post.holds
    post.holds = { change($0, $1, former($0, $1)) }
  }

  /// Changes the fields of a signed form, of either version.
  mutating func rewriteFormFields(_ change: @escaping @Sendable ([FormField]) -> [FormField]) {
    let (formerV1, formerV4) = (post.fieldsV1, post.fieldsV4)
    post.fieldsV1 = { change(formerV1($0, $1, $2, $3)) }
    post.fieldsV4 = { change(formerV4($0, $1, $2, $3)) }
  }
}

extension [FormField] {
  /// The fields without the one of a name.
  func without(_ name: String) -> [FormField] { filter { $0.name != name } }

  /// The fields with one of them under another name.
  func renaming(_ name: String, to other: String) -> [FormField] {
    map { $0.name == name ? FormField(other, $0.value) : $0 }
  }

  /// The fields with another value of one of them.
  func changing(_ name: String, _ change: (String) -> String) -> [FormField] {
    map { $0.name == name ? FormField(name, change($0.value)) : $0 }
  }
}

internal import OSSCredentials
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

extension ExpiryPresignMutants {
  /// A mutant of one step.
  static func limit(
    _ id: String, _ clause: String, _ mistake: String, mend: String, sightings: [Sighting] = [],
    _ change: @escaping @Sendable (inout PresignLimitSteps) -> Void
  ) -> Mutant {
    Mutant(id, clause, mistake, mend: mend, on: [.presignExpiry], sightings: sightings) {
      change(&$0.presignLimit)
    }
  }

  /// A mutant that takes something else for the input.
  static func input(
    _ id: String, _ clause: String, _ mistake: String, mend: String,
    _ change: @escaping @Sendable (inout JSONObject) -> Void
  ) -> Mutant {
    Mutant(id, clause, mistake, mend: mend, on: [.presignExpiry]) { steps in
      steps.rewriteInput { _, input in change(&input) }
    }
  }
}

extension JSONObject {
  /// Whether the input's credentials are temporary.
  var isTemporary: Bool { self["credential"] == "temporary" }
}

extension PresignLimitSteps {
  /// Signs intervals of which a statement is true, whatever the limits say.
  mutating func exempt(_ isExempt: @escaping @Sendable (SignatureVersion, Seconds) -> Bool) {
    let former = refusal
    refusal = { isExempt($0, $1) ? nil : former($0, $1) }
  }

  /// Refuses intervals of which a statement is true.
  mutating func forbid(_ isForbidden: @escaping @Sendable (SignatureVersion, Seconds) -> Bool) {
    let former = refusal
    refusal = { isForbidden($0, $1) ? .tooShort($1) : former($0, $1) }
  }

  /// Changes the findings.
  mutating func afterFindings(
    _ change:
      @escaping @Sendable ([PresignLimit.Finding], Seconds, PresignCredential) ->
      [PresignLimit.Finding]
  ) {
    let former = findings
    findings = { change(former($0, $1, $2), $1, $0) }
  }
}

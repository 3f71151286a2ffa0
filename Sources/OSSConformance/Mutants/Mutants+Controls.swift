internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

extension Mutants {
  /// Mutants without a mistake: each replaces a step by the slow twin that others break.
  ///
  /// They answer as the reference does. So what a mutant gets wrong comes from its mistake, and not
  /// from the twin.
  package static let controls: [Mutant] = [
    control("twin-of-sha1", Set(OSSVectors.Operation.allCases)) { steps in
      let hash = PlainSHA1()
      steps.sha1 = hash.hash
      steps.hmacSHA1 = PlainHMAC { hash.hash($0) }.code
    },
    control("twin-of-sha256", [.sha256, .hmacSHA256]) { steps in
      let hash = PlainSHA256()
      steps.sha256 = hash.hash
      steps.hmacSHA256 = PlainHMAC { hash.hash($0) }.code
    },
    control("twin-of-md5", [.md5]) { $0.md5 = PlainMD5().hash },
    control("twin-of-signature-check", [.callbackVerify]) { $0.checkSignatures { _ in } },
    control("twin-of-key-reader", [.callbackVerify]) { $0.readKeys(allowing: []) },
    control("twin-of-leading-lines", .signing) { $0.rewriteLeadingLines { _, _ in } },
    control("twin-of-headers", .signing) { steps in
      let rules = HeaderRules()
      steps.signing.canonicalizedHeaders = { rules.append($0, $1, to: &$2) }
    },
    control("twin-of-resource", .signing) { steps in
      let rules = ResourceRules()
      steps.signing.canonicalizedResource = { rules.append($0, $1, to: &$2) }
    },
    control("twin-of-headers-of-v2", .signingV2) { HeaderRulesV2().apply(to: &$0) },
    control("twin-of-resource-of-v2", .signingV2) { ResourceRulesV2().apply(to: &$0) },
    control("twin-of-url", .urls) { $0.rewritePieces { _ in } },
    control("twin-of-v4-headers", .signingV4) { steps in
      let rules = HeaderRulesV4()
      steps.signingV4.headers = { rules.append($0, $1, to: &$2) }
    },
    control("twin-of-v4-query", .signingV4) { steps in
      let rules = QueryRules()
      steps.signingV4.query = { rules.append($0, $1, to: &$2) }
    },
    control("twin-of-v4-output", .signingV4) { steps in
      steps.rewriteListedNames { _, names in names }
      steps.rewriteAuthorizationV4 { _, _ in }
      steps.rewriteAddedParameters { _, _ in }
      steps.rewriteKeyV4 { _ in }
      steps.rewritePieces { _ in }
    },
    control("twin-of-output", Set(OSSVectors.Operation.allCases)) { steps in
      steps.rewriteHeaders { _, _ in }
      steps.rewriteInput { _, _ in }
      steps.afterDate { _, _, _ in }
      steps.afterHeaders { _, _, _ in }
      steps.afterResource { _, _, _ in }
    },
  ]

  private static func control(
    _ id: String, _ operations: Set<OSSVectors.Operation>,
    _ change: @escaping @Sendable (inout ReferenceSteps) -> Void
  ) -> Mutant {
    Mutant(
      id, "", "There is no mistake.", mend: "Nothing need be changed.", on: operations,
      equivalent: "The twin does what the step does.", change: change)
  }
}

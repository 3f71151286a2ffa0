internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Signers of V4 that do not refuse what must be refused, or refuse what can be signed.
enum V4RefusalMutants {
  static let all: [Mutant] = scopes + names + urls

  private static let scopes: [Mutant] = [
    accepting("v4-refuses-no-region", "V4-REF-1", "Any region is signed.") {
      if case .invalidRegion(let name) = $0 { !name.hasPrefix("oss-") } else { false }
    },
    accepting("v4-refuses-no-empty-region", "V4-REF-1", "An empty region is signed.") {
      $0 == .invalidRegion("")
    },
    repairing("v4-lowers-region", "V4-REF-1", "A region in upper case is brought to lower case.") {
      $0.rewrite("region") { Bytes($0.utf8).lowercased.text }
    },
    Mutant(
      "v4-repairs-region", "V4-REF-1", "Bytes of a region that are not UTF-8 are replaced.",
      mend: "Sign what is given, or refuse it; do not change it.", on: .authenticatingV4
    ) { steps in
      steps.accept {
        if case .invalidRegion(let name) = $0 { name.contains("\u{FFFD}") } else { false }
      }
      steps.rewriteInput { _, input in
        guard let text = input["region"]?.objectValue?["base64"]?.stringValue,
          let bytes = try? Base64.decode(text)
        else { return }
        input["region"] = .string(bytes.text)
      }
    },
    accepting("v4-refuses-no-product", "V4-REF-3", "Any product is signed.") {
      if case .invalidProduct = $0 { true } else { false }
    },
    repairing("v4-empty-product-is-oss", "V4-REF-3", "An empty product is taken for oss.") {
      $0.rewrite("product") { $0.isEmpty ? "oss" : $0 }
    },
  ]

  private static let names: [Mutant] = [
    accepting("v4-refuses-no-additional-name", "V4-REF-4", "Any additional header is listed.") {
      if case .invalidAdditionalHeader = $0 { true } else { false }
    },
    accepting("v4-additional-underscore-taken", "V4-REF-4", "A listed name may hold underscores.") {
      guard case .invalidAdditionalHeader(let name, let offset) = $0 else { return false }
      return Bytes(name.utf8).dropFirst(offset).first == UInt8(ascii: "_")
    },
    accepting("v4-additional-authorization-taken", "V4-REF-4", "Authorization may be listed.") {
      guard case .invalidAdditionalHeader(let name, _) = $0 else { return false }
      return Bytes(name.utf8).lowercased.elementsEqual("authorization".utf8)
    },
    accepting("v4-additional-empty-taken", "V4-REF-4", "An empty name is passed over.") {
      guard case .invalidAdditionalHeader(let name, _) = $0 else { return false }
      return name.isEmpty
    },
    repairing(
      "v4-additional-signed-underscore-refused", "V4-REF-4",
      "A name with an underscore that is signed anyway is refused too."
    ) { steps in
      steps.rewriteElements("additionalHeaders") { names in
        names.contains { ($0.stringValue ?? "").contains("_") } ? [""] : names
      }
    },
  ]

  private static let urls: [Mutant] = [
    accepting("v4-refuses-no-validity", "V4-REF-5", "Any number of seconds is signed.") {
      if case .invalidValidity = $0 { true } else { false }
    },
    accepting(
      "v4-refuses-no-long-validity", "V4-REF-5", "A URL may work for more than seven days."
    ) { if case .invalidValidity(let seconds) = $0 { seconds > 604_800 } else { false } },
    accepting(
      "v4-refuses-no-past-validity", "V4-REF-5", "A URL may work for no time at all.",
      [
        .goV2("The upper bound alone is checked."),
        .swiftV2("The upper bound alone is checked."),
      ]
    ) { if case .invalidValidity(let seconds) = $0 { seconds < 1 } else { false } },
    repairing(
      "v4-shortens-validity", "V4-REF-5", "More than seven days are cut to seven days."
    ) { $0.rewriteNumber("expires") { seconds, _ in min(seconds, 604_800) } },
    repairing("v4-seven-days-refused", "V4-REF-5", "A URL for exactly seven days is refused.") {
      $0.rewriteNumber("expires") { seconds, _ in seconds == 604_800 ? 604_801 : seconds }
    },
    repairing("v4-one-second-refused", "V4-REF-5", "A URL for a single second is refused.") {
      $0.rewriteNumber("expires") { seconds, _ in seconds == 1 ? 0 : seconds }
    },
    accepting("v4-refuses-no-reserved-parameter", "V4-REF-6", "A caller's x-oss-date stays.") {
      if case .reservedParameter = $0 { true } else { false }
    },
    accepting(
      "v4-refuses-no-second-token", "V4-REF-6",
      "The caller's token parameter stays beside that of the credentials."
    ) { $0 == .reservedParameter(name: "x-oss-security-token") },
    accepting("v4-refuses-no-reserved-header", "V4-REF-7", "The caller's header x-oss-date stays.")
    {
      if case .reservedHeader = $0 { true } else { false }
    },
  ]

  private static func accepting(
    _ id: String, _ clause: String, _ mistake: String, _ sightings: [Sighting] = [],
    _ fault: @escaping @Sendable (SigningError) -> Bool
  ) -> Mutant {
    Mutant(
      id, clause, mistake, mend: "Refuse it before anything is signed.", on: .authenticatingV4,
      sightings: sightings
    ) { $0.accept(fault) }
  }

  private static func repairing(
    _ id: String, _ clause: String, _ mistake: String,
    _ change: @escaping @Sendable (inout ReferenceSteps) -> Void
  ) -> Mutant {
    Mutant(
      id, clause, mistake, mend: "Sign what is given, or refuse it; do not change it.",
      on: .authenticatingV4, change: change)
  }
}

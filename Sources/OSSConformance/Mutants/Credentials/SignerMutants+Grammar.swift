internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

extension SignerMutants {
  static let grammar: [Mutant] = prefixes + ids + colons + signatures + mended

  private static let prefixes: [Mutant] = [
    Mutant(
      "signer-fourth-character", "CRED-SIGN-6",
      "What stands after the fourth character is taken, whatever stands before it.",
      mend: "Ask for OSS and one space.", on: [.signerValue],
      sightings: [.android("Presigning with a custom signer, which fails on short texts (#172).")]
    ) { steps in
      steps.rewrite("value") { "OSS \($0.dropFirst(4))" }
    },
    accepting(
      "signer-any-header", "CRED-SIGN-6", "The value is put into the header unread.",
      mend: "Read it before it is used.",
      sightings: [.iOS("OSSSignerBase puts it into Authorization as it is (V1 header).")]
    ) { _ in true },
    taking(
      "signer-any-blank", "CRED-SIGN-6", "Any blank of Unicode stands for the space."
    ) { value in
      guard value.hasPrefix("OSS"), let blank = value.dropFirst(3).unicodeScalars.first,
        blank.properties.isWhitespace
      else { return value }
      return "OSS " + String(value.unicodeScalars.dropFirst(4))
    },
    taking(
      "signer-space-left-out", "CRED-SIGN-6", "The space after OSS may be left out."
    ) { $0.hasPrefix("OSS\(plainID)") ? "OSS \($0.dropFirst(3))" : $0 },
    taking("signer-scheme-any-case", "CRED-SIGN-6", "The scheme may stand in lower case.") {
      $0.hasPrefix("oss ") ? "OSS \($0.dropFirst(4))" : $0
    },
    taking("signer-scheme-repeated-space", "CRED-SIGN-6", "Spaces after the scheme are dropped.") {
      $0.hasPrefix("OSS  ") ? "OSS \($0.dropFirst(5))" : $0
    },
    taking("signer-wide-letters", "CRED-SIGN-6", "Wide letters are read as narrow ones.") {
      Bytes($0.utf8).replacing("\u{FF2F}\u{FF33}\u{FF33}", with: "OSS").text
    },
    Mutant(
      "signer-signature-alone", "CRED-SIGN-6", "A signature alone is taken, with the ID at hand.",
      mend: "Ask for the whole value.", on: [.signerValue],
      sightings: [.swiftV2("The delegate for remote signing returns the signature alone.")]
    ) {
      $0.rewrite("value") {
        $0.utf8.count == 28 && !$0.contains(":") ? "OSS \(plainID):\($0)" : $0
      }
    },
    taking("signer-without-scheme", "CRED-SIGN-6", "The scheme may be left out.") {
      $0.hasPrefix(plainID) ? "OSS \($0)" : $0
    },
    faults("signer-any-scheme", "CRED-SIGN-6", "The scheme is not looked at.") { $0 == .scheme },
  ]

  private static let ids: [Mutant] = [
    faults("signer-any-id", "CRED-SIGN-7", "Any access key ID is taken.") {
      if case .accessKeyID = $0 { true } else { false }
    },
    taking("signer-blank-before-colon", "CRED-SIGN-7", "A blank before the colon is dropped.") {
      Bytes($0.utf8).replacing(" :", with: ":").text
    },
  ]

  private static let colons: [Mutant] = [
    faults("signer-no-colon", "CRED-SIGN-8", "A value without a colon is taken.") {
      $0 == .missingColon
    },
    taking(
      "signer-two-parts", "CRED-SIGN-8", "Of the parts between colons the first two are taken.",
      sightings: [.android("Presigning with a custom signer splits at each colon.")]
    ) {
      $0.split(separator: ":", omittingEmptySubsequences: false).prefix(2).joined(separator: ":")
    },
    taking("signer-last-colon", "CRED-SIGN-8", "The last colon divides the value.") { value in
      let parts = value.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 3, let last = parts.last else { return value }
      return "OSS tenant\(parts[1]):\(last)"
    },
    taking("signer-wide-colon", "CRED-SIGN-8", "A wide colon is taken for a colon.") {
      Bytes($0.utf8).replacing("\u{FF1A}", with: ":").text
    },
    taking("signer-colon-decoded", "CRED-SIGN-8", "A percent-encoded colon is decoded.") {
      $0.hasPrefix("OSS ") ? Bytes($0.utf8).replacing("%3A", with: ":").text : $0
    },
  ]

  private static let signatures: [Mutant] = [
    faults("signer-any-signature", "CRED-SIGN-9", "Any text is taken for a signature.") {
      if case .signature = $0 { true } else { false }
    },
    taking("signer-line-in-signature", "CRED-SIGN-9", "Line ends in the base64 are dropped.") {
      Bytes($0.utf8).replacing("\nmY", with: "mY").text
    },
  ]

  private static let mended: [Mutant] = [
    taking(
      "signer-trimmed", "CRED-SIGN-10", "White space around the value and its parts is trimmed.",
      sightings: [
        .iOS("The builder of a presigned URL trims the parts; the header keeps their blanks.")
      ]
    ) { Bytes($0.withoutOuterBlanks.utf8).replacing(": ", with: ":").text },
    taking("signer-byte-order-mark", "CRED-SIGN-10", "A byte-order mark is skipped.") {
      Bytes($0.utf8).replacing("\u{FEFF}", with: "").text
    },
    taking("signer-quotation-marks", "CRED-SIGN-10", "Quotation marks are taken off.") {
      $0.hasPrefix("\"") ? String($0.dropFirst().dropLast()) : $0
    },
    taking("signer-header-name", "CRED-SIGN-10", "The name of the header is taken off.") {
      $0.hasPrefix("Authorization: ") ? String($0.dropFirst(15)) : $0
    },
    taking("signer-first-line", "CRED-SIGN-10", "The first line of the value is taken.") {
      String($0.unicodeScalars.prefix { $0.value >= 0x20 })
    },
    taking("signer-percent-decoded", "CRED-SIGN-10", "The value is percent-decoded.") {
      $0.hasPrefix("OSS%") ? $0.percentDecoded : $0
    },
  ]

  private static let mend = "Refuse the value: whoever made it must mend it."

  /// A mutant that makes a value right which must be refused.
  private static func taking(
    _ id: String, _ clause: String, _ mistake: String, sightings: [Sighting] = [],
    _ change: @escaping @Sendable (String) -> String
  ) -> Mutant {
    Mutant(id, clause, mistake, mend: mend, on: [.signerValue], sightings: sightings) {
      $0.rewrite("value", change)
    }
  }

  /// A mutant that passes over a fault of the value.
  private static func faults(
    _ id: String, _ clause: String, _ mistake: String,
    _ isPassedOver: @escaping @Sendable (SignerValueFault) -> Bool
  ) -> Mutant {
    accepting(id, clause, mistake, mend: mend, isPassedOver)
  }

  private static func accepting(
    _ id: String, _ clause: String, _ mistake: String, mend: String, sightings: [Sighting] = [],
    _ isPassedOver: @escaping @Sendable (SignerValueFault) -> Bool
  ) -> Mutant {
    Mutant(id, clause, mistake, mend: mend, on: [.signerValue], sightings: sightings) { steps in
      steps.accept {
        if case .invalidSignerValue(let fault) = $0 { isPassedOver(fault) } else { false }
      }
    }
  }
}

internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in what is made of a custom signer's answer (CRED-SIGN, V1-AUTH-2).
enum SignerMistakes {
  private static let rows = MistakeRows(\.signers, in: [.signerValue])
  private static let unsigned = rows.breaking("CRED-SIGN-2")
    .fix("Refuse to send a request that nobody signed, and say that it is unsigned.")
  private static let failing = rows.breaking("CRED-SIGN-3", "CRED-SIGN-4")
    .fix("Hand the error on as the cause, before you read a value.")
  /// Values that are repaired and must be refused.
  private static let repairing = rows.breaking("CRED-SIGN-6", "V1-AUTH-2")
    .fix("Refuse the value: its author must send OSS, a space, ID:signature.").setting(\.repaired)
  private static let identified = rows.breaking("CRED-SIGN-7", "V1-AUTH-2")
    .fix("Accept the IDs that V1-REF-3 allows, those of STS with their dots, and no others.")
    .setting(\.isAccessKeyID)
  private static let signed = rows.breaking("CRED-SIGN-9", "V1-AUTH-2")
    .fix("Require the padded base64 text of 20 bytes, in the standard alphabet.")

  /// Signatures that are read otherwise before they are judged.
  private static let lenient = signed.by { (read: @escaping @Sendable (String) -> String) in
    { $0.isSignature = { [former = $0.isSignature] in former(read($0)) } }
  }

  static let all: [Mistake] = [
    // Answers.
    unsigned("signer-anonymous", "Without a value the request is sent unsigned.")
      .seen("OSSSignerBase makes an error for the header of V1 and does not return it.", .iOS)
      .change {
        $0.withoutValue = { () throws(Refusal) in
          Answer(members: ["accessKeyId": "", "signature": ""])
        }
      },
    unsigned("signer-no-value-is-invalid", "A missing value is called an invalid one.")
      .seen("Presigning says of it that the returned signature is invalid.", .iOS)
      .change { $0.value = { $1 ?? "" } },
    unsigned("signer-empty-value-is-none", "An empty value is treated as no value.")
      .breaking("V1-AUTH-2").change { $0.value = { $1?.isEmpty == true ? nil : $1 } },
    failing("signer-error-lost", "The signer's error is dropped, and a value beside it is used.")
      .breaking("CRED-SIGN-3", "CRED-SIGN-4", "CRED-SIGN-5")
      .seen("OSSSignerBase sends the request without Authorization (V1 header).", .iOS)
      .change { $0.isFailure = { _, _ in false } },
    failing("signer-shape-before-error", "The form of the value is judged before the error.")
      .seen("Presigning with V1 calls the value invalid and loses the error.", .iOS).change {
        $0.isFailure = { error, value in error != nil && value?.hasPrefix("OSS ") == true }
        $0.value = { $1 ?? ($0 == nil ? nil : "") }
      },
    failing("signer-value-over-error", "A value counts though an error came with it.")
      .breaking("CRED-SIGN-4", "CRED-SIGN-5")
      .change { $0.isFailure = { error, value in error != nil && value == nil } },
    failing("signer-empty-error-ignored", "An error without a text is ignored.")
      .breaking("CRED-SIGN-5").change { $0.isFailure = { error, _ in error?.isEmpty == false } },
    // Schemes.
    rows("signer-fourth-character", "What follows the fourth character is read, whatever precedes.")
      .breaking("CRED-SIGN-6", "V1-AUTH-2").fix("Require OSS and one space at the beginning.")
      .seen("Presigning with a custom signer, which fails on short texts (#172).", .android)
      .change { $0.afterScheme = { Bytes($0.text.dropFirst(4).utf8) } },
    rows("signer-any-header", "The value is put into the header as it is.").breaking(
      "CRED-SIGN-6", "CRED-SIGN-7", "CRED-SIGN-8", "CRED-SIGN-9", "CRED-SIGN-10", "V1-AUTH-2"
    ).fix("Check the value before you use it.")
      .seen("OSSSignerBase puts it into Authorization as it is (V1 header).", .iOS)
      .change { signers in
        let (afterScheme, parts) = (signers.afterScheme, signers.parts)
        signers.afterScheme = { afterScheme($0) ?? $0 }
        signers.parts = { parts($0) ?? ($0, []) }
        signers.isAccessKeyID = { _ in true }
        signers.isSignature = { _ in true }
      },
    repairing("signer-scheme-in-any-case", "The scheme is compared without case.") {
      $0.prefix(4).lowercased() == "oss " ? "OSS \($0.dropFirst(4))" : $0
    },
    repairing("signer-signature-alone", "A signature alone is accepted.")
      .seen("The delegate for remote signing returns the signature alone.", .swiftV2).change {
        $0.contains(":") || $0.contains(" ") || $0.count != 28
          ? $0 : "OSS exampleAccessKeyID00:\($0)"
      },
    repairing("signer-value-trimmed", "White space around the value and its parts is trimmed.")
      .breaking("CRED-SIGN-7", "CRED-SIGN-10", "V1-AUTH-2")
      .seen("The builder of a presigned URL trims the parts; the header keeps their blanks.", .iOS)
      .change { text in
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return parts.map { String($0).trimmed { $0.value <= 0x20 } }.joined(separator: ":")
      },
    repairing("signer-ends-trimmed", "White space around the value is trimmed.")
      .breaking("CRED-SIGN-10", "V1-AUTH-2").change { $0.trimmed { $0.value <= 0x20 } },
    // Parts.
    identified("signer-any-id", "Any access key ID is accepted.") { _ in true },
    rows("signer-two-parts", "Of the parts between colons the first two are read.")
      .breaking("CRED-SIGN-8", "V1-AUTH-2").fix("Refuse a value whose signature has a colon.")
      .seen("Presigning with a custom signer splits at each colon.", .android).change {
        $0.parts = { bytes in
          let parts = bytes.split(separator: 0x3A, omittingEmptySubsequences: false)
          return parts.count < 2 ? nil : (Bytes(parts[0]), Bytes(parts[1]))
        }
      },
    rows("signer-signature-encoded", "The signature is percent-encoded as it is read.")
      .breaking("CRED-SIGN-1", "V1-AUTH-2")
      .fix("Encode the signature where you make a URL, and there alone.")
      .change { $0.shown = { $0.encoded } },
    signed("signer-any-signature", "Any text is accepted as a signature.")
      .change { $0.isSignature = { _ in true } },
    signed("signer-any-text", "Any text but an empty one is accepted as a signature.")
      .change { $0.isSignature = { !$0.utf8.isEmpty } },
    lenient("signer-signature-url-safe", "A signature in the URL-safe alphabet is accepted.")
      .change { $0.replaced("-", by: "+").replaced("_", by: "/") },
    lenient("signer-signature-unpadded", "The padding of the signature is not looked at.").change {
      let text = $0.filter { $0 != "=" }
      return text + String(repeating: "=", count: (4 - text.count % 4) % 4)
    },
    lenient("signer-signature-with-blanks", "White space in and after the signature is accepted.")
      .change { text in
        let kept = text.unicodeScalars.filter { ![0x09, 0x0A, 0x0D, 0x20].contains($0.value) }
        return String(String.UnicodeScalarView(kept))
      },
    signed("signer-signature-of-any-length", "Base64 of any length is accepted.")
      .change { $0.isSignature = { (try? Base64.decode($0)) != nil } },
  ]
}

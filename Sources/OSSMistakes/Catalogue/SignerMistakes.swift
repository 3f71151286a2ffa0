internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in what is made of a custom signer's answer (CRED-SIGN-*, V1-AUTH-2).
enum SignerMistakes {
  static let all: [Mistake] = answers + schemes + parts + signatures

  private static let answers: [Mistake] = [
    signer(
      "anonymous", ["CRED-SIGN-2"], "Without a value the request is sent unsigned.",
      fix: "Refuse to send a request that nobody signed.",
      seen: [.iOS("OSSSignerBase makes an error for the header of V1 and does not return it.")]
    ) {
      $0.withoutValue = { () throws(Refusal) in
        Answer(members: ["accessKeyId": "", "signature": ""])
      }
    },
    signer(
      "no-value-is-invalid", ["CRED-SIGN-2"], "A missing value is called an invalid one.",
      fix: "Say that the signer gave nothing.",
      seen: [.iOS("Presigning says of it that the returned signature is invalid.")]
    ) { $0.value = { $1 ?? "" } },
    signer(
      "error-lost", ["CRED-SIGN-3", "CRED-SIGN-4", "CRED-SIGN-5"], "The signer's error is dropped.",
      fix: "Hand the error on as the cause.",
      seen: [.iOS("OSSSignerBase sends the request without Authorization (V1 header).")]
    ) { $0.isFailure = { _, _ in false } },
    signer(
      "shape-before-error", ["CRED-SIGN-3", "CRED-SIGN-4"],
      "The form of the value is judged before the error.", fix: "Look at the error first.",
      seen: [.iOS("Presigning with V1 calls the value invalid and loses the error.")]
    ) { signers in
      signers.isFailure = { error, value in error != nil && value?.hasPrefix("OSS ") == true }
      signers.value = { $1 ?? ($0 == nil ? nil : "") }
    },
    signer(
      "value-over-error", ["CRED-SIGN-4", "CRED-SIGN-5"],
      "A value counts though an error came with it.", fix: "Let the error count."
    ) { $0.isFailure = { error, value in error != nil && value == nil } },
    signer(
      "empty-error-ignored", ["CRED-SIGN-5"], "An error without a text is ignored.",
      fix: "Ask whether there is an error, not what it says."
    ) { $0.isFailure = { error, _ in error.map { !$0.trimmed().isEmpty } ?? false } },
  ]

  private static let schemes: [Mistake] = [
    signer(
      "fourth-character", ["CRED-SIGN-6", "V1-AUTH-2"],
      "What follows the fourth character is read, whatever comes before it.",
      fix: "Require OSS and one space at the beginning.",
      seen: [.android("Presigning with a custom signer, which fails on short texts (#172).")]
    ) { $0.afterScheme = { Bytes($0.text.dropFirst(4).utf8) } },
    signer(
      "any-header",
      ["CRED-SIGN-6", "CRED-SIGN-7", "CRED-SIGN-8", "CRED-SIGN-9", "CRED-SIGN-10", "V1-AUTH-2"],
      "The value is put into the header as it is.", fix: "Check the value before you use it.",
      seen: [.iOS("OSSSignerBase puts it into Authorization as it is (V1 header).")]
    ) { signers in
      let (afterScheme, parts) = (signers.afterScheme, signers.parts)
      signers.afterScheme = { afterScheme($0) ?? $0 }
      signers.parts = { parts($0) ?? ($0, []) }
      signers.isAccessKeyID = { _ in true }
      signers.isSignature = { _ in true }
    },
    repairing(
      "any-blanks", ["CRED-SIGN-6", "V1-AUTH-2"], "Any blanks may follow OSS, and no blank, too."
    ) { text in
      let isScheme = text.hasPrefix("OSS")
      return isScheme ? "OSS " + String(text.dropFirst(3).drop { $0.isWhitespace }) : text
    },
    repairing(
      "scheme-in-any-case", ["CRED-SIGN-6", "V1-AUTH-2"], "The scheme is compared without case."
    ) { $0.prefix(4).lowercased() == "oss " ? "OSS \($0.dropFirst(4))" : $0 },
    repairing(
      "signature-alone", ["CRED-SIGN-6", "V1-AUTH-2"], "A signature alone is accepted.",
      seen: [.swiftV2("The delegate for remote signing returns the signature alone.")]
    ) {
      $0.contains(":") || $0.contains(" ") || $0.count != 28 ? $0 : "OSS exampleAccessKeyID00:\($0)"
    },
    repairing(
      "value-trimmed", ["CRED-SIGN-7", "CRED-SIGN-10", "V1-AUTH-2"],
      "White space around the value and its parts is trimmed.",
      seen: [.iOS("The builder of a presigned URL trims the parts; the header keeps their blanks.")]
    ) { text in
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      return parts.map { String($0).trimmed { $0.value <= 0x20 } }.joined(separator: ":")
    },
    repairing(
      "first-line", ["CRED-SIGN-10", "V1-AUTH-2"], "The first line of the value is read."
    ) { String($0.unicodeScalars.prefix { $0.value >= 0x20 }) },
    repairing(
      "percent-decoded", ["CRED-SIGN-8", "CRED-SIGN-9", "CRED-SIGN-10", "V1-AUTH-2"],
      "The value is percent-decoded."
    ) { text in
      let bytes = try? PercentEncoding.decode(text, plusIsSpace: false)
      return bytes.map { String(decoding: $0, as: UTF8.self) } ?? text
    },
  ]

  private static let parts: [Mistake] = [
    signer(
      "any-id", ["CRED-SIGN-7", "V1-AUTH-2"], "Any access key ID is accepted.",
      fix: "Refuse an ID that is empty or has other bytes than V1-REF-3 allows."
    ) { $0.isAccessKeyID = { _ in true } },
    signer(
      "id-of-letters-alone", ["CRED-SIGN-1", "V1-AUTH-2"],
      "An ID with a dot, an underscore or an equals sign, or of fewer than eight bytes, is refused.",
      fix: "Accept every access key ID that V1-REF-3 allows: those of STS have dots."
    ) {
      $0.isAccessKeyID = { id in
        id.utf8.count >= 8 && id.allSatisfy { $0.isASCII && $0.isLetter || $0.isNumber }
      }
    },
    signer(
      "id-in-lower-case", ["CRED-SIGN-1", "V1-AUTH-2"], "The access key ID is put into lower case.",
      fix: "Keep the access key ID as it is."
    ) { $0.shown = { ($0.lowercased(), $1) } },
    signer(
      "signature-encoded", ["CRED-SIGN-1", "V1-AUTH-2"],
      "The signature is percent-encoded as it is read.",
      fix: "Encode the signature where you make a URL, and there alone."
    ) { $0.shown = { ($0, $1.encoded) } },
    signer(
      "two-parts", ["CRED-SIGN-8", "V1-AUTH-2"],
      "Of the parts between colons the first two are read.",
      fix: "Refuse a value whose signature has a colon.",
      seen: [.android("Presigning with a custom signer splits at each colon.")]
    ) { signers in
      signers.parts = { bytes in
        let parts = bytes.split(separator: 0x3A, omittingEmptySubsequences: false)
        return parts.count < 2 ? nil : (Bytes(parts[0]), Bytes(parts[1]))
      }
    },
  ]

  private static let signatures: [Mistake] = [
    signer(
      "any-signature", ["CRED-SIGN-9", "V1-AUTH-2"], "Any text is accepted as a signature.",
      fix: "Require the padded base64 text of 20 bytes."
    ) { $0.isSignature = { _ in true } },
    signer(
      "signature-of-any-length", ["CRED-SIGN-9", "V1-AUTH-2"], "Base64 of any length is accepted.",
      fix: "Require 20 bytes, which HMAC-SHA1 gives: others are MD5 or SHA-256."
    ) { $0.isSignature = { (try? Base64.decode($0)) != nil } },
    signer(
      "slash-refused", ["CRED-SIGN-1", "V1-AUTH-2"],
      "A signature with a plus or a slash is refused.", fix: "Read the standard alphabet of base64."
    ) { signers in
      let isSignature = signers.isSignature
      signers.isSignature = { text in !text.contains { "+/".contains($0) } && isSignature(text) }
    },
    decoding("url-safe", "The URL-safe alphabet of base64 is accepted.") { text in
      String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
    },
    decoding("loose", "Base64 without its padding, or with line ends, is accepted.") { text in
      let text = text.filter { !$0.isNewline }
      return text.utf8.count == 27 ? text + "=" : text
    },
  ]

  private static let signer = PartMistakes(\.answers.signers, "signer-", in: [.signerValue])

  /// A mistake that repairs a value which must be refused.
  private static func repairing(
    _ id: String, _ clauses: [String], _ sentence: String, seen: [SeenIn] = [],
    change: @escaping @Sendable (String) -> String
  ) -> Mistake {
    signer(
      id, clauses, sentence,
      fix: "Refuse the value: its author must send OSS, a space, ID:signature.", seen: seen
    ) { $0.repaired = change }
  }

  /// A mistake that reads a signature which is not in strict base64.
  private static func decoding(
    _ id: String, _ sentence: String, change: @escaping @Sendable (String) -> String
  ) -> Mistake {
    signer(
      "signature-\(id)", ["CRED-SIGN-9", "V1-AUTH-2"], sentence,
      fix: "Require padded base64 in the standard alphabet, without blanks."
    ) { $0.signature = change }
  }
}

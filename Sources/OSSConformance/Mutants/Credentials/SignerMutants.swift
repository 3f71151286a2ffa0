internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes of an SDK in what it makes of a custom signer's answer.
enum SignerMutants {
  static let all: [Mutant] = parts + absent + failed + grammar

  /// The access key ID of the vectors, and a value that a signer would give for it.
  static let plainID = FuzzRequest.plainAccessKeyID
  private static let plainValue = "OSS \(plainID):e7SraDhJXAr2ERmY+/n0fAmnDgk="

  private static let parts: [Mutant] = [
    shown(
      "signer-signature-encoded", "CRED-SIGN-1", "The signature is percent-encoded as it is read.",
      mend: "Encode it where a URL is made, and there alone."
    ) { id, signature in (id, signature.percentEncoded()) },
    shown(
      "signer-id-lower-case", "CRED-SIGN-1", "The access key ID is put into lower case.",
      mend: "Keep the two parts as they stand."
    ) { id, signature in (id.lowercased(), signature) },
    shown(
      "signer-id-cut", "CRED-SIGN-1", "An access key ID is cut at 128 bytes.",
      mend: "Keep the two parts as they stand."
    ) { id, signature in (String(id.prefix(128)), signature) },
    Mutant(
      "signer-id-too-short", "CRED-SIGN-1",
      "An access key ID of fewer than eight bytes is refused.",
      mend: "Take every access key ID that is not empty.", on: [.signerValue]
    ) {
      $0.rewrite("value") {
        $0.hasPrefix("OSS ")
          && ($0.utf8.firstIndex(of: 0x3A).map { $0 < "OSS 0123456".endIndex } ?? false)
          ? "" : $0
      }
    },
    Mutant(
      "signer-zeros-are-none", "CRED-SIGN-1", "A signature of zeros is taken for none.",
      mend: "Look at the form of a signature alone.", on: [.signerValue]
    ) { $0.rewrite("value") { $0.hasSuffix(":AAAAAAAAAAAAAAAAAAAAAAAAAAA=") ? "" : $0 } },
  ]

  private static let absent: [Mutant] = [
    Mutant(
      "signer-anonymous", "CRED-SIGN-2", "Without a value the request is sent unsigned.",
      mend: "Refuse to send a request that nobody signed.", on: [.signerValue],
      sightings: [
        .iOS("OSSSignerBase makes an error for the header of V1 and does not return it.")
      ]
    ) { steps in
      steps.rewriteInput { _, input in
        if input["value"]?.stringValue == nil, input["error"]?.stringValue == nil {
          input["value"] = .string(Self.plainValue)
        }
      }
      steps.rewriteOutput { input, answer in
        guard input["value"]?.stringValue == nil else { return }
        answer.members = ["accessKeyId": "", "signature": ""]
      }
    },
    Mutant(
      "signer-none-is-invalid", "CRED-SIGN-2", "No value is called a malformed one.",
      mend: "Say that the signer gave nothing.", on: [.signerValue],
      sightings: [
        .iOS("Presigning says of it that the returned signature is invalid.")
      ]
    ) { steps in
      steps.rewriteInput { _, input in
        if input["value"]?.stringValue == nil, input["error"]?.stringValue == nil {
          input["value"] = ""
        }
      }
    },
  ]

  private static let failed: [Mutant] = [
    error(
      "signer-error-lost", "CRED-SIGN-3", "The signer's error is dropped.",
      mend: "Hand the error on as the cause.",
      sightings: [.iOS("OSSSignerBase sends the request without Authorization (V1 header).")]
    ) { _, value in (nil, value) },
    error(
      "signer-shape-before-error", "CRED-SIGN-3", "The value's form is judged before the error.",
      mend: "Look at the error first.",
      sightings: [.iOS("Presigning with V1 calls the value invalid and loses the error.")]
    ) { error, value in
      let isRight = value.map { (try? AuthorizationV1($0)) != nil } ?? false
      if isRight { return (error, value) }
      return (nil, value ?? "")
    },
    error(
      "signer-long-error-lost", "CRED-SIGN-3", "An error of more than 4,096 bytes is dropped.",
      mend: "Cut its text."
    ) { error, value in (error.utf8.count > 4096 ? nil : error, value) },
    error(
      "signer-error-as-value", "CRED-SIGN-3", "The text of an error is taken for a value.",
      mend: "Keep the two apart."
    ) { error, value in
      if (try? AuthorizationV1(error)) == nil { (error, value) } else { (nil, error) }
    },
    error(
      "signer-value-over-error", "CRED-SIGN-4", "A value counts though an error came with it.",
      mend: "Let the error count."
    ) { error, value in
      let keeps = value == nil || error.withoutOuterBlanks.isEmpty
      return (keeps ? error : nil, value)
    },
    error(
      "signer-empty-error", "CRED-SIGN-5", "An error without a text is none.",
      mend: "Ask whether there is an error, not what it says."
    ) { error, value in (error.withoutOuterBlanks.isEmpty ? nil : error, value) },
  ]

  /// A mutant that reads two parts and shows others.
  private static func shown(
    _ id: String, _ clause: String, _ mistake: String, mend: String,
    _ change: @escaping @Sendable (_ id: String, _ signature: String) -> (String, String)
  ) -> Mutant {
    Mutant(id, clause, mistake, mend: mend, on: [.signerValue]) { steps in
      steps.rewriteOutput { _, answer in
        guard let id = answer.members["accessKeyId"]?.stringValue,
          let signature = answer.members["signature"]?.stringValue
        else { return }
        let (otherID, otherSignature) = change(id, signature)
        answer.members = [
          "accessKeyId": .string(otherID), "signature": .string(otherSignature),
        ]
      }
    }
  }

  /// A mutant that takes an error, and the value beside it, for something else.
  private static func error(
    _ id: String, _ clause: String, _ mistake: String, mend: String, sightings: [Sighting] = [],
    _ change: @escaping @Sendable (_ error: String, _ value: String?) -> (String?, String?)
  ) -> Mutant {
    Mutant(id, clause, mistake, mend: mend, on: [.signerValue], sightings: sightings) { steps in
      steps.rewriteInput { _, input in
        guard let given = input["error"]?.stringValue else { return }
        let (error, value) = change(given, input["value"]?.stringValue)
        input["error"] = error.map { .string($0) }
        input["value"] = value.map { .string($0) }
      }
    }
  }
}

internal import OSSMistakes
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes of a server that signs, and of an app that reads what a server returned.
enum RemoteMutants {
  static let all: [Mutant] = server + app

  private static let server: [Mutant] = [
    server("server-trims", "The server trims the string.") { $0.trimmed { $0 <= 0x20 } },
    server("server-trims-end", "The server takes a line end off the string's end.") {
      $0.last == 0x0A ? Bytes($0.dropLast()) : $0
    },
    server("server-line-ends-changed", "The server makes LF of CR and LF.") {
      $0.replacing("\r\n", with: "\n")
    },
    server("server-line-ends-with-crlf", "The server makes CR and LF of LF.") {
      $0.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n")
    },
    server("server-cuts-at-nul", "The server takes the string for one that NUL ends.") {
      Bytes($0.prefix { $0 != 0 })
    },
    server("server-adds-line-feed", "The server reads a line and signs its end.") {
      $0 + Bytes([0x0A])
    },
    server("server-decodes", "The server percent-decodes the string, as one from a form.") {
      Bytes($0.text.percentDecoded.utf8)
    },
    server("server-plus-as-space", "The server reads plus signs as spaces, as in a form.") {
      $0.replacing("+", with: " ")
    },
    server("server-normalizes", "The server normalizes the string.") {
      Bytes($0.text.composed.utf8)
    },
    server("server-repairs-utf-8", "The server replaces bytes that are not UTF-8.") {
      Bytes($0.text.utf8)
    },
    server("server-as-latin-1", "The server encodes the string as Latin-1.") { $0.text.latin1 },
    server("server-limits-length", "The server reads no more than 256 bytes.") {
      Bytes($0.prefix(256))
    },
  ]

  private static let app: [Mutant] = [
    app("signer-value-trimmed", "Blanks and line ends around the value are trimmed.") {
      $0.withoutOuterBlanks
    },
    app("signer-value-scheme-any-case", "The scheme is compared without regard to case.") {
      Bytes($0.utf8.prefix(4)).lowercased == Bytes("oss ".utf8)
        ? "OSS \($0.dropFirst(4))" : $0
    },
    app("signer-value-many-spaces", "Any number of spaces may follow OSS.") {
      $0.hasPrefix("OSS  ") ? "OSS \($0.dropFirst(3).drop { $0 == " " })" : $0
    },
    app("signer-value-tab", "A tab may follow OSS.") {
      $0.hasPrefix("OSS\t") ? "OSS \($0.dropFirst(4))" : $0
    },
    app("signer-value-no-space", "No space need follow OSS.") {
      $0.hasPrefix("OSS") && !$0.hasPrefix("OSS ") ? "OSS \($0.dropFirst(3))" : $0
    },
    app("signer-value-no-scheme", "The scheme may be missing.") {
      $0.hasPrefix("OSS") || !$0.hasPrefix("ex") ? $0 : "OSS \($0)"
    },
    app("signer-value-blank-after-colon", "A space may follow the colon.") {
      Bytes($0.utf8).replacing(": ", with: ":").text
    },
    app("signer-value-more-parts", "What follows a second colon is ignored.") {
      $0.split(separator: ":", omittingEmptySubsequences: false).prefix(2).joined(separator: ":")
    },
    app("signer-value-url-safe", "A signature in the URL-safe alphabet is taken.") {
      Bytes($0.utf8).replacing("-", with: "+").replacing("_n", with: "/n").text
    },
    app("signer-value-unpadded", "A signature without padding is taken.") {
      $0.hasSuffix("Dgk") ? $0 + "=" : $0
    },
    app("signer-value-percent-encoded", "A percent-encoded signature is decoded.") {
      $0.percentDecoded
    },
    faults("signer-value-no-colon", "A value without a colon is taken.") { $0 == .missingColon },
    faults("signer-value-any-id", "Any access key ID is taken.") {
      if case .accessKeyID = $0 { true } else { false }
    },
    faults("signer-value-any-signature", "Any text is taken for a signature.") {
      if case .signature = $0 { true } else { false }
    },
    faults("signer-value-any-scheme", "The scheme is not looked at.") { $0 == .scheme },
    Mutant(
      "signer-value-slash-refused", "V1-AUTH-2", "A signature with a plus or a slash is refused.",
      mend: "Take the standard alphabet of base64.", on: [.signerValue]
    ) { $0.rewrite("value") { $0.contains("/") ? "" : $0 } },
    Mutant(
      "signer-value-id-of-sts-refused", "V1-AUTH-2",
      "An access key ID with a dot, an underscore or an equals sign is refused.",
      mend: "Take every access key ID that OSS allows.", on: [.signerValue]
    ) { $0.rewrite("value") { $0.hasPrefix("OSS STS.") ? "" : $0 } },
  ]

  /// A mutant of the server's half.
  private static func server(
    _ id: String, _ mistake: String, _ change: @escaping @Sendable (Bytes) -> Bytes
  ) -> Mutant {
    Mutant(
      id, "V1-REM-1", mistake, mend: "Sign the bytes of the string as they came.",
      on: [.v1String]
    ) { steps in
      steps.rewriteInput { _, input in
        guard let value = input["stringToSign"],
          let bytes = try? InputReader.bytes(value, "stringToSign")
        else { return }
        let changed = change(bytes)
        input["stringToSign"] = ["base64": .string(Base64.encode(changed.span))]
      }
    }
  }

  /// A mutant that makes a value right which must be refused.
  private static func app(
    _ id: String, _ mistake: String, _ change: @escaping @Sendable (String) -> String
  ) -> Mutant {
    Mutant(
      id, "V1-AUTH-2", mistake,
      mend: "Refuse a value that is not exactly OSS, a space, ID, colon "
        + "and the base64 text of 20 bytes.", on: [.signerValue]
    ) { $0.rewrite("value", change) }
  }

  /// A mutant that passes over a fault of the value.
  private static func faults(
    _ id: String, _ mistake: String, _ isPassedOver: @escaping @Sendable (SignerValueFault) -> Bool
  ) -> Mutant {
    Mutant(
      id, "V1-AUTH-2", mistake, mend: "Check every part of the value before it is used.",
      on: [.signerValue]
    ) { steps in
      steps.accept {
        if case .invalidSignerValue(let fault) = $0 { isPassedOver(fault) } else { false }
      }
    }
  }
}

internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in the Authorization header of V4, and of a server that signs its strings.
enum V4AuthorizationMutants {
  static let all: [Mutant] = forms + orders + server

  private static let forms: [Mutant] = [
    authorization(
      "v4-auth-scheme-short", "V4-AUTH-1", "The header begins with OSS4.",
      mend: "Begin with OSS4-HMAC-SHA256."
    ) { _, text in text = text.replacing("OSS4-HMAC-SHA256", with: "OSS4") },
    authorization(
      "v4-auth-without-scope", "V4-AUTH-1", "The credential is the access key ID alone.",
      mend: "Write a slash and the scope behind the access key ID."
    ) { _, text in
      guard let slash = text.firstIndex(of: 0x2F) else { return }
      let end = text[slash...].firstIndex(of: 0x2C) ?? text.count
      text.removeSubrange(slash..<end)
    },
    authorization(
      "v4-auth-names-of-s3", "V4-AUTH-1", "The additional headers stand behind SignedHeaders=.",
      mend: "Write AdditionalHeaders=."
    ) { _, text in text = text.replacing("AdditionalHeaders=", with: "SignedHeaders=") },
    authorization(
      "v4-auth-colons", "V4-AUTH-1", "Colons stand behind the names, as with V2.",
      mend: "Write equals signs."
    ) { _, text in text = text.replacing("=", with: ":") },
    authorization(
      "v4-auth-two-spaces", "V4-AUTH-1", "Two spaces follow the algorithm.", mend: "Write one."
    ) { _, text in text = text.replacing(" Credential", with: "  Credential") },
    authorization(
      "v4-auth-empty-list", "V4-AUTH-2", "Without additional headers AdditionalHeaders= is sent.",
      mend: "Leave the pair out.",
      sightings: [
        Sighting(
          sdk: "reqsign", version: "765bc44 (read, not run)",
          place: "The pair is written whether or not there are such headers.")
      ]
    ) { request, text in
      if request.canonicalV4.headers.additionalHeaders.isEmpty {
        text = text.replacing(",Signature=", with: ",AdditionalHeaders=,Signature=")
      }
    },
    authorization(
      "v4-auth-list-left-out", "V4-AUTH-1", "The additional headers are signed and not named.",
      mend: "Name them between the credential and the signature."
    ) { request, text in
      let names = request.canonicalV4.headers.additionalHeaders
      text = text.replacing(Bytes(",AdditionalHeaders=".utf8) + names, with: [])
    },
  ]

  private static let orders: [Mutant] = [
    Mutant(
      "v4-auth-signature-first", "V4-AUTH-3", "The signature stands before the credential.",
      mend: "Write the credential, the additional headers and the signature.", on: [.v4Header]
    ) { steps in
      steps.rewriteOutput { _, answer in
        guard let text = answer.members["authorization"]?.stringValue,
          let space = text.firstIndex(of: " ")
        else { return }
        var pairs = text[text.index(after: space)...].split(separator: ",")
        pairs.insert(pairs.removeLast(), at: 0)
        answer.members["authorization"] = .string(
          String(text[...space]) + pairs.joined(separator: ","))
      }
    }
  ]

  private static let server: [Mutant] = [
    Mutant(
      "v4-server-signs-anything", "V4-REM-1", "The server signs whatever string it gets.",
      mend: "Look at all four lines first: else the server signs requests of every kind.",
      on: [.v4String]
    ) { $0.accept { $0 == .foreignStringToSign } },
    server("v4-server-trims", "The server trims the string.") { input in
      guard let text = input["stringToSign"]?.stringValue else { return }
      input["stringToSign"] = .string(text.withoutOuterBlanks)
    },
    server("v4-server-takes-any-scope", "The server signs for any region and product.") { input in
      let lines = (input["stringToSign"]?.stringValue ?? "").split(separator: "\n")
      let parts = lines.count > 2 ? lines[2].split(separator: "/") : []
      guard parts.count == 4 else { return }
      input["region"] = .string(String(parts[1]))
      input["product"] = .string(String(parts[2]))
    },
    server("v4-server-takes-any-date", "The server puts the date of the scope to the time.") {
      input in
      var lines = (input["stringToSign"]?.stringValue ?? "").split(
        separator: "\n", omittingEmptySubsequences: false
      ).map(String.init)
      guard lines.count == 4, lines[1].utf8.count == 16 else { return }
      lines[2] = String(lines[1].prefix(8)) + lines[2].drop { $0 != "/" }
      input["stringToSign"] = .string(lines.joined(separator: "\n"))
    },
    server("v4-server-lowers-hash", "The server puts the hash into lower case.") { input in
      guard let text = input["stringToSign"]?.stringValue, text.utf8.count > 64 else { return }
      let hash = String(decoding: Bytes(text.utf8.suffix(64)).lowercased, as: UTF8.self)
      input["stringToSign"] = .string(String(text.dropLast(64)) + hash)
    },
  ]

  private static func authorization(
    _ id: String, _ clause: String, _ mistake: String, mend: String, sightings: [Sighting] = [],
    _ change: @escaping @Sendable (SigningRequest, inout Bytes) -> Void
  ) -> Mutant {
    Mutant(id, clause, mistake, mend: mend, on: [.v4Header], sightings: sightings) {
      $0.rewriteAuthorizationV4(change)
    }
  }

  private static func server(
    _ id: String, _ mistake: String, _ change: @escaping @Sendable (inout JSONObject) -> Void
  ) -> Mutant {
    Mutant(
      id, "V4-REM-1", mistake, mend: "Sign the bytes as they came, or refuse them.",
      on: [.v4String]
    ) { $0.rewriteInput { change(&$1) } }
  }
}

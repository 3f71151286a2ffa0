internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes with the security token in the headers.
enum TokenMutants {
  static let all: [Mutant] = [
    token(
      "token-unsigned", "V1-TOK-1", "The token's header is sent and not signed.",
      mend: "Add the header before the request is signed.",
      sightings: [.phpV2("The header is set after the string to sign was made.")]
    ) { $0.signWithoutToken() },
    token(
      "token-under-wrong-name", "V1-TOK-1", "The token is sent as security-token, unsigned.",
      mend: "Send and sign x-oss-security-token; security-token is its name in a URL.",
      sightings: [.pythonV2("The signer of V1 sets a header named security-token.")]
    ) { steps in
      steps.signWithoutToken()
      steps.rewriteHeaders { input, headers in
        let token = input["credentials"]?.objectValue?["securityToken"]?.stringValue ?? ""
        if token.isEmpty { return }
        for index in headers.indices where headers[index].name == "x-oss-security-token" {
          headers[index].name = "security-token"
        }
      }
    },
    token(
      "token-signed-not-sent", "V1-TOK-1", "The token is signed, and its header is not sent.",
      mend: "Send the header that was signed."
    ) { steps in
      steps.rewriteOutput { _, answer in
        answer.members["signature"] = nil
        answer.members["authorization"] = nil
      }
      steps.rewriteHeaders { _, headers in
        headers.removeAll { $0.name == "x-oss-security-token" }
      }
    },
    token(
      "token-after-other-headers", "V1-TOK-1", "The token's line stands after all other lines.",
      mend: "Sort the token's header among the others."
    ) { $0.moveTokenLine { $1 + $0 } },
    token(
      "token-before-other-headers", "V1-TOK-1", "The token's line stands before all other lines.",
      mend: "Sort the token's header among the others."
    ) { $0.moveTokenLine { $0 + $1 } },
    token(
      "token-in-resource-too", "V1-TOK-1",
      "The token of a signed header stands in the resource too.",
      mend: "Sign security-token as a subresource only where the URL carries it."
    ) { steps in
      steps.adjust = { input, signing in
        guard let text = input["credentials"]?.objectValue?["securityToken"]?.stringValue,
          !text.isEmpty
        else { return }
        let resource = signing.canonicalizedResource
        signing.canonicalizedResource = { request, _, buffer in
          resource(request, Bytes(text.utf8), &buffer)
        }
      }
    },
    token(
      "token-percent-encoded", "V1-TOK-1", "The token is signed percent-encoded.",
      mend: "Sign the header's value as it is sent."
    ) { steps in
      let former = steps.signing.canonicalizedHeaders
      steps.signing.canonicalizedHeaders = { request, token, buffer in
        former(request, token.map { Bytes($0.text.percentEncoded().utf8) }, &buffer)
      }
    },
    token(
      "token-empty-signed", "V1-TOK-2", "An empty token is sent and signed.",
      mend: "Take an empty token for none.",
      sightings: [
        .java("Any token that is not null is set as a header."),
        .c("Any token that is not null is set as a header."),
        .iOS("Any token that is not nil is set as a header."),
      ]
    ) { $0.token = { $0.map { Bytes($0.utf8) } } },
    token(
      "token-null-signed", "V1-TOK-2", "A token that is absent is signed as the word null.",
      mend: "Take a token that is null for none."
    ) { $0.token = { $0.map { Bytes($0.utf8) } ?? Bytes("null".utf8) } },
    token(
      "token-of-caller-signed", "V1-TOK-3",
      "The caller's x-oss-security-token is signed, and the token of the credentials is sent.",
      mend: "Send the token that was signed."
    ) { $0.signCallersToken() },
    token(
      "token-of-caller-kept", "V1-TOK-3",
      "The caller's x-oss-security-token is signed and sent instead of the token of the credentials.",
      mend: "Replace the caller's header by the token of the credentials.",
      equivalent: "The rule is open, so the vector of the clause takes this answer too."
    ) { steps in
      steps.signCallersToken()
      steps.rewriteHeaders { input, headers in
        let given = (input["headers"]?.arrayValue ?? []).first {
          $0.arrayValue?.first?.stringValue?.lowercased() == "x-oss-security-token"
        }
        guard let value = given?.arrayValue?.last?.stringValue else { return }
        for index in headers.indices where headers[index].name == "x-oss-security-token" {
          headers[index].value = value
        }
      }
    },
  ]

  private static func token(
    _ id: String, _ clause: String, _ mistake: String, mend: String,
    sightings: [Sighting] = [], equivalent: String? = nil,
    change: @escaping @Sendable (inout ReferenceSteps) -> Void
  ) -> Mutant {
    Mutant(
      id, clause, mistake, mend: mend, on: [.v1Header], sightings: sightings,
      equivalent: equivalent, change: change)
  }
}

extension ReferenceSteps {
  /// Leaves the token of the credentials out of the header lines.
  fileprivate mutating func signWithoutToken() {
    let former = signing.canonicalizedHeaders
    signing.canonicalizedHeaders = { request, _, buffer in former(request, nil, &buffer) }
  }

  /// Signs the token of a caller's header where there is one.
  fileprivate mutating func signCallersToken() {
    let former = signing.canonicalizedHeaders
    signing.canonicalizedHeaders = { request, token, buffer in
      let name = Bytes("x-oss-security-token".utf8)
      let isThere = request.headerValue { $0.lowercased == name } != nil
      former(request, isThere ? nil : token, &buffer)
    }
  }

  /// Puts the token's line and the other lines together otherwise.
  fileprivate mutating func moveTokenLine(
    _ joined: @escaping @Sendable (_ token: Bytes, _ others: Bytes) -> Bytes
  ) {
    let former = signing.canonicalizedHeaders
    signing.canonicalizedHeaders = { request, token, buffer in
      var others = Bytes()
      former(request, nil, &others)
      let line = token.map { Bytes("x-oss-security-token:".utf8) + $0 + Bytes([0x0A]) } ?? []
      buffer.append(contentsOf: joined(line, others))
    }
  }
}

internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in the calls of STS.
enum RPCMutants {
  static let all: [Mutant] =
    parameters + tokens + nonces + order + encoding + strings + signatures + sent + refusals

  /// A mutant of one step.
  static func mutant(
    _ id: String, _ clause: String, _ mistake: String, mend: String, sightings: [Sighting] = [],
    _ change: @escaping @Sendable (inout StepsRPC) -> Void
  ) -> Mutant {
    Mutant("rpc-\(id)", clause, mistake, mend: mend, on: [.stsRPC], sightings: sightings) {
      change(&$0.rpc)
    }
  }

  private static let parameters: [Mutant] = [
    mutant(
      "no-signature-method", "RPC-PAR-1", "SignatureMethod is not sent.",
      mend: "Send it, with HMAC-SHA1."
    ) { $0.rewriteCommon { parameter in parameter.isNamed("SignatureMethod") ? nil : parameter } },
    mutant(
      "action-always-assume-role", "RPC-PAR-1", "Every call is one of AssumeRole.",
      mend: "Send the action and the version of the call."
    ) { $0.rewriteCommonValue("Action") { _ in "AssumeRole" } },
    mutant(
      "timestamp-with-milliseconds", "RPC-PAR-2", "The time is written with milliseconds.",
      mend: "Write whole seconds and Z.",
      sightings: [.javaScript("STS.assumeRole writes the time with toISOString.")]
    ) { $0.rewriteCommonValue("Timestamp") { $0.dropLast() + ".000Z" } },
    mutant(
      "timestamp-without-zeros", "RPC-PAR-2", "Numbers of one digit have no zero before them.",
      mend: "Write two digits."
    ) { $0.rewriteCommonValue("Timestamp") { $0.swapping("-0", with: "-") } },
    mutant(
      "format-always-json", "RPC-PAR-3", "Every call asks for JSON.",
      mend: "Send the format that the caller asks for."
    ) { $0.rewriteCommonValue("Format") { _ in "JSON" } },
  ]

  private static let tokens: [Mutant] = [
    mutant(
      "token-not-sent", "RPC-PAR-4", "The token of temporary credentials is not sent.",
      mend: "Send it as the parameter SecurityToken."
    ) { $0.rewriteCommon { parameter in parameter.isNamed("SecurityToken") ? nil : parameter } },
    mutant(
      "token-always-sent", "RPC-PAR-4", "SecurityToken is sent empty where there is none.",
      mend: "Leave it out."
    ) { steps in
      let former = steps.commonParameters
      steps.commonParameters = { call, credentials, nonce, time in
        former(call, credentials, nonce, time)
          + (credentials.securityToken == nil ? [QueryParameter("SecurityToken", "")] : [])
      }
    },
    mutant(
      "token-unsigned", "RPC-PAR-4", "The token is sent and not signed.",
      mend: "Sign it as any parameter."
    ) { $0.signPieces { _, name in !name.elementsEqual("SecurityToken".utf8) } },
  ]

  private static let nonces: [Mutant] = [
    mutant(
      "nonce-lowercased", "RPC-PAR-5", "The nonce is sent in lower case.",
      mend: "Send it as it is given."
    ) { $0.rewriteCommonValue("SignatureNonce") { $0.lowercased() } },
    mutant(
      "nonce-trimmed", "RPC-PAR-5", "Blanks around the nonce are dropped.",
      mend: "Send it as it is given."
    ) { $0.rewriteCommonValue("SignatureNonce") { Bytes($0.utf8).blanksTrimmed.text } },
    mutant(
      "nonce-as-number", "RPC-PAR-5", "A nonce of digits is read as a number and written anew.",
      mend: "Send it as it is given."
    ) { $0.rewriteCommonValue("SignatureNonce") { text in Int(text).map { String($0) } ?? text } },
  ]

  private static let strings: [Mutant] = [
    mutant(
      "body-unsigned", "RPC-CAN-1", "What is sent in the body is not signed.",
      mend: "Sign every parameter, wherever it is sent."
    ) { steps in
      steps.signPieces { method, name in
        method == "GET" || StepsRPC.commonNames.contains { name.elementsEqual($0.utf8) }
      }
    },
    mutant(
      "slash-as-it-is", "RPC-STS-1", "The path in the string to sign is `/`.",
      mend: "Write `%2F`."
    ) {
      $0.rewriteString { method, _, string in
        Bytes("\(method)&/&".utf8) + string.dropFirst(method.utf8.count + 5)
      }
    },
    mutant(
      "encoded-once", "RPC-STS-1", "The canonical query is not encoded once more.",
      mend: "Percent-encode it as a whole."
    ) { $0.rewriteString { method, query, _ in Bytes("\(method)&%2F&".utf8) + query } },
    mutant(
      "always-get", "RPC-STS-2", "The string to sign always begins with GET.",
      mend: "Begin with the method of the call."
    ) {
      $0.rewriteString { method, _, string in
        Bytes("GET".utf8) + string.dropFirst(method.utf8.count)
      }
    },
  ]

  private static let signatures: [Mutant] = [
    mutant(
      "key-without-ampersand", "RPC-SIG-1", "The secret alone is the key.",
      mend: "Add `&` to the secret."
    ) { steps in
      steps.signature = { secret, string in
        let code = HMACSHA1Key(secret.span).authenticationCode(for: string.span)
        return Base64.encode(code.bytes.span)
      }
    },
    mutant(
      "ampersand-where-missing", "RPC-SIG-1", "A secret that ends in `&` gets no other.",
      mend: "Add `&` always."
    ) { steps in
      let former = steps.signature
      steps.signature = { secret, string in
        former(secret.last == UInt8(ascii: "&") ? Bytes(secret.dropLast()) : secret, string)
      }
    },
    mutant(
      "signature-not-encoded", "RPC-SIG-2", "The signature is sent as it is.",
      mend: "Percent-encode it, as any value."
    ) { steps in
      steps.sent = { _, query, signature in query + Bytes("&Signature=\(signature)".utf8) }
    },
    mutant(
      "signature-encoded-twice", "RPC-SIG-2", "The signature is percent-encoded twice.",
      mend: "Encode it once."
    ) { steps in
      let former = steps.sent
      steps.sent = { steps, query, signature in
        var once = Bytes()
        steps.encode(signature, &once)
        return former(steps, query, once.text)
      }
    },
  ]
}

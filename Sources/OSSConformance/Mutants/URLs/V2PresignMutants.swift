internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in a presigned URL of V2, and refusals that are not made.
enum V2PresignMutants {
  static let all: [Mutant] = strings + parameters + places + refusals

  private static let strings: [Mutant] = [
    presign(
      "v2-expiry-relative", "V2-PRE-1", "The seconds from now to the expiry are signed and sent.",
      mend: "Add the time of signing: V2 wants the second since 1970."
    ) { $0.rewriteNumber("expires") { $0 - ($1["time"]?.integerValue ?? 0) } },
    presign(
      "v2-expiry-as-date", "V2-PRE-1", "The expiry stands on the Date line as a date.",
      mend: "Write it in seconds since 1970."
    ) { $0.signingV2.expiryLine = { _, expires, buffer in expires.append(rfc1123To: &buffer) } },
    presign(
      "v2-expiry-overflows-in-2038", "V2-PRE-1", "The expiry overflows in 2038.",
      mend: "Keep seconds in 64 bits."
    ) {
      $0.signingV2.expiryLine = {
        $2 += Bytes(String(Int32(truncatingIfNeeded: $1.seconds)).utf8)
      }
    },
    presign(
      "v2-presign-always-get", "V2-PRE-4", "Every URL is signed as one for GET.",
      mend: "Pass the method to the signer."
    ) { steps in
      steps.signingV2.leadingLines = { request, buffer in
        var lines = LeadingLines(request)
        lines.method = Bytes("GET".utf8)
        lines.append(to: &buffer)
      }
    },
    presign(
      "v2-presign-headers-unsigned", "V2-PRE-4", "No header has a line in the string of a URL.",
      mend: "Sign them, and send them with the URL."
    ) { $0.signingV2.canonicalizedHeaders = { _, _, _ in } },
    presign(
      "v2-presign-type-unsigned", "V2-PRE-4",
      "Content-Type and Content-MD5 are not signed in a URL.",
      mend: "Sign them, and send them with the URL."
    ) { $0.signingV2.leadingLines = { $1 += Bytes("\($0.method)\n\n\n".utf8) } },
    presign(
      "v2-presign-token-as-header", "V2-TOK-2", "The token is also signed as a header.",
      mend: "Sign it as a parameter alone."
    ) { steps in
      steps.rewriteInput { _, input in
        guard
          let token = input["credentials"]?.objectValue?["securityToken"]?.stringValue,
          !token.isEmpty
        else { return }
        let headers = input["headers"]?.arrayValue ?? []
        input["headers"] = .array(headers + [["x-oss-security-token", .string(token)]])
      }
      steps.accept { if case .reservedHeader = $0 { true } else { false } }
    },
  ]

  private static let parameters: [Mutant] = [
    presign(
      "v2-presign-own-unsigned", "V2-PRE-2", "The parameters of the signature are not signed.",
      mend: "Sign all but the signature itself."
    ) { steps in
      let former = steps.signingV2.canonicalizedResource
      steps.signingV2.canonicalizedResource = { request, _, buffer in former(request, [], &buffer) }
    },
    presign(
      "v2-presign-version-left-out", "V2-PRE-2", "The URL does not tell the version.",
      mend: "Add x-oss-signature-version."
    ) { $0.rewriteAdded { $0.filter { $0.name != "x-oss-signature-version" } } },
    presign(
      "v2-presign-names-of-v1", "V2-PRE-2", "The URL names the key ID and the expiry as V1 does.",
      mend: "Use x-oss-access-key-id and x-oss-expires."
    ) {
      $0.rewriteAdded { parameters in
        let names = ["x-oss-access-key-id": "OSSAccessKeyId", "x-oss-expires": "Expires"]
        return parameters.map { QueryParameter(names[$0.name] ?? $0.name, $0.value) }
      }
    },
    presign(
      "v2-presign-list-left-out", "V2-PRE-2", "The URL does not tell the additional headers.",
      mend: "Add x-oss-additional-headers."
    ) { $0.rewriteAdded { $0.filter { $0.name != "x-oss-additional-headers" } } },
    presign(
      "v2-presign-empty-list", "V2-PRE-2", "The URL has an empty list of additional headers.",
      mend: "Leave the parameter out where there are none."
    ) {
      $0.rewriteAdded { parameters in
        parameters.contains { $0.name == "x-oss-additional-headers" }
          ? parameters : parameters + [QueryParameter("x-oss-additional-headers", "")]
      }
    },
    presign(
      "v2-presign-token-under-header-name", "V2-TOK-2",
      "The URL carries x-oss-security-token, the name that V4 uses.",
      mend: "Name the parameter security-token."
    ) {
      $0.rewriteAdded { parameters in
        parameters.map { parameter in
          parameter.name == "security-token"
            ? QueryParameter("x-oss-security-token", parameter.value) : parameter
        }
      }
    },
    presign(
      "v2-presign-token-left-out", "V2-TOK-2", "The token is not in the URL.",
      mend: "Add security-token before the request is signed."
    ) { $0.rewriteAdded { $0.filter { $0.name != "security-token" } } },
    presign(
      "v2-signature-encoded-twice", "V2-PRE-3", "The signature is encoded twice.",
      mend: "Let one layer encode: the builder of the URL, or the signer."
    ) { steps in
      steps.rewritePieces {
        $0.rewriteValues(where: { $0 == "x-oss-signature" }) {
          Bytes($0.text.percentEncoded().utf8)
        }
      }
    },
    presign(
      "v2-signature-not-encoded", "V2-PRE-3", "The signature is not encoded.",
      mend: "Percent-encode it: a plus sign is read as a space."
    ) { steps in
      steps.rewritePieces {
        $0.rewriteValues(where: { $0 == "x-oss-signature" }) { Bytes($0.text.percentDecoded.utf8) }
      }
    },
    presign(
      "v2-signature-under-name-of-v1", "V2-PRE-3", "The URL carries the signature as Signature.",
      mend: "Name the parameter x-oss-signature."
    ) { steps in
      steps.rewritePieces { pieces in
        pieces.query = pieces.query?.map { $0.replacing("x-oss-signature=", with: "Signature=") }
      }
    },
  ]

  private static let places: [Mutant] = [
    presign(
      "v2-url-key-encoded-twice", "V2-PRE-5", "The key is encoded twice in the URL.",
      mend: "Encode it once."
    ) {
      $0.rewritePieces { $0.path = Bytes($0.path.text.percentEncoded(keepingSlash: true).utf8) }
    },
    presign(
      "v2-url-plus-not-encoded", "V2-PRE-5",
      "A plus sign in a parameter is sent as it is, and read as a space.",
      mend: "Write %2B."
    ) {
      $0.rewritePieces { $0.query = $0.query?.map { $0.replacing("%2B", with: "+") } }
    },
    presign(
      "v2-url-without-bucket", "V2-PRE-5", "The bucket is neither in the host nor in the path.",
      mend: "Put it where the addressing asks for it."
    ) { steps in
      let former = steps.signingV2.location
      steps.signingV2.location = { endpoint, request in
        let other = SigningRequest(
          uncheckedMethod: request.method, bucket: nil, key: nil, headers: [], query: [])
        return former(endpoint, other) + Bytes((request.key ?? "").percentEncoded().utf8)
      }
    },
    presign(
      "v2-url-cname-ignored", "V2-PRE-5", "The bucket is put before a host of the caller's own.",
      mend: "Leave a CNAME as it is."
    ) { $0.rewriteInput { _, input in input["addressing"] = nil } },
  ]

  private static let refusals: [Mutant] = [
    accepting("v2-any-additional-name", "V2-REF-1", "Any name is taken for an additional header.") {
      if case .invalidAdditionalHeader = $0 { true } else { false }
    },
    accepting("v2-reserved-parameter-kept", "V2-REF-2", "A parameter of the signer's is kept.") {
      if case .reservedParameter = $0 { true } else { false }
    },
    accepting("v2-token-header-kept", "V2-REF-3", "A header with a token is signed for a URL.") {
      if case .reservedHeader = $0 { true } else { false }
    },
    accepting("v2-any-expiry", "V2-REF-4", "Any expiry is signed.") {
      if case .invalidExpiry = $0 { true } else { false }
    },
    V2StringMutants.string(
      "v2-expiry-divided", "V2-REF-4", "An expiry in milliseconds is divided.",
      mend: "Refuse it before anything is signed."
    ) { $0.rewriteNumber("expires") { time, _ in time > 253_402_300_799 ? time / 1000 : time } },
    accepting("v2-empty-secret-signs", "V1-REF-2", "An empty secret signs with V2.") {
      $0 == .emptyAccessKeySecret
    },
    accepting("v2-any-header-value", "V1-REF-5", "Any header value is signed with V2.") {
      if case .invalidHeaderValue = $0 { true } else { false }
    },
  ]

  private static func presign(
    _ id: String, _ clause: String, _ mistake: String, mend: String,
    change: @escaping @Sendable (inout ReferenceSteps) -> Void
  ) -> Mutant {
    V2StringMutants.string(
      id, clause, mistake, mend: mend, on: [.v2Presign], change: change)
  }

  /// A signer that passes over a fault.
  private static func accepting(
    _ id: String, _ clause: String, _ mistake: String,
    _ fault: @escaping @Sendable (SigningError) -> Bool
  ) -> Mutant {
    V2StringMutants.string(
      id, clause, mistake, mend: "Refuse it before anything is signed."
    ) { $0.accept(fault) }
  }
}

extension ReferenceSteps {
  /// Changes the parameters that presigning adds.
  fileprivate mutating func rewriteAdded(
    _ change: @escaping @Sendable ([QueryParameter]) -> [QueryParameter]
  ) {
    let former = signingV2.addedParameters
    signingV2.addedParameters = { change(former($0, $1, $2, $3, $4)) }
  }
}

internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in presigned URLs of V4.
enum V4PresignMutants {
  static let all: [Mutant] = parameters + signing + tokens + headers + payloads + places

  private static let parameters: [Mutant] = [
    added(
      "v4-url-credential-without-scope", "V4-PRE-1", "x-oss-credential is the ID alone.",
      mend: "Write a slash and the scope behind the ID."
    ) { change("x-oss-credential", in: &$1) { String($0.prefix { $0 != "/" }) } },
    added(
      "v4-url-version-short", "V4-PRE-1", "x-oss-signature-version is OSS4.",
      mend: "Write OSS4-HMAC-SHA256."
    ) { change("x-oss-signature-version", in: &$1) { _ in "OSS4" } },
    added(
      "v4-url-date-extended", "V4-PRE-1", "x-oss-date is the date alone.",
      mend: "Write the time of signing."
    ) { change("x-oss-date", in: &$1) { String($0.prefix(8)) } },
    pieces(
      "v4-url-names-of-s3", "V4-PRE-1", "The names of the parameters begin with X-Amz-.",
      mend: "Write x-oss-."
    ) { pieces in
      pieces.query = pieces.query?.map { parameter in
        isAdded(parameter) ? Bytes("X-Amz-".utf8) + parameter.dropFirst(6) : parameter
      }
    },
    pieces(
      "v4-url-signature-under-v1-name", "V4-PRE-1", "The signature is the parameter Signature.",
      mend: "Name it x-oss-signature."
    ) { pieces in
      pieces.query = pieces.query?.map { parameter in
        parameter.hasParameterName("x-oss-signature")
          ? Bytes("Signature".utf8) + parameter.dropFirst(15) : parameter
      }
    },
    added(
      "v4-url-expires-as-date", "V4-PRE-3", "x-oss-expires is a time since 1970.",
      mend: "Write how many seconds the URL works."
    ) { _, parameters in
      let date = parameters.first { $0.name.hasSameBytes(as: "x-oss-date") }?.value ?? ""
      let start = (try? UnixTime(iso8601Basic: date))?.seconds ?? 0
      change("x-oss-expires", in: &parameters) { String(start + (Int64($0) ?? 0)) }
    },
    added(
      "v4-url-expires-in-milliseconds", "V4-PRE-3", "x-oss-expires is in milliseconds.",
      mend: "Write seconds."
    ) { change("x-oss-expires", in: &$1) { $0 + "000" } },
    pieces(
      "v4-url-credential-with-slashes", "V4-PRE-9",
      "The slashes of x-oss-credential are sent as they are.", mend: "Send %2F.",
      sightings: [.iOS("The characters that stay in a query hold the slash.")],
      equivalent: "It decodes to the same, and a URL is compared by its decoded parts."
    ) { $0.rewriteValues(where: { $0 == "x-oss-credential" }) { $0.replacing("%2F", with: "/") } },
  ]

  private static let signing: [Mutant] = [
    query(
      "v4-url-added-behind-callers", "V4-PRE-2",
      "The parameters that signing adds stand behind the caller's.", mend: "Sort all in one order."
    ) { $0.addsAtEnd = true },
    unsigned("v4-url-version-unsigned", "x-oss-signature-version"),
    unsigned("v4-url-expires-unsigned", "x-oss-expires"),
    unsigned("v4-url-date-unsigned", "x-oss-date"),
    unsigned("v4-url-credential-unsigned", "x-oss-credential"),
    query(
      "v4-url-callers-unsigned", "V4-PRE-2", "The parameters of the caller are not signed.",
      mend: "Sign them with the others."
    ) { rules in rules.chosen = { _ in [] } },
  ]

  private static let tokens: [Mutant] = [
    added(
      "v4-url-token-under-v1-name", "V4-TOK-2", "The token is the parameter security-token.",
      mend: "Name it x-oss-security-token."
    ) { _, parameters in
      parameters = parameters.map {
        $0.name.hasSameBytes(as: "x-oss-security-token")
          ? QueryParameter("security-token", $0.value) : $0
      }
    },
    unsigned("v4-url-token-unsigned", "x-oss-security-token", clause: "V4-TOK-2"),
    pieces(
      "v4-url-token-not-sent", "V4-TOK-2", "The token is signed and not in the URL.",
      mend: "Add the parameter that was signed."
    ) { $0.query?.removeAll { $0.hasParameterName("x-oss-security-token") } },
    pieces(
      "v4-url-token-encoded-twice", "V4-TOK-2", "The token is percent-encoded twice.",
      mend: "Percent-encode it once."
    ) {
      $0.rewriteValues(where: { $0 == "x-oss-security-token" }) { $0.replacing("%", with: "%25") }
    },
    presign(
      "v4-url-callers-token-dropped", "V4-TOK-5",
      "A token parameter of the caller is taken out.",
      mend: "Keep and sign it where the credentials have no token.",
      sightings: [.pythonV2("A parameter x-oss-security-token is popped before signing.")]
    ) { steps in
      steps.rewriteElements("query") {
        $0.filter { $0.arrayValue?.first?.stringValue != "x-oss-security-token" }
      }
    },
  ]

  private static let headers: [Mutant] = [
    presign(
      "v4-url-additional-ignored", "V4-PRE-5", "Additional headers are left out of URLs.",
      mend: "Sign them, and list them in x-oss-additional-headers.",
      sightings: [.iOS("The names are read for signatures in headers alone.")]
    ) { $0.rewriteElements("additionalHeaders") { _ in [] } },
    added(
      "v4-url-additional-empty", "V4-PRE-5",
      "Without additional headers x-oss-additional-headers is sent, and empty.",
      mend: "Leave the parameter out."
    ) { request, parameters in
      if request.canonicalV4.headers.additionalHeaders.isEmpty {
        parameters.append(QueryParameter("x-oss-additional-headers", ""))
      }
    },
    added(
      "v4-url-additional-not-listed", "V4-PRE-5",
      "Additional headers are signed, and no parameter lists them.",
      mend: "List them in x-oss-additional-headers."
    ) { $1.removeAll { $0.name.hasSameBytes(as: "x-oss-additional-headers") } },
    presign(
      "v4-url-date-as-header", "V4-PRE-6", "x-oss-date is signed as a header too.",
      mend: "Add no header: who uses the URL would have to send it."
    ) { steps in
      steps.adjustV4 = { input, signing in
        guard let seconds = input["time"]?.integerValue, let time = try? UnixTime(seconds: seconds)
        else { return }
        let line = Bytes("x-oss-date:\(time.iso8601Basic)\n".utf8)
        let former = signing.headers
        signing.headers = {
          former($0, $1, &$2)
          $2.append(contentsOf: line)
        }
      }
    },
    presign(
      "v4-url-headers-unsigned", "V4-PRE-6", "No header is signed in a URL.",
      mend: "Sign those of the caller, which are sent with the URL."
    ) { $0.afterHeadersV4 { _, _, lines in lines = [] } },
    presign(
      "v4-url-host-signed", "V4-PRE-6", "The header host is signed in a URL, as S3 has it.",
      mend: "Add no header."
    ) { steps in
      steps.afterHeadersV4 { _, _, lines in
        lines = Bytes("host:oss-cn-hangzhou.aliyuncs.com\n".utf8) + lines
      }
    },
  ]

  private static let payloads: [Mutant] = [
    presign(
      "v4-url-payload-missing", "V4-PRE-7", "The payload line of a URL is empty.",
      mend: "Write UNSIGNED-PAYLOAD."
    ) { $0.signingV4.payload = { _, _, _ in } },
    presign(
      "v4-url-payload-hash-of-nothing", "V4-PRE-7",
      "The payload line of a URL is the hash of an empty content.", mend: "Write UNSIGNED-PAYLOAD."
    ) {
      $0.signingV4.payload = { $2.append(contentsOf: SHA256.hash(Bytes().span).hexadecimal.utf8) }
    },
    presign(
      "v4-url-content-sha256-unsigned", "V4-PRE-8",
      "The caller's x-oss-content-sha256 is the payload line and is not signed.",
      mend: "Sign it as any x-oss- header."
    ) { steps in
      steps.afterHeadersV4 { _, _, lines in
        lines = lines.withoutLine(of: "x-oss-content-sha256")
      }
    },
    presign(
      "v4-url-content-sha256-added", "V4-PRE-7",
      "The header x-oss-content-sha256 is signed in a URL of a caller that gives none.",
      mend: "Sign the payload line alone."
    ) { steps in
      steps.afterHeadersV4 { request, _, lines in
        if request.canonicalV4.headers.contentSHA256.isEmpty {
          lines.append(contentsOf: "x-oss-content-sha256:UNSIGNED-PAYLOAD\n".utf8)
        }
      }
    },
  ]

  private static let places: [Mutant] = [
    pieces(
      "v4-url-parameters-encoded-twice", "V4-PRE-10", "Parameters are encoded twice.",
      mend: "Percent-encode names and values once."
    ) { $0.query = $0.query?.map { isAdded($0) ? $0 : $0.replacing("%", with: "%25") } },
    pieces(
      "v4-url-numbers-lost", "V4-PRE-10", "Parameters whose names are numbers are not sent.",
      mend: "Send every parameter.",
      sightings: [.phpV1("The query of the URL is read with parse_str, and is written anew.")]
    ) { pieces in
      pieces.query?.removeAll { Int(Bytes($0.prefix { $0 != 0x3D }).text) != nil }
    },
  ]

  private static func isAdded(_ parameter: Bytes) -> Bool {
    ["credential", "date", "expires", "signature", "signature-version", "additional-headers"]
      .contains { parameter.hasParameterName("x-oss-\($0)") }
  }

  private static func change(
    _ name: String, in parameters: inout [QueryParameter], _ change: (String) -> String
  ) {
    parameters = parameters.map {
      $0.name.hasSameBytes(as: name) ? QueryParameter($0.name, change($0.value ?? "")) : $0
    }
  }

  private static func presign(
    _ id: String, _ clause: String, _ mistake: String, mend: String, sightings: [Sighting] = [],
    _ change: @escaping @Sendable (inout ReferenceSteps) -> Void
  ) -> Mutant {
    Mutant(id, clause, mistake, mend: mend, on: [.v4Presign], sightings: sightings, change: change)
  }

  private static func added(
    _ id: String, _ clause: String, _ mistake: String, mend: String,
    _ change: @escaping @Sendable (SigningRequest, inout [QueryParameter]) -> Void
  ) -> Mutant {
    presign(id, clause, mistake, mend: mend) { $0.rewriteAddedParameters(change) }
  }

  private static func pieces(
    _ id: String, _ clause: String, _ mistake: String, mend: String, sightings: [Sighting] = [],
    equivalent: String? = nil, _ change: @escaping @Sendable (inout URLPieces) -> Void
  ) -> Mutant {
    Mutant(
      id, clause, mistake, mend: mend, on: [.v4Presign], sightings: sightings,
      equivalent: equivalent
    ) { $0.rewritePieces(change) }
  }

  private static func query(
    _ id: String, _ clause: String, _ mistake: String, mend: String,
    _ change: @escaping @Sendable (inout QueryRules) -> Void
  ) -> Mutant {
    presign(id, clause, mistake, mend: mend) { steps in
      var rules = QueryRules()
      change(&rules)
      steps.signingV4.query = { [rules] in rules.append($0, $1, to: &$2) }
    }
  }

  /// A parameter that is sent and left out of what is signed.
  private static func unsigned(
    _ id: String, _ name: String, clause: String = "V4-PRE-2"
  ) -> Mutant {
    presign(
      id, clause, "The parameter \(name) is sent and not signed.",
      mend: "Sign it with the others."
    ) { steps in
      let former = steps.signingV4.query
      steps.signingV4.query = { request, added, buffer in
        former(request, added.filter { !$0.name.hasSameBytes(as: name) }, &buffer)
      }
    }
  }
}

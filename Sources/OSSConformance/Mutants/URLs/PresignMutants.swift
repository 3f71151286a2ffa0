internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in what a presigned URL signs.
enum PresignMutants {
  static let all: [Mutant] = expiry + headers + tokens

  private static let expiry: [Mutant] = [
    presign(
      "expires-relative-on-line", "PRE-STS-1",
      "The seconds from now to the expiry stand on the Date line.",
      mend: "Sign the same second since 1970 that the URL carries."
    ) { steps in
      steps.adjust = { input, signing in
        let now = input["time"]?.integerValue ?? 0
        signing.expiryLine = { $2.append(contentsOf: String($1.seconds - now).utf8) }
      }
    },
    presign(
      "expires-relative-in-url", "PRE-STS-1",
      "The URL carries and signs a number of seconds from now.",
      mend: "Add the time of signing: V1 wants the second since 1970, V4 the number of seconds."
    ) { steps in
      steps.rewriteNumber("expires") { $0 - ($1["time"]?.integerValue ?? 0) }
    },
    presign(
      "expires-taken-as-relative", "PRE-STS-1", "The expiry is added to the time of signing.",
      mend: "Take an expiry for the second since 1970 that it is."
    ) { steps in
      steps.rewriteNumber("expires") { $0 + ($1["time"]?.integerValue ?? 0) }
    },
    presign(
      "expires-in-milliseconds", "PRE-STS-1", "The expiry is written in milliseconds.",
      mend: "Write seconds."
    ) { $0.rewriteNumber("expires") { expires, _ in expires * 1000 } },
    presign(
      "expires-overflows-in-2038", "PRE-STS-1", "The expiry overflows in 2038.",
      mend: "Keep seconds in 64 bits."
    ) {
      $0.signing.expiryLine = {
        $2.append(contentsOf: String(Int32(truncatingIfNeeded: $1.seconds)).utf8)
      }
    },
    presign(
      "presign-date-on-line", "PRE-STS-1", "The date of signing stands on the Date line.",
      mend: "Write the expiry there."
    ) { steps in
      steps.adjust = { input, signing in
        let now = (try? UnixTime(seconds: input["time"]?.integerValue ?? 0)) ?? .epoch
        signing.expiryLine = { _, _, buffer in now.append(rfc1123To: &buffer) }
      }
    },
    presign(
      "presign-expiry-as-date", "PRE-STS-1", "The expiry stands on the Date line as a date.",
      mend: "Write it in seconds since 1970."
    ) { $0.signing.expiryLine = { _, expires, buffer in expires.append(rfc1123To: &buffer) } },
    presign(
      "presign-date-header-on-line", "PRE-STS-3", "A Date header takes the place of the expiry.",
      mend: "Leave Date out: it is not sent with a URL."
    ) { steps in
      steps.signing.expiryLine = { request, expires, buffer in
        buffer.append(
          contentsOf: request.headerValue { $0.lowercased.elementsEqual("date".utf8) }
            ?? Bytes(String(expires.seconds).utf8))
      }
    },
    presign(
      "presign-x-oss-date-on-line", "PRE-STS-3", "x-oss-date takes the place of the expiry.",
      mend: "Write the expiry on the line, and sign x-oss-date as a header."
    ) { steps in
      steps.signing.expiryLine = { request, expires, buffer in
        buffer.append(
          contentsOf: request.headerValue { $0.lowercased.elementsEqual("x-oss-date".utf8) }
            ?? Bytes(String(expires.seconds).utf8))
      }
    },
    presign(
      "presign-x-oss-date-unsigned", "PRE-STS-3", "x-oss-date is not signed in a URL.",
      mend: "Sign it as any x-oss- header."
    ) { steps in
      steps.afterHeaders { _, _, lines in
        let kept = lines.text.split(separator: "\n").filter { !$0.hasPrefix("x-oss-date:") }
        lines = Bytes(kept.map { "\($0)\n" }.joined().utf8)
      }
    },
    presign(
      "presign-expired-refused", "PRE-EXP-1", "A URL with an expiry that has passed is refused.",
      mend: "Make it; whether it has expired is another question.",
      sightings: [.openDAL("The expiry is a count of seconds from now, which has no sign.")]
    ) { steps in
      steps.rewriteNumber("expires") { $0 < ($1["time"]?.integerValue ?? 0) ? -1 : $0 }
    },
  ]

  private static let headers: [Mutant] = [
    presign(
      "presign-headers-unsigned", "PRE-STS-2", "No x-oss- header is signed in a URL.",
      mend: "Sign them, and send them with the URL.",
      sightings: [
        Sighting(
          sdk: "reqsign", version: "765bc44 (read, not run)",
          place: "The string of a presigned URL is made without the request's headers.")
      ]
    ) { $0.afterHeaders { _, _, lines in lines = [] } },
    presign(
      "presign-type-unsigned", "PRE-STS-2", "Content-Type is not signed in a URL.",
      mend: "Sign it, and send it with the URL."
    ) { $0.rewriteLeadingLines { _, lines in lines.contentType = [] } },
    presign(
      "presign-md5-unsigned", "PRE-STS-2", "Content-MD5 is not signed in a URL.",
      mend: "Sign it, and send it with the URL."
    ) { $0.rewriteLeadingLines { _, lines in lines.contentMD5 = [] } },
    presign(
      "presign-always-get", "PRE-STS-1", "Every URL is signed as one for GET.",
      mend: "Pass the method to the signer."
    ) { $0.rewriteLeadingLines { _, lines in lines.method = Bytes("GET".utf8) } },
  ]

  private static let tokens: [Mutant] = [
    presign(
      "presign-token-unsigned", "PRE-TOK-1", "The token is in the URL and not signed.",
      mend: "Add the parameter before the request is signed.",
      sightings: [
        Sighting(
          sdk: "aliyun-oss-android-sdk", version: "2.9.20 (read, not run)",
          place: "The parameter is added once the string to sign has been made.")
      ]
    ) { steps in
      let former = steps.signing.canonicalizedResource
      steps.signing.canonicalizedResource = { request, _, buffer in former(request, nil, &buffer) }
    },
    presign(
      "presign-token-not-sent", "PRE-TOK-1", "The token is signed and not in the URL.",
      mend: "Add the parameter security-token to the URL."
    ) { $0.rewritePieces { $0.query?.removeAll { $0.hasParameterName("security-token") } } },
    presign(
      "presign-token-under-header-name", "PRE-TOK-1",
      "The URL carries x-oss-security-token, the name that V4 uses.",
      mend: "Name the parameter security-token."
    ) { steps in
      steps.rewritePieces { pieces in
        pieces.query = pieces.query?.map { parameter in
          parameter.hasParameterName("security-token")
            ? Bytes("x-oss-".utf8) + parameter : parameter
        }
      }
    },
    presign(
      "presign-token-after-others", "PRE-TOK-1", "The token is signed after all subresources.",
      mend: "Sort it among the other subresources."
    ) { steps in
      var rules = ResourceRules()
      rules.tokenIsSorted = false
      let broken = rules
      steps.signing.canonicalizedResource = { broken.append($0, $1, to: &$2) }
    },
    presign(
      "presign-token-encoded-twice", "PRE-TOK-2", "The token is encoded twice in the URL.",
      mend: "Let one layer encode: the builder of the URL, or the signer.",
      sightings: [.swiftV2("The signer encodes values that URLComponents encodes again.")]
    ) { steps in
      steps.rewritePieces {
        $0.rewriteValues(where: { $0 == "security-token" }) {
          Bytes($0.text.percentEncoded().utf8)
        }
      }
    },
    presign(
      "presign-token-not-encoded", "PRE-TOK-2", "The token is not encoded in the URL.",
      mend: "Percent-encode it once."
    ) { steps in
      steps.rewritePieces {
        $0.rewriteValues(where: { $0 == "security-token" }) {
          Bytes($0.text.percentDecoded.utf8)
        }
      }
    },
    presign(
      "presign-token-signed-encoded", "PRE-TOK-2", "The token is signed percent-encoded.",
      mend: "Sign it decoded."
    ) { steps in
      let former = steps.signing.canonicalizedResource
      steps.signing.canonicalizedResource = { request, token, buffer in
        former(request, token.map { Bytes($0.text.percentEncoded().utf8) }, &buffer)
      }
    },
    presign(
      "presign-token-as-header-too", "PRE-TOK-3",
      "The token is also signed as a header of the request.",
      mend: "Sign it as a subresource alone."
    ) { steps in
      steps.adjust = { input, signing in
        guard let text = input["credentials"]?.objectValue?["securityToken"]?.stringValue,
          !text.isEmpty
        else { return }
        let headers = signing.canonicalizedHeaders
        signing.canonicalizedHeaders = { request, _, buffer in
          headers(request, Bytes(text.utf8), &buffer)
        }
      }
    },
    presign(
      "presign-token-empty-sent", "PRE-TOK-4", "An empty token is sent and signed in a URL.",
      mend: "Take an empty token for none.",
      sightings: [
        .java("Any token that is not null is added."), .c("Any token that is not null is added."),
        .iOS("Any token that is not nil is added."),
      ]
    ) { $0.token = { $0.map { Bytes($0.utf8) } } },
    presign(
      "presign-callers-token-dropped", "PRE-TOK-5",
      "A security-token parameter of the caller is dropped.",
      mend: "Keep it where the credentials have no token.",
      sightings: [.pythonV2("Presigning removes the parameter before it adds its own.")]
    ) { steps in
      steps.rewriteElements("query") { $0.filter { $0.arrayValue?.first != "security-token" } }
    },
  ]

  static func presign(
    _ id: String, _ clause: String, _ mistake: String, mend: String,
    sightings: [Sighting] = [], equivalent: String? = nil,
    change: @escaping @Sendable (inout ReferenceSteps) -> Void
  ) -> Mutant {
    Mutant(
      id, clause, mistake, mend: mend, on: [.v1Presign], sightings: sightings,
      equivalent: equivalent, change: change)
  }
}

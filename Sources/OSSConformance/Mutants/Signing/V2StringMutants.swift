internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in the lines of a string to sign of V2, in its date and in the signature.
enum V2StringMutants {
  static let all: [Mutant] = lines + dates + signatures

  private static let lines: [Mutant] = [
    string(
      "v2-method-always-get", "V2-STS-1", "Every request is signed as one for GET.",
      mend: "Pass the method to the signer."
    ) { $0.rewriteLinesV2 { _, lines in lines.method = Bytes("GET".utf8) } },
    string(
      "v2-content-lines-swapped", "V2-STS-1", "Content-Type stands before Content-MD5.",
      mend: "Write Content-MD5 first."
    ) { $0.rewriteLinesV2 { _, lines in swap(&lines.contentMD5, &lines.contentType) } },
    string(
      "v2-line-feed-at-end", "V2-STS-1", "The string ends with an LF.",
      mend: "Write no LF after the resource."
    ) { steps in
      let former = steps.signingV2.canonicalizedResource
      steps.signingV2.canonicalizedResource = { request, added, buffer in
        former(request, added, &buffer)
        buffer.append(0x0A)
      }
    },
    string(
      "v2-blank-line-behind-headers", "V2-STS-1",
      "A blank line stands behind the headers, as in V4.",
      mend: "Write the additional headers right behind the last header."
    ) { steps in
      let former = steps.signingV2.canonicalizedHeaders
      steps.signingV2.canonicalizedHeaders = { request, token, buffer in
        former(request, token, &buffer)
        buffer.append(0x0A)
      }
    },
    string(
      "v2-empty-md5-line-left-out", "V2-STS-2", "Without Content-MD5 its line is left out.",
      mend: "Write the line with nothing on it."
    ) {
      $0.rewriteLinesV2 { _, lines in
        if lines.contentMD5.isEmpty { lines.lineEnds.contentMD5 = [] }
      }
    },
    string(
      "v2-empty-type-line-left-out", "V2-STS-2", "Without Content-Type its line is left out.",
      mend: "Write the line with nothing on it."
    ) {
      $0.rewriteLinesV2 { _, lines in
        if lines.contentType.isEmpty { lines.lineEnds.contentType = [] }
      }
    },
    string(
      "v2-additional-line-left-out", "V2-STS-3",
      "Without additional headers their line is left out, as in V1.",
      mend: "Write the line with nothing on it."
    ) {
      $0.signingV2.signature = { secret, string in
        Base64.encode(code(secret, string.replacing("\n\n%2F", with: "\n%2F")).span)
      }
    },
    string(
      "v2-content-lines-not-trimmed", "V2-STS-4",
      "Blanks at the ends of Content-Type and Content-MD5 are signed.",
      mend: "Take spaces and tabs off both ends.",
      sightings: [
        .oss2("The signer of V2 takes both headers as the caller gave them."),
        .goV1("The signer of V2 takes both headers as given."),
      ]
    ) {
      $0.rewriteLinesV2 { request, lines in
        lines.contentMD5 = request.headerValue { $0.lowercased == Bytes("content-md5".utf8) } ?? []
        lines.contentType =
          request.headerValue { $0.lowercased == Bytes("content-type".utf8) } ?? []
      }
    },
  ]

  private static let dates: [Mutant] = [
    string(
      "v2-date-of-v4", "V2-DATE-1", "The date has the form of V4, such as 20231216T162057Z.",
      mend: "Write the date in the form of the Date header.", on: [.v2Header]
    ) { $0.signingV2.dateLine = { $2 += Bytes($1.iso8601Basic.utf8) } },
    string(
      "v2-date-with-offset", "V2-DATE-1", "The date ends with +0000 instead of GMT.",
      mend: "Write GMT at the end.", on: [.v2Header]
    ) { steps in
      steps.signingV2.dateLine = { _, time, buffer in
        var line = Bytes()
        time.append(rfc1123To: &line)
        buffer += line.replacing("GMT", with: "+0000")
      }
    },
    string(
      "v2-date-not-sent", "V2-DATE-1", "The date is signed and not sent.",
      mend: "Send the Date that was signed.", on: [.v2Header]
    ) { $0.rewriteHeaders { _, headers in headers.removeAll { $0.name == "Date" } } },
    string(
      "v2-date-in-seconds", "V2-DATE-1", "The seconds since 1970 stand on the Date line.",
      mend: "Write them in a URL alone.", on: [.v2Header]
    ) { $0.signingV2.dateLine = { $2 += Bytes(String($1.seconds).utf8) } },
  ]

  private static let signatures: [Mutant] = [
    string(
      "v2-signed-with-sha1", "V2-SIG-1", "The signature is one of HMAC-SHA1, as in V1.",
      mend: "Use HMAC-SHA256."
    ) {
      $0.signingV2.signature = { secret, string in
        let code = HMACSHA1Key(secret.span).authenticationCode(for: string.span).bytes
        return Base64.encode(code.span)
      }
    },
    string(
      "v2-signature-hexadecimal", "V2-SIG-1", "The signature is written in hexadecimal, as in V4.",
      mend: "Write it in base64."
    ) { $0.signingV2.signature = { Hexadecimal.encode(code($0, $1).span) } },
    string(
      "v2-secret-cut", "V2-SIG-1", "A secret is cut at 64 bytes.",
      mend: "Hash a secret that is longer than a block."
    ) {
      $0.signingV2.signature = { secret, string in
        Base64.encode(code(Bytes(secret.prefix(64)), string).span)
      }
    },
    string(
      "v2-secret-as-latin-1", "V2-SIG-1", "The secret is taken as Latin-1.",
      mend: "Take its UTF-8 bytes."
    ) {
      $0.signingV2.signature = { secret, string in
        Base64.encode(code(secret.text.latin1, string).span)
      }
    },
    string(
      "v2-authorization-of-v1", "V2-AUTH-1", "The header has the form of V1.",
      mend: "Write OSS2 and the named parts.", on: [.v2Header]
    ) { $0.signingV2.authorization = { id, _, signature in "OSS \(id):\(signature)" } },
    string(
      "v2-authorization-empty-list", "V2-AUTH-1", "An empty list of additional headers is sent.",
      mend: "Leave the part out where there are none.", on: [.v2Header]
    ) {
      $0.signingV2.authorization = { id, names, signature in
        "OSS2 AccessKeyId:\(id),AdditionalHeaders:\(names),Signature:\(signature)"
      }
    },
    string(
      "v2-authorization-without-list", "V2-AUTH-1",
      "The header does not tell the additional headers.",
      mend: "Name them in the part AdditionalHeaders.", on: [.v2Header]
    ) {
      $0.signingV2.authorization = { id, _, signature in
        "OSS2 AccessKeyId:\(id),Signature:\(signature)"
      }
    },
  ]

  private static func code(_ key: Bytes, _ message: Bytes) -> Bytes {
    HMACSHA256Key(key.span).authenticationCode(for: message.span).bytes
  }

  /// A mutant of V2.
  static func string(
    _ id: String, _ clause: String, _ mistake: String, mend: String,
    on operations: Set<OSSVectors.Operation> = .signingV2, sightings: [Sighting] = [],
    equivalent: String? = nil, change: @escaping @Sendable (inout ReferenceSteps) -> Void
  ) -> Mutant {
    Mutant(
      id, clause, mistake, mend: mend, on: operations, sightings: sightings,
      equivalent: equivalent, change: change)
  }
}

extension ReferenceSteps {
  /// Changes the first three lines of a string to sign of V2.
  fileprivate mutating func rewriteLinesV2(
    _ change: @escaping @Sendable (SigningRequest, inout LeadingLines) -> Void
  ) {
    signingV2.leadingLines = { request, buffer in
      var lines = LeadingLines(request)
      change(request, &lines)
      lines.append(to: &buffer)
    }
  }
}

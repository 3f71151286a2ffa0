internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in the shape of the string to sign and in its first three lines.
enum StringToSignMutants {
  static let all: [Mutant] = shape + absent + values + text

  private static let shape: [Mutant] = [
    Mutant(
      "string-blank-line-without-headers", "V1-STS-1",
      "An empty line stands before the resource when there is no x-oss- header.",
      mend: "Write a line end after each header line, and none of its own after the block.",
      on: .signing,
      sightings: [
        .swiftV2(
          "The signer of V1 puts a line end behind the joined header lines, also behind none.")
      ]
    ) { $0.afterHeaders { _, _, lines in if lines.isEmpty { lines = [0x0A] } } },
    Mutant(
      "string-blank-line-after-headers", "V1-STS-1",
      "An empty line stands between the x-oss- headers and the resource.",
      mend: "End each header line with one LF and add none after the last.", on: .signing
    ) { $0.afterHeaders { _, _, lines in if !lines.isEmpty { lines.append(0x0A) } } },
    Mutant(
      "string-no-line-feed-after-headers", "V1-STS-1",
      "The line end between the last x-oss- header and the resource is missing.",
      mend: "End each header line with an LF, the last one too.", on: .signing
    ) { $0.afterHeaders { _, _, lines in _ = lines.popLast() } },
    Mutant(
      "string-line-feed-at-end", "V1-STS-1", "A line end follows the resource.",
      mend: "End the string to sign with the resource.", on: .signing
    ) { $0.afterResource { _, _, resource in resource.append(0x0A) } },
    leadingLines(
      "string-lines-end-with-crlf", "V1-STS-1", "Lines end with CR and LF.",
      mend: "End lines with LF, on every system."
    ) { _, lines in lines.lineEnds = ([0x0D, 0x0A], [0x0D, 0x0A], [0x0D, 0x0A]) },
    leadingLines(
      "string-content-lines-swapped", "V1-STS-1", "Content-Type stands before Content-MD5.",
      mend: "Write Content-MD5 first, then Content-Type."
    ) { _, lines in swap(&lines.contentMD5, &lines.contentType) },
    Mutant(
      "string-resource-before-headers", "V1-STS-1",
      "The resource stands before the x-oss- headers.",
      mend: "Write the header lines first, then the resource.", on: .signing
    ) { steps in
      let headers = steps.signing.canonicalizedHeaders
      let resource = steps.signing.canonicalizedResource
      steps.signing.canonicalizedHeaders = { request, _, buffer in
        if !request.fields.ossEntries.isEmpty {
          resource(request, nil, &buffer)
          buffer.append(0x0A)
        }
        headers(request, nil, &buffer)
      }
      steps.signing.canonicalizedResource = { request, token, buffer in
        if request.fields.ossEntries.isEmpty { resource(request, token, &buffer) }
      }
    },
  ]

  private static let absent: [Mutant] = [
    leadingLines(
      "string-line-of-absent-md5-left-out", "V1-STS-2",
      "The line of Content-MD5 is left out when the header is absent.",
      mend: "Write an empty line for an absent Content-MD5."
    ) { request, lines in if request.contentMD5 == nil { lines.lineEnds.contentMD5 = [] } },
    leadingLines(
      "string-line-of-absent-type-left-out", "V1-STS-2",
      "The line of Content-Type is left out when the header is absent.",
      mend: "Write an empty line for an absent Content-Type."
    ) { request, lines in if request.contentType == nil { lines.lineEnds.contentType = [] } },
    leadingLines(
      "string-type-guessed", "V1-STS-2",
      "A Content-Type that nobody gave is guessed from the key and signed.",
      mend: "Sign the Content-Type that is sent, and nothing where none is sent.",
      sightings: [
        .javaScript("An upload without a Content-Type gets the one that its key suggests.")
      ]
    ) { request, lines in
      guard request.contentType == nil, let key = request.key else { return }
      if key.hasSuffix(".txt") { lines.contentType = Bytes("text/plain".utf8) }
    },
    leadingLines(
      "string-type-of-uploads-assumed", "V1-STS-2",
      "An upload without a Content-Type is signed with application/octet-stream.",
      mend: "Sign the Content-Type that is sent, and nothing where none is sent.",
      sightings: [.c("An upload without a Content-Type gets one before it is signed.")]
    ) { request, lines in
      guard request.contentType == nil, ["PUT", "POST"].contains(request.method) else { return }
      lines.contentType = Bytes("application/octet-stream".utf8)
    },
    leadingLines(
      "string-absent-is-null", "V1-STS-2", "An absent header is signed as the word null.",
      mend: "Write nothing on the line of an absent header."
    ) { request, lines in
      if request.contentMD5 == nil { lines.contentMD5 = Bytes("null".utf8) }
      if request.contentType == nil { lines.contentType = Bytes("null".utf8) }
    },
  ]

  private static let values: [Mutant] = [
    leadingLines(
      "string-method-lower-case", "V1-STS-3", "The method is signed in lower case.",
      mend: "Sign the method as it is sent, in upper case."
    ) { _, lines in lines.method = lines.method.lowercased },
    leadingLines(
      "string-method-always-get", "V1-STS-3", "Every request is signed as a GET.",
      mend: "Pass the method of the request to the signer."
    ) { _, lines in lines.method = Bytes("GET".utf8) },
    leadingLines(
      "string-head-as-get", "V1-STS-3", "A HEAD is signed as a GET.",
      mend: "Sign HEAD as HEAD."
    ) { _, lines in if lines.method == Bytes("HEAD".utf8) { lines.method = Bytes("GET".utf8) } },
    leadingLines(
      "string-names-looked-up-by-case", "V1-STS-4",
      "Only the spellings Content-MD5 and Content-Type are found.",
      mend: "Look headers up without regard to case.",
      sightings: [
        .iOS("Presigning reads both headers from the caller's dictionary by this spelling.")
      ]
    ) { request, lines in
      lines.contentMD5 = request.headerValue { $0.elementsEqual("Content-MD5".utf8) } ?? []
      lines.contentType = request.headerValue { $0.elementsEqual("Content-Type".utf8) } ?? []
    },
    leadingLines(
      "string-content-lines-empty", "V1-STS-4",
      "Content-MD5 and Content-Type are never found, and two empty lines are signed.",
      mend: "Look both up under the names that the step before has left, without regard to case.",
      sightings: [
        .swiftV2("The client puts header names into lower case, the signer looks for capitals.")
      ]
    ) { _, lines in (lines.contentMD5, lines.contentType) = ([], []) },
    leadingLines(
      "string-type-lower-case", "V1-STS-4", "Content-Type is signed in lower case.",
      mend: "Sign the value as it is sent."
    ) { _, lines in lines.contentType = lines.contentType.lowercased },
    leadingLines(
      "string-type-without-parameters", "V1-STS-4",
      "Content-Type is signed without its parameters.",
      mend: "Sign the whole value, from the semicolon on too."
    ) { _, lines in lines.contentType = Bytes(lines.contentType.prefix { $0 != 0x3B }) },
    leadingLines(
      "string-names-by-prefix", "V1-STS-6",
      "A header whose name begins with Content-Type or Content-MD5 is taken for it.",
      mend: "Compare the whole name.",
      sightings: [.c("The signer of V4 compares as many bytes as the shorter name has.")]
    ) { request, lines in
      lines.contentMD5 =
        request.headerValue { $0.lowercased.starts(with: "content-md5".utf8) } ?? []
      lines.contentType =
        request.headerValue { $0.lowercased.starts(with: "content-type".utf8) } ?? []
    },
    leadingLines(
      "string-names-by-suffix", "V1-STS-6",
      "A header whose name ends with Content-Type or Content-MD5 is taken for it.",
      mend: "Compare the whole name."
    ) { request, lines in
      lines.contentMD5 = request.headerValue { $0.text.lowercased().hasSuffix("content-md5") } ?? []
      lines.contentType =
        request.headerValue { $0.text.lowercased().hasSuffix("content-type") } ?? []
    },
    leadingLines(
      "string-encoding-for-type", "V1-STS-6",
      "Content-Encoding stands on the line of an absent Content-Type.",
      mend: "Leave the line empty."
    ) { request, lines in
      guard request.contentType == nil else { return }
      lines.contentType =
        request.headerValue { $0.text.lowercased() == "content-encoding" } ?? []
    },
    leadingLines(
      "string-length-for-md5", "V1-STS-6",
      "Content-Length stands on the line of an absent Content-MD5.",
      mend: "Leave the line empty: other protocols sign the length there."
    ) { request, lines in
      guard request.contentMD5 == nil else { return }
      lines.contentMD5 = request.headerValue { $0.text.lowercased() == "content-length" } ?? []
    },
    leadingLines(
      "string-type-not-trimmed", "V1-STS-5", "Content-Type is signed with blanks at its ends.",
      mend: "Take spaces and tabs off both ends before signing.",
      sightings: [
        .oss2("The value is signed as given."), .pythonV2("The value is signed as given."),
        .goV1("The value is signed as given."), .goV2("The value is signed as given."),
        .javaScript("The value is signed as given."), .c("The value is signed as given."),
        .cpp("The value is signed as given."), .iOS("The value is signed as given."),
        .go1("The value is signed as given."),
      ]
    ) { request, lines in
      lines.contentType =
        request.headerValue { $0.lowercased.elementsEqual("content-type".utf8) } ?? []
    },
    leadingLines(
      "string-md5-not-trimmed", "V1-STS-5", "Content-MD5 is signed with blanks at its ends.",
      mend: "Take spaces and tabs off both ends before signing.",
      sightings: [.go1("The value is signed as given.")]
    ) { request, lines in
      lines.contentMD5 =
        request.headerValue { $0.lowercased.elementsEqual("content-md5".utf8) } ?? []
    },
  ]

  private static let text: [Mutant] = [
    signed(
      "string-normalized", "Text is normalized before it is signed.",
      mend: "Sign the UTF-8 bytes that are sent; do not compose accents."
    ) { Bytes($0.composed.utf8) },
    signed(
      "string-as-latin-1", "Text is signed as Latin-1.", mend: "Encode text as UTF-8."
    ) { $0.latin1 },
    signed(
      "string-as-utf-16-pairs", "Characters beyond U+FFFF are signed as two surrogates.",
      mend: "Encode text as UTF-8, not as CESU-8."
    ) { $0.surrogatePairs },
    signed(
      "string-without-foreign-letters", "Characters outside ASCII are dropped.",
      mend: "Sign the UTF-8 bytes of every character."
    ) { Bytes($0.utf8.filter { $0 < 0x80 }) },
  ]

  /// A mutant of the first three lines.
  private static func leadingLines(
    _ id: String, _ clause: String, _ mistake: String, mend: String,
    sightings: [Sighting] = [],
    _ change: @escaping @Sendable (SigningRequest, inout LeadingLines) -> Void
  ) -> Mutant {
    Mutant(id, clause, mistake, mend: mend, on: .signing, sightings: sightings) {
      $0.rewriteLeadingLines(change)
    }
  }

  /// A mutant that signs other bytes than the string's.
  private static func signed(
    _ id: String, _ mistake: String, mend: String,
    _ change: @escaping @Sendable (String) -> Bytes
  ) -> Mutant {
    Mutant(id, "V1-STS-7", mistake, mend: mend, on: .signing) { steps in
      steps.signing.signature = { secret, string in
        let message = change(string.text)
        let code = HMACSHA1Key(secret.span).authenticationCode(for: message.span)
        return Base64.encode(code.bytes.span)
      }
    }
  }
}

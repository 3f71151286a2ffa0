internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in the shape of a string to sign, in its first lines and in its text.
enum StringMistakes {
  private static let rows = SigningMistakes.rows
  private static func part(_ kind: StringPart.Kind) -> MistakeRows<
    @Sendable (inout StringPart) -> Void
  > {
    SigningMistakes.part(kind)
  }
  private static let block = part(.headers).breaking("V1-STS-1", "V2-STS-1")
    .fix("End each header line with one LF, and write nothing else for the block.").in(.signingV1V2)
  private static let lineless = rows.breaking("V1-STS-2", "V2-STS-2")
    .fix("Write an empty line for an absent Content-MD5 or Content-Type.").in(.signingV1V2)
  private static let added = SigningMistakes.inputs.breaking("V1-STS-2", "V2-STS-2", "V4-HDR-1")
    .fix("Sign the Content-Type of the caller, and do not add one.")
  /// Rows about a Content-Type that is rewritten before it is signed and sent.
  private static let written: MistakeRows<SigningMistakes.Rewriting> =
    SigningMistakes.inputs.breaking("V1-STS-4", "V4-HDR-1")
    .fix("Sign and send the Content-Type as the caller writes it.").in(.headers).by { change in
      { input in
        for index in input.headers.indices
        where input.headers[index].name.lowerCase.isText("content-type") {
          input.headers[index].value = change(input.headers[index].text)
        }
      }
    }
  private static let method = part(.method).breaking("V1-STS-3", "V2-STS-1", "V4-REQ-2")
    .fix("Sign the method as it is sent, in upper case.")
  private static let found = rows.breaking("V1-STS-4")
    .fix("Look headers up without regard to case.").in(.signingV1V2).setting(\.contentValue)
  private static let type = part(.contentType).breaking("V1-STS-4")
    .fix("Sign the value of Content-Type as it is sent.").in(.signingV1V2)
  private static func inURL(_ kind: StringPart.Kind) -> MistakeRows<
    @Sendable (inout StringPart) -> Void
  > {
    part(kind).breaking("PRE-STS-2", "V2-PRE-4")
      .fix("Sign the header, and send it with the URL.").in(.urlsV1V2)
  }
  private static let untrimmed: MistakeRows<String> = rows.breaking("V1-STS-5", "V2-STS-4")
    .fix("Take spaces and tabs off both ends of the value before it is signed.")
    .in(.signingV1V2).by { untrimmed in
      {
        $0.contentValue = { input, name in
          name == untrimmed ? input.givenHeader { $0.lowerCase.isText(name) } : input.header(name)
        }
      }
    }
  private static let other = rows.breaking("V1-STS-6")
    .fix("Compare the whole name; leave the line of an absent header empty.").in(.signingV1V2)

  /// Rows about the encoding of the string to sign, and of the canonical request.
  private static let text: MistakeRows<SigningMistakes.Rewriting> =
    rows.breaking("V1-STS-7", "V4-REQ-5").in(.authenticating)
    .fix("Sign the UTF-8 bytes of every character, as they are sent.").by { change in
      { model in
        let hash = model.hash
        model.signedMessage = { change($1) }
        model.hash = { hash(change($0)) }
      }
    }

  static let all: [Mistake] = [
    // The lines and their ends.
    lineless("string-empty-lines-left-out")
      .sentence("The lines of Content-MD5 and Content-Type are left out when they are empty.")
      .change {
        $0.parts = { _, parts in
          parts.filter { ![.contentMD5, .contentType].contains($0.kind) || !$0.text.isEmpty }
        }
      },
    rows.wrapping(\.contentValue)("string-type-of-uploads-unsent")
      .sentence("An upload without a Content-Type is signed with octet-stream, which is not sent.")
      .breaking("V1-STS-2").in(.signingV1V2)
      .fix("Sign the Content-Type that is sent, and an empty line if none is.")
      .change { input, name, value in
        let isUpload = input.method.isText("PUT") || input.method.isText("POST")
        return value(input, name)
          ?? (isUpload && name == "content-type" ? "application/octet-stream".raw : nil)
      },
    block("string-blank-line-without-headers")
      .sentence("An empty line too many is in the place of the header lines when there are none.")
      .breaking("V1-STS-1", "V2-STS-1", "V4-REQ-1").in(.signing).seen(
        "The signer of V1 ends the joined lines with an LF, also when there are none.", .swiftV2
      ).change { if $0.text.isEmpty { $0.text = "\n".raw } },
    block("string-blank-line-after-headers")
      .sentence("An empty line follows the last header line, as in V4.")
      .change { if !$0.text.isEmpty { $0.text += "\n".raw } },
    block("string-no-line-feed-after-headers", "The LF after the last header line is missing.")
      .breaking("V1-STS-1", "V2-STS-1", "V4-REQ-1")
      .fix("End each header line with an LF, the last one too; V4 adds an empty line.")
      .in(.signing).change { $0.text = Bytes($0.text.dropLast()) },
    rows("string-line-feed-at-end", "The string to sign ends with an LF.")
      .breaking("V1-STS-1", "V2-STS-1", "V4-STS-1").fix("Write nothing after the last part.")
      .change { $0.parts = { $1.changing(.resource, .hash) { $0.end = "\n".raw } } },
    rows("string-lines-end-with-crlf", "Lines end with CR and LF.")
      .breaking("V1-STS-1", "V2-STS-1", "V4-STS-1", "V4-REQ-1")
      .fix("End lines with LF, on every system.").change {
        $0.parts = { _, parts in
          parts.map {
            StringPart(kind: $0.kind, text: $0.text, end: $0.end.isEmpty ? [] : "\r\n".raw)
          }
        }
      },
    rows("string-content-lines-swapped", "Content-Type is before Content-MD5.")
      .breaking("V1-STS-1", "V2-STS-1").fix("Write Content-MD5 first, then Content-Type.")
      .in(.signingV1V2)
      .change { $0.parts = { _, parts in parts.moving(.contentType, before: .contentMD5) } },
    rows("string-additional-line-left-out", "Without additional headers their line is left out.")
      .breaking("V2-STS-3", "V4-REQ-1")
      .fix("Write the line of the additional headers, empty where none is listed.").in(.signingV2V4)
      .change { $0.parts = { $1.filter { $0.kind != .additional || !$0.text.isEmpty } } },
    rows("string-empty-parts-left-out", "Empty lines of the canonical request are left out.")
      .breaking("V4-REQ-1")
      .fix("Write the lines of the query and of the additional headers, empty where there is none.")
      .in(.authenticatingV4).change { $0.parts = { $1.filter { !$0.text.isEmpty } } },
    // Absent headers.
    lineless("string-line-of-absent-md5-left-out", "The line of an absent Content-MD5 is left out.")
    {
      $0.parts = { input, parts in
        parts.filter { $0.kind != .contentMD5 || input.header("content-md5") != nil }
      }
    },
    lineless("string-line-of-absent-type-left-out")
      .sentence("The line of an absent Content-Type is left out.").change {
        $0.parts = { input, parts in
          parts.filter { $0.kind != .contentType || input.header("content-type") != nil }
        }
      },
    lineless("string-absent-is-null", "An absent header is signed as the word null.")
      .change { $0.contentValue = { $0.header($1) ?? "null".raw } },
    rows("string-charset-added-to-sent-type")
      .sentence("A charset is added to the Content-Type of a text after it was signed.")
      .breaking("V1-STS-4", "V4-HDR-1").in(.headers)
      .fix("Sign the Content-Type that is sent, its charset too.").change {
        $0.sentHeaders = { _, headers in
          headers.map { header in
            let isBare = !header.text.contains(0x3B) && header.text.begins(with: "text/")
            return isBare && header.name.lowerCase.isText("content-type")
              ? SigningField(header.name, header.text + "; charset=utf-8".raw) : header
          }
        }
      },
    rows("string-type-of-posts-unsigned")
      .sentence("A POST without a Content-Type is sent with that of a form, which is not signed.")
      .breaking("V1-STS-3", "V4-REQ-2").in(.headers)
      .fix("Set Content-Type before you sign, or keep the HTTP library from adding one.").change {
        $0.sentHeaders = { input, headers in
          let isTyped = input.header("content-type") != nil || !input.method.isText("POST")
          let type = SigningField("Content-Type", "application/x-www-form-urlencoded".raw)
          return isTyped ? headers : headers + [type]
        }
      },
    added("string-type-signed-with-charset", "A charset is added to the Content-Type of a text.")
      .change { input in
        for index in input.headers.indices {
          let header = input.headers[index]
          if header.name.lowerCase.isText("content-type"), header.text.begins(with: "text/"),
            !header.text.contains(0x3B)
          {
            input.headers[index].value = header.text + "; charset=utf-8".raw
          }
        }
      },
    written("string-type-blanks-added")
      .sentence("One blank follows each semicolon of Content-Type, as media-type classes write it.")
      .change { $0.pieces(at: ";").map(\.trimmed).joined(with: "; ") },
    written("string-type-blanks-removed")
      .sentence("No blank follows a semicolon of Content-Type, as media-type classes write it.")
      .change { $0.pieces(at: ";").map(\.trimmed).joined(with: ";") },
    added(
      "string-type-guessed",
      "A Content-Type that the caller did not give is guessed from the key, sent and signed."
    ).seen("An upload without a Content-Type gets the one that its key suggests.", .javaScript)
      .change { input in
        let types = ["txt": "text/plain", "jpg": "image/jpeg", "html": "text/html"]
        input.addType(types[input.key?.pieces(at: ".").last?.text ?? ""])
      },
    added(
      "string-type-of-uploads-assumed",
      "An upload without a Content-Type is sent and signed with application/octet-stream."
    ).seen("An upload without a Content-Type gets one before it is signed.", .c).change {
      $0.addType(["PUT", "POST"].contains($0.method.text) ? "application/octet-stream" : nil)
    },
    // The method.
    method("string-method-lower-case", "The method is signed in lower case.")
      .change { $0.text = $0.text.lowerCase },
    method("string-method-always-get", "Every request is signed as a GET.")
      .breaking("V1-STS-3", "V2-STS-1", "V4-REQ-2", "PRE-STS-1", "V2-PRE-4")
      .fix("Pass the method of the request to the signer.").change { $0.text = "GET".raw },
    method("string-get-unless-put", "Every request but a PUT is signed as a GET.")
      .change { if !$0.text.isText("PUT") { $0.text = "GET".raw } },
    method("string-head-as-get", "A HEAD request is signed as a GET.")
      .change { if $0.text.isText("HEAD") { $0.text = "GET".raw } },
    method("string-post-as-put", "A POST request is signed as a PUT.")
      .change { if $0.text.isText("POST") { $0.text = "PUT".raw } },
    method("string-delete-as-post", "A DELETE request is signed as a POST.")
      .change { if $0.text.isText("DELETE") { $0.text = "POST".raw } },
    method("presign-always-get", "Every URL is signed as one for GET.")
      .breaking("PRE-STS-1", "V2-PRE-4", "V4-REQ-2")
      .fix("Pass the method of the request to the signer of URLs.").in(.presigning)
      .change { $0.text = "GET".raw },
    // The lines of Content-MD5 and Content-Type.
    found("string-names-looked-up-by-case")
      .sentence("Only the spellings Content-MD5 and Content-Type are found.")
      .seen("Presigning reads both headers from the caller's dictionary by this spelling.", .iOS)
      .seen("The list of headers is searched for these two spellings.", .gdal)
      .change { input, name in
        let spelling = name == "content-md5" ? "Content-MD5" : "Content-Type"
        return input.givenHeader { $0.isText(spelling) }?.trimmed
      },
    found("string-content-lines-empty")
      .sentence("Content-MD5 and Content-Type are never found, and two empty lines are signed.")
      .fix("Look both up by their names in lower case, if an earlier step lowered the names.").seen(
        "The client puts header names into lower case, the signer looks for capitals.", .swiftV2
      ).change { _, _ in nil },
    inURL(.contentType)("presign-type-unsigned", "Content-Type is not signed in a URL.")
      .change { $0.text = [] },
    inURL(.contentMD5)("presign-md5-unsigned", "Content-MD5 is not signed in a URL.")
      .change { $0.text = [] },
    rows.wrapping(\.contentValue)("string-type-of-reads-unsigned")
      .sentence("Content-Type is not signed with GET, HEAD and DELETE, which have no content.")
      .breaking("V1-STS-4", "PRE-STS-2").in(.signingV1V2)
      .fix("Sign the Content-Type that the caller gives, whatever the method is.")
      .change { input, name, value in
        let isRead = ["GET", "HEAD", "DELETE"].contains { input.method.isText($0) }
        return isRead && name == "content-type" ? nil : value(input, name)
      },
    type("string-type-lower-case", "Content-Type is signed in lower case.")
      .change { $0.text = $0.text.lowerCase },
    type("string-type-without-parameters", "Content-Type is signed without its parameters.")
      .change { $0.text = $0.text.cut(at: ";") },
    untrimmed("string-type-not-trimmed", "Content-Type is signed with blanks at its ends.")
      .seen("V1 and V2 sign the value as given.", .oss2, .goV1)
      .seen("The value is signed as given.", .pythonV2, .goV2, .javaScript, .c, .cpp, .iOS, .go1)
      .seen("The value is signed as given.", .aiooss2, .fog, .aliyungo).change("content-type"),
    untrimmed("string-md5-not-trimmed", "Content-MD5 is signed with blanks at its ends.")
      .seen("The value is signed as given.", .go1)
      .seen("V2 signs the value as given.", .oss2, .goV1).change("content-md5"),
    // Headers with similar names.
    other(
      "string-names-by-prefix",
      "A header whose name begins with Content-Type or Content-MD5 is signed as that header."
    ).breaking("V1-STS-6", "V4-HDR-1").in(.signing)
      .seen("The signer of V4 compares the names over the length of the known one.", .c).change {
        $0.contentValue = { input, name in
          input.givenHeader { $0.lowerCase.begins(with: name) }?.trimmed
        }
        $0.alsoSigns { version, line in
          let name = line.given.name.lowerCase
          return version == .v4
            && (name.begins(with: "content-type") || name.begins(with: "content-md5"))
        }
      },
    other(
      "string-names-by-suffix",
      "A header whose name ends with Content-Type or Content-MD5 is signed as that header."
    ) {
      $0.contentValue = { input, name in
        input.givenHeader { $0.lowerCase.text.hasSuffix(name) }?.trimmed
      }
    },
    other("string-encoding-for-type")
      .sentence("Content-Encoding is signed on the line of an absent Content-Type.").change {
        $0.contentValue = { input, name in
          input.header(name) ?? (name == "content-type" ? input.header("content-encoding") : nil)
        }
      },
    other(
      "string-length-for-md5",
      "Content-Length is signed on the line of an absent Content-MD5, as in other protocols."
    ) {
      $0.contentValue = { input, name in
        input.header(name) ?? (name == "content-md5" ? input.header("content-length") : nil)
      }
    },
    // The encoding of the string.
    text("string-normalized", "The string to sign is normalized: accents are composed.")
      .change { $0.composed },
    text("string-as-latin-1", "The string to sign is encoded as Latin-1.") { $0.latin1 },
    text("string-encoded-twice", "The UTF-8 bytes are taken for Latin-1 and encoded again.")
      .change { $0.encodedTwice },
    text("string-cut-at-utf-16-length")
      .sentence(
        "As many bytes are signed as the text has units of UTF-16, so that its end is lost."
      )
      .fix("Take the length of the UTF-8 bytes, not that of the text.")
      .change { Bytes($0.prefix($0.text.utf16.count)) },
    text("string-as-utf-16-pairs")
      .sentence("Characters beyond U+FFFF are encoded as two surrogates, in CESU-8.")
      .change { $0.surrogatePairs },
    text("string-as-binary")
      .sentence("Of each UTF-16 unit the low byte is signed, as in a binary string of JavaScript.")
      .change { Bytes($0.text.utf16.map { UInt8(truncatingIfNeeded: $0) }) },
    text("string-as-ascii", "Each character outside ASCII is signed as a question mark.")
      .change { $0.ascii },
  ]
}

extension SigningInput {
  /// Adds a Content-Type where there is none.
  fileprivate mutating func addType(_ type: String?) {
    guard header("content-type") == nil, let type else { return }
    headers.append(SigningField("Content-Type", type.raw))
  }
}

extension SigningModel {
  /// Signs more headers than are due.
  mutating func alsoSigns(_ isSigned: @escaping @Sendable (Version, HeaderLine) -> Bool) {
    let former = signsHeader
    signsHeader = { former($0, $1, $2) || isSigned($0, $1) }
  }

  /// Signs fewer headers than are due.
  mutating func leavesOut(_ isLeftOut: @escaping @Sendable (HeaderLine) -> Bool) {
    let former = signsHeader
    signsHeader = { former($0, $1, $2) && !isLeftOut($1) }
  }
}

extension [StringPart] {
  /// The parts with those of some kinds changed.
  func changing(_ kinds: StringPart.Kind..., change: (inout StringPart) -> Void) -> [StringPart] {
    map { part in
      var part = part
      if kinds.contains(part.kind) { change(&part) }
      return part
    }
  }

  /// The parts with one put before another.
  func moving(_ kind: StringPart.Kind, before other: StringPart.Kind) -> [StringPart] {
    let moved = filter { $0.kind == kind }
    return flatMap { part in
      part.kind == kind ? [] : part.kind == other ? moved + [part] : [part]
    }
  }
}

internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in the shape of a string to sign, in its first lines and in its text.
enum StringMistakes {
  static let all: [Mistake] = shape + absent + methods + contents + neighbors + texts

  private static let shape: [Mistake] = [
    part(
      "string-blank-line-without-headers", ["V1-STS-1", "V2-STS-1"],
      "An empty line stands after the Date line when no header is signed.",
      fix: "End each header line with an LF, and write nothing else for the block.",
      in: .signingV1V2,
      seen: [
        .swiftV2(
          "The signer of V1 ends the joined header lines with an LF, also when there are none.")
      ], .headers
    ) { if $0.text.isEmpty { $0.text = "\n".raw } },
    part(
      "string-blank-line-after-headers", ["V1-STS-1", "V2-STS-1"],
      "An empty line follows the last header line, as in V4.",
      fix: "End each header line with one LF, and write nothing else for the block.",
      in: .signingV1V2,
      .headers
    ) { if !$0.text.isEmpty { $0.text += "\n".raw } },
    part(
      "string-no-line-feed-after-headers", ["V1-STS-1", "V2-STS-1", "V4-REQ-1"],
      "The LF after the last header line is missing.",
      fix: "End each header line with an LF, the last one too; V4 adds an empty line.", .headers
    ) { $0.text = Bytes($0.text.dropLast()) },
    .signing(
      "string-line-feed-at-end", ["V1-STS-1", "V2-STS-1", "V4-STS-1"],
      "The string to sign ends with an LF.", fix: "Write nothing after the last part."
    ) { model in
      model.parts = { $1.changing(.resource, .hash) { $0.end = "\n".raw } }
    },
    .signing(
      "string-lines-end-with-crlf", ["V1-STS-1", "V2-STS-1", "V4-STS-1", "V4-REQ-1"],
      "Lines end with CR and LF.", fix: "End lines with LF, on every system."
    ) { model in
      model.parts = { _, parts in
        parts.map {
          StringPart(kind: $0.kind, text: $0.text, end: $0.end.replaced("\n", by: "\r\n"))
        }
      }
    },
    .signing(
      "string-content-lines-swapped", ["V1-STS-1", "V2-STS-1"],
      "Content-Type stands before Content-MD5.", fix: "Write Content-MD5 first, then Content-Type.",
      in: .signingV1V2
    ) { $0.parts = { _, parts in parts.moving(.contentType, before: .contentMD5) } },
    .signing(
      "string-additional-line-left-out", ["V2-STS-3", "V4-REQ-1"],
      "Without additional headers their line is left out.", fix: "Write the line, empty.",
      in: .signingV2V4
    ) { $0.parts = { $1.filter { $0.kind != .additional || !$0.text.isEmpty } } },
  ]

  private static let absent: [Mistake] = [
    .signing(
      "string-line-of-absent-md5-left-out", ["V1-STS-2", "V2-STS-2"],
      "The line of Content-MD5 is left out when the header is absent.",
      fix: "Write an empty line for an absent Content-MD5.", in: .signingV1V2
    ) {
      $0.parts = { input, parts in
        parts.filter { $0.kind != .contentMD5 || input.header("content-md5") != nil }
      }
    },
    .signing(
      "string-line-of-absent-type-left-out", ["V1-STS-2", "V2-STS-2"],
      "The line of Content-Type is left out when the header is absent.",
      fix: "Write an empty line for an absent Content-Type.", in: .signingV1V2
    ) {
      $0.parts = { input, parts in
        parts.filter { $0.kind != .contentType || input.header("content-type") != nil }
      }
    },
    .signing(
      "string-type-guessed", ["V1-STS-2", "V2-STS-2", "V4-HDR-1"],
      "A Content-Type that the caller did not give is guessed from the key, sent and signed.",
      fix: "Sign the Content-Type of the caller, and do not add one.", oss: .unknown,
      seen: [.javaScript("An upload without a Content-Type gets the one that its key suggests.")]
    ) {
      $0.addType { input in
        let types = ["txt": "text/plain", "jpg": "image/jpeg", "html": "text/html"]
        return types[input.key?.pieces(at: ".").last?.text ?? ""]
      }
    },
    .signing(
      "string-type-of-uploads-assumed", ["V1-STS-2", "V2-STS-2", "V4-HDR-1"],
      "An upload without a Content-Type is sent and signed with application/octet-stream.",
      fix: "Sign the Content-Type of the caller, and do not add one.", oss: .unknown,
      seen: [.c("An upload without a Content-Type gets one before it is signed.")]
    ) {
      $0.addType { input in
        ["PUT", "POST"].contains(input.method.text) ? "application/octet-stream" : nil
      }
    },
    .signing(
      "string-absent-is-null", ["V1-STS-2", "V2-STS-2"],
      "An absent header is signed as the word null.",
      fix: "Write an empty line for an absent header.", in: .signingV1V2
    ) { $0.contentValue = { $0.header($1) ?? "null".raw } },
  ]

  private static let methods: [Mistake] = [
    part(
      "string-method-lower-case", ["V1-STS-3", "V2-STS-1", "V4-REQ-2"],
      "The method is signed in lower case.", fix: "Sign the method as it is sent, in upper case.",
      .method
    ) { $0.text = $0.text.lowerCase },
    part(
      "string-method-always-get", ["V1-STS-3", "V2-STS-1", "V4-REQ-2", "PRE-STS-1", "V2-PRE-4"],
      "Every request is signed as a GET.", fix: "Pass the method of the request to the signer.",
      .method
    ) { $0.text = "GET".raw },
    part(
      "presign-always-get", ["PRE-STS-1", "V2-PRE-4", "V4-REQ-2"],
      "Every URL is signed as one for GET.",
      fix: "Pass the method of the request to the signer of URLs.", in: .presigning, .method
    ) { $0.text = "GET".raw },
    part(
      "string-head-as-get", ["V1-STS-3", "V4-REQ-2"], "A HEAD is signed as a GET.",
      fix: "Sign HEAD as HEAD.", .method
    ) { if $0.text.isText("HEAD") { $0.text = "GET".raw } },
  ]

  private static let contents: [Mistake] = [
    .signing(
      "string-names-looked-up-by-case", ["V1-STS-4"],
      "Only the spellings Content-MD5 and Content-Type are found.",
      fix: "Look headers up without regard to case.", in: .signingV1V2,
      seen: [.iOS("Presigning reads both headers from the caller's dictionary by this spelling.")]
    ) {
      $0.contentValue = { input, name in
        let spelling = name == "content-md5" ? "Content-MD5" : "Content-Type"
        return input.givenHeader { $0.isText(spelling) }?.trimmed
      }
    },
    .signing(
      "string-content-lines-empty", ["V1-STS-4"],
      "Content-MD5 and Content-Type are never found, and two empty lines are signed.",
      fix: "Look both up by their names in lower case, if an earlier step lowered the names.",
      in: .signingV1V2,
      seen: [
        .swiftV2("The client puts header names into lower case, the signer looks for capitals.")
      ]
    ) { $0.contentValue = { _, _ in nil } },
    part(
      "presign-type-unsigned", ["PRE-STS-2", "V2-PRE-4"], "Content-Type is not signed in a URL.",
      fix: "Sign Content-Type, and send it with the URL.", in: .urlsV1V2, .contentType
    ) { $0.text = [] },
    part(
      "presign-md5-unsigned", ["PRE-STS-2", "V2-PRE-4"], "Content-MD5 is not signed in a URL.",
      fix: "Sign Content-MD5, and send it with the URL.", in: .urlsV1V2, .contentMD5
    ) { $0.text = [] },
    part(
      "string-type-lower-case", ["V1-STS-4"], "Content-Type is signed in lower case.",
      fix: "Sign the value of Content-Type as it is sent.", in: .signingV1V2, .contentType
    ) { $0.text = $0.text.lowerCase },
    part(
      "string-type-without-parameters", ["V1-STS-4"],
      "Content-Type is signed without its parameters.",
      fix: "Sign the whole value of Content-Type, from the semicolon on too.", in: .signingV1V2,
      .contentType
    ) { $0.text = $0.text.cut(at: ";") },
    .signing(
      "string-type-not-trimmed", ["V1-STS-5", "V2-STS-4"],
      "Content-Type is signed with blanks at its ends.",
      fix: "Take spaces and tabs off both ends of Content-Type before it is signed.",
      in: .signingV1V2,
      seen: [
        .oss2("V1 and V2 sign the value as given."), .pythonV2("The value is signed as given."),
        .goV1("V1 and V2 sign the value as given."), .goV2("The value is signed as given."),
        .javaScript("The value is signed as given."), .c("The value is signed as given."),
        .cpp("The value is signed as given."), .iOS("The value is signed as given."),
        .go1("The value is signed as given."),
      ]
    ) { $0.signUntrimmed("content-type") },
    .signing(
      "string-md5-not-trimmed", ["V1-STS-5", "V2-STS-4"],
      "Content-MD5 is signed with blanks at its ends.",
      fix: "Take spaces and tabs off both ends of Content-MD5 before it is signed.",
      in: .signingV1V2,
      seen: [
        .go1("The value is signed as given."), .oss2("V2 signs the value as given."),
        .goV1("V2 signs the value as given."),
      ]
    ) { $0.signUntrimmed("content-md5") },
  ]

  private static let neighbors: [Mistake] = [
    .signing(
      "string-names-by-prefix", ["V1-STS-6", "V4-HDR-1"],
      "A header whose name begins with Content-Type or Content-MD5 is signed as that header.",
      fix: "Compare the whole name.",
      seen: [.c("The signer of V4 compares the names over the length of the known one.")]
    ) {
      $0.contentValue = { input, name in
        input.givenHeader { $0.lowerCase.begins(with: name) }?.trimmed
      }
      $0.alsoSigns { version, line in
        let name = line.given.name.lowerCase
        return version == .v4
          && (name.begins(with: "content-type") || name.begins(with: "content-md5"))
      }
    },
    .signing(
      "string-names-by-suffix", ["V1-STS-6"],
      "A header whose name ends with Content-Type or Content-MD5 is signed as that header.",
      fix: "Compare the whole name.", in: .signingV1V2
    ) {
      $0.contentValue = { input, name in
        input.givenHeader { $0.lowerCase.text.hasSuffix(name) }?.trimmed
      }
    },
    .signing(
      "string-encoding-for-type", ["V1-STS-6"],
      "Content-Encoding is signed on the line of an absent Content-Type.",
      fix: "Leave the line of an absent Content-Type empty.", in: .signingV1V2
    ) {
      $0.contentValue = { input, name in
        input.header(name) ?? (name == "content-type" ? input.header("content-encoding") : nil)
      }
    },
    .signing(
      "string-length-for-md5", ["V1-STS-6"],
      "Content-Length is signed on the line of an absent Content-MD5.",
      fix: "Leave the line empty; other protocols sign the length there.", in: .signingV1V2
    ) {
      $0.contentValue = { input, name in
        input.header(name) ?? (name == "content-md5" ? input.header("content-length") : nil)
      }
    },
  ]

  private static let texts: [Mistake] = [
    text(
      "string-normalized", "The string to sign is normalized.",
      fix: "Sign the UTF-8 bytes that are sent; do not compose accents."
    ) { $0.composed },
    text(
      "string-as-latin-1", "The string to sign is encoded as Latin-1.", fix: "Encode it as UTF-8."
    ) { $0.latin1 },
    text(
      "string-as-utf-16-pairs", "Characters beyond U+FFFF are encoded as two surrogates.",
      fix: "Encode the string to sign as UTF-8, not as CESU-8."
    ) { $0.surrogatePairs },
    text(
      "string-without-foreign-letters", "Characters outside ASCII are dropped.",
      fix: "Sign the UTF-8 bytes of every character."
    ) { $0.filter { $0 < 0x80 } },
    text(
      "string-as-ascii", "Each character outside ASCII is signed as a question mark.",
      fix: "Encode the string to sign as UTF-8, not as ASCII."
    ) { Bytes($0.text.unicodeScalars.map { $0.isASCII ? UInt8($0.value) : UInt8(ascii: "?") }) },
  ]

  /// A mistake in one part of a string.
  private static func part(
    _ id: String, _ clauses: [String], _ sentence: String, fix: String,
    in operations: Set<OSSVectors.Operation> = .signing, seen: [SeenIn] = [],
    _ kind: StringPart.Kind, _ change: @escaping @Sendable (inout StringPart) -> Void
  ) -> Mistake {
    .signing(id, clauses, sentence, fix: fix, in: operations, seen: seen) {
      $0.parts = { $1.changing(kind, change) }
    }
  }

  /// A mistake in the encoding of the string to sign, or of the canonical request.
  private static func text(
    _ id: String, _ sentence: String, fix: String, _ change: @escaping @Sendable (Bytes) -> Bytes
  ) -> Mistake {
    .signing(id, ["V1-STS-7", "V4-REQ-5"], sentence, fix: fix) { model in
      let hash = model.hash
      model.signedMessage = { change($1) }
      model.hash = { hash(change($0)) }
    }
  }
}

extension SigningModel {
  /// Signs a header of the content with the blanks at its ends.
  fileprivate mutating func signUntrimmed(_ untrimmed: String) {
    contentValue = { input, name in
      name == untrimmed ? input.givenHeader { $0.lowerCase.isText(name) } : input.header(name)
    }
  }

  /// Adds a Content-Type to a request that has none.
  fileprivate mutating func addType(_ type: @escaping @Sendable (SigningInput) -> String?) {
    request = { input in
      guard input.header("content-type") == nil, let type = type(input) else { return input }
      var input = input
      input.headers.append(SigningField("Content-Type", type.raw))
      return input
    }
  }

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

  func changing(_ kind: StringPart.Kind, _ change: (inout StringPart) -> Void) -> [StringPart] {
    changing(kind, change: change)
  }

  /// The parts with one put before another.
  func moving(_ kind: StringPart.Kind, before other: StringPart.Kind) -> [StringPart] {
    let moved = filter { $0.kind == kind }
    return flatMap { part in
      part.kind == kind ? [] : part.kind == other ? moved + [part] : [part]
    }
  }
}

internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in the string that a server takes for the one that OSS signed.
enum CallbackStringMutants {
  static let all: [Mutant] = paths + queries + bodies + whole

  private static let paths: [Mutant] = [
    path(
      "path-not-decoded", "The path is signed as it was received."
    ) { Bytes($0) },
    Mutant(
      "callback-path-decoded-with-query-alone", "CALL-STS-2",
      "The path is decoded only where there is a query.", mend: "Decode the path in any case.",
      on: [.callbackVerify],
      sightings: [.pythonSample("Without a question mark the path is taken as it is.")]
    ) { steps in
      steps.rewriteInput { _, input in
        guard input["query"]?.stringValue == nil, let path = input["path"]?.stringValue else {
          return
        }
        input["path"] = .string(path.replacing("%", with: "%25"))
      }
    },
    path("path-decoded-twice", "The path is decoded twice.") { Bytes($0).decoded.decoded },
    path("path-upper-case-digits-alone", "Hexadecimal digits of lower case are not read.") {
      path in
      let text = Bytes(path)
      guard text.contains(where: { 0x61...0x66 ~= $0 }) else { return text.decoded }
      return text.replacing("%e", with: "%25e").replacing("%5b", with: "%255b")
        .replacing("%2f", with: "%252f").decoded
    },
    path("path-slash-not-decoded", "An escaped slash stays escaped.") {
      Bytes($0).replacing("%2F", with: "%252F").replacing("%2f", with: "%252f").decoded
    },
    path("path-dots-removed", "Dot segments are taken out of the path.") { path in
      let segments = Bytes(path).decoded.text.split(
        separator: "/", omittingEmptySubsequences: false)
      return Bytes(segments.filter { $0 != "." && $0 != ".." }.joined(separator: "/").utf8)
    },
    path("path-slashes-merged", "Several slashes of the path become one.") {
      Bytes(Bytes($0).decoded.text.slashesMerged.utf8)
    },
    path("path-repaired", "Bytes of the path that are not UTF-8 are replaced.") {
      Bytes(Bytes($0).decoded.text.utf8)
    },
    path("path-ends-at-nul", "The path ends at its first NUL.") {
      Bytes(Bytes($0).decoded.prefix { $0 != 0 })
    },
    path("path-ends-at-line-feed", "The path ends at its first line feed.") {
      Bytes(Bytes($0).decoded.prefix { $0 != 0x0A })
    },
    path("path-root-left-out", "The path of the root is empty.", clause: "CALL-STS-1") {
      $0.count == 1 ? [] : Bytes($0).decoded
    },
    path(
      "path-plus-as-space", "A plus sign of the path is read as a space.",
      [
        .phpSample("The sample calls urldecode."), .javaSample("The sample calls URLDecoder."),
        .rubySample("The sample calls CGI.unescape."),
      ], clause: "CALL-STS-3",
      equivalent: "The rule is open, so the vector of the clause takes this answer too."
    ) { Bytes($0).replacing("+", with: " ").decoded },
  ]

  private static func path(
    _ id: String, _ mistake: String, _ sightings: [Sighting] = [], clause: String = "CALL-STS-2",
    equivalent: String? = nil, _ change: @escaping @Sendable (Bytes.SubSequence) -> Bytes
  ) -> Mutant {
    Mutant(
      "callback-\(id)", clause, mistake,
      mend: "Decode each percent sign with two digits once, and leave the rest.",
      on: [.callbackVerify], sightings: sightings, equivalent: equivalent
    ) { $0.callback.signedPath = { $1.append(contentsOf: change($0)) } }
  }

  private static let queries: [Mutant] = [
    query("query-left-out", "CALL-STS-1", "The query is left out.") { _ in [] },
    query("query-without-mark", "CALL-STS-1", "The query stands without its question mark.") {
      Bytes($0.dropFirst())
    },
    query("query-decoded", "CALL-STS-1", "The query is decoded, as the path is.") {
      Bytes($0).decoded
    },
    query("query-sorted", "CALL-STS-1", "The parameters are sorted.") { query in
      if query.isEmpty { return [] }
      let parameters = Bytes(query.dropFirst()).text.split(
        separator: "&", omittingEmptySubsequences: false)
      return Bytes("?\(parameters.sorted().joined(separator: "&"))".utf8)
    },
    query("query-written-anew", "CALL-STS-1", "The query is read and written anew.") { query in
      let parameters = Bytes(query.dropFirst()).text.split(separator: "&").map {
        $0.hasSuffix("=") ? String($0.dropLast()) : String($0)
      }
      return parameters.isEmpty ? [] : Bytes("?\(parameters.joined(separator: "&"))".utf8)
    },
    query("query-cut", "CALL-STS-1", "The query ends at a second question mark.") {
      $0.isEmpty ? [] : [0x3F] + Bytes($0.dropFirst().prefix { $0 != 0x3F })
    },
    query("query-mark-always", "CALL-STS-4", "A question mark stands even without a query.") {
      $0.isEmpty ? [0x3F] : Bytes($0)
    },
    query(
      "query-mark-left-out", "CALL-STS-6", "A question mark without a query is left out.",
      [
        .javaSample("An empty query is taken for none."),
        .rubySample("An empty query is taken for none."),
      ], equivalent: "The rule is open, so the vectors of the clause take this answer too."
    ) { $0.count == 1 ? [] : Bytes($0) },
  ]

  private static func query(
    _ id: String, _ clause: String, _ mistake: String, _ sightings: [Sighting] = [],
    equivalent: String? = nil, _ change: @escaping @Sendable (Bytes.SubSequence) -> Bytes
  ) -> Mutant {
    Mutant(
      "callback-\(id)", clause, mistake,
      mend: "Take the query as it stands on the request line, with its question mark.",
      on: [.callbackVerify], sightings: sightings, equivalent: equivalent
    ) { $0.callback.signedQuery = { $1.append(contentsOf: change($0)) } }
  }

  private static let bodies: [Mutant] = [
    body("body-ends-trimmed", "The body is trimmed.") { $0.trimmed { $0 <= 0x20 } },
    body("body-line-end-dropped", "A line end after the body is dropped.") {
      $0.trimmed { $0 == 0x0A || $0 == 0x0D }
    },
    body("body-line-ends-changed", "CR and LF of the body become LF.") {
      $0.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    },
    body(
      "body-json-anew", "JSON of the body is read and written anew.",
      []
    ) { body in
      guard let value = try? JSONReader.read(body) else { return body }
      return Bytes(value.compact().utf8)
    },
    body("body-members-merged", "JSON of the body loses members that repeat.") {
      $0.replacing("\"a\":1,\"a\":2", with: "\"a\":2")
    },
    body("body-decoded", "The form of the body is decoded.") { body in
      body.starts(with: "{".utf8) ? body : body.replacing("+", with: " ").decoded
    },
    body("body-form-anew", "The form of the body is read and written anew.") {
      $0.replacing("&&", with: "&").replacing("%2f", with: "%2F").replacing("%e5", with: "%E5")
    },
    body("body-repaired", "Bytes of the body that are not UTF-8 are replaced.") {
      Bytes($0.text.utf8)
    },
    body("body-cut-at-nul", "The body ends at its first NUL.") { Bytes($0.prefix { $0 != 0 }) },
    body("body-mark-dropped", "The byte-order mark of the body is dropped.") {
      $0.starts(with: [0xEF, 0xBB, 0xBF]) ? Bytes($0.dropFirst(3)) : $0
    },
    body("body-normalized", "The body is normalized.") { Bytes($0.text.composed.utf8) },
    body("body-as-latin-1", "The body is encoded as Latin-1.") { $0.text.latin1 },
    body("body-cut", "No more than 512 bytes of the body are read.") { Bytes($0.prefix(512)) },
    body("body-missing", "The body is left out of the string.") { _ in [] },
    Mutant(
      "callback-body-empty-refused", "CALL-STS-5", "A callback without a body is not verified.",
      mend: "Verify it: the string ends with the line feed.", on: [.callbackVerify]
    ) {
      $0.rewriteInput { _, input in
        if input["body"]?.stringValue == "" { input["authorization"] = nil }
      }
    },
  ]

  private static func body(
    _ id: String, _ mistake: String, _ sightings: [Sighting] = [],
    _ change: @escaping @Sendable (Bytes) -> Bytes
  ) -> Mutant {
    Mutant(
      "callback-\(id)", "CALL-STS-5", mistake,
      mend: "Take the bytes of the body as they came, before anything reads them.",
      on: [.callbackVerify], sightings: sightings
    ) { steps in
      steps.rewriteInput { _, input in
        guard let body = input["body"]?.protocolText else { return }
        input["body"] = JSONValue(protocolText: change(body))
      }
    }
  }

  private static let whole: [Mutant] = [
    separator("separator-left-out", "Nothing stands between the query and the body.", []),
    separator("separator-crlf", "CR and LF stand before the body.", [0x0D, 0x0A]),
    separator("separator-twice", "An empty line stands before the body.", [0x0A, 0x0A]),
  ]

  private static func separator(_ id: String, _ mistake: String, _ bytes: Bytes) -> Mutant {
    Mutant(
      "callback-\(id)", "CALL-STS-1", mistake, mend: "Write one LF before the body.",
      on: [.callbackVerify]
    ) { $0.callback.separator = { $0.append(contentsOf: bytes) } }
  }
}

extension Bytes {
  /// The bytes with every triplet decoded.
  fileprivate var decoded: Bytes {
    var result = Bytes()
    StepsCallback.standard.signedPath(self[...], &result)
    return result
  }
}

internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in the headers that V2 signs and in the list of the additional ones.
enum V2HeaderMutants {
  static let all: [Mutant] = lines + lists + tokens

  private static let lines: [Mutant] = [
    rules(
      "v2-only-meta-signed", "V2-HDR-1", "Only the x-oss-meta- headers are signed.",
      mend: "Sign every header whose name begins with x-oss-."
    ) {
      $0.isSigned = { line, names in
        line.name.starts(with: "x-oss-meta-".utf8)
          || names.contains(Bytes(line.given.name.utf8).lowercased)
      }
    },
    rules(
      "v2-additional-without-lines", "V2-HDR-1", "Additional headers are listed and have no line.",
      mend: "Write a line for each header that is listed."
    ) { $0.isSigned = { line, _ in line.isOSS } },
    rules(
      "v2-prefix-by-case", "V2-HDR-1",
      "Only headers whose name begins with x-oss- in lower case are signed.",
      mend: "Put the name into lower case before its beginning is compared."
    ) {
      $0.isSigned = { line, names in
        line.given.name.hasPrefix("x-oss-")
          || names.contains(Bytes(line.given.name.utf8).lowercased)
      }
    },
    rules(
      "v2-header-names-not-lowered", "V2-HDR-2", "Header names are signed as they were given.",
      mend: "Put each name into lower case."
    ) { $0.lines.name = { $0 } },
    rules(
      "v2-header-kinds-apart", "V2-HDR-3",
      "The additional headers stand behind the x-oss- headers.",
      mend: "Sort the lines of both kinds together."
    ) {
      $0.lines.precedes = { left, right in
        left.isOSS == right.isOSS ? left.name.lexicographicallyPrecedes(right.name) : left.isOSS
      }
    },
    rules(
      "v2-header-lines-sorted", "V2-HDR-3", "Whole lines are sorted, the colon included.",
      mend: "Sort by the name alone."
    ) {
      $0.lines.precedes = { left, right in
        (left.name + [0x3A]).lexicographicallyPrecedes(right.name + [0x3A])
      }
    },
    rules(
      "v2-header-order-by-case", "V2-HDR-3",
      "Names are sorted before they are put into lower case.",
      mend: "Put names into lower case first."
    ) {
      $0.lines.precedes = { left, right in
        left.given.name.utf8.lexicographicallyPrecedes(right.given.name.utf8)
      }
    },
    rules(
      "v2-header-values-not-trimmed", "V2-HDR-4",
      "Header values are signed with the blanks at their ends.",
      mend: "Take spaces and tabs off both ends of each value.",
      sightings: [
        .oss2("The signer of V2 writes header values as given."),
        .goV1("The signer of V2 writes header values as given."),
      ]
    ) { $0.lines.value = { $0 } },
    rules(
      "v2-header-blanks-collapsed", "V2-HDR-4", "Several blanks inside a value become one space.",
      mend: "Leave the inside of a value as it is."
    ) {
      $0.lines.value = { Bytes($0.blanksTrimmed.split { $0.isBlank }.joined(separator: [0x20])) }
    },
    rules(
      "v2-header-empty-dropped", "V2-HDR-5", "A header with an empty value is not signed.",
      mend: "Write its name and the colon."
    ) {
      $0.isSigned = { line, names in
        !line.value.isEmpty
          && (line.isOSS || names.contains(Bytes(line.given.name.utf8).lowercased))
      }
    },
    rules(
      "v2-header-empty-without-colon", "V2-HDR-5", "A header with an empty value has no colon.",
      mend: "Write the colon."
    ) { $0.lines.text = { $0.name + ($0.value.isEmpty ? [] : [0x3A] + $0.value) + [0x0A] } },
  ]

  private static let lists: [Mutant] = [
    rules(
      "v2-additional-unsorted", "V2-ADD-1", "The names are listed in the order asked for.",
      mend: "Sort them byte by byte."
    ) {
      $0.names = { request, token in
        let listed = HeaderRulesV2.listed(request, token)
        var names: [Bytes] = []
        for name in HeaderRulesV2.asked(request)
        where listed.contains(name) && !names.contains(name) { names.append(name) }
        return names
      }
    },
    rules(
      "v2-additional-with-commas", "V2-ADD-1", "A comma stands between the names.",
      mend: "Write a semicolon."
    ) { $0.separator = UInt8(ascii: ",") },
    rules(
      "v2-additional-not-lowered", "V2-ADD-1", "The names are listed as they were asked for.",
      mend: "Put them into lower case."
    ) {
      $0.names = { request, token in
        let listed = HeaderRulesV2.listed(request, token)
        return listed.map { name in
          request.additionalHeaders.map { Bytes($0.utf8) }.first { $0.lowercased == name } ?? name
        }
      }
    },
    V2StringMutants.string(
      "v2-additional-unsorted-in-url", "V2-ADD-8",
      "The URL lists the names in another order than the string.",
      mend: "Sort them once, before anything is written.", on: [.v2Presign],
      sightings: [
        .oss2("The list of the URL is joined from a set, and that of the string sorted.")
      ],
      equivalent: "The rule is open, so the vectors of the clause take this answer too."
    ) { steps in
      let former = steps.signingV2.addedParameters
      steps.signingV2.addedParameters = { steps, request, id, expires, token in
        former(steps, request, id, expires, token).map { parameter in
          guard parameter.name == "x-oss-additional-headers", let list = parameter.value else {
            return parameter
          }
          let names = list.split(separator: ";").reversed().joined(separator: ";")
          return QueryParameter(parameter.name, names)
        }
      }
    },
    rules(
      "v2-additional-missing-listed", "V2-ADD-2",
      "A name is listed though the request has no such header.",
      mend: "List the headers that are there."
    ) {
      $0.names = { request, _ in
        Array(Set(HeaderRulesV2.asked(request))).sorted { $0.lexicographicallyPrecedes($1) }
      }
    },
    rules(
      "v2-additional-by-case", "V2-ADD-3", "A header is found only under the very name asked for.",
      mend: "Compare names without regard to case.",
      sightings: [.java("The signer of V2 asks a set for the name as it is written.")]
    ) {
      $0.names = { request, token in
        HeaderRulesV2.listed(request, token).filter { name in
          request.headers.contains { header in
            Bytes(header.name.utf8).lowercased == name
              && request.additionalHeaders.contains { $0.utf8.elementsEqual(header.name.utf8) }
          }
        }
      }
    },
    rules(
      "v2-additional-listed-twice", "V2-ADD-3", "A name that is asked for twice is listed twice.",
      mend: "List each name once."
    ) {
      $0.names = { request, token in
        let listed = HeaderRulesV2.listed(request, token)
        return HeaderRulesV2.asked(request).filter(listed.contains).sorted {
          $0.lexicographicallyPrecedes($1)
        }
      }
    },
    rules(
      "v2-additional-oss-dropped", "V2-ADD-4",
      "A name that is signed anyway is not listed, as in V4.",
      mend: "List it if it is asked for."
    ) {
      $0.names = { request, token in
        HeaderRulesV2.listed(request, token).filter { !$0.starts(with: "x-oss-".utf8) }
      }
    },
    rules(
      "v2-additional-underscore-listed", "V2-ADD-4", "A name with an underscore is listed.",
      mend: "Leave it out: OSS refuses the list."
    ) {
      $0.names = { request, token in
        let sent = Set(request.headers.map { Bytes($0.name.utf8).lowercased })
        return
          (HeaderRulesV2.listed(request, token)
          + HeaderRulesV2.asked(request).filter { $0.contains(0x5F) && sent.contains($0) })
          .sorted { $0.lexicographicallyPrecedes($1) }
      }
    },
    rules(
      "v2-additional-unasked", "V2-ADD-7",
      "Range and If-Modified-Since are listed though nobody asks for them.",
      mend: "List what is asked for.",
      sightings: [
        .oss2("Without a list, range and if-modified-since are additional headers of V2.")
      ]
    ) {
      $0.names = { request, token in
        if !request.additionalHeaders.isEmpty { return HeaderRulesV2.listed(request, token) }
        return request.headers.map { Bytes($0.name.utf8).lowercased }.filter { name in
          ["if-modified-since", "range"].contains { name.elementsEqual($0.utf8) }
        }.sorted { $0.lexicographicallyPrecedes($1) }
      }
    },
  ]

  private static let tokens: [Mutant] = [
    V2StringMutants.string(
      "v2-token-unsigned", "V2-TOK-1", "The token is sent and not signed.",
      mend: "Sign its header among the others.", on: [.v2Header]
    ) { steps in
      let former = steps.signingV2.canonicalizedHeaders
      steps.signingV2.canonicalizedHeaders = { request, _, buffer in former(request, nil, &buffer) }
    },
    V2StringMutants.string(
      "v2-token-not-sent", "V2-TOK-1", "The token is signed and not sent.",
      mend: "Send its header.", on: [.v2Header]
    ) {
      $0.rewriteHeaders { _, headers in headers.removeAll { $0.name == "x-oss-security-token" } }
    },
    V2StringMutants.string(
      "v2-token-behind-headers", "V2-TOK-1", "The line of the token stands behind all others.",
      mend: "Sort it among them.", on: [.v2Header]
    ) { steps in
      let former = steps.signingV2.canonicalizedHeaders
      steps.signingV2.canonicalizedHeaders = { request, token, buffer in
        former(request, nil, &buffer)
        if let token { buffer += Bytes("x-oss-security-token:".utf8) + token + [0x0A] }
      }
    },
    V2StringMutants.string(
      "v2-token-empty-sent", "V2-TOK-3", "An empty token is sent and signed.",
      mend: "Take an empty token for none."
    ) { $0.token = { $0.map { Bytes($0.utf8) } } },
  ]

  /// A mutant of the rules for headers.
  private static func rules(
    _ id: String, _ clause: String, _ mistake: String, mend: String,
    sightings: [Sighting] = [], _ change: (inout HeaderRulesV2) -> Void
  ) -> Mutant {
    var rules = HeaderRulesV2()
    change(&rules)
    let broken = rules
    return V2StringMutants.string(id, clause, mistake, mend: mend, sightings: sightings) {
      broken.apply(to: &$0)
    }
  }
}

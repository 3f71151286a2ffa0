internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in the additional headers of V4.
enum V4AdditionalMutants {
  static let all: [Mutant] = names + headers + choices

  private static let names: [Mutant] = [
    listing(
      "v4-additional-repeated", "V4-ADD-1", "A name that is given twice is listed twice.",
      mend: "List each name once.",
      sightings: [
        .oss2("The list is sorted and not made a set in header signatures."),
        .goV2("The list is sorted and not made a set."),
        .swiftV2("The list is sorted and not made a set."),
        .iOS("The list is sorted and not made a set."),
      ]
    ) { request, right in
      let given = request.additionalHeaders.map { Bytes($0.utf8).lowercased }
      return right.flatMap { name in given.filter { $0 == name } }
    },
    listing(
      "v4-additional-order-given", "V4-ADD-1", "The names are listed in the order given.",
      mend: "Sort the names byte by byte."
    ) { request, right in
      var names: [Bytes] = []
      for name in request.additionalHeaders.map({ Bytes($0.utf8).lowercased })
      where right.contains(name) && !names.contains(name) { names.append(name) }
      return names
    },
    listing(
      "v4-additional-not-lowered", "V4-ADD-1", "The names are listed as they were given.",
      mend: "Put each name into lower case."
    ) { request, right in
      right.map { name in
        let given = request.additionalHeaders.first { Bytes($0.utf8).lowercased == name }
        return given.map { Bytes($0.utf8) } ?? name
      }
    },
    additional(
      "v4-additional-commas", "V4-ADD-1", "Commas stand between the signed names.",
      mend: "Write semicolons."
    ) { steps in
      steps.signingV4.additionalHeaders = {
        $1.append(contentsOf: $0.canonicalV4.headers.additionalHeaders.replacing(";", with: ","))
      }
    },
    additional(
      "v4-additional-sent-by-first-letter", "V4-ADD-1",
      "The names are sent sorted by their first letter alone.",
      mend: "Send the names as they are signed.",
      sightings: [.oss2("What is sent is sorted with the first letter as its key.")]
    ) { steps in
      steps.rewriteAuthorizationV4 { request, text in
        let right = request.canonicalV4.headers.additionalHeaders
        if right.isEmpty { return }
        let given = request.additionalHeaders.map { Bytes($0.utf8).lowercased }
        var names = right.split(separator: 0x3B).map { Bytes($0) }
        names.sort { left, other in
          let places = [left, other].map { given.firstIndex(of: $0) ?? 0 }
          return left.first == other.first
            ? places[0] < places[1] : left.lexicographicallyPrecedes(other)
        }
        text = text.replacing(
          Bytes("=".utf8) + right + Bytes(",".utf8),
          with: Bytes("=".utf8) + Bytes(names.joined(separator: [0x3B])) + Bytes(",".utf8))
      }
    },
  ]

  private static let headers: [Mutant] = [
    additional(
      "v4-additional-without-lines", "V4-ADD-2",
      "Additional headers are listed and have no line of their own.",
      mend: "Sign the headers that are listed."
    ) { steps in
      var rules = HeaderRulesV4()
      rules.isSigned = { line, _ in HeaderRulesV4.isSignedAnyway(line.name) }
      steps.signingV4.headers = { [rules] in rules.append($0, $1, to: &$2) }
    },
    additional(
      "v4-additional-lines-at-end", "V4-ADD-2", "The lines of additional headers stand last.",
      mend: "Sort them among the others."
    ) { steps in
      var rules = HeaderRulesV4()
      rules.lines.precedes = { left, right in
        let sides = [left, right].map { HeaderRulesV4.isSignedAnyway($0.name) ? 0 : 1 }
        return sides[0] != sides[1]
          ? sides[0] < sides[1] : left.name.lexicographicallyPrecedes(right.name)
      }
      steps.signingV4.headers = { [rules] in rules.append($0, $1, to: &$2) }
    },
    additional(
      "v4-additional-ignored", "V4-ADD-2", "Additional headers are neither signed nor listed.",
      mend: "Sign and list them."
    ) { $0.rewriteElements("additionalHeaders") { _ in [] } },
  ]

  private static let choices: [Mutant] = [
    listing(
      "v4-additional-signed-anyway-listed", "V4-ADD-3",
      "A name that is signed anyway is listed if it is given.",
      mend: "List only what V4 does not sign by itself.",
      sightings: [.goV1("Any name that the request has is listed.")]
    ) { request, right in
      let given = request.additionalHeaders.map { Bytes($0.utf8).lowercased }
      let present = request.headers.map { Bytes($0.name.utf8).lowercased }
      let others = Set(given.filter { HeaderRulesV4.isSignedAnyway($0) && present.contains($0) })
      return (right + others).sorted { $0.lexicographicallyPrecedes($1) }
    },
    listing(
      "v4-additional-type-listed", "V4-ADD-3", "Content-Type is listed whenever it is signed.",
      mend: "List only what V4 does not sign by itself."
    ) { request, right in
      let type = Bytes("content-type".utf8)
      let isGiven = request.headers.contains { Bytes($0.name.utf8).lowercased == type }
      return (right + (isGiven ? [type] : [])).sorted { $0.lexicographicallyPrecedes($1) }
    },
    listing(
      "v4-additional-missing-listed", "V4-ADD-4",
      "The name of a header that the request does not have is listed.",
      mend: "List the headers that are sent.",
      sightings: [.oss2("The list is taken as it is given in header signatures.")]
    ) { request, right in
      let given = Set(request.additionalHeaders.map { Bytes($0.utf8).lowercased })
      let missing = given.filter { !HeaderRulesV4.isSignedAnyway($0) && !right.contains($0) }
      return (right + missing).sorted { $0.lexicographicallyPrecedes($1) }
    },
    additional(
      "v4-additional-missing-refused", "V4-ADD-4",
      "The name of a header that the request does not have is refused.",
      mend: "Leave the name out.",
      sightings: [.javaScript("A listed header that is not there is an error.")]
    ) { steps in
      steps.rewriteInput { _, input in
        let given = names(in: input["headers"])
        let listed = input["additionalHeaders"]?.arrayValue ?? []
        let isMissing = listed.contains { name in
          let name = Bytes((name.stringValue ?? "").utf8).lowercased
          return !HeaderRulesV4.isSignedAnyway(name) && !given.contains { $0.lowercased == name }
        }
        if isMissing { input["additionalHeaders"] = .array([""]) }
      }
    },
    additional(
      "v4-additional-found-by-case", "V4-ADD-5", "A header is found in the given spelling only.",
      mend: "Compare the names without regard to case."
    ) { steps in
      steps.rewriteInput { _, input in
        let given = names(in: input["headers"])
        guard let listed = input["additionalHeaders"]?.arrayValue else { return }
        input["additionalHeaders"] = .array(
          listed.filter { name in given.contains(Bytes((name.stringValue ?? "").utf8)) })
      }
    },
  ]

  private static func names(in headers: JSONValue?) -> [Bytes] {
    (headers?.arrayValue ?? []).map { Bytes(($0.arrayValue?.first?.stringValue ?? "").utf8) }
  }

  private static func additional(
    _ id: String, _ clause: String, _ mistake: String, mend: String, sightings: [Sighting] = [],
    _ change: @escaping @Sendable (inout ReferenceSteps) -> Void
  ) -> Mutant {
    Mutant(
      id, clause, mistake, mend: mend, on: .signingV4, sightings: sightings, change: change)
  }

  private static func listing(
    _ id: String, _ clause: String, _ mistake: String, mend: String, sightings: [Sighting] = [],
    _ change: @escaping @Sendable (SigningRequest, [Bytes]) -> [Bytes]
  ) -> Mutant {
    additional(id, clause, mistake, mend: mend, sightings: sightings) {
      $0.rewriteListedNames(change)
    }
  }
}

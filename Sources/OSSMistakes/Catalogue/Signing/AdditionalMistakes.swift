internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in the additional headers of V2 and V4.
enum AdditionalMistakes {
  static let all: [Mistake] = forms + choices + headers

  private static let forms: [Mistake] = [
    list(
      "additional-listed-twice", ["V2-ADD-3", "V4-ADD-1"],
      "A name that is given twice is listed twice.",
      fix: "List each name once.",
      seen: [
        .oss2("The list is sorted and not made a set in header signatures."),
        .goV2("The list is sorted and not made a set."),
        .swiftV2("The list is sorted and not made a set."),
        .iOS("The list is sorted and not made a set."),
      ]
    ) { input, due in due.flatMap { name in input.asked.filter { $0 == name } } },
    list(
      "additional-unsorted", ["V2-ADD-1", "V4-ADD-1"], "The names are listed in the order given.",
      fix: "Sort the names byte by byte."
    ) { input, due in
      let asked = input.asked
      return asked.indices.filter { due.contains(asked[$0]) && !asked[..<$0].contains(asked[$0]) }
        .map { asked[$0] }
    },
    list(
      "additional-not-lowered", ["V2-ADD-1", "V4-ADD-1"],
      "The names are listed as they were given.",
      fix: "Put the names into lower case."
    ) { input, due in
      due.map { name in input.additionalHeaders.first { $0.lowerCase == name } ?? name }
    },
    .signing(
      "additional-with-commas", ["V2-ADD-1", "V4-ADD-1"], "Commas stand between the signed names.",
      fix: "Write semicolons.", in: .signingV2V4
    ) {
      $0.parts = { $1.changing(.additional) { $0.text = $0.text.replaced(";", by: ",") } }
    },
    .signing(
      "v4-additional-sent-by-first-letter", ["V4-ADD-1"],
      "The names are sent sorted by their first letter alone.",
      fix: "Send the names as they are signed.", in: .headersV4,
      seen: [.oss2("What is sent is sorted with the first letter as its key.")]
    ) {
      $0.authorization = { value in
        var value = value
        let names = value.names.pieces(at: ";").reversed()
        let sorted = names.stablySorted { ($0.first ?? 0) < ($1.first ?? 0) }
        value.names = sorted.joined(with: ";")
        return value.text
      }
    },
    .signing(
      "v2-additional-unsorted-in-url", ["V2-ADD-8"],
      "The URL lists the names in another order than the string.",
      fix: "Sort the names once, before anything is written.", in: .urlsV2,
      seen: [.oss2("The list of the URL is joined from a set, and that of the string sorted.")],
      equivalent: "The rule is open, so the vectors of the clause take this answer too."
    ) {
      $0.addedParameters = { _, parameters in
        parameters.map { parameter in
          guard parameter.name.isText("x-oss-additional-headers") else { return parameter }
          let names = parameter.text.pieces(at: ";").reversed()
          return SigningField(parameter.name, Array(names).joined(with: ";"))
        }
      }
    },
  ]

  private static let choices: [Mistake] = [
    list(
      "v4-additional-signed-anyway-listed", ["V4-ADD-3"],
      "A name that is signed anyway is listed if it is given.",
      fix: "List only what V4 does not sign by itself.", in: .signingV4,
      seen: [.goV1("Any name that the request has is listed.")]
    ) { input, due in
      let others = input.asked.filter { SigningModel.isSignedAnyway($0) && input.has($0) }
      return Set(due + others).sorted { $0.precedes($1) }
    },
    list(
      "v4-additional-type-listed", ["V4-ADD-3"], "Content-Type is listed whenever it is signed.",
      fix: "List only what V4 does not sign by itself.", in: .signingV4
    ) { input, due in
      (due + (input.has("content-type".raw) ? ["content-type".raw] : [])).sorted { $0.precedes($1) }
    },
    list(
      "additional-missing-listed", ["V2-ADD-2", "V4-ADD-4"],
      "The name of a header that the request does not have is listed.",
      fix: "List only headers that are sent.",
      seen: [.oss2("V4 takes the list as it is given in header signatures.")]
    ) { input, due in
      let missing = input.asked.filter { !SigningModel.isSignedAnyway($0) && !input.has($0) }
      return Set(due + missing).sorted { $0.precedes($1) }
    },
    .signing(
      "v4-additional-missing-refused", ["V4-ADD-4"],
      "The name of a header that the request does not have is refused.", fix: "Leave the name out.",
      in: .signingV4, oss: .unknown,
      seen: [.javaScript("A listed header that is not there is an error.")]
    ) {
      $0.refuses = { input in
        input.asked.allSatisfy { SigningModel.isSignedAnyway($0) || input.has($0) }
          ? nil : .invalidAdditionalHeader
      }
    },
    list(
      "additional-found-by-case", ["V2-ADD-3", "V4-ADD-5"],
      "A header is found in the given spelling only.", fix: "Compare names without regard to case.",
      seen: [.java("The signer of V2 asks a set for the name as it is written.")]
    ) { input, due in
      due.filter { name in
        input.headers.contains {
          $0.name.lowerCase == name && input.additionalHeaders.contains($0.name)
        }
      }
    },
    list(
      "v2-additional-oss-dropped", ["V2-ADD-4"],
      "A name that is signed anyway is not listed, as in V4.",
      fix: "List the name if it is asked for.",
      in: .signingV2
    ) { $1.filter { !$0.begins(with: "x-oss-") } },
    list(
      "v2-additional-underscore-listed", ["V2-ADD-4"], "A name with an underscore is listed.",
      fix: "Leave the name out: OSS refuses the list.", in: .signingV2
    ) { input, due in
      (due + input.asked.filter { $0.contains(UInt8(ascii: "_")) && input.has($0) })
        .sorted { $0.precedes($1) }
    },
    list(
      "v2-additional-unasked", ["V2-ADD-7"],
      "Range and If-Modified-Since are listed though the caller does not ask for them.",
      fix: "List what the caller asks for.", in: .signingV2,
      seen: [.oss2("Without a list, range and if-modified-since are additional headers of V2.")]
    ) { input, due in
      if !input.additionalHeaders.isEmpty { return due }
      return ["if-modified-since".raw, "range".raw].filter(input.has)
    },
    list(
      "v4-additional-list-as-given-in-headers", ["V4-ADD-4"],
      "In header signatures the names are listed as given, absent ones and repetitions too, and are "
        + "sent sorted by their first letter alone.",
      fix: "List the headers that are sent, each once, and send the list that is signed.",
      in: .headersV4,
      seen: [.oss2("`_sign_request` hands the given names on; `_sign_url` does not.")]
    ) { input, _ in
      input.asked.filter { !SigningModel.isSignedAnyway($0) }.sorted { $0.precedes($1) }
    },
  ]

  private static let headers: [Mistake] = [
    .signing(
      "additional-without-lines", ["V2-HDR-1", "V4-ADD-2"],
      "Additional headers are listed and have no line of their own.",
      fix: "Sign the headers that are listed.", in: .signingV2V4
    ) { model in
      let former = model.signsHeader
      model.signsHeader = { version, line, _ in former(version, line, []) }
    },
    list(
      "additional-ignored", ["V2-ADD-1", "V4-ADD-2"],
      "Additional headers are neither signed nor listed.", fix: "Sign and list additional headers."
    ) { _, _ in [] },
    list(
      "v4-url-additional-ignored", ["V4-PRE-5"], "Additional headers are left out of URLs.",
      fix: "Sign the headers, and list them in x-oss-additional-headers.", in: .urlsV4,
      seen: [.iOS("The names are read for signatures in headers alone.")]
    ) { _, _ in [] },
    list(
      "v4-additional-empty-value-left-out", ["V4-ADD-2"],
      "An additional header whose value is empty is neither signed nor listed.",
      fix: "Sign every additional header that is sent.", in: .signingV4,
      seen: [.pythonV2("A name is listed if its value is longer than nothing.")]
    ) { input, due in due.filter { input.header($0.text)?.isEmpty == false } },
  ]

  private static func list(
    _ id: String, _ clauses: [String], _ sentence: String, fix: String,
    in operations: Set<OSSVectors.Operation> = .signingV2V4, seen: [SeenIn] = [],
    _ names: @escaping @Sendable (SigningInput, _ due: [Bytes]) -> [Bytes]
  ) -> Mistake {
    .signing(id, clauses, sentence, fix: fix, in: operations, seen: seen) {
      $0.listedNames = names
    }
  }
}

extension SigningInput {
  /// The additional names that are asked for, in lower case.
  fileprivate var asked: [Bytes] { additionalHeaders.map(\.lowerCase) }

  /// Whether the caller gives a header of a name in lower case.
  fileprivate func has(_ name: Bytes) -> Bool { headers.contains { $0.name.lowerCase == name } }
}

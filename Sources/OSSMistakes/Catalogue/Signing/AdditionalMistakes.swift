internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in the additional headers of V2 and V4.
enum AdditionalMistakes {
  private static let rows = SigningMistakes.rows.in(.signingV2V4)
  private static let list = rows.breaking("V2-ADD-1", "V4-ADD-1")
    .fix("List the names in lower case, sorted byte by byte, each once, with semicolons.")
    .setting(\.listedNames)
  private static let unasked = list.breaking("V4-ADD-3")
    .fix("List only what V4 does not sign by itself.").in(.signingV4)
  private static let v2 = list.breaking("V2-ADD-4")
    .fix("List what is asked for and sent, but no name with an underscore.").in(.signingV2)
  private static let missing = list.breaking("V2-ADD-2", "V4-ADD-4")
    .fix("List only headers that are sent, and send the list that is signed.")
  private static let signed = list.breaking("V2-ADD-1", "V4-ADD-2")
    .fix("Sign every additional header that is sent, and list it, in a URL as in headers.")
  private static let asWritten: @Sendable (SigningInput, [Bytes]) -> [Bytes] = { input, due in
    due.map { name in input.additionalHeaders.first { $0.lowerCase == name } ?? name }
  }
  private static func sorted(_ names: [Bytes]) -> [Bytes] { Set(names).sorted { $0.precedes($1) } }

  /// A row about a header of the content that is taken for an additional one.
  private static func listed(_ header: String) -> Mistake {
    let name = header.asciiLowercased
    return unasked("v4-additional-\(name)-listed")
      .sentence("\(header) is listed if the caller asks for it, though V4 signs it anyway.")
      .change { input, due in
        sorted(due + [name.raw].filter { input.asked.contains($0) && input.has($0) })
      }
  }

  static let all: [Mistake] = [
    // How names are listed.
    list("additional-listed-twice", "A name that is given twice is listed twice.")
      .breaking("V2-ADD-3", "V4-ADD-7")
      .seen("The list is sorted and not made a set in header signatures.", .oss2)
      .seen("The list is sorted and not made a set.", .goV2, .swiftV2, .iOS)
      .change { input, due in due.flatMap { name in input.asked.filter { $0 == name } } },
    list("additional-unsorted", "The names are listed in the order given.") { input, due in
      input.asked.filter(due.contains).inOrder
    },
    list("additional-in-order-of-headers", "The names are listed in the order of the headers.")
      .change { input, due in input.headers.map(\.name.lowerCase).filter(due.contains).inOrder },
    list("additional-order-natural", "Numbers in the names are sorted by their value.")
      .breaking("V4-ADD-1").in(.signingV4).change { $1.sorted { $0.precedesNaturally($1) } },
    list("additional-order-ignores-hyphens", "Hyphens do not count when the names are sorted.")
      .breaking("V4-ADD-1").in(.signingV4)
      .change { $1.stablySorted { $0.withoutHyphens.precedes($1.withoutHyphens) } },
    list("additional-not-lowered", "The names are listed as they were given.")
      .seen("V2 signs and sends the list as it is given.", .ossUtil).change(asWritten),
    list("additional-order-before-lowering", "The names are sorted before they are lowered.")
      .change { input, due in
        input.additionalHeaders.sorted { $0.precedes($1) }.map(\.lowerCase).filter(due.contains)
          .inOrder
      },
    rows("additional-sent-not-lowered")
      .sentence(
        "Authorization lists the names in the caller's case, and the string in lower case."
      )
      .breaking("V2-ADD-1", "V4-ADD-1", "V4-ADD-5").fix("Send the list that is signed.")
      .in(.headersV2V4).change {
        $0.listedNames = asWritten
        $0.parts = { $1.changing(.additional) { $0.text = $0.text.lowerCase } }
      },
    SigningMistakes.part(.additional)("additional-with-commas")
      .sentence("Commas stand between the signed names.").breaking("V2-ADD-1", "V4-ADD-1")
      .fix("Write semicolons between the names of AdditionalHeaders.").in(.signingV2V4)
      .change { $0.text = $0.text.replaced(";", by: ",") },
    rows("v4-additional-sent-by-first-letter", "The names are sent sorted by their first letter.")
      .breaking("V4-ADD-1").fix("Send the names as they are signed.").in(.headersV4)
      .seen("What is sent is sorted with the first letter as its key.", .oss2).change {
        $0.listedNames = { input, due in
          let asked = input.asked.filter(due.contains).inOrder
          return asked.stablySorted { ($0.first ?? 0) < ($1.first ?? 0) }
        }
        $0.parts = { _, parts in
          parts.changing(.additional) {
            $0.text = sorted($0.text.pieces(at: ";")).joined(with: ";")
          }
        }
      },
    rows("v4-additional-sent-as-given")
      .sentence(
        "Authorization lists the names as they were given, and the string the right ones."
      )
      .breaking("V4-ADD-1", "V4-ADD-4", "V4-ADD-5").fix("Send the list that is signed.")
      .in(.headersV4).change {
        $0.listedNames = { input, _ in input.additionalHeaders }
        $0.parts = { [names = SigningModel().names] input, parts in
          parts.changing(.additional) { $0.text = names(input).joined(with: ";") }
        }
      },
    rows("v2-additional-unsorted-in-url")
      .sentence("The URL lists the names in another order than the string.")
      .breaking("V2-ADD-8").fix("Sort the names once, before anything is written.").in(.urlsV2)
      .seen("The list of the URL is joined from a set, and that of the string sorted.", .oss2)
      .equivalent("The rule is open, so the vectors of the clause take this answer too.").change {
        $0.addedParameters = { _, parameters in
          parameters.map { parameter in
            guard parameter.name.isText("x-oss-additional-headers") else { return parameter }
            let names = parameter.text.pieces(at: ";").reversed()
            return SigningField(parameter.name, Array(names).joined(with: ";"))
          }
        }
      },
    // Which names are listed.
    unasked("v4-additional-signed-anyway-listed")
      .sentence("A name that is signed anyway is listed if given.")
      .seen("Any name that the request has is listed.", .goV1).change { input, due in
        sorted(due + input.asked.filter { SigningModel.isSignedAnyway($0) && input.has($0) })
      },
    listed("Content-MD5"), listed("Content-Type"),
    rows("additional-by-part-of-name")
      .sentence("A header whose name is a part of the listed names is signed too.")
      .breaking("V4-ADD-2").fix("Compare whole names, in a list and not in a text.")
      .change { model in
        model.signsHeader = { [former = model.signsHeader] version, line, listed in
          former(version, line, listed)
            || listed.joined(with: ";").text.firstRange(of: line.name.text) != nil
        }
      },
    list("additional-type-listed", "Content-Type is listed whenever the request has it.")
      .breaking("V2-HDR-1", "V4-ADD-3").fix("List only what the caller asks for.")
      .change { sorted($1 + ["content-type".raw].filter($0.has)) },
    missing("additional-missing-listed", "The name of a header that is not sent is listed.")
      .seen("V4 takes the list as it is given in header signatures.", .oss2)
      .seen("V2 signs and sends the list as it is given.", .ossUtil).change { input, due in
        sorted(due + input.asked.filter { !SigningModel.isSignedAnyway($0) && !input.has($0) })
      },
    missing(
      "v4-additional-list-as-given-in-headers",
      "In header signatures the names are listed as given, absent ones and repetitions too, and are "
        + "sent sorted by their first letter alone."
    ).breaking("V4-ADD-4").in(.headersV4)
      .seen("`_sign_request` hands the given names on; `_sign_url` does not.", .oss2)
      .change { input, _ in
        input.asked.filter { !SigningModel.isSignedAnyway($0) }.sorted { $0.precedes($1) }
      },
    rows("v4-additional-missing-refused", "The name of a header that is not sent is refused.")
      .breaking("V4-ADD-4").fix("Leave a name out of the list where its header is not sent.").in(
        .signingV4
      ).seen("A listed header that is not there is an error.", .javaScript).change {
        $0.refuses = { input in
          input.asked.allSatisfy { SigningModel.isSignedAnyway($0) || input.has($0) }
            ? nil : .invalidAdditionalHeader
        }
      },
    list("additional-found-by-case", "A header is found in the given spelling only.")
      .breaking("V2-ADD-3", "V4-ADD-5").fix("Compare names without regard to case.")
      .seen("The signer of V2 asks a set for the name as it is written.", .java)
      .change { input, due in
        due.filter { name in
          input.headers.contains {
            $0.name.lowerCase == name && input.additionalHeaders.contains($0.name)
          }
        }
      },
    v2("v2-additional-oss-dropped", "A name that is signed anyway is not listed, as in V4.")
      .change { $1.filter { !$0.begins(with: "x-oss-") } },
    v2("v2-additional-underscore-listed", "A name with an underscore is listed.") { input, due in
      sorted(due + input.asked.filter { $0.contains(UInt8(ascii: "_")) && input.has($0) })
    },
    v2("v2-additional-unasked", "Range and If-Modified-Since are listed unasked.")
      .breaking("V2-ADD-7").in(.headersV2)
      .seen("Without a list, range and if-modified-since are additional headers of V2.", .oss2)
      .seen("range and if-modified-since are always additional headers.", .gateway)
      .change { input, due in
        if !input.additionalHeaders.isEmpty { return due }
        return ["if-modified-since".raw, "range".raw].filter(input.has)
      },
    v2("v2-range-unasked", "Range is an additional header of each request that asks for none.")
      .breaking("V2-ADD-7").fix("List only the additional headers that the caller asks for.")
      .change { input, due in
        input.additionalHeaders.isEmpty && input.has("range".raw) ? ["range".raw] : due
      },
    // Which headers are signed.
    rows(
      "additional-without-lines", "Additional headers are listed and have no line of their own."
    )
    .breaking("V2-HDR-1", "V4-ADD-2").fix("Sign the headers that are listed.").change { model in
      let former = model.signsHeader
      model.signsHeader = { version, line, _ in former(version, line, []) }
    },
    signed("additional-ignored", "Additional headers are neither signed nor listed.") { _, _ in []
    },
    SigningMistakes.part(.additional)("additional-line-empty-in-url")
      .sentence("In the string of a URL the line of the additional headers is empty.")
      .breaking("V4-ADD-1", "V2-ADD-1", "V4-PRE-5").in(.urlsV2V4)
      .fix("Write the list on its line, in a URL too, beside its parameter.").change {
        $0.text = []
      },
    signed("v4-url-additional-ignored", "Additional headers are left out of URLs.")
      .breaking("V4-PRE-5").in(.urlsV4)
      .seen("The names are read for signatures in headers alone.", .iOS).change { _, _ in [] },
    signed("v4-additional-empty-value-left-out")
      .sentence("An empty additional header is not signed or listed.").breaking("V4-ADD-2")
      .in(.signingV4).seen("A name is listed if its value is longer than nothing.", .pythonV2)
      .change { input, due in due.filter { input.header($0.text)?.isEmpty == false } },
  ]
}

extension SigningInput {
  /// The additional names that are asked for, in lower case.
  fileprivate var asked: [Bytes] { additionalHeaders.map(\.lowerCase) }

  /// Whether the caller gives a header of a name in lower case.
  fileprivate func has(_ name: Bytes) -> Bool { headers.contains { $0.name.lowerCase == name } }
}

extension [Bytes] {
  /// Each element once, where it is first.
  fileprivate var inOrder: [Bytes] {
    indices.filter { firstIndex(of: self[$0]) == $0 }.map { self[$0] }
  }
}

internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes with the date and the token of V4, in the headers.
enum V4DateMutants {
  static let all: [Mutant] = dates + callers + tokens

  private static let dates: [Mutant] = [
    header(
      "v4-date-not-sent", "V4-DATE-1", "x-oss-date is signed and not sent.",
      mend: "Send the header that was signed."
    ) { $0.rewriteHeaders { _, headers in headers.removeAll { $0.name == "x-oss-date" } } },
    header(
      "v4-date-in-date-header", "V4-DATE-1", "The time is sent in Date alone, and not signed.",
      mend: "Send x-oss-date and sign it among the headers.",
      sightings: [
        Sighting(
          sdk: "aliyun-oss-android-sdk", version: "2.9.20 (read, not run)",
          place: "The time stands in the header Date.")
      ]
    ) { steps in
      steps.afterHeadersV4 { _, added, lines in
        if added != nil { lines = lines.withoutLine(of: "x-oss-date") }
      }
      steps.rewriteHeaders { _, headers in
        for index in headers.indices where headers[index].name == "x-oss-date" {
          headers[index].name = "Date"
        }
      }
    },
    header(
      "v4-date-unsigned", "V4-DATE-1", "x-oss-date is sent and not signed.",
      mend: "Sign it as any x-oss- header."
    ) {
      $0.afterHeadersV4 { _, added, lines in
        if added != nil { lines = lines.withoutLine(of: "x-oss-date") }
      }
    },
    header(
      "v4-date-header-rfc-1123", "V4-DATE-2", "x-oss-date is sent and signed as HTTP writes dates.",
      mend: "Write the same text as on the second line."
    ) { $0.writeDate { $0.rfc1123 } },
    header(
      "v4-date-header-local", "V4-DATE-2", "x-oss-date is in local time, here that of UTC+8.",
      mend: "Take one time for the header, the second line and the scope."
    ) { $0.writeDate { ((try? $0.adding(seconds: 28_800)) ?? $0).iso8601Basic } },
    header(
      "v4-date-header-a-second-late", "V4-DATE-2",
      "The clock is read again for x-oss-date, a second later.",
      mend: "Take one time for the header, the second line and the scope."
    ) { $0.writeDate { ((try? $0.adding(seconds: 1)) ?? $0).iso8601Basic } },
    header(
      "v4-callers-date-kept", "V4-DATE-3", "The caller's x-oss-date is sent and signed.",
      mend: "Replace it by the time of signing.",
      sightings: [
        .goV1("A header x-oss-date of the caller is kept."),
        .c("A header x-oss-date of the caller is kept."),
      ]
    ) { $0.keepCallers("x-oss-date", alsoAsPayload: false) },
  ]

  private static let callers: [Mutant] = [
    header(
      "v4-callers-date-sent-too", "V4-DATE-3",
      "The caller's x-oss-date is sent beside that of signing.",
      mend: "Replace it by the time of signing."
    ) { steps in
      steps.rewriteHeaders { input, headers in
        let given = (input["headers"]?.arrayValue ?? []).compactMap(\.arrayValue)
        for pair in given
        where Bytes((pair.first?.stringValue ?? "").utf8).lowercased.elementsEqual(
          "x-oss-date".utf8)
        { headers.append((name: "x-oss-date", value: pair.last?.stringValue ?? "")) }
      }
    },
    Mutant(
      "v4-callers-date-signed", "V4-DATE-4", "A Date header of the caller is signed unasked.",
      mend: "Sign it only as an additional header.", on: .signingV4
    ) { steps in
      var rules = HeaderRulesV4()
      rules.isSigned = { line, listed in
        HeaderRulesV4.isSignedAnyway(line.name) || listed.contains(line.name)
          || line.name.elementsEqual("date".utf8)
      }
      steps.signingV4.headers = { [rules] in rules.append($0, $1, to: &$2) }
    },
  ]

  private static let tokens: [Mutant] = [
    Mutant(
      "v4-token-null-as-text", "V4-TOK-3", "A token that is null is sent and signed as null.",
      mend: "Ask whether there is a token before it becomes text.", on: .signingV4
    ) { steps in
      steps.rewriteInput { _, input in
        guard var credentials = input["credentials"]?.objectValue,
          credentials["securityToken"]?.isNull == true
        else { return }
        credentials["securityToken"] = "null"
        input["credentials"] = .object(credentials)
      }
    },
    header(
      "v4-token-unsigned", "V4-TOK-1", "The token's header is sent and not signed.",
      mend: "Add the header before the request is signed."
    ) { $0.signWithoutTokenV4() },
    header(
      "v4-token-under-old-name", "V4-TOK-1", "The token is sent as security-token, unsigned.",
      mend: "Send and sign x-oss-security-token."
    ) { steps in
      steps.signWithoutTokenV4()
      steps.rewriteHeaders { input, headers in
        guard hasToken(input) else { return }
        for index in headers.indices where headers[index].name == "x-oss-security-token" {
          headers[index].name = "security-token"
        }
      }
    },
    header(
      "v4-token-not-sent", "V4-TOK-1", "The token is signed, and its header is not sent.",
      mend: "Send the header that was signed."
    ) { steps in
      steps.rewriteHeaders { input, headers in
        if hasToken(input) { headers.removeAll { $0.name == "x-oss-security-token" } }
      }
    },
    Mutant(
      "v4-token-empty-signed", "V4-TOK-3", "An empty token is sent and signed.",
      mend: "Take an empty token for none.", on: .signingV4,
      sightings: [
        .java("Any token that is not null is a parameter."),
        .c("Any token that is not null is a parameter."),
        .iOS("Any token that is not nil is a parameter."),
      ]
    ) { $0.token = { $0.map { Bytes($0.utf8) } } },
    header(
      "v4-token-beside-callers", "V4-TOK-4",
      "A token of the credentials is signed on a line beside that of the caller's header.",
      mend: "Send and sign one of the two."
    ) { steps in
      steps.afterHeadersV4 { request, added, lines in
        let name = Bytes("x-oss-security-token".utf8)
        guard added?.securityToken != nil,
          let own = request.headerValue(where: { $0.lowercased == name })
        else { return }
        let line = name + [0x3A]
        lines = lines.replacing(line, with: line + own.blanksTrimmed + [0x0A] + line)
      }
    },
  ]

  private static func hasToken(_ input: JSONObject) -> Bool {
    input["credentials"]?.objectValue?["securityToken"]?.stringValue?.utf8.isEmpty == false
  }

  private static func header(
    _ id: String, _ clause: String, _ mistake: String, mend: String, sightings: [Sighting] = [],
    _ change: @escaping @Sendable (inout ReferenceSteps) -> Void
  ) -> Mutant {
    Mutant(id, clause, mistake, mend: mend, on: [.v4Header], sightings: sightings, change: change)
  }
}

extension ReferenceSteps {
  /// Signs the headers as if there were no token, which is sent all the same.
  fileprivate mutating func signWithoutTokenV4() {
    afterHeadersV4 { _, added, lines in
      if added?.securityToken != nil { lines = lines.withoutLine(of: "x-oss-security-token") }
    }
  }

  /// Sends and signs another text in x-oss-date.
  fileprivate mutating func writeDate(_ text: @escaping @Sendable (UnixTime) -> String) {
    afterHeadersV4 { _, added, lines in
      guard let time = added?.time.time else { return }
      lines = lines.replacing(
        "x-oss-date:\(time.iso8601Basic)\n", with: "x-oss-date:\(text(time))\n")
    }
    rewriteHeaders { input, headers in
      guard let seconds = input["time"]?.integerValue, let time = try? UnixTime(seconds: seconds)
      else { return }
      for index in headers.indices where headers[index].name == "x-oss-date" {
        headers[index].value = text(time)
      }
    }
  }
}

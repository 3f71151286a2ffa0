internal import OSSCredentials
internal import OSSPrimitives
internal import OSSVectors

/// Readers that take other statuses for a success.
extension TokenResponseMutants {
  static let http: [Mutant] = [
    mutant(
      "http-status-ignored", "TOK-REF-1", "The HTTP status is not looked at.",
      mend: "Refuse every status but 200.",
      sightings: [
        .iOS("OSSAuthCredentialProvider parses the data of any response."),
        .goV2("The fetcher of the metadata's credentials does not look at the status."),
      ]
    ) { $0.acceptsHTTPStatus = { _ in true } },
    mutant(
      "http-success-in-general", "TOK-STAT-1", "Every HTTP status from 200 to 299 is taken.",
      mend: "Take 200 alone: 204 has no token, 203 may have another's."
    ) { $0.acceptsHTTPStatus = { 200..<300 ~= $0 } },
    mutant(
      "http-below-400", "TOK-REF-1", "Every HTTP status below 400 is taken.",
      mend: "Take 200 alone.",
      sightings: [
        .android("OSSAuthCredentialsProvider reads the stream, which throws from 400 on.")
      ]
    ) { $0.acceptsHTTPStatus = { $0 < 400 } },
    Mutant(
      "response-http-demanded", "TOK-STAT-1", "An answer that came without HTTP is refused.",
      mend: "Judge the HTTP status where there is one.", on: [.tokenParse]
    ) { steps in
      steps.rewriteInput { _, input in input["httpStatus"] = input["httpStatus"] ?? 0 }
    },
    Mutant(
      "response-http-stands-for-all", "TOK-STAT-6", "An HTTP status of 200 stands for the body's.",
      mend: "Judge each status.", on: [.tokenParse],
      sightings: [
        .credentialsGo("The provider of a credentials URI looks at the HTTP status alone.")
      ]
    ) { $0.tokens.bodyStatusFault = { _ in nil } },
    mutant(
      "status-stands-for-code", "TOK-STAT-6", "A StatusCode of 200 stands in for Code.",
      mend: "Judge each status."
    ) { steps in
      let former = steps.bodyStatusFault
      steps.bodyStatusFault = { $0["StatusCode"] == 200 ? nil : former($0) }
    },
    mutant(
      "code-stands-for-status", "TOK-STAT-6", "The Code Success stands in for StatusCode.",
      mend: "Judge each status."
    ) { steps in
      let former = steps.bodyStatusFault
      steps.bodyStatusFault = { $0["Code"] == "Success" ? nil : former($0) }
    },
    mutant(
      "nested-status-ignored", "TOK-STAT-6", "Beside Credentials no status is judged.",
      mend: "Judge each status in every shape."
    ) { steps in
      let former = steps.bodyStatusFault
      steps.bodyStatusFault = { $0["Credentials"] != nil ? nil : former($0) }
    },
  ]

  static let statuses: [Mutant] = [
    mutant(
      "status-text-refused", "TOK-STAT-2", "The text 200 is refused.",
      mend: "Take the text too: test servers and older servers send it."
    ) { $0.readStatus { $0 == "200" ? "no" : $0 } },
    mutant(
      "status-number-refused", "TOK-STAT-2", "The number 200 is refused.",
      mend: "Take the number, which the documents show.",
      sightings: [.java("The fetcher compares StatusCode with the text 200.")]
    ) { $0.readStatus { $0 == 200 ? "no" : $0 } },
    mutant(
      "status-converted", "TOK-REF-5", "The status is converted to an integer first.",
      mend: "Compare the status with what a success is.",
      sightings: [
        .iOS("The integer value of StatusCode is compared: 200 OK, 200.9 and 4294967496 pass."),
        .android("getInt converts a text that is a number."),
      ]
    ) { $0.readStatus { StatusConversion.integer($0) == 200 ? 200 : $0 } },
    mutant(
      "status-ignored", "TOK-REF-5", "StatusCode is not looked at.",
      mend: "Refuse what is not 200.",
      sightings: [
        .iOS("The sample of the documents for a federation token looks at no status.")
      ]
    ) { $0.ignoreStatus(["StatusCode"]) },
    mutant(
      "status-in-camel-case-ignored", "TOK-STAT-3", "The statusCode of camelCase is not judged.",
      mend: "Judge it as StatusCode."
    ) { $0.ignoreStatus(["statusCode"]) },
    mutant(
      "status-in-camel-case-refused", "TOK-STAT-3", "A statusCode is never a success.",
      mend: "Judge it as StatusCode."
    ) { $0.readStatus(["statusCode"]) { _ in "no" } },
    mutant(
      "status-null-is-none", "TOK-REF-5", "A status of null is taken for none.",
      mend: "Refuse it: the server meant to say something."
    ) { steps in
      let former = steps.bodyStatusFault
      steps.bodyStatusFault = {
        $0["StatusCode"] == .null || $0["Code"] == .null ? nil : former($0)
      }
    },
    mutant(
      "status-of-success-in-general", "TOK-REF-5", "Every StatusCode from 200 to 299 is taken.",
      mend: "Take 200 alone."
    ) { $0.readStatus { 200..<300 ~= ($0.integerValue ?? 0) ? 200 : $0 } },
    mutant(
      "status-zero-taken", "TOK-REF-5", "What is nothing to a script is a success.",
      mend: "Take 200 alone."
    ) { $0.readStatus { $0 == 0 || $0 == "" || $0 == true ? 200 : $0 } },
    mutant(
      "status-word-taken", "TOK-REF-5", "The word Success is taken for a StatusCode.",
      mend: "Take 200 alone."
    ) { $0.readStatus { $0 == "Success" ? 200 : $0.arrayValue?.first ?? $0 } },
    mutant(
      "status-not-demanded", "TOK-STAT-5", "A flat answer need not say that it is a success.",
      mend: "Demand StatusCode or Code.",
      sightings: [
        .credentialsGo("The provider of a credentials URI demands the four members alone.")
      ]
    ) { steps in
      steps.mend({ $0 == .missingMember("StatusCode") }) { TokenLayout($0, .pascalCase) }
    },
    mutant(
      "no-status-is-failure", "TOK-STAT-5", "An answer without a status is told as a failure.",
      mend: "Say that StatusCode is lacking: the server's author has to add it.",
      sightings: [.iOS("The integer value of a StatusCode that is not there is 0.")]
    ) { steps in
      let former = steps.layout
      steps.layout = { answer in
        former(answer).mapError {
          $0 == .missingMember("StatusCode")
            ? .bodyStatus(member: "StatusCode", value: nil, nil) : $0
        }
      }
    },
  ]

  static let codes: [Mutant] = [
    mutant(
      "code-ignored", "TOK-STAT-4", "Code is not looked at.", mend: "Refuse what is not Success.",
      sightings: [
        .iOS("OSSAuthCredentialProvider looks at StatusCode alone."),
        .android("OSSAuthCredentialsProvider looks at StatusCode alone."),
        .credentialsGo("The provider of a credentials URI does not look at Code."),
      ]
    ) { $0.ignoreStatus(["Code"]) },
    mutant(
      "code-refused", "TOK-STAT-4", "A Code is the sign of a failure.",
      mend: "Take the Code Success."
    ) { $0.readCode { _ in "no" } },
    mutant(
      "code-empty-taken", "TOK-STAT-4", "An empty Code is a success.",
      mend: "Take Success alone.",
      sightings: [.goV2("The metadata's credentials may have an empty Code.")]
    ) { $0.readCode { $0 == "" ? "Success" : $0 } },
    mutant(
      "code-number-taken", "TOK-REF-5", "The 200 of StatusCode is taken for a Code.",
      mend: "Take Success alone."
    ) { $0.readCode { $0 == 200 || $0 == "200" ? "Success" : $0 } },
    mutant(
      "code-trimmed", "TOK-REF-5", "Blanks around Code are dropped.",
      mend: "Compare it byte by byte."
    ) { $0.readCode { $0 == "Success " ? "Success" : $0 } },
    mutant(
      "status-code-demanded", "TOK-STAT-5", "Without StatusCode an answer is refused.",
      mend: "Take Code in its place.",
      sightings: [
        .iOS("OSSAuthCredentialProvider demands StatusCode."),
        .android("OSSAuthCredentialsProvider demands StatusCode."),
        .java("The fetcher demands StatusCode."),
      ]
    ) { steps in
      steps.refuseObject { $0["AccessKeyId"] != nil && $0["StatusCode"] == nil }
    },
    mutant(
      "code-demanded", "TOK-STAT-5", "Without Code an answer is refused.",
      mend: "Take StatusCode in its place, which the documents show.",
      sightings: [
        .credentialsPython("The provider of a credentials URI demands the Code Success.")
      ]
    ) { steps in steps.refuseObject { $0["AccessKeyId"] != nil && $0["Code"] == nil } },
  ]
}

/// How some readers make an integer of whatever a status is.
private enum StatusConversion {
  /// The number, cut to 32 bits; of a text the digits after its blanks.
  static func integer(_ value: JSONValue) -> Int64? {
    let text = value.stringValue ?? value.numberValue?.text ?? ""
    let digits = Bytes(text.utf8).drop { $0 == 0x20 }.prefix { 0x30...0x39 ~= $0 }
    guard let number = Int64(String(decoding: digits, as: UTF8.self)) else { return nil }
    return Int64(Int32(truncatingIfNeeded: number))
  }
}

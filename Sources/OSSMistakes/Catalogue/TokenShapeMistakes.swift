internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in finding the members and judging the statuses of a token server's answer
/// (TOK-SHAPE, TOK-STAT, TOK-REF-1, TOK-REF-5, TOK-REF-6).
enum TokenShapeMistakes {
  static let all: [Mistake] = shapes + torn + http + statuses + codes

  private static let shapes: [Mistake] = [
    .token(
      "flat-unknown", ["TOK-SHAPE-1"], "The flat shape is read in camelCase alone.",
      fix: "Read the flat shape in PascalCase, too."
    ) { $0.opened = { $0.withoutMembers(TokenShape.pascalCase) } },
    .token(
      "camel-case-unknown", ["TOK-SHAPE-2"], "Members in camelCase are not found.",
      fix: "Read the flat shape in either spelling, each as a whole.",
      seen: [
        .iOS("OSSAuthCredentialProvider looks for the four names in PascalCase alone."),
        .android("OSSAuthCredentialsProvider looks for the four names in PascalCase alone."),
        .java("The fetchers look for the four names in PascalCase alone."),
        .oss2("The fetcher of the metadata looks for the four names in PascalCase alone."),
      ]
    ) { $0.opened = { $0.withoutMembers(TokenShape.camelCase + [TokenShape.stsToken]) } },
    .token(
      "nested-unknown", ["TOK-SHAPE-3"], "Credentials is not opened.",
      fix: "Read the four members of Credentials, as AssumeRole answers them.",
      seen: [.iOS("The four members are looked for in the outer object alone.")]
    ) { $0.opened = { $0.withoutMembers(["Credentials"]) } },
    .token(
      "empty-object-is-failure", ["TOK-SHAPE-6"],
      "An answer or Credentials without members is refused as a failure.",
      fix: "Refuse an empty object as one that lacks a member."
    ) { tokens in
      tokens.insert(before: .torn) { (reading, _) throws(Refusal) in
        let inner = reading.object["Credentials"]?.objectValue
        if (inner ?? reading.object).members.isEmpty {
          throw Refusal(.tokenStatus, "The answer is empty.")
        }
      }
    },
    .token(
      "other-names-mapped", ["TOK-SHAPE-5"],
      "Names of another cloud or of the iOS class are mapped to the four.",
      fix: "Refuse an answer with other names; let a decoder map them."
    ) { tokens in
      let names = [
        "SecretAccessKey": "AccessKeySecret", "Token": "SecurityToken",
        "SessionToken": "SecurityToken", "StsToken": "SecurityToken", "tAccessKey": "AccessKeyId",
        "tSecretKey": "AccessKeySecret", "tToken": "SecurityToken",
        "expirationTimeInGMTFormat": "Expiration", "有効期限": "Expiration",
      ]
      tokens.name = { names[$0] ?? $0 }
    },
    .token(
      "wrapper-opened", ["TOK-SHAPE-5", "TOK-BODY-4"], "An object that wraps the answer is opened.",
      fix: "Refuse a wrapped answer; let a decoder open it."
    ) { tokens in
      tokens.opened = { answer in
        var opened = answer
        for name in ["data", "Data", "credentials"] where opened["AccessKeyId"] == nil {
          opened = opened[name]?.objectValue ?? opened
        }
        if opened != answer, opened["StatusCode"] == nil { opened["Code"] = "Success" }
        return opened
      }
    },
    .token(
      "nested-in-camel-case-accepted", ["TOK-SHAPE-5"], "Within Credentials camelCase is read.",
      fix: "Read PascalCase within Credentials, as STS writes it."
    ) { tokens in
      let former = tokens.shape
      tokens.shape = { answer in
        var shape = former(answer)
        if !shape.isFlat, shape.object["accessKeyId"] != nil { shape.names = TokenShape.camelCase }
        return shape
      }
    },
  ]

  private static let torn: [Mistake] = [
    .token(
      "any-spelling", ["TOK-REF-6"], "Each member is accepted in whichever spelling it has.",
      fix: "Refuse an answer that has members of two shapes.", oss: .partsDiffer,
      seen: [.javaScript("The first letter of each name is lowered, so both spellings count.")]
    ) { tokens in
      tokens.whereTorn { answer in
        var merged: JSONObject = [:]
        let inner = answer["Credentials"]?.objectValue?.members ?? []
        for member in answer.members + inner {
          let name = member.name == TokenShape.stsToken ? "securityToken" : member.name
          merged[name.prefix(1).lowercased() + name.dropFirst()] = member.value
        }
        var shape = TokenShape(merged)
        (shape.object, shape.names) = (merged, TokenShape.camelCase)
        return shape
      }
    },
    .token(
      "other-spelling-ignored", ["TOK-REF-6"], "Members of the other spelling are ignored.",
      fix: "Refuse an answer that has members of two shapes.", oss: .partsDiffer,
      seen: [
        .iOS("Only PascalCase is looked for."), .android("Only PascalCase is looked for."),
        .java("Only PascalCase is looked for."),
      ]
    ) { tokens in
      tokens.whereTorn { answer in
        var shape = TokenShape(answer)
        (shape.object, shape.names) = (answer, TokenShape.pascalCase)
        return shape
      }
    },
  ]

  private static let http: [Mistake] = [
    .token(
      "http-status-ignored", ["TOK-REF-1", "TOK-STAT-1", "TOK-STAT-6"],
      "The HTTP status is not looked at.", fix: "Refuse every HTTP status but 200.",
      seen: [
        .iOS("OSSAuthCredentialProvider parses the data of any response."),
        .goV2("The fetcher of the metadata's credentials does not look at the status."),
      ]
    ) { $0.isHTTPSuccess = { _ in true } },
    .token(
      "http-success-in-general", ["TOK-STAT-1", "TOK-REF-1"],
      "Every HTTP status from 200 to 299 is accepted.",
      fix: "Accept the HTTP status 200 alone: 204 has no token, and 203 may have another's."
    ) { $0.isHTTPSuccess = { 200...299 ~= $0 ?? 200 } },
    .token(
      "http-below-400", ["TOK-REF-1", "TOK-STAT-1"], "Every HTTP status below 400 is accepted.",
      fix: "Accept the HTTP status 200 alone.",
      seen: [.android("OSSAuthCredentialsProvider reads the stream, which throws from 400 on.")]
    ) { $0.isHTTPSuccess = { $0 ?? 200 < 400 } },
    .token(
      "http-required", ["TOK-STAT-1"], "An answer that came without HTTP is refused.",
      fix: "Judge the HTTP status where there is one."
    ) { $0.isHTTPSuccess = { $0 == 200 } },
    .token(
      "http-status-alone", ["TOK-STAT-6", "TOK-REF-5"], "The HTTP status alone is judged.",
      fix: "Judge each status of the body, too.",
      seen: [.credentialsGo("The provider of a credentials URI looks at the HTTP status alone.")]
    ) { $0.judgedStatuses = { _ in [] } },
    .token(
      "one-status-judged", ["TOK-STAT-6"], "Of several statuses the first is judged alone.",
      fix: "Judge each status that the answer has."
    ) { $0.judging { answer, names in Array(names.filter { answer[$0] != nil }.prefix(1)) } },
  ]

  private static let statuses: [Mistake] = [
    .token(
      "status-text-refused", ["TOK-STAT-2", "TOK-STAT-3"], "The text 200 is refused.",
      fix: "Accept the text \"200\", too: test servers and older servers send it."
    ) { $0.isStatusSuccess = { $0 == 200 } },
    .token(
      "status-number-refused", ["TOK-STAT-2"], "The number 200 is refused.",
      fix: "Accept the number 200, which the documents show.",
      seen: [.java("The fetcher compares StatusCode with the text 200.")]
    ) { $0.isStatusSuccess = { $0 == "200" } },
    .token(
      "status-converted", ["TOK-REF-5", "TOK-STAT-2"],
      "The status is converted to an integer of 32 bits first.",
      fix: "Compare the status with the number 200 and the text \"200\".",
      seen: [
        .iOS("The integer value of StatusCode is compared: 200 OK, 200.9 and 4294967496 pass."),
        .android("getInt converts a text that is a number."),
      ]
    ) { tokens in
      tokens.isStatusSuccess = { value in
        let text = value.stringValue ?? value.numberValue?.text ?? ""
        let number = text.drop { $0 == " " }.prefix { $0.isASCII && $0.isNumber }
        return Int64(number).map { Int32(truncatingIfNeeded: $0) == 200 } ?? false
      }
    },
    .token(
      "status-compared-loosely", ["TOK-REF-5", "TOK-STAT-2"],
      "The status is compared by ==, as JavaScript and PHP compare: true, [200] and \" 200\" pass.",
      fix: "Compare the type of the status, too."
    ) { tokens in
      tokens.isStatusSuccess = { value in
        let value = value.arrayValue?.first ?? value
        let text = value.stringValue ?? value.numberValue?.text ?? ""
        return value == true || Double(text.filter { $0 != " " }) == 200
      }
    },
    .token(
      "status-ignored", ["TOK-REF-5", "TOK-STAT-2", "TOK-STAT-6"], "StatusCode is not looked at.",
      fix: "Refuse a StatusCode that is not 200.",
      seen: [.iOS("The sample of the documents for a federation token looks at no status.")]
    ) { $0.judging { $1.filter { $0 != "StatusCode" } } },
    .token(
      "status-in-camel-case-ignored", ["TOK-STAT-3", "TOK-STAT-6"],
      "The statusCode of camelCase is not judged.", fix: "Judge statusCode as you judge StatusCode."
    ) { $0.judging { $1.filter { $0 != "statusCode" } } },
    .token(
      "status-not-required", ["TOK-STAT-5"], "A flat answer need not say that it is a success.",
      fix: "Require StatusCode or Code of a flat answer in PascalCase.",
      seen: [.credentialsGo("The provider of a credentials URI requires the four members alone.")]
    ) { $0.saysSuccess = { _ in true } },
    .token(
      "no-status-is-failure", ["TOK-STAT-5"], "An answer without a status is refused as a failure.",
      fix: "Say that StatusCode is missing: the author of the server has to add it.",
      seen: [.iOS("The integer value of a StatusCode that is not there is 0.")]
    ) { tokens in
      tokens.insert(before: .statusLacking) { (reading, model) throws(Refusal) in
        if model.shape(reading.object).isFlat, !model.saysSuccess(reading.object) {
          throw Refusal(.tokenStatus, "StatusCode is 0.")
        }
      }
    },
  ]

  private static let codes: [Mistake] = [
    .token(
      "code-ignored", ["TOK-STAT-4", "TOK-REF-5", "TOK-STAT-6"], "Code is not looked at.",
      fix: "Refuse a Code that is not Success.",
      seen: [
        .iOS("OSSAuthCredentialProvider looks at StatusCode alone."),
        .android("OSSAuthCredentialsProvider looks at StatusCode alone."),
        .credentialsGo("The provider of a credentials URI does not look at Code."),
      ]
    ) { $0.judging { $1.filter { $0 != "Code" } } },
    .token(
      "code-empty-accepted", ["TOK-STAT-4", "TOK-REF-5"], "An empty Code is a success.",
      fix: "Refuse an empty Code.",
      seen: [.goV2("The metadata's credentials may have an empty Code.")]
    ) { $0.isCodeSuccess = { ["Success", ""].contains($0) } },
    .token(
      "code-of-200", ["TOK-STAT-4", "TOK-REF-5"],
      "Code is judged as StatusCode is: it must be 200.", fix: "Accept the Code Success alone."
    ) { $0.isCodeSuccess = { $0 == 200 || $0 == "200" } },
    .token(
      "status-code-required", ["TOK-STAT-5"], "Without StatusCode an answer is refused.",
      fix: "Accept Code in place of StatusCode.",
      seen: [
        .iOS("OSSAuthCredentialProvider requires StatusCode."),
        .android("OSSAuthCredentialsProvider requires StatusCode."),
        .java("The fetcher requires StatusCode."),
      ]
    ) { $0.saysSuccess = { $0["StatusCode"] != nil } },
    .token(
      "code-required", ["TOK-STAT-2"], "Without Code an answer is refused.",
      fix: "Accept StatusCode in place of Code, as the documents show it.",
      seen: [.credentialsPython("The provider of a credentials URI requires the Code Success.")]
    ) { $0.saysSuccess = { $0["Code"] != nil } },
    .token(
      "only-code-judged", ["TOK-STAT-6"],
      "Code must say Success, whatever the shape, and no other status is judged.",
      fix: "Judge each status that the answer has, and require no Code beside a StatusCode.",
      seen: [
        .oss2("The fetcher of ECS roles compares Code with Success, and nothing else."),
        .credentialsPython("URLCredentialsProvider compares Code with Success, and nothing else."),
      ]
    ) { tokens in
      tokens.judging { $0["Code"] == "Success" ? [] : $1 }
      // What is wrong beside the status keeps its class.
      tokens.steps.append(
        TokenStep(kind: .other) { (reading, _) throws(Refusal) in
          if reading.object["Code"] != "Success" {
            throw Refusal(.tokenMissingMember, "The answer has no Code.")
          }
        })
    },
  ]
}

extension Effect {
  /// Parts of two tokens do not belong together.
  fileprivate static let partsDiffer = Effect.refuses(
    evidence: "The page of 0002-00000004: AccessKeyIdAndSecurityTokenNotMatch.")
}

extension TokenModel {
  /// Judges other statuses; the change gets the answer and the names of the statuses.
  fileprivate mutating func judging(
    _ change: @escaping @Sendable (JSONObject, [String]) -> [String]
  ) {
    let former = judgedStatuses
    judgedStatuses = { change($0, former($0)) }
  }

  /// Accepts an answer that has members of two shapes.
  fileprivate mutating func whereTorn(_ change: @escaping @Sendable (JSONObject) -> TokenShape) {
    isTorn = { _ in false }
    shape = { TokenShape.isTorn($0) ? change($0) : TokenShape($0) }
  }
}

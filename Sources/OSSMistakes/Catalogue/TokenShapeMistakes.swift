internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// Finding the members, and judging the statuses (TOK-SHAPE, TOK-STAT, TOK-REF-1, TOK-REF-5, TOK-REF-6).
extension ResponseMistakes {
  private static let shape = rows.breaking("TOK-SHAPE-1")
    .fix("Read each of the three shapes, each in its own spelling.")
  private static let foreign = rows.breaking("TOK-SHAPE-5")
    .fix("Refuse an answer of another shape; let a decoder change it.")
  private static let mixed = rows.breaking("TOK-REF-6")
    .fix("Refuse an answer that has members of two shapes.")
    .by { (shape: @escaping @Sendable (JSONObject) -> TokenShape) in
      { tokens in
        tokens.isTorn = { _ in false }
        tokens.shape = { TokenShape.isTorn($0) ? shape($0) : TokenShape($0) }
      }
    }
  private static let transport = rows.breaking("TOK-REF-1", "TOK-STAT-1")
    .fix("Accept the HTTP status 200 alone: 204 has no token, and 203 may have another's.")
    .setting(\.isHTTPSuccess)
  private static let judged = rows.breaking("TOK-STAT-6", "TOK-REF-5")
    .fix("Judge each status that the answer has: HTTP, StatusCode, Code.").setting(\.judgedStatuses)
  private static let compared = rows.breaking("TOK-REF-5", "TOK-STAT-2")
    .fix("Compare the status with the number 200 and the text \"200\", which older servers send.")
    .setting(\.isStatusSuccess)
  private static let required = rows.breaking("TOK-STAT-5")
    .fix("Require StatusCode or Code of a flat answer in PascalCase.").setting(\.saysSuccess)
  private static let code = rows.breaking("TOK-STAT-4", "TOK-REF-5")
    .fix("Accept the Code Success alone.")

  static let shapes: [Mistake] = [
    // Places.
    shape("response-flat-unknown", "The flat shape is read in camelCase alone.")
      .change { $0.opened = { $0.withoutMembers(TokenShape.pascalCase) } },
    shape("response-camel-case-unknown", "Members in camelCase are not found.")
      .breaking("TOK-SHAPE-2")
      .seen("OSSAuthCredentialProvider looks for the four names in PascalCase alone.", .iOS)
      .seen("OSSAuthCredentialsProvider looks for the four names in PascalCase alone.", .android)
      .seen("The fetchers look for the four names in PascalCase alone.", .java)
      .seen("The fetcher of the metadata looks for the four names in PascalCase alone.", .oss2)
      .change { $0.opened = { $0.withoutMembers(TokenShape.camelCase + [TokenShape.stsToken]) } },
    shape("response-nested-unknown", "Credentials is not opened.").breaking("TOK-SHAPE-3")
      .seen("The four members are looked for in the outer object alone.", .iOS)
      .change { $0.opened = { $0.withoutMembers(["Credentials"]) } },
    rows("response-empty-object-is-failure", "An empty object is refused as a failure.")
      .breaking("TOK-SHAPE-6").fix("Refuse an empty object as one that lacks a member.").change {
        $0.insert(before: .torn) { (reading, _) throws(Refusal) in
          let inner = reading.object["Credentials"]?.objectValue ?? reading.object
          if inner.members.isEmpty { throw Refusal(.tokenStatus, "The answer is empty.") }
        }
      },
    foreign("response-other-names-mapped")
      .sentence("Names of another cloud or of the iOS class are mapped to the four.").change {
        let names = [
          "SecretAccessKey": "AccessKeySecret", "Token": "SecurityToken",
          "SessionToken": "SecurityToken", "StsToken": "SecurityToken", "tAccessKey": "AccessKeyId",
          "tSecretKey": "AccessKeySecret", "tToken": "SecurityToken",
          "expirationTimeInGMTFormat": "Expiration", "有効期限": "Expiration",
        ]
        $0.name = { names[$0] ?? $0 }
      },
    foreign("response-lower-case-credentials-opened")
      .sentence("An object credentials in lower case is opened as Credentials is.")
      .change { $0.name = { $0 == "credentials" ? "Credentials" : $0 } },
    foreign("response-wrapper-opened", "An object that wraps the answer is opened.")
      .breaking("TOK-SHAPE-5", "TOK-BODY-4").change {
        $0.opened = { answer in
          var opened = answer
          for name in ["data", "Data", "credentials"] where opened["AccessKeyId"] == nil {
            opened = opened[name]?.objectValue ?? opened
          }
          if opened != answer, opened["StatusCode"] == nil { opened["Code"] = "Success" }
          return opened
        }
      },
    foreign("response-nested-in-camel-case-accepted", "Within Credentials camelCase is read.") {
      $0.shape = { answer in
        var shape = TokenShape(answer)
        if !shape.isFlat, shape.object["accessKeyId"] != nil { shape.names = TokenShape.camelCase }
        return shape
      }
    },
    // Torn.
    mixed("response-any-spelling", "Each member is accepted in whichever spelling it has.")
      .seen("The first letter of each name is lowered, so both spellings count.", .javaScript)
      .change { answer in
        var merged: JSONObject = [:]
        let inner = answer["Credentials"]?.objectValue?.members ?? []
        for member in answer.members + inner {
          let name = member.name == TokenShape.stsToken ? "securityToken" : member.name
          merged[name.prefix(1).lowercased() + name.dropFirst()] = member.value
        }
        var shape = TokenShape(merged)
        (shape.object, shape.names) = (merged, TokenShape.camelCase)
        return shape
      },
    rows("response-equal-tokens-accepted")
      .sentence("An answer may have securityToken and stsToken if they are equal.")
      .breaking("TOK-REF-6").fix("Refuse an answer that has both.").change {
        $0.isTorn = { answer in
          let isEqual = answer["securityToken"] == answer[TokenShape.stsToken]
          return TokenShape.isTorn(
            isEqual ? answer.withoutMembers([TokenShape.stsToken]) : answer)
        }
      },
    rows("response-complete-spelling-read")
      .sentence("Where all four are there in one spelling, members of the other one are ignored.")
      .breaking("TOK-REF-6").fix("Refuse an answer that has members of two shapes.").change {
        $0.isTorn = { TokenShape.isTorn($0.inCompleteSpelling) }
        $0.shape = { TokenShape($0.inCompleteSpelling) }
      },
    mixed("response-other-spelling-ignored", "Members of the other spelling are ignored.")
      .seen("Only PascalCase is looked for.", .iOS, .android, .java).change { answer in
        var shape = TokenShape(answer)
        (shape.object, shape.names) = (answer, TokenShape.pascalCase)
        return shape
      },
    // Http.
    transport("response-http-status-ignored", "The HTTP status is not looked at.")
      .breaking("TOK-REF-1", "TOK-STAT-1", "TOK-STAT-6", "ROLE-RSP-7")
      .seen("OSSAuthCredentialProvider parses the data of any response.", .iOS)
      .seen("The fetcher of the metadata's credentials does not look at the status.", .goV2)
      .change { _ in true },
    transport("response-http-success-in-general", "Every HTTP status from 200 to 299 is accepted.")
      .change { 200...299 ~= $0 ?? 200 },
    transport("response-http-below-400", "Every HTTP status below 400 is accepted.")
      .seen("OSSAuthCredentialsProvider reads the stream, which throws from 400 on.", .android)
      .change { $0 ?? 200 < 400 },
    transport("response-http-required", "An answer that came without HTTP is refused.")
      .breaking("TOK-STAT-1", "ROLE-RSP-2").fix("Judge the HTTP status where there is one.").change
    { $0 == 200 },
    required("response-camel-case-status-suffices")
      .sentence("A statusCode in camelCase is enough of a status for a flat answer in PascalCase.")
      .change { answer in TokenShape.statuses.contains { answer[$0] != nil } },
    rows("response-code-in-lower-case", "A member code is taken for the status Code.")
      .breaking("TOK-BODY-4").fix("Compare names byte by byte: code is not Code.")
      .change { tokens in
        tokens.opened = { answer in
          var answer = answer
          if answer["Code"] == nil { answer["Code"] = answer["code"] }
          return answer
        }
      },
    judged("response-http-status-alone", "The HTTP status alone is judged.")
      .seen("The provider of a credentials URI looks at the HTTP status alone.", .credentialsGo)
      .change { _ in [] },
    judged("response-status-ignored", "StatusCode is not looked at.")
      .breaking("TOK-REF-5", "TOK-STAT-2", "TOK-STAT-6")
      .seen("The sample of the documents for a federation token looks at no status.", .iOS)
      .change { _ in ["statusCode", "Code"] },
    judged("response-camel-case-status-ignored", "A statusCode in camelCase is not looked at.")
      .breaking("TOK-STAT-3").change { _ in ["StatusCode", "Code"] },
    judged("response-code-ignored", "Code is not looked at.")
      .breaking("TOK-STAT-4", "TOK-REF-5", "TOK-STAT-6")
      .seen("OSSAuthCredentialProvider looks at StatusCode alone.", .iOS)
      .seen("OSSAuthCredentialsProvider looks at StatusCode alone.", .android)
      .seen("The provider of a credentials URI does not look at Code.", .credentialsGo)
      .change { _ in ["StatusCode", "statusCode"] },
    judged("response-code-beside-status-ignored")
      .sentence("Code is judged only where there is no StatusCode.").breaking("TOK-STAT-6")
      .change { $0["StatusCode"] == nil ? TokenShape.statuses : ["StatusCode", "statusCode"] },
    judged("response-status-beside-code-ignored")
      .sentence("StatusCode and statusCode are judged only where there is no Code.")
      .change { $0["Code"] == nil ? TokenShape.statuses : ["Code"] },
    rows("response-null-is-absent", "A member that is null is treated as left out, whatever it is.")
      .breaking("TOK-REF-5", "TOK-REF-6", "TOK-REF-8").fix("Refuse a member that is null.").change {
        tokens in
        tokens.opened = { answer in
          let inner = answer["Credentials"]?.objectValue?.withoutNulls
          var answer = answer.withoutNulls
          if let inner { answer["Credentials"] = .object(inner) }
          return answer
        }
      },
    rows("response-null-status-left-out", "A status that is null is treated as left out.")
      .breaking("TOK-REF-5", "TOK-STAT-2").fix("Refuse a status that is null.").change {
        $0.judgedStatuses = { answer in TokenShape.statuses.filter { answer[$0]?.isNull != true } }
        $0.saysSuccess = { answer in
          ["StatusCode", "Code"].contains { answer[$0].map { !$0.isNull } ?? false }
        }
      },
    // Statuses.
    compared("response-status-text-refused", "The text 200 is refused.")
      .breaking("TOK-STAT-2", "TOK-STAT-3").change { $0 == 200 },
    compared("response-status-number-refused", "The number 200 is refused.")
      .breaking("TOK-STAT-2").seen("The fetcher compares StatusCode with the text 200.", .java)
      .change { $0 == "200" },
    compared("response-status-converted", "The status is converted to an integer of 32 bits first.")
      .seen("The integer value of StatusCode is compared: 200 OK, 200.9 and 4294967496 pass.", .iOS)
      .seen("getInt converts a text that is a number.", .android).change { value in
        let text = value.stringValue ?? value.numberValue?.text ?? ""
        let number = text.drop { $0 == " " }.prefix { $0.isASCII && $0.isNumber }
        return Int64(number).map { Int32(truncatingIfNeeded: $0) == 200 } ?? false
      },
    compared("response-status-as-number", "The status is compared as a number: 200.0 and 2e2 pass.")
      .change { value in
        let text = value.stringValue ?? value.numberValue?.text ?? ""
        return Double(text.filter { $0 != " " }) == 200
      },
    compared("response-status-by-first-digits")
      .sentence("A status is judged by the number at its beginning: 200 OK and 200.9 pass.")
      .breaking("TOK-STAT-2").change { value in
        let text = value.stringValue ?? value.compact()
        let digits = text.trimmed().utf8.drop { $0 == 0x30 }.prefix { $0.isDigit }
        return digits.elementsEqual("200".utf8)
      },
    required("response-status-not-required", "A flat answer need not say that it is a success.")
      .seen("The provider of a credentials URI requires the four members alone.", .credentialsGo)
      .change { _ in true },
    required("response-status-code-required", "Without StatusCode an answer is refused.")
      .seen("OSSAuthCredentialProvider requires StatusCode.", .iOS)
      .seen("OSSAuthCredentialsProvider requires StatusCode.", .android)
      .seen("The fetcher requires StatusCode.", .java).change { $0["StatusCode"] != nil },
    required("response-code-required", "Without Code an answer is refused.").breaking("TOK-STAT-2")
      .seen("The provider of a credentials URI requires the Code Success.", .credentialsPython)
      .change { $0["Code"] != nil },
    rows("response-no-status-is-failure", "An answer without a status is refused as a failure.")
      .breaking("TOK-STAT-5")
      .fix("Say that StatusCode is missing: the author of the server has to add it.")
      .seen("The integer value of a StatusCode that is not there is 0.", .iOS).change {
        $0.insert(before: .statusLacking) { (reading, model) throws(Refusal) in
          if model.shape(reading.object).isFlat, !model.saysSuccess(reading.object) {
            throw Refusal(.tokenStatus, "StatusCode is 0.")
          }
        }
      },
    // Codes.
    code("response-code-empty-accepted", "An empty Code is a success.")
      .seen("The metadata's credentials may have an empty Code.", .goV2)
      .change { $0.isCodeSuccess = { ["Success", ""].contains($0) } },
    code("response-code-of-200", "Code is judged as StatusCode is: it must be 200.")
      .change { $0.isCodeSuccess = $0.isStatusSuccess },
    rows("response-only-code-judged")
      .sentence("Code must say Success, whatever the shape, and no other status is judged.")
      .breaking("TOK-STAT-6")
      .fix("Judge each status that the answer has, and require no Code beside a StatusCode.")
      .seen("The fetcher of ECS roles compares Code with Success, and nothing else.", .oss2).seen(
        "URLCredentialsProvider compares Code with Success, and nothing else.", .credentialsPython
      ).change { tokens in
        tokens.judgedStatuses = { $0["Code"] == "Success" ? [] : TokenShape.statuses }
        // What is wrong beside the status keeps its class.
        let code = TokenStep(kind: .other) { (reading, _) throws(Refusal) in
          if reading.object["Code"] != "Success" {
            throw Refusal(.tokenMissingMember, "The answer has no Code.")
          }
        }
        tokens.steps.append(code)
      },
  ]
}

extension JSONObject {
  /// The object without members that are null.
  fileprivate var withoutNulls: JSONObject { JSONObject(members.filter { !$0.value.isNull }) }

  /// The object without the other spelling, where it has all four in one of the two alone.
  fileprivate var inCompleteSpelling: JSONObject {
    let isPascalCase = TokenShape.pascalCase.allSatisfy { self[$0] != nil }
    let isCamelCase = TokenShape.camelCase.allSatisfy {
      self[$0] != nil || $0 == "securityToken" && self[TokenShape.stsToken] != nil
    }
    guard isPascalCase != isCamelCase else { return self }
    return withoutMembers(
      isPascalCase ? TokenShape.camelCase + [TokenShape.stsToken] : TokenShape.pascalCase)
  }
}

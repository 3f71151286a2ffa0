internal import OSSCredentials
internal import OSSPrimitives
internal import OSSVectors

/// How real SDKs read the answers of token servers.
extension Mutants {
  static let readingTokens: [Mutant] = [
    TokenResponseMutants.mutant(
      "only-code-judged", "TOK-STAT-6",
      "Code must say Success, whatever the shape, and no other status is asked.",
      mend: "Judge each status that is there, and demand Code of no answer that has StatusCode.",
      sightings: [
        .oss2("The fetcher of ECS roles compares Code with Success, and nothing else."),
        .credentialsPython("URLCredentialsProvider compares Code with Success, and nothing else."),
      ]
    ) { steps in
      let former = steps.bodyStatusFault
      steps.bodyStatusFault = { $0.saysSuccess ? nil : former($0) }
      // What is wrong with an answer beside its status is told by the reference's class.
      steps.rewriteResult { answer in
        answer.saysSuccess || !answer.isRead ? nil : .missingMember("Code")
      }
    },
    asTheyAre(
      "members-as-they-are", "TOK-REF-7",
      "The members in PascalCase are taken as the parser of JSON gives them: missing, null, empty, "
        + "of any kind, with any blanks and bytes, and whatever stands beside them.",
      sightings: [.oss2("The fetcher of ECS roles takes what `dict.get` gives.")]
    ) { $0 },
    asTheyAre(
      "members-merely-present", "TOK-REF-9",
      "The members in PascalCase must be there, and are then taken as the parser of JSON gives "
        + "them: null, empty, of any kind, with any blanks and bytes, whatever stands beside them.",
      sightings: [.credentialsPython("URLCredentialsProvider asks whether the names are there.")]
    ) { answer in
      TokenSpelling.pascalCase.allSatisfy { answer[$0] != nil } ? answer : nil
    },
    TokenResponseMutants.mutant(
      "json-of-python", "TOK-REF-3",
      "Where Code says Success, JSON is read as Python reads it: of a name that stands twice the "
        + "last counts, and half of a surrogate pair and NaN are taken.",
      mend: "Refuse what has more than one reading.",
      sightings: [
        .oss2("`json.loads` reads the answer."),
        .credentialsPython("`json.loads` reads the answer."),
      ]
    ) { steps in
      let former = steps.json
      steps.json = { bytes in
        let read = former(bytes)
        guard case .failure = read, bytes.text.contains(#""Code":"Success""#) else { return read }
        return former(PythonJSON.strict(bytes))
      }
    },
    TokenResponseMutants.mutant(
      "time-by-strptime", "TOK-TIME-6",
      "Times are read by strptime with one form: no fraction, no distance from UTC, digits of any "
        + "script, with or without a leading zero, and seconds up to 61.",
      mend: "Read RFC 3339, all of it and nothing else.",
      sightings: [
        .oss2("`to_unixtime` calls `time.strptime` with %Y-%m-%dT%H:%M:%SZ."),
        .credentialsPython("`time.strptime` is called with %Y-%m-%dT%H:%M:%SZ."),
      ]
    ) { $0.time = { text, _ in PythonTime.read(text) } },
  ]

  private static func asTheyAre(
    _ id: String, _ clause: String, _ mistake: String, sightings: [Sighting],
    _ given: @escaping @Sendable (JSONObject) -> JSONObject?
  ) -> Mutant {
    Mutant(
      "response-\(id)", clause, mistake, mend: "Refuse what is not four texts of one shape.",
      on: [.tokenParse], sightings: sightings
    ) { steps in
      steps.tokens.rewriteObject { answer in
        guard answer.saysSuccess, answer["Expiration"]?.stringValue != nil,
          let members = given(answer)
        else { return answer }
        return members.settingMembersAside()
      }
      steps.tokens.trimmed = { $0 }
      steps.tokens.acceptsEmpty = { $0 == "Expiration" }
      steps.rewriteOutput { _, answer in
        for name in ["accessKeyId", "accessKeySecret", "securityToken"] {
          if let value = answer.members[name]?.broughtBack { answer.members[name] = value }
        }
      }
    }
  }
}

extension TokenSteps {
  /// Refuses objects that would be read, for the fault that is found in them.
  fileprivate mutating func rewriteResult(
    _ fault: @escaping @Sendable (JSONObject) -> TokenResponseError?
  ) {
    let former = object
    object = { value in
      former(value).flatMap { answer in fault(answer).map { .failure($0) } ?? .success(answer) }
    }
  }
}

extension JSONObject {
  fileprivate var saysSuccess: Bool { self["Code"]?.stringValue == "Success" }

  /// Whether the reference takes it for an answer with a token.
  fileprivate var isRead: Bool {
    let body = Bytes(JSONValue.object(self).compact().utf8)
    let token = try? TokenSteps.standard.token(in: body, httpStatus: nil, at: nil) { $0 }
    return token != nil
  }

  /// The object with texts in the place of its members, which hold the members' values.
  ///
  /// So whatever they are, no step refuses them, and they can be brought back in the end.
  fileprivate func settingMembersAside() -> JSONObject {
    let shaped = TokenSpelling.camelCase + ["Credentials"]
    var result = JSONObject(members.filter { !shaped.contains($0.name) })
    for name in TokenSpelling.pascalCase.dropLast() {
      let text = (self[name] ?? .null).compact()
      result[name] = .string(JSONValue.mark + Hexadecimal.encode(Bytes(text.utf8).span))
    }
    return result
  }
}

extension JSONValue {
  fileprivate static var mark: String { "SetAside" }

  /// The value that was set aside; nil where none was.
  fileprivate var broughtBack: JSONValue? {
    guard let text = stringValue, text.hasPrefix(Self.mark),
      let bytes = try? Hexadecimal.decode(String(text.dropFirst(Self.mark.count)))
    else { return nil }
    return try? JSONReader.read(bytes)
  }
}

internal import OSSCredentials
internal import OSSPrimitives
internal import OSSVectors

/// Readers that take half a token, or one that has ended.
extension TokenResponseMutants {
  static let absences: [Mutant] = [
    mutant(
      "missing-is-empty", "TOK-REF-7", "A member that is not there is the empty text.",
      mend: "Refuse the answer, and name the member.",
      sightings: [
        .iOS("The property stays nil: (null) is the ID, the secret empty, the token left out."),
        .java("The token stays null, and is not sent."),
        .goV2("A member that is not there is the empty text."),
      ]
    ) { steps in
      steps.acceptsEmpty = { _ in true }
      steps.mendText { if case .missingMember = $0 { "" } else { nil } }
      steps.endNever()
    },
    mutant(
      "expiration-optional", "TOK-REF-7", "The expiration may be left out.",
      mend: "Refuse the answer: the server would be asked again each time.",
      sightings: [
        .iOS("Without it the server is asked for each request."),
        .java("Without it the credentials are taken for long-term ones."),
        .javaScript("The expiration is never read."),
      ]
    ) { $0.mendText { $0.isMissing("expiration") ? "9999-12-31T23:59:59Z" : nil } },
    mutant(
      "token-optional", "TOK-MEM-1", "The security token may be left out.",
      mend: "Refuse the answer: OSS refuses the request.",
      sightings: [
        .iOS("A token that is missing is nil, and is not sent."),
        .java("A token that is missing is null, and is not sent."),
        .oss2("A token that is missing is None, and is not sent."),
      ]
    ) { $0.mendText { $0.isMissing("token") ? "none" : nil } },
    mutant(
      "null-is-text", "TOK-REF-8", "Null is the text null.", mend: "Refuse null.",
      sightings: [.android("getString of org.json makes the text null of it.")]
    ) { steps in
      steps.mendText { if case .nullMember = $0 { "null" } else { nil } }
      steps.endNever()
    },
    mutant(
      "null-is-missing", "TOK-REF-8", "A null member is told as missing.",
      mend: "Say that it is null: its name is there."
    ) { steps in
      let former = steps.text
      steps.text = { name, value in former(name, value == .null ? nil : value) }
      let layout = steps.layout
      steps.layout = { answer in
        layout(answer).mapError { fault in
          fault == .nullMember("Credentials") ? .missingMember("StatusCode") : fault
        }
      }
    },
    mutant(
      "values-become-texts", "TOK-REF-9", "A number, a truth value or an array becomes a text.",
      mend: "Refuse what is not a text.",
      sightings: [
        .android("getString converts numbers and truth values."),
        .java("getString converts numbers and truth values."),
        .oss2("The value is used as the parser of JSON gave it."),
      ]
    ) { steps in
      let former = steps.text
      steps.text = { name, value in
        let found = former(name, value)
        guard case .failure(.nonTextMember) = found, let value else { return found }
        return .success(value.compact().filter { $0.isLetter || $0.isNumber })
      }
      steps.endNever()
    },
    mutant(
      "empty-taken", "TOK-REF-10", "An empty text is a value.", mend: "Refuse it.",
      sightings: [
        .iOS("An empty ID and secret sign, and an empty token is sent."),
        .android("An empty ID and secret sign, and an empty token is sent."),
      ]
    ) { steps in
      steps.acceptsEmpty = { _ in true }
      steps.endNever()
    },
    mutant(
      "empty-token-is-none", "TOK-REF-10", "An empty token means that there is none.",
      mend: "Refuse it: an STS key without its token is refused by OSS.",
      sightings: [
        .goV2("An empty token is not sent."), .javaScript("An empty token is not sent."),
      ]
    ) { $0.acceptsEmpty = { $0.lowercased().hasSuffix("token") } },
    mutant(
      "blank-taken", "TOK-REF-10", "White space alone is a value.",
      mend: "Trim first, and then look whether something is left."
    ) { steps in
      let former = steps.trimmed
      steps.trimmed = { former($0).isEmpty && !$0.isEmpty ? "blank" : former($0) }
      steps.endNever()
    },
  ]

  static let expiries: [Mutant] = [
    mutant(
      "expired-taken", "TOK-REF-12", "Whether a token has expired is not looked at.",
      mend: "Refuse it: a fetch that gives it has failed.",
      sightings: [
        .iOS("What the getter gives is used once, whatever its expiration."),
        .swiftV2("A getter's expired credentials are served."),
      ]
    ) { $0.hasExpired = { _, _ in false } },
    mutant(
      "last-moment-taken", "TOK-REF-12", "A token that ends this very moment is taken.",
      mend: "Demand that something is left."
    ) { $0.hasExpired = { $0 < $1 } },
    mutant(
      "expiry-in-seconds", "TOK-REF-12", "Expiry is judged in whole seconds.",
      mend: "Compare milliseconds.",
      sightings: [.android("The device's clock is cut to seconds before it is compared.")]
    ) { $0.hasExpired = { $0.milliseconds / 1000 < $1.milliseconds / 1000 } },
    mutant(
      "window-refused", "TOK-REF-12", "A token with less than five minutes left is refused.",
      mend: "Read it; when it is refreshed is another question."
    ) { $0.hasExpired = { $0.milliseconds - $1.milliseconds < 300_000 } },
    Mutant(
      "response-clock-demanded", "TOK-REF-12", "Without a clock every token has expired.",
      mend: "Judge expiry where the present is known.", on: [.tokenParse]
    ) { steps in
      steps.rewriteInput { _, input in
        input["now"] = input["now"] ?? .number(JSONNumber(Int64.max))
      }
    },
  ]

  static let orders: [Mutant] = [
    Mutant(
      "response-http-status-last", "TOK-REF-13", "The HTTP status is judged last.",
      mend: "Judge it first: another answer is no token, whatever its body.", on: [.tokenParse]
    ) { steps in
      steps.rewriteInput { _, input in
        if input["httpStatus"] == 500 { input["httpStatus"] = 200 }
      }
    },
    mutant(
      "json-before-decoder", "TOK-REF-13", "That nothing was decoded is told as no JSON.",
      mend: "Say that the decoder gave nothing."
    ) { $0.decoded = { $1 ?? [] } },
    mutant(
      "status-before-object", "TOK-REF-13", "The status is judged before Credentials.",
      mend: "Keep to the order of the clause."
    ) { steps in
      let (object, status) = (steps.object, steps.bodyStatusFault)
      steps.object = { value in
        value.objectValue.flatMap(status).map { .failure($0) } ?? object(value)
      }
    },
    mutant(
      "members-before-status", "TOK-REF-13", "Members are looked for before the status is judged.",
      mend: "Judge the status first: a failure has no members.",
    ) { steps in
      let (layout, status) = (steps.layout, steps.bodyStatusFault)
      steps.bodyStatusFault = { answer in
        if case .failure(.torn(let first, let second)) = layout(answer) {
          return .torn(first, second)
        }
        return answer["AccessKeyId"] == nil && answer["Credentials"] == nil
          && answer["accessKeyId"] == nil ? .missingMember("AccessKeyId") : status(answer)
      }
    },
    mutant(
      "status-lacking-first", "TOK-REF-13", "That the status is lacking is told before torn.",
      mend: "Keep to the order of the clause."
    ) { steps in
      let former = steps.layout
      steps.layout = { answer in
        answer["AccessKeyId"] != nil && answer["StatusCode"] == nil && answer["Code"] == nil
          ? .failure(.missingMember("StatusCode")) : former(answer)
      }
    },
    mutant(
      "null-first", "TOK-REF-13", "Nulls are told before everything else.",
      mend: "Keep to the order of the clause."
    ) { steps in
      let former = steps.layout
      steps.layout = { answer in
        let names = TokenSpelling.names + ["Credentials"]
        let null = names.first { answer[$0] == .null }
        return null.map { .failure(.nullMember($0)) } ?? former(answer)
      }
    },
    mutant(
      "missing-first", "TOK-REF-13", "That a member is missing is told before other faults.",
      mend: "Judge one member after the other."
    ) { steps in
      let former = steps.layout
      steps.layout = { answer in
        former(answer).flatMap { layout in
          let names = [
            layout.names.accessKeyID, layout.names.accessKeySecret, layout.names.securityToken,
            layout.names.expiration,
          ]
          let missing = names.first { layout.object[$0] == nil }
          return missing.map { .failure(.missingMember($0)) } ?? .success(layout)
        }
      }
    },
    mutant(
      "time-first", "TOK-REF-13", "The expiration is judged before the other members.",
      mend: "Judge it last."
    ) { steps in
      let (former, time) = (steps.layout, steps.time)
      steps.layout = { answer in
        former(answer).flatMap { layout in
          guard let text = layout.object[layout.names.expiration]?.stringValue else {
            return .success(layout)
          }
          switch time(text, nil) {
          case .failure(let fault):
            return .failure(.invalidTime(member: layout.names.expiration, fault))
          case .success(let moment) where moment.milliseconds == 0:
            return .failure(.expired(at: moment, now: moment))
          case .success: return .success(layout)
          }
        }
      }
    },
    mutant(
      "texts-before-kinds", "TOK-REF-13", "The token is judged before the secret.",
      mend: "Keep to the order of the clause."
    ) { steps in
      let former = steps.layout
      steps.layout = { answer in
        former(answer).flatMap { layout in
          layout.object[layout.names.securityToken] == .null
            && layout.object[layout.names.accessKeySecret]?.stringValue == nil
            ? .failure(.nullMember(layout.names.securityToken)) : .success(layout)
        }
      }
    },
  ]
}

extension TokenResponseError {
  /// Whether the fault is that a member of such a name is not there.
  fileprivate func isMissing(_ name: String) -> Bool {
    guard case .missingMember(let missing) = self else { return false }
    return missing.lowercased().hasSuffix(name)
  }
}

extension TokenSteps {
  /// Puts a text in the place of a member that is refused.
  fileprivate mutating func mendText(
    _ change: @escaping @Sendable (TokenResponseError) -> String?
  ) {
    let former = text
    text = { name, value in
      former(name, value).flatMapError { fault in
        change(fault).map { .success($0) } ?? .failure(fault)
      }
    }
  }

  /// Reads an expiration that is none as one that is far away.
  fileprivate mutating func endNever() {
    let former = time
    time = { text, now in
      let isTime = text.utf8.count > 12 && text.utf8.contains(0x3A)
      return isTime ? former(text, now) : .success(UnixMilliseconds(milliseconds: .max))
    }
  }
}

internal import OSSCredentials
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in what is refused, and in which order.
extension AssumeRoleResponseMutants {
  static let statuses: [Mutant] = [
    mutant(
      "any-http-status", "ROLE-RSP-7", "The HTTP status is not looked at.",
      mend: "Refuse every other than 200."
    ) { $0.tokens.acceptsHTTPStatus = { _ in true } },
    mutant(
      "any-success", "ROLE-RSP-7", "Every HTTP status from 200 to 299 is taken.",
      mend: "Refuse every other than 200."
    ) { $0.tokens.acceptsHTTPStatus = { 200...299 ~= $0 } },
    mutant(
      "code-passed-over", "ROLE-RSP-8", "Code is not looked at.",
      mend: "Refuse an answer with a Code that is not Success."
    ) { steps in
      steps.tokens.bodyStatusFault = { _ in nil }
      steps.fault = { _ in nil }
    },
    mutant(
      "first-code", "ROLE-RSP-8", "Of several Codes the first counts.",
      mend: "Refuse an answer with any Code that is not Success."
    ) { steps in
      let former = steps.fault
      steps.fault = { document in
        let first = document.elements.first { $0.path == "Code" }
        return first.map { String(decoding: $0.text, as: UTF8.self) } == "Success"
          ? nil : former(document)
      }
    },
    mutant(
      "any-code-refused", "ROLE-RSP-8", "Every Code is that of an error.", mend: "Read it."
    ) { steps in
      let former = steps.tokens.bodyStatusFault
      steps.tokens.bodyStatusFault = { answer in
        answer["Code"] == nil
          ? former(answer) : .bodyStatus(member: "Code", value: nil, nil)
      }
    },
    mutant(
      "error-root-read", "ROLE-RSP-8", "The root Error is read as the other one.",
      mend: "Refuse it as an error."
    ) { steps in
      let judge = steps.fault
      steps.fault = { $0.root == "Error" ? nil : judge($0) }
      let former = steps.object
      steps.object = { document in
        guard document.root == "Error" else { return former(document) }
        var answer = document.plainObject
        answer["Code"] = nil
        return .success(answer)
      }
    },
  ]

  static let refusals: [Mutant] = [
    mutant(
      "no-xml-is-empty", "ROLE-RSP-9", "What is not XML is an answer without members.",
      mend: "Say that it is not XML."
    ) { steps in
      let former = steps.document
      steps.document = { bytes in
        switch former(bytes) {
        case .success(let document): .success(document)
        case .failure: former(Bytes("<AssumeRoleResponse/>".utf8))
        }
      }
    },
    mutant(
      "any-root", "ROLE-RSP-9", "The name of the root is not looked at.",
      mend: "Refuse every other root."
    ) { steps in
      let former = steps.document
      steps.document = { bytes in
        former(bytes).flatMapError { fault in
          guard case .unexpectedRoot = fault else { return .failure(fault) }
          return former(Bytes("<AssumeRoleResponse/>".utf8))
        }
      }
    },
    mutant(
      "first-of-two", "ROLE-RSP-10", "Of what stands twice the first counts.",
      mend: "Refuse it: which belongs to the rest cannot be seen."
    ) { steps in
      let former = steps.object
      steps.object = { document in
        guard case .failure(.torn) = former(document) else { return former(document) }
        return .success(document.plainObject)
      }
    },
    mutant(
      "text-beside-elements", "ROLE-RSP-11",
      "Text beside elements, and elements beside text, are passed over.",
      mend: "Refuse what is neither an object nor a text."
    ) { steps in
      let former = steps.object
      steps.object = { document in former(document).map { _ in document.plainObject } }
    },
    mutant(
      "empty-credentials-no-object", "ROLE-RSP-11", "Credentials without anything is a text.",
      mend: "Take it for an object without members."
    ) { steps in
      steps.rewriteElements { answer in
        var answer = answer
        if answer["Credentials"]?.objectValue?.members.isEmpty == true {
          answer["Credentials"] = ""
        }
        return answer
      }
    },
    mutant(
      "empty-token-taken", "ROLE-RSP-11", "An empty token is taken for none.",
      mend: "Refuse it."
    ) { $0.tokens.acceptsEmpty = { $0 == "SecurityToken" } },
  ]

  static let orders: [Mutant] = [
    Mutant(
      "role-answer-markup-before-status", "ROLE-RSP-14",
      "The markup is judged before the HTTP status.", mend: "Judge the HTTP status first.",
      on: [.stsParse]
    ) { steps in
      steps.rewriteInput { _, input in
        guard let body = input["body"]?.stringValue, input["format"] == "XML" else { return }
        if body.utf8.starts(with: "<html".utf8) { input["httpStatus"] = 200 }
      }
    },
    mutant(
      "twice-before-code", "ROLE-RSP-14", "What stands twice is judged before Code.",
      mend: "Judge Code first."
    ) { steps in
      let (former, object) = (steps.fault, steps.object)
      steps.fault = { document in
        guard case .failure(.torn) = object(document) else { return former(document) }
        return nil
      }
    },
    mutant(
      "lacking-before-code", "ROLE-RSP-14", "What is lacking is told before the error.",
      mend: "Judge Code first."
    ) { steps in
      let former = steps.tokens.bodyStatusFault
      // What tells of an error in XML is left to the step for both formats.
      let judge = steps.fault
      steps.fault = { $0.root == "Error" ? judge($0) : nil }
      steps.tokens.bodyStatusFault = { answer in
        let parts = answer["Credentials"]?.objectValue
        return parts?["AccessKeyId"] == nil ? .missingMember("AccessKeyId") : former(answer)
      }
    },
  ]
}

extension AssumeRoleSteps {
  /// Changes the text in which elements are read.
  mutating func rewriteMarkup(_ change: @escaping @Sendable (String) -> String) {
    let former = document
    document = { bytes in
      guard let text = String(validating: bytes, as: UTF8.self) else { return former(bytes) }
      return former(Bytes(change(text).utf8))
    }
  }

  /// Changes the object that the elements stand for.
  mutating func rewriteElements(_ change: @escaping @Sendable (JSONObject) -> JSONObject) {
    let former = object
    object = { former($0).map(change) }
  }

  /// Changes the parts of the token.
  mutating func rewriteParts(_ change: @escaping @Sendable (inout JSONObject) -> Void) {
    rewriteElements { answer in
      guard var parts = answer["Credentials"]?.objectValue else { return answer }
      change(&parts)
      var answer = answer
      answer["Credentials"] = .object(parts)
      return answer
    }
  }

  /// Refuses documents of which a statement is true.
  mutating func refuseDocument(_ isRefused: @escaping @Sendable (XMLDocument) -> Bool) {
    let former = object
    object = { isRefused($0) ? .failure(.notObject(member: nil)) : former($0) }
  }
}

extension XMLDocument {
  /// The object of a reader that takes whatever it finds first.
  fileprivate var plainObject: JSONObject {
    var result: JSONObject = [:]
    var parts: JSONObject = [:]
    for element in elements {
      let names = element.path.split(separator: "/").map { String($0) }
      let text = JSONValue.string(String(decoding: element.text, as: UTF8.self))
      if names == ["Credentials"] {
        result["Credentials"] = .object([:])
      } else if names.count == 1, result[names[0]] == nil {
        result[names[0]] = text
      } else if names.count == 2, names[0] == "Credentials", parts[names[1]] == nil {
        parts[names[1]] = text
      }
    }
    if result["Credentials"] != nil { result["Credentials"] = .object(parts) }
    return result
  }
}

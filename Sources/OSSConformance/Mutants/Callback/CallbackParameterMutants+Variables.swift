internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

extension CallbackParameterMutants {
  static let variables: [Mutant] = [
    Mutant(
      "callback-var-not-base64", "CALL-VAR-1", "The variables are sent as JSON, not in base64.",
      mend: "Encode the JSON of the variables in base64.", on: [.callbackParameter]
    ) {
      $0.rewriteOutput { _, answer in
        guard let text = answer.members["callbackVar"]?.stringValue else { return }
        answer.members["callbackVar"] = .string(((try? Base64.decode(text)) ?? []).text)
      }
    },
    Mutant(
      "callback-var-empty-object", "CALL-VAR-1", "Without variables an empty object is sent.",
      mend: "Leave callback-var out where there are no variables.", on: [.callbackParameter]
    ) {
      $0.rewriteOutput { input, answer in
        if answer.members["fields"] == nil, answer.members["callbackVar"] == nil {
          answer.members = ["callback": ""]
        }
      }
    },
    values("var-values-typed", "CALL-VAR-1", "Numbers, truth values and null lose their quotes.") {
      let value = try? JSONReader.read($0)
      return switch value {
      case .number, .bool, .null: value ?? .string($0)
      default: .string($0)
      }
    },
    values("var-values-encoded", "CALL-VAR-1", "The values are percent-encoded.") {
      .string($0.percentEncoded())
    },
    values("var-values-trimmed", "CALL-VAR-1", "Blanks around the values are trimmed.") {
      .string($0.withoutOuterBlanks)
    },
    values("var-values-composed", "CALL-VAR-1", "The values are normalized.") {
      .string($0.composed)
    },
    object("var-last-lost", "CALL-VAR-1", "Only the first variable is sent.") {
      $0.members = Array($0.members.prefix(1))
    },
    names("var-prefix-dropped", "The prefix x: is dropped.") { String($0.dropFirst(2)) },
    names("var-prefix-twice", "The prefix x: is added to names that have it.") { "x:\($0)" },
    object("var-sorted", "CALL-VAR-4", "The variables are sorted.") {
      $0.members.sort { $0.name < $1.name }
    },
    Mutant(
      "callback-var-slashes-escaped", "CALL-VAR-4", "Slashes of the values are escaped.",
      mend: "Use the escapes of FMT-FILE-2.", on: [.callbackParameter]
    ) { steps in
      let former = steps.callback.variables
      steps.callback.variables = { former($0).replacing("/", with: "\\/") }
    },
    Mutant(
      "callback-form-with-callback-var", "CALL-VAR-3", "A form gets the field callback-var.",
      mend: "Make each variable a field of its own.", on: [.callbackParameter]
    ) {
      $0.rewriteFields { fields in
        let object = JSONObject(
          fields.map { JSONMember(name: $0.name, value: .string($0.value)) })
        let bytes = Bytes(JSONValue.object(object).compact().utf8)
        return [("callback-var", Base64.encode(bytes.span))]
      }
    },
    fields("form-fields-encoded", "The values of the fields are percent-encoded.") {
      $0.map { ($0.name, $0.value.percentEncoded()) }
    },
    fields("form-fields-without-prefix", "The fields lack the prefix x:.") {
      $0.map { (String($0.name.dropFirst(2)), $0.value) }
    },
    fields("form-empty-fields-lost", "Fields with an empty value are lost.") {
      $0.filter { !$0.value.isEmpty }
    },
  ]

  private static func object(
    _ id: String, _ clause: String, _ mistake: String,
    _ change: @escaping @Sendable (inout JSONObject) -> Void
  ) -> Mutant {
    Mutant(
      "callback-\(id)", clause, mistake, mend: "Write an object of the names and texts, in order.",
      on: [.callbackParameter]
    ) { steps in
      let former = steps.callback.variables
      steps.callback.variables = { variables in
        let bytes = former(variables)
        guard var object = try? JSONReader.read(bytes).objectValue else { return bytes }
        change(&object)
        return Bytes(JSONValue.object(object).compact().utf8)
      }
    }
  }

  private static func values(
    _ id: String, _ clause: String, _ mistake: String,
    _ change: @escaping @Sendable (String) -> JSONValue
  ) -> Mutant {
    object(id, clause, mistake) { object in
      for member in object.members {
        object[member.name] = change(member.value.stringValue ?? "")
      }
    }
  }

  private static func names(
    _ id: String, _ mistake: String, _ change: @escaping @Sendable (String) -> String
  ) -> Mutant {
    object(id, "CALL-VAR-2", mistake) { object in
      object.members = object.members.map { JSONMember(name: change($0.name), value: $0.value) }
    }
  }

  private static func fields(
    _ id: String, _ mistake: String,
    _ change: @escaping @Sendable ([(name: String, value: String)]) -> [(String, String)]
  ) -> Mutant {
    Mutant(
      "callback-\(id)", "CALL-VAR-3", mistake, mend: "Send each variable as a field, as it is.",
      on: [.callbackParameter]
    ) { $0.rewriteFields(change) }
  }
}

extension ReferenceSteps {
  /// Changes the fields that a form has for variables.
  fileprivate mutating func rewriteFields(
    _ change: @escaping @Sendable ([(name: String, value: String)]) -> [(String, String)]
  ) {
    rewriteOutput { _, answer in
      guard let given = answer.members["fields"]?.arrayValue else { return }
      let fields = given.map { field in
        (
          name: field.arrayValue?.first?.stringValue ?? "",
          value: field.arrayValue?.last?.stringValue ?? ""
        )
      }
      answer.members["fields"] = .array(change(fields).map { [.string($0.0), .string($0.1)] })
    }
  }
}

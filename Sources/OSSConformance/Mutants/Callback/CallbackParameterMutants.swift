internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in what asks for a callback.
enum CallbackParameterMutants {
  static let all: [Mutant] = encoding + members + spelling + urls + sending + variables

  private static let encoding: [Mutant] = [
    encoded("base64-url-safe", "CALL-PAR-1", "The base64 text is in the alphabet for URLs.") {
      $0.replacing("+", with: "-").replacing("/", with: "_")
    },
    encoded("base64-wrapped", "CALL-PAR-1", "The base64 text is broken into lines.") { text in
      var lines = ""
      for (index, character) in text.enumerated() {
        if index > 0, index % 76 == 0 { lines += "\n" }
        lines.append(character)
      }
      return lines
    },
    encoded("json-bare", "CALL-PAR-1", "The JSON is sent as it is.") {
      ((try? Base64.decode($0)) ?? []).text
    },
    encoded("base64-encoded-twice", "CALL-PAR-1", "The base64 text is encoded again.") {
      let bytes = Bytes($0.utf8)
      return Base64.encode(bytes.span)
    },
    rewriting("json-as-latin-1", "CALL-PAR-1", "The JSON is encoded as Latin-1.") {
      JSONValue.object($0).unescaped.latin1
    },
    rewriting("controls-bare", "CALL-PAR-1", "Control characters stand in the JSON as they are.") {
      Bytes(
        JSONValue.object($0).compact().replacing("\\n", with: "\n").replacing("\\t", with: "\t")
          .replacing("\\r", with: "\r").utf8)
    },
    rewriting("quotes-not-escaped", "CALL-PAR-1", "Quotation marks are not escaped.") {
      Bytes(JSONValue.object($0).compact().replacing("\\\"", with: "\"").utf8)
    },
  ]

  private static let members: [Mutant] = [
    lost("callbackHost", "host-lost"), lost("callbackBodyType", "type-lost"),
    lost("callbackSNI", "sni-lost"),
    changing(
      "sni-as-text", "The truth value is written as a text.",
      [
        .android("The value is put into the object as a text.")
      ]
    ) { object in
      if let flag = object["callbackSNI"] { object["callbackSNI"] = .string(flag.compact()) }
    },
    changing("sni-as-number", "The truth value is written as a number.") { object in
      if let flag = object["callbackSNI"] { object["callbackSNI"] = flag == .bool(true) ? 1 : 0 }
    },
    changing("sni-false-lost", "The truth value false is lost.") { object in
      if object["callbackSNI"] == .bool(false) { object["callbackSNI"] = nil }
    },
    changing("members-null", "Members that are not given are null.") { object in
      for name in ["callbackHost", "callbackBodyType", "callbackSNI"] where object[name] == nil {
        object[name] = .null
      }
    },
    changing("host-of-url", "A host that is not given is that of the URL.") { object in
      if object["callbackHost"] == nil { object["callbackHost"] = "app.example.com" }
    },
    changing("host-empty-lost", "An empty host is lost.") { object in
      if object["callbackHost"]?.stringValue == "" { object["callbackHost"] = nil }
    },
    changing("body-encoded", "The body is percent-encoded.") { object in
      if let body = object["callbackBody"]?.stringValue {
        object["callbackBody"] = .string(body.percentEncoded())
      }
    },
    changing("body-trimmed", "Blanks around the body are trimmed.") { object in
      if let body = object["callbackBody"]?.stringValue {
        object["callbackBody"] = .string(body.withoutOuterBlanks)
      }
    },
    changing("body-in-underscores", "The members have names such as callback_body.") { object in
      object = JSONObject(
        object.members.map {
          JSONMember(
            name: $0.name.replacing("callbackBody", with: "callback_body"), value: $0.value)
        })
    },
    Mutant(
      "callback-body-variables-without-prefix", "CALL-VAR-2",
      "A reference to a variable loses its prefix.", mend: "Leave the body as the app writes it.",
      on: [.callbackParameter]
    ) { $0.rewrite("callbackBody") { $0.replacing("${x:", with: "${") } },
  ]

  private static let spelling: [Mutant] = [
    rewriting("json-with-spaces", "CALL-PAR-3", "A space follows each comma and colon.") {
      let text = $0.members.map { member in
        "\(JSONValue.string(member.name).compact()): \(member.value.compact())"
      }.joined(separator: ", ")
      return Bytes("{\(text)}".utf8)
    },
    rewriting("json-slashes-escaped", "CALL-PAR-3", "Slashes are escaped.") {
      Bytes(JSONValue.object($0).compact().replacing("/", with: "\\/").utf8)
    },
    rewriting("json-sorted", "CALL-PAR-3", "The members are sorted.") { object in
      let sorted = object.members.sorted { $0.name < $1.name }
      return Bytes(JSONValue.object(JSONObject(sorted)).compact().utf8)
    },
    rewriting("json-not-escaped", "CALL-PAR-3", "Characters outside ASCII stand as they are.") {
      Bytes(JSONValue.object($0).unescaped.utf8)
    },
    rewriting("json-upper-case-digits", "CALL-PAR-3", "Escapes have digits of upper case.") {
      Bytes(JSONValue.object($0).compact().withUpperCaseEscapes.utf8)
    },
  ]

  private static let urls: [Mutant] = [
    urls("urls-with-comma", "A comma stands between the URLs.") {
      .string($0.replacing(";", with: ","))
    },
    urls("urls-first-alone", "Only the first URL is sent.") {
      .string(String($0.prefix { $0 != ";" }))
    },
    urls("urls-in-array", "The URLs are an array.") {
      .array($0.split(separator: ";").map { .string(String($0)) })
    },
    urls("urls-four", "No more than four URLs are sent.") {
      .string($0.split(separator: ";").prefix(4).joined(separator: ";"))
    },
    urls("url-encoded", "The URL is percent-encoded once more.") {
      .string($0.replacing("%", with: "%25"))
    },
    urls("url-gets-scheme", "A URL without a scheme gets http.") {
      .string(
        $0.split(separator: ";").map { $0.contains("://") ? "\($0)" : "http://\($0)" }
          .joined(separator: ";"))
    },
  ]

  private static let sending: [Mutant] = [
    Mutant(
      "callback-query-unsigned", "CALL-PAR-5",
      "A callback and its variables in a query are not signed.",
      mend: "Sign both as subresources.", on: .signing,
      sightings: [
        .iOS("The list of subresources has neither."), .android("The list has neither."),
      ]
    ) { steps in
      steps.afterResource { request, _, resource in
        guard request.query.contains(where: { $0.name.hasPrefix("callback") }) else { return }
        resource = Bytes(resource.prefix { $0 != UInt8(ascii: "?") })
      }
    },
    Mutant(
      "callback-header-unsigned", "CALL-PAR-5",
      "The headers of a callback are sent and not signed.",
      mend: "Add them before the request is signed.", on: .signing
    ) { steps in
      steps.afterHeaders { _, _, lines in
        let kept = lines.split(separator: 0x0A).filter { !$0.starts(with: "x-oss-callback".utf8) }
        lines = Bytes(kept.flatMap { $0 + [0x0A] })
      }
    },
  ]

  private static func mutant(
    _ id: String, _ clause: String, _ mistake: String, _ sightings: [Sighting] = [],
    mend: String, _ change: @escaping @Sendable (inout ReferenceSteps) -> Void
  ) -> Mutant {
    Mutant(
      "callback-\(id)", clause, mistake, mend: mend, on: [.callbackParameter],
      sightings: sightings, change: change)
  }

  /// A mutant that encodes the JSON otherwise.
  private static func encoded(
    _ id: String, _ clause: String, _ mistake: String,
    _ change: @escaping @Sendable (String) -> String
  ) -> Mutant {
    mutant(id, clause, mistake, mend: "Encode the JSON once in base64 of RFC 4648 section 4.") {
      $0.rewriteOutput { _, answer in
        for name in ["callback", "callbackVar"] {
          if let text = answer.members[name]?.stringValue {
            answer.members[name] = .string(change(text))
          }
        }
      }
    }
  }

  /// A mutant that writes the JSON otherwise.
  private static func rewriting(
    _ id: String, _ clause: String, _ mistake: String,
    _ change: @escaping @Sendable (JSONObject) -> Bytes
  ) -> Mutant {
    mutant(id, clause, mistake, mend: "Let a JSON writer make the text, and encode it as UTF-8.") {
      steps in
      let former = steps.callback.callback
      steps.callback.callback = { callback in
        let bytes = former(callback)
        guard let object = try? JSONReader.read(bytes).objectValue else { return bytes }
        return change(object)
      }
    }
  }

  private static func changing(
    _ id: String, _ mistake: String, _ sightings: [Sighting] = [],
    _ change: @escaping @Sendable (inout JSONObject) -> Void
  ) -> Mutant {
    mutant(
      id, "CALL-PAR-2", mistake, sightings, mend: "Write the members that are given, as given."
    ) {
      steps in
      let former = steps.callback.callback
      steps.callback.callback = { callback in
        let bytes = former(callback)
        guard var object = try? JSONReader.read(bytes).objectValue else { return bytes }
        change(&object)
        return Bytes(JSONValue.object(object).compact().utf8)
      }
    }
  }

  private static func lost(_ member: String, _ id: String) -> Mutant {
    changing(id, "The member \(member) is lost.") { $0[member] = nil }
  }

  private static func urls(
    _ id: String, _ mistake: String, _ change: @escaping @Sendable (String) -> JSONValue
  ) -> Mutant {
    let changed = changing(id, mistake) { object in
      if let urls = object["callbackUrl"]?.stringValue { object["callbackUrl"] = change(urls) }
    }
    return Mutant(
      changed.id, "CALL-PAR-4", mistake, mend: "Join up to five URLs with semicolons, as they are.",
      on: [.callbackParameter], change: changed.change)
  }
}

internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in what asks for a callback (callback.md).
enum CallbackMistakes {
  static let all: [Mistake] = json + members + urls + variables + refusals

  private static let rows = PartMistakes(\.callbacks, in: [.callbackParameter])
  private static let encoded = rows.breaking(
    "CALL-PAR-1", "CALL-VAR-1", fix: "Encode the UTF-8 bytes of the JSON in base64, once.")
  private static let valid = rows.breaking(
    "CALL-PAR-1", fix: "Let a JSON writer make the text, and encode it as UTF-8.")
  private static let spelling = rows.breaking(
    "CALL-PAR-3", fix: "Write the members in order, without white space, with these escapes.")

  private static let json: [Mistake] = [
    encoded("callback-json-bare", "The JSON is sent without base64.") {
      $0.parameter = { json, _ in json.text }
    },
    valid("callback-controls-bare", "Control characters are not escaped.") {
      $0.character = { $0.value < 0x20 ? String($0) : JSONCharacter.text($0) }
    },
    valid("callback-quotes-not-escaped", "Quotation marks are not escaped.") {
      $0.character = { $0 == "\"" ? "\"" : JSONCharacter.text($0) }
    },
    spelling("callback-json-with-spaces", "A space follows each comma and colon.") {
      ($0.colon, $0.comma) = (": ", ", ")
    },
    spelling("callback-json-not-escaped", "Characters outside ASCII are not escaped.") {
      $0.character = { $0.value < 0x80 ? JSONCharacter.text($0) : String($0) }
    },
    rows.breaking("CALL-PAR-3", "CALL-VAR-4", fix: "Write a slash as it is.")(
      "callback-json-slashes-escaped", "Slashes are escaped."
    ) { $0.character = { $0 == "/" ? "\\/" : JSONCharacter.text($0) } },
    rows.breaking("CALL-PAR-3", "CALL-VAR-4", fix: "Keep the order of the members.")(
      "callback-json-sorted", "The members are sorted by name."
    ) { $0.order = { $0.sorted { $0.name < $1.name } } },
  ]

  private static let given = rows.breaking(
    "CALL-PAR-2", fix: "Write the members that are given, as given, and no others.")

  private static let members: [Mistake] = [
    given("callback-optional-members-lost", "Only the URL and the body are sent.") {
      $0.members = {
        $0 = JSONObject($0.members.filter { ["callbackUrl", "callbackBody"].contains($0.name) })
      }
    },
    given(
      "callback-sni-as-text", "The truth value is written as a text.",
      [.android("The value is put into the object as a text.")]
    ) { $0.members = { $0["callbackSNI"] = $0["callbackSNI"].map { .string($0.compact()) } } },
    given("callback-falsy-members-lost", "A truth value false and an empty host are lost.") {
      $0.members = {
        $0 = JSONObject($0.members.filter { ![.bool(false), ""].contains($0.value) })
      }
    },
    given("callback-members-null", "Members that are not given are null.") {
      $0.members = { object in
        for name in ["callbackHost", "callbackBodyType", "callbackSNI"] where object[name] == nil {
          object[name] = .null
        }
      }
    },
    given("callback-body-encoded", "The body is percent-encoded.") {
      $0.given = { $0.body = $0.body.encoded }
    },
    given("callback-body-trimmed", "White space at the ends of the body is trimmed.") {
      $0.given = { $0.body = $0.body.raw.withoutOuterBlanks.text }
    },
    rows.breaking("CALL-VAR-2", fix: "Leave the body as the app writes it.")(
      "callback-body-variables-without-prefix", "A reference to a variable loses its prefix."
    ) { $0.given = { $0.body = $0.body.replaced("${x:", by: "${") } },
  ]

  private static let joined = rows.breaking(
    "CALL-PAR-4", fix: "Join up to five URLs with semicolons, as they are.")

  private static let urls: [Mistake] = [
    joined("callback-urls-first-alone", "Only the first URL is sent.") {
      $0.urls = { .string($0.first ?? "") }
    },
    joined("callback-urls-in-array", "The URLs are an array.") {
      $0.urls = { .array($0.map { .string($0) }) }
    },
  ]

  private static let objects = rows.breaking(
    "CALL-VAR-1", fix: "Write an object of all names and texts, as they are.")
  private static let names = rows.breaking(
    "CALL-VAR-2", fix: "Write the names of variables as they are, with one x: before each.")
  private static let fields = rows.breaking(
    "CALL-VAR-3", fix: "Send each variable as a field of the form, as it is.")

  private static let variables: [Mistake] = [
    objects("callback-var-values-typed", "Numbers, truth values and null lose their quotes.") {
      $0.variables = values { text in
        switch try? JSONReader.read(text.raw) {
        case let value?: value.isScalar && value.stringValue == nil ? value : .string(text)
        case nil: .string(text)
        }
      }
    },
    names("callback-var-prefix-dropped", "The prefix x: is dropped.") {
      $0.variables = {
        $0 = JSONObject(
          $0.members.map { JSONMember(name: String($0.name.dropFirst(2)), value: $0.value) })
      }
    },
    names("callback-var-prefix-twice", "The prefix x: is added to names that have it.") {
      $0.variables = {
        $0 = JSONObject($0.members.map { JSONMember(name: "x:\($0.name)", value: $0.value) })
      }
    },
    fields("callback-form-with-callback-var", "A form gets the field callback-var.") {
      $0.fields = { ["callback-var": .string($1.base64(CallbackModel().json($0)))] }
    },
    fields("callback-form-empty-fields-lost", "Fields with an empty value are lost.") {
      $0.fields = { fields, _ in JSONObject(fields.members.filter { $0.value != "" }) }
    },
  ]

  /// Changes the values of variables.
  private static func values(
    _ change: @escaping @Sendable (String) -> JSONValue
  ) -> @Sendable (inout JSONObject) -> Void {
    { object in
      for index in object.members.indices {
        object.members[index].value = change(object.members[index].value.stringValue ?? "")
      }
    }
  }

  private static let refusedURLs = rows.breaking("CALL-REF-1", fix: "Refuse the URLs.")
  private static let refusedBodies = rows.breaking("CALL-REF-2", fix: "Refuse the body.")
  private static let refusedLengths = rows.breaking(
    "CALL-REF-4", fix: "Refuse a parameter of more than 5120 bytes of base64.")
  private static let refusedNames = rows.breaking(
    "CALL-REF-5", fix: "Refuse the name of the variable; do not change it.")

  private static let refusals: [Mistake] = [
    refusedURLs("callback-accepts-any-url", "Any URL is sent.") { $0.isURL = { _ in true } },
    refusedURLs("callback-accepts-any-number-of-urls", "Any number of URLs is sent.") {
      $0.isCount = { _ in true }
    },
    refusedBodies("callback-accepts-empty-body", "An empty body is sent.") {
      $0.isBody = { _ in true }
    },
    refusedBodies("callback-accepts-broken-reference", "A broken reference is sent.") {
      $0.hasReferences = { _ in true }
    },
    rows.breaking("CALL-REF-3", fix: "Refuse the host.")(
      "callback-accepts-any-host", "Any host is sent."
    ) { $0.isHost = { _ in true } },
    refusedLengths("callback-accepts-any-length", "A parameter of any length is sent.") {
      $0.isShort = { _, _ in true }
    },
    refusedLengths("callback-length-of-5119", "A parameter of exactly 5120 bytes is refused.") {
      $0.isShort = { text, _ in text.utf8.count < 5120 }
    },
    refusedNames("callback-accepts-any-variable", "Any name of a variable is sent.") {
      $0.isVariable = { _ in true }
    },
    refusedNames("callback-accepts-repetition", "A variable may be given twice.") {
      $0.mayFollow = { _, _ in true }
    },
    rows.breaking("CALL-REF-9", fix: "Refuse a type that is neither a form nor JSON.")(
      "callback-accepts-any-type", "Any type of the body is sent."
    ) { $0.isBodyType = { _ in true } },
  ]
}

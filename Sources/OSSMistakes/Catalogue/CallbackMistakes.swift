internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in what asks for a callback (callback.md).
enum CallbackMistakes {
  private static let rows = MistakeRows(\.callbacks, in: [.callbackParameter])
  private static let characters = rows.breaking("CALL-PAR-1")
    .fix("Let a JSON writer make the text, and encode it as UTF-8.").setting(\.character)
  private static let spelling = rows.breaking("CALL-PAR-3", "CALL-VAR-4")
    .fix("Write the members in order, without white space, with these escapes.")
  private static let given = rows.breaking("CALL-PAR-2")
    .fix("Write the members that are given, as given, and no others.")
  private static let joined = rows.breaking("CALL-PAR-4")
    .fix("Join up to five URLs with semicolons, as they are.")
  private static let named = rows.breaking("CALL-VAR-2")
    .fix("Write the names of variables as they are, with one x: before each.")
    .by { (name: @escaping @Sendable (String) -> String) in
      {
        $0.variables = {
          $0 = JSONObject($0.members.map { JSONMember(name: name($0.name), value: $0.value) })
        }
      }
    }
  /// The members in the order of CALL-PAR-3, those that are not given with another value.
  private static func filled(_ given: JSONObject, _ others: JSONObject) -> JSONObject {
    var filled: JSONObject = [:]
    for name in ["Url", "Host", "Body", "BodyType", "SNI"].map({ "callback" + $0 }) {
      filled[name] = given[name] ?? others[name]
    }
    return filled
  }
  private static let otherMembers = given.breaking("CALL-PAR-2", "CALL-PAR-7").setting(\.members)
  private static let accepting = rows.breaking("CALL-REF-1")
    .fix("Refuse the value before it is sent; do not change it.")
  private static let signed = MistakeRows(\.signing, in: .signing)
    .breaking("CALL-PAR-5").fix("Sign the headers or the subresources of a callback.")

  static let all: [Mistake] = [
    // Json.
    rows("callback-json-bare", "The JSON is sent without base64.")
      .breaking("CALL-PAR-1", "CALL-VAR-1")
      .fix("Encode the UTF-8 bytes of the JSON in base64, once.")
      .change { $0.parameter = { json, _ in json.text } },
    characters("callback-quotes-not-escaped", "Quotation marks are not escaped.")
      .change { $0 == "\"" ? "\"" : JSONCharacter.text($0) },
    characters("callback-json-not-escaped", "Only ASCII is escaped.")
      .breaking("CALL-PAR-3").change { $0.value < 0x80 ? JSONCharacter.text($0) : String($0) },
    characters("callback-json-slashes-escaped", "Slashes are escaped.")
      .breaking("CALL-PAR-3", "CALL-VAR-4").change { $0 == "/" ? "\\/" : JSONCharacter.text($0) },
    spelling("callback-json-with-spaces", "A space follows each comma and colon.")
      .breaking("CALL-PAR-3").change { ($0.colon, $0.comma) = (": ", ", ") },
    spelling("callback-json-sorted", "The members are sorted by name.")
      .change { $0.order = { $0.sorted { $0.name < $1.name } } },
    // Members.
    given("callback-sni-as-text", "The truth value is written as a text.").breaking("CALL-PAR-6")
      .seen("The value is put into the object as a text.", .android).change {
        $0.members = { $0["callbackSNI"] = $0["callbackSNI"].map { .string($0.compact()) } }
      },
    given("callback-body-encoded", "The body is percent-encoded.")
      .change { $0.given = { $0.body = $0.body.encoded } },
    given("callback-body-variables-without-prefix", "A reference to a variable loses its prefix.")
      .breaking("CALL-VAR-2").fix("Leave the body as the app writes it.")
      .change { $0.given = { $0.body = $0.body.replaced("${x:", by: "${") } },
    otherMembers("callback-false-left-out", "A callbackSNI that is false is left out.")
      .breaking("CALL-PAR-6", "CALL-PAR-2").change {
        if $0["callbackSNI"]?.boolValue == false { $0["callbackSNI"] = nil }
      },
    otherMembers("callback-empty-host-left-out", "An empty callbackHost is left out.").change {
      if $0["callbackHost"]?.stringValue?.isEmpty == true { $0["callbackHost"] = nil }
    },
    otherMembers("callback-members-null", "Members that are not given are written as null.").change
    {
      $0 = filled($0, ["callbackHost": nil, "callbackBodyType": nil, "callbackSNI": nil])
    },
    otherMembers(
      "callback-body-type-assumed", "Without callbackBodyType the type of a form is written."
    )
    .change { $0 = filled($0, ["callbackBodyType": "application/x-www-form-urlencoded"]) },
    otherMembers("callback-sni-assumed", "Without callbackSNI false is written.")
      .change { $0 = filled($0, ["callbackSNI": false]) },
    joined("callback-urls-in-array", "The URLs are an array.")
      .change { $0.urls = { .array($0.map { .string($0) }) } },
    joined("callback-urls-with-commas", "Several URLs have commas between them.") {
      $0.urls = { .string($0.joined(separator: ",")) }
    },
    given("callback-body-html-escaped", "In callbackBody &, < and > are HTML's entities.").change {
      $0.given = {
        $0.body = $0.body.replaced("&", by: "&amp;").replaced("<", by: "&lt;")
          .replaced(">", by: "&gt;")
      }
    },
    // Variables.
    named("callback-var-prefix-dropped", "The prefix x: is dropped.") { String($0.dropFirst(2)) },
    rows("callback-form-with-callback-var", "A form gets the field callback-var.")
      .breaking("CALL-VAR-3").fix("Send each variable as a field of the form, as it is.")
      .change { $0.fields = { ["callback-var": .string($1.base64(CallbackModel().json($0)))] } },
    // Refusals.
    accepting(
      "callback-accepts-any-url", "Any URL is sent.",
      fix: "Refuse a callback URL that is not a scheme, a host and a path in ASCII."
    ) { $0.isURL = { _ in true } },
    accepting("callback-accepts-any-number-of-urls", "Any number of URLs is sent.")
      .fix("Refuse no callback URL, and more than five.").change { $0.isCount = { _ in true } },
    rows("callback-reference-with-hyphen-refused")
      .sentence("A reference to a variable may not have a hyphen in its name.")
      .breaking("CALL-REF-2", "CALL-VAR-2")
      .fix("Accept any text without a closing brace as the name in `${…}`.").change { model in
        model.hasReferences = { [former = model.hasReferences] body in
          let names = body.raw.replaced("${", by: "\u{0}").pieces(at: "\0").dropFirst()
          return former(body) && !names.contains { $0.cut(at: "}").contains(0x2D) }
        }
      },
    accepting("callback-accepts-empty-body", "An empty body is sent.")
      .fix("Refuse an empty callbackBody.").breaking("CALL-REF-2").change {
        $0.isBody = { _ in true }
      },
    accepting("callback-accepts-broken-reference", "A broken reference is sent.")
      .fix("Refuse a body with `${` and no name and `}` behind it.").breaking("CALL-REF-2").change {
        $0.hasReferences = { _ in true }
      },
    accepting("callback-accepts-any-host", "Any host is sent.")
      .fix("Refuse a callbackHost with CR, LF or NUL.").breaking("CALL-REF-3").change {
        $0.isHost = { _ in true }
      },
    accepting("callback-accepts-any-length", "A parameter of any length is sent.")
      .fix("Refuse a parameter of more than 5120 bytes of base64.").breaking("CALL-REF-4").change {
        $0.isShort = { _ in true }
      },
    accepting("callback-length-of-json", "The JSON text is counted, before it becomes base64.")
      .fix("Refuse a parameter of more than 5120 bytes of base64.").breaking("CALL-REF-4").change {
        $0.isShort = { ((try? Base64.decode($0)) ?? []).count <= 5120 }
      },
    accepting("callback-length-of-5119", "A parameter of exactly 5120 bytes is refused.")
      .breaking("CALL-REF-4").fix("Refuse a parameter of more than 5120 bytes of base64.")
      .change { $0.isShort = { $0.utf8.count < 5120 } },
    accepting("callback-accepts-any-variable", "Any name of a variable is sent.")
      .fix("Refuse a name that is not x: and a-z, 0-9, _, - and dots.").breaking("CALL-REF-5")
      .change { $0.isVariable = { _ in true } },
    accepting("callback-accepts-upper-case-variable", "A variable may have letters in upper case.")
      .breaking("CALL-REF-5").change {
        $0.isVariable = { [former = $0.isVariable] in former($0.lowercased()) }
      },
    accepting("callback-accepts-repetition", "A variable may be given twice.")
      .fix("Refuse a variable whose name is given twice.").breaking("CALL-REF-5").change {
        $0.mayFollow = { _, _ in true }
      },
    accepting("callback-last-variable-of-name", "Of two variables of a name the last one is sent.")
      .fix("Refuse a variable whose name is given twice.").breaking("CALL-REF-5").change {
        let last = { @Sendable (given: JSONObject) in
          given.members.reduce(into: [:] as JSONObject) { $0[$1.name] = $1.value }
        }
        $0.mayFollow = { _, _ in true }
        $0.variables = { $0 = last($0) }
        $0.fields = { fields, _ in last(fields) }
      },
    accepting("callback-accepts-any-type", "Any type of the body is sent.")
      .fix("Refuse a callbackBodyType that is neither a form nor JSON.").breaking("CALL-REF-9")
      .change { $0.isBodyType = { _ in true } },
    // Sending.
    signed("callback-query-unsigned", "A callback and its variables in a query are not signed.")
      .seen("The list of subresources has neither.", .iOS).seen("The list has neither.", .android)
      .change {
        $0.signsParameter = { [former = $0.signsParameter] in
          former($0, $1) && !$1.given.name.starts(with: "callback".utf8)
        }
      },
    signed("callback-header-unsigned", "The headers of a callback are sent and not signed.") {
      $0.signsHeader = { [former = $0.signsHeader] in
        former($0, $1, $2) && !$1.name.starts(with: "x-oss-callback".utf8)
      }
    },
  ]
}

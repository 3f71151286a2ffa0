internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in policies and their conditions (post-policy.md).
enum FormPolicyMistakes {
  private static let rows = MistakeRows(\.forms, in: [.postPolicy])
  private static let signed = rows.in([.postV1, .postV4])
  private static let encoding: MistakeRows<@Sendable (String) -> String> =
    signed.breaking("POST-POL-1")
    .fix("Sign and send the base64 text of the policy, with `+`, `/` and `=`, on one line.")
    .by { change in { $0.text = { change($0.base64) } } }
  private static let text: MistakeRows<@Sendable (String) -> String> =
    signed.breaking("POST-POL-2").fix("Sign the bytes of a policy as they are given.")
    .by { change in { $0.text = { change($0.text).raw.base64 } } }
  private static let spelling = rows.breaking("POST-POL-4")
    .fix("Write `expiration`, then `conditions`, in ASCII without white space.")
    .accepted("OSS takes any JSON, as POST-POL-4 says.").setting(\.written)
  private static func compact(_ object: JSONObject) -> String { JSONValue.object(object).compact() }
  /// Rows about the caller's conditions, some of which a policy lacks.
  private static let given = rows.breaking("POST-COND-4", "POST-COND-6")
    .fix("Write every condition of the caller, in the order given.").setting(\.given)
  /// JSON without the escapes that only characters outside ASCII have.
  private static func unescaped(_ json: String) -> String {
    json.split(separator: "\\u", omittingEmptySubsequences: false).enumerated().map {
      guard $0 > 0, let unit = UInt32($1.prefix(4), radix: 16), unit > 0x7E else {
        return $0 > 0 ? "\\u\($1)" : String($1)
      }
      return (Unicode.Scalar(unit).map { String($0) } ?? "\u{FFFD}") + $1.dropFirst(4)
    }.joined()
  }
  /// The value with the members of each object in the order of their names.
  private static func sorted(_ json: JSONValue) -> JSONValue {
    if let elements = json.arrayValue { return .array(elements.map(sorted)) }
    guard let members = json.objectValue?.members else { return json }
    let ordered = members.sorted { $0.name.precedesInBytes($1.name) }
    return .object(
      JSONObject(ordered.map { JSONMember(name: $0.name, value: sorted($0.value)) }))
  }
  private static let expiration = rows.breaking("POST-POL-5")
    .fix("Write the expiration in UTC, as `2014-12-01T12:00:00.000Z`.").setting(\.expiration)
  private static func cut(_ number: Int64) -> Int64 { Int64(Int32(truncatingIfNeeded: number)) }
  private static func time(_ seconds: Int64, _ end: String = ".000Z") -> JSONValue {
    .string(CivilTime.text(seconds, "yyyy-MM-ddTHH:mm:ss") + end)
  }
  private static func time(_ seconds: Int64, year: Int) -> JSONValue {
    .string("\(year)\(CivilTime.text(seconds, "yyyy-MM-ddTHH:mm:ss.000Z").dropFirst(4))")
  }
  private static func lines(_ text: String, of length: Int) -> [String] {
    let bytes = text.raw
    return stride(from: 0, to: bytes.count, by: length).map {
      Bytes(bytes[$0...].prefix(length)).text
    }
  }
  private static let lenient = rows.in([.postCheck])
  private static let parsed = lenient.breaking("POST-POL-3")
    .fix("Refuse a policy that is not JSON, or not an object.").setting(\.json)
  /// Rows about a fault of a policy that is passed over, with the condition that has it.
  private static let skipping: MistakeRows<FormPolicy.Fault> =
    rows.breaking("POST-REF-1").fix("Refuse a whole policy of which one condition cannot be read.")
    .in([.postPolicy, .postCheck]).by { fault in { $0.passesOver = [fault] } }

  static let all: [Mistake] = [
    // Base64.
    encoding("post-base64-of-urls", "The policy is written in the base64 of URLs.")
      .change { $0.replaced("/", by: "_").replaced("+", by: "-") },
    encoding("post-base64-unpadded", "The base64 text of the policy has no padding.")
      .change { $0.replaced("=", by: "") },
    encoding("post-base64-in-lines", "The base64 text of the policy has lines of 76 characters.")
      .change { lines($0, of: 76).joined(separator: "\n") },
    encoding("post-base64-in-ended-lines", "Each 76 characters of the text end with an LF.")
      .change { lines($0, of: 76).map { $0 + "\n" }.joined() },
    encoding("post-base64-in-short-lines", "Each 60 characters of the text end with an LF.")
      .change { lines($0, of: 60).map { $0 + "\n" }.joined() },
    encoding("post-base64-of-mail", "Lines of 76 characters of the text end with CR and LF.")
      .change { lines($0, of: 76).joined(separator: "\r\n") },
    encoding("post-policy-not-encoded", "The policy is signed and sent without base64.")
      .change { ((try? Base64.decode($0)) ?? []).text },
    // The bytes of the policy.
    text("post-policy-rewritten", "A policy is parsed and written again.")
      .seen("A policy that is given as a text is parsed, and made a text again.", .javaScript)
      .change { (try? JSONReader.read($0))?.compact() ?? $0 },
    text("post-policy-rewritten-sorted")
      .sentence("A policy is parsed, and written again with its members sorted by name.")
      .change { (try? JSONReader.read($0)).map { unescaped(sorted($0).compact()) } ?? $0 },
    text("post-policy-trimmed", "White space at the ends of a policy is removed.")
      .change { $0.raw.withoutOuterBlanks.text },
    text("post-policy-line-ends-changed", "CR LF in a policy becomes LF.")
      .change { $0.replaced("\r\n", by: "\n") },
    // How a policy is written.
    spelling("post-members-swapped", "The member `conditions` is before `expiration`.")
      .change { compact(JSONObject($0.members.reversed())) },
    spelling("post-not-ascii", "Characters outside ASCII are not escaped.")
      .change { unescaped(compact($0)) },
    spelling("post-slashes-escaped", "Slashes are written as `\\/`.")
      .change { compact($0).replaced("/", by: "\\/") },
    spelling("post-spaces-after-separators", "A space follows commas and colons, as in Python.")
      .change { compact($0).replaced("\":", by: "\": ").replaced(",\"", by: ", \"") },
    // The expiration.
    expiration("post-no-milliseconds", "The expiration has no milliseconds.")
      .breaking("POST-POL-4").change { time($0, "Z") },
    expiration("post-expiration-without-zone", "The expiration lacks its `Z`.") {
      time($0, ".000")
    },
    expiration("post-expiration-with-offset", "The expiration is a local time with its offset.")
      .change { time($0 + 28_800, "+08:00") },
    expiration("post-expiration-in-local-time", "The expiration is a local time with a `Z`.")
      .change { time($0 + 28_800) },
    expiration("post-expiration-in-12-hours", "The hours of the expiration end at 12 (`hh`).")
      .change { time($0 - ($0 % 86_400 >= 46_800 ? 43_200 : 0)) },
    expiration("post-expiration-in-32-bits", "The expiration is kept in 32 bits.") {
      time(cut($0))
    },
    expiration("post-expiration-year-of-week")
      .sentence("The year of the expiration is that of the week from Monday on (`YYYY`).")
      .fix("Write the calendar year: the pattern is yyyy, not YYYY.")
      .change { time($0, year: CivilMoment($0).yearOfWeek) },
    expiration("post-expiration-year-of-sunday-week")
      .sentence("The year of the expiration is that of the week from Sunday on (`YYYY`).")
      .fix("Write the calendar year: the pattern is yyyy, not YYYY.").change {
        let saturday = $0 + 86_400 * Int64(6 - CivilMoment($0).weekday)
        return time($0, year: CivilMoment(saturday).year)
      },
    expiration("post-expiration-in-seconds", "The expiration is a number of seconds.")
      .change { .number(JSONNumber($0)) },
    // How conditions are written.
    rows("post-objects-with-dollar", "The name in an object has a dollar sign.")
      .breaking("POST-COND-7").fix("Write the name in an object without `$`.")
      .change { $0.objectName = { "$" + $0 } },
    rows("post-arrays-without-dollar", "The name in an array has no dollar sign.")
      .breaking("POST-COND-7").fix("Write `$` before the name in an array.")
      .change { $0.arrayName = { $0 } },
    rows("post-objects-joined", "One object holds the conditions of several fields.")
      .breaking("POST-COND-2").fix("Write one object for each field.")
      .change { $0.written = { compact($0).replaced("\"},{\"", by: "\",\"") } },
    rows("post-matches-confused", "The words `eq` and `starts-with` are confused.")
      .breaking("POST-COND-3", "POST-COND-4")
      .fix("Write `eq` for a whole value and `starts-with` for its beginning.").change {
        $0.word = { $0 == .equal ? "starts-with" : $0 == .beginning ? "eq" : $0.rawValue }
      },
    rows("post-sizes-in-32-bits", "Sizes are kept in 32 bits.")
      .breaking("POST-COND-5").fix("Keep sizes in 64 bits.").in([.postPolicy, .postCheck]).change {
        $0.size = { .number(JSONNumber(cut($0))) }
        $0.isInside = { $1.upperBound <= Int32.max && $1.contains($0) }
      },
    rows("post-sizes-above-32-bits-refused", "A policy with a size above 2147483647 is refused.")
      .breaking("POST-COND-5").fix("Keep sizes in 64 bits.").in([.postPolicy, .postCheck])
      .change { $0.greatestSize = Int64(Int32.max) },
    rows("post-sizes-as-texts", "The sizes of a range are written as texts.")
      .breaking("POST-COND-5").fix("Write the sizes of a range as numbers.")
      .change { $0.size = { .string("\($0)") } },
    rows("post-list-as-text", "A list of one value is written as a text.")
      .breaking("POST-COND-6").fix("Write the values of `in` and `not-in` as an array.")
      .change { $0.list = { $0.count == 1 ? $0[0] : .array($0) } },
    rows("post-backslash-lost", "A dollar sign in a value has no backslash.")
      .breaking("POST-COND-8").fix("Write a backslash before a dollar sign in a value.")
      .change { $0.escaped = { text, _ in text } },
    rows("post-backslash-lost-in-lists", "A dollar sign in a list of values loses its backslash.")
      .breaking("POST-COND-8").fix(
        "Write a backslash before a dollar sign in each value of a list."
      )
      .change { model in
        model.escaped = { [former = model.escaped] in
          [.oneOf, .noneOf].contains($1) ? $0 : former($0, $1)
        }
      },
    given(
      "post-last-condition-of-name", "Of several conditions on one field the last one is written."
    )
    .change { conditions in
      conditions.indices.filter { index in
        let (name, rest) = (conditions[index].name, conditions[(index + 1)...])
        return name.isEmpty || !rest.contains { $0.name.hasSameBytes(as: name) }
      }.map { conditions[$0] }
    },
    given("post-conditions-set", "A condition that is given twice is written once.")
      .breaking("POST-POL-4").change { conditions in
        conditions.indices.filter { index in
          !conditions[..<index].contains {
            $0.match == conditions[index].match && $0.name == conditions[index].name
              && $0.values == conditions[index].values && $0.range == conditions[index].range
          }
        }.map { conditions[$0] }
      },
    given("post-blank-conditions-left-out", "A condition that asks for an empty value is left out.")
      .breaking("POST-COND-3", "POST-COND-4").change {
        $0.filter { $0.values.count != 1 || !$0.values[0].raw.withoutOuterBlanks.isEmpty }
      },
    rows(
      "post-backslash-not-of-json", "A dollar sign is written as `\\$`, which JSON does not know."
    ).breaking("POST-COND-8").fix("Write the backslash before a dollar sign as `\\\\` in JSON.")
      .seen("Older releases write the escape that JSON does not have.", .java)
      .change { $0.written = { compact($0).replaced("\\\\$", by: "\\$") } },
    // Reading.
    lenient("post-any-zone", "An expiration in another zone is taken for one in UTC.")
      .breaking("POST-POL-5").fix("Refuse an expiration that does not end with `Z`.").change {
        $0.readExpiration = {
          FormPolicy.expiration($0) ?? FormPolicy.expiration("\($0.prefix(19))Z")
        }
      },
    lenient("post-fraction-required", "An expiration without a fraction of a second is refused.")
      .breaking("POST-POL-5").fix("Read an expiration with or without a fraction of a second.")
      .change { $0.readExpiration = { $0.contains(".") ? FormPolicy.expiration($0) : nil } },
    lenient("post-names-without-dollar-accepted")
      .sentence("The name in an array may have any number of dollar signs, or none.")
      .breaking("POST-COND-7", "POST-REF-1").fix(
        "Refuse a name in an array without exactly one `$`."
      )
      .in([.postPolicy, .postCheck])
      .change { $0.bareName = { Bytes($0.utf8.drop { $0 == UInt8(ascii: "$") }).text } },
    lenient("post-backslash-kept", "The backslash before a dollar sign is kept.")
      .breaking("POST-COND-8").fix("Read `\\$` in a value as a dollar sign.")
      .change { $0.unescaped = { $0 } },
    lenient("post-dollar-as-variable", "A dollar sign without a backslash is dropped.")
      .breaking("POST-COND-9").fix("Read a dollar sign without a backslash as itself.").change {
        $0.unescaped = {
          $0.contains("\\$") ? $0.replaced("\\$", by: "$") : $0.replaced("$", by: "")
        }
      },
    parsed("post-json-escape-refused", "The escape `\\$`, which JSON does not have, is refused.")
      .breaking("POST-COND-8").fix("Read `\\$` in a policy as a dollar sign.")
      .change { try? JSONReader.read($0, limits: JSONLimits(depth: 8, byteCount: 65_536)) },
    parsed("post-array-is-policy", "An array is taken for the conditions of a policy.")
      .change { bytes in
        guard let list = FormPolicy.json(bytes)?.arrayValue else { return FormPolicy.json(bytes) }
        return ["expiration": "9999-12-31T23:59:59Z", "conditions": .array(list)]
      },
    parsed("post-trailing-comma-accepted", "A comma before a closing bracket is skipped.")
      .change { FormPolicy.json($0.text.replaced(",]", by: "]").raw) },
    parsed("post-zero-before-number-accepted", "A number of a policy may begin with zeros.")
      .breaking("POST-REF-1").change { FormPolicy.json($0) ?? LooseJSON.read($0, [.zeros]) },
    skipping("post-conditions-optional", "A policy needs no conditions.")
      .breaking("POST-POL-3").change(.noConditions),
    skipping("post-texts-skipped", "A condition that is a text is skipped.")
      .breaking("POST-COND-1").change(.type),
    skipping("post-any-member-count", "An object of no or two members is skipped.")
      .breaking("POST-COND-10").change(.memberCount),
    skipping("post-any-name", "A condition with an empty name or a wrong dollar sign is skipped.")
      .breaking("POST-COND-7", "POST-REF-1").change(.name),
    skipping("post-unknown-match", "An unknown way to match is skipped.").change(.match),
    skipping("post-any-element-count", "An array of four elements is skipped.")
      .change(.elementCount),
    skipping("post-any-value", "A value of a wrong type is skipped.")
      .breaking("POST-COND-6", "POST-REF-1").change(.value),
    skipping("post-any-range", "A negative or reversed range is skipped.").change(.range),
    skipping("post-empty-list", "An empty list of values is skipped.").change(.emptyList),
  ]
}

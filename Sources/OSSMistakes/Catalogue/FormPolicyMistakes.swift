internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in policies and their conditions (post-policy.md).
enum FormPolicyMistakes {
  static let all: [Mistake] = encodings + texts + spellings + expirations + conditions + reading

  private static let row = PartMistakes(\.forms, in: [.postPolicy])

  // MARK: The text that is signed

  private static func encoding(
    _ id: String, _ sentence: String, _ change: @escaping @Sendable (String) -> String
  ) -> Mistake {
    row(
      id, ["POST-POL-1"], sentence,
      fix: "Sign and send the base64 text of the policy, with `+`, `/` and `=`, on one line.",
      in: [.postV1, .postV4], oss: .refusesSignature
    ) { $0.text = { change($0.base64) } }
  }

  private static let encodings: [Mistake] = [
    encoding("post-base64-of-urls", "The policy is written in the base64 of URLs.") {
      $0.replaced("/", by: "_").replaced("+", by: "-")
    },
    encoding("post-base64-unpadded", "The base64 text of the policy has no padding.") {
      $0.replaced("=", by: "")
    },
    encoding("post-base64-in-lines", "The base64 text of the policy has lines of 76 characters.") {
      $0.utf8.count > 76 ? "\($0.prefix(76))\n\($0.dropFirst(76))" : $0
    },
    encoding("post-policy-not-encoded", "The policy is signed and sent without base64.") {
      ((try? Base64.decode($0)) ?? []).text
    },
  ]

  private static func text(
    _ id: String, _ sentence: String, seen: [SeenIn] = [],
    _ change: @escaping @Sendable (String) -> String
  ) -> Mistake {
    row(
      id, ["POST-POL-2"], sentence, fix: "Sign the bytes of a policy as they are given.",
      in: [.postV1, .postV4], oss: .refusesSignature, seen: seen
    ) { $0.text = { change($0.text).raw.base64 } }
  }

  private static let texts: [Mistake] = [
    text(
      "post-policy-rewritten", "A policy is parsed and written again.",
      seen: [.javaScript("A policy that is given as a text is parsed, and made a text again.")]
    ) { (try? JSONReader.read($0))?.compact() ?? $0 },
    text("post-policy-trimmed", "White space at the ends of a policy is removed.") { text in
      func cut(_ bytes: Bytes) -> Bytes { Bytes(bytes.drop { $0 <= 0x20 }.reversed()) }
      return cut(cut(text.raw)).text
    },
    text("post-policy-line-ends-changed", "CR LF in a policy becomes LF.") {
      $0.replaced("\r\n", by: "\n")
    },
    text("post-policy-normalized", "The text of a policy is normalized to NFC.") {
      $0.replaced("e\u{301}", by: "\u{E9}")
    },
  ]

  // MARK: Writing

  private static func spelling(
    _ id: String, _ sentence: String, _ spell: @escaping @Sendable (JSONObject) -> String
  ) -> Mistake {
    row(
      id, ["POST-POL-4"], sentence,
      fix: "Write `expiration`, then `conditions`, in ASCII without white space.",
      oss: .accepts(evidence: "OSS takes any JSON, as POST-POL-4 says.")
    ) { $0.written = spell }
  }

  private static func compact(_ object: JSONObject) -> String { JSONValue.object(object).compact() }

  private static let spellings: [Mistake] = [
    spelling("post-members-swapped", "The member `conditions` is before `expiration`.") {
      compact(JSONObject($0.members.reversed()))
    },
    spelling("post-conditions-once", "A condition that is given twice is written once.") { policy in
      let all = policy["conditions"]?.arrayValue ?? []
      var once = policy
      once["conditions"] = .array(
        all.indices.filter { !all[..<$0].contains(all[$0]) }.map { all[$0] })
      return compact(once)
    },
    spelling("post-not-ascii", "Characters outside ASCII are not escaped.") { policy in
      compact(policy).split(separator: "\\u", omittingEmptySubsequences: false).enumerated().map {
        guard $0 > 0, let unit = UInt32($1.prefix(4), radix: 16), unit > 0x7E else {
          return $0 > 0 ? "\\u\($1)" : String($1)
        }
        return (Unicode.Scalar(unit).map { String($0) } ?? "\u{FFFD}") + $1.dropFirst(4)
      }.joined()
    },
    spelling("post-slashes-escaped", "Slashes are written as `\\/`.") {
      compact($0).replaced("/", by: "\\/")
    },
    spelling("post-spaces-after-separators", "A space follows each comma and colon, as in Python.")
    {
      compact($0).replaced("\":", by: "\": ").replaced(",\"", by: ", \"")
    },
  ]

  private static func expiration(
    _ id: String, _ sentence: String, clause: String = "POST-POL-5",
    _ expiration: @escaping @Sendable (Int64) -> JSONValue
  ) -> Mistake {
    row(
      id, [clause], sentence, fix: "Write the expiration in UTC, as `2014-12-01T12:00:00.000Z`."
    ) { $0.expiration = expiration }
  }

  private static func cut(_ number: Int64) -> Int64 { Int64(Int32(truncatingIfNeeded: number)) }

  private static func time(_ seconds: Int64, _ end: String = ".000Z") -> JSONValue {
    .string(CivilTime.text(seconds, "yyyy-MM-ddTHH:mm:ss") + end)
  }

  private static let expirations: [Mistake] = [
    expiration(
      "post-no-milliseconds", "The expiration has no milliseconds.", clause: "POST-POL-4"
    ) { time($0, "Z") },
    expiration("post-expiration-without-zone", "The expiration lacks its `Z`.") {
      time($0, ".000")
    },
    expiration("post-expiration-with-offset", "The expiration is a local time with its offset.") {
      time($0 + 28_800, "+08:00")
    },
    expiration("post-expiration-in-local-time", "The expiration is a local time with a `Z`.") {
      time($0 + 28_800)
    },
    expiration("post-expiration-in-12-hours", "The hours of the expiration end at 12 (`hh`).") {
      time($0 - ($0 % 86_400 >= 46_800 ? 43_200 : 0))
    },
    expiration("post-expiration-in-32-bits", "The expiration is kept in 32 bits.") {
      time(cut($0))
    },
    expiration("post-expiration-in-seconds", "The expiration is a number of seconds.") {
      .number(JSONNumber($0))
    },
  ]

  private static let conditions: [Mistake] = [
    row(
      "post-objects-with-dollar", ["POST-COND-7"], "The name in an object has a dollar sign.",
      fix: "Write the name in an object without `$`."
    ) { $0.objectName = { "$" + $0 } },
    row(
      "post-arrays-without-dollar", ["POST-COND-7"], "The name in an array has no dollar sign.",
      fix: "Write `$` before the name in an array."
    ) { $0.arrayName = { $0 } },
    row(
      "post-objects-joined", ["POST-COND-2"], "One object holds the conditions of several fields.",
      fix: "Write one object for each field."
    ) { model in
      model.written = { policy in
        JSONValue.object(policy).compact().replaced("\"},{\"", by: "\",\"")
      }
    },
    row(
      "post-matches-confused", ["POST-COND-3", "POST-COND-4"],
      "The words `eq` and `starts-with` are confused.",
      fix: "Write `eq` for a whole value and `starts-with` for its beginning."
    ) { $0.word = { $0 == .equal ? "starts-with" : $0 == .beginning ? "eq" : $0.rawValue } },
    row(
      "post-sizes-in-32-bits", ["POST-COND-5"], "Sizes are kept in 32 bits.",
      fix: "Keep sizes in 64 bits.", in: [.postPolicy, .postCheck]
    ) {
      $0.size = { .number(JSONNumber(cut($0))) }
      $0.isInside = { $1.upperBound <= Int32.max && $1.contains($0) }
    },
    row(
      "post-sizes-as-texts", ["POST-COND-5"], "The sizes of a range are written as texts.",
      fix: "Write the sizes of a range as numbers."
    ) { $0.size = { .string("\($0)") } },
    row(
      "post-list-as-text", ["POST-COND-6"], "A list of one value is written as a text.",
      fix: "Write the values of `in` and `not-in` as an array."
    ) { $0.list = { $0.count == 1 ? $0[0] : .array($0) } },
    row(
      "post-backslash-lost", ["POST-COND-8"], "A dollar sign in a value has no backslash.",
      fix: "Write a backslash before a dollar sign in a value."
    ) { $0.escaped = { $0 } },
    row(
      "post-backslash-not-of-json", ["POST-COND-8"],
      "A dollar sign in a value is written as `\\$`, which JSON does not know.",
      fix: "Write the backslash before a dollar sign as `\\\\` in JSON.",
      seen: [.java("Older releases write the escape that JSON does not have.")]
    ) { $0.written = { compact($0).replaced("\\\\$", by: "\\$") } },
  ]

  // MARK: Reading

  /// A fault of a policy that is passed over, with the condition that has it.
  private static func skipping(
    _ id: String, _ clauses: [String], _ sentence: String, _ fault: FormPolicy.Fault
  ) -> Mistake {
    row(
      id, clauses, sentence, fix: "Refuse a policy that has such a fault.",
      in: [.postPolicy, .postCheck]
    ) { $0.passesOver = [fault] }
  }

  private static func lenient(
    _ id: String, _ clause: String, _ sentence: String, fix: String,
    _ change: @escaping @Sendable (inout FormModel) -> Void
  ) -> Mistake { row(id, [clause], sentence, fix: fix, in: [.postCheck], change) }

  private static let reading: [Mistake] = [
    lenient(
      "post-any-zone", "POST-POL-5", "An expiration in another zone is taken for one in UTC.",
      fix: "Refuse an expiration that does not end with `Z`."
    ) { model in
      let former = model.readExpiration
      model.readExpiration = { former($0) ?? former("\($0.prefix(19))Z") }
    },
    lenient(
      "post-backslash-kept", "POST-COND-8", "The backslash before a dollar sign is kept.",
      fix: "Read `\\$` in a value as a dollar sign."
    ) { $0.unescaped = { $0.replaced("$", by: "\\$") } },
    lenient(
      "post-dollar-as-variable", "POST-COND-9", "A dollar sign without a backslash is dropped.",
      fix: "Read a dollar sign without a backslash as itself."
    ) {
      $0.unescaped = { $0.contains("\\$") ? $0.replaced("\\$", by: "$") : $0.replaced("$", by: "") }
    },
    lenient(
      "post-array-is-policy", "POST-POL-3", "An array is taken for the conditions of a policy.",
      fix: "Refuse a policy that is not an object."
    ) { model in
      let former = model.json
      model.json = { bytes in
        guard let list = former(bytes)?.arrayValue else { return former(bytes) }
        return ["expiration": "9999-12-31T23:59:59Z", "conditions": .array(list)]
      }
    },
    lenient(
      "post-trailing-comma-accepted", "POST-POL-3", "A comma before a closing bracket is skipped.",
      fix: "Refuse a policy that is not JSON."
    ) { model in
      let former = model.json
      model.json = { former($0.text.replaced(",]", by: "]").raw) }
    },
    skipping(
      "post-conditions-optional", ["POST-POL-3"], "A policy needs no conditions.", .noConditions),
    skipping(
      "post-texts-skipped", ["POST-COND-1"], "A condition that is a text is skipped.", .type),
    skipping(
      "post-any-member-count", ["POST-COND-2"], "An object of no or two members is skipped.",
      .memberCount),
    skipping(
      "post-any-name", ["POST-COND-7", "POST-REF-1"],
      "A condition with an empty name, or one with a wrong dollar sign, is skipped.", .name),
    skipping("post-unknown-match", ["POST-REF-1"], "An unknown way to match is skipped.", .match),
    skipping(
      "post-any-element-count", ["POST-REF-1"], "An array of four elements is skipped.",
      .elementCount),
    skipping(
      "post-any-value", ["POST-COND-6", "POST-REF-1"], "A value of a wrong type is skipped.", .value
    ),
    skipping("post-any-range", ["POST-REF-1"], "A negative or reversed range is skipped.", .range),
    skipping("post-empty-list", ["POST-REF-1"], "An empty list of values is skipped.", .emptyList),
  ]
}

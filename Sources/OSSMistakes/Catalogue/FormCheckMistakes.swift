internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in checking a form against its policy (post-policy.md).
enum FormCheckMistakes {
  private static let rows = MistakeRows(\.forms, in: [.postCheck])

  /// Rows about the values that one way to match accepts.
  private static func matching(
    _ match: FormCondition.Match
  ) -> MistakeRows<@Sendable (_ value: Bytes, _ due: [Bytes]) -> Bool> {
    rows.fix("Compare the whole value, or with `starts-with` its beginning, byte by byte.")
      .by { fulfils in
        { model in
          let former = model.fulfils
          model.fulfils = { $1 == match ? fulfils($0, $2) : former($0, $1, $2) }
        }
      }
  }
  private static let beginning = matching(.beginning).breaking("POST-COND-4")
  private static let sizes = rows.breaking("POST-COND-5")
    .fix("Accept files from the first to the second size.").setting(\.isInside)
  private static let compared = rows.breaking("POST-FORM-3").fix("Compare values byte by byte.")
    .setting(\.compared)
  private static let expiring = rows.breaking("POST-CHK-1")
    .fix("Report the expiry from the expiration itself on.").setting(\.hasExpired)
  /// Rows about how many seconds a signature may be early, and how many it works.
  private static let working = rows.breaking("POST-V4-6", "POST-CHK-9")
    .fix("Accept a signature from 15 minutes before `x-oss-date` to seven days after it.")
    .setting(\.signatureSpan)
  private static let missing = rows.breaking("POST-CHK-6")
    .fix("Report each field of the signature that is missing or empty; those of V4 for V4 alone.")
  private static let covering = rows.breaking("POST-CHK-8")
    .fix("Demand for each field of V4 an object or `eq` with exactly the value of the field.")
    .setting(\.covers)

  private static let named = rows.breaking("POST-CHK-8")
    .fix("Compare names of fields without regard to case, of every condition.").setting(\.field)
  /// The fields of a form, one of which is not asked for.
  private static let lacking: [Mistake] = Set([true, false].flatMap(FormModel().required))
    .subtracting(["key", "x-oss-signature-version"]).sorted().map { name in
      rows("post-missing-\(name.asciiLowercased)-accepted")
        .sentence("A form may lack \(name), or have it empty.")
        .breaking("POST-CHK-6").fix("Report a form without \(name), or with an empty one.").change {
          $0.required = { [former = $0.required] in former($0).filter { $0 != name } }
        }
    }

  static let all: [Mistake] =
    lacking + [
      // Conditions.
      matching(.object)("post-object-as-beginning", "An object asks for a beginning.")
        .breaking("POST-COND-2").change { $0.starts(with: $1[0]) },
      rows("post-equal-without-case", "A value that must be equal may differ in its case.")
        .breaking("POST-FORM-3").fix("Compare values byte by byte.").change { model in
          model.fulfils = { [former = model.fulfils] value, match, due in
            match == .beginning
              ? former(value, match, due) : former(value.lowerCase, match, due.map(\.lowerCase))
          }
        },
      matching(.equal)("post-equal-ignored", "A condition with `eq` is skipped.")
        .breaking("POST-COND-3").change { _, _ in true },
      beginning("post-beginning-as-part", "The text of `starts-with` may be anywhere.")
        .change { value, due in (0...value.count).contains { value[$0...].starts(with: due[0]) } },
      beginning("post-empty-beginning-fails", "A `starts-with` of nothing is never met.")
        .change { value, due in !due[0].isEmpty && value.starts(with: due[0]) },
      beginning("post-beginning-as-whole", "The text of `starts-with` is the whole value.")
        .change { $0 == $1[0] || $1[0].isEmpty },
      matching(.oneOf)("post-first-of-list", "Only the first value of `in` counts.")
        .breaking("POST-COND-6").change { $0 == $1[0] },
      matching(.noneOf)("post-not-in-ignored", "A condition with `not-in` is skipped.")
        .breaking("POST-COND-6").change { _, _ in true },
      sizes("post-largest-size-refused", "The largest size is outside the range.")
        .change { $1.lowerBound <= $0 && $0 < $1.upperBound },
      sizes("post-smallest-size-refused", "The smallest size is outside the range.")
        .change { $1.lowerBound < $0 && $0 <= $1.upperBound },
      rows("post-file-size-in-32-bits", "The sizes of a file and of a range are kept in 32 bits.")
        .breaking("POST-COND-5").fix("Keep sizes in 64 bits: a file may have more than 4 GiB.")
        .change {
          $0.isInside = { size, range in
            let low = { (number: Int64) in number & 0xFFFF_FFFF }
            return low(range.lowerBound) <= low(size) && low(size) <= low(range.upperBound)
          }
        },
      sizes("post-size-ignored", "The size of the file is ignored.") { _, _ in true },
      // Fields.
      rows("post-key-not-required", "A form without a key is accepted.")
        .breaking("POST-FORM-1").fix("Report a missing field `key`.").change { model in
          let former = model.required
          model.required = { former($0).filter { $0 != "key" } }
        },
      rows("post-extra-fields-refused", "A field that no condition names is refused, as S3 does.")
        .breaking("POST-FORM-2", "POST-CHK-6")
        .fix("Accept fields that no condition names.").change { model in
          let needed = (model.required(true) + model.required(false)).filter { $0 != "key" }
          let known = needed + ["x-oss-security-token", "file"]
          model.foreign = { form, conditions in
            let named = known + conditions.map(\.name)
            return form.fields.map(\.name).reduce(into: [String]()) { names, name in
              if !(named + names).contains(where: { form.sameName($0, name) }) {
                names.append(name)
              }
            }
          }
        },
      rows("post-names-by-case", "Names are compared with regard to case.")
        .breaking("POST-FORM-3").fix("Compare names of fields without regard to case.")
        .change { $0.sameName = { $0.hasSameBytes(as: $1) } },
      compared("post-values-without-case", "Values are compared without regard to case.")
        .change { $0.raw.lowerCase },
      compared("post-values-normalized", "Values are normalized before they are compared.")
        .change { $0.raw.composed },
      rows("post-names-normalized", "Names are normalized before they are compared.")
        .breaking("POST-FORM-3").fix("Compare names byte by byte, but for the case of A to Z.")
        .change { $0.sameName = { $0.raw.lowerCase.composed == $1.raw.lowerCase.composed } },
      rows("post-second-field-accepted", "A field that is given twice is accepted.")
        .breaking("POST-FORM-4").fix("Report a field that is given twice.")
        .change { $0.repeated = { _ in [] } },
      rows("post-last-field-counts", "Of a field that is given twice the last value counts.")
        .breaking("POST-FORM-4").fix("Check the first value of a field that is given twice.")
        .change { $0.chosen = { $0.last } },
      // Times.
      expiring("post-works-at-expiration", "A policy still works at its expiration.") { $1 > $0 },
      expiring("post-expires-early", "A policy expires a minute early.") { $1 >= $0 - 60 },
      expiring("post-never-expires", "A policy never expires.") { _, _ in false },
      working("post-signature-never-early", "A signature of any time to come is accepted.")
        .change((.max / 2, 604_800)),
      working("post-signature-never-old", "A signature of any age is accepted.")
        .change((900, .max / 2)),
      working("post-signature-of-15-minutes", "A signature works for 15 minutes, as in a request.")
        .change((900, 900)),
      working("post-signature-without-leeway", "A signature works only from its own second on.")
        .change((0, 604_800)),
      // What is reported and compared.
      rows("post-first-fault-alone", "Only the first fault is reported.").breaking(
        "POST-CHK-2", "POST-CHK-10"
      ).fix("Report every fault of the form.").change { $0.reported = { Array($0.prefix(1)) } },
      rows("post-file-name-replaced", "`${filename}` is replaced before the check.")
        .breaking("POST-CHK-3").fix("Compare the key as the form has it.").change { model in
          let former = model.value
          model.value = { former($0, $1).map { $0.replaced("${filename}", by: "a.txt") } }
        },
      rows("post-bucket-as-field", "The bucket is looked for among the fields.")
        .breaking("POST-CHK-4").fix("Compare the bucket that the form is sent to.")
        .change { $0.value = { $0.field($1) ?? "" } },
      named("post-array-names-by-case", "The name in an array is looked up in the given case.")
        .change { $1 == .object || $0.raw.lowerCase == $0.raw ? $0 : "\u{0}" + $0 },
      named("post-object-names-by-case", "The name in an object is looked up in the given case.")
        .breaking("POST-FORM-3").change {
          $1 != .object || $0.raw.lowerCase == $0.raw ? $0 : "\u{0}" + $0
        },
      rows("post-absent-field-fails", "A condition on an absent field never holds.")
        .breaking("POST-CHK-5").fix("Compare an empty value where the form lacks the field.")
        .change { $0.value = { $0.sameName($1, "bucket") ? $0.bucket : $0.field($1) } },
      rows("post-absent-field-skipped", "A condition on an absent field is not looked at.")
        .breaking("POST-CHK-5", "POST-CHK-2")
        .fix("Compare an empty value where the form lacks the field.")
        .change { $0.skips = { !$0.sameName($1, "bucket") && $0.field($1) == nil } },
      // The fields of a signature.
      missing("post-unsigned-form-accepted", "A form without a signature is accepted.")
        .change { $0.required = { _ in ["key"] } },
      missing("post-empty-field-accepted", "An empty field is not missing.")
        .change { $0.isMissing = { $0 == nil } },
      missing("post-version-always-v4", "Every form is checked as one of V4.")
        .change { $0.isV4 = { _ in true } },
      missing("post-empty-version-is-v1", "A form with an empty version is checked as one of V1.")
        .change { $0.isV4 = { !($0.field("x-oss-signature-version") ?? "").utf8.isEmpty } },
      rows("post-other-policy-accepted", "The field `policy` is not compared.")
        .breaking("POST-CHK-7").fix("Compare the field with the base64 text of the policy.")
        .change { $0.isPolicy = { _, _ in true } },
      rows("post-v4-values-not-read", "Any version, date and credential is accepted.")
        .breaking("POST-CHK-7").fix("Report a version, a date or a credential that is not of V4.")
        .change { $0.readsValuesOfV4 = false },
      covering("post-uncovered-field-accepted", "No field of V4 needs a condition.")
        .change { _, _, _, _ in true },
      covering("post-any-condition-covers", "Any condition that names a V4 field covers it.")
        .change { $3.sameName($0.name, $1) },
      covering("post-any-met-condition-covers", "Any condition that a V4 field meets covers it.")
        .change { condition, name, value, model in
          condition.match != .size && model.sameName(condition.name, name)
            && model.fulfils(value.raw, condition.match, condition.values.map(\.raw))
        },
      covering("post-objects-alone-cover", "A condition with `eq` covers no field of V4.")
        .change { $0.match == .object && FormModel().covers($0, $1, $2, $3) },
      covering("post-arrays-alone-cover", "An object covers no field of V4.")
        .breaking("POST-CHK-8", "POST-CHK-7")
        .change { $0.match == .equal && FormModel().covers($0, $1, $2, $3) },
    ]
}

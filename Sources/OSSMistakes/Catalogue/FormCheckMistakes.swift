internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in checking a form against its policy (post-policy.md).
enum FormCheckMistakes {
  static let all: [Mistake] = conditions + fields + times + told + signatures

  private static func row(
    _ id: String, _ clauses: [String], _ sentence: String, fix: String,
    _ change: @escaping @Sendable (inout FormModel) -> Void
  ) -> Mistake { Mistake(id, clauses, sentence, fix: fix, in: [.postCheck]) { change(&$0.forms) } }

  /// A mistake about the values that one way to match accepts.
  private static func matching(
    _ id: String, _ clause: String, _ sentence: String, _ match: FormCondition.Match,
    _ fulfils: @escaping @Sendable (_ value: Bytes, _ due: [Bytes]) -> Bool
  ) -> Mistake {
    row(
      id, [clause], sentence,
      fix: "Compare the whole value, or with `starts-with` its beginning, byte by byte."
    ) { model in
      let former = model.fulfils
      model.fulfils = { $1 == match ? fulfils($0, $2) : former($0, $1, $2) }
    }
  }

  private static func sizes(
    _ id: String, _ sentence: String,
    _ isInside: @escaping @Sendable (Int64, ClosedRange<Int64>) -> Bool
  ) -> Mistake {
    row(id, ["POST-COND-5"], sentence, fix: "Accept files from the first to the second size.") {
      $0.isInside = isInside
    }
  }

  private static let conditions: [Mistake] = [
    matching(
      "post-object-as-beginning", "POST-COND-2", "An object asks for a beginning.", .object
    ) { $0.starts(with: $1[0]) },
    matching("post-equal-ignored", "POST-COND-3", "A condition with `eq` is skipped.", .equal) {
      _, _ in true
    },
    matching(
      "post-beginning-as-part", "POST-COND-4", "The text of `starts-with` may be anywhere.",
      .beginning
    ) { value, due in (0...value.count).contains { value[$0...].starts(with: due[0]) } },
    matching(
      "post-beginning-as-whole", "POST-COND-4", "The text of `starts-with` is the whole value.",
      .beginning
    ) { $0 == $1[0] || $1[0].isEmpty },
    matching(
      "post-first-of-list", "POST-COND-6", "Only the first value of `in` counts.", .oneOf
    ) { $0 == $1[0] },
    sizes("post-largest-size-refused", "The largest size is outside the range.") {
      $1.lowerBound <= $0 && $0 < $1.upperBound
    },
    sizes("post-smallest-size-refused", "The smallest size is outside the range.") {
      $1.lowerBound < $0 && $0 <= $1.upperBound
    },
    sizes("post-size-ignored", "The size of the file is ignored.") { _, _ in true },
  ]

  private static let fields: [Mistake] = [
    row(
      "post-key-not-required", ["POST-FORM-1"], "A form without a key is accepted.",
      fix: "Report a missing field `key`."
    ) { model in
      let former = model.required
      model.required = { former($0).filter { $0 != "key" } }
    },
    row(
      "post-extra-fields-refused", ["POST-FORM-2"],
      "A field that no condition names is refused, as S3 does.",
      fix: "Accept fields that no condition names."
    ) { model in
      let known = model.required(true) + model.required(false) + ["x-oss-security-token"]
      model.foreign = { form, conditions in
        let named = known + conditions.map(\.name)
        return form.fields.map(\.name).filter { name in
          !named.contains { form.sameName($0, name) }
        }
      }
    },
    row(
      "post-names-by-case", ["POST-FORM-3"], "Names are compared with regard to case.",
      fix: "Compare names of fields without regard to case."
    ) { $0.sameName = { $0.hasSameBytes(as: $1) } },
    row(
      "post-values-without-case", ["POST-FORM-3"], "Values are compared without regard to case.",
      fix: "Compare values byte by byte."
    ) { $0.compared = { $0.raw.lowerCase } },
    row(
      "post-values-normalized", ["POST-FORM-3"], "Values are normalized before they are compared.",
      fix: "Compare values byte by byte."
    ) { $0.compared = { $0.replaced("e\u{301}", by: "\u{E9}").raw } },
    row(
      "post-second-field-accepted", ["POST-FORM-4"], "A field that is given twice is accepted.",
      fix: "Report a field that is given twice."
    ) { $0.repeated = { _ in [] } },
  ]

  private static func expiring(
    _ id: String, _ sentence: String,
    _ hasExpired: @escaping @Sendable (_ end: Int64, _ now: Int64) -> Bool
  ) -> Mistake {
    row(id, ["POST-CHK-1"], sentence, fix: "Report the expiry from the expiration itself on.") {
      $0.hasExpired = hasExpired
    }
  }

  private static func working(
    _ id: String, _ clauses: [String], _ sentence: String, early: Int64 = 900, late: Int64 = 604_800
  ) -> Mistake {
    row(
      id, clauses, sentence,
      fix: "Accept a signature from 15 minutes before `x-oss-date` to seven days after it."
    ) { $0.signatureSpan = (early, late) }
  }

  private static let times: [Mistake] = [
    expiring("post-works-at-expiration", "A policy still works at its expiration.") { $1 > $0 },
    expiring("post-expires-early", "A policy expires a minute early.") { $1 >= $0 - 60 },
    expiring("post-never-expires", "A policy never expires.") { _, _ in false },
    working(
      "post-signature-never-early", ["POST-V4-6", "POST-CHK-9"],
      "A signature of any time to come is accepted.", early: .max / 2),
    working(
      "post-signature-never-old", ["POST-V4-6", "POST-CHK-9"],
      "A signature of any age is accepted.", late: .max / 2),
    working(
      "post-signature-of-15-minutes", ["POST-V4-6", "POST-CHK-9"],
      "A signature works for 15 minutes, as that of a request.", late: 900),
    working(
      "post-signature-without-leeway", ["POST-V4-6", "POST-CHK-9"],
      "A signature works only from its own second on.", early: 0),
  ]

  private static let told: [Mistake] = [
    row(
      "post-first-fault-alone", ["POST-CHK-2"], "Only the first fault is reported.",
      fix: "Report every fault of the form."
    ) { $0.told = { Array($0.prefix(1)) } },
    row(
      "post-indexes-from-one", ["POST-CHK-2"], "The first condition has the index 1.",
      fix: "Count conditions from 0."
    ) {
      $0.told = { faults in
        var faults = faults
        for index in faults.indices {
          faults[index].condition = faults[index].condition.map { $0 + 1 }
        }
        return faults
      }
    },
    row(
      "post-file-name-replaced", ["POST-CHK-3"], "`${filename}` is replaced before the check.",
      fix: "Compare the key as the form has it."
    ) { model in
      let former = model.value
      model.value = { former($0, $1).map { $0.replaced("${filename}", by: "a.txt") } }
    },
    row(
      "post-bucket-as-field", ["POST-CHK-4"], "The bucket is looked for among the fields.",
      fix: "Compare the bucket that the form is sent to."
    ) { $0.value = { $0.field($1) ?? "" } },
    row(
      "post-absent-field-fails", ["POST-CHK-5"], "A condition on an absent field never holds.",
      fix: "Compare an empty value where the form lacks the field."
    ) { $0.value = { $0.sameName($1, "bucket") ? $0.bucket : $0.field($1) } },
  ]

  private static let signatures: [Mistake] = [
    row(
      "post-unsigned-form-accepted", ["POST-CHK-6"], "A form without a signature is accepted.",
      fix: "Report each missing field of the signature."
    ) { $0.required = { _ in ["key"] } },
    row(
      "post-empty-field-accepted", ["POST-CHK-6"], "An empty field is not missing.",
      fix: "Report an empty field as missing."
    ) { $0.isMissing = { $0 == nil } },
    row(
      "post-version-always-v4", ["POST-CHK-6"], "Every form is checked as one of V4.",
      fix: "Check a form as one of V4 only if it has `x-oss-signature-version`."
    ) { $0.isV4 = { _ in true } },
    row(
      "post-other-policy-accepted", ["POST-CHK-7"], "The field `policy` is not compared.",
      fix: "Compare the field `policy` with the base64 text of the policy."
    ) { $0.isPolicy = { _, _ in true } },
    row(
      "post-v4-values-not-read", ["POST-CHK-7"], "Any version, date and credential is accepted.",
      fix: "Report a version, a date or a credential that is not one of V4."
    ) { model in
      let former = model.readDate
      model.readDate = { former($0) ?? 1_702_743_657 }
      model.isVersion = { _ in true }
      model.isCredential = { _, _ in true }
    },
    row(
      "post-uncovered-field-accepted", ["POST-CHK-8"], "No field of V4 needs a condition.",
      fix: "Report each field of a V4 signature that no condition asks for."
    ) { $0.covers = { _, _, _, _ in true } },
    row(
      "post-any-condition-covers", ["POST-CHK-8"], "Any condition that names a V4 field covers it.",
      fix: "Demand a condition that asks for exactly the value of the field."
    ) { $0.covers = { $3.sameName($0.name, $1) } },
    covering("post-objects-alone-cover", "A condition with `eq` covers no field of V4.", .object),
    covering("post-arrays-alone-cover", "An object covers no field of V4.", .equal),
  ]

  private static func covering(
    _ id: String, _ sentence: String, _ match: FormCondition.Match
  ) -> Mistake {
    row(id, ["POST-CHK-8"], sentence, fix: "Accept both an object and `eq` for a field of V4.") {
      model in
      let former = model.covers
      model.covers = { $0.match == match && former($0, $1, $2, $3) }
    }
  }
}

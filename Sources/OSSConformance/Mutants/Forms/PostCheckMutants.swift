internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in holding a form against its policy.
enum PostCheckMutants {
  static let all: [Mutant] = PostConditionMutants.all + forms + times + told + fields + signed

  private static let forms: [Mutant] = [
    check(
      "post-key-not-asked-for", "POST-FORM-1", "A form without a key is taken.",
      "Ask for the field key."
    ) {
      $0.rewriteFieldFaults { $1.filter { $0 != .missingField("key") } }
    },
    check(
      "post-extra-fields-refused", "POST-FORM-2", "A field that no condition names is refused.",
      "Let it pass."
    ) {
      $0.rewriteFieldFaults { form, faults in
        faults
          + form.fields.filter { $0.name.hasPrefix("x-oss-meta-") }.map {
            .uncoveredField($0.name)
          }
      }
    },
    check(
      "post-names-by-case", "POST-FORM-3", "A field is found under its very name alone.",
      "Compare names without regard to case."
    ) {
      $0.rewriteHolding { condition, form, holds in
        guard let name = condition.fieldName, name != "bucket" else { return holds }
        return holds && form.fields.contains { $0.name.utf8.elementsEqual(name.utf8) }
      }
    },
    check(
      "post-values-without-case", "POST-FORM-3", "Values are compared without regard to case.",
      "Compare their bytes."
    ) {
      $0.rewriteHolding { condition, form, holds in
        switch condition {
        case .field(let name, let value), .equal(let name, let value):
          Bytes(form.value(of: name).utf8).lowercased == Bytes(value.utf8).lowercased
        case .startsWith(let name, let text):
          Bytes(form.value(of: name).utf8).lowercased.starts(with: Bytes(text.utf8).lowercased)
        default: holds
        }
      }
    },
    check(
      "post-values-normalized", "POST-FORM-3", "Values are equal that only look the same.",
      "Compare their bytes."
    ) {
      $0.rewriteHolding { condition, form, holds in
        switch condition {
        case .field(let name, let value), .equal(let name, let value):
          form.value(of: name) == value
        default: holds
        }
      }
    },
    check(
      "post-second-field-taken", "POST-FORM-4", "A field that is given twice is taken.",
      "Tell the second one."
    ) {
      $0.rewriteFieldFaults { _, faults in
        faults.filter { if case .repeatedField = $0 { false } else { true } }
      }
    },
  ]

  private static let times: [Mutant] = [
    check(
      "post-works-at-expiration", "POST-CHK-1", "A policy still works at its expiration.",
      "Refuse the form from that second on."
    ) {
      $0.post.hasExpired = { $1 > $0.expiration }
    },
    check(
      "post-expires-a-second-early", "POST-CHK-1", "A policy expires a second early.",
      "Compare with the expiration itself."
    ) {
      $0.post.hasExpired = { $1.seconds >= $0.expiration.seconds - 1 }
    },
    check(
      "post-never-expires", "POST-CHK-1", "A policy never expires.",
      "Compare the clock with the expiration."
    ) {
      $0.post.hasExpired = { _, _ in false }
    },
  ]

  private static let told: [Mutant] = [
    check("post-first-fault-alone", "POST-CHK-2", "Only the first fault is told.", "Tell each.") {
      $0.rewriteFaults { Array($0.prefix(1)) }
    },
    check(
      "post-indexes-from-one", "POST-CHK-2", "The first condition has the index 1.", "Begin with 0."
    ) {
      $0.rewriteFaults { faults in
        faults.map { fault in
          guard var object = fault.objectValue, let index = object["condition"]?.integerValue
          else { return fault }
          object["condition"] = .number(JSONNumber(index + 1))
          return .object(object)
        }
      }
    },
    check(
      "post-file-name-replaced", "POST-CHK-3", "The name of the file stands in the key.",
      "Look at the key as the form has it."
    ) {
      $0.rewriteInput { _, input in
        input["fields"] = input["fields"]?.arrayValue.map { fields in
          .array(
            fields.map { field in
              guard let pair = field.arrayValue, let value = pair.last?.stringValue,
                let name = pair.first
              else { return field }
              return [name, .string(Bytes(value.utf8).replacing("${filename}", with: "a").text)]
            })
        }
      }
    },
    check(
      "post-bucket-as-field", "POST-CHK-4", "The bucket is looked for among the fields.",
      "Take the bucket that the form is sent to."
    ) {
      $0.rewriteHolding { condition, form, holds in
        guard case .field("bucket", let value) = condition else { return holds }
        return form.fields.contains { $0.name == "bucket" && $0.value == value }
      }
    },
    check(
      "post-absent-field-fails", "POST-CHK-5", "A condition on an absent field never holds.",
      "Take an empty value for it."
    ) {
      $0.rewriteHolding { condition, form, holds in
        guard let name = condition.fieldName, name != "bucket" else { return holds }
        let lowercased = Bytes(name.utf8).lowercased
        return holds && form.fields.contains { Bytes($0.name.utf8).lowercased == lowercased }
      }
    },
  ]

  private static let fields: [Mutant] = [
    check(
      "post-unsigned-form-taken", "POST-CHK-6", "A form without a signature is taken.",
      "Ask for every field of the signature."
    ) {
      $0.rewriteFieldFaults { _, faults in
        faults.filter { fault in
          if case .missingField(let name) = fault { name == "key" } else { true }
        }
      }
    },
    check(
      "post-empty-field-taken", "POST-CHK-6", "An empty field counts as one.",
      "Take an empty field for a missing one."
    ) {
      $0.rewriteFieldFaults { form, faults in
        faults.filter { fault in
          guard case .missingField(let name) = fault else { return true }
          return !form.fields.contains { $0.name == name }
        }
      }
    },
    check(
      "post-version-always-v4", "POST-CHK-6", "Every form is taken for one of V4.",
      "Ask for the fields of V4 where the form tells its version."
    ) {
      $0.rewriteFieldFaults { form, faults in
        form.fields.contains { $0.name == "x-oss-signature-version" }
          ? faults : faults + [.missingField("x-oss-signature-version")]
      }
    },
    check(
      "post-other-policy-taken", "POST-CHK-7", "The field policy is not looked at.",
      "Compare it with the text of the policy."
    ) {
      $0.rewriteFieldFaults { $1.filter { $0 != .otherPolicy } }
    },
    check(
      "post-v4-values-not-read", "POST-CHK-7", "The values of the V4 fields are not looked at.",
      "Read the version, the date and the credential."
    ) {
      $0.rewriteFieldFaults { _, faults in
        faults.filter { if case .invalidField = $0 { false } else { true } }
      }
    },
  ]

  private static let signed: [Mutant] = [
    check(
      "post-uncovered-field-taken", "POST-CHK-8", "No field needs a condition.",
      "Look for the condition of each."
    ) {
      $0.rewriteFieldFaults { _, faults in
        faults.filter { if case .uncoveredField = $0 { false } else { true } }
      }
    },
    check(
      "post-covers-not-found", "POST-CHK-8", "No condition covers the credential.",
      "Look for objects and for arrays with eq."
    ) {
      $0.rewriteFieldFaults { form, faults in
        form.fields.contains { $0.name == "x-oss-credential" }
          ? faults + [.uncoveredField("x-oss-credential")] : faults
      }
    },
    check(
      "post-signature-never-early", "POST-V4-6", "A signature may be of any time to come.",
      "Refuse what is more than 15 minutes ahead."
    ) {
      $0.rewriteFieldFaults { _, faults in
        faults.filter { if case .signatureNotYetValid = $0 { false } else { true } }
      }
    },
    check(
      "post-signature-never-old", "POST-CHK-9", "A signature works for ever.",
      "Refuse it after seven days."
    ) {
      $0.rewriteFieldFaults { _, faults in
        faults.filter { if case .signatureExpired = $0 { false } else { true } }
      }
    },
    check(
      "post-signature-of-a-moment", "POST-CHK-9", "A signature works for a minute.",
      "Let it work for seven days."
    ) { steps in
      let former = steps.post.fieldFaults
      steps.post.fieldFaults = { policy, form, now in
        let faults = former(policy, form, now)
        let date = form.fields.first { $0.name == "x-oss-date" }?.value ?? ""
        guard let time = try? UnixTime(iso8601Basic: date), faults.isEmpty,
          abs(time.seconds - now.seconds) > 60
        else { return faults }
        return [.signatureExpired(time)]
      }
    },
  ]

  static func check(
    _ id: String, _ clause: String, _ mistake: String, _ mend: String,
    change: @escaping @Sendable (inout ReferenceSteps) -> Void
  ) -> Mutant {
    PostMutants.form(
      id, clause, mistake, mend: mend, on: [.postCheck], change: change)
  }
}

extension PostCondition {
  /// The field that the condition is about; nil for the size of the file.
  fileprivate var fieldName: String? {
    switch self {
    case .field(let name, _), .equal(let name, _), .startsWith(let name, _): name
    case .oneOf(let name, _), .noneOf(let name, _): name
    case .contentLength: nil
    }
  }
}

extension ReferenceSteps {
  /// Changes the faults that are told.
  fileprivate mutating func rewriteFaults(
    _ change: @escaping @Sendable ([JSONValue]) -> [JSONValue]
  ) {
    rewriteOutput { _, answer in
      guard let faults = answer.members["faults"]?.arrayValue else { return }
      answer.members["faults"] = .array(change(faults))
    }
  }
}

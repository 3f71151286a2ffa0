internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// An upload form.
package struct FormUpload: Sendable {
  let bucket: String
  let fields: [(name: String, value: String)]
  let fileSize: Int64
  let sameName: @Sendable (String, String) -> Bool
  let chosen: @Sendable ([String]) -> String?

  /// The first value of a field (POST-FORM-3, POST-FORM-4).
  func field(_ name: String) -> String? {
    chosen(fields.filter { sameName($0.name, name) }.map(\.value))
  }

  /// A date such as `20231203T121212Z`.
  static func date(_ text: String) -> Int64? {
    CivilTime(text.raw, "yyyyMMddTHHmmssZ").flatMap { $0.isReal ? $0.localSeconds : nil }
  }

  /// Five parts, none empty, the second the day and the last `aliyun_v4_request` (POST-CHK-7).
  static func isCredential(_ text: String, ofDay day: String) -> Bool {
    let parts = text.raw.split(separator: 0x2F, omittingEmptySubsequences: false)
    return parts.count == 5 && !parts.contains { $0.isEmpty } && parts[1].elementsEqual(day.utf8)
      && parts[4].elementsEqual("aliyun_v4_request".utf8)
  }
}

/// A fault of a form, with the index of a condition or the name of a field.
package struct FormFault: Sendable {
  let errorClass: ErrorClass
  var field: String?
  var condition: Int?
}

extension FormModel {
  /// What OSS will say of a form, in the order of "Checking a form against its policy".
  func checked(_ input: InputReader) throws(Refusal) -> Answer {
    let bytes = try input.requiredBytes("policy")
    let fields = try input.pairs("fields", orRefuseAs: .invalidInput)
    let size = try input.requiredInteger("fileSize")
    let form = FormUpload(
      bucket: try input.requiredText("bucket", orRefuseAs: .invalidBucketName), fields: fields,
      fileSize: size, sameName: sameName, chosen: chosen)
    let now = try input.time("now", as: seconds)
    let policy = try read(policy: bytes)
    var faults: [FormFault] = []
    if hasExpired(policy.expiration, now) { faults.append(FormFault(errorClass: .policyExpired)) }
    faults += fieldFaults(form, policy)
    if isV4(form) { faults += faultsV4(form, policy, now) }
    faults += foreign(form, policy.conditions).map {
      FormFault(errorClass: .uncoveredFormField, field: $0)
    }
    for (index, condition) in policy.conditions.enumerated() where !holds(condition, form) {
      faults.append(FormFault(errorClass: .policyConditionFailed, condition: index))
    }
    return Answer(members: ["faults": .array(reported(faults).map(json))])
  }

  /// Fields that are missing or given again, and another policy (POST-CHK-6, POST-FORM-4, POST-CHK-7).
  private func fieldFaults(_ form: FormUpload, _ policy: FormPolicy) -> [FormFault] {
    var faults = required(isV4(form)).filter { isMissing(form.field($0)) }
      .map { FormFault(errorClass: .missingFormField, field: $0) }
    faults += repeated(form).map { FormFault(errorClass: .duplicateFormField, field: $0) }
    if let text = form.given("policy"), !isPolicy(text, policy.bytes) {
      faults.append(FormFault(errorClass: .invalidFormField, field: "policy"))
    }
    return faults
  }

  /// Another version, fields without a condition, the date and the credential (POST-CHK-7 to POST-CHK-9).
  private func faultsV4(_ form: FormUpload, _ policy: FormPolicy, _ now: Int64) -> [FormFault] {
    var faults: [FormFault] = []
    let (version, credential, date) = ("x-oss-signature-version", "x-oss-credential", "x-oss-date")
    if let text = form.given(version), readsValuesOfV4, !text.hasSameBytes(as: "OSS4-HMAC-SHA256") {
      faults.append(FormFault(errorClass: .invalidFormField, field: version))
    }
    for name in [version, credential, date, "x-oss-security-token"] {
      guard let value = form.given(name) else { continue }
      if !policy.conditions.contains(where: { covers($0, name, value, self) }) {
        faults.append(FormFault(errorClass: .uncoveredFormField, field: name))
      }
    }
    guard let text = form.given(date) else { return faults }
    guard let time = FormUpload.date(text) else {
      return faults
        + (readsValuesOfV4 ? [FormFault(errorClass: .invalidFormField, field: date)] : [])
    }
    if let value = form.given(credential), readsValuesOfV4,
      !FormUpload.isCredential(value, ofDay: CivilTime.text(time, "yyyyMMdd"))
    {
      faults.append(FormFault(errorClass: .invalidFormField, field: credential))
    }
    if now < time - signatureSpan.early || now > time + signatureSpan.late {
      faults.append(FormFault(errorClass: .signatureExpired, field: date))
    }
    return faults
  }

  /// Whether a form fulfils a condition (POST-CHK-2 to POST-CHK-5).
  private func holds(_ condition: FormCondition, _ form: FormUpload) -> Bool {
    if condition.match == .size { return isInside(form.fileSize, condition.range) }
    if skips(form, condition.name) { return true }
    guard let value = value(form, condition.name) else { return false }
    return fulfils(compared(value), condition.match, condition.values.map(compared))
  }

  private func json(_ fault: FormFault) -> JSONValue {
    var object: JSONObject = ["class": .string(fault.errorClass.rawValue)]
    object["condition"] = fault.condition.map { .number(JSONNumber($0)) }
    object["field"] = fault.field.map { .string($0) }
    return .object(object)
  }
}

extension FormUpload {
  /// The first value of a field, nil where it is empty: that is reported only as missing.
  fileprivate func given(_ name: String) -> String? {
    field(name).flatMap { $0.utf8.isEmpty ? nil : $0 }
  }
}

internal import OSSPrimitives
internal import OSSServices

/// The names of the fields that a signature adds to a form, and what is asked of them.
enum PostFields {
  static let key = "key"
  static let policy = "policy"
  static let accessKeyID = "OSSAccessKeyId"
  static let signature = "Signature"
  static let token = "x-oss-security-token"
  static let version = "x-oss-signature-version"
  static let credential = "x-oss-credential"
  static let date = "x-oss-date"
  static let signatureV4 = "x-oss-signature"

  static let versionV4 = "OSS4-HMAC-SHA256"

  /// The seconds that a form may be early, and those that its signature works (POST-V4-6, POST-V4-9).
  private static let leeway: Int64 = 900
  private static let validity: Int64 = 604_800

  /// The faults of the fields that a signed form has, whichever version it is signed with: the key
  /// and those of the signature (POST-FORM-1, POST-CHK-6, POST-CHK-13), and the text of the policy
  /// (POST-CHK-7).
  /// A field that no condition names is no fault (POST-FORM-2), but for those of a V4 signature
  /// (POST-CHK-8, POST-CHK-12).
  static func faults(
    of policy: PostPolicy, _ form: PostForm, at now: Moment
  ) -> [PostFormFault] {
    let isV4 = form.field(version) != nil
    let due =
      isV4
      ? [key, Self.policy, version, credential, date, signatureV4]
      : [key, Self.policy, accessKeyID, signature]
    var faults: [PostFormFault] = due.filter { form.field($0)?.utf8.isEmpty != false }
      .map { .missingField($0) }
    faults += repeated(form).map { .repeatedField($0) }
    if let text = form.field(Self.policy), !text.utf8.isEmpty,
      !text.hasSameBytes(as: policy.base64)
    {
      faults.append(.otherPolicy)
    }
    return isV4 ? faults + faultsV4(of: policy, form, at: now) : faults
  }

  /// The names that come a second time (POST-FORM-4).
  private static func repeated(_ form: PostForm) -> [String] {
    var seen = NameSet()
    return form.fields.filter { !seen.insert($0.name.lowercasedBytes) }
      .map { $0.name }
  }

  /// The faults of what only V4 has: a version, date or credential of another kind (POST-CHK-7), a
  /// field that no condition covers (POST-CHK-8, POST-CHK-12), and a time at which it does not work
  /// (POST-CHK-9, POST-CHK-11).
  private static func faultsV4(
    of policy: PostPolicy, _ form: PostForm, at now: Moment
  ) -> [PostFormFault] {
    var faults: [PostFormFault] = []
    if let text = form.field(version), !text.utf8.isEmpty, !text.hasSameBytes(as: versionV4) {
      faults.append(.invalidField(version))
    }
    for name in [version, credential, date, token] {
      guard let value = form.field(name), !value.utf8.isEmpty else { continue }
      if !policy.conditions.contains(where: { $0.asks(name, equals: value) }) {
        faults.append(.uncoveredField(name))
      }
    }
    guard let text = form.field(date), !text.utf8.isEmpty else { return faults }
    guard let time = try? Moment(iso8601Basic: text) else {
      return faults + [.invalidField(date)]
    }
    if let value = form.field(credential), !value.utf8.isEmpty,
      !isCredential(value, ofDate: time.iso8601BasicDate)
    {
      faults.append(.invalidField(credential))
    }
    if now.seconds < time.seconds - leeway { faults.append(.signatureNotYetValid(time)) }
    if now.seconds > time.seconds + validity, let end = try? time.adding(seconds: validity) {
      faults.append(.signatureExpired(end))
    }
    return faults
  }

  /// Whether a text is a credential whose date is this one.
  private static func isCredential(_ text: String, ofDate date: String) -> Bool {
    let parts = text.bytes[...].pieces(at: "/")
    return parts.count == 5 && parts.allSatisfy { !$0.isEmpty }
      && parts[1].isText(date) && parts[4].isText("aliyun_v4_request")
  }
}

extension PostCondition {
  /// Whether the condition asks that a field has exactly this value.
  fileprivate func asks(_ name: String, equals value: String) -> Bool {
    switch self {
    case .field(let other, let due), .equal(let other, let due):
      FormField(other, "").hasName(name) && due.hasSameBytes(as: value)
    case .startsWith, .contentLength, .oneOf, .noneOf: false
    }
  }
}

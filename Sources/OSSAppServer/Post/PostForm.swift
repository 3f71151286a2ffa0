public import OSSPrimitives
public import OSSServices
public import OSSSigning

/// An upload form, to be checked against its policy.
public struct PostForm: Equatable, Sendable {
  /// The bucket that the form is sent to, which the host names.
  public let bucket: String
  /// The fields before the file, in their order; OSS ignores those after it.
  public let fields: [FormField]
  /// How many bytes the file has.
  public let fileByteCount: Int64

  /// Makes a form.
  ///
  /// - Parameters:
  ///   - bucket: the bucket that the form is sent to.
  ///   - fields: the fields before the file, decoded.
  ///   - fileByteCount: how many bytes the file has.
  public init(bucket: String, fields: [FormField], fileByteCount: Int64) {
    self.bucket = bucket
    self.fields = fields
    self.fileByteCount = fileByteCount
  }

  /// The values that a condition sees, by the name in lower case: the bucket of the form
  /// (POST-CHK-4), and a field's value as the form has it (POST-CHK-3).
  var values: [Bytes: String] {
    var values = ["bucket".bytes: bucket]
    for field in fields where values[field.name.lowercasedBytes] == nil {
      values[field.name.lowercasedBytes] = field.value
    }
    return values
  }

  /// The value of the first field of a name (POST-FORM-3); nil without one.
  func field(_ name: String) -> String? { fields.first { $0.hasName(name) }?.value }
}

extension PostForm: Redacted {
  /// The bucket, the number of fields and the size of the file; the token may be one of the fields.
  public var description: String {
    "PostForm(bucket: \(bucket.shown), fields: \(fields.count), fileByteCount: \(fileByteCount))"
  }
}

/// A signed policy: the fields that an upload form carries so that OSS takes it.
public struct SignedPostForm: Equatable, Sendable {
  /// The base64 text of the policy, which is what was signed.
  public let policy: String
  /// The text of the signature: base64 with V1, hexadecimal with V4.
  public let signature: String
  /// Every field that signing adds; the form's own fields and then the file follow.
  public let fields: [FormField]
}

extension SignedPostForm: Redacted {
  /// The names of the fields; their values are all that an upload needs.
  public var description: String {
    "SignedPostForm(\(fields.map { $0.name.shown }.joined(separator: ", ")))"
  }
}

extension FormField {
  /// Whether the name is another one, without regard to the case of ASCII letters (POST-FORM-3).
  func hasName(_ other: String) -> Bool {
    name.lowercasedBytes == other.lowercasedBytes
  }
}

/// Why OSS would refuse an upload form under its policy (POST-CHK).
public enum PostFormFault: Error, Equatable, Sendable {
  /// The policy expired at this time.
  case policyExpired(Moment)
  /// The condition at an index of the policy, from 0, does not hold.
  case conditionFailed(index: Int, PostCondition)
  /// A field that a signed form has is missing or empty.
  case missingField(String)
  /// A field is given twice.
  case repeatedField(String)
  /// The field `policy` is not the base64 text of the policy.
  case otherPolicy
  /// A field of a V4 signature has a value that such a field does not have.
  case invalidField(String)
  /// The policy does not ask that a field of a V4 signature has the value that it has.
  case uncoveredField(String)
  /// The V4 signature works only from 15 minutes before this time on.
  case signatureNotYetValid(Moment)
  /// The V4 signature worked up to this time, seven days after it was made.
  case signatureExpired(Moment)
}

extension PostFormFault {
  /// The error class of the adapter protocol for this fault.
  public var code: String {
    switch self {
    case .policyExpired: "policy-expired"
    case .conditionFailed: "policy-condition-failed"
    case .missingField: "missing-form-field"
    case .repeatedField: "duplicate-form-field"
    case .otherPolicy, .invalidField: "invalid-form-field"
    case .uncoveredField: "uncovered-form-field"
    case .signatureNotYetValid, .signatureExpired: "signature-expired"
    }
  }
}

extension PostFormFault: PlainError, CustomStringConvertible {
  /// One sentence that says what is wrong with the form, without the value of any field; it counts
  /// conditions from 1.
  public var description: String {
    switch self {
    case .policyExpired(let time): "The policy expired at %.".filled(time.description)
    case .conditionFailed(let index, let condition):
      "Condition % of the policy does not hold: %.".filled(String(index &+ 1), condition.failure)
    case .missingField(let name): "The form has no field %, or an empty one.".filled(name.quoted)
    case .repeatedField(let name): "The form has the field % twice.".filled(name.quoted)
    case .otherPolicy: "The form carries another policy than the one that it is checked against."
    case .invalidField(let name): "The field % is not one of a V4 signature.".filled(name.quoted)
    case .uncoveredField(let name):
      "The policy has no condition that the field % has the value that it has.".filled(name.quoted)
    case .signatureNotYetValid(let time):
      "The signature is one of %, which is to come.".filled(time.description)
    case .signatureExpired(let time): "The signature worked up to %.".filled(time.description)
    }
  }
}

extension PostPolicy {
  /// Every fault of an upload form under this policy: the expiry, the fields that a signed form has,
  /// then the conditions in their order.
  ///
  /// A fault of each kind is reported (POST-CHK-1, POST-CHK-2, POST-CHK-10, POST-CHK-14). The
  /// signature is not checked, since that takes a secret.
  ///
  /// - Parameters:
  ///   - form: the form.
  ///   - now: the clock.
  /// - Returns: Nothing if OSS would take the form.
  /// - Complexity: O(*n* + *m*) in the number of conditions and fields.
  public func faults(of form: PostForm, at now: Moment) -> [PostFormFault] {
    var faults: [PostFormFault] = []
    if now >= expiration { faults.append(.policyExpired(expiration)) }
    faults += PostFields.faults(of: self, form, at: now)
    let values = form.values
    for (index, condition) in conditions.enumerated()
    where !condition.holds(for: form, values) {
      faults.append(.conditionFailed(index: index, condition))
    }
    return faults
  }
}

extension PostCondition {
  /// Whether the condition holds (POST-COND-2, POST-COND-3, POST-COND-4, POST-COND-5, POST-COND-6);
  /// values are compared by their bytes (POST-CHK-2, POST-FORM-3), and that of a field that is not there
  /// fits nothing (POST-CHK-5).
  fileprivate func holds(for form: PostForm, _ seen: [Bytes: String]) -> Bool {
    func given(_ name: String, _ fits: (String) -> Bool) -> Bool {
      seen[name.lowercasedBytes].map(fits) ?? false
    }
    return switch self {
    case .field(let name, let value), .equal(let name, let value):
      given(name) { $0.hasSameBytes(as: value) }
    case .startsWith(let name, let prefix):
      given(name) { $0.begins(with: prefix) }
    case .contentLength(let range):
      range.contains(form.fileByteCount)
    case .oneOf(let name, let values):
      given(name) { given in values.contains { given.hasSameBytes(as: $0) } }
    case .noneOf(let name, let values):
      given(name) { given in !values.contains { given.hasSameBytes(as: $0) } }
    }
  }
}

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

/// Signs the policies of upload forms, over the same conditions whichever version signs.
///
///     let signer = try PostSigner(credentials, .v4(region: "cn-hangzhou"))
///     let fields = try signer.sign(
///       expiration: end, conditions: [.bucket("photos"), .startsWith("key", "user/")], at: now
///     ).fields
public struct PostSigner: Sendable {
  /// Whose key signs: that of requests.
  package let signer: Signer

  /// Makes a signer of the version chosen, which may be V1 or V4; that the credentials can sign was
  /// checked when they were made (POST-REF-2).
  ///
  /// - Throws: ``PostSignerError``: forms are not signed with V2, and not for a region or a product
  ///   that no scope can hold (POST-REF-3).
  /// - Complexity: O(*n*) in the length of the secret.
  public init(_ credentials: Credentials, _ version: SignatureVersion) throws(PostSignerError) {
    if version == .v2 { throw .formsOfV2 }
    do {
      signer = try Signer(credentials, version)
    } catch {
      throw .invalidScope(error)
    }
  }

  /// The conditions that a policy must have so that OSS takes its signature: none with V1; with V4
  /// they bind the fields (POST-V4-5, POST-V4-8, POST-V4-10, POST-V4-12).
  ///
  /// - Parameter time: the clock, at which the policy will be signed.
  public func conditions(at time: Moment) -> [PostCondition] {
    guard let credential = credential(at: time) else { return [] }
    var conditions: [PostCondition] = [
      .field(PostFields.version, equals: PostFields.versionV4),
      .field(PostFields.credential, equals: credential),
    ]
    if let token { conditions.append(.field(PostFields.token, equals: token)) }
    conditions.append(.field(PostFields.date, equals: time.iso8601Basic))
    return conditions
  }

  /// Writes a policy with these conditions and those of the version, and signs it.
  ///
  /// - Parameters:
  ///   - expiration: the first moment at which OSS no longer takes a form.
  ///   - conditions: what is asked of the form; ``conditions(at:)`` follow them.
  ///   - time: the clock.
  /// - Throws: ``PostPolicyError/noConditions``, ``PostPolicyError/invalidCondition(index:_:)``, or
  ///   ``PostPolicyError/expired(_:)`` for a policy that has ended already.
  /// - Complexity: O(*n*) in the length of the policy.
  public func sign(
    expiration: Moment, conditions: [PostCondition], at time: Moment
  ) throws(PostPolicyError) -> SignedPostForm {
    guard expiration > time else { throw .expired(expiration) }
    let policy = try PostPolicy(
      expiration: expiration, conditions: conditions + self.conditions(at: time))
    return sign(policy.bytes.span, at: time)
  }

  /// Signs a policy, whatever its bytes (POST-POL-2): its base64 text is signed as a string to sign
  /// is (POST-V1-1, POST-V4-3, POST-V4-4).
  ///
  /// - Parameters:
  ///   - policy: the bytes; not one is changed, and OSS gets these. They should ask what
  ///     ``conditions(at:)`` ask.
  ///   - time: the clock, whose day is that of the key of V4; V1 does not look at it.
  /// - Complexity: O(*n*) in the number of bytes.
  public func sign(_ policy: Span<UInt8>, at time: Moment) -> SignedPostForm {
    let text = Base64.encode(policy)
    let string = text.bytes
    let signature = signer.signatureText(of: string.span, at: time)
    var fields =
      if let credential = credential(at: time) {
        // POST-V4-1.
        [
          FormField(PostFields.policy, text),
          FormField(PostFields.version, PostFields.versionV4),
          FormField(PostFields.credential, credential),
          FormField(PostFields.date, time.iso8601Basic),
          FormField(PostFields.signatureV4, signature),
        ]
      } else {
        // POST-V1-2.
        [
          FormField(PostFields.accessKeyID, signer.identity.accessKeyID ?? ""),
          FormField(PostFields.policy, text),
          FormField(PostFields.signature, signature),
        ]
      }
    // POST-V1-3, POST-V4-7.
    if let token { fields.append(FormField(PostFields.token, token)) }
    return SignedPostForm(policy: text, signature: signature, fields: fields)
  }

  /// The value of the field `x-oss-credential`; nil with V1 (POST-V4-2, POST-V4-11).
  private func credential(at time: Moment) -> String? {
    signer.identity.scope(at: time).map { "\(signer.identity.accessKeyID ?? "")/\($0)" }
  }

  /// The security token, if there is one.
  private var token: String? {
    signer.identity.securityToken.map { String(decoding: $0, as: UTF8.self) }
  }
}

extension PostSigner: Redacted {
  /// Who signs and how; never the secret, never the token.
  public var description: String { "PostSigner(\(signer.identity))" }
}

/// Why there is no signer of upload forms for a version.
public enum PostSignerError: Error, Equatable, Sendable {
  /// The version is V2, with which this package signs no forms.
  case formsOfV2
  /// The region or the product of V4 is one that no scope can hold (POST-REF-3).
  case invalidScope(SigningError)
}

extension PostSignerError: PlainError, CustomStringConvertible {
  /// One sentence that says what is wrong with the version.
  public var description: String {
    switch self {
    case .formsOfV2: "Upload forms are signed with V1 or V4, not with V2."
    case .invalidScope(let error): error.description
    }
  }
}

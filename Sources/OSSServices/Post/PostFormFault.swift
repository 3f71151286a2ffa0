public import OSSPrimitives

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

extension PostFormFault: CustomStringConvertible {
  /// One sentence that says what is wrong with the form, without the value of any field.
  public var description: String {
    switch self {
    case .policyExpired(let time): "The policy expired at \(time)."
    case .conditionFailed(let index, let condition):
      "The condition \(index) of the policy does not hold: \(condition.outline)."
    case .missingField(let name): "The form has no field \(name.quoted), or an empty one."
    case .repeatedField(let name): "The form has the field \(name.quoted) twice."
    case .otherPolicy: "The form carries another policy than the one that it is checked against."
    case .invalidField(let name): "The field \(name.quoted) is not one of a V4 signature."
    case .uncoveredField(let name):
      "The policy has no condition that the field \(name.quoted) has the value that it has."
    case .signatureNotYetValid(let time): "The signature is one of \(time), which is to come."
    case .signatureExpired(let time): "The signature worked up to \(time)."
    }
  }
}

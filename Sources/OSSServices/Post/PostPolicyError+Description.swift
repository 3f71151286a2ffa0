internal import OSSJSON
internal import OSSPrimitives

extension PostPolicyError: CustomStringConvertible {
  /// One sentence that says what is wrong with the policy.
  public var description: String {
    switch self {
    case .invalidJSON(let error): "The policy is not JSON: \(error)"
    case .notAnObject: "The policy is not a JSON object."
    case .missingMember(let name): "The policy has no member \(name.quoted) of the right type."
    case .invalidExpiration(let error): "The expiration of the policy is no time: \(error)"
    case .expirationNotInUTC: "The expiration of the policy does not end with 'Z'."
    case .noConditions: "The policy has no condition."
    case .invalidCondition(let index, let fault):
      "The condition \(index) of the policy \(fault.predicate)."
    }
  }
}

extension PostConditionFault {
  /// What is to be said of the condition.
  fileprivate var predicate: String {
    switch self {
    case .type: "is neither an object nor an array"
    case .memberCount(let count): "is an object of \(count) members, where one is due"
    case .unknownMatch: "does not begin with a known way to match"
    case .elementCount(let count): "is an array of \(count) elements, which its way does not have"
    case .fieldName: "names no field"
    case .valueType: "has a value of another type than its way to match asks for"
    case .emptyList: "has an empty list of values"
    case .sizeRange: "has a range of sizes that holds none"
    }
  }
}

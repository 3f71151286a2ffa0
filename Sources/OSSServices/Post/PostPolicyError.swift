public import OSSJSON
public import OSSPrimitives

/// Why there is no policy for conditions, or why bytes are not a policy (POST-REF-1).
public enum PostPolicyError: Error, Equatable, Sendable {
  /// The bytes are not JSON; the offset in the error counts them with `\$` taken for `$`.
  case invalidJSON(JSONError)
  /// The JSON is not an object.
  case notAnObject
  /// The object lacks the member `expiration` or `conditions`, or it is of another type.
  case missingMember(String)
  /// The expiration is not a time such as `2014-12-01T12:00:00.000Z`.
  case invalidExpiration(TimeError)
  /// The expiration is not in UTC, with a `Z` at its end.
  case expirationNotInUTC
  /// There is no condition, and OSS asks for at least one.
  case noConditions
  /// The condition at an index, from 0, is invalid.
  case invalidCondition(index: Int, PostConditionFault)
}

/// Why a condition of a policy is invalid.
public enum PostConditionFault: Error, Equatable, Sendable {
  /// It is neither an object nor an array.
  case type
  /// It is an object that has not exactly one member.
  case memberCount(Int)
  /// It is an array whose first element is not the name of a way to match.
  case unknownMatch
  /// It is an array with too few or too many elements for its way to match.
  case elementCount(Int)
  /// The name of the field is empty, or lacks its dollar sign in an array, or has one too many.
  case fieldName
  /// A value is of another type than the way to match asks for.
  case valueType
  /// The list of values is empty.
  case emptyList
  /// The range of sizes is negative or ends before it begins.
  case sizeRange
}

extension PostPolicyError {
  /// The error class of the adapter protocol for this fault.
  public var code: String { "invalid-policy" }
}

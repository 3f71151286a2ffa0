internal import OSSPrimitives

/// A parameter of a request's query, decoded.
public struct QueryParameter: Sendable {
  /// The name, compared by its bytes, case included.
  public let name: String
  /// The value; nil is a bare name, `?acl`, and "" an empty value, `?acl=`.
  public let value: String?

  /// Makes a parameter from its decoded name and value.
  public init(_ name: String, _ value: String? = nil) {
    self.name = name
    self.value = value
  }
}

extension QueryParameter: Hashable {
  /// Whether name and value have the same bytes; `String` would also equate normalized forms.
  public static func == (left: Self, right: Self) -> Bool {
    guard left.name.hasSameBytes(as: right.name) else { return false }
    guard let a = left.value, let b = right.value else { return left.value == right.value }
    return a.hasSameBytes(as: b)
  }

  /// Hashes the bytes of the name and the value.
  public func hash(into hasher: inout Hasher) {
    name.hashBytes(into: &hasher)
    hasher.combine(value == nil)
    value?.hashBytes(into: &hasher)
  }
}

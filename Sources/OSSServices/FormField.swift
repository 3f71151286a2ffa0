public import OSSPrimitives

/// A field of an upload form, before the file.
public struct FormField: Sendable {
  /// The name; OSS compares names without regard to case.
  public let name: String
  /// The value as text.
  public let value: String

  /// Makes a field of a name and a value.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension FormField: Equatable {
  /// Whether name and value have the same bytes; `String` would also equate normalized forms.
  public static func == (left: Self, right: Self) -> Bool {
    left.name.hasSameBytes(as: right.name) && left.value.hasSameBytes(as: right.value)
  }
}

extension FormField: Redacted {
  /// The name; never the value, which may be the token.
  public var description: String { "FormField(\(name.shown))" }
}

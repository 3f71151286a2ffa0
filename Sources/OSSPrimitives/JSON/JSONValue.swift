/// A JSON value as RFC 8259 section 3 defines it.
///
/// Strings and names are equal when their UTF-8 bytes are, numbers when their text is, and objects
/// when they have the same members in the same order: what is equal writes the same bytes.
public enum JSONValue: Sendable {
  /// The literal `null`.
  case null
  /// One of the literals `true` and `false`.
  case bool(Bool)
  /// A number, kept as it was written.
  case number(JSONNumber)
  /// A string without its quotation marks and escapes.
  case string(String)
  /// An array of values.
  case array([JSONValue])
  /// An object, its members in the order in which they were written.
  case object(JSONObject)
}

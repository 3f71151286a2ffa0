internal import OSSPrimitives

/// A JSON number, kept as the text that was written.
///
/// The text is what is compared: `1`, `1.0` and `1e0` are three numbers. Nothing is lost on the way
/// from a file to a file, whatever the size of the number.
public struct JSONNumber: Sendable {
  /// The number as RFC 8259 section 6 writes it.
  public let text: String

  /// Makes a number from an integer of 64 bits.
  ///
  /// - Parameter value: The integer.
  public init(_ value: Int64) { text = String(value) }

  /// Makes a number from an integer.
  ///
  /// - Parameter value: The integer.
  public init(_ value: Int) { text = String(value) }

  /// Makes a number from text that follows the grammar of RFC 8259 section 6.
  ///
  /// - Parameter text: The number without anything before or after it.
  /// - Throws: A ``JSONError`` with the place in the text that is not a number's.
  /// - Complexity: O(*n*) in the length of the text.
  public init(text: String) throws(JSONError) {
    self = try JSONParser.number(text.bytes)
  }

  /// Makes a number from text that the parser has found to be one.
  init(checked text: String) { self.text = text }

  /// The value, if the text is that of an integer that fits in 64 bits.
  ///
  /// It is nil for a number with a fraction or an exponent, even where its value is whole, and for
  /// `-0`, which no integer writes.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public var integer: Int64? {
    text.hasSameBytes(as: "-0") ? nil : Int64(decimal: text)
  }
}

extension JSONNumber: Hashable {
  /// Compares the texts of two numbers byte by byte.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    left.text.hasSameBytes(as: right.text)
  }

  /// Feeds the text to a hasher.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }
}

extension JSONNumber {
  /// The nearest number of double precision, if the value is not too great for one.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public var double: Double? {
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }
}

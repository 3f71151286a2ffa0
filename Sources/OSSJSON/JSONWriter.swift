public import OSSPrimitives

/// What the two writers of JSON share: the scalars, in ASCII only.
///
/// Text outside ASCII is escaped, so that a file means the same to every editor, terminal and
/// reader, and characters that cannot be seen are seen.
enum JSONWriter {
  /// Appends a string with its quotation marks.
  static func append(_ text: String, to buffer: inout Bytes) {
    buffer.append(ascii: "\"")
    // Most strings need no escape, and their bytes are copied in one piece.
    if text.isAll(isPlain) {
      buffer.append(text)
    } else {
      for unit in text.utf16 { append(unit, to: &buffer) }
    }
    buffer.append(ascii: "\"")
  }

  /// Whether a byte is in a string as it is.
  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool {
    0x20...0x7e ~= byte && byte != 0x22 && byte != 0x5c
  }

  /// Appends a value that is neither an array nor an object, and nothing for those two.
  static func append(scalar value: JSONValue, to buffer: inout Bytes) {
    switch value {
    case .null: buffer.append("null")
    case .bool(let value): buffer.append(value ? "true" : "false")
    case .number(let value): buffer.append(value.text)
    case .string(let value): append(value, to: &buffer)
    case .array, .object: break
    }
  }

  /// Appends one UTF-16 code unit of a string; a pair of surrogates makes two escapes.
  private static func append(_ unit: UInt16, to buffer: inout Bytes) {
    switch unit {
    case 0x22: append(escape: "\"", to: &buffer)
    case 0x5c: append(escape: "\\", to: &buffer)
    case 0x20...0x7e: buffer.append(UInt8(truncatingIfNeeded: unit))
    case 0x08: append(escape: "b", to: &buffer)
    case 0x09: append(escape: "t", to: &buffer)
    case 0x0a: append(escape: "n", to: &buffer)
    case 0x0c: append(escape: "f", to: &buffer)
    case 0x0d: append(escape: "r", to: &buffer)
    default:
      append(escape: "u", to: &buffer)
      Hexadecimal.append(UInt8(truncatingIfNeeded: unit >> 8), to: &buffer)
      Hexadecimal.append(UInt8(truncatingIfNeeded: unit), to: &buffer)
    }
  }

  private static func append(escape letter: Unicode.Scalar, to buffer: inout Bytes) {
    buffer.append(ascii: "\\")
    buffer.append(UInt8(ascii: letter))
  }
}

extension JSONValue {
  /// The value in the fewest bytes, in ASCII only.
  ///
  /// - Returns: The text, without white space between its parts and without a line end.
  /// - Complexity: O(*n*) in the size of the value.
  public func compact() -> String {
    String(byteCount: 0) { append(compactTo: &$0) }
  }

  /// Appends the value in the fewest bytes, in ASCII only.
  ///
  /// - Parameter buffer: Where the text is added.
  /// - Complexity: O(*n*) in the size of the value.
  public func append(compactTo buffer: inout Bytes) {
    switch self {
    case .null, .bool, .number, .string:
      JSONWriter.append(scalar: self, to: &buffer)
    case .array(let elements):
      var separator = UInt8(ascii: "[")
      for element in elements {
        buffer.append(separator)
        element.append(compactTo: &buffer)
        separator = UInt8(ascii: ",")
      }
      if elements.isEmpty { buffer.append(separator) }
      buffer.append(ascii: "]")
    case .object(let object):
      var separator = UInt8(ascii: "{")
      for member in object.members {
        buffer.append(separator)
        JSONWriter.append(member.name, to: &buffer)
        buffer.append(ascii: ":")
        member.value.append(compactTo: &buffer)
        separator = UInt8(ascii: ",")
      }
      if object.members.isEmpty { buffer.append(separator) }
      buffer.append(ascii: "}")
    }
  }
}

extension JSONValue {
  /// The value in the one form in which files of this package are written.
  ///
  /// Members keep their order and stand one to a line, two spaces deeper than their object. An
  /// array of scalars alone is on one line, any other has an element to a line. The text is
  /// ASCII and every line, the last too, ends with a line feed (FMT-FILE-2).
  ///
  /// - Returns: The text.
  /// - Complexity: O(*n*) in the size of the value.
  public func canonical() -> Bytes {
    var buffer = Bytes()
    append(canonicalTo: &buffer, indentation: 0)
    buffer.append(0x0a)
    return buffer
  }

  private func append(canonicalTo buffer: inout Bytes, indentation: Int) {
    switch self {
    case .null, .bool, .number, .string:
      JSONWriter.append(scalar: self, to: &buffer)
    case .array(let elements):
      if elements.allSatisfy({ $0.isScalar }) {
        Self.append(line: elements, to: &buffer)
      } else {
        Self.append(lines: elements, to: &buffer, indentation: indentation)
      }
    case .object(let object):
      Self.append(object, to: &buffer, indentation: indentation)
    }
  }

  private static func append(line elements: [JSONValue], to buffer: inout Bytes) {
    buffer.append(ascii: "[")
    for (index, element) in elements.enumerated() {
      if index > 0 { buffer.append(", ") }
      JSONWriter.append(scalar: element, to: &buffer)
    }
    buffer.append(ascii: "]")
  }

  private static func append(
    lines elements: [JSONValue], to buffer: inout Bytes, indentation: Int
  ) {
    buffer.append(ascii: "[")
    for (index, element) in elements.enumerated() {
      if index > 0 { buffer.append(ascii: ",") }
      appendLineStart(indentation + 2, to: &buffer)
      element.append(canonicalTo: &buffer, indentation: indentation + 2)
    }
    appendLineStart(indentation, to: &buffer)
    buffer.append(ascii: "]")
  }

  private static func append(
    _ object: JSONObject, to buffer: inout Bytes, indentation: Int
  ) {
    buffer.append(ascii: "{")
    for (index, member) in object.members.enumerated() {
      if index > 0 { buffer.append(ascii: ",") }
      appendLineStart(indentation + 2, to: &buffer)
      JSONWriter.append(member.name, to: &buffer)
      buffer.append(": ")
      member.value.append(canonicalTo: &buffer, indentation: indentation + 2)
    }
    if !object.members.isEmpty { appendLineStart(indentation, to: &buffer) }
    buffer.append(ascii: "}")
  }

  private static func appendLineStart(_ indentation: Int, to buffer: inout Bytes) {
    buffer.append(0x0a)
    for _ in 0..<indentation { buffer.append(0x20) }
  }
}

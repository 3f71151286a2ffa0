/// What the two writers of JSON share: the scalars, in ASCII only.
///
/// Text outside ASCII is escaped, so that a file means the same to every editor, terminal and
/// reader, and characters that cannot be seen are seen.
enum JSONWriter {
  /// Appends a string with its quotation marks.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  static func append(_ text: String, to buffer: inout Bytes) {
    buffer.append(UInt8(ascii: "\""))
    // Most strings need no escape, and their bytes are copied in one piece.
    if text.utf8.allSatisfy(isPlain) {
      buffer.append(contentsOf: text.utf8)
    } else {
      for unit in text.utf16 { append(unit, to: &buffer) }
    }
    buffer.append(UInt8(ascii: "\""))
  }

  /// Whether a byte stands in a string as it is.
  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool {
    0x20...0x7e ~= byte && byte != 0x22 && byte != 0x5c
  }

  /// Appends a value that is neither an array nor an object, and nothing for those two.
  ///
  /// - Complexity: O(*n*) in the length of the value.
  static func append(scalar value: JSONValue, to buffer: inout Bytes) {
    switch value {
    case .null: buffer.append(contentsOf: "null".utf8)
    case .bool(let value): buffer.append(contentsOf: (value ? "true" : "false").utf8)
    case .number(let value): buffer.append(contentsOf: value.text.utf8)
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
    buffer.append(UInt8(ascii: "\\"))
    buffer.append(UInt8(ascii: letter))
  }
}

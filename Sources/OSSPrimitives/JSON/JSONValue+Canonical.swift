extension JSONValue {
  /// The value in the one form in which files of this package are written.
  ///
  /// Members keep their order and stand one to a line, two spaces deeper than their object. An
  /// array of scalars alone stands on one line, any other has an element to a line. The text is
  /// ASCII and every line, the last too, ends with a line feed.
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
    buffer.append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { buffer.append(contentsOf: ", ".utf8) }
      JSONWriter.append(scalar: element, to: &buffer)
    }
    buffer.append(UInt8(ascii: "]"))
  }

  private static func append(
    lines elements: [JSONValue], to buffer: inout Bytes, indentation: Int
  ) {
    buffer.append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      appendLineStart(indentation + 2, to: &buffer)
      element.append(canonicalTo: &buffer, indentation: indentation + 2)
    }
    appendLineStart(indentation, to: &buffer)
    buffer.append(UInt8(ascii: "]"))
  }

  private static func append(
    _ object: JSONObject, to buffer: inout Bytes, indentation: Int
  ) {
    buffer.append(UInt8(ascii: "{"))
    for (index, member) in object.members.enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      appendLineStart(indentation + 2, to: &buffer)
      JSONWriter.append(member.name, to: &buffer)
      buffer.append(contentsOf: ": ".utf8)
      member.value.append(canonicalTo: &buffer, indentation: indentation + 2)
    }
    if !object.members.isEmpty { appendLineStart(indentation, to: &buffer) }
    buffer.append(UInt8(ascii: "}"))
  }

  private static func appendLineStart(_ indentation: Int, to buffer: inout Bytes) {
    buffer.append(0x0a)
    for _ in 0..<indentation { buffer.append(0x20) }
  }
}

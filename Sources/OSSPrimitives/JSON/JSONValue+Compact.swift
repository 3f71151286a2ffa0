extension JSONValue {
  /// The value in the fewest bytes, in ASCII only.
  ///
  /// - Returns: The text, without white space between its parts and without a line end.
  /// - Complexity: O(*n*) in the size of the value.
  public func compact() -> String {
    var buffer = Bytes()
    append(compactTo: &buffer)
    return String(decoding: buffer, as: UTF8.self)
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
      buffer.append(UInt8(ascii: "]"))
    case .object(let object):
      var separator = UInt8(ascii: "{")
      for member in object.members {
        buffer.append(separator)
        JSONWriter.append(member.name, to: &buffer)
        buffer.append(UInt8(ascii: ":"))
        member.value.append(compactTo: &buffer)
        separator = UInt8(ascii: ",")
      }
      if object.members.isEmpty { buffer.append(separator) }
      buffer.append(UInt8(ascii: "}"))
    }
  }
}

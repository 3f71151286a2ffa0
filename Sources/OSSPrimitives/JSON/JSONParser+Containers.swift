extension JSONParser {
  /// Reads the array that begins at the position.
  mutating func array() throws(JSONError) -> [JSONValue] {
    try open()
    var elements: [JSONValue] = []
    if try close(with: UInt8(ascii: "]")) { return elements }
    elements.reserveCapacity(2)
    while true {
      elements.append(try value())
      if try endOfElement(closing: UInt8(ascii: "]")) { return elements }
    }
  }

  /// Reads the object that begins at the position.
  mutating func object() throws(JSONError) -> JSONObject {
    try open()
    var members: [JSONMember] = []
    if try close(with: UInt8(ascii: "}")) { return JSONObject() }
    members.reserveCapacity(4)
    var names = NameRegister()
    while true {
      let start = position
      let name = try self.name()
      guard names.insert(name, after: members) else {
        throw .duplicateName(name, offset: start)
      }
      members.append(JSONMember(name: name, value: try value()))
      if try endOfElement(closing: UInt8(ascii: "}")) { return JSONObject(members) }
    }
  }

  /// Reads a name and the colon after it.
  private mutating func name() throws(JSONError) -> String {
    try expect(UInt8(ascii: "\""))
    let name = try string()
    skipWhiteSpace()
    try expect(UInt8(ascii: ":"))
    position += 1
    skipWhiteSpace()
    return name
  }

  /// Moves into an array or object.
  private mutating func open() throws(JSONError) {
    guard depth < limits.depth else { throw .tooDeep(limit: limits.depth, offset: position) }
    depth += 1
    position += 1
    skipWhiteSpace()
  }

  /// Moves out of the array or object if it ends at the position.
  private mutating func close(with byte: UInt8) throws(JSONError) -> Bool {
    guard position < bytes.count else { throw .unexpectedEnd(offset: position) }
    guard bytes[position] == byte else { return false }
    depth -= 1
    position += 1
    return true
  }

  /// Moves over the comma to the next element, or out of the array or object.
  private mutating func endOfElement(closing byte: UInt8) throws(JSONError) -> Bool {
    skipWhiteSpace()
    if try close(with: byte) { return true }
    try expect(UInt8(ascii: ","))
    position += 1
    skipWhiteSpace()
    return false
  }

  private func expect(_ byte: UInt8) throws(JSONError) {
    guard position < bytes.count else { throw .unexpectedEnd(offset: position) }
    guard bytes[position] == byte else {
      throw .unexpectedByte(bytes[position], offset: position)
    }
  }
}

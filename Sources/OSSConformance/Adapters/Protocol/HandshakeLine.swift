internal import OSSPrimitives

/// An adapter's answer to the handshake.
enum HandshakeLine: Hashable {
  /// It introduces itself.
  case identity(AdapterIdentity)
  /// It does not speak this version.
  case refusal(speaks: Int64?, message: String?)

  /// Reads the line.
  init(_ bytes: borrowing Bytes, in range: Range<Int>) throws(LineFault) {
    let line = try ProtocolLine(bytes, in: range)
    let version = line.member("protocol")?.integerValue
    if let error = line.member("error") {
      self = .refusal(speaks: version, message: error.stringValue)
      return
    }
    guard let version else {
      throw line.member("protocol") == nil
        ? .missing("protocol") : .wrongType("protocol", expected: "a whole number")
    }
    guard version == RequestLine.protocolVersion else {
      self = .refusal(speaks: version, message: nil)
      return
    }
    self = .identity(try Self.identity(line))
  }

  private static func identity(_ line: ProtocolLine) throws(LineFault) -> AdapterIdentity {
    let sdk = try line.members("sdk")
    var texts: [String] = []
    for name in ["name", "version", "language"] {
      guard let value = sdk[name], !value.isNull else { throw .missing("sdk.\(name)") }
      guard let text = value.stringValue else {
        throw .wrongType("sdk.\(name)", expected: "a string")
      }
      texts.append(text)
    }
    guard line.member("operations") != nil else { throw .missing("operations") }
    return AdapterIdentity(
      name: texts[0], version: texts[1], language: texts[2],
      operations: try names("operations", of: line), features: try names("features", of: line),
      window: try window(line))
  }

  private static func names(_ member: String, of line: ProtocolLine) throws(LineFault) -> [String] {
    guard let value = line.member(member) else { return [] }
    guard let elements = value.arrayValue else {
      throw .wrongType(member, expected: "an array of strings")
    }
    var names: [String] = []
    for element in elements {
      guard let name = element.stringValue else {
        throw .wrongType(member, expected: "an array of strings")
      }
      names.append(name)
    }
    return names
  }

  private static func window(_ line: ProtocolLine) throws(LineFault) -> Int {
    guard let value = line.member("window") else { return 1 }
    guard let window = value.integerValue, window >= 1 else {
      throw .wrongType("window", expected: "a whole number from 1")
    }
    return Int(clamping: window)
  }
}

extension AdapterIdentity {
  /// Appends the adapter's answer to the handshake, with its LF.
  func append(to buffer: inout Bytes) {
    let line: JSONObject = [
      "protocol": .number(JSONNumber(RequestLine.protocolVersion)),
      "sdk": .object([
        "name": .string(name), "version": .string(version), "language": .string(language),
      ]),
      "operations": .array(operations.map { .string($0) }),
      "features": .array(features.map { .string($0) }),
      "window": .number(JSONNumber(window)),
    ]
    JSONValue.object(line).append(compactTo: &buffer)
    buffer.append(0x0A)
  }
}

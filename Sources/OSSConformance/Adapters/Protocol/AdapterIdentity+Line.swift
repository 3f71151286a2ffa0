internal import OSSPrimitives

extension AdapterIdentity {
  /// Appends the adapter's answer to the handshake, with its LF.
  ///
  /// - Parameter buffer: Where the line is added.
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

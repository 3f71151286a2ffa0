internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// What the reference has no value for: bytes that are no text, and years beyond 9999.
extension ReferenceSteps {
  /// Signs the bytes of a key or a header value that are not UTF-8.
  ///
  /// A word in ASCII goes through the reference in their place, and they take its place in the string
  /// to sign.
  mutating func signBytesAsGiven() {
    rewriteInput { _, input in
      for member in ["key", "headers"] {
        if let value = input[member] { input[member] = value.namingBytes }
      }
    }
    afterHeaders { _, _, lines in lines = lines.restoringNamedBytes }
    afterResource { _, _, resource in resource = resource.restoringNamedBytes }
    rewriteOutput { input, answer in
      // The headers that are sent would hold the words.
      let given = [input["key"], input["headers"]].compactMap(\.self)
      if given != given.map(\.namingBytes) { answer.members["headers"] = nil }
    }
  }

  /// Writes the date of a time beyond the year 9999 as it would go on.
  mutating func writeYearsOfFiveDigits() {
    // After 400 years the calendar and the days of the week begin anew.
    let cycle: Int64 = 146_097 * 86400
    let last: Int64 = 253_402_300_799
    rewriteInput { _, input in
      guard let time = input["time"]?.integerValue, time > last else { return }
      let cycles = (time - last + cycle - 1) / cycle
      input["time"] = .number(JSONNumber(time - cycles * cycle))
      input["years"] = .number(JSONNumber(cycles * 400))
    }
    adjust = { input, signing in
      guard let years = input["years"]?.integerValue else { return }
      let former = signing.dateLine
      signing.dateLine = { request, time, buffer in
        var line = Bytes()
        former(request, time, &line)
        var words = line.text.split(separator: " ").map(String.init)
        if words.count == 6, let year = Int64(words[3]) { words[3] = String(year + years) }
        buffer.append(contentsOf: Bytes(words.joined(separator: " ").utf8))
      }
    }
    rewriteOutput { input, answer in
      // The Date that is sent has the year of the reference.
      if (input["time"]?.integerValue ?? 0) > last { answer.members["headers"] = nil }
    }
  }
}

/// What stands before the hexadecimal digits of bytes that are no text.
private let mark = "bytes.not.utf8."

extension JSONValue {
  /// The value with a word in the place of bytes that are not UTF-8, wherever they stand.
  fileprivate var namingBytes: JSONValue {
    switch self {
    case .array(let elements): return .array(elements.map(\.namingBytes))
    case .object(let object):
      guard let text = object["base64"]?.stringValue, let bytes = try? Base64.decode(text),
        String(validating: bytes, as: UTF8.self) == nil
      else { return self }
      return .string(mark + Hexadecimal.encode(bytes.span))
    case .null, .bool, .number, .string: return self
    }
  }
}

extension Bytes {
  /// The bytes with those that a word stands for in its place.
  fileprivate var restoringNamedBytes: Bytes {
    var result = Bytes()
    var rest = self[...]
    let word = Bytes(mark.utf8)
    while let first = rest.first {
      guard rest.starts(with: word) else {
        result.append(first)
        rest.removeFirst()
        continue
      }
      let digits = rest.dropFirst(word.count).prefix { byte in
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
      }
      guard let bytes = try? Hexadecimal.decode(Bytes(digits).text) else { return self }
      result.append(contentsOf: bytes)
      rest = rest.dropFirst(word.count + digits.count)
    }
    return result
  }
}

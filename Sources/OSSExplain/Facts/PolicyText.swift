internal import OSSPrimitives

// The text of a policy in JSON, in code or in a format, and the patterns that it has.
extension Bytes {
  /// What of a policy without blanks between its members is against the grammar of RAM; nil where nothing is
  /// seen (EXP-RULE-1).
  var policyFault: String? {
    let word = ["allow", "deny"].first { contains("\"Effect\":\"" + $0 + "\"") }
    if let word {
      return "Its Effect is \(word), with a small letter: Allow and Deny begin with a capital."
    }
    return lowercased.otherPolicyFault
  }

  private var otherPolicyFault: String? {
    if contains("\"statements\"") { return "The element is Statement, not Statements." }
    if ["2008", "2012"].contains(where: { contains("\"version\":\"" + $0) }) {
      return "Its Version is \"1\", not a date as with Amazon."
    }
    if contains("\"arn:aws:") {
      return "Its resources are written as acs:oss:*:*:<bucket>/*, not as arn:aws:s3."
    }
    // An object of a program may have a comma at its end, the text of JSON may not.
    let isText = contains("\\\"statement")
    let bare = replacing("\\n", with: "").filter { !$0.isSpace && !"\"'+\\".utf8.contains($0) }
    let hasComma = Bytes(bare).contains(",]") || Bytes(bare).contains(",}")
    return isText && hasComma ? "The JSON has a comma behind the last element of a list." : nil
  }

  /// The number of an address of IP in four decimal parts; nil for another text.
  var addressValue: UInt64? {
    let numbers = parts(at: ".").map { UInt64(digits: $0[...]) ?? 256 }
    let isAddress = numbers.count == 4 && numbers.allSatisfy { $0 < 256 }
    return isAddress ? numbers.reduce(0) { $0 << 8 | $1 } : nil
  }

  /// Whether it is an address of a private network (RFC 1918).
  var isPrivateAddress: Bool {
    ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"].contains { isInside($0.bytes) }
  }

  /// Whether an address is in a block such as `10.0.0.0/8`, or is the address given.
  func isInside(_ block: Bytes) -> Bool {
    let (start, bits) = block.halves(at: "/")
    guard let own = addressValue, let first = start.addressValue else { return false }
    let shift = UInt64(32 - Swift.min(32, bits?.decimal ?? 32))
    return own >> shift == first >> shift
  }

  /// The text of a program with its literals put together: `"a" + "b"`, also on two lines.
  var withoutJoints: Bytes {
    var (result, index) = (Bytes(), 0)
    while index < count {
      let (byte, isEscaped) = (self[index], result.last == UInt8(ascii: "\\"))
      if !isEscaped, "\"'".utf8.contains(byte) {
        let rest = self[(index + 1)...].drop { $0.isSpace }
        let hasMark = rest.first.map { "+.&".utf8.contains($0) } == true
        let end = rest.dropFirst(hasMark ? 1 : 0).drop { $0.isSpace }
        let gap = self[(index + 1)..<end.startIndex]
        if end.first == byte, gap.contains(where: { $0 == 0x0A || hasMark && $0 == 0x20 }) {
          index = end.startIndex + 1
          continue
        }
        // A value between two literals is one in a format.
        let value = end.prefix { $0.isLetterOrDigit || "_.()$[]>- ".utf8.contains($0) }
        let (name, after) = (Bytes(value).stripped, end[value.endIndex...])
        // A dot may be a part of the value, too.
        let next = name.last == UInt8(ascii: ".") ? after : after.dropFirst().drop { $0 == 0x20 }
        if hasMark, !name.isEmpty,
          after.first.map({ "+.&".utf8.contains($0) }) == true || name.last == UInt8(ascii: "."),
          next.first == byte
        {
          result += "{".bytes + name.filter { $0.isLetterOrDigit } + "}".bytes
          index = next.startIndex + 1
          continue
        }
      }
      result.append(byte)
      index += 1
    }
    return result
  }

  /// The text with the maps of PHP and Ruby, whose marks are `=>`, as objects.
  var withBraces: Bytes {
    if !contains("=>") { return self }
    var (result, ends) = (Bytes(), Bytes())
    for (index, byte) in enumerated() {
      if byte == UInt8(ascii: "[") {
        let head = self[(index + 1)...].prefix(64).prefix { !"[],".utf8.contains($0) }
        let isMap = Bytes(head).contains("=>")
        result.append(isMap ? UInt8(ascii: "{") : byte)
        ends.append(isMap ? UInt8(ascii: "}") : UInt8(ascii: "]"))
      } else if byte == UInt8(ascii: "]") {
        result.append(ends.popLast() ?? byte)
      } else {
        result.append(byte)
      }
    }
    return result.replacing("=>", with: ":")
  }

  /// An object of a program as JSON: strings in any quotation marks, names without, a comma at the end.
  var asJSON: Bytes {
    var (result, index) = (Bytes(), 0)
    while index < count {
      let byte = self[index]
      if "\"'`".utf8.contains(byte) {
        let text = self[(index + 1)...].prefix { $0 != byte }
        result += "\"".bytes + text.filter { $0 >= 0x20 && !"\"\\".utf8.contains($0) } + "\"".bytes
        index = text.endIndex + 1
        continue
      }
      let word = self[index...].prefix { $0.isLetterOrDigit || "_.$".utf8.contains($0) }
      if word.isEmpty {
        if "}]".utf8.contains(byte), result.last == UInt8(ascii: ",") { result.removeLast() }
        if "{}[]:,".utf8.contains(byte) { result.append(byte) }
        index += 1
      } else {
        result += "\"".bytes + word + "\"".bytes
        index = word.endIndex
      }
    }
    return result
  }

  /// Whether a digit is in each folder whose whole name a program gives by a number or an ID.
  func hasNumbers(of pattern: Bytes) -> Bool {
    zip(parts(at: "/"), pattern.parts(at: "/").prefix { !$0.contains(UInt8(ascii: "*")) })
      .allSatisfy {
        let name = $1.filter { $0.isLetterOrDigit }.lowercased
        let isNumber = $1.isText("%d") || $1.withValues == [1] && name.ends(with: "id")
        return !isNumber || $0.contains { 0x30...0x39 ~= $0 }
      }
  }

  /// A pattern with the byte 1 for each value that a program puts there, such as `%d`, `${name}` or `{name}`;
  /// behind a star, with another star.
  var withValues: Bytes {
    var (result, rest, hasStar) = (Bytes(), self[...], false)
    while let byte = rest.popFirst() {
      let isSign = "$#\\".utf8.contains(byte) && rest.first.map { "{(".utf8.contains($0) } == true
      let isFormat =
        byte == UInt8(ascii: "%") && rest.first.map { "dsvlu@".utf8.contains($0) } == true
      if isSign || "{<".utf8.contains(byte) {
        rest = rest.drop { !"})>".utf8.contains($0) }.dropFirst()
      } else if isFormat {
        rest = rest.drop { "lud".utf8.contains($0) }.drop { "sv@".utf8.contains($0) }
      } else {
        hasStar = hasStar || byte == UInt8(ascii: "*")
        result.append(byte)
        continue
      }
      result.append(hasStar ? UInt8(ascii: "*") : 1)
    }
    return result
  }

  /// The object of JSON that has a member at a place; nil without one.
  func object(around place: Int) -> Bytes? {
    var (depth, isText) = (0, false)
    let before = self[..<place].lastIndex { byte in
      depth += byte == UInt8(ascii: "}") ? 1 : byte == UInt8(ascii: "{") ? -1 : 0
      return depth < 0
    }
    guard let start = before else { return nil }
    for index in start..<count {
      let byte = self[index]
      let isEscaped = self[index - (index > start ? 1 : 0)] == UInt8(ascii: "\\")
      if byte == UInt8(ascii: "\""), !isEscaped { isText.toggle() }
      if isText { continue }
      depth += byte == UInt8(ascii: "{") ? 1 : byte == UInt8(ascii: "}") ? -1 : 0
      if depth < 0 { return Bytes(self[start...index]) }
    }
    return nil
  }
}

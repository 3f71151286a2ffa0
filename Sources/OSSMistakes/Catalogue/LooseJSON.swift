internal import OSSJSON
internal import OSSPrimitives

/// A reader of JSON that accepts what some parsers accept beyond RFC 8259.
struct LooseJSON {
  /// What is accepted.
  enum Excess {
    case commaBeforeEnd, lastOfTwo, lastOfTwoUnknown, halfPairs, notANumber, controls, rest, zeros
  }

  private var rest: Bytes.SubSequence
  private let excesses: Set<Excess>

  /// Reads the value of a text; nil for what is not accepted.
  static func read(_ bytes: Bytes, _ excesses: Set<Excess>) -> JSONValue? {
    // The limits of TOK-REF-15; a bracket in a text counts, too.
    guard bytes.count <= 65_536, bytes.count(where: { "[{".utf8.contains($0) }) <= 64,
      String(validUTF8: bytes) != nil
    else { return nil }
    var reader = LooseJSON(rest: bytes[...], excesses: excesses)
    guard let value = reader.value() else { return nil }
    reader.skipBlanks()
    guard reader.rest.isEmpty || excesses.contains(.rest) else { return nil }
    return value
  }

  private mutating func value() -> JSONValue? {
    skipBlanks()
    if excesses.contains(.notANumber), skip("NaN") || skip("Infinity") { return .some(.null) }
    if skip("{") { return object() }
    if skip("[") { return array() }
    if rest.first == UInt8(ascii: "\"") { return string().map { .string($0) } }
    let word = rest.prefix { !",]} \n".utf8.contains($0) }
    rest = rest.dropFirst(word.count)
    let sign = word.prefix { excesses.contains(.zeros) && $0 == UInt8(ascii: "-") }
    var digits = word.dropFirst(sign.count)
    while excesses.contains(.zeros), digits.first == UInt8(ascii: "0"), digits.count > 1 {
      digits = digits.dropFirst()
    }
    return try? JSONReader.read(Bytes(sign + digits))
  }

  private mutating func array() -> JSONValue? {
    var elements: [JSONValue] = []
    while !skip("]") {
      if !elements.isEmpty, !skip(",") { return nil }
      if excesses.contains(.commaBeforeEnd), skip("]") { break }
      guard let value = value() else { return nil }
      elements.append(value)
      skipBlanks()
    }
    return .array(elements)
  }

  private mutating func object() -> JSONValue? {
    var object: JSONObject = [:]
    while !skip("}") {
      if !object.members.isEmpty, !skip(",") { return nil }
      if excesses.contains(.commaBeforeEnd), skip("}") { break }
      guard let name = string(), skip(":"), let value = value() else { return nil }
      if object[name] != nil, !excesses.contains(.lastOfTwo) {
        let isKnown = TokenShape.knownNames.containsBytes(of: name)
        guard excesses.contains(.lastOfTwoUnknown), !isKnown else { return nil }
      }
      object[name] = value
    }
    return .object(object)
  }

  /// The text at the position; the strict reader decodes its escapes.
  private mutating func string() -> String? {
    guard skip("\"") else { return nil }
    var inside = Bytes()
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      let isControl = byte < 0x20 && excesses.contains(.controls)
      inside += isControl ? "\\u00\(([byte] as Bytes).hexadecimal)".raw : [byte]
      if byte == UInt8(ascii: "\\"), let next = rest.popFirst() { inside.append(next) }
    }
    let text = String(decoding: inside, as: UTF8.self)
    if let text = (try? JSONReader.read("\"\(text)\""))?.stringValue { return text }
    guard excesses.contains(.halfPairs) else { return nil }
    // Half of a pair has no text of its own: what shows it writes U+FFFD.
    let parts = text.split(separator: "\\u", omittingEmptySubsequences: false)
    let whole = parts.dropFirst().map { part in
      "dD".contains(part.prefix(1)) ? "\\ufffd" + part.dropFirst(4) : "\\u" + part
    }
    return (try? JSONReader.read("\"\(parts[0])\(whole.joined())\""))?.stringValue
  }

  private mutating func skip(_ word: String) -> Bool {
    skipBlanks()
    guard rest.starts(with: word.utf8) else { return false }
    rest = rest.dropFirst(word.utf8.count)
    return true
  }

  private mutating func skipBlanks() { rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) } }
}

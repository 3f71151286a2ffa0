internal import OSSPrimitives

/// Reads one condition of a policy (POST-COND-2 to POST-COND-7).
enum PostConditionReader {
  static func read(_ json: JSONValue) throws(PostConditionFault) -> PostCondition {
    if let object = json.objectValue { return try read(object) }
    guard let elements = json.arrayValue else { throw .type }
    return try read(elements)
  }

  private static func read(_ object: JSONObject) throws(PostConditionFault) -> PostCondition {
    guard object.members.count == 1, let member = object.members.first else {
      throw .memberCount(object.members.count)
    }
    guard PostCondition.isFieldName(member.name) else { throw .fieldName }
    return .field(member.name, equals: try text(member.value))
  }

  private static func read(_ elements: [JSONValue]) throws(PostConditionFault) -> PostCondition {
    guard let match = elements.first?.stringValue.map({ Bytes($0.utf8) }) else {
      throw .unknownMatch
    }
    let matches: [StaticString] = ["content-length-range", "eq", "starts-with", "in", "not-in"]
    guard let way = matches.firstIndex(where: { match.elementsEqual($0.description.utf8) }) else {
      throw .unknownMatch
    }
    if elements.count != 3 { throw .elementCount(elements.count) }
    switch way {
    case 0: return .contentLength(try range(elements[1], elements[2]))
    case 1: return .equal(try name(elements[1]), try text(elements[2]))
    case 2: return .startsWith(try name(elements[1]), try text(elements[2]))
    case 3: return .oneOf(try name(elements[1]), try list(elements[2]))
    default: return .noneOf(try name(elements[1]), try list(elements[2]))
    }
  }

  /// The name of a field, after its dollar sign.
  private static func name(_ json: JSONValue) throws(PostConditionFault) -> String {
    guard let text = json.stringValue else { throw .valueType }
    guard text.utf8.first == UInt8(ascii: "$") else { throw .fieldName }
    let name = String(decoding: Bytes(text.utf8)[1...], as: UTF8.self)
    guard PostCondition.isFieldName(name) else { throw .fieldName }
    return name
  }

  /// A value, with each `\$` as `$` (POST-COND-8).
  private static func text(_ json: JSONValue) throws(PostConditionFault) -> String {
    guard let text = json.stringValue else { throw .valueType }
    let bytes = Bytes(text.utf8)
    var result = Bytes()
    for (index, byte) in bytes.enumerated() {
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      if byte != UInt8(ascii: "\\") || next != UInt8(ascii: "$") { result.append(byte) }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func list(_ json: JSONValue) throws(PostConditionFault) -> [String] {
    guard let elements = json.arrayValue else { throw .valueType }
    if elements.isEmpty { throw .emptyList }
    var texts: [String] = []
    for element in elements { texts.append(try text(element)) }
    return texts
  }

  private static func range(
    _ least: JSONValue, _ greatest: JSONValue
  ) throws(PostConditionFault) -> ClosedRange<Int64> {
    guard let least = least.integerValue, let greatest = greatest.integerValue else {
      throw .valueType
    }
    if least < 0 || greatest < least { throw .sizeRange }
    return least...greatest
  }
}

package import OSSPrimitives

/// Reads one condition of a policy (POST-COND-2 to POST-COND-7).
package struct PostConditionReader: Sendable {
  private let steps: StepsPost

  package init(steps: StepsPost) { self.steps = steps }

  /// Reads the conditions of a policy; one with a fault that is not refused is left out.
  package func read(_ list: [JSONValue]) throws(PostPolicyError) -> [PostCondition] {
    var conditions: [PostCondition] = []
    for (index, element) in list.enumerated() {
      do {
        conditions.append(try read(element))
      } catch {
        let fault = PostPolicyError.invalidCondition(index: index, error)
        if steps.refuses(fault) { throw fault }
      }
    }
    return conditions
  }

  private func read(_ json: JSONValue) throws(PostConditionFault) -> PostCondition {
    if let object = json.objectValue { return try read(object) }
    guard let elements = json.arrayValue else { throw .type }
    return try readArray(elements)
  }

  private func read(_ object: JSONObject) throws(PostConditionFault) -> PostCondition {
    guard object.members.count == 1, let member = object.members.first else {
      throw .memberCount(object.members.count)
    }
    guard PostCondition.isFieldName(member.name) else { throw .fieldName }
    return .field(member.name, equals: try text(member.value))
  }

  private func readArray(_ elements: [JSONValue]) throws(PostConditionFault) -> PostCondition {
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
  private func name(_ json: JSONValue) throws(PostConditionFault) -> String {
    guard let text = json.stringValue else { throw .valueType }
    guard text.utf8.first == UInt8(ascii: "$") else { throw .fieldName }
    let name = String(decoding: Bytes(text.utf8)[1...], as: UTF8.self)
    guard PostCondition.isFieldName(name) else { throw .fieldName }
    return name
  }

  private func text(_ json: JSONValue) throws(PostConditionFault) -> String {
    guard let text = json.stringValue else { throw .valueType }
    return steps.value(text)
  }

  /// A text with each `\$` as `$` (POST-COND-8).
  static func withoutBackslashes(_ text: String) -> String {
    let bytes = Bytes(text.utf8)
    var result = Bytes()
    for (index, byte) in bytes.enumerated() {
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      if byte != UInt8(ascii: "\\") || next != UInt8(ascii: "$") { result.append(byte) }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private func list(_ json: JSONValue) throws(PostConditionFault) -> [String] {
    guard let elements = json.arrayValue else { throw .valueType }
    if elements.isEmpty { throw .emptyList }
    var texts: [String] = []
    for element in elements { texts.append(try text(element)) }
    return texts
  }

  private func range(
    _ least: JSONValue, _ greatest: JSONValue
  ) throws(PostConditionFault) -> ClosedRange<Int64> {
    guard let least = least.integerValue, let greatest = greatest.integerValue else {
      throw .valueType
    }
    if least < 0 || greatest < least { throw .sizeRange }
    return least...greatest
  }
}

internal import OSSJSON
internal import OSSPrimitives

/// Messages that differ only in what they quote, and how many there are of each.
package struct MessageGroups: Sendable {
  /// How many messages there are.
  package private(set) var total = 0
  private var counts: [String: Int] = [:]

  /// Counts a message about an input, whose texts it may repeat.
  mutating func add(_ message: String, about input: JSONObject) {
    total += 1
    // A shorter text would be found in the words of the message itself.
    let texts = JSONValue.object(input).texts.filter { $0.utf8.count > 3 }
      .sorted { $0.utf8.count > $1.utf8.count }
    let without = texts.reduce(message) { $0.replacing($1, with: "…") }
    counts[Self.group(of: without), default: 0] += 1
  }

  /// The groups, the greatest first.
  package var groups: [(message: String, count: Int)] {
    counts.map { (message: $0.key, count: $0.value) }.sorted {
      $0.count != $1.count
        ? $0.count > $1.count : $0.message.precedesInBytes($1.message)
    }
  }

  /// A message without what is in quotation marks, and without numbers.
  static func group(of message: String) -> String {
    var text = ""
    var closing: Character?
    for character in message.prefix(400) {
      if let mark = closing {
        if character == mark {
          closing = nil
          text.append(character)
        }
        continue
      }
      if character.isNumber {
        if !text.hasSuffix("#") { text.append("#") }
        continue
      }
      text.append(character)
      closing = ["'": "'", "\"": "\"", "“": "”", "`": "`"][character]
      if closing != nil { text.append("…") }
    }
    return String(text.prefix(120))
  }
}

extension JSONValue {
  /// Every text in the value.
  fileprivate var texts: [String] {
    switch self {
    case .null, .bool, .number: []
    case .string(let text): [text]
    case .array(let elements): elements.flatMap(\.texts)
    case .object(let object): object.members.flatMap(\.value.texts)
    }
  }
}

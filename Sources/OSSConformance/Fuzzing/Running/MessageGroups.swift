internal import OSSPrimitives

/// Messages that differ only in what they quote, and how many there are of each.
package struct MessageGroups: Sendable {
  /// How many messages there are.
  package private(set) var total = 0
  private var counts: [String: Int] = [:]

  /// Counts a message about a request.
  mutating func add(_ message: String, about request: FuzzRequest) {
    total += 1
    counts[Self.group(of: Self.without(Self.texts(of: request), message)), default: 0] += 1
  }

  /// The groups, the greatest first.
  package var groups: [(message: String, count: Int)] {
    counts.map { (message: $0.key, count: $0.value) }.sorted {
      $0.count != $1.count
        ? $0.count > $1.count : $0.message.precedesInBytes($1.message)
    }
  }

  /// The texts of a request that a message may repeat, the longest first.
  private static func texts(of request: FuzzRequest) -> [String] {
    let texts =
      [request.endpoint, request.bucket, request.key, request.securityToken].compactMap { $0 }
      + (request.headers + request.query).flatMap { [$0.name, $0.value ?? ""] }
    // A shorter one would be found in the words of the message itself.
    return texts.filter { $0.utf8.count > 3 }.sorted { $0.utf8.count > $1.utf8.count }
  }

  private static func without(_ texts: [String], _ message: String) -> String {
    texts.reduce(message) { $0.replacing($1, with: "…") }
  }

  /// A message without what stands in quotation marks, and without numbers.
  private static func group(of message: String) -> String {
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

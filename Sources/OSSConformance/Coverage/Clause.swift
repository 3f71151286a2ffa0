package import OSSVectors

/// A numbered sentence of the specification.
package struct Clause: Identifiable, Hashable, Sendable {
  /// The id, such as `V1-RES-4`.
  package let id: String
  /// How binding it is.
  package let level: Level
  /// The sentence.
  package let text: String

  /// The id without its number, which names a topic.
  package var topic: String { Self.topic(of: id) }

  /// The topic of a clause's id: `V1-RES` for `V1-RES-4`.
  package static func topic(of id: String) -> String {
    guard let hyphen = id.utf8.lastIndex(of: UInt8(ascii: "-")) else { return id }
    return String(id[..<hyphen])
  }

  /// Reads a line such as `- **V1-RES-4** (must) The key …`; nil for any other line.
  init?(line: Substring) {
    guard line.hasPrefix("- **"), let end = line.dropFirst(4).firstRange(of: "** (") else {
      return nil
    }
    let rest = line[end.upperBound...]
    guard let close = rest.firstRange(of: ") "),
      let level = Level(rawValue: String(rest[..<close.lowerBound]))
    else { return nil }
    id = String(line.dropFirst(4)[..<end.lowerBound])
    self.level = level
    text = String(rest[close.upperBound...])
  }
}

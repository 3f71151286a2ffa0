/// A pattern for ids: `*` stands for any text, `?` for one byte, all else for itself.
public struct Glob: Hashable, Sendable {
  /// The pattern as it was written.
  public let pattern: String

  /// Makes a pattern of a text; every text is one.
  public init(_ pattern: String) { self.pattern = pattern }

  /// Whether the pattern covers the whole of a text.
  ///
  /// - Complexity: O(*n* · *m*) in the lengths of text and pattern.
  public func matches(_ text: String) -> Bool {
    let pattern = Array(pattern.utf8)
    let text = Array(text.utf8)
    var next = 0
    var index = 0
    // Where to go on if the text after the last star turns out to be longer.
    var retry: (next: Int, index: Int)?
    while index < text.count {
      if next < pattern.count, pattern[next] == UInt8(ascii: "*") {
        retry = (next + 1, index)
        next += 1
      } else if next < pattern.count,
        pattern[next] == text[index] || pattern[next] == UInt8(ascii: "?")
      {
        next += 1
        index += 1
      } else if let (after, start) = retry {
        retry = (after, start + 1)
        next = after
        index = start + 1
      } else {
        return false
      }
    }
    return pattern[next...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}

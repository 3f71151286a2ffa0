internal import OSSExplain
internal import OSSPrimitives

/// A pattern for ids: `*` matches any text, `?` one byte, and all else itself.
package struct Glob: Hashable, Sendable {
  /// The pattern as it was written.
  package let pattern: String

  /// Makes a pattern of a text; every text is one.
  package init(_ pattern: String) { self.pattern = pattern }

  /// Whether the pattern covers the whole of a text.
  package func matches(_ text: String) -> Bool { text.bytes.fits(pattern.bytes) }
}

extension String? {
  /// The end of a sentence about an unknown word: a question where a similar word is known.
  var asHint: String { map { "; did you mean \($0)?" } ?? "." }
}

extension String {
  /// The most similar of several words, if it is at most two changes of a letter away.
  func nearest(of words: [String]) -> String? {
    let distances = words.map { (word: $0, distance: lowercased().distance(to: $0.lowercased())) }
    guard let best = distances.min(by: { $0.distance < $1.distance }), best.distance <= 2,
      best.distance < utf8.count
    else { return nil }
    return best.word
  }

  /// How many letters must be added, taken away or changed to make another word.
  private func distance(to other: String) -> Int {
    let left = Array(utf8)
    let right = Array(other.utf8)
    if abs(left.count - right.count) > 2 { return 3 }
    var row = Array(0...right.count)
    for (index, byte) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, other) in right.enumerated() {
        let cost = byte == other ? diagonal : diagonal + 1
        diagonal = row[column + 1]
        row[column + 1] = Swift.min(cost, row[column] + 1, diagonal + 1)
      }
    }
    return row[right.count]
  }
}

extension ContentTypeTable {
  /// The type of an extension in lower case; nil where the table has none.
  ///
  /// - Complexity: O(log *n*) in the size of the table.
  package static func type(of pathExtension: String) -> String? {
    let table = text.utf8
    var low = table.startIndex
    var high = table.endIndex
    while low < high {
      let middle = table.index(low, offsetBy: table.distance(from: low, to: high) / 2)
      let separator = table[low..<middle].lastIndex(where: isSeparator)
      let start = separator.map { table.index(after: $0) } ?? low
      let end = table[middle..<high].firstIndex(where: isSeparator) ?? high
      let (key, type) = parts(of: table[start..<end])
      if key.elementsEqual(pathExtension.utf8) { return String(Substring(type)) }
      if pathExtension.utf8.lexicographicallyPrecedes(key) {
        high = start
      } else {
        low = end < high ? table.index(after: end) : high
      }
    }
    return nil
  }

  /// Every entry in its order.
  ///
  /// - Complexity: O(*n*) in the size of the table.
  package static var entries: [(pathExtension: String, type: String)] {
    text.utf8.split(whereSeparator: isSeparator).map { entry in
      let (key, type) = parts(of: entry)
      return (String(Substring(key)), String(Substring(type)))
    }
  }

  private static func isSeparator(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A }

  private static func parts(
    of entry: Substring.UTF8View
  ) -> (key: Substring.UTF8View, type: Substring.UTF8View) {
    let colon = entry.firstIndex(of: UInt8(ascii: ":")) ?? entry.endIndex
    return (entry[..<colon], entry[colon...].dropFirst())
  }
}

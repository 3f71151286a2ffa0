package import OSSPrimitives

/// Parameters as V4 signs them: percent-encoded, sorted by their encoded names, with `&` between.
package struct CanonicalQueryV4: Sendable {
  /// One parameter, as offsets into ``text``.
  struct Entry: Sendable {
    let start: Int
    let nameEnd: Int
    let end: Int
  }

  /// The canonical query; empty if there are no parameters.
  package let text: Bytes
  /// Where each parameter stands, in order.
  let entries: ContiguousArray<Entry>

  /// Encodes and sorts parameters (V4-QRY).
  ///
  /// A name that comes twice is kept twice, in the order given (V4-QRY-8).
  /// - Complexity: O(*n* log *n*) in the number of parameters.
  package init(_ query: [QueryParameter]) {
    var text = Bytes()
    var entries = ContiguousArray<Entry>()
    entries.reserveCapacity(query.count)
    for parameter in query {
      if !entries.isEmpty { text.append(UInt8(ascii: "&")) }
      entries.append(Self.append(parameter, to: &text))
    }
    if Self.areSorted(entries, of: text) {
      self.text = text
      self.entries = entries
    } else {
      (self.text, self.entries) = Self.sorted(entries, of: text)
    }
  }

  /// Appends `name=value`, or `name` where the value is nil or empty (V4-QRY-3, V4-QRY-4).
  private static func append(_ parameter: QueryParameter, to text: inout Bytes) -> Entry {
    let start = text.count
    PercentEncoding.append(parameter.name.utf8, keepingSlash: false, to: &text)
    let nameEnd = text.count
    if let value = parameter.value, !value.utf8.isEmpty {
      text.append(UInt8(ascii: "="))
      PercentEncoding.append(value.utf8, keepingSlash: false, to: &text)
    }
    return Entry(start: start, nameEnd: nameEnd, end: text.count)
  }

  private static func areSorted(_ entries: ContiguousArray<Entry>, of text: Bytes) -> Bool {
    for index in entries.indices.dropFirst()
    where name(of: entries[index], in: text)
      .lexicographicallyPrecedes(name(of: entries[index - 1], in: text))
    {
      return false
    }
    return true
  }

  private static func sorted(
    _ entries: ContiguousArray<Entry>, of text: Bytes
  ) -> (Bytes, ContiguousArray<Entry>) {
    let order = entries.sorted { first, second in
      let (left, right) = (name(of: first, in: text), name(of: second, in: text))
      // The start tells the order given, which equal names keep.
      return left.elementsEqual(right)
        ? first.start < second.start : left.lexicographicallyPrecedes(right)
    }
    var result = Bytes()
    result.reserveCapacity(text.count)
    var places = ContiguousArray<Entry>()
    places.reserveCapacity(order.count)
    for entry in order {
      if !places.isEmpty { result.append(UInt8(ascii: "&")) }
      let move = result.count - entry.start
      result.append(contentsOf: text[entry.start..<entry.end])
      places.append(
        Entry(start: entry.start + move, nameEnd: entry.nameEnd + move, end: entry.end + move))
    }
    return (result, places)
  }

  private static func name(of entry: Entry, in text: Bytes) -> Bytes.SubSequence {
    text[entry.start..<entry.nameEnd]
  }
}

extension CanonicalQueryV4 {
  /// Appends these parameters and others, in one order.
  ///
  /// - Complexity: O(*n*) in the length of both.
  func append(mergedWith other: CanonicalQueryV4, to buffer: inout Bytes) {
    var (own, others) = (0, 0)
    var isFirst = true
    while own < entries.count || others < other.entries.count {
      if !isFirst { buffer.append(UInt8(ascii: "&")) }
      isFirst = false
      if others == other.entries.count
        || own < entries.count && !other.name(at: others).lexicographicallyPrecedes(name(at: own))
      {
        buffer.append(contentsOf: text[entries[own].start..<entries[own].end])
        own += 1
      } else {
        let entry = other.entries[others]
        buffer.append(contentsOf: other.text[entry.start..<entry.end])
        others += 1
      }
    }
  }

  private func name(at index: Int) -> Bytes.SubSequence {
    text[entries[index].start..<entries[index].nameEnd]
  }
}

package import OSSPrimitives

/// The headers of a request in canonical form: names in lower case, values without outer blanks,
/// sorted by name, one `name:value` line for each name.
///
/// All lines stand in one run of bytes. Because they are sorted, the lines of the `x-oss-` headers
/// are neighbors, and signing copies them in one piece. Made once, when a request is made.
package struct CanonicalFields: Sendable {
  /// One line, as offsets into ``lines``.
  package struct Entry: Hashable, Sendable {
    package let start: Int
    /// The offset of the colon.
    package let colon: Int
    /// The offset after the LF.
    package let end: Int
  }

  /// Every line, each with its LF.
  package let lines: Bytes
  /// Where each line stands, in order.
  package let entries: ContiguousArray<Entry>
  /// Which of the entries have a name that begins with `x-oss-`.
  package let ossEntries: Range<Int>

  /// Canonicalizes the headers of a request.
  ///
  /// Names that differ only in case are one name; their values stand in one line in the order
  /// given, with a comma between them (V1-HDR-8).
  /// - Complexity: O(*n* log *n*) in the number of headers.
  package init(_ headers: [HeaderField]) {
    var fields = ContiguousArray<CanonicalField>()
    fields.reserveCapacity(headers.count)
    for (position, header) in headers.enumerated() {
      fields.append(CanonicalField(header, position: position))
    }
    fields.sort()
    self.init(sorted: fields)
  }

  private init(sorted fields: ContiguousArray<CanonicalField>) {
    var lines = Bytes()
    var entries = ContiguousArray<Entry>()
    for (index, field) in fields.enumerated() {
      if index > 0, fields[index - 1].name == field.name, let last = entries.popLast() {
        lines[lines.count - 1] = UInt8(ascii: ",")
        lines.append(contentsOf: field.value)
        entries.append(Entry(start: last.start, colon: last.colon, end: lines.count + 1))
      } else {
        let start = lines.count
        lines.append(contentsOf: field.name)
        lines.append(UInt8(ascii: ":"))
        lines.append(contentsOf: field.value)
        let colon = start + field.name.count
        entries.append(Entry(start: start, colon: colon, end: lines.count + 1))
      }
      lines.append(UInt8(ascii: "\n"))
    }
    self.lines = lines
    self.entries = entries
    self.ossEntries = Self.ossEntries(of: entries, in: lines)
  }

  private static func ossEntries(
    of entries: ContiguousArray<Entry>, in lines: Bytes
  ) -> Range<Int> {
    let prefix = Bytes("x-oss-".utf8)
    let isOSS = { (entry: Entry) in lines[entry.start..<entry.colon].starts(with: prefix) }
    guard let first = entries.firstIndex(where: isOSS) else { return 0..<0 }
    let count = entries[first...].prefix(while: isOSS).count
    return first..<first + count
  }
}

extension CanonicalFields {
  /// The canonical value of the header with this lower-case name; nil if there is none.
  ///
  /// - Complexity: O(log *n*) in the number of headers.
  func value(of name: Bytes) -> String? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      let entry = entries[middle]
      if lines[entry.start..<entry.colon].lexicographicallyPrecedes(name) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < entries.count else { return nil }
    let entry = entries[low]
    guard lines[entry.start..<entry.colon].elementsEqual(name) else { return nil }
    return String(decoding: lines[entry.colon + 1..<entry.end - 1], as: UTF8.self)
  }

  /// The range of the value of the header with this lower-case name; nil if there is none.
  ///
  /// - Complexity: O(*n*) in the number of headers.
  package func valueRange(of name: StaticString) -> Range<Int>? {
    let name = Bytes(name.description.utf8)
    for entry in entries where lines[entry.start..<entry.colon].elementsEqual(name) {
      return entry.colon + 1..<entry.end - 1
    }
    return nil
  }

  /// The first of the `x-oss-` entries whose name does not sort before this lower-case name, and
  /// whether it is this name.
  package func ossPosition(of name: Bytes) -> (index: Int, isPresent: Bool) {
    for index in ossEntries {
      let entry = entries[index]
      if !lines[entry.start..<entry.colon].lexicographicallyPrecedes(name) {
        return (index, lines[entry.start..<entry.colon].elementsEqual(name))
      }
    }
    return (ossEntries.upperBound, false)
  }
}

/// A header with its name in lower case and its value without outer blanks.
package struct CanonicalField: Comparable {
  let name: Bytes
  let value: Bytes
  /// Where the header stood, so that values of one name keep their order.
  let position: Int

  init(_ header: HeaderField, position: Int) {
    name = Self.lowercased(header.name)
    value = Self.trimmed(Bytes(header.value.utf8))
    self.position = position
  }

  package static func < (left: Self, right: Self) -> Bool {
    if left.name == right.name { return left.position < right.position }
    return left.name.lexicographicallyPrecedes(right.name)
  }

  /// ASCII letters in lower case; a header name holds no other letters (V1-HDR-2).
  package static func lowercased(_ name: String) -> Bytes {
    var bytes = Bytes(name.utf8)
    for index in bytes.indices where 0x41...0x5A ~= bytes[index] { bytes[index] |= 0x20 }
    return bytes
  }

  /// The value without spaces and tabs at its ends, which HTTP does not deliver (V1-HDR-3).
  package static func trimmed(_ bytes: Bytes) -> Bytes {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    guard let outer = bytes.first, let end = bytes.last else { return bytes }
    if !isBlank(outer), !isBlank(end) { return bytes }
    guard let first = bytes.firstIndex(where: { !isBlank($0) }),
      let last = bytes.lastIndex(where: { !isBlank($0) })
    else { return [] }
    return Bytes(bytes[first...last])
  }
}

internal import OSSPrimitives

extension ErrorBodyParser {
  /// Appends to the text of the open element; text beside the members of the root is no member's.
  mutating func append(contentsOf text: some Sequence<UInt8>) {
    guard let index = open.last?.index else { return }
    found[index].text.append(contentsOf: text)
  }

  /// Reads text up to the next markup or reference.
  mutating func readText() throws(ErrorBodyError) {
    let start = position
    while let byte = next, byte != UInt8(ascii: "<"), byte != UInt8(ascii: "&") {
      if byte == UInt8(ascii: "]"), isEndOfSection {
        throw .invalidMarkup(offset: position)
      }
      position += 1
    }
    appendLines(start..<position)
  }

  /// Reads a section of character data, after `<![CDATA[`: text in which nothing is markup, and
  /// which is one value with that beside it (ERR-TXT-2).
  mutating func readSection() throws(ErrorBodyError) {
    let start = position
    while !isEndOfSection {
      _ = try required()
      position += 1
    }
    appendLines(start..<position)
    position += 3
  }

  private var isEndOfSection: Bool {
    position + 3 <= bytes.count && isText("]]>", at: position..<position + 3)
  }

  /// Appends a range with each CR LF and each other CR as LF (ERR-TXT-3, XML section 2.11).
  private mutating func appendLines(_ range: Range<Int>) {
    guard let index = open.last?.index else { return }
    found[index].text.reserveCapacity(found[index].text.count + range.count)
    var follows = false
    for offset in range {
      let byte = bytes[offset]
      if byte == 0x0D {
        found[index].text.append(0x0A)
      } else if byte != 0x0A || !follows {
        found[index].text.append(byte)
      }
      follows = byte == 0x0D
    }
  }

  /// Moves over a comment, after `<!--`.
  mutating func skipComment() throws(ErrorBodyError) {
    while try !skip("--") {
      _ = try required()
      position += 1
    }
    try expect(">")
  }

  /// Moves over a processing instruction, after `<?`.
  mutating func skipInstruction() throws(ErrorBodyError) {
    let target = try readName()
    // A declaration that is not the first thing in the text.
    if isCaseless("xml", at: target) { throw .invalidMarkup(offset: target.lowerBound - 2) }
    if try skip("?>") { return }
    guard skipWhiteSpace() else { throw .invalidMarkup(offset: position) }
    while try !skip("?>") {
      _ = try required()
      position += 1
    }
  }
}

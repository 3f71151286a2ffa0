internal import OSSPrimitives
internal import OSSVectors

/// The words of a command line as a POSIX shell divides it, up to the first operator.
struct ShellWords: Sendable {
  private(set) var words: [Bytes] = []
  /// Whether the command ends at an `&` that no quote protects, with more text after it.
  private(set) var isCut = false

  private var word = Bytes()
  private var isInWord = false

  init(_ text: Bytes) {
    var index = 0
    scan: while index < text.count {
      switch text[index] {
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        index = takeQuoted(text, from: index)
      case UInt8(ascii: "\\"):
        index += 1
        // A backslash at the end of a line joins it with the next one.
        if index < text.count, text[index] == 0x0d { index += 1 }
        if index < text.count, text[index] != 0x0a { take(text[index]) }
      case 0x20, 0x09, 0x0d, 0x0a: endWord()
      case UInt8(ascii: "&"), UInt8(ascii: ";"), UInt8(ascii: "|"):
        isCut = text[index] == UInt8(ascii: "&") && !Bytes(text[(index + 1)...]).stripped.isEmpty
        break scan
      case let byte: take(byte)
      }
      index += 1
    }
    endWord()
  }

  private mutating func take(_ byte: UInt8) {
    word.append(byte)
    isInWord = true
  }

  private mutating func endWord() {
    if isInWord { words.append(word) }
    word = []
    isInWord = false
  }

  /// Takes what stands in quotes; returns the place of the closing one, or the end.
  private mutating func takeQuoted(_ text: Bytes, from start: Int) -> Int {
    let quote = text[start]
    isInWord = true
    var index = start + 1
    while index < text.count, text[index] != quote {
      let escapes = quote == UInt8(ascii: "\"") && text[index] == UInt8(ascii: "\\")
      if escapes, index + 1 < text.count { index += 1 }
      take(text[index])
      index += 1
    }
    return index
  }
}

/// Turns comments, the insides of string literals and raw identifiers of a Swift file into blanks.
struct CodeBlanker {
  private enum Mode {
    /// Code, with how many parentheses are open; in an interpolation the last one ends it.
    case code(depth: Int)
    case string(hashes: Int, isMultiline: Bool)
  }

  private let bytes: [UInt8]
  private var result: [UInt8]
  private var index = 0
  private var modes = [Mode.code(depth: 0)]

  init(_ text: String) {
    bytes = Array(text.utf8)
    result = bytes
  }

  mutating func blanked() -> [UInt8] {
    while index < bytes.count {
      switch modes.last {
      case .string(let hashes, let isMultiline): readString(hashes, isMultiline)
      case .code(let depth): readCode(depth)
      case nil: index = bytes.count
      }
    }
    return result
  }

  private func byte(_ offset: Int) -> UInt8 {
    index + offset < bytes.count ? bytes[index + offset] : 0
  }

  /// Blanks so many bytes, line ends apart.
  private mutating func blank(_ count: Int) {
    for place in index..<min(index + count, bytes.count) where bytes[place] != 0x0A {
      result[place] = 0x20
    }
    index += count
  }

  private mutating func readCode(_ depth: Int) {
    switch byte(0) {
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"): blankLine()
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): blankComment()
    case UInt8(ascii: "`"): blankIdentifier()
    case UInt8(ascii: "\""), UInt8(ascii: "#"): beginString()
    case UInt8(ascii: "("):
      modes[modes.count - 1] = .code(depth: depth + 1)
      index += 1
    case UInt8(ascii: ")") where depth == 0 && modes.count > 1:
      modes.removeLast()
      blank(1)
    case UInt8(ascii: ")"):
      modes[modes.count - 1] = .code(depth: depth - 1)
      index += 1
    default: index += 1
    }
  }

  private mutating func blankLine() {
    while index < bytes.count, byte(0) != 0x0A { blank(1) }
  }

  private mutating func blankComment() {
    var depth = 0
    repeat {
      if byte(0) == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        depth += 1
        blank(2)
      } else if byte(0) == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        depth -= 1
        blank(2)
      } else {
        blank(1)
      }
    } while depth > 0 && index < bytes.count
  }

  private mutating func blankIdentifier() {
    repeat { blank(1) } while index < bytes.count && byte(0) != UInt8(ascii: "`")
    blank(1)
  }

  private mutating func beginString() {
    var hashes = 0
    while byte(hashes) == UInt8(ascii: "#") { hashes += 1 }
    guard byte(hashes) == UInt8(ascii: "\"") else {
      index += hashes
      return
    }
    let isMultiline =
      byte(hashes + 1) == UInt8(ascii: "\"") && byte(hashes + 2) == UInt8(ascii: "\"")
    modes.append(.string(hashes: hashes, isMultiline: isMultiline))
    // The marks stay, so that a string is seen to be there.
    index += hashes + (isMultiline ? 3 : 1)
  }

  private mutating func readString(_ hashes: Int, _ isMultiline: Bool) {
    if byte(0) == UInt8(ascii: "\\"), (0..<hashes).allSatisfy({ byte(1 + $0) == 0x23 }) {
      if byte(1 + hashes) == UInt8(ascii: "(") { modes.append(.code(depth: 0)) }
      blank(2 + hashes)
    } else if isEnd(hashes, isMultiline) {
      index += hashes + (isMultiline ? 3 : 1)
      modes.removeLast()
    } else {
      blank(1)
    }
  }

  private func isEnd(_ hashes: Int, _ isMultiline: Bool) -> Bool {
    let quotes = isMultiline ? 3 : 1
    return (0..<quotes).allSatisfy { byte($0) == UInt8(ascii: "\"") }
      && (0..<hashes).allSatisfy { byte(quotes + $0) == UInt8(ascii: "#") }
  }
}

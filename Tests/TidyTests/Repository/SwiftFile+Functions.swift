extension SwiftFile {
  /// A declaration with a body: a function, an initializer, a subscript or a computed property.
  struct Function {
    /// Where it stands, as `path:line`.
    let place: String
    /// The lines from its first word to the brace that closes its body.
    let lineCount: Int
  }

  /// Every function in the file; one inside another counts for both.
  func functions() -> [Function] {
    var functions: [Function] = []
    var line = 1
    var index = 0
    while index < code.count {
      if code[index] == 0x0A { line += 1 }
      guard let word = word(at: index) else {
        index += 1
        continue
      }
      if Self.introducers.contains(word), let body = body(after: index + word.utf8.count, word) {
        let end = line + code[index..<body.upperBound].count { $0 == 0x0A }
        functions.append(Function(place: "\(path):\(line)", lineCount: end - line + 1))
      }
      index += word.utf8.count
    }
    return functions
  }

  private static let introducers: Set<String> = ["func", "init", "deinit", "subscript", "var"]

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...: true
    default: false
    }
  }

  /// The word that begins here, unless it is a member that follows a dot.
  private func word(at index: Int) -> String? {
    guard Self.isWordByte(code[index]) else { return nil }
    let before = index > 0 ? code[index - 1] : 0x20
    let bytes = code[index...].prefix(while: Self.isWordByte)
    return before == UInt8(ascii: ".")
      ? String(repeating: "_", count: bytes.count)
      : String(decoding: bytes, as: UTF8.self)
  }

  /// The braces of the body of a declaration whose first word ends here; nil if it has none, as a
  /// requirement of a protocol or a stored property.
  private func body(after start: Int, _ word: String) -> Range<Int>? {
    var depth = 0
    var index = start
    while index < code.count {
      switch code[index] {
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "{") where depth == 0: return index..<end(ofBraceAt: index)
      case UInt8(ascii: "}") where depth == 0: return nil
      case UInt8(ascii: "=") where depth == 0 && word == "var": return nil
      case 0x0A where depth == 0 && !continues(after: index): return nil
      default: break
      }
      if depth < 0 { return nil }
      index += 1
    }
    return nil
  }

  /// Whether the line after this line end goes on with a declaration's head.
  private func continues(after lineEnd: Int) -> Bool {
    let rest = code[(lineEnd + 1)...].drop { $0 == 0x20 || $0 == 0x0A }
    return ["{", "->", "where ", "throws", "async"].contains { rest.starts(with: $0.utf8) }
  }

  /// The offset after the brace that closes the one at an offset.
  func end(ofBraceAt start: Int) -> Int {
    var depth = 0
    for index in start..<code.count {
      if code[index] == UInt8(ascii: "{") { depth += 1 }
      if code[index] == UInt8(ascii: "}") { depth -= 1 }
      if depth == 0 { return index + 1 }
    }
    return code.count
  }
}

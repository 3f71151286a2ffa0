internal import OSSPrimitives

/// Whose the strings of a text are, and the ways in which a text shows two of them (EXP-EV-13).
enum TextSides {
  /// Whose a string is by the nearest word before it: 2 or 1 of OSS, -1 of the client, 0 unknown.
  static func side(_ label: Bytes) -> Int {
    let words = Bytes((" ".bytes + label.lowercased + " ".bytes).suffix(240))
    let sides = [(2, ofOSS), (1, ofServer), (-1, ofClient)]
    let places = sides.map { side in
      (side.0, side.1.flatMap { words.places(of: $0.bytes).suffix(1) }.max() ?? -1)
    }
    let nearest = places.max { $0.1 < $1.1 }
    return nearest.map { $0.1 < 0 ? 0 : $0.0 } ?? 0
  }

  private static let ofOSS = [
    " oss ", " oss:", "oss's", "oss says", "oss side", "aliyun", "alibaba", "returned", "expected",
    "error body", "\u{963F}\u{91CC}\u{4E91}", "\u{8FD4}\u{56DE}", "\u{671F}\u{671B}",
    "\u{5B98}\u{65B9}",
  ]
  private static let ofServer = [
    "server", "remote", "response", "\u{670D}\u{52A1}\u{7AEF}", "\u{670D}\u{52A1}\u{5668}",
  ]
  private static let ofClient = [
    " we ", " our", " my ", " mine", " i ", "local", "client", "actual", "received", "signer",
    "sdk",
    "computed", "generated", "debug", "\u{672C}\u{5730}", "\u{5BA2}\u{6237}\u{7AEF}", "\u{6211}",
    "\u{81EA}\u{5DF1}", "\u{5B9E}\u{9645}", "\u{524D}\u{7AEF}", "\u{4EE3}\u{7801}",
    "\u{7A0B}\u{5E8F}",
  ]

  /// The lines of a string that is shown as a list of its lines, in quotation marks and between square
  /// brackets, and how many lines the list has; nil where the first line begins none, and where it holds
  /// anything but literals.
  static func listed(_ lines: ArraySlice<Bytes.SubSequence>) -> (count: Int, string: Bytes)? {
    guard let first = lines.first, let start = first.firstIndex(of: UInt8(ascii: "[")) else {
      return nil
    }
    var (parts, quote, count) = ([Bytes](), nil as UInt8?, 0)
    for line in [first[start...].dropFirst()] + lines.dropFirst() {
      count += 1
      for byte in line {
        if let open = quote {
          if byte == open { quote = nil } else { parts[parts.count - 1].append(byte) }
        } else if "\"'`".utf8.contains(byte) {
          quote = byte
          parts.append([])
        } else if byte == UInt8(ascii: "]") {
          let isString = parts.count > 3 && PastedString.isStart(parts[0])
          return isString ? (count, parts.joined(by: "\n")) : nil
        } else if !", \t\r".utf8.contains(byte) {
          return nil
        }
      }
      if quote != nil || parts.first.map(PastedString.isStart) == false { return nil }
    }
    return nil
  }

  /// The text with the two strings of a difference, as `diff` writes it, one after the other, each behind
  /// the words that are said of its sign; nil where it has none.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  static func apart(_ text: Bytes) -> Bytes? {
    if !text.contains("\n-") || !text.contains("\n+") { return nil }
    let lines = text.parts(at: "\n")
    let sign = { (line: Bytes) in line.first.map { "+-".utf8.contains($0) ? $0 : 0x20 } ?? 0x20 }
    guard
      let start = lines.firstIndex(where: { line in
        let isPart = line.first.map { "+- ".utf8.contains($0) } == true
        return isPart && PastedString.isStart(Bytes(line.dropFirst()))
      })
    else { return nil }
    let block = lines[start...].prefix(300).prefix { line in
      line.isEmpty || "+- ".utf8.contains(line[0])
    }
    let before = lines[..<start].suffix(3)
    func side(_ own: UInt8) -> Bytes {
      let (other, all) = (own ^ 0x06, Array(before).joined(by: "\n"))
      let line = before.last { $0.first == own }
      // Of a sentence what is behind the sign, up to the other one.
      let words = line ?? Bytes(all.drop { $0 != own }.dropFirst().prefix { $0 != other })
      let label = words.drop { $0 == own || $0 == 0x20 }.prefix { $0 != 0x0A }
      let kept = block.filter { sign($0) != other }.map { Bytes($0.dropFirst()) }
      return label + [0x0A] + kept.joined(by: "\n") + "\n\n".bytes
    }
    let signs = Set(block.map(sign))
    guard signs.isSuperset(of: "+-".utf8) else { return nil }
    let head = lines[..<start].filter { !$0.begins(with: "---") && !$0.begins(with: "+++") }
    let sides = side(UInt8(ascii: "-")) + side(UInt8(ascii: "+"))
    return head.joined(by: "\n") + "\n\n\n\n".bytes + sides
      + Array(lines[block.endIndex...]).joined(by: "\n")
  }
}

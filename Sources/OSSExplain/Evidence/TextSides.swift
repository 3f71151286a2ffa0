internal import OSSPrimitives

/// Whose the strings of a text are, and the ways in which a text shows two of them (EXP-EV-13).
enum TextSides {
  /// Whose a string is by the nearest word before it: 2 or 1 of OSS, -1 of the client, 0 unknown.
  static func side(_ label: Bytes) -> Int {
    let words = Bytes((" ".bytes + label.lowercased + " ".bytes).suffix(240))
    var nearest = (side: 0, place: -1)
    for (side, names) in [(2, ofOSS), (1, ofServer), (-1, ofClient)] {
      let place = names.compactMap { words.places(of: $0.bytes).last }.max() ?? -1
      if place > nearest.place { nearest = (side, place) }
    }
    return nearest.side
  }

  private static let ofOSS = [
    " oss ", " oss:", "oss's", "oss says", "oss side", "aliyun", "alibaba", "returned", "expected",
    "error body", "阿里云", "返回", "期望", "官方",
  ]
  private static let ofServer = ["server", "remote", "response", "服务端", "服务器"]
  private static let ofClient = [
    " we ", " our", " my ", " mine", " i ", "local", "client", "actual", "received", "signer",
    "sdk",
    "computed", "generated", "debug", "本地", "客户端", "我", "自己", "实际", "前端", "代码", "程序",
  ]

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

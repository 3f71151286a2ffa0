internal import OSSPrimitives

/// The two forms of an IP address that stand as a host.
enum IPAddress {
  /// Whether the text is four numbers from 0 to 255 with dots between them.
  static func isVersion4(_ text: Bytes.SubSequence) -> Bool {
    let octets = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return octets.count == 4 && octets.allSatisfy(isOctet)
  }

  /// Whether the text is an IPv6 address without brackets, as RFC 4291 section 2.2 has it.
  ///
  /// Eight groups of one to four hexadecimal digits; `::` stands once for a run of them, and an
  /// IPv4 address may stand for the last two.
  static func isVersion6(_ text: Bytes.SubSequence) -> Bool {
    let halves = halves(of: text)
    guard let left = groupCount(of: halves.left, mayEndInVersion4: halves.right == nil) else {
      return false
    }
    guard let right = halves.right else { return left == 8 }
    guard let count = groupCount(of: right, mayEndInVersion4: true) else { return false }
    return left + count < 8
  }

  /// What stands before and after the first `::`; the whole, and nil, where there is none.
  private static func halves(
    of text: Bytes.SubSequence
  ) -> (left: Bytes.SubSequence, right: Bytes.SubSequence?) {
    let colon = UInt8(ascii: ":")
    for index in text.indices.dropLast() where text[index] == colon && text[index + 1] == colon {
      return (text[..<index], text[(index + 2)...])
    }
    return (text, nil)
  }

  /// The number of groups in a run of them; nil if it is none. An IPv4 address counts as two.
  private static func groupCount(
    of run: Bytes.SubSequence, mayEndInVersion4: Bool
  ) -> Int? {
    if run.isEmpty { return 0 }
    let groups = run.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    if groups.dropLast().contains(where: { !isGroup($0) }) { return nil }
    guard let last = groups.last else { return nil }
    if isGroup(last) { return groups.count }
    return mayEndInVersion4 && isVersion4(last) ? groups.count + 1 : nil
  }

  private static func isGroup(_ text: Bytes.SubSequence) -> Bool {
    (1...4).contains(text.count) && text.allSatisfy { Hexadecimal.value(of: $0) != nil }
  }

  private static func isOctet(_ text: Bytes.SubSequence) -> Bool {
    guard (1...3).contains(text.count), text.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      return false
    }
    return text.reduce(0) { $0 * 10 + Int($1 - 0x30) } <= 255
  }
}

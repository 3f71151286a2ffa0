import OSSCredentials
import Testing

/// CRED-TRIM-1 to CRED-TRIM-4: CRED-TRIM-2 names the characters, CRED-TRIM-3 keeps those inside.
@Suite struct `Outer white space` {
  @Test func `white space is that of Unicode and two invisible characters`() {
    var found: [UInt32] = []
    var differing: [UInt32] = []
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let isTrimmed = OuterWhiteSpace.contains(scalar)
      if isTrimmed { found.append(value) }
      if isTrimmed != scalar.properties.isWhitespace { differing.append(value) }
    }
    #expect(found.count == 27)
    #expect(differing == [0x200B, 0xFEFF])
  }

  @Test(arguments: [
    ("", ""), (" ", ""), ("\u{FEFF}\u{200B}\r\n", ""), ("a", "a"), ("\t a b\u{3000}", "a b"),
    ("\u{A0}a\u{FEFF}b\u{2028}", "a\u{FEFF}b"), ("\r\na\r\n", "a"),
    // A blank with a combining mark is not a blank, and both are kept.
    (" \u{301}a \u{301}", "\u{301}a \u{301}"),
    // Invisible, but not white space in Unicode: such a key is refused, not corrected.
    ("\u{2060}a\u{180E}", "\u{2060}a\u{180E}"), ("\u{0}a\u{1C}", "\u{0}a\u{1C}"),
  ])
  func `white space is removed at both ends and kept inside`(text: String, rest: String) {
    #expect(Array(OuterWhiteSpace.trimmed(text).utf8) == Array(rest.utf8))
  }
}

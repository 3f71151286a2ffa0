import OSSCredentials
import Testing

/// CRED-TRIM-1 to CRED-TRIM-4: CRED-TRIM-2 names the characters, CRED-TRIM-3 keeps those inside.
@Suite struct `Outer white space` {
  @Test func `is what Unicode calls white space, and two characters that nobody sees`() {
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
    // A mark that combines with a blank is no blank, and what it stands on stays with it.
    (" \u{301}a \u{301}", "\u{301}a \u{301}"),
    // Seen as nothing, and yet no white space of Unicode: such a key is refused, not mended.
    ("\u{2060}a\u{180E}", "\u{2060}a\u{180E}"), ("\u{0}a\u{1C}", "\u{0}a\u{1C}"),
  ])
  func `is dropped at both ends and kept inside`(text: String, rest: String) {
    #expect(Array(OuterWhiteSpace.trimmed(text).utf8) == Array(rest.utf8))
  }
}

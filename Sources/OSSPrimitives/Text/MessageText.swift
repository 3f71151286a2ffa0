// How a message shows a text that somebody else wrote.

extension String {
  /// The text, or its beginning and a mark where it is longer than a person reads in an error.
  package var shortened: String {
    if utf8.count <= 400 { return self }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: unicodeScalars.prefix(100))
    return String(text) + "…"
  }

  /// The text with U+FFFD in place of each control character and each one that ends a line or turns the
  /// direction, so that a message stays on its line and says what it seems to say.
  package var onOneLine: String {
    var result = ""
    for scalar in unicodeScalars {
      result.unicodeScalars.append(scalar.isControl ? "\u{FFFD}" : scalar)
    }
    return result
  }

  /// Both: a text that a server or a client wrote, as a message or a description has it.
  package var shown: String {
    @inline(never)
    get { shortened.onOneLine }
  }

  /// The same between the quotation marks of a message.
  package var quoted: String { "'\(shown)'" }
}

extension Unicode.Scalar {
  /// Whether the character is a control, ends a line, or changes the order in which others are shown.
  package var isControl: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

// The sentences of the errors are filled by calls: an interpolation is compiled into three times as much
// code, and there are more than a hundred.
extension String {
  /// The text with the values in place of each `%`, in their order.
  @inline(never)
  package func filled(_ first: String, _ second: String = "", _ third: String = "") -> String {
    let (parts, values) = (pieces(at: "%", most: 4), [first, second, third])
    var text = parts[0]
    for index in 1..<parts.count { text += values[index - 1] + parts[index] }
    return text
  }

  /// The text with a number in place of the `%`.
  @inline(never)
  package func filled(_ number: Int) -> String { filled(String(number)) }

  /// The text with two numbers in place of the `%`.
  @inline(never)
  package func filled(_ first: Int, _ second: Int) -> String {
    filled(String(first), String(second))
  }

  /// The text with a value and a number in place of the `%`.
  @inline(never)
  package func filled(_ first: String, _ second: Int) -> String { filled(first, String(second)) }

  /// The text with a byte as hexadecimal digits and a number in place of the `%`.
  @inline(never)
  package func filled(byte: UInt8, _ offset: Int) -> String {
    filled(Hexadecimal.encode(byte), String(offset))
  }
}

#if hasFeature(Embedded)
  /// A value that holds a secret or a token, and shows neither when it is printed or logged.
  package protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible {}
#else
  /// A value that holds a secret or a token, and shows neither when it is printed, logged, or dumped.
  ///
  /// What it may show is its `description`; what is to be sent is asked for by name.
  package protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
  {}

  extension Redacted {
    /// A mirror without children, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
  }
#endif

extension Redacted {
  /// The same as `description`.
  public var debugDescription: String { description }
}

/// An error of this package: its sentence shows no secret, no token and nothing that is to be signed.
///
/// A provider shows the sentence of such an error, and of an error of others the type alone
/// (CRED-MODE-19).
package protocol PlainError: Error, CustomStringConvertible {}

/// The writing of text into XML.
package enum XMLEscape {
  /// Appends a text with what begins markup as a reference, and CR, since readers make LF of a plain one;
  /// a character that XML cannot hold becomes U+FFFD.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - buffer: where the escaped text is added.
  /// - Complexity: O(*n*) in the length of the text.
  package static func append(_ text: String, to buffer: inout Bytes) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": buffer.append("&amp;")
      case "<": buffer.append("&lt;")
      case ">": buffer.append("&gt;")
      case "\t", "\n": buffer.append(ascii: scalar)
      case "\r": buffer.append("&#13;")
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": buffer.append("\u{FFFD}")
      default: buffer.append(contentsOf: String(scalar).utf8)
      }
    }
  }
}

// How a message shows a text that somebody else wrote.

extension String {
  /// The text, or its beginning and a mark where it is longer than a person reads in an error.
  package var shortened: String {
    if utf8.count <= 400 { return self }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: unicodeScalars.prefix(100))
    return String(text) + "…"
  }

  /// The text with each control character as U+FFFD, so that a message stays on its line.
  package var onOneLine: String {
    var result = ""
    for scalar in unicodeScalars {
      let isControl = scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value
      result.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
    }
    return result
  }

  /// Both, between the quotation marks of a message.
  package var quoted: String { "'\(shortened.onOneLine)'" }
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

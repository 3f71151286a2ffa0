internal import OSSVectors

/// One way in which a text is more than a plain word, and how to take it away.
struct TextTrait: Sendable {
  let id: String
  /// The trait behind the name of the text, such as `with a space at an end`.
  let title: String
  /// The traits that this one always comes with.
  var implied: [String] = []
  let isHeld: @Sendable (String) -> Bool
  let removed: @Sendable (String) -> String

  static let empty = TextTrait(
    id: "-empty", title: "that is empty", isHeld: { $0.utf8.isEmpty }, removed: { _ in "a" })

  static let zero = TextTrait(
    id: "-zero", title: "that is 0", isHeld: { $0.utf8.elementsEqual("0".utf8) },
    removed: { _ in "a" })

  static let blank = TextTrait(
    id: "-blank", title: "of blanks alone",
    isHeld: { !$0.utf8.isEmpty && $0.utf8.allSatisfy(\.isBlank) }, removed: { _ in "a" })

  static let spaceAtEnd = atEnd("-space", "with a space at an end", " ")
  static let tabAtEnd = atEnd("-tab", "with a tab at an end", "\t")

  /// A character at an end that programs strip and HTTP does not, such as a no-break space.
  static let strangeBlankAtEnd = TextTrait(
    id: "-strange", title: "with a character at an end that only some programs call a blank",
    implied: ["-foreign", "-control"],
    isHeld: { text in
      [text.unicodeScalars.first, text.unicodeScalars.last].contains { isStrangeBlank($0) }
    },
    removed: { replaced($0, where: isStrangeBlank) })

  static let innerBlank = TextTrait(
    id: "-inner", title: "with a blank inside",
    isHeld: { trimmed($0, of: isBlank).unicodeScalars.contains(where: isBlank) },
    removed: { replaced($0, where: isBlank) })

  static let foreign = characters("-foreign", "with a character outside ASCII") { !$0.isASCII }
  static let control = characters("-control", "with a control character") {
    ($0.value < 0x20 && $0 != "\t") || $0.value == 0x7f
  }
  static let percent = characters("-percent", "with a percent sign") { $0 == "%" }
  static let plus = characters("-plus", "with a plus sign") { $0 == "+" }
  static let slash = characters("-slash", "with a slash") { $0 == "/" }
  static let mark = characters("-mark", "with a punctuation mark") {
    $0.isASCII && $0.value > 0x20 && !"%+/.-_0123456789".unicodeScalars.contains($0)
      && !$0.properties.isAlphabetic && $0.value != 0x7f
  }

  /// More bytes than a bound.
  static func long(_ bound: Int) -> TextTrait {
    TextTrait(
      id: "-long", title: "of more than \(bound) bytes", isHeld: { $0.utf8.count > bound },
      removed: { text in
        var short = ""
        for scalar in text.unicodeScalars {
          if short.utf8.count + UTF8.width(scalar) > bound { break }
          short.unicodeScalars.append(scalar)
        }
        return short
      })
  }

  /// One of the two blanks, anywhere in the blanks at the ends of a text that has more than blanks.
  private static func atEnd(_ id: String, _ title: String, _ blank: Unicode.Scalar) -> TextTrait {
    TextTrait(
      id: id, title: title,
      isHeld: { text in
        let middle = trimmed(text, of: isBlank)
        return !middle.utf8.isEmpty
          && text.unicodeScalars.count { $0 == blank }
            > middle.unicodeScalars.count { $0 == blank }
      },
      removed: { text in
        let isKept = { (scalar: Unicode.Scalar) in isBlank(scalar) && scalar != blank }
        let front = text.unicodeScalars.prefix(while: isBlank).filter(isKept)
        let back = text.unicodeScalars.reversed().prefix(while: isBlank).filter(isKept)
        return joined(front) + trimmed(text, of: isBlank) + joined(back)
      })
  }

  private static func joined(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  private static func characters(
    _ id: String, _ title: String, _ isMeant: @escaping @Sendable (Unicode.Scalar) -> Bool
  ) -> TextTrait {
    TextTrait(
      id: id, title: title, isHeld: { $0.unicodeScalars.contains(where: isMeant) },
      removed: { replaced($0, where: isMeant) })
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

  private static func isStrangeBlank(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar, !isBlank(scalar) else { return false }
    return scalar.properties.isWhitespace || scalar == "\u{feff}"
  }

  /// The text with `a` for each character of which something is true.
  private static func replaced(
    _ text: String, where isMeant: (Unicode.Scalar) -> Bool
  ) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { isMeant($0) ? "a" : $0 }))
  }

  /// The text without the characters at its ends of which something is true.
  private static func trimmed(_ text: String, of isMeant: (Unicode.Scalar) -> Bool) -> String {
    var scalars = text.unicodeScalars[...]
    while let first = scalars.first, isMeant(first) { scalars.removeFirst() }
    while let last = scalars.last, isMeant(last) { scalars.removeLast() }
    return String(String.UnicodeScalarView(scalars))
  }
}

internal import OSSPrimitives
internal import OSSVectors

/// Where a request has texts of one kind.
struct TextPlace: Sendable {
  /// The id of the feature that such a text is there at all.
  let id: String
  /// The text in a few words.
  let title: String
  let texts: @Sendable (FuzzRequest) -> [String]
  let change: @Sendable (inout FuzzRequest, (String) -> String) -> Void

  /// The values of those headers or parameters of which something is true.
  static func values(
    _ id: String, _ title: String, of list: any WritableKeyPath<FuzzRequest, [FuzzPair]> & Sendable,
    where isMeant: @escaping @Sendable (FuzzPair) -> Bool
  ) -> TextPlace {
    TextPlace(
      id: id, title: title,
      texts: { $0[keyPath: list].filter(isMeant).compactMap(\.value) },
      change: { request, change in
        request[keyPath: list] = request[keyPath: list].map {
          isMeant($0) ? FuzzPair($0.name, $0.value.map(change)) : $0
        }
      })
  }

  /// The names of those parameters of which something is true.
  static func names(
    _ id: String, _ title: String, where isMeant: @escaping @Sendable (FuzzPair) -> Bool
  ) -> TextPlace {
    TextPlace(
      id: id, title: title, texts: { $0.query.filter(isMeant).map(\.name) },
      change: { request, change in
        request.query = request.query.map {
          isMeant($0) ? FuzzPair(change($0.name), $0.value) : $0
        }
      })
  }

  /// A text of its own, if it is another than the plain one.
  static func text(
    _ id: String, _ title: String, _ member: any WritableKeyPath<FuzzRequest, String?> & Sendable,
    plain: String?
  ) -> TextPlace {
    TextPlace(
      id: id, title: title,
      texts: { request in
        guard let text = request[keyPath: member] else { return [] }
        return plain?.hasSameBytes(as: text) == true ? [] : [text]
      },
      change: { request, change in
        request[keyPath: member] = request[keyPath: member].map(change)
      })
  }
}

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

  /// The traits that percent-encoding is about.
  static let encoded: [TextTrait] = [
    .innerBlank, .foreign, .control, .percent, .plus, .slash, .mark, .long(64),
  ]

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

  static let slashAtEnd = TextTrait(
    id: "-folder", title: "with a slash at its end", implied: ["-slash"],
    isHeld: { $0.utf8.last == UInt8(ascii: "/") },
    removed: { $0 + "a" })

  /// An empty segment, which programs take away.
  static let doubleSlash = TextTrait(
    id: "-double", title: "with two slashes side by side", implied: ["-slash"],
    isHeld: { segments(of: $0).dropFirst().dropLast().contains(where: \.isEmpty) },
    removed: { text in changed(text) { $0.isEmpty } })

  /// A segment that programs resolve as they do in paths of files.
  static let dotSegment = TextTrait(
    id: "-dots", title: "with a segment . or ..",
    isHeld: { segments(of: $0).contains(where: isDots) },
    removed: { changed($0, where: isDots) })

  private static func isDots(_ segment: Bytes) -> Bool {
    segment == [0x2e] || segment == [0x2e, 0x2e]
  }

  /// The bytes between slashes; a character may hold a slash and an accent, so text will not do.
  private static func segments(of text: String) -> [Bytes] {
    text.utf8.split(separator: 0x2f, omittingEmptySubsequences: false).map { Bytes($0) }
  }

  /// The text with `a` for each segment of which something is true.
  private static func changed(_ text: String, where isMeant: (Bytes) -> Bool) -> String {
    let segments = segments(of: text).map { isMeant($0) ? [0x61] : $0 }
    return String(decoding: Bytes(segments.joined(separator: [0x2f])), as: UTF8.self)
  }

  private static func joined(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
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
    joined(text.unicodeScalars.map { isMeant($0) ? "a" : $0 })
  }

  /// The text without the characters at its ends of which something is true.
  private static func trimmed(_ text: String, of isMeant: (Unicode.Scalar) -> Bool) -> String {
    var scalars = text.unicodeScalars[...]
    while let first = scalars.first, isMeant(first) { scalars.removeFirst() }
    while let last = scalars.last, isMeant(last) { scalars.removeLast() }
    return joined(scalars)
  }
}

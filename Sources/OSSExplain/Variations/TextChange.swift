package import OSSPrimitives

/// A change of a text, byte by byte: what a client does to a part of what it signs, or leaves undone.
package enum TextChange: Hashable, Sendable {
  case kept, lowerCase, upperCase, capitalized
  /// As many bytes at the start in lower case.
  case lowerCaseAtStart(Int)
  /// Without such bytes at both ends.
  case trimmed(Bytes)
  /// Without white space of Unicode at both ends.
  case trimmedOfWhiteSpace
  /// With a text in place of each run of such bytes.
  case runsReplaced(Bytes, by: Bytes)
  /// Percent-encoded; such bytes and the unreserved ones stay.
  case percentEncoded(keeping: Bytes)
  case percentDecoded, formDecoded
  /// With such bytes as percent triplets.
  case escaped(Bytes)
  /// With such bytes in place of their percent triplets.
  case unescaped(Bytes)
  case escapesInLowerCase
  case replaced(Bytes, by: Bytes)
  /// With the text in its first place, and another one in its later places.
  case replacedAfterFirst(Bytes, by: Bytes)
  /// In turn with one more text behind each place of the same text.
  case doubledInTurn(Bytes)
  case prefixed(Bytes)
  case suffixed(Bytes)
  case replacedWhole(by: Bytes)
  case prefixDropped(Bytes)
  case suffixDropped(Bytes)
  case suffixesDropped(Bytes)
  case prefixesDropped(Bytes)
  /// Up to the first place of a text; what is behind its last place.
  case cut(at: Bytes)
  case keptBehind(Bytes)
  /// As many bytes as there are, or as UTF-16 has units.
  case cutTo(Int)
  /// Without as many bytes at the start.
  case cutFrom(Int)
  case cutToUTF16Count
  case latin1, ascii, lowBytesOfUTF16, utf8Twice
  /// With a text in place of each character of four bytes.
  case longCharactersReplaced(by: Bytes)
  case dotSegmentsDropped, emptySegmentsDropped, pathCleaned
  case emptyLinesDropped
  /// A date such as 20231216, as many days later.
  case daysLater(Int)
  /// A date such as 20231216T162057Z as HTTP writes it.
  case httpDate
  case hexadecimal, base64
  /// With each number as 20 digits, so that texts sort by its value; in the order of a locale.
  case numbersPadded, localeOrder

  /// The change of a name in the table, with its arguments; nil for another name or too few of them.
  package init?(_ name: String, _ arguments: [Bytes] = []) {
    if let plain = Self.plain(name) {
      self = plain
      return
    }
    guard let first = arguments.first else { return nil }
    if let change = Self.change(name, of: first) {
      self = change
      return
    }
    guard arguments.count > 1 else { return nil }
    switch name {
    case "runs replaced": self = .runsReplaced(first, by: arguments[1])
    case "replaced": self = .replaced(first, by: arguments[1])
    case "replaced after the first": self = .replacedAfterFirst(first, by: arguments[1])
    default: return nil
    }
  }

  private static func plain(_ name: String) -> TextChange? {
    switch name {
    case "kept": .kept
    case "lower case": .lowerCase
    case "upper case": .upperCase
    case "capitalized": .capitalized
    case "trimmed of white space": .trimmedOfWhiteSpace
    case "percent-decoded": .percentDecoded
    case "form-decoded": .formDecoded
    case "escapes in lower case": .escapesInLowerCase
    case "emptied": .replacedWhole(by: [])
    case "cut to the count of UTF-16": .cutToUTF16Count
    case "Latin-1": .latin1
    case "ASCII": .ascii
    case "low bytes of UTF-16": .lowBytesOfUTF16
    case "UTF-8 twice": .utf8Twice
    case "dot segments dropped": .dotSegmentsDropped
    case "empty segments dropped": .emptySegmentsDropped
    case "path cleaned": .pathCleaned
    case "empty lines dropped": .emptyLinesDropped
    case "HTTP date": .httpDate
    case "hexadecimal": .hexadecimal
    case "base64": .base64
    case "numbers padded": .numbersPadded
    case "locale order": .localeOrder
    default: nil
    }
  }

  private static func change(_ name: String, of text: Bytes) -> TextChange? {
    switch name {
    case "trimmed of": return .trimmed(text)
    case "percent-encoded": return .percentEncoded(keeping: text)
    case "escaped": return .escaped(text)
    case "unescaped": return .unescaped(text)
    case "doubled in turn": return .doubledInTurn(text)
    case "prefixed": return .prefixed(text)
    case "suffixed": return .suffixed(text)
    case "replaced by": return .replacedWhole(by: text)
    case "prefix dropped": return .prefixDropped(text)
    case "suffix dropped": return .suffixDropped(text)
    case "suffixes dropped": return .suffixesDropped(text)
    case "prefixes dropped": return .prefixesDropped(text)
    case "cut at": return .cut(at: text)
    case "kept behind": return .keptBehind(text)
    case "four bytes replaced": return .longCharactersReplaced(by: text)
    default: break
    }
    let isNegative = text.first == UInt8(ascii: "-")
    guard let digits = UInt64(digits: text[(isNegative ? 1 : 0)...]), digits < 1 << 20 else {
      return nil
    }
    let number = isNegative ? -Int(digits) : Int(digits)
    switch name {
    case "cut to": return .cutTo(number)
    case "cut from": return .cutFrom(number)
    case "days later": return .daysLater(number)
    case "lower case at the start": return .lowerCaseAtStart(number)
    default: return nil
    }
  }

  /// The text with the change: one, several where it is made in turn, none where it cannot be made.
  ///
  /// - Complexity: O(*n*) in the length of the text, for each text that is returned.
  package func changed(_ text: Bytes) -> [Bytes] {
    switch self {
    case .kept: [text]
    case .lowerCase: [text[...].lowercased]
    case .upperCase: [text.uppercased]
    case .capitalized: [text.capitalized]
    case .lowerCaseAtStart(let count): [text.prefix(count).lowercased + text.dropFirst(count)]
    case .trimmed(let bytes): [text.trimming { bytes.contains($0) }]
    case .trimmedOfWhiteSpace: [text.trimmedOfWhiteSpace]
    case .runsReplaced(let bytes, let other): [text.replacingRuns(of: bytes, by: other)]
    case .percentEncoded(let kept): [text.percentEncoded(keeping: kept)]
    case .percentDecoded: [text[...].percentDecoded(plusIsSpace: false)]
    case .formDecoded: [text[...].percentDecoded(plusIsSpace: true)]
    case .escaped(let bytes): [text.escaping(bytes)]
    case .unescaped(let bytes): [text.unescaping(bytes)]
    case .escapesInLowerCase: [text.withEscapesInLowerCase]
    case .replaced(let old, let new): [text.replacing(old, by: new)]
    case .replacedAfterFirst(let old, let new): [text.replacing(old, by: new, from: 1)]
    case .doubledInTurn(let piece): text.doubling(piece)
    case .prefixed(let other): [other + text]
    case .suffixed(let other): [text + other]
    case .replacedWhole(let other): [other]
    case .prefixDropped(let piece):
      [text.starts(with: piece) ? Bytes(text.dropFirst(piece.count)) : text]
    case .suffixDropped(let piece): [text.dropping(suffix: piece)]
    case .suffixesDropped(let piece): [text.dropping(suffix: piece, isOnce: false)]
    case .prefixesDropped(let piece): [text.dropping(prefixes: piece)]
    case .cut(let mark): [text.firstPlace(of: mark).map { Bytes(text[..<$0]) } ?? text]
    case .keptBehind(let mark):
      [text.places(of: mark).last.map { Bytes(text[($0 + mark.count)...]) } ?? text]
    case .cutTo(let count):
      [Bytes(count < 0 ? text.dropLast(-count) : text.prefix(count))]
    case .cutFrom(let count): [Bytes(text.dropFirst(max(0, count)))]
    case .cutToUTF16Count: [Bytes(text.prefix(text.utf16Count))]
    case .latin1: [text.mappingCharacters { $0 < 0x100 ? [UInt8($0)] : [0x3F] }]
    case .ascii: [text.mappingCharacters { $0 < 0x80 ? [UInt8($0)] : [0x3F] }]
    case .lowBytesOfUTF16: [text.mappingCharacters { $0.lowBytesOfUTF16 }]
    case .utf8Twice: [text.encodedTwice]
    case .longCharactersReplaced(let other): [text.replacingLongCharacters(by: other)]
    case .dotSegmentsDropped: [text.droppingSegments(dots: true, empty: false)]
    case .emptySegmentsDropped: [text.droppingSegments(dots: false, empty: true)]
    case .pathCleaned: [[UInt8(ascii: "/")] + text.droppingSegments(dots: true, empty: true)]
    case .emptyLinesDropped: [text.droppingEmptyLines]
    case .daysLater(let count): text.day(later: count)
    case .httpDate: text.httpDate
    case .hexadecimal: [text.hexadecimal]
    case .base64: [Base64.encode(text.span).bytes]
    case .numbersPadded: [text.withPaddedNumbers]
    case .localeOrder: [text.localeKey]
    }
  }
}

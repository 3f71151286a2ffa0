internal import OSSPrimitives

/// A change of a text, byte by byte: what a client does to a part of what it signs, or leaves undone.
enum TextChange: String {
  case lowerCase, upperCase, capitalized, lowerCaseAtStart
  /// Without the characters of the argument at both ends, or at one.
  case trimmedOf, trimmedAtStart, trimmedAtEnd
  /// With the second argument in place of each run of bytes of the first one.
  case runsReplaced
  /// Percent-encoded; the bytes of the argument and the unreserved ones stay.
  case percentEncoded
  case percentDecoded, formDecoded
  /// With the bytes of the argument as percent triplets, or in place of theirs.
  case escaped, unescaped
  case escapesInLowerCase
  case replaced, replacedAfterFirst
  /// In turn with one more text behind each place of the same text.
  case doubledInTurn
  case prefixed, suffixed, prefixDropped, suffixDropped
  /// By the argument as a whole.
  case replacedBy
  /// Up to the first place of a text; what is behind its last place.
  case cutAt, keptBehind
  /// Up to as many bytes, or without as many at the end; without as many at the start.
  case cutTo, cutFrom
  case cutToUtf16Count
  case latin1, ascii, lowBytesOfUtf16, utf8Twice
  /// With the argument in place of each character of four bytes.
  case fourBytesReplaced
  case dotSegmentsDropped
  /// A date such as 20231216, as many days later.
  case daysLater
  /// A date such as 20231216T162057Z as HTTP writes it.
  case httpDate
  case hexadecimal, base64
  /// With each number as 20 digits, so that texts sort by its value; in the order of a locale; so that
  /// texts sort from the last to the first.
  case numbersPadded, localeOrder, lastFirst

  private static let plain: [TextChange] = [
    .lowerCase, .upperCase, .capitalized, .percentDecoded, .formDecoded, .escapesInLowerCase,
    .cutToUtf16Count, .latin1, .ascii, .lowBytesOfUtf16, .utf8Twice, .dotSegmentsDropped,
    .httpDate, .hexadecimal, .base64, .numbersPadded, .localeOrder, .lastFirst,
  ]

  /// Whether the change can be made with such arguments.
  func takes(_ arguments: [Bytes]) -> Bool {
    if Self.plain.contains(self) { return true }
    guard let first = arguments.first else { return false }
    let needsNumber = [.cutTo, .cutFrom, .daysLater, .lowerCaseAtStart].contains(self)
    if needsNumber { return Int64(decimal: first.text) != nil }
    let needsTwo = [.runsReplaced, .replaced, .replacedAfterFirst].contains(self)
    return arguments.count == (needsTwo ? 2 : 1)
  }

  /// The text with the change: one, several where it is made in turn, none where it cannot be made.
  ///
  /// - Parameter arguments: those that it takes.
  /// - Complexity: O(*n*) in the length of the text, for each text that is returned.
  func changed(_ text: Bytes, _ arguments: [Bytes]) -> [Bytes] {
    let (first, second) = (arguments.first ?? [], arguments.last ?? [])
    var number: Int { Int(truncatingIfNeeded: Int64(decimal: first.text) ?? 0) }
    return switch self {
    case .lowerCase: [text.lowercased]
    case .upperCase: [text.withCapitals { _ in true }]
    case .capitalized: [text.withCapitals { $0 == 0 || text[$0 - 1] == UInt8(ascii: "-") }]
    case .lowerCaseAtStart: [text.prefix(number).lowercased + text.dropFirst(number)]
    case .trimmedOf: [text.trimmingEnd(first).trimmingStart(first)]
    case .trimmedAtStart: [text.trimmingStart(first)]
    case .trimmedAtEnd: [text.trimmingEnd(first)]
    case .runsReplaced: [text.replacingRuns(of: first, by: second)]
    case .percentEncoded: [text.percentEncoded(keeping: first)]
    case .percentDecoded: [text.percentDecoded]
    case .formDecoded: [text[...].percentDecoded(plusIsSpace: true)]
    case .escaped: [text.escaping(first)]
    case .unescaped: [text.mappingEscapes { first.contains($0) ? [$0] : $0.escape }]
    case .escapesInLowerCase: [text.mappingEscapes { $0.escape.lowercased }]
    case .replaced: [text.replacing(first, by: second)]
    case .replacedAfterFirst: [text.replacing(first, by: second, from: 1)]
    case .doubledInTurn:
      text.places(of: first).prefix(Composition.turns).map { text[..<$0] + first + text[$0...] }
    case .prefixed: [first + text]
    case .suffixed: [text + first]
    case .prefixDropped: [text.starts(with: first) ? Bytes(text.dropFirst(first.count)) : text]
    case .suffixDropped:
      [text.suffix(first.count) == first[...] ? Bytes(text.dropLast(first.count)) : text]
    case .replacedBy: [first]
    case .cutAt: [Bytes(text[..<(text.index(of: first) ?? text.count)])]
    case .keptBehind:
      [text.places(of: first).last.map { Bytes(text[($0 + first.count)...]) } ?? text]
    case .cutTo: [Bytes(number < 0 ? text.dropLast(-number) : text.prefix(number))]
    case .cutFrom: [Bytes(text.dropFirst(number))]
    case .cutToUtf16Count: [Bytes(text.prefix(text.text.utf16.count))]
    case .latin1: [text.narrowed(below: 0x100)]
    case .ascii: [text.narrowed(below: 0x80)]
    case .lowBytesOfUtf16: [Bytes(text.text.utf16.map { UInt8(truncatingIfNeeded: $0) })]
    case .utf8Twice: [text.encodedTwice]
    case .fourBytesReplaced: [text.replacingLongCharacters(by: first)]
    case .dotSegmentsDropped: [text.withoutDotSegments]
    case .daysLater: text.day(later: number)
    case .httpDate: text.httpDate
    case .hexadecimal: [text.hexadecimal]
    case .base64: [Base64.encode(text.span).bytes]
    case .numbersPadded: [text.withPaddedNumbers]
    case .localeOrder: [text.localeKey]
    case .lastFirst: [Bytes(text.map { ~$0 }) + [0xFF]]
    }
  }
}

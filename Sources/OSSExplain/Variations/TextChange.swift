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
  /// The same with each argument in turn.
  case prefixedInTurn, suffixedInTurn
  /// By the argument as a whole, or by each in turn.
  case replacedBy, replacedByInTurn
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
  /// A time so many seconds away, before and behind, once and up to so many times.
  case timesAway
  /// A time in the form of each word: `http`, `iso`, `basic` or `number`.
  case timeWritten
  case hexadecimal, base64
  /// What base64 decodes to, also without its padding; UTF-16 whose low byte is first; in lines of so many
  /// bytes, with the second argument between.
  case base64Decoded, utf16, wrapped
  /// With each number as 20 digits, so that texts sort by its value; in the order of a locale; so that
  /// texts sort from the last to the first.
  case numbersPadded, localeOrder, lastFirst

  /// The text with the change, made in one of its places where it is made in turn, and in how many places
  /// it can be made; nil where it cannot be made there.
  ///
  /// - Parameter arguments: those that it takes; one that is missing is empty.
  /// - Complexity: O(*n*) in the length of the text, for each place.
  func changed(_ text: Bytes, _ arguments: [Bytes], turn: Int) -> (text: Bytes?, count: Int) {
    if self == .timesAway { return text.time(away: arguments.map { $0.number }, turn: turn) }
    let texts = all(text, arguments)
    let choice = texts.count == 1 ? 0 : turn
    return (choice < texts.count ? texts[choice] : nil, texts.count)
  }

  /// The text with the change: one, several where it is made in turn, none where it cannot be made.
  private func all(_ text: Bytes, _ arguments: [Bytes]) -> [Bytes] {
    let (first, second) = (arguments.first ?? [], arguments.last ?? [])
    var count: Int { max(first.number, 0) }
    return switch self {
    case .lowerCase: [text.lowercased]
    case .upperCase: [text.withCapitals { _ in true }]
    case .capitalized: [text.withCapitals { $0 == 0 || text[$0 - 1] == UInt8(ascii: "-") }]
    case .lowerCaseAtStart: [text.prefix(count).lowercased + text.dropFirst(count)]
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
    case .prefixedInTurn: arguments.map { $0 + text }
    case .suffixedInTurn: arguments.map { text + $0 }
    case .replacedBy: [first]
    case .replacedByInTurn: arguments
    case .cutAt: [Bytes(text[..<(text.index(of: first) ?? text.count)])]
    case .keptBehind:
      [text.places(of: first).last.map { Bytes(text[($0 + first.count)...]) } ?? text]
    case .cutTo: [Bytes(first.number < 0 ? text.dropLast(-first.number) : text.prefix(count))]
    case .cutFrom: [Bytes(text.dropFirst(count))]
    case .cutToUtf16Count: [Bytes(text.prefix(text.text.utf16.count))]
    case .latin1: [text.narrowed(below: 0x100)]
    case .ascii: [text.narrowed(below: 0x80)]
    case .lowBytesOfUtf16: [Bytes(text.text.utf16.map { UInt8(truncatingIfNeeded: $0) })]
    case .utf8Twice: [text.encodedTwice]
    case .fourBytesReplaced: [text.replacingLongCharacters(by: first)]
    case .dotSegmentsDropped: [text.withoutDotSegments]
    case .daysLater: text.day(later: first.number)
    case .timesAway: []
    case .timeWritten: text.time(written: arguments.map { $0.text })
    case .hexadecimal: [Hexadecimal.encode(text.span).bytes]
    case .base64: [Base64.encode(text.span).bytes]
    case .base64Decoded: text.plainBase64.base64Decoded.map { [$0] } ?? []
    case .utf16:
      [Bytes(text.text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })]
    case .wrapped: [text.lines(of: max(count, 1), joinedBy: second)]
    case .numbersPadded: [text.withPaddedNumbers]
    case .localeOrder: [text.localeKey]
    case .lastFirst: [Bytes(text.map { ~$0 }) + [0xFF]]
    }
  }
}

// What the changes of a text do. None looks at more than the text, and none refuses one.
extension ContiguousArray<UInt8> {
  /// The number that a row of the table has; 0 for none, and so far that none can be too great.
  var number: Int { Int(Swift.min(Swift.max(Int64(decimal: text) ?? 0, -1_000_000), 1_000_000)) }

  func withCapitals(_ isPlace: (Int) -> Bool) -> Bytes {
    var bytes = self
    for index in indices where 0x61...0x7A ~= self[index] && isPlace(index) {
      bytes[index] &= 0xDF
    }
    return bytes
  }

  func percentEncoded(keeping kept: Bytes) -> Bytes {
    let text = percentEncoded(keepingSlash: false)
    return kept.isEmpty ? text : text.mappingEscapes { kept.contains($0) ? [$0] : $0.escape }
  }

  func escaping(_ bytes: Bytes) -> Bytes {
    var text = Bytes()
    for byte in self {
      if bytes.contains(byte) { text += byte.escape } else { text.append(byte) }
    }
    return text
  }

  /// The text with what takes the place of each percent triplet.
  func mappingEscapes(_ changed: (UInt8) -> Bytes) -> Bytes {
    let pieces = parts(at: "%")
    var text = pieces[0]
    for piece in pieces.dropFirst() {
      if piece.count > 1, let high = Hexadecimal.value(of: piece[0]),
        let low = Hexadecimal.value(of: piece[1])
      {
        text += changed(high << 4 | low) + piece.dropFirst(2)
      } else {
        text += "%".bytes + piece
      }
    }
    return text
  }

  func replacingRuns(of bytes: Bytes, by other: Bytes) -> Bytes {
    var text = Bytes()
    var isInside = false
    for byte in self {
      let isOne = bytes.contains(byte)
      if !isOne { text.append(byte) } else if !isInside { text += other }
      isInside = isOne
    }
    return text
  }

  func lines(of count: Int, joinedBy end: Bytes) -> Bytes {
    var (lines, rest) = (Bytes(), self[...])
    while !rest.isEmpty {
      lines += (lines.isEmpty ? [] : end) + rest.prefix(count)
      rest = rest.dropFirst(count)
    }
    return lines
  }

  /// The bytes of each character of the text.
  private var characters: [Bytes] { text.unicodeScalars.map { String($0).bytes } }

  func trimmingStart(_ outer: Bytes) -> Bytes {
    let outer = outer.characters
    var rest = self[...]
    while let one = outer.first(where: { rest.starts(with: $0) }) {
      rest = rest.dropFirst(one.count)
    }
    return Bytes(rest)
  }

  func trimmingEnd(_ outer: Bytes) -> Bytes {
    let outer = outer.characters
    var rest = self[...]
    while let one = outer.first(where: { rest.suffix($0.count) == $0[...] }) {
      rest = rest.dropLast(one.count)
    }
    return Bytes(rest)
  }

  /// A path without `.` and `..` and what they take back.
  var withoutDotSegments: Bytes {
    var kept: [Bytes] = []
    for segment in parts(at: "/") where !segment.isText(".") {
      if segment.isText("..") { _ = kept.popLast() } else { kept.append(segment) }
    }
    return kept.joined(by: "/")
  }

  /// A day such as 20231216 so many days later; none for another text.
  func day(later days: Int) -> [Bytes] {
    let day = try? Moment(iso8601BasicDate: text).adding(seconds: Int64(days) * 86_400)
    return day.map { [$0.iso8601BasicDate.bytes] } ?? []
  }

  /// A time in any form, and the form; nil for another text.
  private var moment: (time: Moment, form: String)? {
    if let time = try? Moment(rfc1123: text) { return (time, "http") }
    if let time = try? Moment(iso8601Basic: text) { return (time, "basic") }
    if let time = try? Moment(iso8601: text) { return (time, "iso") }
    return decimal.flatMap { try? Moment(seconds: $0) }.map { ($0, "number") }
  }

  /// A time once and up to so many times so many seconds away, later and earlier in turn, in its own form;
  /// no place for another text.
  func time(away numbers: [Int], turn: Int) -> (text: Bytes?, count: Int) {
    guard let (time, form) = moment, let seconds = numbers.first, let most = numbers.last else {
      return (nil, 0)
    }
    let count = 2 * Swift.max(most, 1)
    guard turn < count else { return (nil, count) }
    let away = Int64((turn / 2 + 1) * seconds)
    let other = try? time.adding(seconds: turn.isMultiple(of: 2) ? away : -away)
    return (other?.written(form), count)
  }

  /// A time in each of the forms; none for another text.
  func time(written forms: [String]) -> [Bytes] {
    guard let (time, _) = moment else { return [] }
    return forms.map { form in time.written(form) }
  }

  var withPaddedNumbers: Bytes {
    let isDigit = { (byte: UInt8) in 0x30...0x39 ~= byte }
    var text = Bytes()
    for index in indices {
      if isDigit(self[index]), index == 0 || !isDigit(self[index - 1]) {
        // A number is before all that is no number.
        let count = self[index...].prefix(while: isDigit).count
        text += [0] + Bytes(repeating: 0x30, count: Swift.max(20 - count, 0))
      }
      text.append(self[index])
    }
    return text
  }

  /// What sorts as a locale does: marks, digits, letters, and small letters before capitals.
  var localeKey: Bytes {
    var key = Bytes()
    for byte in lowercased {
      let isLetter = byte >= 0x80 || 0x61...0x7A ~= byte
      key += [isLetter ? 3 : 0x30...0x39 ~= byte ? 2 : 1, byte]
    }
    return key + [0] + map { ~$0 }
  }
}

// What other encodings make of UTF-8; a byte that is not UTF-8 becomes U+FFFD, as in most decoders.
extension ContiguousArray<UInt8> {
  /// In an encoding of one byte a character, which has a question mark for others.
  func narrowed(below limit: UInt32) -> Bytes {
    Bytes(text.unicodeScalars.map { $0.value < limit ? UInt8($0.value) : 0x3F })
  }

  /// UTF-8 whose bytes were taken for Latin-1 and encoded again.
  var encodedTwice: Bytes {
    var text = Bytes()
    for byte in self {
      if byte < 0x80 { text.append(byte) } else { text += [0xC0 | byte >> 6, 0x80 | byte & 0x3F] }
    }
    return text
  }

  func replacingLongCharacters(by other: Bytes) -> Bytes {
    var text = Bytes()
    var rest = self[...]
    while let byte = rest.first {
      let isLong = 0xF0...0xF4 ~= byte && rest.count > 3
      if isLong { text += other } else { text.append(byte) }
      rest = rest.dropFirst(isLong ? 4 : 1)
    }
    return text
  }
}

extension Moment {
  /// The moment in a form; in every form without a name here, as seconds since 1970.
  fileprivate func written(_ form: String) -> Bytes {
    switch form {
    case "http": rfc1123.bytes
    case "basic": iso8601Basic.bytes
    case "iso": iso8601.bytes
    default: String(seconds).bytes
    }
  }
}

extension UInt8 {
  /// The byte as a percent triplet.
  var escape: Bytes { "%".bytes + Hexadecimal.encode(self).bytes.withCapitals { _ in true } }
}

internal import OSSJSON
internal import OSSPrimitives

/// A part of what is signed, on both sides.
struct ComparedPart {
  enum Kind: String {
    case method, md5, type, date, header, token, headers
    case blankLine
    case path, parameter, parameters, query, additional, payload, lines, form, scope
  }

  let kind: Kind
  /// The name of a header or a parameter; empty for another part.
  var name = Bytes()
  /// Whether it is a parameter, and no header.
  var isParameter = false
  /// What OSS signs; nil where it signs none.
  let sent: Bytes?
  /// What the client signs.
  let signed: Bytes?

  /// Whether the two may be the same, for somebody hid a part of one of them (EXP-EV-9).
  var isHidden: Bool {
    guard let sent, let signed else { return false }
    return sent.hides(signed) || signed.hides(sent) || sent.isAsMasked(signed)
      || sent.isAsHidden(signed)
  }
}

extension Bytes {
  /// Whether all parts between slashes are the same but those that somebody hid.
  fileprivate func isAsMasked(_ other: Bytes) -> Bool {
    let (own, others) = (parts(at: "/"), other.parts(at: "/"))
    return own.count == others.count
      && zip(own, others).allSatisfy { $0 == $1 || $0.isMasked || $1.isMasked }
  }

  /// Whether all parameters are the same but those of which somebody hid a part.
  fileprivate func isAsHidden(_ other: Bytes) -> Bool {
    let (own, others) = (parts(at: "&"), other.parts(at: "&"))
    return own.count > 1 && own.count == others.count
      && zip(own, others).allSatisfy { $0 == $1 || $0.hides($1) || $1.hides($0) }
  }

  /// Whether stars or points are in place of a part of another text, and all else is the same.
  fileprivate func hides(_ other: Bytes) -> Bool {
    ["***", "..."].contains { mark in
      guard let start = index(of: mark) else { return false }
      let (head, tail) = (self[..<start], self[start...].drop { mark.utf8.contains($0) })
      return head.count + tail.count <= other.count && other.prefix(head.count) == head
        && other.suffix(tail.count) == tail
    }
  }
}

/// A row of the table that says what a difference is called.
struct DifferenceRow {
  private let kinds: [ComparedPart.Kind]
  private let versions: [SignatureKind]
  private let relation: Relation
  private let conditions: [Condition]
  /// The id of the cause; `none` where nothing is to be said.
  let cause: String
  /// The certainty where it is less than the evidence allows.
  let certainty: Certainty?
  let detail: String?

  init(_ row: JSONObject) throws(KnowledgeError) {
    (kinds, versions) = (try row.words("part"), try row.words("versions"))
    (cause, detail) = (try row.text("cause"), row["detail"]?.stringValue)
    let word = try row.text("relation")
    relation = try JSONObject.word(word, "relation")
    certainty = try row.word("certainty")
    conditions = try Condition.all(of: row)
  }

  func fits(_ part: ComparedPart, _ version: SignatureKind, _ facts: Facts) -> Bool {
    kinds.contains(part.kind) && (versions.isEmpty || versions.contains(version))
      && relation.holds(part.sent, part.signed) && conditions.allSatisfy { $0.holds(facts) }
  }
}

/// How what was signed differs from what OSS signed.
enum Relation: String {
  /// OSS signs it, and the client does not.
  case unsigned
  /// The client signs it, and OSS does not.
  case unsent
  /// The same letters in another case.
  case letterCase = "case"
  /// The same but for blanks at the ends, as they are or decoded.
  case blanks, decodedBlanks
  /// What is signed decodes to what is sent, or the reverse, or both to one text.
  case encoded
  case sentEncoded
  case encodedOtherwise
  /// What is sent decodes to what is signed, and the slash alone stays.
  case encodedTwice
  case sentEscapedTwice
  /// What is sent decodes to what is signed, in which no byte is left that every encoder encodes.
  case fewKept
  /// The same but for `+` in place of a blank.
  case plus
  /// Another character set, or another form of Unicode.
  case charset, unicode
  /// A media type is sent with parameters.
  case parameters
  /// Three zeros more, as milliseconds have.
  case zeros
  /// A time that no form of OSS has, and one that is whole half hours away.
  case malformedTime
  case zone
  /// The names of a list in another order or case.
  case order
  /// The same bytes with an `=` behind a name without a value.
  case equals
  /// An ampersand in the place of the first question mark.
  case ampersand
  /// A path without its dots, its repeated slashes, or its last one, on one side.
  case sentNormalized
  case normalized
  case slashes
  case lastSlash
  case backslash
  /// A path that ends at a character which means something in a URL.
  case cut
  /// The places of the bucket in a path.
  case bucketMissing
  case urlSigned
  case slashMissing
  case bucketDoubled
  case bucketUnsent
  case bucket
  /// A string without one of the lines behind its method, with its last header and its resource on one
  /// line, with two empty lines in each other's places, with all lines in another order, and one in whose
  /// first lines a header or a date is at the place of another one.
  case lineLost, lineJoined, lineSwapped, linesMoved, misaligned
  /// None of these.
  case differs

  /// Whether the relation is there between two texts that are not equal.
  func holds(_ sent: Bytes?, _ signed: Bytes?) -> Bool {
    guard let sent else { return self == .unsent }
    guard let signed else { return self == .unsigned }
    switch self {
    case .unsigned, .unsent: return false
    case .letterCase: return sent.lowercased == signed.lowercased
    case .blanks: return sent.stripped == signed.stripped
    case .decodedBlanks: return sent.percentDecoded.stripped == signed.percentDecoded.stripped
    case .encoded: return signed.percentDecoded == sent
    case .sentEncoded: return sent.percentDecoded == signed
    case .fewKept:
      let isPlain = signed.allSatisfy { 0x21...0x7E ~= $0 && !"\"#%<>?[]^`{|}\\".utf8.contains($0) }
      return isPlain && sent.percentDecoded == signed
    case .encodedOtherwise: return sent.percentDecoded == signed.percentDecoded
    case .encodedTwice: return signed.percentDecoded == sent || sent.percentDecoded.hasEscape
    case .sentEscapedTwice: return sent.replacing("%25", with: "%") == signed
    case .plus:
      return sent.percentDecoded != signed.percentDecoded && Self.blank(sent) == Self.blank(signed)
    case .charset: return Self.isMixed(sent, signed)
    // Equal as text and not as bytes is what canonical equivalence means.
    case .unicode:
      return sent.text == signed.text || sent.percentDecoded.text == signed.percentDecoded.text
    case .parameters:
      let (base, rest) = sent.halves(at: ";")
      return rest != nil && base.stripped.lowercased == signed.lowercased
    case .zeros:
      let zeros = "000".bytes
      return signed == sent + zeros || sent == signed + zeros
    case .malformedTime:
      return TimeText.isRFC1123(sent) && !TimeText.isRFC1123(signed)
        || TimeText.isBasic(sent) && !TimeText.isBasic(signed)
    case .zone: return TimeText.zone(TimeText.any(sent), TimeText.any(signed)) != nil
    case .order:
      let names = { (list: Bytes) in Self.sorted(list.lowercased.parts(at: ";")) }
      return names(sent) == names(signed)
    case .equals: return signed == sent + [UInt8(ascii: "=")]
    case .ampersand:
      return zip(sent, signed).first { $0 != $1 }.map { $0 == (0x3F, 0x26) } == true
    case .sentNormalized: return Self.normalized(signed) == sent
    case .normalized: return Self.normalized(sent) == signed
    case .slashes:
      let slash = "/".bytes
      return sent.replacingRuns(of: slash, by: slash) == signed.replacingRuns(of: slash, by: slash)
    case .lastSlash: return signed == sent + [UInt8(ascii: "/")] || sent == signed + [0x2F]
    case .backslash:
      return signed.percentDecoded.replacing("\\", with: "/") == sent.percentDecoded
    case .cut: return Self.isCut(sent, signed)
    case .bucketMissing, .urlSigned, .slashMissing, .bucketDoubled, .bucketUnsent, .bucket:
      return Self.bucketRelation(sent, signed) == self
    case .lineLost, .lineJoined, .lineSwapped, .linesMoved, .misaligned:
      return Self.form(sent.parts(at: "\n"), signed.parts(at: "\n")) == self
    case .differs: return true
    }
  }

  /// What the lines of a string of V1 or V2 show; nil where each is where it belongs.
  private static func form(_ sent: [Bytes], _ signed: [Bytes]) -> Relation? {
    if sent.count < 5 || signed.count < 4 { return nil }
    let (head, last) = (1...3, sent.count - 1)
    for mask in 1..<8 {
      let kept = sent.indices.filter { !head.contains($0) || mask >> ($0 - 1) & 1 == 0 }
      if kept.map({ sent[$0] }) == signed { return .lineLost }
    }
    // The last line is the resource, which a key with a line break may divide.
    let isResource = sent[last].first.map { "/%".utf8.contains($0) } == true
    if isResource, Array(sent[..<(last - 1)] + [sent[last - 1] + sent[last]]) == signed, last > 4 {
      return .lineJoined
    }
    if sent[1] != sent[2], (sent[1], sent[2]) == (signed[2], signed[1]),
      sent[3...] == signed[3...]
    {
      return .lineSwapped
    }
    let isMoved = sent[..<4] != signed.prefix(4) || sent[last] != signed.last
    if isMoved, sorted(sent) == sorted(signed) { return .linesMoved }
    let isOdd = head.contains { index in
      let line = signed[index].lowercased
      return line.begins(with: "x-oss-") || index < 3 && TimeText.isRFC1123(signed[index])
    }
    return isOdd ? .misaligned : nil
  }

  /// What is wrong about the bucket, or before it; nil where the bucket is the same.
  private static func bucketRelation(_ sent: Bytes, _ signed: Bytes) -> Relation? {
    let slash = "/".bytes
    guard signed.begins(with: "/") else {
      let end = slash + signed
      return sent.count > end.count && sent.suffix(end.count) == end[...]
        ? .bucketMissing : .urlSigned
    }
    let (first, own) = (firstPart(sent), firstPart(signed))
    // Behind a key it is the key that has a slash more.
    if signed == slash + own, sent == signed + slash { return .slashMissing }
    if sent == slash + first + signed {
      let start = slash + first + slash
      return signed.prefix(start.count) == start[...] ? .bucketDoubled : .bucketMissing
    }
    if own.isEmpty { return nil }
    let longer = slash + own + sent
    if signed == longer || signed + slash == longer {
      let start = slash + own + slash
      return sent.prefix(start.count) == start[...] ? .bucketDoubled : .bucketUnsent
    }
    return first == own ? nil : .bucket
  }

  private static func firstPart(_ path: Bytes) -> Bytes {
    Bytes(path.dropFirst().prefix { $0 != UInt8(ascii: "/") })
  }

  private static func blank(_ text: Bytes) -> Bytes {
    text[...].percentDecoded(plusIsSpace: true).replacing("+", with: " ")
  }

  private static func sorted(_ names: [Bytes]) -> [Bytes] {
    sortedIndices(names.count) { names[$0][...].precedes(names[$1][...]) }.map { names[$0] }
  }

  /// A path without dot segments and repeated slashes.
  static func normalized(_ path: Bytes) -> Bytes {
    var parts: [Bytes] = []
    let all = path.parts(at: "/").dropFirst()
    for part in all where !part.isEmpty && !part.isText(".") {
      if part.isText("..") { _ = parts.popLast() } else { parts.append(part) }
    }
    let end = all.last?.isEmpty == true && !parts.isEmpty ? "/".bytes : []
    return "/".bytes + parts.joined(by: "/") + end
  }

  /// Whether a path ends, as it is sent, before what means something in a URL.
  private static func isCut(_ sent: Bytes, _ signed: Bytes) -> Bool {
    let (one, other) = (sent.percentDecoded, signed.percentDecoded)
    let (part, whole) = one.count < other.count ? (one, other) : (other, one)
    guard part.count < whole.count, whole.prefix(part.count) == part[...] else { return false }
    return "#?;".utf8.contains(whole[part.count])
  }

  /// Whether a text is another one with each code unit of UTF-16 outside ASCII as a percent sign, `%u` as
  /// in JavaScript, and its digits.
  private static func isOfCodeUnits(_ text: Bytes, of other: Bytes) -> Bool {
    let units = other.percentDecoded.text.utf16
    if units.allSatisfy({ $0 < 0x80 }) { return false }
    let plain = text.replacing("%u", with: "%")
    for (isCapital, width) in [(true, 1), (true, 4), (false, 1), (false, 4)] {
      let written = units.reduce(into: Bytes()) { bytes, unit in
        let digits = String(unit, radix: 16, uppercase: isCapital)
        let zeros = String(
          repeating: "0", count: unit < 0x100 ? 0 : max(0, width - digits.utf8.count))
        bytes += unit < 0x80 ? [UInt8(unit)] : ("%" + zeros + digits).bytes
      }
      if written == plain { return true }
    }
    return false
  }

  /// Whether one side is the other read as Latin-1 and written as UTF-8, has lost its letters, or has the
  /// code units of UTF-16 in the place of bytes.
  private static func isMixed(_ one: Bytes, _ other: Bytes) -> Bool {
    if isOfCodeUnits(other, of: one) { return true }
    let (one, other) = (one.percentDecoded, other.percentDecoded)
    if one.allSatisfy({ $0 < 0x80 }), other.allSatisfy({ $0 < 0x80 }) { return false }
    if one.encodedTwice == other || other.encodedTwice == one { return true }
    // Where letters are lost, question marks are in their places.
    let kept = { (byte: UInt8) in byte < 0x80 && byte != UInt8(ascii: "?") }
    return one.filter(kept) == other.filter(kept)
  }
}

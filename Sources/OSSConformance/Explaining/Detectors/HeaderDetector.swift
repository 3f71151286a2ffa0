internal import OSSPrimitives
internal import OSSVectors

/// The first four lines of the two strings: method, Content-MD5, Content-Type, Date.
enum HeadDetector {
  static func findings(_ clues: Clues) -> [Explanation] {
    guard let (server, client) = clues.bothHeads else { return [] }
    return method(clues, server, client) + md5(clues, server, client)
      + type(clues, server, client) + date(clues, server, client)
  }

  private static func method(
    _ clues: Clues, _ server: StringText, _ client: StringText
  ) -> [Explanation] {
    guard server.method != client.method else { return [] }
    // A URL alone shows no method.
    if clues.isClientDerived, clues.request?.method == nil { return [] }
    return [
      method(
        server.method, client.method, clues.sureness,
        clues.difference("line 1, method", server.method, client.method))
    ]
  }

  /// Two methods that differ.
  static func method(
    _ sent: Bytes, _ signed: Bytes, _ sureness: Explanation.Certainty, _ difference: Difference?
  ) -> Explanation {
    Explanation(
      sent.lowercased == signed.lowercased ? .methodLowerCase : .methodDiffers, sureness,
      "OSS received \(sent.text), \(signed.text) was signed.", difference: difference)
  }

  private static func md5(
    _ clues: Clues, _ server: StringText, _ client: StringText
  ) -> [Explanation] {
    guard server.contentMD5 != client.contentMD5 else { return [] }
    let mistake: RefusalCause =
      server.contentMD5.isEmpty
      ? .md5NotSent : client.contentMD5.isEmpty ? .md5NotSigned : .md5Differs
    let isForm = server.contentMD5.replacing("+", with: " ") == client.contentMD5
    return [
      Explanation(
        mistake, clues.sureness,
        isForm ? "Its + was signed as a blank, which a form decoder makes of it." : nil,
        difference: clues.difference(
          "line 2, Content-MD5", server.contentMD5, client.contentMD5))
    ]
  }

  private static func type(
    _ clues: Clues, _ server: StringText, _ client: StringText
  ) -> [Explanation] {
    let (sent, signed) = (server.contentType, client.contentType)
    guard sent != signed else { return [] }
    return [
      Explanation(
        mistake(sent: sent, signed: signed, clues), clues.sureness,
        difference: clues.difference("line 3, Content-Type", sent, signed))
    ]
  }

  private static func mistake(sent: Bytes, signed: Bytes, _ clues: Clues) -> RefusalCause {
    if sent.isEmpty { return .typeNotSent }
    if !signed.isEmpty {
      return type(sent: sent, signed: signed)
    }
    if let request = clues.request, !clues.isClientDerived {
      return request.field("content-type") == nil ? .typeAdded : .typeNotSigned
    }
    return clues.isClientDerived || isDefault(sent) ? .typeAdded : .typeNotSigned
  }

  /// What two types are that differ: one may have parameters that the other lacks.
  static func type(sent: Bytes, signed: Bytes) -> RefusalCause {
    let base = sent.halves(at: UInt8(ascii: ";"))
    let isLonger = base.after != nil && base.before.stripped.lowercased == signed.lowercased
    return isLonger ? .typeCharset : .typeDiffers
  }

  /// Whether HTTP clients send such a type without being asked.
  static func isDefault(_ type: Bytes) -> Bool {
    let name = type.lowercased.halves(at: UInt8(ascii: ";")).before.stripped.text
    return [
      "application/x-www-form-urlencoded", "application/octet-stream", "text/plain",
      "application/json", "multipart/form-data",
    ].contains(name)
  }

  private static func date(
    _ clues: Clues, _ server: StringText, _ client: StringText
  ) -> [Explanation] {
    let (sent, signed) = (server.date, client.date)
    guard sent != signed else { return [] }
    let difference = clues.difference("line 4, Date or Expires", sent, signed)
    if clues.isClientDerived, signed.isEmpty { return [] }
    // A presigned URL has no Date: it lacks its Expires, which is another mistake.
    if sent.isEmpty, clues.request?.isPresigned == true { return [] }
    if sent.isEmpty { return [Explanation(.dateNotSent, clues.sureness, difference: difference)] }
    if signed.isEmpty {
      return [Explanation(.dateNotSigned, clues.sureness, difference: difference)]
    }
    if sent.decimal != nil {
      // By the digits: the number itself may be too great to be multiplied.
      let zeros = Bytes("000")
      let mistake: RefusalCause =
        signed == sent + zeros || sent == signed + zeros ? .expiresMilliseconds : .expiresDiffers
      return [Explanation(mistake, clues.sureness, difference: difference)]
    }
    if TimeText.rfc1123(signed) == nil {
      return [Explanation(.dateMalformed, clues.sureness, difference: difference)]
    }
    if let detail = TimeText.zone(TimeText.rfc1123(sent), TimeText.rfc1123(signed)) {
      return [Explanation(.timeZone, clues.sureness, detail, difference: difference)]
    }
    return [Explanation(.dateDiffers, clues.sureness, difference: difference)]
  }
}

/// The canonicalized OSS headers of the two strings of V1.
enum HeaderDetector {
  static func findings(_ clues: Clues) -> [Explanation] {
    guard let (server, client) = clues.bothTexts else { return [] }
    var found: [Explanation] = []
    if client.blankLines > server.blankLines {
      found.append(Explanation(.blankLine, clues.sureness))
    }
    let comparison = HeaderComparison(
      server: server.headers, client: client.headers, sureness: clues.sureness,
      difference: clues.difference,
      unsigned: { name, _ in isToken(name) ? .tokenNotSigned : .headerNotSigned },
      unsent: { name in
        if isToken(name) { return .tokenNotSent }
        return name.hasPrefix("x-oss-") ? .headerNotSent : .foreignHeader
      },
      differing: { name, sent, signed in
        isToken(name) ? .tokenDiffers : spelling(sent: sent, signed: signed)
      })
    found += comparison.findings
    return found.isEmpty ? comparison.order : found
  }

  private static func isToken(_ name: Bytes) -> Bool { name.isText("x-oss-security-token") }

  /// What two values are that differ.
  static func spelling(sent: Bytes, signed: Bytes) -> RefusalCause {
    if signed.percentDecoded == sent.percentDecoded { return .headerEncoded }
    return Charset.isMixed(sent, signed) ? .headerCharset : .headerDiffers
  }
}

/// The headers that OSS signs beside those that the client signs, by any version.
struct HeaderComparison {
  typealias Header = (name: Bytes, value: Bytes)

  let server: [Header]
  let client: [Header]
  let sureness: Explanation.Certainty
  let difference: (_ part: String, _ sent: Bytes?, _ signed: Bytes?) -> Difference?
  let unsigned: (_ name: Bytes, _ value: Bytes) -> RefusalCause
  let unsent: (_ name: Bytes) -> RefusalCause
  let differing: (_ name: Bytes, _ sent: Bytes, _ signed: Bytes) -> RefusalCause

  var findings: [Explanation] {
    let sent = Set(server.map(\.name.lowercased))
    let signed = Dictionary(
      client.map { ($0.name.stripped.lowercased, $0) }, uniquingKeysWith: { first, _ in first })
    var found: [Explanation] = []
    for (name, value) in server where signed[name.lowercased] == nil {
      let detail = "OSS signs \(name.text), the client does not."
      let isType = name.isText("content-type")
      found.append(
        Explanation(
          unsigned(name.lowercased, value), sureness, detail,
          difference: isType ? difference("header content-type", value, []) : nil))
    }
    for name in client.map(\.name.stripped.lowercased) where !sent.contains(name) {
      let detail = "The client signs \(name.text), and OSS does not."
      found.append(Explanation(unsent(name), sureness, detail))
    }
    for header in server {
      if let other = signed[header.name.lowercased] { found += value(header, other) }
    }
    return found
  }

  private func value(_ sent: Header, _ signed: Header) -> [Explanation] {
    guard signed.value != sent.value || signed.name != sent.name else { return [] }
    let mistake: RefusalCause =
      if signed.name.stripped != sent.name {
        .headerNameCase
      } else if signed.value.stripped == sent.value.stripped {
        .headerNotTrimmed
      } else {
        differing(sent.name, sent.value, signed.value)
      }
    return [
      Explanation(
        mistake, sureness, "It is the header \(sent.name.text).",
        difference: difference("header \(sent.name.text)", sent.value, signed.value))
    ]
  }

  /// The same names in another order.
  var order: [Explanation] {
    let (sent, signed) = (server.map(\.name), client.map(\.name))
    guard sent != signed, sent.count == signed.count else { return [] }
    let index = sent.indices.first { sent[$0] != signed[$0] } ?? 0
    let detail = "Header \(index + 1) is \(sent[index].text) at OSS and \(signed[index].text) here."
    return [Explanation(.headersNotSorted, sureness, detail)]
  }
}

/// Shows one text in two character sets.
enum Charset {
  /// Whether one side is the other read as Latin-1 and written as UTF-8, or has lost its letters.
  static func isMixed(_ one: Bytes, _ other: Bytes) -> Bool {
    widened(one) == other || widened(other) == one || haveSameASCII(one, other)
  }

  private static func widened(_ bytes: Bytes) -> Bytes? {
    guard bytes.contains(where: { $0 >= 0x80 }) else { return nil }
    var result = Bytes()
    for byte in bytes {
      if byte < 0x80 {
        result.append(byte)
      } else {
        result += [0xc0 | byte >> 6, 0x80 | byte & 0x3f]
      }
    }
    return result
  }

  /// Whether the two differ in characters outside ASCII alone, or in the question marks that stand
  /// for them once they are lost.
  private static func haveSameASCII(_ one: Bytes, _ other: Bytes) -> Bool {
    let isForeign = { (byte: UInt8) in byte >= 0x80 }
    guard one.contains(where: isForeign) || other.contains(where: isForeign) else { return false }
    let isKept = { (byte: UInt8) in byte < 0x80 && byte != UInt8(ascii: "?") }
    return one.filter(isKept) == other.filter(isKept)
  }
}

/// The shape of the client's string: its lines and line ends.
enum ShapeDetector {
  static func findings(_ clues: Clues) -> [Explanation] {
    md5(clues) + (clues.isClientDerived ? [] : string(clues))
  }

  private static func string(_ clues: Clues) -> [Explanation] {
    guard let client = clues.client, let server = clues.server,
      let text = clues.clientText, clues.serverText?.isShort == false
    else { return [] }
    var found: [Explanation] = []
    if text.isShort {
      let detail = "There are \(text.lineCount) lines before the resource, and 4 are due."
      found.append(Explanation(.lineMissing, .certain, detail))
    }
    if client == server + [0x0a] {
      found.append(
        Explanation(
          .stringEndsInLine, .possible, "An editor may have put it there, too."))
    }
    return found
  }

  /// Content-MD5 of the hexadecimal text, or that text itself.
  static func md5(_ clues: Clues) -> [Explanation] {
    let values = [
      clues.clientText?.contentMD5, clues.serverText?.contentMD5,
      clues.request?.field("content-md5"),
    ]
    for case let value? in values {
      let digest = (try? Base64.decode(value.text)) ?? []
      if value.isHexadecimal(32) || digest.isHexadecimal(32) {
        return [Explanation(.md5Hexadecimal, .likely)]
      }
    }
    return []
  }
}

internal import OSSPrimitives
internal import OSSVectors

/// The canonicalized OSS headers of the two strings.
enum HeaderDetector {
  static func findings(_ clues: Clues) -> [Explanation] {
    guard let (server, client) = clues.bothTexts else { return [] }
    var found: [Explanation] = []
    if client.blankLines > server.blankLines {
      found.append(Explanation(.blankLine, clues.sureness))
    }
    for line in client.headers where !isOSS(line.name.lowercased) {
      let detail = "The line of \(line.name.text) does not belong there."
      found.append(Explanation(.foreignHeader, clues.sureness, detail))
    }
    found += missing(clues, server, client)
    for header in server.headers where isOSS(header.name) {
      found += value(clues, header, client)
    }
    if found.isEmpty { found += order(clues, server, client) }
    return found
  }

  private static func isOSS(_ name: Bytes) -> Bool { name.hasPrefix("x-oss-") }
  private static func isToken(_ name: Bytes) -> Bool { name.isText("x-oss-security-token") }

  private static func missing(
    _ clues: Clues, _ server: StringText, _ client: StringText
  ) -> [Explanation] {
    let sent = server.headers.map(\.name.lowercased)
    let signed = client.headers.map(\.name.lowercased.stripped)
    let unsigned = sent.filter { !signed.contains($0) }.map { name in
      Explanation(
        isToken(name) ? .tokenNotSigned : .headerNotSigned, clues.sureness,
        "OSS signs \(name.text), the client does not.")
    }
    let unsent = signed.filter { isOSS($0) && !sent.contains($0) }.map { name in
      Explanation(
        isToken(name) ? .tokenNotSent : .headerNotSent, clues.sureness,
        "The client signs \(name.text), and OSS did not receive it.")
    }
    return unsigned + unsent
  }

  private static func value(
    _ clues: Clues, _ header: (name: Bytes, value: Bytes), _ client: StringText
  ) -> [Explanation] {
    guard let other = client.headers.first(where: { $0.name.lowercased.stripped == header.name })
    else { return [] }
    let difference = clues.difference(
      "header \(header.name.text)", header.value, other.value)
    let detail = "It is the header \(header.name.text)."
    if other.name.stripped != header.name {
      return [Explanation(.headerNameCase, clues.sureness, detail)]
    }
    guard other.value != header.value || other.name != header.name else { return [] }
    let mistake: RefusalCause =
      if isToken(header.name) {
        .tokenDiffers
      } else if other.value.stripped == header.value.stripped {
        .headerNotTrimmed
      } else if other.value.percentDecoded == header.value.percentDecoded {
        .headerEncoded
      } else if Charset.isMixed(header.value, other.value) {
        .headerCharset
      } else {
        .headerDiffers
      }
    return [Explanation(mistake, clues.sureness, detail, difference: difference)]
  }

  private static func order(
    _ clues: Clues, _ server: StringText, _ client: StringText
  ) -> [Explanation] {
    let (sent, signed) = (server.headers.map(\.name), client.headers.map(\.name))
    guard sent != signed, sent.count == signed.count else { return [] }
    let index = sent.indices.first { sent[$0] != signed[$0] } ?? 0
    let detail = "Header \(index + 1) is \(sent[index].text) at OSS and \(signed[index].text) here."
    return [Explanation(.headersNotSorted, clues.sureness, detail)]
  }
}

/// Tells one text in two character sets.
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

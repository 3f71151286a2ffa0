internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Bucket and key in the resources of the two strings.
enum PathDetector {
  static func findings(_ clues: Clues) -> [Explanation] {
    guard let (server, client) = clues.bothTexts, server.path != client.path else { return [] }
    let (sent, signed) = (server.path, client.path)
    let mistake = mistake(server, client)
    // Such a key may be sent as it is, or be encoded in the string, and there in part.
    let isOpen = mistake == .keyNotEncoded
    return [
      Explanation(
        mistake, isOpen ? .likely : clues.sureness,
        isOpen
          ? "What was signed has escapes beside bytes that are not encoded; OSS received it decoded."
          : nil,
        difference: clues.difference("canonicalized resource", sent, signed))
    ]
  }

  private static func mistake(_ server: StringText, _ client: StringText) -> RefusalCause {
    let (sent, signed) = (server.path, client.path)
    if let mistake = bucket(sent: sent, signed: signed) { return mistake }
    if signed.percentDecoded == sent {
      // Whoever encodes encodes these too: so the key is signed as it is, and sent as it is.
      let isRaw = signed.contains { $0 <= 0x20 || $0 >= 0x7f }
      return isRaw ? .keyNotEncoded : .keyEncodedInString
    }
    if sent.percentDecoded == signed { return .keyEncodedTwice }
    if let mistake = spelling(sent: sent, signed: signed) { return mistake }
    if signed.percentDecoded == sent.percentDecoded { return .keyEncodedInString }
    if withoutDoubleSlashes(sent) == withoutDoubleSlashes(signed) { return .keyDoubleSlash }
    if isCut(sent, of: signed) { return .keyCut }
    if server.bucket != client.bucket { return .bucketDiffers }
    return .keyDiffers
  }

  /// What is wrong about the bucket, or before it.
  static func bucket(sent: Bytes, signed: Bytes) -> RefusalCause? {
    let slash = Bytes("/")
    if !signed.hasPrefix("/") {
      return sent.hasSuffix("/" + signed.text) && sent.count > signed.count + 1
        ? .bucketMissing : .resourceIsURL
    }
    if sent == signed + slash { return .slashMissing }
    let first = Bytes(sent.dropFirst().prefix { $0 != UInt8(ascii: "/") })
    if sent == slash + first + signed {
      return signed.starts(with: slash + first + slash) ? .bucketDoubled : .bucketMissing
    }
    let own = Bytes(signed.dropFirst().prefix { $0 != UInt8(ascii: "/") })
    let isLonger = [signed, signed + slash].contains(slash + own + sent)
    if isLonger {
      return sent.starts(with: slash + own + slash) ? .bucketDoubled : .bucketNotInHost
    }
    return nil
  }

  /// Two spellings of one key.
  private static func spelling(sent: Bytes, signed: Bytes) -> RefusalCause? {
    if sent.replacing("+", with: " ") == signed.percentDecoded.replacing("+", with: " ") {
      return .plusAndSpace
    }
    // Equal as text and not as bytes is what canonical equivalence means.
    if sent.text == signed.text || sent.text == signed.percentDecoded.text {
      return .keyNormalized
    }
    return Charset.isMixed(sent, signed) ? .keyCharset : nil
  }

  private static func withoutDoubleSlashes(_ path: Bytes) -> Bytes {
    var result = Bytes()
    for byte in path where byte != UInt8(ascii: "/") || result.last != byte { result.append(byte) }
    return result
  }

  /// Whether the key ends, as it is sent, before what means something in a URL.
  static func isCut(_ sent: Bytes, of signed: Bytes) -> Bool {
    guard signed.count > sent.count, signed.starts(with: sent) else { return false }
    return signed[sent.count] == UInt8(ascii: "#") || signed[sent.count] == UInt8(ascii: "?")
  }
}

/// The subresources of the two strings.
enum SubresourceDetector {
  static func findings(_ clues: Clues) -> [Explanation] {
    guard let (server, client) = clues.bothTexts else { return [] }
    let (sent, signed) = (server.subresources, client.subresources)
    let isAlone = sent.isEmpty && signed.count == 1
    var found = unequal(
      sent: sent.map(\.name), signed: signed.map(\.name), clues.sureness,
      unsigned: { $0.isText("security-token") ? .tokenNotSigned : .subresourceNotSigned },
      unsent: { isAlone && isRestOfKey($0) ? .keyCut : mistake(unsent: $0) })
    let values = Dictionary(
      signed.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for parameter in sent {
      guard let other = values[parameter.name] else { continue }
      found += value(clues, parameter, other.value)
    }
    if found.isEmpty, sent.map(\.name) != signed.map(\.name), sent.count == signed.count {
      found.append(
        Explanation(
          .subresourcesNotSorted, clues.sureness,
          "OSS signs \(list(sent.map(\.name))), the client \(list(signed.map(\.name)))."))
    }
    return found
  }

  private static func list(_ names: [Bytes]) -> String {
    names.map(\.text).joined(separator: ", ")
  }

  /// Names that one side alone has.
  static func unequal(
    sent: [Bytes], signed: [Bytes], _ sureness: Explanation.Certainty,
    unsigned: (Bytes) -> RefusalCause, unsent: (Bytes) -> RefusalCause
  ) -> [Explanation] {
    let (sentNames, signedNames) = (Set(sent), Set(signed))
    return sent.filter { !signedNames.contains($0) }.map { name in
      let detail = "OSS signs the parameter \(name.text), the client does not."
      return Explanation(unsigned(name), sureness, detail)
    }
      + signed.filter { !sentNames.contains($0) }.map { name in
        let detail = "The client signs the parameter \(name.text), OSS does not."
        return Explanation(unsent(name), sureness, detail)
      }
  }

  /// Whether what looks like a parameter ends as the name of a file does.
  private static func isRestOfKey(_ name: Bytes) -> Bool {
    !Subresources.contains(name.text) && (name.contains(UInt8(ascii: ".")) || name.contains(0x2f))
  }

  private static func mistake(unsent name: Bytes) -> RefusalCause {
    if name.isText("security-token") { return .tokenNotSent }
    if name.hasPrefix("amp;") { return .ampersandEscaped }
    return Subresources.contains(name.text) ? .subresourceNotSent : .parameterSigned
  }

  private static func value(
    _ clues: Clues, _ sent: (name: Bytes, value: Bytes?), _ signed: Bytes?
  ) -> [Explanation] {
    guard sent.value != signed else { return [] }
    let (one, other) = (sent.value ?? [], signed ?? [])
    let mistake: RefusalCause =
      if sent.name.isText("security-token") {
        .tokenDiffers
      } else if one == other {
        .subresourceEmpty
      } else if other.percentDecoded == one {
        .subresourceEncoded
      } else if one.percentDecoded == other {
        .subresourceEncodedTwice
      } else if one.replacing("+", with: " ") == other.replacing("+", with: " ") {
        .plusAndSpace
      } else {
        .subresourceDiffers
      }
    return [
      Explanation(
        mistake, clues.sureness, "It is the parameter \(sent.name.text).",
        difference: clues.difference("subresource \(sent.name.text)", one, other))
    ]
  }
}

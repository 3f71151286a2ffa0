internal import OSSPrimitives
internal import OSSVectors

/// The canonical requests of V4 on both sides, part by part.
enum CanonicalRequestDetector {
  static func findings(_ clues: Clues) -> [Explanation] {
    guard let (server, client) = clues.v4.both else { return [] }
    var found = shape(clues, client) + method(clues, server, client)
    if server.uri != client.uri {
      found.append(
        Explanation(
          CanonicalURI.mistake(server, client), clues.v4.sureness,
          difference: clues.v4.difference("line 2, canonical URI", server.uri, client.uri)))
    }
    guard client.isWhole else { return found }
    found += CanonicalQueryDetector.findings(clues, server, client)
    found += CanonicalHeadersDetector.findings(clues, server, client)
    found += payload(clues, server, client)
    if found.isEmpty, server.bytes != client.bytes {
      found.append(
        Explanation(
          .canonicalRequestDiffers, clues.v4.sureness,
          difference: clues.v4.difference(
            "additional headers", server.additional, client.additional)))
    }
    return found
  }

  private static func shape(_ clues: Clues, _ client: CanonicalText) -> [Explanation] {
    guard !clues.v4.isClientDerived, let text = clues.evidence.string else { return [] }
    if !client.isWhole {
      return [
        Explanation(
          .lineMissing, .certain,
          "The parts are method, URI, query, headers, additional headers and payload line.")
      ]
    }
    guard text.last == 0x0a else { return [] }
    return [Explanation(.stringEndsInLine, .possible, "An editor may have put it there, too.")]
  }

  private static func method(
    _ clues: Clues, _ server: CanonicalText, _ client: CanonicalText
  ) -> [Explanation] {
    guard server.method != client.method else { return [] }
    // A URL alone shows no method.
    if clues.request?.method == nil, clues.v4.isClientDerived || !clues.v4.isServerShown {
      return []
    }
    let isCase = server.method.lowercased == client.method.lowercased
    return [
      Explanation(
        isCase ? .methodLowerCase : .methodDiffers, clues.v4.sureness,
        "OSS received \(server.method.text), \(client.method.text) was signed.",
        difference: clues.v4.difference("line 1, method", server.method, client.method))
    ]
  }

  private static func payload(
    _ clues: Clues, _ server: CanonicalText, _ client: CanonicalText
  ) -> [Explanation] {
    guard server.payload != client.payload else { return [] }
    return [
      Explanation(
        .payloadHash, clues.v4.sureness,
        difference: clues.v4.difference("last line, payload", server.payload, client.payload))
    ]
  }
}

/// What two canonical URIs that differ show.
enum CanonicalURI {
  static func mistake(_ server: CanonicalText, _ client: CanonicalText) -> RefusalCause {
    let (sent, signed) = (server.uri, client.uri)
    if sent.replacing("%25", with: "%") == signed { return .keyEncodedTwice }
    if let bucket = bucket(sent, signed) { return bucket }
    let variant = URIVariants.all(sent).first { $0.uri == signed }
    if let variant { return variant.mistake }
    let (one, other) = (sent.percentDecoded, signed.percentDecoded)
    if one == other { return .uriOtherEncoding }
    if one.replacing("+", with: " ") == other.replacing("+", with: " ") { return .plusAndSpace }
    // Equal as text and not as bytes is what canonical equivalence means.
    if one.text == other.text { return .keyNormalized }
    if Charset.isMixed(one, other) { return .keyCharset }
    // The HTTP client resolves what the signer leaves.
    if URIVariants.normalized(signed) == sent { return .uriNormalized }
    if isCut(one, of: other) { return .keyCut }
    return server.bucket == client.bucket ? .keyDiffers : .bucketDiffers
  }

  /// What is wrong about the bucket, or before it.
  private static func bucket(_ sent: Bytes, _ signed: Bytes) -> RefusalCause? {
    let slash = Bytes("/")
    let first = slash + Bytes(sent.dropFirst().prefix { $0 != UInt8(ascii: "/") })
    let own = slash + Bytes(signed.dropFirst().prefix { $0 != UInt8(ascii: "/") })
    if sent == signed + slash { return .slashMissing }
    if sent == first + signed, sent != signed {
      return signed.starts(with: first + slash) ? .bucketDoubled : .bucketMissing
    }
    if signed == own + sent {
      return sent.starts(with: own + slash) ? .bucketDoubled : .bucketNotInHost
    }
    return nil
  }

  private static func isCut(_ sent: Bytes, of signed: Bytes) -> Bool {
    guard signed.count > sent.count, signed.starts(with: sent) else { return false }
    return signed[sent.count] == UInt8(ascii: "#") || signed[sent.count] == UInt8(ascii: "?")
  }
}

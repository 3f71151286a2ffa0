internal import OSSPrimitives
internal import OSSServices
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
    return [
      HeadDetector.method(
        server.method, client.method, clues.v4.sureness,
        clues.v4.difference("line 1, method", server.method, client.method))
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
    let variant = URIVariants.all(sent).first { $0.uri == signed }
    if let variant, !signed.hasPrefix("/") { return variant.mistake }
    if let mistake = PathDetector.bucket(sent: sent, signed: signed) { return mistake }
    if let variant { return variant.mistake }
    let (one, other) = (sent.percentDecoded, signed.percentDecoded)
    if one == other { return .uriOtherEncoding }
    if one.replacing("+", with: " ") == other.replacing("+", with: " ") { return .plusAndSpace }
    // Equal as text and not as bytes is what canonical equivalence means.
    if one.text == other.text { return .keyNormalized }
    if Charset.isMixed(one, other) { return .keyCharset }
    // The HTTP client resolves what the signer leaves.
    if URIVariants.normalized(signed) == sent { return .uriNormalized }
    if PathDetector.isCut(one, of: other) { return .keyCut }
    return server.bucket == client.bucket ? .keyDiffers : .bucketDiffers
  }
}

/// What the hash in the client's string to sign shows: of which canonical request it is.
///
/// The hash is no secret, and it is that of a request with one mistake or of none: so the string to
/// sign alone names the mistake, without the client's canonical request.
enum HashDetector {
  static func findings(_ clues: Clues) -> [Explanation] {
    guard !clues.v4.isSame, let own = clues.v4.clientString else { return [] }
    return form(own) + time(clues, own) + request(clues, own)
  }

  private static func form(_ own: StringTextV4) -> [Explanation] {
    let digits = own.hash.filter { $0.hexadecimalDigit != nil }
    guard !own.hash.isEmpty, !own.hash.contains("*") else { return [] }
    if own.hash.count == 64, digits.count == 64, own.hash == own.hash.lowercased { return [] }
    return [
      Explanation(.hashMalformed, .certain, "The fourth line has \(own.hash.count) characters.")
    ]
  }

  /// The time of the string beside the one that is sent.
  private static func time(_ clues: Clues, _ own: StringTextV4) -> [Explanation] {
    let sent =
      clues.v4.serverString?.time
      ?? clues.request?.parameter("x-oss-date") ?? clues.request?.field("x-oss-date")
    guard let sent, sent != own.time else { return [] }
    let difference = Difference(
      name: "stringToSign", part: "line 2, time", expected: sent, actual: own.time)
    if (try? Moment(iso8601Basic: own.time.text)) == nil {
      return [Explanation(.dateMalformed, .certain, difference: difference)]
    }
    if let detail = TimeText.zone(TimeText.any(sent), TimeText.any(own.time)) {
      return [Explanation(.timeZone, .certain, detail, difference: difference)]
    }
    return [Explanation(.dateDiffers, .certain, difference: difference)]
  }

  private static func request(_ clues: Clues, _ own: StringTextV4) -> [Explanation] {
    let hash = own.hash.lowercased
    guard let base = clues.v4.server, base.hash != hash else { return [] }
    if let serverHash = clues.v4.serverString?.hash, serverHash == hash { return [] }
    let variant = RequestVariants.all(base).first { CanonicalText.hash(of: $0.bytes) == hash }
    if let variant {
      return [
        Explanation(
          variant.mistake, .certain,
          "The hash that was signed is that of a canonical request with this mistake.",
          difference: RequestVariants.difference(base, variant.bytes, clues.v4))
      ]
    }
    if let mistake = host(clues, base, hash) {
      return [Explanation(mistake, .certain, "The hash that was signed is that with a line host.")]
    }
    let isHash = hash.count == 64 && clues.v4.isServerShown
    return isHash ? [Explanation(.canonicalRequestDiffers, .likely, unknown)] : []
  }

  /// Whether the host is signed, as S3 has it: with its name in the list, or without.
  private static func host(_ clues: Clues, _ base: CanonicalText, _ hash: Bytes) -> RefusalCause? {
    let name = clues.request?.host ?? clues.error?.hostID.map { Bytes($0) }
    guard let name, !base.hasHeader("host") else { return nil }
    var other = base
    other.headerLines = (base.headerLines + [Bytes("host:") + name])
      .sorted { $0.lexicographicallyPrecedes($1) }
    if other.hash == hash { return .additionalNotListed }
    let names = (base.additionalNames + [Bytes("host")])
      .sorted { $0.lexicographicallyPrecedes($1) }
    other.additional = names.joined(by: ";")
    return other.hash == hash ? .additionalDiffer : nil
  }

  private static let unknown =
    "The hashes differ; give the canonical request that your client made, too."
}

internal import OSSPrimitives
internal import OSSVectors

/// The canonical queries of V4 on both sides.
enum CanonicalQueryDetector {
  static func findings(
    _ clues: Clues, _ server: CanonicalText, _ client: CanonicalText
  ) -> [Explanation] {
    guard server.query != client.query else { return [] }
    let difference = clues.v4.difference("line 3, canonical query", server.query, client.query)
    let sureness = clues.v4.sureness
    if client.hasParameter("x-oss-signature"), !server.hasParameter("x-oss-signature") {
      return [Explanation(.signatureSigned, sureness)]
    }
    let variant = QueryVariants.all(server).first {
      $0.query == client.query && $0.mistake.id != RefusalCause.parameterNotSigned.id
    }
    if let variant { return [Explanation(variant.mistake, sureness, difference: difference)] }
    let found = names(clues, server, client) + values(clues, server, client)
    if !found.isEmpty { return found }
    return [Explanation(.parametersNotSorted, sureness, difference: difference)]
  }

  private static func names(
    _ clues: Clues, _ server: CanonicalText, _ client: CanonicalText
  ) -> [Explanation] {
    let sent = server.parameters.map(\.name.percentDecoded)
    let signed = client.parameters.map(\.name.percentDecoded)
    let isToken = { (name: Bytes) in name.hasSuffix("security-token") }
    let unsigned = sent.filter { !signed.contains($0) }.map { name in
      Explanation(
        isToken(name) ? .tokenNotSigned : .parameterNotSigned, clues.v4.sureness,
        "OSS signs the parameter \(name.text), the client does not.")
    }
    let unsent = signed.filter { !sent.contains($0) }.map { name in
      Explanation(
        isToken(name)
          ? .tokenNotSent : name.hasPrefix("amp;") ? .ampersandEscaped : .parameterNotSent,
        clues.v4.sureness, "The client signs the parameter \(name.text), OSS does not.")
    }
    return unsigned + unsent
  }

  private static func values(
    _ clues: Clues, _ server: CanonicalText, _ client: CanonicalText
  ) -> [Explanation] {
    var found: [Explanation] = []
    for (name, value) in server.parameters {
      guard
        let other = client.parameters.first(where: {
          $0.name.percentDecoded == name.percentDecoded
        }), other.value != value || other.name != name
      else { continue }
      let (sent, signed) = (name + (value ?? []), other.name + (other.value ?? []))
      found.append(
        Explanation(
          mistake(sent, signed, value, other.value, name), clues.v4.sureness,
          "It is the parameter \(name.percentDecoded.text).",
          difference: clues.v4.difference(
            "parameter \(name.text)", value ?? [], other.value ?? [])))
    }
    return found
  }

  private static func mistake(
    _ sent: Bytes, _ signed: Bytes, _ value: Bytes?, _ other: Bytes?, _ name: Bytes
  ) -> RefusalCause {
    if name.hasSuffix("security-token") { return .tokenDiffers }
    if (value ?? []) == (other ?? []), sent == signed { return .parameterEquals }
    if sent.percentDecoded == signed {
      return sent.replacing("%2F", with: "/") == signed
        ? .parameterOtherEncoding : .parameterNotEncoded
    }
    if signed.percentDecoded == sent || sent.percentDecoded.hasEscape {
      return .parameterEncodedTwice
    }
    let blank = { (text: Bytes) in text.percentDecoded.replacing("+", with: " ") }
    if sent.percentDecoded == signed.percentDecoded { return .parameterOtherEncoding }
    return blank(sent) == blank(signed) ? .parameterPlus : .parameterDiffers
  }
}

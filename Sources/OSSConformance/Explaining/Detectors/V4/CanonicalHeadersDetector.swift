internal import OSSPrimitives
internal import OSSVectors

/// The canonical headers of V4 on both sides, and their lists of additional headers.
enum CanonicalHeadersDetector {
  static func findings(
    _ clues: Clues, _ server: CanonicalText, _ client: CanonicalText
  ) -> [Explanation] {
    var found = unsigned(clues, server, client) + unsent(clues, server, client)
    for header in server.headers { found += value(clues, header, client) }
    if found.isEmpty { found += order(clues, server, client) }
    return found + list(clues, server, client)
  }

  private static func unsigned(
    _ clues: Clues, _ server: CanonicalText, _ client: CanonicalText
  ) -> [Explanation] {
    let signed = client.headers.map(\.name.stripped.lowercased)
    return server.headers.filter { !signed.contains($0.name) }.map { name, value in
      var mistake = RequestVariants.unsigned(name, value)
      if name.isText("content-type") { mistake = type(clues, value) }
      return Explanation(
        mistake, clues.v4.sureness, "OSS signs \(name.text), the client does not.",
        difference: name.isText("content-type")
          ? clues.v4.difference("header content-type", value, []) : nil)
    }
  }

  /// Who sent a Content-Type that the client did not sign.
  private static func type(_ clues: Clues, _ value: Bytes) -> RefusalCause {
    if let request = clues.request, !clues.v4.isClientDerived, request.isV4, !request.isPresigned,
      clues.v4.isServerShown
    {
      return request.field("content-type") == nil ? .typeAdded : .typeNotSigned
    }
    return clues.v4.isClientDerived || HeadDetector.isDefault(value) ? .typeAdded : .typeNotSigned
  }

  private static func unsent(
    _ clues: Clues, _ server: CanonicalText, _ client: CanonicalText
  ) -> [Explanation] {
    let sent = server.headers.map(\.name)
    let signed = client.headers.map(\.name.stripped.lowercased)
    return signed.filter { !sent.contains($0) }.map { name in
      let mistake: RefusalCause =
        switch name.text {
        case "content-type": .typeNotSent
        case "content-md5": .md5NotSent
        case "x-oss-security-token": .tokenNotSent
        case "x-oss-date": .dateNotSent
        case "x-oss-content-sha256": .payloadHeaderMissing
        case let other where other.hasPrefix("x-oss-"): .headerNotSent
        case let other where other.hasPrefix("x-amz-"): .awsNames
        default:
          client.additionalNames.contains { $0.lowercased == name }
            ? .additionalDiffer : .additionalNotListed
        }
      return Explanation(
        mistake, clues.v4.sureness, "The client signs \(name.text), and OSS does not.")
    }
  }

  private static func value(
    _ clues: Clues, _ header: (name: Bytes, value: Bytes), _ client: CanonicalText
  ) -> [Explanation] {
    guard
      let other = client.headers.first(where: { $0.name.stripped.lowercased == header.name }),
      other.value != header.value || other.name != header.name
    else { return [] }
    let detail = "It is the header \(header.name.text)."
    let difference = clues.v4.difference("header \(header.name.text)", header.value, other.value)
    let mistake: RefusalCause =
      if other.name.stripped != header.name {
        .headerNameCase
      } else if other.value.stripped == header.value.stripped {
        .headerNotTrimmed
      } else {
        differing(header, other.value)
      }
    return [Explanation(mistake, clues.v4.sureness, detail, difference: difference)]
  }

  private static func differing(
    _ header: (name: Bytes, value: Bytes), _ signed: Bytes
  ) -> RefusalCause {
    switch header.name.text {
    case "x-oss-security-token": return .tokenDiffers
    case "x-oss-date": return .dateDiffers
    case "x-oss-content-sha256": return .payloadHash
    case "content-md5": return .md5Differs
    case "content-type":
      let base = header.value.halves(at: UInt8(ascii: ";"))
      let isLonger = base.after != nil && base.before.stripped.lowercased == signed.lowercased
      return isLonger ? .typeCharset : .typeDiffers
    default:
      if signed.percentDecoded == header.value.percentDecoded { return .headerEncoded }
      return Charset.isMixed(header.value, signed) ? .headerCharset : .headerDiffers
    }
  }

  private static func order(
    _ clues: Clues, _ server: CanonicalText, _ client: CanonicalText
  ) -> [Explanation] {
    let (sent, signed) = (server.headers.map(\.name), client.headers.map(\.name))
    guard sent != signed, sent.count == signed.count else { return [] }
    let index = sent.indices.first { sent[$0] != signed[$0] } ?? 0
    let detail = "Header \(index + 1) is \(sent[index].text) at OSS and \(signed[index].text) here."
    return [Explanation(.headersNotSorted, clues.v4.sureness, detail)]
  }

  private static func list(
    _ clues: Clues, _ server: CanonicalText, _ client: CanonicalText
  ) -> [Explanation] {
    guard server.additional != client.additional, !clues.v4.isClientDerived else { return [] }
    let names = client.additionalNames
    let mistake: RefusalCause =
      if names.contains(where: { SentRequest.isSignedAnyway($0.lowercased) }) {
        .additionalNeedless
      } else if names.map(\.lowercased).sorted(by: { $0.lexicographicallyPrecedes($1) })
        == server.additionalNames
      {
        .additionalList
      } else {
        .additionalDiffer
      }
    return [
      Explanation(
        mistake, clues.v4.sureness,
        difference: clues.v4.difference(
          "additional headers", server.additional, client.additional))
    ]
  }
}

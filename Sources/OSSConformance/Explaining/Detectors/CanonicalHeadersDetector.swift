internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning
internal import OSSVectors

/// The canonical headers of V4 on both sides, and their lists of additional headers.
enum CanonicalHeadersDetector {
  static func findings(
    _ clues: Clues, _ server: CanonicalText, _ client: CanonicalText
  ) -> [Explanation] {
    let comparison = HeaderComparison(
      server: server.headers, client: client.headers, sureness: clues.v4.sureness,
      difference: clues.v4.difference,
      unsigned: { name, value in
        name.isText("content-type")
          ? type(clues, value) : RequestVariants.unsigned(name, value)
      },
      unsent: { unsent($0, client) }, differing: differing)
    let found = comparison.findings
    return (found.isEmpty ? comparison.order : found) + list(clues, server, client)
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

  private static func unsent(_ name: Bytes, _ client: CanonicalText) -> RefusalCause {
    switch name.text {
    case "content-type": return .typeNotSent
    case "content-md5": return .md5NotSent
    case "x-oss-security-token": return .tokenNotSent
    case "x-oss-date": return .dateNotSent
    case "x-oss-content-sha256": return .payloadHeaderMissing
    case let other where other.hasPrefix("x-oss-"): return .headerNotSent
    case let other where other.hasPrefix("x-amz-"): return .awsNames
    default:
      let isListed = client.additionalNames.contains { $0.lowercased == name }
      return isListed ? .additionalDiffer : .additionalNotListed
    }
  }

  private static func differing(
    _ name: Bytes, _ sent: Bytes, _ signed: Bytes
  ) -> RefusalCause {
    switch name.text {
    case "x-oss-security-token": return .tokenDiffers
    case "x-oss-date": return .dateDiffers
    case "x-oss-content-sha256": return .payloadHash
    case "content-md5": return .md5Differs
    case "content-type": return HeadDetector.type(sent: sent, signed: signed)
    default: return HeaderDetector.spelling(sent: sent, signed: signed)
    }
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
    let isToken = { (name: Bytes) in name.hasSuffix("security-token") }
    return SubresourceDetector.unequal(
      sent: server.parameters.map(\.name.percentDecoded),
      signed: client.parameters.map(\.name.percentDecoded), clues.v4.sureness,
      unsigned: { isToken($0) ? .tokenNotSigned : .parameterNotSigned },
      unsent: { name in
        isToken(name)
          ? .tokenNotSent : name.hasPrefix("amp;") ? .ampersandEscaped : .parameterNotSent
      })
  }

  private static func values(
    _ clues: Clues, _ server: CanonicalText, _ client: CanonicalText
  ) -> [Explanation] {
    var found: [Explanation] = []
    let signed = Dictionary(
      client.parameters.map { ($0.name.percentDecoded, $0) }, uniquingKeysWith: { one, _ in one })
    for (name, value) in server.parameters {
      guard let other = signed[name.percentDecoded], other.value != value || other.name != name
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

/// The list of additional headers that is sent beside the signature of V4.
enum AdditionalHeadersDetector {
  static func findings(_ clues: Clues) -> [Explanation] {
    guard let credential = clues.v4.credential, let request = clues.request,
      let list = credential.additional
    else { return [] }
    let isRefused = ["0002-00000209", "0002-00000210"].contains(clues.error?.ec ?? "")
    let sureness: Explanation.Certainty = isRefused ? .certain : .likely
    if list.isEmpty { return [Explanation(.additionalEmpty, .certain)] }
    let names = credential.additionalNames
    let lower = names.map(\.lowercased)
    if let name = lower.first(where: SentRequest.isSignedAnyway) {
      return [Explanation(.additionalNeedless, sureness, "\(name.text) is listed.")]
    }
    var found: [Explanation] = []
    let isOrdered = zip(lower, lower.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) }
    if names != lower || !isOrdered || names.contains(where: \.isEmpty) {
      found.append(Explanation(.additionalList, sureness, "The list is \(list.text.visible)."))
    }
    // Host is always sent; a request that shows no other header may be copied in part.
    let shown = request.fields.count > 1 || (isRefused && !request.fields.isEmpty)
    let absent = lower.filter { !$0.isEmpty && !$0.isText("host") && request.field($0.text) == nil }
    if shown, let name = absent.first {
      found.append(
        Explanation(.additionalNotSent, sureness, "The request has no \(name.text)."))
    }
    return found
  }
}

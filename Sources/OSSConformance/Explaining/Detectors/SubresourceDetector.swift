internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// The subresources of the two strings.
enum SubresourceDetector {
  static func findings(_ clues: Clues) -> [Explanation] {
    guard let (server, client) = clues.bothTexts else { return [] }
    let (sent, signed) = (server.subresources, client.subresources)
    var found = unequal(clues, sent: sent.map(\.name), signed: signed.map(\.name))
    for parameter in sent {
      guard let other = signed.first(where: { $0.name == parameter.name }) else { continue }
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

  private static func unequal(
    _ clues: Clues, sent: [Bytes], signed: [Bytes]
  ) -> [Explanation] {
    let unsigned = sent.filter { !signed.contains($0) }.map { name in
      Explanation(
        name.isText("security-token") ? .tokenNotSigned : .subresourceNotSigned, clues.sureness,
        "OSS signs the parameter \(name.text), the client does not.")
    }
    let unsent = signed.filter { !sent.contains($0) }.map { name in
      Explanation(
        sent.isEmpty && signed.count == 1 && isRestOfKey(name) ? .keyCut : mistake(unsent: name),
        clues.sureness,
        "The client signs the parameter \(name.text), OSS does not.")
    }
    return unsigned + unsent
  }

  /// Whether what looks like a parameter ends as the name of a file does.
  private static func isRestOfKey(_ name: Bytes) -> Bool {
    !Subresources.contains(name) && (name.contains(UInt8(ascii: ".")) || name.contains(0x2f))
  }

  private static func mistake(unsent name: Bytes) -> RefusalCause {
    if name.isText("security-token") { return .tokenNotSent }
    if name.hasPrefix("amp;") { return .ampersandEscaped }
    return Subresources.contains(name) ? .subresourceNotSent : .parameterSigned
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

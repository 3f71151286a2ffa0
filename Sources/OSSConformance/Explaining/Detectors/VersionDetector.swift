internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Signature versions, and the form of the Authorization header.
enum VersionDetector {
  static func findings(_ clues: Clues) -> [Explanation] {
    mixed(clues) + authorization(clues) + legacy(clues)
  }

  private static func version(_ string: Bytes?) -> String? {
    guard let string else { return nil }
    for name in ["OSS4-HMAC-SHA256", "AWS4-HMAC-SHA256"] where string.hasPrefix(name) {
      return name
    }
    if CanonicalText.isCanonical(string) { return "OSS4-HMAC-SHA256" }
    return StringText(string).map { _ in "OSS" }
  }

  private static func mixed(_ clues: Clues) -> [Explanation] {
    // Where OSS shows no string, the request shows by which version it is to be read.
    let sent = version(clues.server) ?? clues.request?.version
    if let crossed = crossed(clues) { return [crossed] }
    guard !clues.isClientDerived, let server = sent, let client = version(clues.client),
      server != client, ["OSS", "OSS4-HMAC-SHA256"].contains(server)
    else { return [] }
    return [
      Explanation(
        .versionMixed, .certain, "OSS reads it as \(server), the client signed by \(client).")
    ]
  }

  /// A signature of V4 in a header of V1.
  private static func crossed(_ clues: Clues) -> Explanation? {
    guard let value = clues.request?.field("authorization"), value.hasPrefix("OSS "),
      let signature = value.halves(at: UInt8(ascii: ":")).after, signature.count == 64,
      signature.allSatisfy({ $0.hexadecimalDigit != nil })
    else { return nil }
    let detail = "The header is one of V1, and the signature 64 hexadecimal digits, as in V4."
    return Explanation(.versionMixed, .certain, detail)
  }

  /// V2, which no current document has.
  private static func legacy(_ clues: Clues) -> [Explanation] {
    guard clues.request?.version == "OSS2", clues.error == nil || clues.code != "AccessDenied"
    else { return [] }
    return [Explanation(.versionLegacy, .likely, "It says OSS2.")]
  }

  private static func authorization(_ clues: Clues) -> [Explanation] {
    let message = clues.message
    if message.contains("signature version") || message.contains("V1 signature") {
      return [Explanation(.versionRefused, .certain)]
    }
    let value = clues.request?.field("authorization")
    if message.hasPrefix("Authorization header is invalid") {
      if value?.hasPrefix("OSS4-") == true {
        return [Explanation(.versionRefused, .likely, "The header is one of V4.")]
      }
      return [Explanation(.authorizationMalformed, value == nil ? .likely : .certain)]
    }
    guard let value, clues.code != "InvalidAccessKeyId" else { return [] }
    if value.hasPrefix("OSS  ") { return [Explanation(.keyBlank, .likely)] }
    return isWellFormed(value) ? [] : [Explanation(.authorizationMalformed, .likely)]
  }

  private static func isWellFormed(_ value: Bytes) -> Bool {
    if value.hasPrefix("OSS4") { return isWellFormedV4(value) }
    if !value.hasPrefix("OSS") { return !value.contains(UInt8(ascii: ":")) }
    if !value.hasPrefix("OSS ") { return true }
    let (id, signature) = Bytes(value.dropFirst(4)).halves(at: UInt8(ascii: ":"))
    guard let signature else { return false }
    return !id.isEmpty && !id.contains(0x20) && !signature.contains(0x20)
  }

  /// Whether a header has the pairs of V4 (V4-AUTH-1); which of them are Amazon's is told elsewhere.
  private static func isWellFormedV4(_ value: Bytes) -> Bool {
    let (name, rest) = value.halves(at: 0x20)
    guard name.isText("OSS4-HMAC-SHA256"), let rest else { return false }
    let names = rest.parts(at: UInt8(ascii: ",")).map {
      $0.stripped.halves(at: UInt8(ascii: "=")).before.text
    }
    let known = ["Credential", "AdditionalHeaders", "Signature", "SignedHeaders"]
    return names.contains("Credential") && names.contains("Signature")
      && names.allSatisfy(known.contains)
  }
}

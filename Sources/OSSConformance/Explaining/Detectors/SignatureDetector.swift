internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning
internal import OSSVectors

/// The signature as it arrived, and what equal strings say of the secret.
enum SignatureDetector {
  static func findings(_ clues: Clues) -> [Explanation] {
    if clues.isV4 { return [] }
    if let shape = provided(clues).flatMap({ shape($0, clues) }) { return [shape] }
    if let raw = unencoded(clues) { return [raw] }
    guard !clues.isClientDerived, clues.code == "SignatureDoesNotMatch",
      let server = clues.error?.stringToSign, server == clues.client
    else { return [] }
    return [
      Explanation(.secretWrong, .certain, "The two strings to sign are the same bytes.")
    ]
  }

  static func provided(_ clues: Clues) -> Bytes? {
    if let text = clues.error?.signatureProvided { return Bytes(text) }
    if let value = clues.request?.parameter("Signature") { return value }
    guard let value = clues.request?.field("authorization"), value.hasPrefix("OSS ") else {
      return nil
    }
    return value.halves(at: UInt8(ascii: ":")).after
  }

  /// What the form of a V1 signature shows; nil for a right one, a masked one and one of V4.
  private static func shape(_ signature: Bytes, _ clues: Clues) -> Explanation? {
    guard !signature.contains("*"), !signature.contains("<"), !signature.isEmpty else {
      return nil
    }
    if signature.hasEscape { return Explanation(.signatureEncodedTwice, .certain) }
    if signature.contains(0x20) {
      let isRestored = digest(signature.replacing(" ", with: "+"))?.count == 20
      return Explanation(isRestored ? .signaturePlus : .signatureDamaged, .certain)
    }
    if signature.count == 40, signature.allSatisfy({ $0.hexadecimalDigit != nil }) {
      return Explanation(.signatureHexadecimal, .certain, "It is 40 hexadecimal digits.")
    }
    if signature.count == 64, signature.allSatisfy({ $0.hexadecimalDigit != nil }) { return nil }
    guard let digest = digest(signature) else {
      let isCut = digest(signature + Bytes("=")) != nil
      return Explanation(
        .signatureDamaged, .likely, isCut ? "The = at the end is missing." : nil)
    }
    if digest.count == 40, digest.allSatisfy({ $0.hexadecimalDigit != nil }) {
      return Explanation(.signatureHexadecimal, .certain, "It is base64 of hexadecimal digits.")
    }
    // V2 of OSS signs with SHA-256; its resource is percent-encoded.
    let isV2 = clues.serverText?.resource.hasPrefix("%2F") == true
    if digest.count == 20 || (digest.count == 32 && isV2) { return nil }
    let isHash = [16, 32, 64].contains(digest.count)
    return Explanation(
      isHash ? .signatureOtherHash : .signatureDamaged, .likely,
      "It holds \(digest.count) bytes, not 20.")
  }

  private static func digest(_ signature: Bytes) -> Bytes? { try? Base64.decode(signature.text) }

  /// A plus sign that the URL shows as it is arrives as a blank.
  private static func unencoded(_ clues: Clues) -> Explanation? {
    let raw = clues.request?.rawParameters.first { $0.name.isText("Signature") }?.value ?? nil
    guard let raw, raw.contains(UInt8(ascii: "+")) else { return nil }
    return Explanation(
      .signaturePlus, .likely, "The URL has a + in its signature that is not encoded.")
  }
}

internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning
internal import OSSVectors

/// The signature of V4 as it arrived, and what equal strings say of the key.
enum SignatureV4Detector {
  static func findings(_ clues: Clues) -> [Explanation] {
    guard clues.isV4 else { return [] }
    if let shape = signature(clues).flatMap(shape) { return [shape] }
    return same(clues)
  }

  static func signature(_ clues: Clues) -> Bytes? {
    clues.error?.signatureProvided.map { Bytes($0) } ?? clues.v4.credential?.signature
  }

  private static func shape(_ signature: Bytes) -> Explanation? {
    guard !signature.contains("*"), !signature.contains("<"), !signature.contains("."),
      !signature.isEmpty
    else { return nil }
    let isHexadecimal = signature.allSatisfy { $0.hexadecimalDigit != nil }
    if isHexadecimal, signature.count == 64 {
      let isLower = signature == signature.lowercased
      return isLower ? nil : Explanation(.signatureCapitals, .certain)
    }
    if isHexadecimal, signature.count == 40 {
      return Explanation(.signatureOtherHash, .certain, "It is 40 digits, which SHA-1 makes.")
    }
    let text = signature.percentDecoded.replacing(" ", with: "+")
    switch (try? Base64.decode(text.text))?.count {
    case 32: return Explanation(.signatureBase64, .certain, "It is base64 of 32 bytes.")
    case 20:
      return Explanation(.signatureOtherHash, .certain, "It is base64 of 20 bytes, as V1 has it.")
    default:
      return Explanation(
        .signatureDamaged, .likely, "It has \(signature.count) characters, not 64.")
    }
  }

  /// Where both sides sign the same bytes the key is another.
  private static func same(_ clues: Clues) -> [Explanation] {
    guard clues.code == "SignatureDoesNotMatch" else { return [] }
    if let server = clues.error?.stringToSign, server == clues.evidence.string {
      return [
        Explanation(.secretWrong, .certain, "The two strings to sign are the same bytes.")
      ]
    }
    guard clues.v4.isServerShown, !clues.v4.isClientDerived,
      clues.v4.server?.bytes == clues.v4.client?.bytes
    else { return [] }
    return [Explanation(.secretWrong, .likely, "The two canonical requests are the same bytes.")]
  }
}

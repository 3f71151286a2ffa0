internal import OSSPrimitives
internal import OSSVectors

/// What the hash in the client's string to sign shows: of which canonical request it is.
///
/// The hash is no secret, and it is that of a request with one mistake or of none: so the string to
/// sign alone names the mistake, without the client's canonical request.
enum HashDetector {
  static func findings(_ clues: Clues) -> [Explanation] {
    guard let own = clues.v4.clientString else { return [] }
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
    let shift = TimeText.any(sent).flatMap { sent in TimeText.any(own.time).map { sent - $0 } }
    if let shift, shift != 0, shift % 1800 == 0, abs(shift) <= 14 * 3600 {
      let detail = "The two times are \(TimeText.span(shift)) apart."
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
    let isHash = hash.count == 64 && clues.v4.isServerShown
    return isHash ? [Explanation(.canonicalRequestDiffers, .likely, unknown)] : []
  }

  private static let unknown =
    "The hashes differ; give the canonical request that your client made, too."
}

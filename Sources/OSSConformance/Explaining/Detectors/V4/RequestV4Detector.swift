internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning
internal import OSSVectors

/// What a request signed by V4 shows by itself.
enum RequestV4Detector {
  static func findings(_ clues: Clues) -> [Explanation] {
    payload(clues) + expiry(clues)
  }

  /// The header x-oss-content-sha256, which a signature in the headers needs.
  private static func payload(_ clues: Clues) -> [Explanation] {
    guard let request = clues.request, request.isV4, !request.isPresigned else { return [] }
    guard let hash = request.field("x-oss-content-sha256") else {
      // A request without x-oss-date may be copied in part.
      return request.field("x-oss-date") == nil || isOther(clues)
        ? [] : [Explanation(.payloadHeaderMissing, .likely)]
    }
    guard !hash.isText("UNSIGNED-PAYLOAD"), !isOther(clues) else { return [] }
    return [Explanation(.payloadHash, .likely, "The header has another value.")]
  }

  /// Whether OSS refuses the request for another reason than its signature.
  private static func isOther(_ clues: Clues) -> Bool {
    clues.error != nil && !["SignatureDoesNotMatch", "InvalidArgument"].contains(clues.code)
  }

  private static func expiry(_ clues: Clues) -> [Explanation] {
    guard let request = clues.request, request.isV4 || request.hasParameter("x-oss-credential"),
      let text = request.parameter("x-oss-expires")
    else { return [] }
    let sureness: Explanation.Certainty =
      clues.error?.ec == "0002-00000232" || clues.error == nil ? .certain : .likely
    let detail = "x-oss-expires is \(text.text.visible)."
    guard let value = text.decimal else {
      let isNumber = text.first == UInt8(ascii: "-") && Bytes(text.dropFirst()).decimal != nil
      return [Explanation(isNumber ? .expiresRange : .expiresMalformed, sureness, detail)]
    }
    if value >= 1_000_000_000 { return [Explanation(.expiresAbsolute, sureness, detail)] }
    if value > 604_800 || value < 1 {
      // A whole number of minutes, given in milliseconds.
      let isMilliseconds = value > 0 && value % 60_000 == 0 && value / 1000 <= 604_800
      return [Explanation(isMilliseconds ? .expiresMilliseconds : .expiresRange, sureness, detail)]
    }
    let hasToken = request.hasParameter("x-oss-security-token")
    guard value > 43_200, hasToken else { return [] }
    return [Explanation(.expiresOfToken, clues.error == nil ? .likely : .possible, detail)]
  }
}

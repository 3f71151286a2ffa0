internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// What a request of S3 shows beside its signature: nothing here is more than likely.
enum S3Detector {
  static func findings(_ clues: Clues) -> [Explanation] {
    guard let request = clues.request else { return [] }
    let found = sent(clues, request)
    return found.isEmpty ? signed(clues) : found
  }

  /// Whether the body is sent in chunks of S3.
  static func isChunked(_ request: SentRequest) -> Bool {
    request.field("content-encoding")?.contains("aws-chunked") == true
      || request.field("x-amz-content-sha256")?.hasPrefix("STREAMING-UNSIGNED") == true
  }

  /// What is wrong with the request that is sent.
  private static func sent(_ clues: Clues, _ request: SentRequest) -> [Explanation] {
    if clues.message.contains("signing region") { return [Explanation(.regionWrong, .likely)] }
    if isChunked(request) { return [Explanation(.awsChunked, .likely)] }
    if let signature = clues.s3Credential?.signature, !signature.isHexadecimal(64),
      !signature.contains("*"), !signature.contains("<")
    {
      let detail = "It has \(signature.count) characters, not 64."
      return [Explanation(.signatureDamaged, .likely, detail)]
    }
    guard request.hasParameter("X-Amz-Algorithm") else { return [] }
    let names = ["Credential", "Date", "Expires", "SignedHeaders", "Signature"].map {
      "X-Amz-" + $0
    }
    if let name = names.first(where: { !request.hasParameter($0) }) {
      return [Explanation(.urlIncomplete, .likely, "It has no \(name).")]
    }
    let date = request.parameter("X-Amz-Date") ?? []
    if (try? Moment(iso8601Basic: date.text)) == nil {
      return [Explanation(.dateMalformed, .likely, "X-Amz-Date is \(date.text.visible).")]
    }
    let seconds = request.parameter("X-Amz-Expires")?.decimal ?? 0
    if !(1...604_800).contains(seconds) {
      return [Explanation(.expiresRange, .likely, "X-Amz-Expires is \(seconds).")]
    }
    let count = clues.s3Credential?.scope.parts.count ?? 0
    return count == 4
      ? [] : [Explanation(.scopeMalformed, .likely, "It has \(count) parts, not 4.")]
  }

  /// The path that was signed beside the one that is sent.
  private static func signed(_ clues: Clues) -> [Explanation] {
    guard let sent = clues.request?.canonicalRequestOfS3, let own = clues.evidence.string else {
      return []
    }
    if let text = CanonicalText(own) {
      return text.uri == sent.uri ? [] : [finding(CanonicalURI.mistake(sent, text), sent, text)]
    }
    let hash = StringTextV4(own)?.hash
    let slash =
      [Bytes("/") + sent.uri] + (sent.uri.hasPrefix("//") ? [Bytes(sent.uri.dropFirst())] : [])
    let uris =
      slash.map { (RefusalCause.keyDoubleSlash, $0) }
      + URIVariants.all(sent.uri).map { ($0.mistake, $0.uri) }
    for (mistake, uri) in uris {
      var text = sent
      text.uri = uri
      if text.hash == hash { return [finding(mistake, sent, text)] }
    }
    return []
  }

  private static func finding(
    _ mistake: RefusalCause, _ sent: CanonicalText, _ own: CanonicalText
  ) -> Explanation {
    let difference = Difference(
      name: "canonicalRequest", part: "canonical URI", expected: sent.uri, actual: own.uri)
    return Explanation(mistake, .likely, difference: difference)
  }
}

internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning
internal import OSSVectors

/// What the canonical request of OSS shows by itself, where the client's is not known.
enum HintV4Detector {
  static func findings(_ clues: Clues) -> [Explanation] {
    guard clues.isV4, clues.evidence.string == nil else { return [] }
    guard let server = clues.error?.canonicalRequest.flatMap({ CanonicalText($0) }) else {
      return fallback(clues)
    }
    return hints(clues, server) + fallback(clues)
  }

  private static func hints(_ clues: Clues, _ server: CanonicalText) -> [Explanation] {
    var found: [Explanation] = []
    if server.isPresigned, server.hasHeader("content-type") {
      found.append(
        Explanation(.typeAdded, .likely, "The URL is presigned, and a Content-Type is sent."))
    }
    if server.isPresigned, let header = server.headers.first(where: { $0.name.hasPrefix("x-oss-") })
    {
      let detail = "OSS signs \(header.name.text); does the client, too?"
      found.append(Explanation(.headerNotSigned, .possible, detail))
    }
    if server.uri.contains("%25") {
      found.append(Explanation(.keyEncodedTwice, .likely, "The URI holds %25."))
    }
    if server.uri.hasPrefix("/\(server.bucket.text)/\(server.bucket.text)/") {
      let detail = "The URI begins with \(server.bucket.text) twice."
      found.append(Explanation(.bucketDoubled, .likely, detail))
    }
    if !server.isPresigned, !server.hasHeader("x-oss-content-sha256") {
      found.append(
        Explanation(.payloadHeaderMissing, .likely, "The canonical request of OSS has none."))
    }
    if !server.isPresigned, !server.hasHeader("x-oss-date") {
      found.append(Explanation(.dateMissing, .likely, "The canonical request of OSS has none."))
    }
    return found
  }

  private static func fallback(_ clues: Clues) -> [Explanation] {
    guard clues.code == "SignatureDoesNotMatch", clues.error?.stringToSign != nil else { return [] }
    let isAsSent = clues.v4.server?.bytes == clues.v4.client?.bytes && clues.v4.client != nil
    let detail =
      isAsSent
      ? "The canonical request of OSS is that of the request; look at the one of your client."
      : "What OSS shows has nothing odd."
    return [Explanation(.secretWrong, .possible, detail)]
  }
}

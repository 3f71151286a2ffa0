internal import OSSPrimitives
internal import OSSSigning

/// The canonical request of V4, on one side or on both.
enum CanonicalRequestDetector {
  static func findings(_ clues: Clues) -> [Explanation] {
    guard let server = clues.error?.canonicalRequest.flatMap({ CanonicalText($0) }) else {
      return payload(clues)
    }
    if let client = clues.evidence.string.flatMap({ CanonicalText($0) }) {
      return compare(server, client)
    }
    return hints(server) + payload(clues)
  }

  private static func payload(_ clues: Clues) -> [Explanation] {
    guard let request = clues.request,
      request.field("authorization")?.hasPrefix("OSS4-") == true,
      let hash = request.field("x-oss-content-sha256"), !hash.isText("UNSIGNED-PAYLOAD")
    else { return [] }
    return [Explanation(.payloadHash, .likely)]
  }

  private static func compare(_ server: CanonicalText, _ client: CanonicalText) -> [Explanation] {
    var found: [Explanation] = []
    if server.method != client.method {
      found.append(Explanation(.methodDiffers, .certain))
    }
    if server.path != client.path {
      found.append(
        Explanation(
          path(server.path, client.path), .certain,
          difference: Difference(
            name: "canonicalRequest", part: "line 2, path", expected: server.path,
            actual: client.path)))
    }
    found += headers(server, client)
    if server.payload != client.payload { found.append(Explanation(.payloadHash, .certain)) }
    let isOther =
      server.query != client.query || server.additional != client.additional
      || server.headers != client.headers
    if found.isEmpty, isOther {
      found.append(Explanation(.canonicalRequestDiffers, .certain))
    }
    return found
  }

  private static func path(_ server: Bytes, _ client: Bytes) -> Mistake {
    if server.hasSuffix(client.text), server.count > client.count { return .bucketMissing }
    if server.percentDecoded == client { return .keyEncodedInString }
    if server.replacing("%25", with: "%") == client { return .keyEncodedTwice }
    return .canonicalRequestDiffers
  }

  private static func headers(_ server: CanonicalText, _ client: CanonicalText) -> [Explanation] {
    let sent = server.headers.map { $0.halves(at: UInt8(ascii: ":")).before }
    let signed = client.headers.map { $0.halves(at: UInt8(ascii: ":")).before }
    let unsigned = sent.filter { !signed.contains($0) }.map { name in
      Explanation(
        name.isText("content-type")
          ? .typeAdded : name.hasSuffix("security-token") ? .tokenNotSigned : .headerNotSigned,
        .certain, "OSS signs \(name.text), the client does not.")
    }
    let unsent = signed.filter { !sent.contains($0) }.map { name in
      Explanation(
        name.isText("content-type") ? .typeNotSent : .headerNotSent, .certain,
        "The client signs \(name.text), and OSS did not receive it.")
    }
    return unsigned + unsent
  }

  /// What the canonical request of OSS shows by itself.
  private static func hints(_ server: CanonicalText) -> [Explanation] {
    var found: [Explanation] = []
    let type = server.headers.first { $0.hasPrefix("content-type:") }
    if server.query.contains("x-oss-signature-version"), type != nil {
      found.append(
        Explanation(.typeAdded, .likely, "The URL is presigned, and a Content-Type is sent."))
    }
    if server.path.contains("%25") { found.append(Explanation(.keyEncodedTwice, .likely)) }
    return found
  }
}

/// A canonical request of V4 by its parts.
private struct CanonicalText {
  let method: Bytes
  let path: Bytes
  let query: Bytes
  let headers: [Bytes]
  let additional: Bytes
  let payload: Bytes

  init?(_ text: Bytes) {
    var lines = text.parts(at: 0x0a)
    if lines.last?.isEmpty == true { lines.removeLast() }
    guard lines.count >= 6, !text.hasPrefix("OSS4-"), lines[1].hasPrefix("/"),
      let payload = lines.last
    else { return nil }
    (method, path, query) = (lines[0], lines[1], lines[2])
    additional = lines[lines.count - 2]
    self.payload = payload
    headers = lines[3..<(lines.count - 2)].filter { !$0.isEmpty }
  }
}

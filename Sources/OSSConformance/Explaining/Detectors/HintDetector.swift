internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning
internal import OSSVectors

/// What the string of OSS shows by itself, where the client's is not known.
enum HintDetector {
  static func findings(_ clues: Clues) -> [Explanation] {
    guard clues.evidence.string == nil, let server = clues.serverText,
      clues.error?.stringToSign != nil
    else { return clues.error == nil ? ofRequest(clues) : [] }
    return key(clues, server) + type(clues, server) + parameters(server) + fallback(clues)
  }

  /// What the request shows by itself.
  private static func ofRequest(_ clues: Clues) -> [Explanation] {
    guard let request = clues.request else { return [] }
    if request.path.contains("%25") {
      return [Explanation(.keyEncodedTwice, .likely, "The path holds %25.")]
    }
    if let bucket = request.bucketInHost, request.path.hasPrefix("/\(bucket.text)/") {
      return [Explanation(.bucketDoubled, .likely, "Host and path begin with \(bucket.text).")]
    }
    if request.path.hasPrefix("//") {
      return [Explanation(.keyDoubleSlash, .likely, "The key begins with a slash.")]
    }
    let labels = (request.host ?? []).parts(at: UInt8(ascii: "."))
    if labels.count > 2, labels[0] == labels[1] {
      return [Explanation(.bucketDoubled, .likely, "The host begins with \(labels[0].text) twice.")]
    }
    return []
  }

  private static func key(_ clues: Clues, _ server: StringText) -> [Explanation] {
    let key = server.key
    var found: [Explanation] = []
    if !server.bucket.isEmpty, key.starts(with: server.bucket + Bytes("/")) {
      found.append(
        Explanation(
          .bucketDoubled, .likely, "The resource begins with \(server.bucket.text) twice."))
    }
    if key.hasEscape {
      found.append(
        Explanation(
          .keyEncodedTwice, .likely, "OSS decoded the path once, and the key still holds %XX."))
    }
    if key.hasPrefix("/") {
      found.append(Explanation(.keyDoubleSlash, .likely, "The key begins with a slash."))
    }
    let hasMark = key.text.unicodeScalars.contains { 0x300...0x36f ~= $0.value }
    if hasMark {
      found.append(Explanation(.keyNormalized, .possible, "The key is decomposed (NFD)."))
    }
    if key.contains(0x20) || key.contains(UInt8(ascii: "+")) {
      found.append(Explanation(.plusAndSpace, .possible, "The key holds a plus sign or a blank."))
    }
    return found
  }

  private static func type(_ clues: Clues, _ server: StringText) -> [Explanation] {
    let type = server.contentType
    guard !type.isEmpty else { return [] }
    let isForm = type.hasPrefix("application/x-www-form-urlencoded")
    if server.isPresigned {
      // Who added the type cannot be seen, unless it is the one that nobody chooses.
      let mistake: RefusalCause = isForm ? .typeAdded : .typeNotSigned
      return [
        Explanation(
          mistake, .likely, "The URL is presigned, and \(type.text) is sent with it.")
      ]
    }
    return isForm
      ? [Explanation(.typeAdded, .likely, "\(type.text) is what HTTP clients send by themselves.")]
      : []
  }

  private static func parameters(_ server: StringText) -> [Explanation] {
    let names = server.subresources.map(\.name).filter { !$0.isText("security-token") }
    var found: [Explanation] = []
    if let name = names.first {
      found.append(
        Explanation(
          .subresourceNotSigned, .possible, "OSS signs \(name.text); does the client, too?"))
    }
    if server.isPresigned, let header = server.headers.first {
      found.append(
        Explanation(
          .headerNotSigned, .possible, "OSS signs \(header.name.text); does the client, too?"))
    }
    return found
  }

  private static func fallback(_ clues: Clues) -> [Explanation] {
    guard clues.code == "SignatureDoesNotMatch" else { return [] }
    let isAsSent = clues.client == clues.server
    let detail =
      isAsSent
      ? "The string of OSS is that of the request; look at the one that your client signed."
      : "The string of OSS shows nothing odd; it was compared with nothing."
    return [Explanation(.secretWrong, .possible, detail)]
  }
}

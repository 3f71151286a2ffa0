internal import OSSPrimitives
internal import OSSVectors

/// Strings to sign of V1 with one mistake, made of a right one: what a client may have signed.
enum StringVariants {
  static func all(_ server: Bytes) -> [(mistake: RefusalCause, string: Bytes)] {
    guard let text = StringText(server), !text.isShort else { return [] }
    let head = [text.method, text.contentMD5, text.contentType, text.date]
    func string(_ lines: [Bytes], _ headers: [Bytes], _ resource: Bytes) -> Bytes {
      var result = Bytes()
      for line in lines + headers { result += line + [0x0a] }
      return result + resource
    }
    let (headers, resource) = (text.headerLines, text.resource)
    let bare = headers.filter { !$0.hasPrefix("x-oss-security-token:") }
    var found: [(RefusalCause, Bytes)] = [
      (.typeNotSigned, string([head[0], head[1], [], head[3]], headers, resource)),
      (.md5NotSigned, string([head[0], [], head[2], head[3]], headers, resource)),
      (.headerNotSigned, string(head, [], resource)),
      (.subresourceNotSigned, string(head, headers, text.path)),
      (.keyEncodedInString, string(head, headers, resource.percentEncodedPath)),
      (.bucketMissing, string(head, headers, Bytes(resource.dropFirst(text.bucket.count + 1)))),
      (.stringEndsInLine, server + [0x0a]),
      (.carriageReturns, server.replacing("\n", with: "\r\n")),
      (.blankLine, string(head, headers + [[]], resource)),
    ]
    if bare.count < headers.count {
      found.insert((.tokenNotSigned, string(head, bare, resource)), at: 0)
    }
    for verb in ["GET", "PUT", "POST", "HEAD", "DELETE"] where !text.method.isText(verb) {
      found.append(
        (.methodDiffers, string([Bytes(verb), head[1], head[2], head[3]], headers, resource)))
    }
    return found
  }
}
